//! Why two dialects give different answers about a URL: the fields that cause it.
//!
//! Two dialects differ in many fields, and most of these do not affect a given answer. So fields of
//! the second dialect are copied into the first, which is asked again. If a single field makes it
//! give the answer of the second dialect, by the same line, that field is the cause; otherwise the
//! cause is a set of fields of which none can be left out. A cause that was found is tried first on
//! other URLs, so that a long list parses the file a few times in all.

use std::collections::HashMap;

use gatepost::{Dialect, FieldDifference, ProductToken, RobotsTxt, RuleSet};
use gatepost_crawlers::ResolvedCrawler;
use gatepost_prove::Decision;
use serde::Serialize;

/// A field in which two dialects differ, as the cause of different answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DialectCause {
    /// The name of the field in `gatepost::Dialect`.
    pub field: String,
    /// The topic of the field. Words may change.
    pub about: String,
    /// The value in the first dialect, in words. Words may change.
    pub first: String,
    /// The value in the second dialect, in words. Words may change.
    pub second: String,
}

impl From<&FieldDifference> for DialectCause {
    fn from(difference: &FieldDifference) -> DialectCause {
        DialectCause {
            field: difference.field.to_owned(),
            about: difference.about.to_owned(),
            first: difference.first.clone(),
            second: difference.second.clone(),
        }
    }
}

/// Finds the fields that make dialects disagree about one file.
///
/// # Example
///
/// ```
/// use gatepost::{Dialect, ProductToken};
/// use gatepost_crawlers::ResolvedCrawler;
/// use gatepost_report::DialectCauses;
///
/// let mut causes = DialectCauses::new(b"User-agent: *\nDisallow: /\nAllow: /a\n");
/// let crawler = ResolvedCrawler::new(ProductToken::any());
/// let [cause] = &causes.of(&crawler, b"/a", Dialect::RFC9309, Dialect::BAIDU)[..] else {
///     panic!()
/// };
/// assert_eq!(cause.field, "precedence");
/// ```
#[derive(Clone, Debug)]
pub struct DialectCauses<'f> {
    bytes: &'f [u8],
    known: HashMap<(ProductToken, Dialect, Dialect), Known>,
}

/// The facts found so far about one crawler and two dialects.
#[derive(Clone, Debug)]
struct Known {
    /// The rules as parsed in the second dialect.
    second: RuleSet,
    sets: Vec<FieldSet>,
}

/// Fields that were a cause on some URL, and the rules as parsed with these fields copied.
#[derive(Clone, Debug)]
struct FieldSet {
    causes: Vec<DialectCause>,
    rules: RuleSet,
}

impl<'f> DialectCauses<'f> {
    /// Starts with the bytes of a file.
    ///
    /// # Example
    ///
    /// ```
    /// let causes = gatepost_report::DialectCauses::new(b"User-agent: *\nDisallow: /\n");
    /// # let _ = causes;
    /// ```
    #[must_use]
    pub fn new(bytes: &'f [u8]) -> DialectCauses<'f> {
        DialectCauses { bytes, known: HashMap::new() }
    }

    /// Returns the fields that make the answer of the second dialect about a URL differ from that
    /// of the first.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, ProductToken};
    /// use gatepost_crawlers::ResolvedCrawler;
    /// use gatepost_report::DialectCauses;
    ///
    /// let mut causes = DialectCauses::new(b"User-agent: *\nDisallow-AI: /\n");
    /// let crawler = ResolvedCrawler::new(ProductToken::any());
    /// let found = causes.of(&crawler, b"/", Dialect::RFC9309, Dialect::GOOGLE);
    /// assert_eq!(found[0].field, "keys");
    /// ```
    pub fn of(
        &mut self,
        crawler: &ResolvedCrawler,
        url: &[u8],
        first: Dialect,
        second: Dialect,
    ) -> &[DialectCause] {
        let bytes = self.bytes;
        let read = |dialect: Dialect| {
            let robots = RobotsTxt::parse_as(bytes, dialect);
            crawler.group_in(&robots.group_index()).into_group().rule_set()
        };
        let Known { second: rules, sets } = (self.known)
            .entry((crawler.name.clone(), first, second))
            .or_insert_with(|| Known { second: read(second), sets: Vec::new() });
        let wanted = answer(rules, url);
        let at = sets.iter().position(|set| answer(&set.rules, url) == wanted);
        let at = at.unwrap_or_else(|| {
            let differences = first.differences(second);
            let taken_over = |fields: &[&FieldDifference]| {
                let one_more =
                    |dialect: Dialect, field: &&FieldDifference| field.taken_over(dialect, second);
                read(fields.iter().fold(first, one_more))
            };
            let fields = least(&differences, |fields| answer(&taken_over(fields), url) == wanted);
            let rules = taken_over(&fields);
            sets.push(FieldSet { causes: fields.into_iter().map(Into::into).collect(), rules });
            sets.len() - 1
        });
        &sets[at].causes
    }
}

/// Returns one item that is enough, or else a set that is enough but not without any of its items.
fn least<T>(all: &[T], is_enough: impl Fn(&[&T]) -> bool) -> Vec<&T> {
    // Later fields are more specific: how lines are cut comes first.
    if let Some(one) = all.iter().rev().find(|one| is_enough(&[one])) {
        return vec![one];
    }
    let mut left: Vec<&T> = all.iter().collect();
    for one in all {
        let without: Vec<&T> =
            left.iter().copied().filter(|other| !std::ptr::eq(*other, one)).collect();
        if is_enough(&without) {
            left = without;
        }
    }
    left
}

/// Returns whether a URL may be fetched and which line decides, if the dialect accepts the URL.
fn answer(rules: &RuleSet, url: &[u8]) -> Option<Decision> {
    let verdict = rules.verdict(&rules.dialect().url_path(url).ok()?);
    Some(Decision::from(&verdict))
}

#[cfg(test)]
mod tests {
    use super::least;

    /// Checks the definition: no proper subset of the found set is enough.
    #[test]
    fn none_can_be_left_out() {
        let all = [1, 2, 3, 4];
        for wanted in 0..16_u32 {
            let has = |set: &[&i32]| {
                (0..4).all(|bit| wanted & (1 << bit) == 0 || set.contains(&&all[bit as usize]))
            };
            let found = least(&all, has);
            assert!(has(&found));
            let is_minimal = (0..found.len()).all(|out| {
                let mut without = found.clone();
                without.remove(out);
                !has(&without)
            });
            // A single one is tried before none at all: two dialects that differ do so by
            // something.
            assert!(is_minimal || found.len() == 1, "{wanted}: {found:?}");
        }
    }
}
