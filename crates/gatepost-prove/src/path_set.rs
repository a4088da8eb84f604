//! The set of paths that a pattern matches: containment and intersection of such sets.
//!
//! This file knows nothing about rules or verdicts.

use gatepost::{Dialect, PathPattern, PercentEncoding, UrlPath};

use crate::example::{readable, with_changed_percent_escaped};
use crate::form::{Form, pairs};
use crate::intersection::{Budget, intersection, keep_maximal};
use crate::outcome::NotDecided;

/// Returns the canonical words of a pattern, which stand for all paths that the pattern matches.
///
/// A word is the pattern with a line feed, which no pattern contains, in place of each star and of
/// the open end. There are two words if the pattern starts with a star and a slash, none if no path
/// can match the pattern, and one otherwise. Another pattern matches every path that this pattern
/// matches if and only if it matches these words as [`UrlPath::as_compared`].
///
/// # Example
///
/// ```
/// use gatepost::PathPattern;
/// use gatepost_prove::canonical_words;
///
/// assert_eq!(canonical_words(&PathPattern::new("/a*b")), [b"/a\nb\n"]);
/// assert_eq!(canonical_words(&PathPattern::new("*/x$")), [&b"/x"[..], b"/\n/x"]);
/// assert!(canonical_words(&PathPattern::new("no-slash")).is_empty());
/// ```
pub fn canonical_words(pattern: &PathPattern<'_>) -> Vec<Vec<u8>> {
    Form::all_of(pattern).iter().map(Form::word).collect()
}

/// Returns `true` if the first pattern matches every path that the second matches.
///
/// Both patterns have to belong to the same dialect.
///
/// # Example
///
/// ```
/// use gatepost::PathPattern;
/// use gatepost_prove::covers;
///
/// let pattern = PathPattern::new;
/// assert!(covers(&pattern("/shop"), &pattern("/shop/*.pdf$")));
/// assert!(covers(&pattern("/*cart"), &pattern("*/shop/cart")));
/// assert!(!covers(&pattern("/*/cart"), &pattern("/cart")));
/// ```
#[must_use]
pub fn covers(pattern: &PathPattern<'_>, covered: &PathPattern<'_>) -> bool {
    let words = canonical_words(covered);
    words.iter().all(|word| pattern.matches(&UrlPath::as_compared(word)))
}

/// The set of paths that a pattern matches.
///
/// # Source
///
/// [RFC 9309, section 2.2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.3) defines what a
/// pattern matches.
///
/// # Example
///
/// ```
/// use gatepost::Dialect;
/// use gatepost_prove::PathSet;
///
/// let paths = |pattern| PathSet::new(pattern, Dialect::RFC9309);
/// let found = paths("/shop/").intersection(&paths("/*.pdf$"))?;
/// assert_eq!(found[0].pattern, "/shop/*.pdf$");
/// assert_eq!(found[0].example, "/shop/.pdf");
/// assert!(paths("/a").intersection(&paths("/b"))?.is_empty());
/// # Ok::<(), gatepost_prove::NotDecided>(())
/// ```
#[derive(Clone, Debug)]
pub struct PathSet {
    forms: Vec<Form>,
    dialect: Dialect,
}

/// A part of the paths: a pattern, and an example of a path that it matches.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Region {
    /// The pattern in normal form, as a file would spell it.
    pub pattern: String,
    /// A path that the pattern matches.
    pub example: String,
}

impl PathSet {
    /// Creates the set of paths that a pattern matches. Any byte sequence is a pattern.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_prove::PathSet;
    ///
    /// assert!(!PathSet::new("/shop/*.pdf$", Dialect::RFC9309).is_empty());
    /// ```
    pub fn new<P: AsRef<[u8]> + ?Sized>(pattern: &P, dialect: Dialect) -> PathSet {
        let forms = Form::all_of(&PathPattern::new_as(pattern, dialect));
        PathSet { forms, dialect }
    }

    /// Returns the dialect of the pattern.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_prove::PathSet;
    ///
    /// assert_eq!(PathSet::new("/", Dialect::GOOGLE).dialect(), Dialect::GOOGLE);
    /// ```
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    pub(crate) fn forms(&self) -> &[Form] {
        &self.forms
    }

    /// Returns `true` if the set contains no path.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_prove::PathSet;
    ///
    /// assert!(PathSet::new("no-slash", Dialect::RFC9309).is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }

    /// Returns `true` if the set contains every path of another set.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_prove::PathSet;
    ///
    /// let paths = |pattern| PathSet::new(pattern, Dialect::RFC9309);
    /// assert!(paths("*.php").covers(&paths("/index.php$")));
    /// assert!(!paths("*.php$").covers(&paths("/index.php")));
    /// ```
    #[must_use]
    pub fn covers(&self, other: &PathSet) -> bool {
        other.forms.iter().all(|other| self.forms.iter().any(|form| form.covers(other)))
    }

    /// Returns the paths that are in both sets, as regions of which none covers another.
    ///
    /// # Errors
    ///
    /// This returns an error when the sets overlap in too many ways, when they belong to different
    /// dialects, and when no example was found for a region.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_prove::PathSet;
    ///
    /// let paths = |pattern| PathSet::new(pattern, Dialect::RFC9309);
    /// let found = paths("/*a").intersection(&paths("/*b"))?;
    /// let patterns: Vec<&str> = found.iter().map(|region| &*region.pattern).collect();
    /// assert_eq!(patterns, ["/*a*b", "/*b*a"]);
    /// # Ok::<(), gatepost_prove::NotDecided>(())
    /// ```
    pub fn intersection(&self, other: &PathSet) -> Result<Vec<Region>, NotDecided> {
        if self.dialect != other.dialect {
            return Err(NotDecided::DialectsDiffer);
        }
        let mut budget = Budget::for_question();
        let mut forms = Vec::new();
        for (one, other) in pairs(&self.forms, &other.forms) {
            forms.extend(intersection(one, other, &mut budget)?);
        }
        keep_maximal(&mut forms, &mut budget)?;
        let region = |form: &Form| {
            let example = readable(form, self.dialect, |_| true).ok_or(NotDecided::NoExample)?;
            Ok(Region { pattern: written(form, self.dialect), example })
        };
        forms.iter().map(region).collect()
    }
}

/// Returns a form as a file of the default dialect spells it.
///
/// A dialect that writes hex digits of rules in upper case, but not those of URLs, has forms that
/// no file can spell: `/%a` and `/*a4` have `/%a4` in common. Such a form is returned as it is
/// compared.
pub(crate) fn written(form: &Form, dialect: Dialect) -> String {
    let text = String::from_utf8_lossy(&form.text()).into_owned();
    match dialect.percent_encoding {
        PercentEncoding::BothSides => with_changed_percent_escaped(&text),
        _ => text,
    }
}
