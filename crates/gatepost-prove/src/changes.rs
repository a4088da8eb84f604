//! The changes between two lists of rules, as regions.
//!
//! A region is a pattern whose paths change, except for paths that a higher-ranked rule of either
//! list decides. Every path that changes lies in one of the regions: see the theorem in
//! `difference.rs`.

use std::ops::ControlFlow;

use crate::difference::{Ranked, counterexample, each_difference};
use crate::example::FAILURES;
use crate::form::Form;
use crate::intersection::{Budget, keep_maximal};
use crate::outcome::{Counterexample, NotDecided};
use crate::path_set::written;
use crate::rule_list::RuleList;

/// The maximum number of regions. Emptying a file of the maximum length gives about as many.
const REGIONS: usize = 1 << 16;

/// The differences between two lists of rules, found by [`changes`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Changes {
    /// Regions in which allowed URLs become disallowed.
    pub newly_disallowed: Vec<Change>,
    /// Regions in which disallowed URLs become allowed.
    pub newly_allowed: Vec<Change>,
    /// Why there may be further changes, if that could not be excluded.
    pub not_decided: Option<NotDecided>,
}

impl Changes {
    /// Returns `true` if it is proved that no URL changes.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_prove::Changes;
    ///
    /// assert!(Changes::default().is_none());
    /// ```
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.newly_disallowed.is_empty()
            && self.newly_allowed.is_empty()
            && self.not_decided.is_none()
    }
}

/// A region that changes. No region lies within another, unless that could not be decided.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Change {
    /// The pattern of the region in the notation of RFC 9309, as the dialect compares it.
    ///
    /// `*` stands for any text and a `$` at the end closes the pattern, even if the dialect
    /// supports neither. In a dialect that does not normalise URLs, a percent-encoded byte with
    /// lower-case hex digits stands for itself here, although no rule of a file could express that.
    pub pattern: String,
    /// A path of the region that changes, and the decisions before and after.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub counterexample: Counterexample,
}

/// Finds every difference between two lists of rules, each region with a counterexample.
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
#[must_use]
pub fn changes(before: &RuleList<'_>, after: &RuleList<'_>) -> Changes {
    if before.dialect() != after.dialect() {
        return Changes { not_decided: Some(NotDecided::DialectsDiffer), ..Changes::default() };
    }
    if before.is_identical(after) {
        return Changes::default();
    }
    changes_where(before, after, |_| true)
}

/// Finds the changes on the paths of those forms that can occur.
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

/// Returns the largest forms whose words the first list allows and the second disallows.
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
