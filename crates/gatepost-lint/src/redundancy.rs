//! The effect of each rule of a file for the crawlers that obey it: proved, never guessed.
//!
//! The shortcut "a shorter rule says the same" is wrong: a pattern with a star can decide in
//! between, and another group for the same crawler is merged with this one. So the prover is asked,
//! per class of crawlers.
//!
//! A line can belong to several classes. It is dead or redundant only if it is so in each of them;
//! its effect is then the greatest that it has in any class.

use std::collections::{BTreeSet, HashMap};

use gatepost::Rule;
use gatepost_prove::canonical_words;

use crate::class::{Class, pattern_key};

/// The effect of a rule on verdicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Some URL would get another verdict without the rule, or this could not be decided.
    Needed,
    /// The rule matches no path.
    MatchesNothing,
    /// The rule decides no URL: these lines decide every URL that it matches.
    Dead(Vec<usize>),
    /// The rule decides some URL, but each would get the same verdict without it: from these lines,
    /// or from none because a URL that no rule matches is allowed.
    Redundant(Vec<usize>),
}

/// Returns the effect of each line that has a rule with a value and a crawler that obeys it.
pub(crate) fn effects(classes: &[Class<'_>]) -> HashMap<usize, Effect> {
    let mut effects: HashMap<usize, Effect> = HashMap::new();
    for class in classes {
        let covered = |lines: &[gatepost_prove::CoveredLine]| -> HashMap<usize, Vec<usize>> {
            lines.iter().map(|covered| (covered.line, covered.by.clone())).collect()
        };
        let dead = covered(class.dead());
        let redundant = covered(&class.redundant().lines);
        for rule in class.written().iter().filter(|rule| !rule.is_empty()) {
            let line = rule.line();
            let here = match (dead.get(&line), redundant.get(&line)) {
                _ if class.repeated().contains_key(&line) => {
                    Effect::Dead(vec![class.repeated()[&line]])
                }
                (Some(_), _) if matches_nothing(rule) => Effect::MatchesNothing,
                (Some(by), _) => Effect::Dead(by.clone()),
                (None, Some(by)) => Effect::Redundant(by.clone()),
                (None, None) => Effect::Needed,
            };
            let effect = match effects.remove(&line) {
                Some(elsewhere) => elsewhere.or(here),
                None => here,
            };
            effects.insert(line, effect);
        }
    }
    effects
}

/// An earlier rule of the same groups that has the same pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Duplicate {
    pub(crate) line: usize,
    /// Whether both rules allow, or both disallow.
    pub(crate) is_same_verdict: bool,
}

/// Returns the duplicate of each line that has one and no effect.
pub(crate) fn duplicates(
    classes: &[Class<'_>],
    effects: &HashMap<usize, Effect>,
) -> HashMap<usize, Duplicate> {
    let mut duplicates: HashMap<usize, Duplicate> = HashMap::new();
    for class in classes {
        let does_nothing = |line: usize| effects.get(&line) != Some(&Effect::Needed);
        for (&line, &first) in class.repeated().iter().filter(|(line, _)| does_nothing(**line)) {
            duplicates.insert(line, Duplicate { line: first, is_same_verdict: true });
        }
        let rules = || class.written().iter().filter(|rule| !rule.is_empty());
        let allows = rules().filter(|rule| rule.is_allow());
        let allows: HashMap<_, usize> =
            allows.rev().map(|rule| (pattern_key(rule, true), rule.line())).collect();
        for rule in rules().filter(|rule| !rule.is_allow() && does_nothing(rule.line())) {
            if let Some(&line) = allows.get(&pattern_key(rule, true)) {
                let duplicate = Duplicate { line, is_same_verdict: false };
                duplicates.entry(rule.line()).or_insert(duplicate);
            }
        }
    }
    duplicates
}

/// Returns whether no path can match a rule.
pub(crate) fn matches_nothing(rule: &Rule<'_>) -> bool {
    canonical_words(&rule.pattern()).is_empty()
}

impl Effect {
    /// Returns the effect of a rule that has one effect in one class and another in the next.
    fn or(self, other: Effect) -> Effect {
        let together = |one: Vec<usize>, other: Vec<usize>| {
            let lines: BTreeSet<usize> = one.into_iter().chain(other).collect();
            lines.into_iter().collect()
        };
        match (self, other) {
            (Effect::Needed, _) | (_, Effect::Needed) => Effect::Needed,
            (Effect::MatchesNothing, _) => Effect::MatchesNothing,
            (Effect::Dead(one), Effect::Dead(other)) => Effect::Dead(together(one, other)),
            (
                Effect::Dead(one) | Effect::Redundant(one),
                Effect::Dead(other) | Effect::Redundant(other),
            ) => Effect::Redundant(together(one, other)),
            (one, Effect::MatchesNothing) => one,
        }
    }
}
