//! The paths that a pattern matches, as a set: which set holds another, and what two have in common.
//!
//! Nothing here knows rules or verdicts.

use gatepost::{Dialect, PathPattern, PercentEncoding, UrlPath};

use crate::example::{readable, without_triplets};
use crate::form::{Form, pairs};
use crate::intersection::{Budget, intersection, keep_maximal};
use crate::outcome::NotDecided;

/// The canonical words of a pattern: what stands for all the paths that it matches.
///
/// There are two where the pattern starts with a star and a slash, none where no path can match it,
/// and one otherwise: the pattern with the line feed, which no pattern has, for each star and for the
/// open end. Another pattern matches every path that this one matches if and only if it matches these
/// words, as [`UrlPath::as_compared`] has them.
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

/// Whether the first pattern matches every path that the second matches.
///
/// Both have to be of one dialect.
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
pub fn covers(pattern: &PathPattern<'_>, covered: &PathPattern<'_>) -> bool {
    let words = canonical_words(covered);
    words.iter().all(|word| pattern.matches(&UrlPath::as_compared(word)))
}

/// The paths that a pattern matches.
///
/// # Source
///
/// [RFC 9309, section 2.2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.3) has what a pattern
/// matches.
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

/// Some of the paths there are: those that a pattern matches.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Region {
    /// The pattern, in normal form, as a file would have it.
    pub pattern: String,
    /// A path that it matches.
    pub example: String,
}

impl PathSet {
    /// Takes the paths that a pattern matches. Any bytes are a pattern.
    pub fn new<P: AsRef<[u8]> + ?Sized>(pattern: &P, dialect: Dialect) -> PathSet {
        let forms = Form::all_of(&PathPattern::new_as(pattern, dialect));
        PathSet { forms, dialect }
    }

    /// The dialect in which the pattern is read.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    pub(crate) fn forms(&self) -> &[Form] {
        &self.forms
    }

    /// Whether no path is in it.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_prove::PathSet;
    ///
    /// assert!(PathSet::new("no-slash", Dialect::RFC9309).is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }

    /// Whether it holds every path of the other.
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
    pub fn covers(&self, other: &PathSet) -> bool {
        other.forms.iter().all(|other| self.forms.iter().any(|form| form.covers(other)))
    }

    /// The paths that are in both, as regions of which none covers another.
    ///
    /// # Errors
    ///
    /// This returns an error when the two overlap in too many ways, when they are of two dialects, and
    /// when a region has no path that can be shown.
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

/// A form as a file of the default dialect would have it. Where hex digits of a rule are upper-cased and those of a URL are
/// not, no file can have a triplet with small ones, which two rules can have in common all the same
/// (`/%a` and `/*a4`): it is written as it is compared.
pub(crate) fn written(form: &Form, dialect: Dialect) -> String {
    let text = String::from_utf8_lossy(&form.text()).into_owned();
    match dialect.percent_encoding {
        PercentEncoding::BothSides => without_triplets(&text),
        _ => text,
    }
}
