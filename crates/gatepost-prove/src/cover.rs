//! Which rules decide no URL, and the lines that keep them from it.
//!
//! A rule decides some path if and only if it decides the canonical word of one of its forms: if it
//! decides a path, no rule that outranks it matches that path, so none covers the form that does, so
//! none matches the word. So this takes one verdict a form, and is always decided.

use gatepost::UrlPath;

use crate::example::readable;
use crate::form::Form;
use crate::outcome::{DecidedPath, NotDecided};
use crate::rule_list::RuleList;

/// Whether a rule ever decides, made by [`decided_by`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decides {
    /// It decides this path, and perhaps others.
    Path(DecidedPath),
    /// It decides no path at all: these lines decide instead, as few of them as can be. There are none
    /// where no path matches the rule, or only `/robots.txt` itself, which is always allowed.
    Never(Vec<usize>),
    /// It would decide a path if its pattern left any text free, but no URL was found.
    NotDecided(NotDecided),
}

/// A rule that could go, and the lines that do its work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CoveredLine {
    /// The line of the rule.
    pub line: usize,
    /// The lines that decide what it matches, as few of them as can be; none where no rule is needed.
    pub by: Vec<usize>,
}

/// Finds a path that the rule of a line decides, or the lines that keep it from deciding any.
///
/// A line that has no rule decides none.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt};
/// use gatepost_prove::{Decides, RuleList, decided_by};
///
/// let robots = RobotsTxt::parse("User-agent: *\nAllow: /shop*\nDisallow: /*/cart\nDisallow: /shop\n");
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

/// Finds all rules that decide no URL at all, each with the lines that keep it from deciding.
///
/// Rules without a value are not told: they are no rules, or else say what is so without them. A rule
/// that does decide may still change no answer: see [`redundant`](crate::redundant()). Where it depends
/// on the path which of two rules decides, only those are told that match nothing.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt};
/// use gatepost_prove::{RuleList, dead};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /page\nAllow: /page\nDisallow: *page\n");
/// let rules = RuleList::of_group(&robots.group_for(&ProductToken::any()));
/// let dead = dead(&rules);
/// assert_eq!(dead.len(), 1);
/// assert_eq!((dead[0].line, &*dead[0].by), (2, &[3][..]));
/// ```
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
        // Where ranks depend on the path, only what matches nothing is dead for certain.
        let is_decided = rules.has_fixed_ranks() || forms.is_empty();
        !is_alive && !rule.is_empty() && is_decided
    });
    dead.map(|((rule, _), forms)| CoveredLine {
        line: rule.line(),
        by: outranking(rules, &forms, rule.line()),
    })
    .collect()
}

/// The fewest lines that outrank a line on all the forms.
fn outranking(rules: &RuleList<'_>, forms: &[&Form], line: usize) -> Vec<usize> {
    let of_form = |form: &&Form| outranking_on(rules, &form.word(), line, |_| true);
    fewest(&forms.iter().map(of_form).collect::<Vec<_>>())
}

/// The lines that outrank a line on a word, those of the other verdict in front: they say more about
/// why it is dead than a rule that says the same.
pub(crate) fn outranking_on(
    rules: &RuleList<'_>,
    word: &[u8],
    line: usize,
    counts: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let covering: Vec<usize> = rules.covering(word).into_iter().filter(|at| counts(*at)).collect();
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

/// The fewest lines of which each word has one. Of as many, those that stand in front are preferred;
/// words that no line decides need none. There are four words at most, so trying is quick.
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
