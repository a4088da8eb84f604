//! What each rule of a file does for the crawlers that obey it: by proof, never by looks.
//!
//! A line can be in the rules of several classes of crawlers. It does nothing only if it does nothing
//! in each of them, and then the worst that can be said of it in all of them is said.

use std::collections::{BTreeSet, HashMap};

use gatepost::Rule;
use gatepost_prove::canonical_words;

use crate::class::pattern_key;
use crate::file::File;

/// What a rule does, at the most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Some URL would get another verdict without it, or it is not decided whether one would.
    Needed,
    /// No path matches it.
    MatchesNothing,
    /// It decides no URL: these lines decide all that it matches.
    Dead(Vec<usize>),
    /// It decides some URL, and no verdict would be another without it: these lines would say the
    /// same, or none where allowed is what no rule says.
    Redundant(Vec<usize>),
}

/// The standing of every line that has a rule with a value and a crawler that obeys it.
pub(crate) fn of_all(file: &File<'_>) -> HashMap<usize, Standing> {
    let mut standings: HashMap<usize, Standing> = HashMap::new();
    for class in file.classes() {
        let covered = |lines: &[gatepost_prove::CoveredLine]| -> HashMap<usize, Vec<usize>> {
            lines.iter().map(|covered| (covered.line, covered.by.clone())).collect()
        };
        let dead = covered(class.dead());
        let redundant = covered(&class.redundant().lines);
        for rule in class.written().iter().filter(|rule| !rule.is_empty()) {
            let line = rule.line();
            let here = match (dead.get(&line), redundant.get(&line)) {
                _ if class.repeated().contains_key(&line) => {
                    Standing::Dead(vec![class.repeated()[&line]])
                }
                (Some(_), _) if matches_nothing(rule) => Standing::MatchesNothing,
                (Some(by), _) => Standing::Dead(by.clone()),
                (None, Some(by)) => Standing::Redundant(by.clone()),
                (None, None) => Standing::Needed,
            };
            let standing = match standings.remove(&line) {
                Some(before) => before.or(here),
                None => here,
            };
            standings.insert(line, standing);
        }
    }
    standings
}

/// A rule with the same pattern that stands in the same groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Twin {
    pub(crate) line: usize,
    pub(crate) is_same_verdict: bool,
}

/// The twin of every line that has one and does nothing.
pub(crate) fn twins(file: &File<'_>) -> HashMap<usize, Twin> {
    let mut twins: HashMap<usize, Twin> = HashMap::new();
    for class in file.classes() {
        let does_nothing = |line: usize| file.standing(line) != Some(&Standing::Needed);
        for (&line, &first) in class.repeated().iter().filter(|(line, _)| does_nothing(**line)) {
            twins.insert(line, Twin { line: first, is_same_verdict: true });
        }
        let rules = || class.written().iter().filter(|rule| !rule.is_empty());
        let allows = rules().filter(|rule| rule.is_allow());
        let allows: HashMap<_, usize> =
            allows.rev().map(|rule| (pattern_key(rule, true), rule.line())).collect();
        for rule in rules().filter(|rule| !rule.is_allow() && does_nothing(rule.line())) {
            if let Some(&line) = allows.get(&pattern_key(rule, true)) {
                twins.entry(rule.line()).or_insert(Twin { line, is_same_verdict: false });
            }
        }
    }
    twins
}

/// Whether no path can match a rule.
pub(crate) fn matches_nothing(rule: &Rule<'_>) -> bool {
    canonical_words(&rule.pattern()).is_empty()
}

impl Standing {
    /// What is true in two classes.
    fn or(self, other: Standing) -> Standing {
        let together = |one: Vec<usize>, other: Vec<usize>| {
            let lines: BTreeSet<usize> = one.into_iter().chain(other).collect();
            lines.into_iter().collect()
        };
        match (self, other) {
            (Standing::Needed, _) | (_, Standing::Needed) => Standing::Needed,
            (Standing::MatchesNothing, _) => Standing::MatchesNothing,
            (Standing::Dead(one), Standing::Dead(other)) => Standing::Dead(together(one, other)),
            (
                Standing::Dead(one) | Standing::Redundant(one),
                Standing::Dead(other) | Standing::Redundant(other),
            ) => Standing::Redundant(together(one, other)),
            (one, Standing::MatchesNothing) => one,
        }
    }
}
