//! Rules that decide no URL, and the lines that decide in their place.
//!
//! A rule decides some path if and only if it decides the canonical word of one of its forms. If it
//! decides a path, no higher-ranked rule matches that path, so none covers the form that matches
//! the path, so none matches the word of that form. One verdict for each form is therefore enough.

use gatepost::UrlPath;

use crate::example::readable;
use crate::form::Form;
use crate::outcome::{DecidedPath, NotDecided};
use crate::rule_list::RuleList;

/// The answer to whether a rule ever decides a path, returned by [`decided_by`].
///
/// A `match` needs no wildcard: a proof ends in one of these three ways.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a proof ends in one of three ways")]
pub enum Decides {
    /// The rule decides this path, and perhaps others.
    Path(DecidedPath),
    /// The rule decides no path; these lines, as few as possible, decide everything that it
    /// matches.
    ///
    /// The list is empty if no path matches the rule, or only `/robots.txt` itself, which is always
    /// allowed.
    Never(Vec<usize>),
    /// It was not decided whether the rule decides a path.
    NotDecided(NotDecided),
}

/// A rule that could be removed, and the lines that decide in its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CoveredLine {
    /// The line of the rule.
    pub line: usize,
    /// The lines that decide what the rule matches, as few as possible; none if no rule is needed.
    pub by: Vec<usize>,
}

/// Finds a path that the rule on a line decides, or the lines that decide in its place.
///
/// A line without a rule decides no path.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt};
/// use gatepost_prove::{Decides, RuleList, decided_by};
///
/// let robots = RobotsTxt::parse(
///     "User-agent: *\nAllow: /shop*\nDisallow: /*/cart\nDisallow: /shop\n",
/// );
/// let rules = RuleList::of_group(&robots.group_for(&ProductToken::any()));
///
/// let Decides::Path(example) = decided_by(&rules, 3) else { panic!("it decides") };
/// assert_eq!((&*example.path, example.decision.is_allowed), ("//cart", false));
/// assert_eq!(decided_by(&rules, 4), Decides::Never(vec![2]));
/// ```
pub fn decided_by(rules: &RuleList<'_>, line: usize) -> Decides {
    let of_line = rules.entries().iter().filter(|entry| rules.line(entry) == line);
    let forms: Vec<&Form> = of_line.flat_map(|entry| &entry.key.forms).collect();
    let is_by_line = |word: &[u8]| rules.decision_on_word(word).line == Some(line);
    let decided: Vec<&Form> =
        forms.iter().copied().filter(|form| is_by_line(&form.word())).collect();
    if decided.is_empty() && !forms.is_empty() && !rules.has_fixed_ranks() {
        return Decides::NotDecided(NotDecided::RankDependsOnPath);
    }
    if decided.is_empty() {
        return Decides::Never(outranking(rules, &forms, line));
    }
    let example = decided.into_iter().find_map(|form| {
        let path = readable(form, rules.dialect(), |path| rules.decision(path).line == Some(line))?;
        let decision = rules.decision(&UrlPath::new(&path).ok()?);
        Some(DecidedPath { path, decision })
    });
    example.map_or(Decides::NotDecided(NotDecided::NoExample), Decides::Path)
}

/// Finds the rules that decide no URL at all, each with the lines that decide in its place.
///
/// Rules without a value are left out: in most dialects they have no effect by definition. A rule
/// that does decide may still make no difference: see [`redundant`](crate::redundant()). In
/// dialects in which the rank of a rule depends on the path, only rules that match no path are
/// found.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt};
/// use gatepost_prove::{RuleList, dead};
///
/// let robots = RobotsTxt::parse(
///     "User-agent: *\nDisallow: /page\nAllow: /page\nDisallow: *page\n",
/// );
/// let rules = RuleList::of_group(&robots.group_for(&ProductToken::any()));
/// let dead = dead(&rules);
/// assert_eq!(dead.len(), 1);
/// assert_eq!((dead[0].line, &*dead[0].by), (2, &[3][..]));
/// ```
#[must_use]
pub fn dead(rules: &RuleList<'_>) -> Vec<CoveredLine> {
    let mut is_alive = vec![false; rules.rules().len()];
    let mut of_rule = vec![Vec::new(); rules.rules().len()];
    for entry in rules.entries() {
        of_rule[entry.rule].extend(&entry.key.forms);
        for form in &entry.key.forms {
            let decider = rules.decision_on_word(&form.word()).line;
            is_alive[entry.rule] |= decider == Some(rules.line(entry));
        }
    }
    let of_rules = rules.rules().iter().zip(is_alive).zip(of_rule);
    let dead = of_rules.filter(|((rule, is_alive), forms)| {
        // If ranks depend on the path, only a rule that matches nothing is certainly dead.
        let is_decided = rules.has_fixed_ranks() || forms.is_empty();
        !is_alive && !rule.is_empty() && is_decided
    });
    dead.map(|((rule, _), forms)| CoveredLine {
        line: rule.line(),
        by: outranking(rules, &forms, rule.line()),
    })
    .collect()
}

/// Returns the fewest lines that outrank a line on all forms.
fn outranking(rules: &RuleList<'_>, forms: &[&Form], line: usize) -> Vec<usize> {
    let of_form = |form: &&Form| outranking_on(rules, &form.word(), line, |_| true);
    fewest(&forms.iter().map(of_form).collect::<Vec<_>>())
}

/// Returns the lines that outrank a line on a word, lines of the other verdict first: they explain
/// better why the line is dead than lines with the same verdict.
pub(crate) fn outranking_on(
    rules: &RuleList<'_>,
    word: &[u8],
    line: usize,
    is_present: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let covering: Vec<usize> =
        rules.covering(word).into_iter().filter(|at| is_present(*at)).collect();
    let Some(own) = covering.iter().copied().find(|at| rules.rules()[*at].line() == line) else {
        return Vec::new();
    };
    let allows = rules.decision_by([own].into_iter(), word).is_allowed;
    let others = covering.into_iter().filter(|at| *at != own);
    let outranking = others.filter_map(|at| {
        let answer = rules.decision_by([own, at].into_iter(), word);
        let decider = answer.line.filter(|decider| *decider != line)?;
        Some((answer.is_allowed == allows, decider))
    });
    let mut outranking: Vec<(bool, usize)> = outranking.collect();
    outranking.sort_unstable();
    outranking.into_iter().map(|(_, line)| line).collect()
}

/// Returns the fewest lines such that each word has at least one of its own among them.
///
/// Lines that come first in a list are preferred; an empty list needs no line. A rule has four
/// words at most, so trying all choices is quick.
pub(crate) fn fewest(of_words: &[Vec<usize>]) -> Vec<usize> {
    fn choose(of_words: &[Vec<usize>], most: usize, chosen: &mut Vec<usize>) -> bool {
        let is_open = |of_word: &&Vec<usize>| {
            !of_word.is_empty() && !of_word.iter().any(|line| chosen.contains(line))
        };
        let Some(open) = of_words.iter().find(is_open) else { return true };
        for line in open.iter().filter(|_| most > 0) {
            chosen.push(*line);
            if choose(of_words, most - 1, chosen) {
                return true;
            }
            chosen.pop();
        }
        false
    }
    let mut chosen = Vec::new();
    let _enough = (0..=of_words.len()).find(|most| choose(of_words, *most, &mut chosen));
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::fewest;

    #[test]
    fn one_line_for_all_words_is_the_fewest() {
        assert_eq!(fewest(&[vec![2, 3], vec![4, 3]]), [3]);
        assert_eq!(fewest(&[vec![3, 2], vec![4]]), [3, 4]);
        assert_eq!(fewest(&[vec![], vec![7, 1]]), [7]);
        assert!(fewest(&[]).is_empty());
    }
}
