//! Proofs that two lists of rules give the same verdict about every URL.
//!
//! # The theorem
//!
//! Besides the rules of a list, two implicit rules decide: "everything is allowed", which every
//! other rule outranks; and, in dialects that have it, "`/robots.txt` itself is allowed", which
//! outranks every other rule. Both lists contain both rules; if the lists belong to two dialects,
//! the second rule is part of the lists whose dialect has it, like any other rule.
//!
//! *If list A allows a path `u` and list B disallows it, then A has an allowing rule `a`, B has a
//! disallowing rule `b`, and the intersection of the two has a form `m` that matches `u`, such that
//! A allows the canonical word of `m` and B disallows it.*
//!
//! Proof. Let `a` and `b` be the rules that decide `u`. Both match `u`, so some form `m` of their
//! intersection matches it. No rule of A that outranks `a` matches `u`, so none of them covers `m`,
//! so none matches the word of `m`. But `a` covers `m`, and therefore matches the word. So `a`
//! decides the word in A; in the same way, `b` decides it in B.
//!
//! It is therefore enough to ask both lists about the words of all such `m`. If the lists differ on
//! one of them, they differ on all paths of `m` that no higher-ranked rule decides.
//!
//! # Pairs that can be skipped
//!
//! Suppose that B also contains `a` and A also contains `b` (with the same paths and verdicts), and
//! that the same one of the two outranks the other in both lists. Then the pair decides no path
//! differently: if `a` decides `u` in A, where `b` matches it too, `a` outranks `b` there; but if
//! `b` decides `u` in B, `b` outranks `a`. So two files that differ in ten rules out of thousands
//! are compared in the time that those ten rules need.
//!
//! # Ranks
//!
//! All of this holds for every order of rules that is the same for all paths: by length and
//! verdict, or by position in the file; the two lists may use different orders. If the rank of a
//! rule depends on how many bytes of the path its pattern matches, no such order exists as soon as
//! patterns have stars. Then the same words are tried. A difference that is found is confirmed by
//! the ordinary matcher and stands; if none is found, the question is not decided.
//!
//! If A disallows the word of `a` itself, or B allows the word of `b`, some rule outranks it
//! wherever it matches, and it decides nothing. If the lists differ on one of these two words, the
//! rule itself is a form on which they differ, and everything it has in common with other rules
//! lies within that form. So a pair is examined only if both lists allow the word of `a` and
//! disallow the word of `b`.
//!
//! # Cost
//!
//! A word costs one verdict of each list. Only rules whose literal prefixes overlap are paired, and
//! a pair without stars costs nothing more.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use gatepost::UrlPath;

use crate::example::{FAILURES, occurs, readable};
use crate::form::Form;
use crate::intersection::{Budget, intersection};
use crate::literal_prefixes::LiteralPrefixes;
use crate::outcome::{Counterexample, NotDecided, ProofOutcome};
use crate::rule_list::{Key, RuleList};
use crate::steps::count;

/// Proves that two lists give the same verdict about every URL, or finds a URL on which they
/// differ.
///
/// Only whether a URL is allowed is compared, not which line decides.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt};
/// use gatepost_prove::{RuleList, equivalent};
///
/// let robots = RobotsTxt::parse("User-agent: *\nAllow: /*.js\nDisallow: /app/*\nDisallow: /a*\n");
/// let all = RuleList::of_group(&robots.group_for(&ProductToken::any()));
/// assert!(equivalent(&all, &all.without(&[])).is_proved());
///
/// // Without its trailing star, line 3 is as short as line 2, and Allow wins a tie.
/// let edited = RobotsTxt::parse("User-agent: *\nAllow: /*.js\nDisallow: /app/\nDisallow: /a*\n");
/// let edited = RuleList::of_group(&edited.group_for(&ProductToken::any()));
/// let outcome = equivalent(&all, &edited);
/// let found = outcome.counterexample().unwrap();
/// assert_eq!(found.path, "/app/.js");
/// assert_eq!((found.before.line, found.after.line), (Some(3), Some(2)));
/// ```
#[must_use]
pub fn equivalent(a: &RuleList<'_>, b: &RuleList<'_>) -> ProofOutcome<Counterexample> {
    let mut budget = Budget::for_question();
    if let Some(outcome) = at_once(a, b) {
        return outcome;
    }
    let (first, second) = (Ranked::new(a), Ranked::new(b));
    match refute([a, b], [&first, &second], &mut budget) {
        ProofOutcome::Proved => refute([a, b], [&second, &first], &mut budget),
        // The other direction may still refute the statement.
        ProofOutcome::NotDecided(why) => match refute([a, b], [&second, &first], &mut budget) {
            ProofOutcome::Refuted(counterexample) => ProofOutcome::Refuted(counterexample),
            _ => ProofOutcome::NotDecided(why),
        },
        refuted => refuted,
    }
}

/// Proves that the second list allows every URL that the first allows, or finds a URL that it
/// disallows.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt};
/// use gatepost_prove::{RuleList, implies};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\nDisallow: /*?\n");
/// let strict = RuleList::of_group(&robots.group_for(&ProductToken::any()));
/// let lax = strict.without(&[3]);
///
/// assert!(implies(&strict, &lax).is_proved());
/// assert_eq!(implies(&lax, &strict).counterexample().unwrap().path, "/?");
/// ```
#[must_use]
pub fn implies(a: &RuleList<'_>, b: &RuleList<'_>) -> ProofOutcome<Counterexample> {
    let ranked = || [Ranked::new(a), Ranked::new(b)];
    let refuted = || refute([a, b], ranked().each_ref(), &mut Budget::for_question());
    at_once(a, b).unwrap_or_else(refuted)
}

/// Answers what can be answered without comparing rules.
fn at_once(a: &RuleList<'_>, b: &RuleList<'_>) -> Option<ProofOutcome<Counterexample>> {
    if a.dialect() != b.dialect() {
        return Some(ProofOutcome::NotDecided(NotDecided::DialectsDiffer));
    }
    a.is_identical(b).then_some(ProofOutcome::Proved)
}

/// Searches for a path that the first of the ranked lists allows and the second disallows.
fn refute(
    [a, b]: [&RuleList<'_>; 2],
    ranked: [&Ranked<'_, '_>; 2],
    budget: &mut Budget,
) -> ProofOutcome<Counterexample> {
    let mut refuted = None;
    let mut without_example = 0;
    let searched = each_difference(ranked, budget, |form| {
        refuted = counterexample(a, b, form);
        without_example += usize::from(refuted.is_none());
        let goes_on = refuted.is_none() && without_example < FAILURES;
        if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let searched = searched.and(a.fixed_ranks()).and(b.fixed_ranks());
    match (refuted, searched) {
        (Some(counterexample), _) => ProofOutcome::Refuted(counterexample),
        (None, Err(why)) => ProofOutcome::NotDecided(why),
        (None, Ok(())) if without_example > 0 => ProofOutcome::NotDecided(NotDecided::NoExample),
        (None, Ok(())) => ProofOutcome::Proved,
    }
}

/// Calls `differs` with each form whose word the first list allows and the second disallows, until
/// it breaks. Every path on which the lists differ in this way is matched by one of these forms.
///
/// # Errors
///
/// This returns an error when a bound is reached. The forms passed to `differs` before that are
/// differences all the same.
pub(crate) fn each_difference(
    [first, second]: [&Ranked<'_, '_>; 2],
    budget: &mut Budget,
    mut differs: impl FnMut(&Form) -> ControlFlow<()>,
) -> Result<(), NotDecided> {
    let (allowing, disallowing) = (first.list, second.list);
    let mut asked = HashSet::new();
    let mut ask = |form: &Form, budget: &mut Budget| {
        let word = form.word();
        budget.spend(allowing.cost(&word) + disallowing.cost(&word))?;
        let is_allowed =
            [allowing, disallowing].map(|list| list.decision_on_word(&word).is_allowed);
        let occurs = || [allowing, disallowing].iter().all(|list| occurs(form, list.dialect()));
        let is_new = is_allowed == [true, false] && occurs() && asked.insert(word);
        let goes_on = !is_new || differs(form).is_continue();
        Ok((is_allowed, goes_on))
    };
    let is_exempt = |list: &RuleList<'_>| list.dialect().robots_txt_is_exempt;
    if is_exempt(allowing) && !is_exempt(disallowing) {
        let (_, goes_on) = ask(&Form::new(b"/robots.txt", true), budget)?;
        if !goes_on {
            return Ok(());
        }
    }
    let allows = first.rules(true, second);
    let prefixes = LiteralPrefixes::new(allows.iter().map(|(form, _)| form.literal_prefix()));
    // Whether both lists allow the word of a form of the first; determined when it is needed.
    let mut both_allow: Vec<Option<bool>> = vec![None; allows.len()];
    for (b, ranks_of_b) in second.rules(false, first) {
        let is_settled = |at: &usize| {
            count(1);
            match (allows[*at].1, ranks_of_b) {
                (Some(a), Some(b)) => (a.own < b.others) == (a.others < b.own),
                _ => false,
            }
        };
        let overlapping = prefixes.overlapping(b.literal_prefix()).flatten().copied();
        let mut overlapping = overlapping.filter(|at| !is_settled(at)).peekable();
        if ranks_of_b.is_some() && overlapping.peek().is_none() {
            continue;
        }
        let (is_allowed, goes_on) = ask(b, budget)?;
        if !goes_on {
            return Ok(());
        }
        if is_allowed != [false, false] {
            continue;
        }
        for at in overlapping {
            let a = allows[at].0;
            if both_allow[at].is_none() {
                let (is_allowed, goes_on) = ask(a, budget)?;
                if !goes_on {
                    return Ok(());
                }
                both_allow[at] = Some(is_allowed == [true, true]);
            }
            if both_allow[at] != Some(true) {
                continue;
            }
            for form in intersection(a, b, budget)? {
                let (_, goes_on) = ask(&form, budget)?;
                if !goes_on {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// A list, and the best rank among equal rules for each of its rules.
pub(crate) struct Ranked<'l, 'r> {
    list: &'l RuleList<'r>,
    best: HashMap<&'l Key, Best>,
}

struct Best {
    /// The index of the first entry.
    first: usize,
    rank: usize,
}

/// The ranks of a rule in both lists.
#[derive(Clone, Copy)]
struct Ranks {
    own: usize,
    others: usize,
}

impl<'l, 'r> Ranked<'l, 'r> {
    pub(crate) fn new(list: &'l RuleList<'r>) -> Ranked<'l, 'r> {
        let mut best: HashMap<&Key, Best> = HashMap::with_capacity(list.entries().len());
        for (at, entry) in list.entries().iter().enumerate() {
            let best = best.entry(&entry.key).or_insert(Best { first: at, rank: entry.rank });
            best.rank = entry.rank.min(best.rank);
        }
        Ranked { list, best }
    }

    /// Returns the forms of the rules of one verdict, each with the ranks of its rule if the other
    /// list has the rule too and ranks do not depend on the path.
    fn rules(&self, allows: bool, other: &Ranked<'l, '_>) -> Vec<(&'l Form, Option<Ranks>)> {
        let is_fixed = self.list.has_fixed_ranks() && other.list.has_fixed_ranks();
        // In the order of the list, so that every run finds the same difference.
        let entries = self.list.entries().iter().enumerate();
        let entries = entries.filter(|(_, entry)| entry.key.allows == allows);
        let rules = entries.filter_map(|(at, entry)| {
            let own = self.best.get(&entry.key).filter(|best| best.first == at)?;
            let others = other.best.get(&entry.key).filter(|_| is_fixed);
            let ranks = others.map(|others| Ranks { own: own.rank, others: others.rank });
            Some(entry.key.forms.iter().map(move |form| (form, ranks)))
        });
        rules.flatten().collect()
    }
}

/// Returns whether both dialects leave a path unchanged before they compare it.
pub(crate) fn is_unchanged_in_both(path: &UrlPath<'_>, a: &RuleList<'_>, b: &RuleList<'_>) -> bool {
    [a, b].iter().all(|list| *path.compared_in(list.dialect()) == *path.raw())
}

/// Finds a path of a form on which the lists differ as they do on its word, preferably decided by
/// the same two lines. If the lists belong to two dialects, both leave the path unchanged.
pub(crate) fn counterexample(
    a: &RuleList<'_>,
    b: &RuleList<'_>,
    form: &Form,
) -> Option<Counterexample> {
    let word = form.word();
    let (of_a, of_b) = (a.decision_on_word(&word), b.decision_on_word(&word));
    let is_one_dialect = a.dialect() == b.dialect();
    let is_seen = |path: &UrlPath<'_>| is_one_dialect || is_unchanged_in_both(path, a, b);
    let by_same_lines = readable(form, a.dialect(), |path| {
        is_seen(path) && a.decision(path) == of_a && b.decision(path) == of_b
    });
    let path = by_same_lines.or_else(|| {
        readable(form, a.dialect(), |path| {
            let (before, after) = (a.decision(path), b.decision(path));
            let is_allowed = (before.is_allowed, after.is_allowed);
            is_seen(path) && is_allowed == (of_a.is_allowed, of_b.is_allowed)
        })
    })?;
    let url = UrlPath::new(&path).ok()?;
    let (before, after) = (a.decision(&url), b.decision(&url));
    Some(Counterexample { path, before, after })
}
