//! The effect of edits of single rules on verdicts, found from the rules that overlap with the
//! edited rules.
//!
//! Only paths that an edited rule matches, before or after, can get another verdict. Any other rule
//! matters only if it can match one of them, which needs overlapping literal prefixes
//! (`rules_by_prefix.rs`). The prover compares those few rules, once per class of crawlers that
//! obeys an edited rule.
//!
//! Equivalent dialects have the same classes, prefixes and edited rules, so that the few rules are
//! looked for once; and dialects whose few rules decide alike share the proof.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use gatepost::{Dialect, Precedence, RobotsTxt, Rule};
use gatepost_prove::RuleList;

use super::compare;
use super::rule_edit::{EditedRule, edited_rules};
use crate::class::Class;
use crate::file::File;
use crate::fix::Edit;
use crate::pattern_traits::PatternTraits;
use crate::rules_by_prefix::{RulesByPrefix, literal_prefix};
use crate::safety::Safety;

/// The classes of crawlers that edits of single rules affect.
pub(super) struct AffectedClasses<'f> {
    /// The edited rules, in the order of the file.
    edited: Vec<EditedRule<'f>>,
    /// Each class that obeys an edited rule, with its affected rules once somebody asked for them.
    classes: Vec<(usize, OnceCell<AffectedRules>)>,
}

/// The rules of a class that can match a path whose verdict changes.
struct AffectedRules {
    /// The places of the affected rules in the class.
    places: Vec<usize>,
    /// The traits of the affected rules, before and after together.
    traits: PatternTraits,
    /// A number that all comparisons of the same rules before and after share.
    comparison: usize,
}

/// The comparisons that were made for one fix.
#[derive(Default)]
pub(super) struct Proofs {
    numbers: HashMap<[Vec<RuleContent>; 2], usize>,
    /// The comparisons that proved the verdicts the same, with the precedence that they hold for.
    proved: HashSet<(usize, Precedence)>,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct RuleContent {
    line: usize,
    allows: bool,
    value: Vec<u8>,
}

impl<'f> AffectedClasses<'f> {
    /// Finds the classes that obey an edited rule; `None` if more than single rules might change.
    pub(super) fn new(file: &File<'f>, model: usize, edits: &[Edit]) -> Option<Self> {
        let reading = &file.readings()[model];
        let edited = edited_rules(file, reading, edits)?;
        let has_any = |class: &Class<'_>| edited.iter().any(|r| class.has_line(r.before.line()));
        let classes = reading.classes().iter().enumerate().filter(|(_, class)| has_any(class));
        let classes = classes.map(|(at, _)| (at, OnceCell::new())).collect();
        Some(AffectedClasses { edited, classes })
    }

    /// Returns, for each edited rule that stays, a file of which it is the only rule.
    fn parsed(&self, dialect: Dialect) -> Vec<Option<RobotsTxt<'_>>> {
        let edited = self.edited.iter();
        edited.map(|rule| Some(RobotsTxt::parse_as(rule.after.as_ref()?, dialect))).collect()
    }

    /// Returns the rule on a line after the edits, if it is edited: `Some(None)` if it is removed.
    fn after<'r>(
        &self,
        parsed: &'r [Option<RobotsTxt<'_>>],
        line: usize,
    ) -> Option<Option<Rule<'r>>> {
        let at = self.edited.binary_search_by_key(&line, |rule| rule.before.line()).ok()?;
        let rule = || parsed[at].as_ref()?.groups().next()?.rules().next();
        Some(rule().map(|rule| rule.at_line(line)))
    }

    /// Returns the places in a class of the edited rules, and of all rules that overlap with them
    /// before or after.
    fn affected_places<'r, 'c: 'r>(
        &self,
        class: &Class<'c>,
        by_prefix: &RulesByPrefix<'_>,
        after: impl Fn(usize) -> Option<Option<Rule<'r>>>,
    ) -> Vec<usize> {
        let edited = self.edited.iter().filter_map(|rule| class.place_of(rule.before.line()));
        let edited: Vec<usize> = edited.collect();
        let before = edited.iter().map(|place| -> Rule<'r> { class.written()[*place] });
        let both = before.flat_map(|rule| [Some(rule), after(rule.line()).flatten()]).flatten();
        let both = both.map(|rule| literal_prefix(&rule)).collect();
        let mut affected =
            by_prefix.overlapping(both, |place| edited.binary_search(&place).is_ok());
        affected.extend(edited);
        affected.sort_unstable();
        affected
    }
}

/// Finds the effect of edits on the verdicts of one dialect.
pub(super) fn grade(
    file: &File<'_>,
    at: usize,
    affected: &AffectedClasses<'_>,
    proofs: &mut Proofs,
) -> Safety {
    let reading = &file.readings()[at];
    let dialect = reading.robots.dialect();
    let parsed = OnceCell::new();
    let mut is_proved = reading.has_all_classes();
    for (class_at, rules) in &affected.classes {
        let class = &reading.classes()[*class_at];
        let after = |line| {
            let parsed = parsed.get_or_init(|| affected.parsed(dialect));
            affected.after(parsed, line)
        };
        let rules = rules.get_or_init(|| {
            let by_prefix = file.rules_by_prefix(at, *class_at);
            let places = affected.affected_places(class, by_prefix, after);
            let both = before_and_after(class, &places, after);
            AffectedRules {
                places,
                traits: PatternTraits::of(both.iter().flatten()),
                comparison: proofs.number(&both),
            }
        });
        // A proof that costs too much leaves its steps to others, but finding its rules costs too.
        if !file.proving.spend_in_any_case(rules.places.len().div_ceil(8)) {
            return Safety::NotProved;
        }
        let key = rules.traits.precedence(dialect).map(|decides| (rules.comparison, decides));
        if key.is_some_and(|key| proofs.proved.contains(&key)) {
            continue;
        }
        let [before, after] = before_and_after(class, &rules.places, after);
        if !is_affordable(file, &before, dialect) {
            return Safety::NotProved;
        }
        let [before, after] = [before, after].map(|rules| RuleList::new(rules, dialect));
        match compare(&before, &after, class.crawlers()[0].as_str()) {
            Safety::KeepsEveryAnswer => proofs.proved.extend(key),
            Safety::NotProved => is_proved = false,
            changes @ Safety::ChangesAnswers(_) => return changes,
        }
    }
    Safety::of_proof(is_proved)
}

/// Returns some rules of a class, before and after the edits.
fn before_and_after<'r, 'f: 'r>(
    class: &Class<'f>,
    places: &[usize],
    after: impl Fn(usize) -> Option<Option<Rule<'r>>>,
) -> [Vec<Rule<'r>>; 2] {
    let before: Vec<Rule<'r>> = places.iter().map(|place| class.written()[*place]).collect();
    let edited = before.iter().filter_map(|rule| after(rule.line()).unwrap_or(Some(*rule)));
    let edited = edited.collect();
    [before, edited]
}

/// Spends the cost of a proof about some rules, if the budget allows it.
fn is_affordable(file: &File<'_>, rules: &[Rule<'_>], dialect: Dialect) -> bool {
    let count = rules.len();
    let stars = rules.iter().filter(|rule| rule.value().contains(&b'*')).count();
    // Where the path decides which of two rules outranks the other, all pairs are compared.
    if dialect.precedence == Precedence::LongestMatch && stars > 0 {
        return file.refuting.spend(count + count * count * stars / 32);
    }
    file.proving.spend(count + count * stars / 32)
}

impl Proofs {
    /// Returns the number of a comparison.
    fn number(&mut self, both: &[Vec<Rule<'_>>; 2]) -> usize {
        let content = |rule: &Rule<'_>| RuleContent {
            line: rule.line(),
            allows: rule.is_allow(),
            value: rule.value().to_vec(),
        };
        let next = self.numbers.len();
        let both = both.each_ref().map(|rules| rules.iter().map(content).collect());
        *self.numbers.entry(both).or_insert(next)
    }
}
