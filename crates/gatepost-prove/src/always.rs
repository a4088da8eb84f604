//! Proofs that all paths of a set get one verdict.
//!
//! Suppose that some path of a pattern gets the other verdict. Then either a rule of that verdict
//! decides it, and a form of the intersection of pattern and rule matches the path and gets the
//! other verdict on its canonical word; or no rule matches, and the pattern's own word is allowed.
//! So it is enough to ask about the words of the pattern and of its intersections with rules of the
//! other verdict. The proof is that of `difference.rs`, with a second list of one rule.

use gatepost::{DecidedBy, UrlPath};

use crate::example::{FAILURES, occurs, readable};
use crate::form::{Form, pairs};
use crate::intersection::{Budget, intersection};
use crate::outcome::{DecidedPath, NotDecided, ProofOutcome};
use crate::path_set::PathSet;
use crate::rule_list::RuleList;

/// Proves that all paths of a set are allowed, or that all are disallowed, or finds an exception.
///
/// In dialects that always allow `/robots.txt` itself, that path is not an exception, since no rule
/// decides it: a file with `Disallow: /` disallows all of `/`. Only if the set has no other path is
/// `/robots.txt` treated like any path.
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
#[must_use]
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
    /// Some paths match rules of both verdicts, and which rule decides depends on the path.
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
    // A path that no rule matches is allowed.
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
    // If no path matches a rule of the other verdict, the ranks of the rules do not matter.
    Ok(match search {
        Search::None if meets_other => Search::RankDepends,
        search => search,
    })
}
