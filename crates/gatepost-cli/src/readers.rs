//! Why two readers of one file say different things about a URL: the fields of their dialects that
//! make the difference.
//!
//! Two dialects differ in many fields, and most have no say in one question. So they are tried: the
//! first dialect takes over fields of the other, and is asked again. A single one with which it gives the
//! other's answer, by the same line, is the reason; where none is enough, a set of them from which none
//! can be left out.

use std::collections::HashMap;

use gatepost::{Dialect, FieldDifference, RobotsTxt, RuleSet};
use gatepost_prove::Decision;

use crate::asked::Asked;

/// What makes the difference between readers, found once and then tried again on other URLs.
pub(crate) struct Reasons<'f> {
    bytes: &'f [u8],
    known: HashMap<(String, &'static str, &'static str), Known>,
}

/// What is known of one crawler and two dialects.
struct Known {
    /// The rules as the second dialect reads them.
    second: RuleSet,
    reasons: Vec<Reason>,
}

/// Fields that make the difference on some URL, and the rules as read with them taken over.
struct Reason {
    fields: Vec<FieldDifference>,
    rules: RuleSet,
}

impl<'f> Reasons<'f> {
    /// For the readers of one file.
    pub(crate) fn new(bytes: &'f [u8]) -> Reasons<'f> {
        Reasons { bytes, known: HashMap::new() }
    }

    /// The fields by which the second dialect comes to an answer about the URL that the first does not
    /// give.
    pub(crate) fn of(
        &mut self,
        crawler: &Asked,
        url: &[u8],
        first: Dialect,
        second: Dialect,
    ) -> &[FieldDifference] {
        let bytes = self.bytes;
        let read = |dialect: Dialect| {
            let robots = RobotsTxt::parse_as(bytes, dialect);
            crawler.group_in(&robots.group_index()).into_group().rule_set()
        };
        let key = (crawler.name.to_string(), first.name, second.name);
        let Known { second: rules, reasons } = (self.known.entry(key))
            .or_insert_with(|| Known { second: read(second), reasons: Vec::new() });
        let wanted = answer(rules, url);
        let at = reasons.iter().position(|reason| answer(&reason.rules, url) == wanted);
        let at = at.unwrap_or_else(|| {
            let differences = first.differences(second);
            let taken_over = |fields: &[&FieldDifference]| {
                let one_more =
                    |dialect: Dialect, field: &&FieldDifference| field.taken_over(dialect, second);
                read(fields.iter().fold(first, one_more))
            };
            let fields = least(&differences, |fields| answer(&taken_over(fields), url) == wanted);
            let rules = taken_over(&fields);
            reasons.push(Reason { fields: fields.into_iter().cloned().collect(), rules });
            reasons.len() - 1
        });
        &reasons[at].fields
    }
}

/// One that is enough, or else a set that is, and would not be without any of them.
fn least<T>(all: &[T], is_enough: impl Fn(&[&T]) -> bool) -> Vec<&T> {
    // What is asked last has the most to say: how lines are cut comes first.
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

/// Whether it may be fetched, and which line decides, if it is a URL in that dialect.
fn answer(rules: &RuleSet, url: &[u8]) -> Option<Decision> {
    let verdict = rules.verdict(&rules.dialect().url_path(url).ok()?);
    Some(Decision::from(&verdict))
}
