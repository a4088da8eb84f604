//! Which rules can go without changing the verdict about any URL.
//!
//! When a rule goes, a URL changes only if the rule decided it, and some rule of the other verdict
//! takes over, or no rule does. So only the words of the rule itself, and of its intersections with
//! rules of the other verdict, need asking: the theorem of `difference.rs`, where the second list is
//! the first without the rule. Most rules are needed on their own word, and cost no more than that.

use crate::cover::{CoveredLine, fewest, outranking_on};
use crate::example::occurs;
use crate::form::Form;
use crate::intersection::{Budget, intersection};
use crate::outcome::{NotDecided, UndecidedLine};
use crate::rule_list::RuleList;

/// Rules that can each go alone, made by [`redundant`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Redundant {
    /// The rules that can go: proved for each, but not for two at once.
    pub lines: Vec<CoveredLine>,
    /// Lines of which it is not decided, and why.
    pub not_decided: Vec<UndecidedLine>,
}

/// Rules that can all go, made by [`minimise`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Minimised {
    /// The lines that can go, in this order: each removal changes no answer, and that is proved.
    pub lines: Vec<usize>,
    /// Lines that stay because it is not decided, and why.
    pub not_decided: Vec<UndecidedLine>,
}

/// Finds the rules that can go alone: without it, each URL gets the same verdict.
///
/// Dead rules are among them. Rules without a value are not told. Where a rule does decide, the lines
/// that cover it are those that take over.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt};
/// use gatepost_prove::{RuleList, redundant};
///
/// // Line 5 says what line 2 says, but line 4 comes in between. Line 3 is needed by nobody.
/// let robots = RobotsTxt::parse(
///     "User-agent: *\nDisallow: /shop\nDisallow: /shop/a\nAllow: /*/cart\nDisallow: /shop/cart/\n",
/// );
/// let rules = RuleList::of_group(&robots.group_for(&ProductToken::any()));
/// let redundant = redundant(&rules);
/// assert_eq!(redundant.lines.len(), 1);
/// assert_eq!((redundant.lines[0].line, &*redundant.lines[0].by), (3, &[2][..]));
/// ```
pub fn redundant(rules: &RuleList<'_>) -> Redundant {
    let removal = Removal::new(rules);
    let mut budget = Budget::for_question();
    let mut redundant = Redundant::default();
    for (at, rule) in rules.rules().iter().enumerate().filter(|(_, rule)| !rule.is_empty()) {
        let line = rule.line();
        match removal.cover(at, &mut budget) {
            Ok(Some(by)) => redundant.lines.push(CoveredLine { line, by }),
            Ok(None) => {}
            Err(reason) => redundant.not_decided.push(UndecidedLine { line, reason }),
        }
    }
    redundant
}

/// Finds rules that can all go: without them, each URL gets the same verdict, and of those that stay,
/// none can go alone unless that was not decided.
///
/// Later lines go first. Rules without a value stay. Whoever takes lines out of a file has to mind that
/// rules end a list of `User-agent` lines: where a group loses its last one, an empty `Disallow:` has
/// to stand in its place.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt};
/// use gatepost_prove::{RuleList, minimise};
///
/// // Line 2 is outranked by line 3; and without it, line 3 allows what is allowed anyway.
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /page\nAllow: /page\nDisallow: /x\n");
/// let rules = RuleList::of_group(&robots.group_for(&ProductToken::any()));
/// assert_eq!(minimise(&rules).lines, [2, 3]);
/// ```
pub fn minimise(rules: &RuleList<'_>) -> Minimised {
    let mut removal = Removal::new(rules);
    let mut budget = Budget::for_question();
    loop {
        let mut minimised = Minimised::default();
        let before = removal.gone.len();
        for (at, rule) in rules.rules().iter().enumerate().rev() {
            if removal.is_gone[at] || rule.is_empty() {
                continue;
            }
            match removal.cover(at, &mut budget) {
                Ok(Some(_)) => removal.remove(at),
                Ok(None) => {}
                Err(reason) => {
                    let line = rule.line();
                    minimised.not_decided.push(UndecidedLine { line, reason });
                }
            }
        }
        // One that was needed may be needed no longer, now that others are gone.
        if removal.gone.len() == before {
            minimised.lines = removal.gone;
            return minimised;
        }
    }
}

/// A list of which some rules are gone.
struct Removal<'l, 'r> {
    rules: &'l RuleList<'r>,
    /// The forms of each rule, with what it says.
    of_rule: Vec<(Vec<&'l Form>, bool)>,
    is_gone: Vec<bool>,
    /// The lines of those gone, in the order of their going.
    gone: Vec<usize>,
}

impl<'l, 'r> Removal<'l, 'r> {
    fn new(rules: &'l RuleList<'r>) -> Removal<'l, 'r> {
        let mut of_rule = vec![(Vec::new(), true); rules.rules().len()];
        for entry in rules.entries() {
            let (forms, allows) = &mut of_rule[entry.rule];
            forms.extend(&entry.key.forms);
            *allows = entry.key.allows;
        }
        Removal { rules, of_rule, is_gone: vec![false; rules.rules().len()], gone: Vec::new() }
    }

    fn remove(&mut self, at: usize) {
        self.is_gone[at] = true;
        self.gone.push(self.rules.rules()[at].line());
    }

    /// The lines that cover a rule, if it can go.
    fn cover(&self, at: usize, budget: &mut Budget) -> Result<Option<Vec<usize>>, NotDecided> {
        let (forms, allows) = &self.of_rule[at];
        let mut of_words = Vec::with_capacity(forms.len());
        for form in forms {
            match self.takes_over(at, &form.word(), budget)? {
                Some(lines) => of_words.push(lines),
                None => return Ok(None),
            }
        }
        for form in forms {
            for (entry, other) in self.rules.overlapping(form) {
                if entry.key.allows == *allows || self.is_gone[entry.rule] {
                    continue;
                }
                let in_both = intersection(form, other, budget)?;
                for form in in_both.iter().filter(|form| occurs(form, self.rules.dialect())) {
                    if self.takes_over(at, &form.word(), budget)?.is_none() {
                        return Ok(None);
                    }
                }
            }
        }
        if !forms.is_empty() {
            self.rules.fixed_ranks()?;
        }
        Ok(Some(fewest(&of_words)))
    }

    /// The lines of which any decides a word in place of a rule, with the same verdict if the rule
    /// decides it. None where without the rule the word gets the other verdict.
    fn takes_over(
        &self,
        at: usize,
        word: &[u8],
        budget: &mut Budget,
    ) -> Result<Option<Vec<usize>>, NotDecided> {
        budget.spend(self.rules.cost(word))?;
        let line = self.rules.rules()[at].line();
        let covering = self.rules.covering(word).into_iter().filter(|rule| !self.is_gone[*rule]);
        let covering: Vec<usize> = covering.collect();
        let with = self.rules.decision_by(covering.iter().copied(), word);
        if with.line != Some(line) {
            return Ok(Some(outranking_on(self.rules, word, line, |rule| !self.is_gone[rule])));
        }
        let others = covering.into_iter().filter(|rule| *rule != at);
        let without = self.rules.decision_by(others, word);
        Ok((with.is_allowed == without.is_allowed).then(|| without.line.into_iter().collect()))
    }
}
