//! Whether all paths of a pattern get one verdict.
//!
//! If a path of the pattern gets the other verdict, from a rule or since none matches, some form of
//! the intersection of the two matches it, and the word of that form gets it as well: the proof is
//! that of `difference.rs`, with a second list that has one rule.

use gatepost::{DecidedBy, UrlPath};

use crate::example::{FAILURES, occurs, readable};
use crate::form::{Form, pairs};
use crate::intersection::{Budget, intersection};
use crate::outcome::{DecidedPath, NotDecided, ProofOutcome};
use crate::path_set::PathSet;
use crate::rule_list::RuleList;

/// Proves that all paths of a set are allowed, or that all are disallowed, or finds one that is not.
///
/// Where a dialect always allows `/robots.txt` itself, that path is left aside: no rule decides it, so
/// `/` can be *disallowed* as far as rules reach. It counts where it is the only one asked about.
///
/// # Example
///
/// ```
/// use gatepost::{Dialect, ProductToken, RobotsTxt};
/// use gatepost_prove::{PathSet, RuleList, always};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /private\nAllow: /*.css$\n");
/// let rules = RuleList::of_group(&robots.group_for(&ProductToken::any()));
/// let paths = |pattern| PathSet::new(pattern, Dialect::RFC9309);
///
/// assert!(always(&rules, &paths("/private/"), false).is_proved());
/// let outcome = always(&rules, &paths("/p"), false);
/// let found = outcome.counterexample().unwrap();
/// assert_eq!((&*found.path, found.decision.line), ("/p", None));
/// ```
pub fn always(rules: &RuleList<'_>, paths: &PathSet, allowed: bool) -> ProofOutcome<DecidedPath> {
    if rules.dialect() != paths.dialect() {
        return ProofOutcome::NotDecided(NotDecided::DialectsDiffer);
    }
    match find_other(rules, paths.forms(), allowed) {
        Ok(Search::Found(example)) => ProofOutcome::Refuted(example),
        Ok(Search::None) => ProofOutcome::Proved,
        Ok(Search::RankDepends) => ProofOutcome::NotDecided(NotDecided::RankDependsOnPath),
        Ok(Search::NoExample) => ProofOutcome::NotDecided(NotDecided::NoExample),
        Err(why) => ProofOutcome::NotDecided(why),
    }
}

enum Search {
    Found(DecidedPath),
    NoExample,
    /// There are paths that match rules of either verdict, and which decides is not the same for all.
    RankDepends,
    None,
}

fn find_other(rules: &RuleList<'_>, forms: &[Form], allowed: bool) -> Result<Search, NotDecided> {
    let mut budget = Budget::for_question();
    let robots_txt = Form::new(b"/robots.txt", true);
    let is_only_robots_txt = forms.iter().all(|form| *form == robots_txt);
    let differs = |path: &UrlPath<'_>| {
        let verdict = rules.verdict(path);
        let is_exempt = matches!(verdict.decided_by(), DecidedBy::RobotsTxtItself);
        verdict.is_allowed() != allowed && (!is_exempt || is_only_robots_txt)
    };
    let mut search = Search::None;
    let mut failures = 0;
    let mut ask = |form: &Form, budget: &mut Budget| -> Result<Option<DecidedPath>, NotDecided> {
        let word = form.word();
        budget.spend(rules.cost(&word))?;
        if !differs(&UrlPath::as_compared(&word)) || !occurs(form, rules.dialect()) {
            return Ok(None);
        }
        let example = readable(form, rules.dialect(), differs).and_then(|path| {
            let decision = rules.decision(&UrlPath::new(&path).ok()?);
            Some(DecidedPath { path, decision })
        });
        if example.is_none() {
            search = Search::NoExample;
            failures += 1;
            if failures == FAILURES {
                return Err(NotDecided::NoExample);
            }
        }
        Ok(example)
    };
    // Where no rule matches, all is allowed.
    for form in forms.iter().filter(|_| !allowed) {
        if let Some(example) = ask(form, &mut budget)? {
            return Ok(Search::Found(example));
        }
    }
    let mut meets_other = false;
    let others = rules.entries().iter().filter(|entry| entry.key.allows != allowed);
    for entry in others {
        for (one, other) in pairs(forms, &entry.key.forms) {
            let in_both = intersection(one, other, &mut budget)?;
            if !in_both.is_empty() && !rules.has_fixed_ranks() {
                meets_other = true;
            }
            for form in in_both {
                if let Some(example) = ask(&form, &mut budget)? {
                    return Ok(Search::Found(example));
                }
            }
        }
    }
    // Where no path matches a rule of the other verdict, it does not matter which decides.
    Ok(match search {
        Search::None if meets_other => Search::RankDepends,
        search => search,
    })
}
