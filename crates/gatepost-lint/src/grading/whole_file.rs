//! The effect of an edit on verdicts, found on the whole file in one dialect.
//!
//! This knows nothing about the edit, only the bytes that result. Every crawler that either file
//! distinguishes is looked up in both; crawlers that had the same groups before and have the same
//! groups after are compared once.

use std::collections::HashSet;

use gatepost::{RobotsTxt, Rule};
use gatepost_prove::RuleList;

use super::compare;
use crate::class::{GroupKey, distinct_crawlers};
use crate::reading::Reading;
use crate::safety::Safety;

pub(super) fn grade(reading: &Reading<'_>, after: &[u8]) -> Safety {
    let after = RobotsTxt::parse_as(after, reading.robots.dialect());
    let distinct = distinct_crawlers(&[reading.robots, &after]);
    if distinct.not_decided.is_some() {
        return Safety::NotProved;
    }
    let (index_before, index_after) = (reading.robots.group_index(), after.group_index());
    let mut compared = HashSet::new();
    let mut is_proved = true;
    for crawler in distinct.crawlers {
        let names = std::slice::from_ref(&crawler);
        let group_before = index_before.group_for_any_of(names);
        let group_after = index_after.group_for_any_of(names);
        // Which crawlers fall back to which group is not known here, so a name that appears or
        // disappears may make a difference.
        is_proved &= group_before.selected_by() == group_after.selected_by();
        let is_new = compared.insert([GroupKey::of(&group_before), GroupKey::of(&group_after)]);
        if !is_new || have_same_rules(group_before.rules(), group_after.rules()) {
            continue;
        }
        let Some(class) = reading.class_of(&crawler) else { return Safety::NotProved };
        match compare(class.rules(), &RuleList::of_group(&group_after), crawler.as_str()) {
            Safety::KeepsEveryAnswer => {}
            Safety::NotProved => is_proved = false,
            changes @ Safety::ChangesAnswers(_) => return changes,
        }
    }
    Safety::of_proof(is_proved)
}

/// Returns whether two lists of rules are the same, apart from their line numbers.
fn have_same_rules<'r>(
    before: impl Iterator<Item = Rule<'r>>,
    after: impl Iterator<Item = Rule<'r>>,
) -> bool {
    let content = |rule: Rule<'r>| (rule.is_allow(), rule.value());
    before.map(content).eq(after.map(content))
}
