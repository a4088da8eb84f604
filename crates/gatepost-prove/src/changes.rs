//! What changes between two lists of rules, as regions.
//!
//! A region is a pattern whose paths change, except for those on which a longer rule of either list
//! has a say. Every path that changes lies in one of the regions: see `difference.rs`.

use std::ops::ControlFlow;

use crate::difference::{Ranked, counterexample, each_difference};
use crate::example::FAILURES;
use crate::form::Form;
use crate::intersection::{Budget, keep_maximal};
use crate::outcome::{Counterexample, NotDecided};
use crate::path_set::written;
use crate::rule_list::RuleList;

/// How many regions are told apart. The longest file that is read, emptied, has that many.
const REGIONS: usize = 1 << 16;

/// What changes from one list of rules to another, made by [`changes`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Changes {
    /// Where URLs that were allowed are disallowed now.
    pub newly_disallowed: Vec<Change>,
    /// Where URLs that were disallowed are allowed now.
    pub newly_allowed: Vec<Change>,
    /// Why there may be more, if so.
    pub not_decided: Option<NotDecided>,
}

impl Changes {
    /// Whether no URL changes: proved.
    pub fn is_none(&self) -> bool {
        self.newly_disallowed.is_empty()
            && self.newly_allowed.is_empty()
            && self.not_decided.is_none()
    }
}

/// One region that changes. None lies within another, unless that was not decided.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Change {
    /// The pattern of the region, as the dialect compares it, in the notation of RFC 9309: `*` is any
    /// text and a `$` at the end closes it, also in a dialect whose files know neither. In one that
    /// compares URLs as they came, a percent-encoded byte with small hex digits stands for itself here,
    /// which no file can say.
    pub pattern: String,
    /// A path of it that changes, and the lines that decide it before and after.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub counterexample: Counterexample,
}

/// Finds all that changes from one list of rules to another.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt};
/// use gatepost_prove::{RuleList, changes};
///
/// let before = RobotsTxt::parse("User-agent: *\nDisallow: /shop/\nAllow: /shop/*.css\n");
/// let after = RobotsTxt::parse("User-agent: *\nDisallow: /*?\nAllow: /shop/*.css\n");
/// let [before, after] =
///     [&before, &after].map(|robots| RuleList::of_group(&robots.group_for(&ProductToken::any())));
/// let changes = changes(&before, &after);
///
/// let change = &changes.newly_allowed[0];
/// assert_eq!((&*change.pattern, &*change.counterexample.path), ("/shop/", "/shop/"));
/// assert_eq!(change.counterexample.before.line, Some(2));
/// assert_eq!(change.counterexample.after.line, None);
///
/// let change = &changes.newly_disallowed[0];
/// assert_eq!((&*change.pattern, &*change.counterexample.path), ("/*?", "/?"));
/// ```
pub fn changes(before: &RuleList<'_>, after: &RuleList<'_>) -> Changes {
    if before.dialect() != after.dialect() {
        return Changes { not_decided: Some(NotDecided::DialectsDiffer), ..Changes::default() };
    }
    if before.is_written_alike(after) {
        return Changes::default();
    }
    changes_where(before, after, |_| true)
}

/// What changes on the paths of forms that can occur.
pub(crate) fn changes_where(
    before: &RuleList<'_>,
    after: &RuleList<'_>,
    mut can_occur: impl FnMut(&Form) -> bool,
) -> Changes {
    let mut budget = Budget::for_question();
    let mut not_decided = None;
    let (of_before, of_after) = (Ranked::new(before), Ranked::new(after));
    let newly_disallowed =
        regions([&of_before, &of_after], &mut can_occur, &mut budget, &mut not_decided);
    let newly_allowed =
        regions([&of_after, &of_before], &mut can_occur, &mut budget, &mut not_decided);
    if let Err(why) = before.fixed_ranks().and(after.fixed_ranks()) {
        not_decided.get_or_insert(why);
    }
    let mut failures = 0;
    let mut change = |form: &Form| {
        let found = if failures < FAILURES { counterexample(before, after, form) } else { None };
        if found.is_none() {
            failures += 1;
            not_decided.get_or_insert(NotDecided::NoExample);
        }
        Some(Change { pattern: written(form, before.dialect()), counterexample: found? })
    };
    let newly_disallowed = newly_disallowed.iter().filter_map(&mut change).collect();
    let newly_allowed = newly_allowed.iter().filter_map(&mut change).collect();
    Changes { newly_disallowed, newly_allowed, not_decided }
}

/// The largest forms whose words the first list allows and the second disallows.
fn regions(
    ranked: [&Ranked<'_, '_>; 2],
    mut can_occur: impl FnMut(&Form) -> bool,
    budget: &mut Budget,
    not_decided: &mut Option<NotDecided>,
) -> Vec<Form> {
    let mut forms = Vec::new();
    let searched = each_difference(ranked, budget, |form| {
        forms.extend(can_occur(form).then(|| form.clone()));
        if forms.len() < REGIONS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let within = if forms.len() < REGIONS { Ok(()) } else { Err(NotDecided::TooManySteps) };
    let maximal = keep_maximal(&mut forms, budget);
    if let Err(why) = searched.and(within).and(maximal) {
        *not_decided = Some(why);
    }
    forms
}
