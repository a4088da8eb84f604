//! Coverage: the rules that decide some path of a set, such as the pattern of an expectation.
//!
//! A rule decides some path of a set if and only if it decides the canonical word of some form in
//! the intersection of the two. If the rule decides a path of the set, a form of the intersection
//! matches that path; no rule that outranks it matches the path, so none covers the form, so none
//! matches the word. So this takes one intersection and a few verdicts for each rule, and no URL is
//! needed.

use std::collections::BTreeSet;

use crate::example::occurs;
use crate::form::{Form, pairs};
use crate::intersection::{Budget, intersection};
use crate::outcome::{NotDecided, UndecidedLine};
use crate::path_set::PathSet;
use crate::rule_list::RuleList;

/// The rules that decide some path of a set, made by [`coverage`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Coverage {
    /// The lines of the rules that decide some path of the set, in ascending order.
    pub lines: Vec<usize>,
    /// Lines for which it was not decided whether they decide a path of the set, and why.
    pub not_decided: Vec<UndecidedLine>,
}

/// Finds the rules that decide some path of a set.
///
/// A test suite that expects something of every path in some sets covers a rule only if the rule
/// decides a path in one of them: every other rule could be removed without breaking an
/// expectation.
///
/// # Example
///
/// ```
/// use gatepost::{Dialect, ProductToken, RobotsTxt};
/// use gatepost_prove::{PathSet, RuleList, coverage};
///
/// let robots = RobotsTxt::parse(
///     "User-agent: *\nDisallow: /shop\nAllow: /*.css$\nDisallow: /tmp\n",
/// );
/// let rules = RuleList::of_group(&robots.group_for(&ProductToken::any()));
/// let covered = coverage(&rules, &PathSet::new("/shop/", Dialect::RFC9309));
/// // `/*.css$` is longer than `/shop`, and so decides `/shop/.css`.
/// assert_eq!(covered.lines, [2, 3]);
/// ```
#[must_use]
pub fn coverage(rules: &RuleList<'_>, paths: &PathSet) -> Coverage {
    let mut budget = Budget::for_question();
    let mut covered = BTreeSet::new();
    let mut not_decided = Vec::new();
    for entry in rules.entries() {
        let line = rules.line(entry);
        if rules.rules()[entry.rule].is_empty() || covered.contains(&line) {
            continue;
        }
        let is_covered = match paths.dialect() == rules.dialect() {
            true => decides_within(rules, line, paths, &entry.key.forms, &mut budget),
            false => Err(NotDecided::DialectsDiffer),
        };
        match is_covered {
            Ok(true) => drop(covered.insert(line)),
            Ok(false) => {}
            Err(reason) => not_decided.push(UndecidedLine { line, reason }),
        }
    }
    // A rule with two patterns may decide by the other one.
    not_decided.retain(|of_line: &UndecidedLine| !covered.contains(&of_line.line));
    not_decided.dedup_by_key(|of_line| of_line.line);
    Coverage { lines: covered.into_iter().collect(), not_decided }
}

/// Returns whether the rule of a line decides a path that is in a set and that one of the forms
/// matches.
fn decides_within(
    rules: &RuleList<'_>,
    line: usize,
    paths: &PathSet,
    forms: &[Form],
    budget: &mut Budget,
) -> Result<bool, NotDecided> {
    let mut meets = false;
    for (one, other) in pairs(paths.forms(), forms) {
        for form in intersection(one, other, budget)? {
            meets = true;
            let word = form.word();
            budget.spend(rules.cost(&word))?;
            if occurs(&form, rules.dialect()) && rules.decision_on_word(&word).line == Some(line) {
                return Ok(true);
            }
        }
    }
    if meets { rules.fixed_ranks().map(|()| false) } else { Ok(false) }
}

#[cfg(test)]
mod tests {
    use gatepost::{Dialect, Precedence, ProductToken, RobotsTxt};

    use super::*;

    #[track_caller]
    fn check(rules: &str, pattern: &str, dialect: Dialect, expected: &[usize]) {
        let file = format!("User-agent: *\n{rules}");
        let robots = RobotsTxt::parse_as(&file, dialect);
        let rules = RuleList::of_group(&robots.group_for(&ProductToken::any()));
        let covered = coverage(&rules, &PathSet::new(pattern, dialect));
        assert_eq!((&*covered.lines, &*covered.not_decided), (expected, &[][..]), "{pattern}");
    }

    #[test]
    fn only_deciding_rules_are_covered() {
        let rules = "Disallow: /a\nAllow: /a/b\nDisallow: /*b\n";
        check(rules, "/", Dialect::RFC9309, &[2, 3, 4]);
        check(rules, "/a/b", Dialect::RFC9309, &[3]);
        check(rules, "/a/c$", Dialect::RFC9309, &[2]);
        check(rules, "no-slash", Dialect::RFC9309, &[]);
    }

    #[test]
    fn an_index_page_covers_its_folder() {
        check("Disallow: /a\nAllow: /a/index.html\n", "/a/$", Dialect::GOOGLE, &[3]);
        check("Disallow: /a\nAllow: /a/index.html\n", "/a/$", Dialect::RFC9309, &[2]);
    }

    #[test]
    fn where_ranks_depend_on_the_path_it_may_not_be_decided() {
        let dialects = Dialect::ALL.iter().copied();
        let longest_match = |dialect: &Dialect| dialect.precedence == Precedence::LongestMatch;
        for dialect in dialects.filter(longest_match) {
            let file = "User-agent: *\nDisallow: /*a\nAllow: /*ab\n";
            let robots = RobotsTxt::parse_as(file, dialect);
            let rules = RuleList::of_group(&robots.group_for(&ProductToken::any()));
            let covered = coverage(&rules, &PathSet::new("/ab$", dialect));
            assert_eq!(covered.lines, [3], "{dialect}");
            assert_eq!(
                covered.not_decided,
                [UndecidedLine { line: 2, reason: NotDecided::RankDependsOnPath }],
                "{dialect}"
            );
        }
    }
}
