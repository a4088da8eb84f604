//! Redundant rules, which can be removed without changing the verdict about any URL.
//!
//! Without a rule, a URL changes only if the rule decided it and then a rule of the other verdict
//! decides, or no rule does. So only the words of the rule itself and of its intersections with
//! rules of the other verdict need asking: this is the theorem of `difference.rs`, where the second
//! list is the first without the rule. Most rules are needed for their own word, and cost no more
//! than that.

use crate::dead::{CoveredLine, fewest, outranking_on};
use crate::example::occurs;
use crate::form::Form;
use crate::intersection::{Budget, intersection};
use crate::outcome::{NotDecided, UndecidedLine};
use crate::rule_list::RuleList;

/// Rules of which each can be removed on its own, found by [`redundant`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Redundant {
    /// The rules that can be removed: proved for each alone, not for two together.
    pub lines: Vec<CoveredLine>,
    /// Lines for which this was not decided, and why.
    pub not_decided: Vec<UndecidedLine>,
}

/// Rules that can be removed together, found by [`minimise`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Minimised {
    /// The lines that can be removed, in this order: each removal is proved to change no verdict.
    pub lines: Vec<usize>,
    /// Lines that stay because it was not decided whether they can be removed, and why.
    pub not_decided: Vec<UndecidedLine>,
}

/// Finds the rules of which each can be removed on its own without changing the verdict about any
/// URL.
///
/// Dead rules are among them; rules without a value are left out. If a redundant rule does decide
/// paths, the lines in `by` are those that decide these paths without it.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt};
/// use gatepost_prove::{RuleList, redundant};
///
/// // Line 5 repeats line 2, but overrides line 4. Line 3 has no effect.
/// let robots = RobotsTxt::parse(
///     "User-agent: *\nDisallow: /shop\nDisallow: /shop/a\nAllow: /*/cart\n\
///      Disallow: /shop/cart/\n",
/// );
/// let rules = RuleList::of_group(&robots.group_for(&ProductToken::any()));
/// let redundant = redundant(&rules);
/// assert_eq!(redundant.lines.len(), 1);
/// assert_eq!((redundant.lines[0].line, &*redundant.lines[0].by), (3, &[2][..]));
/// ```
#[must_use]
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

/// Finds rules that can be removed together without changing the verdict about any URL.
///
/// No remaining rule can be removed on its own, unless that was not decided. Later lines are
/// removed first, and rules without a value stay. To remove lines from a file, use
/// [`minimise_file`](crate::minimise_file()): only rules end a list of `User-agent` lines, so a
/// group must not lose its last rule.
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
#[must_use]
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
        // A rule that was needed may be redundant now that others are gone.
        if removal.gone.len() == before {
            minimised.lines = removal.gone;
            return minimised;
        }
    }
}

/// A list of rules during removal.
struct Removal<'l, 'r> {
    rules: &'l RuleList<'r>,
    /// The forms of each rule, and whether it allows.
    of_rule: Vec<(Vec<&'l Form>, bool)>,
    is_gone: Vec<bool>,
    /// The lines of the removed rules, in the order of removal.
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

    /// Returns the lines that decide in place of a rule, if the rule can be removed.
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

    /// Returns the lines of which any decides a word in place of a rule.
    ///
    /// Returns `None` if the rule decides the word and, without the rule, the word gets the other
    /// verdict.
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
