//! What an edit does to verdicts: for every crawler, in every dialect, by proof.
//!
//! The file before and the file after are read in each dialect. Crawlers whose rules are the same,
//! line for line, get the same verdicts; for all others, their rules before and after are proved to
//! say the same about every URL, or there is one on which they do not.
//!
//! # Edits of one rule
//!
//! Most fixes change the value of one rule, or take its line out of several. Then nothing else is read
//! otherwise, and only paths that the rule matches, before or after, can get another verdict. Rules
//! that match none of them say nothing about any, so that they can be left out on both sides. That makes
//! such a proof cost what the rule meets, and not what the file holds.

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

use gatepost::{Dialect, RobotsTxt, Rule};
use gatepost_prove::{Answer, Outcome, RuleList, distinct_crawlers, equivalent};

use crate::class::{Class, GroupKey};
use crate::file::{File, Reading};
use crate::fix::{self, Edit};

/// What a fix does to verdicts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Safety {
    /// No URL gets another verdict, for any crawler, in any dialect: proved.
    KeepsEveryAnswer,
    /// Some URL gets another verdict: this one does.
    ChangesAnswers(Box<AnswerChange>),
    /// Neither could be shown in the steps that a file is given.
    NotProved,
}

/// A URL whose verdict a fix changes. The ordinary matcher was asked for both.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnswerChange {
    /// The dialect that sees the change: the first in [`Dialect::ALL`].
    pub dialect: &'static Dialect,
    /// A crawler that does; `*` stands for those that no group names.
    pub crawler: String,
    /// Path and query.
    pub path: String,
    /// The verdict before.
    pub before: Answer,
    /// The verdict after, with lines as they are then.
    pub after: Answer,
}

impl fmt::Display for AnswerChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answer = if self.after.is_allowed { "allowed" } else { "disallowed" };
        write!(f, "`{}` becomes {answer}", self.path)?;
        if self.crawler != "*" {
            write!(f, " for {}", self.crawler)?;
        }
        if self.dialect != Dialect::ALL[0] {
            write!(f, " in the {} dialect", self.dialect)?;
        }
        Ok(())
    }
}

/// Proves that a file says the same with some edits, or finds a URL that changes.
pub(crate) fn of_edits(file: &File<'_>, edits: &[Edit]) -> Safety {
    let edited = |reading| match edits {
        [edit] => EditedRule::new(file, reading, edit),
        _ => None,
    };
    let mut after = None;
    let mut is_proved = true;
    for reading in file.readings() {
        let safety = match edited(reading) {
            Some(rule) => of_rule(file, reading, &rule),
            // All of the file is read again, which a long one pays for even without rules.
            None if !file.spend(16 * file.lines().len()) => return Safety::NotProved,
            None => {
                let after = after.get_or_insert_with(|| fix::apply(file.octets(), edits));
                of_whole_file(reading, after)
            }
        };
        match safety {
            Safety::KeepsEveryAnswer => {}
            Safety::NotProved => is_proved = false,
            changes => return changes,
        }
    }
    if is_proved { Safety::KeepsEveryAnswer } else { Safety::NotProved }
}

fn of_whole_file(reading: &Reading<'_>, after: &[u8]) -> Safety {
    let dialect = reading.robots.dialect();
    let after = RobotsTxt::parse_as(after, dialect);
    let indexes = [reading.robots.group_index(), after.group_index()];
    let mut known = HashSet::new();
    let mut is_proved = true;
    for crawler in distinct_crawlers(&[reading.robots, &after]) {
        let names = std::slice::from_ref(&crawler);
        let [of_before, of_after] =
            [&indexes[0], &indexes[1]].map(|index| index.group_for_any_of(names));
        // Who falls back to whose group is not known here, so a name that comes or goes may count.
        is_proved &= of_before.chosen_by() == of_after.chosen_by();
        if !known.insert([GroupKey::of(&of_before), GroupKey::of(&of_after)])
            || is_same(of_before.rules(), of_after.rules())
        {
            continue;
        }
        let before = reading.class_of(&crawler).rules();
        match compare(before, &RuleList::of_group(&of_after), crawler.as_str()) {
            Safety::KeepsEveryAnswer => {}
            Safety::NotProved => is_proved = false,
            changes => return changes,
        }
    }
    if is_proved { Safety::KeepsEveryAnswer } else { Safety::NotProved }
}

/// Whether two lists of rules are the same, but for their lines.
fn is_same<'r>(
    before: impl Iterator<Item = Rule<'r>>,
    after: impl Iterator<Item = Rule<'r>>,
) -> bool {
    let said = |rule: Rule<'r>| (rule.is_allow(), rule.value());
    before.map(said).eq(after.map(said))
}

fn compare(before: &RuleList<'_>, after: &RuleList<'_>, crawler: &str) -> Safety {
    match equivalent(before, after) {
        Outcome::Proved => Safety::KeepsEveryAnswer,
        Outcome::NotDecided(_) => Safety::NotProved,
        Outcome::Refuted(found) => Safety::ChangesAnswers(Box::new(AnswerChange {
            dialect: before.dialect(),
            crawler: crawler.to_owned(),
            path: found.path,
            before: found.before,
            after: found.after,
        })),
    }
}

/// An edit that changes one rule, or takes it away, and nothing else in a dialect.
struct EditedRule {
    /// Which of the reading's rules.
    at: usize,
    /// A file in which the line of the same number, and no other, has the rule as it is afterwards.
    after: Option<Vec<u8>>,
}

impl EditedRule {
    /// Takes an edit for one, where that is certain.
    fn new(file: &File<'_>, reading: &Reading<'_>, edit: &Edit) -> Option<EditedRule> {
        let dialect = reading.robots.dialect();
        let longer = file.octets().len() + edit.text.len();
        if reading.robots.unread() > 0 || longer > dialect.read_limit.octets() {
            return None;
        }
        let line = file.whole_line(file.line_number(edit.span.start));
        let at = reading.rules().partition_point(|rule| rule.value_span().start < line.start);
        let rule = reading.rules().get(at)?;
        let is_only_rule = |octets: &[u8]| {
            let alone = RobotsTxt::parse_as(octets, dialect);
            let rules = alone.groups().flat_map(|group| group.rules());
            (rules.count(), alone.lines().count()) == (1, rule.line())
        };
        let before = on_its_line(rule.line(), &file.octets()[line.clone()])?;
        if !within(&rule.value_span(), &line) || !is_only_rule(&before) {
            return None;
        }
        if edit.span == line && edit.text.is_empty() {
            // The line beside it is a rule too, so that no group begins or ends otherwise.
            let rules = reading.rules();
            let beside = |other: Option<&Rule<'_>>, by: usize| {
                other.is_some_and(|other| other.line() + by == rule.line() + 1)
            };
            let has_neighbour =
                beside(at.checked_sub(1).map(|at| &rules[at]), 2) || beside(rules.get(at + 1), 0);
            return has_neighbour.then_some(EditedRule { at, after: None });
        }
        if !within(&edit.span, &rule.value_span()) || edit.text.iter().any(u8::is_ascii_control) {
            return None;
        }
        let [start, end] = [edit.span.start, edit.span.end].map(|offset| offset - line.start);
        let text = &file.octets()[line];
        let after = on_its_line(rule.line(), &[&text[..start], &edit.text, &text[end..]].concat())?;
        is_only_rule(&after).then_some(EditedRule { at, after: Some(after) })
    }
}

fn within(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// A file that has one line in a group for everyone, at a number that cannot be the first.
fn on_its_line(number: usize, line: &[u8]) -> Option<Vec<u8>> {
    let mut octets = vec![b'\n'; number.checked_sub(2)?];
    octets.extend_from_slice(b"User-agent: *\n");
    octets.extend_from_slice(line);
    Some(octets)
}

fn of_rule(file: &File<'_>, reading: &Reading<'_>, edited: &EditedRule) -> Safety {
    let before = reading.rules()[edited.at];
    let dialect = reading.robots.dialect();
    let alone = edited.after.as_ref().map(|after| RobotsTxt::parse_as(after, dialect));
    let after = alone.as_ref().and_then(|alone| alone.groups().next()?.rules().next());
    let mut is_proved = true;
    for class in reading.classes().iter().filter(|class| class.has_line(before.line())) {
        let [rules_before, rules_after] = concerned(class, before, after);
        if !file.spend(class.rule_count() / 32 + rules_before.len()) {
            return Safety::NotProved;
        }
        let lists = [rules_before, rules_after].map(|rules| RuleList::new(rules, dialect));
        match compare(&lists[0], &lists[1], class.crawlers()[0].as_str()) {
            Safety::KeepsEveryAnswer => {}
            Safety::NotProved => is_proved = false,
            changes => return changes,
        }
    }
    if is_proved { Safety::KeepsEveryAnswer } else { Safety::NotProved }
}

/// The rules of a class before and after, without those that have no path in common with the one that
/// is changed.
fn concerned<'f: 'r, 'r>(
    class: &Class<'f>,
    before: Rule<'r>,
    after: Option<Rule<'r>>,
) -> [Vec<Rule<'r>>; 2] {
    let heads: Vec<Vec<u8>> =
        [Some(before), after].into_iter().flatten().map(|r| head(&r)).collect();
    let may_meet =
        |head: &[u8]| heads.iter().any(|other| head.starts_with(other) || other.starts_with(head));
    let mut rules = [Vec::new(), Vec::new()];
    for (head, rule) in class.heads() {
        if rule.line() == before.line() {
            rules[0].push(before);
            rules[1].extend(after);
        } else if may_meet(head) {
            rules[0].push(*rule);
            rules[1].push(*rule);
        }
    }
    rules
}

/// Octets with which every path begins that a rule matches: up to its first star, and no further than
/// its last slash, since some dialects read an index page as its folder.
pub(crate) fn head(rule: &Rule<'_>) -> Vec<u8> {
    let pattern = rule.pattern();
    let octets = pattern.octets();
    let literal = octets.iter().position(|octet| *octet == b'*').unwrap_or(octets.len());
    let head = &octets[..literal];
    let slash = head.iter().rposition(|octet| *octet == b'/').map_or(0, |slash| slash + 1);
    let is_index = head[slash..].starts_with(b"index.htm") && rule.is_allow();
    head[..if is_index { slash } else { literal }].to_vec()
}
