//! What an edit does to verdicts: for every crawler, in every dialect, by proof.
//!
//! The file before and the file after are read in each dialect. Crawlers whose rules are the same,
//! line for line, get the same verdicts; for all others, their rules before and after are proved to
//! say the same about every URL, or there is one on which they do not.
//!
//! # Edits of a few rules
//!
//! Most fixes change the value of one rule, or take out lines of which the group has others. Then nothing
//! else is read otherwise, and only paths that these rules match, before or after, can get another
//! verdict. Rules that match none of them say nothing about any, so that they can be left out on both
//! sides. That makes such a proof cost what the rules meet, and not what the file holds.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::ops::Range;

use gatepost::{Dialect, Precedence, RobotsTxt, Rule};
use gatepost_prove::{Answer, Outcome, RuleList, distinct_crawlers, equivalent};

use crate::alike::{self, Alike};
use crate::class::{Class, GroupKey};
use crate::file::{File, Reading};
use crate::fix::{self, Edit};
use crate::heads;

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
    if !file.steps().spend_in_any_case(1) {
        return Safety::NotProved;
    }
    let mut after = None;
    let mut is_proved = true;
    let mut proved = HashSet::new();
    for reading in file.readings() {
        let safety = match edited_rules(file, reading, edits) {
            Some(rules) => of_rules(file, reading, &rules, &mut proved),
            // All of the file is read again, which a long one pays for even without rules.
            None if !file.steps().spend_in_any_case(16 * file.lines().len()) => {
                return Safety::NotProved;
            }
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
    let distinct = distinct_crawlers(&[reading.robots, &after]);
    if distinct.not_decided.is_some() {
        return Safety::NotProved;
    }
    for crawler in distinct.crawlers {
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
        let Some(class) = reading.class_of(&crawler) else { return Safety::NotProved };
        match compare(class.rules(), &RuleList::of_group(&of_after), crawler.as_str()) {
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

/// A rule that an edit changes or takes away.
struct EditedRule<'f> {
    before: Rule<'f>,
    /// A file of which the only rule is the one that it becomes.
    after: Option<Vec<u8>>,
}

/// The rules that edits change, where it is certain that nothing else is read otherwise.
fn edited_rules<'f>(
    file: &File<'f>,
    reading: &Reading<'f>,
    edits: &[Edit],
) -> Option<Vec<EditedRule<'f>>> {
    let longer: usize = edits.iter().map(|edit| edit.text.len()).sum();
    let limit = reading.robots.dialect().read_limit.octets();
    // A byte order mark alone is a file without lines.
    let has_lines = !file.lines().is_empty();
    if !has_lines || reading.robots.unread() > 0 || file.octets().len() + longer > limit {
        return None;
    }
    let rules: Vec<_> =
        edits.iter().map(|edit| edited_rule(file, reading, edit)).collect::<Option<_>>()?;
    let mut lines: Vec<usize> = rules.iter().map(|rule| rule.before.line()).collect();
    lines.dedup();
    // Beside each run of lines that go stays a rule, so that no group begins or ends otherwise.
    let goes: HashSet<usize> =
        rules.iter().filter(|r| r.after.is_none()).map(|r| r.before.line()).collect();
    let stays = |line: usize| {
        !goes.contains(&line) && reading.rules().binary_search_by_key(&line, Rule::line).is_ok()
    };
    let has_neighbour = |run: &[usize]| stays(run[0] - 1) || stays(run[run.len() - 1] + 1);
    let mut sorted: Vec<usize> = goes.iter().copied().collect();
    sorted.sort_unstable();
    let is_certain = lines.len() == rules.len()
        && sorted.chunk_by(|line, next| line + 1 == *next).all(has_neighbour);
    is_certain.then_some(rules)
}

/// The rule that an edit changes, where its line holds nothing else.
fn edited_rule<'f>(file: &File<'f>, reading: &Reading<'f>, edit: &Edit) -> Option<EditedRule<'f>> {
    let dialect = reading.robots.dialect();
    let line = file.whole_line(file.line_number(edit.span.start));
    let at = reading.rules().partition_point(|rule| rule.value_span().start < line.start);
    let rule = *reading.rules().get(at)?;
    let is_only_rule = |octets: &[u8]| {
        let alone = RobotsTxt::parse_as(octets, dialect);
        let rules = alone.groups().flat_map(|group| group.rules());
        (rules.count(), alone.lines().count()) == (1, 2)
    };
    // A first line may begin with a byte order mark.
    let is_first = line.start == 0 || rule.line() == 1;
    if is_first
        || !within(&rule.value_span(), &line)
        || !is_only_rule(&alone(&file.octets()[line.clone()]))
    {
        return None;
    }
    if edit.span == line && edit.text.is_empty() {
        return Some(EditedRule { before: rule, after: None });
    }
    if !within(&edit.span, &rule.value_span()) || edit.text.iter().any(u8::is_ascii_control) {
        return None;
    }
    let [start, end] = [edit.span.start, edit.span.end].map(|offset| offset - line.start);
    let text = &file.octets()[line];
    let after = alone(&[&text[..start], &edit.text, &text[end..]].concat());
    is_only_rule(&after).then_some(EditedRule { before: rule, after: Some(after) })
}

fn within(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// A file that has one line in a group for everyone.
fn alone(line: &[u8]) -> Vec<u8> {
    [b"User-agent: *\n", line].concat()
}

/// What edits do to the verdicts of one dialect. What is proved in another one, and with it in this one,
/// is not proved again.
fn of_rules(
    file: &File<'_>,
    reading: &Reading<'_>,
    edited: &[EditedRule<'_>],
    proved: &mut HashSet<Alike>,
) -> Safety {
    let dialect = reading.robots.dialect();
    let alone: Vec<Option<RobotsTxt<'_>>> = edited
        .iter()
        .map(|rule| Some(RobotsTxt::parse_as(rule.after.as_ref()?, dialect)))
        .collect();
    let changed: Vec<(Rule<'_>, Option<Rule<'_>>)> =
        edited.iter().zip(&alone).map(|(rule, alone)| (rule.before, after(rule, alone))).collect();
    let mut is_proved = reading.has_all_classes();
    for class in reading.classes() {
        if !changed.iter().any(|(before, _)| class.has_line(before.line())) {
            continue;
        }
        let [before, after] = concerned(class, &changed);
        // What is too long a proof leaves the steps to others, but was looked at all the same.
        if !file.steps().spend_in_any_case(before.len().div_ceil(8)) {
            return Safety::NotProved;
        }
        let alike = alike::of_rules(&before, &after, dialect);
        if alike.as_ref().is_some_and(|alike| proved.contains(alike)) {
            continue;
        }
        if !may_be_compared(file, &before, dialect) {
            return Safety::NotProved;
        }
        let lists = [before, after].map(|rules| RuleList::new(rules, dialect));
        match compare(&lists[0], &lists[1], class.crawlers()[0].as_str()) {
            Safety::KeepsEveryAnswer => proved.extend(alike),
            Safety::NotProved => is_proved = false,
            changes => return changes,
        }
    }
    if is_proved { Safety::KeepsEveryAnswer } else { Safety::NotProved }
}

/// Takes what a proof about some rules costs from what is left.
fn may_be_compared(file: &File<'_>, rules: &[Rule<'_>], dialect: &Dialect) -> bool {
    let count = rules.len();
    let stars = rules.iter().filter(|rule| rule.value().contains(&b'*')).count();
    // Where the path says which of two rules outranks the other, all pairs are looked at.
    if dialect.precedence == Precedence::LongestMatch && stars > 0 {
        return file.refuting_steps().spend(count + count * count * stars / 32);
    }
    file.steps().spend(count + count * stars / 32)
}

/// What a rule becomes, at its line.
fn after<'r>(edited: &EditedRule<'_>, alone: &'r Option<RobotsTxt<'_>>) -> Option<Rule<'r>> {
    let rule = alone.as_ref()?.groups().next()?.rules().next()?;
    Some(rule.at_line(edited.before.line()))
}

/// The rules of a class before and after, without those that have no path in common with any that is
/// changed.
fn concerned<'f: 'r, 'r>(
    class: &Class<'f>,
    changed: &[(Rule<'r>, Option<Rule<'r>>)],
) -> [Vec<Rule<'r>>; 2] {
    let of_class = changed.iter().filter(|(before, _)| class.has_line(before.line()));
    let of_class: BTreeMap<usize, Option<Rule<'r>>> =
        of_class.map(|(before, after)| (before.line(), *after)).collect();
    let both = changed.iter().filter(|(before, _)| of_class.contains_key(&before.line()));
    let both = both.flat_map(|(before, after)| [Some(*before), *after]).flatten();
    let heads: Vec<_> = both.map(|rule| heads::head(&rule)).collect();
    let mut before = class.heads().meeting(heads, |rule| of_class.contains_key(&rule.line()));
    before.extend(changed.iter().map(|(before, _)| *before).filter(|r| class.has_line(r.line())));
    before.sort_by_key(Rule::line);
    let after = before.iter().filter_map(|rule| match of_class.get(&rule.line()) {
        Some(after) => *after,
        None => Some(*rule),
    });
    let after = after.collect();
    [before, after]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    /// Proofs that look at a few rules come to what proofs of the whole file come to.
    #[test]
    fn a_few_rules_are_enough() {
        const LINES: &[&str] = &[
            "Disallow: /a\n",
            "Allow: /a*\n",
            "Disallow: /a*b\n",
            "Allow: /*b$\n",
            "Disallow:\n",
            "Allow: /a/index.html\n",
            "User-agent: a\n",
            "User-agent: *\n",
            "Sitemap: /a\n",
        ];
        let config = Config::default();
        let mut local = 0;
        for choice in (0..LINES.len().pow(4)).step_by(3) {
            let lines = (0..4).map(|at| LINES[choice / LINES.len().pow(at) % LINES.len()]);
            let octets: String =
                ["User-agent: a\nUser-agent: b\n"].into_iter().chain(lines).collect();
            let octets = octets.as_bytes();
            let robots: Vec<RobotsTxt<'_>> =
                Dialect::ALL.iter().map(|dialect| RobotsTxt::parse_as(octets, dialect)).collect();
            let file = File::new(octets, &robots, &config);
            let values = file.robots().groups().flat_map(|group| group.rules());
            let values: Vec<_> = values.map(|rule| rule.value_span()).collect();
            let mut fixes: Vec<Vec<Edit>> =
                values.iter().map(|value| vec![Edit::new(value.clone(), "/ab")]).collect();
            fixes.extend((3..=6).map(|line| vec![Edit::new(file.whole_line(line), "")]));
            fixes.extend((3..=5).map(|line| {
                vec![Edit::new(file.whole_line(line), ""), Edit::new(file.whole_line(line + 1), "")]
            }));
            for edits in fixes {
                let after = fix::apply(octets, &edits);
                let mut proved = HashSet::new();
                for reading in file.readings() {
                    let Some(rules) = edited_rules(&file, reading, &edits) else { continue };
                    local += 1;
                    let few = of_rules(&file, reading, &rules, &mut proved);
                    let whole = of_whole_file(reading, &after);
                    let kind = std::mem::discriminant::<Safety>;
                    assert_eq!(kind(&few), kind(&whole), "{} {edits:?}", octets.escape_ascii());
                }
            }
        }
        assert!(local > 5_000, "only {local} were looked at");
    }
}
