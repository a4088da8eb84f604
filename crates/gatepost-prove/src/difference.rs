//! Whether two lists of rules say the same about every URL.
//!
//! # The theorem
//!
//! Beside the rules of a list, two more decide: that everything is allowed, outranked by all; and, in
//! dialects that have it, that `/robots.txt` itself is allowed, which outranks all. Both lists have
//! them; or else, where the lists are of two dialects, the second is a rule of one of them like any
//! other.
//!
//! *If list A allows a path `u` and list B disallows it, there is a rule `a` of A that allows, a rule
//! `b` of B that disallows, and a form `m` in the intersection of the two that matches `u`, such that
//! A allows the canonical word of `m` and B disallows it.* For let `a` and `b` be the rules that
//! decide `u`. Both match it, so one of the forms of their intersection does: `m`. No rule of A that
//! outranks `a` matches `u`, so none covers `m`, so none matches the word of `m`. But `a` covers `m`
//! and matches the word. So `a` decides the word in A, and `b` does in B.
//!
//! So it is enough to ask both lists about the words of all such `m`; and where they differ on one,
//! all paths of `m` differ on which no rule of higher rank has a say.
//!
//! # Pairs that need no looking at
//!
//! If `a` is in B too and `b` in A too (with the same paths and verdict), and of the two the same one
//! outranks the other in both lists, they decide no path differently: `a` decides `u` in A, where `b`
//! matches it too, so `a` outranks `b` there; and in B likewise `b` outranks `a`. So two files that
//! differ in ten rules of thousands are compared in the time that those ten take.
//!
//! # Ranks
//!
//! All this holds for any order of rules that is the same for every path: by length and verdict, or by
//! place in the file, and another one in either list. Where the bytes of the path count that a pattern
//! takes, there is no such order as soon as patterns have stars. There the same words are tried, what
//! is found is replayed and stands, and where nothing is found that is not decided.
//!
//! If A disallows the word of `a` itself, or B allows that of `b`, some rule outranks it wherever it
//! matches, and it decides nothing. If the lists differ on one of these two words, its rule is a form
//! on which they differ, and all that it has in common with others lies within. So pairs are looked at
//! only where both lists allow the word of `a` and disallow that of `b`.
//!
//! # Cost
//!
//! A word takes one verdict of either list. Only rules whose first bytes agree are paired, and without
//! stars a pair takes no more than that.

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

/// Proves that two lists say the same about every URL, or finds one on which they differ.
///
/// What is compared is whether a URL is allowed, not which line says so.
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
pub fn equivalent(a: &RuleList<'_>, b: &RuleList<'_>) -> ProofOutcome<Counterexample> {
    let mut budget = Budget::for_question();
    if let Some(outcome) = at_once(a, b) {
        return outcome;
    }
    let (first, second) = (Ranked::new(a), Ranked::new(b));
    match refute([a, b], [&first, &second], &mut budget) {
        ProofOutcome::Proved => refute([a, b], [&second, &first], &mut budget),
        // What was not decided may still be refuted.
        ProofOutcome::NotDecided(why) => match refute([a, b], [&second, &first], &mut budget) {
            ProofOutcome::Refuted(counterexample) => ProofOutcome::Refuted(counterexample),
            _ => ProofOutcome::NotDecided(why),
        },
        refuted => refuted,
    }
}

/// Proves that the first list allows no URL that the second disallows, or finds one.
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
pub fn implies(a: &RuleList<'_>, b: &RuleList<'_>) -> ProofOutcome<Counterexample> {
    let ranked = || [Ranked::new(a), Ranked::new(b)];
    let refuted = || refute([a, b], ranked().each_ref(), &mut Budget::for_question());
    at_once(a, b).unwrap_or_else(refuted)
}

/// What needs no look at any rule.
fn at_once(a: &RuleList<'_>, b: &RuleList<'_>) -> Option<ProofOutcome<Counterexample>> {
    if a.dialect() != b.dialect() {
        return Some(ProofOutcome::NotDecided(NotDecided::DialectsDiffer));
    }
    a.is_written_alike(b).then_some(ProofOutcome::Proved)
}

/// Looks for a path that one list allows and the other disallows; which one, the order of the ranked ones
/// says.
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

/// Calls `differs` with forms whose words the one list allows and the other disallows, until it
/// breaks: every path on which the lists differ in this way is matched by one of all these forms.
///
/// # Errors
///
/// This returns an error when a bound is hit. What `differs` was called with before is a difference all
/// the same.
pub(crate) fn each_difference(
    [first, second]: [&Ranked<'_, '_>; 2],
    budget: &mut Budget,
    mut differs: impl FnMut(&Form) -> ControlFlow<()>,
) -> Result<(), NotDecided> {
    let (allowing, disallowing) = (first.list, second.list);
    let mut told = HashSet::new();
    let mut ask = |form: &Form, budget: &mut Budget| {
        let word = form.word();
        budget.spend(allowing.cost(&word) + disallowing.cost(&word))?;
        let is_allowed =
            [allowing, disallowing].map(|list| list.decision_on_word(&word).is_allowed);
        let occurs = || [allowing, disallowing].iter().all(|list| occurs(form, list.dialect()));
        let is_new = is_allowed == [true, false] && occurs() && told.insert(word);
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
    // Whether the second list allows all of a form of the first as well; asked where it counts.
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

/// A list, and the best rank of all rules in it that are the same.
pub(crate) struct Ranked<'l, 'r> {
    list: &'l RuleList<'r>,
    best: HashMap<&'l Key, Best>,
}

struct Best {
    /// The first entry.
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

    /// The forms of the rules of one verdict, each with the ranks of its rule, if it is in the other list
    /// too and ranks are the same for every path.
    fn rules(&self, allows: bool, other: &Ranked<'l, '_>) -> Vec<(&'l Form, Option<Ranks>)> {
        let is_fixed = self.list.has_fixed_ranks() && other.list.has_fixed_ranks();
        // In the order of the list, so that the same difference is found each time.
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

/// Whether two lists compare their patterns with a path as it came.
pub(crate) fn is_seen_alike(path: &UrlPath<'_>, a: &RuleList<'_>, b: &RuleList<'_>) -> bool {
    [a, b].iter().all(|list| *path.compared_in(list.dialect()) == *path.raw())
}

/// A path of the form on which the lists differ as they do on its word: if there is one, by the same
/// two lines. Where the lists are of two dialects, both see it as it comes.
pub(crate) fn counterexample(
    a: &RuleList<'_>,
    b: &RuleList<'_>,
    form: &Form,
) -> Option<Counterexample> {
    let word = form.word();
    let (of_a, of_b) = (a.decision_on_word(&word), b.decision_on_word(&word));
    let is_one_dialect = a.dialect() == b.dialect();
    let is_seen = |path: &UrlPath<'_>| is_one_dialect || is_seen_alike(path, a, b);
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
