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

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Range;

use gatepost::{Dialect, Precedence, RobotsTxt, Rule};
use gatepost_prove::{Answer, Outcome, RuleList, equivalent};

use crate::alike::{self, Kind, is_read_alike};
use crate::class::{Class, GroupKey};
use crate::file::{File, Reading};
use crate::fix::{self, Edit};
use crate::heads::{self, Heads};
use crate::named;

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
    pub dialect: Dialect,
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
    let mut proofs = Proofs::default();
    let mut known: HashMap<usize, Option<Edited<'_>>> = HashMap::new();
    let are_plain = edits.iter().all(|edit| is_plain_edit(file, edit));
    for (at, reading) in file.readings().iter().enumerate() {
        let model = if are_plain { file.model(at) } else { at };
        let edited = (is_read_whole(file, reading, edits))
            .then(|| known.entry(model).or_insert_with(|| Edited::new(file, model, edits)).as_ref())
            .flatten();
        let safety = match edited {
            Some(edited) => of_rules(file, at, edited, &mut proofs),
            // All of the file is read again, which a long one pays for even without rules.
            None if !file.steps().spend_in_any_case(16 * file.lines().len()) => {
                return Safety::NotProved;
            }
            None => {
                let after = after.get_or_insert_with(|| fix::apply(file.as_bytes(), edits));
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
    let distinct = named::distinct(&[reading.robots, &after]);
    if distinct.not_decided.is_some() {
        return Safety::NotProved;
    }
    for crawler in distinct.crawlers {
        let names = std::slice::from_ref(&crawler);
        let [of_before, of_after] =
            [&indexes[0], &indexes[1]].map(|index| index.group_for_any_of(names));
        // Who falls back to whose group is not known here, so a name that comes or goes may count.
        is_proved &= of_before.selected_by() == of_after.selected_by();
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

/// What edits change, where it is certain that nothing else is read otherwise. It is the same for all
/// readings that are written alike, if the edits are plain.
struct Edited<'f> {
    /// In the order of the file.
    rules: Vec<EditedRule<'f>>,
    /// The classes that have any of them, and what it concerns there, once that was asked.
    classes: Vec<(usize, OnceCell<Concerned>)>,
}

/// A rule that an edit changes or takes away.
struct EditedRule<'f> {
    before: Rule<'f>,
    /// A file of which the only rule is the one that it becomes.
    after: Option<Vec<u8>>,
}

/// The rules of a class that are to be compared, before and after.
struct Concerned {
    /// Their places in the class.
    before: Vec<usize>,
    kind: Kind,
    /// The same for all that say the same before and after.
    number: usize,
}

/// What was proved about edits.
#[derive(Default)]
struct Proofs {
    /// What was compared, numbered.
    numbers: HashMap<[Vec<Said>; 2], usize>,
    proved: HashSet<(usize, Precedence)>,
}

/// What a rule says.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Said {
    line: usize,
    allows: bool,
    value: Vec<u8>,
}

impl<'f> Edited<'f> {
    fn new(file: &File<'f>, model: usize, edits: &[Edit]) -> Option<Edited<'f>> {
        let reading = &file.readings()[model];
        let rules = edited_rules(file, reading, edits)?;
        let has_any = |class: &Class<'_>| rules.iter().any(|r| class.has_line(r.before.line()));
        let classes = reading.classes().iter().enumerate().filter(|(_, class)| has_any(class));
        let classes = classes.map(|(at, _)| (at, OnceCell::new())).collect();
        Some(Edited { rules, classes })
    }

    /// For each rule that becomes another, a file of which that is the only one.
    fn alone(&self, dialect: Dialect) -> Vec<Option<RobotsTxt<'_>>> {
        let rules = self.rules.iter();
        rules.map(|rule| Some(RobotsTxt::parse_as(rule.after.as_ref()?, dialect))).collect()
    }

    /// What the rule of a line becomes, if it is one of those: none where it goes.
    fn after<'r>(
        &self,
        alone: &'r [Option<RobotsTxt<'_>>],
        line: usize,
    ) -> Option<Option<Rule<'r>>> {
        let at = self.rules.binary_search_by_key(&line, |rule| rule.before.line()).ok()?;
        let rule = || alone[at].as_ref()?.groups().next()?.rules().next();
        Some(rule().map(|rule| rule.at_line(line)))
    }

    /// The rules of a class that have paths in common with any that is changed, before or after; and those.
    fn concerned<'r, 'c: 'r>(
        &self,
        class: &Class<'c>,
        heads: &Heads<'_>,
        after: impl Fn(usize) -> Option<Option<Rule<'r>>>,
    ) -> Vec<usize> {
        let changed = self.rules.iter().filter_map(|rule| class.place_of(rule.before.line()));
        let changed: Vec<usize> = changed.collect();
        let both = changed.iter().map(|place| -> Rule<'r> { class.written()[*place] });
        let both = both.flat_map(|rule| [Some(rule), after(rule.line()).flatten()]).flatten();
        let both = both.map(|rule| heads::head(&rule)).collect();
        let mut concerned = heads.meeting(both, |place| changed.binary_search(&place).is_ok());
        concerned.extend(changed);
        concerned.sort_unstable();
        concerned
    }
}

/// Whether the dialect of a reading reads all of the file, before and after.
fn is_read_whole(file: &File<'_>, reading: &Reading<'_>, edits: &[Edit]) -> bool {
    let longer: usize = edits.iter().map(|edit| edit.text.len()).sum();
    let limit = reading.robots.dialect().read_limit.bytes();
    reading.robots.unread() == 0 && file.as_bytes().len() + longer <= limit
}

/// Whether all dialects read the line of an edit alike, before and after: so that where they have the same
/// rules before, the edit concerns the same ones.
fn is_plain_edit(file: &File<'_>, edit: &Edit) -> bool {
    if file.lines().is_empty() {
        return false;
    }
    let line = file.whole_line(file.line_number(edit.span.start));
    let goes = edit.span == line && edit.text.is_empty();
    let becomes_plain = || {
        let after = within(&edit.span, &line).then(|| edited_line(file, &line, edit));
        let rule = after.as_deref().and_then(alike::plain_line);
        rule.is_some_and(|(allows, value)| is_read_alike(allows, value))
    };
    alike::plain_line(&file.as_bytes()[line.clone()]).is_some() && (goes || becomes_plain())
}

/// A line as it is after an edit within it.
fn edited_line(file: &File<'_>, line: &Range<usize>, edit: &Edit) -> Vec<u8> {
    let bytes = file.as_bytes();
    [&bytes[line.start..edit.span.start], &edit.text, &bytes[edit.span.end..line.end]].concat()
}

/// The rules that edits change, where it is certain that nothing else is read otherwise.
fn edited_rules<'f>(
    file: &File<'f>,
    reading: &Reading<'f>,
    edits: &[Edit],
) -> Option<Vec<EditedRule<'f>>> {
    // A byte order mark alone is a file without lines.
    if file.lines().is_empty() {
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
    let is_only_rule = |line: &[u8]| {
        let is_so = || {
            let alone = alone(line);
            let alone = RobotsTxt::parse_as(&alone, dialect);
            let rules = alone.groups().flat_map(|group| group.rules());
            (rules.count(), alone.lines().count()) == (1, 2)
        };
        alike::plain_line(line).is_some() || is_so()
    };
    // A first line may begin with a byte order mark.
    let is_first = line.start == 0 || rule.line() == 1;
    if is_first
        || !within(&rule.value_span(), &line)
        || !is_only_rule(&file.as_bytes()[line.clone()])
    {
        return None;
    }
    if edit.span == line && edit.text.is_empty() {
        return Some(EditedRule { before: rule, after: None });
    }
    if !within(&edit.span, &rule.value_span()) || edit.text.iter().any(u8::is_ascii_control) {
        return None;
    }
    let after = edited_line(file, &line, edit);
    is_only_rule(&after).then(|| EditedRule { before: rule, after: Some(alone(&after)) })
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
fn of_rules(file: &File<'_>, at: usize, edited: &Edited<'_>, proofs: &mut Proofs) -> Safety {
    let reading = &file.readings()[at];
    let dialect = reading.robots.dialect();
    let alone = OnceCell::new();
    let mut is_proved = reading.has_all_classes();
    for (place, concerned) in &edited.classes {
        let class = &reading.classes()[*place];
        let after = |line| {
            let alone = alone.get_or_init(|| edited.alone(dialect));
            edited.after(alone, line)
        };
        let concerned = concerned.get_or_init(|| {
            let before = edited.concerned(class, file.heads(at, *place), after);
            let lists = lists(class, &before, after);
            Concerned {
                before,
                kind: Kind::of(lists.iter().flatten()),
                number: proofs.number(&lists),
            }
        });
        // What is too long a proof leaves the steps to others, but was looked at all the same.
        if !file.steps().spend_in_any_case(concerned.before.len().div_ceil(8)) {
            return Safety::NotProved;
        }
        let alike = concerned.kind.precedence(dialect).map(|decides| (concerned.number, decides));
        if alike.is_some_and(|alike| proofs.proved.contains(&alike)) {
            continue;
        }
        let [before, after] = lists(class, &concerned.before, after);
        if !may_be_compared(file, &before, dialect) {
            return Safety::NotProved;
        }
        let lists = [before, after].map(|rules| RuleList::new(rules, dialect));
        match compare(&lists[0], &lists[1], class.crawlers()[0].as_str()) {
            Safety::KeepsEveryAnswer => proofs.proved.extend(alike),
            Safety::NotProved => is_proved = false,
            changes => return changes,
        }
    }
    if is_proved { Safety::KeepsEveryAnswer } else { Safety::NotProved }
}

/// Some rules of a class, before and after.
fn lists<'r, 'f: 'r>(
    class: &Class<'f>,
    before: &[usize],
    after: impl Fn(usize) -> Option<Option<Rule<'r>>>,
) -> [Vec<Rule<'r>>; 2] {
    let before: Vec<Rule<'r>> = before.iter().map(|place| class.written()[*place]).collect();
    let after = before.iter().filter_map(|rule| after(rule.line()).unwrap_or(Some(*rule)));
    let after = after.collect();
    [before, after]
}

/// Takes what a proof about some rules costs from what is left.
fn may_be_compared(file: &File<'_>, rules: &[Rule<'_>], dialect: Dialect) -> bool {
    let count = rules.len();
    let stars = rules.iter().filter(|rule| rule.value().contains(&b'*')).count();
    // Where the path says which of two rules outranks the other, all pairs are looked at.
    if dialect.precedence == Precedence::LongestMatch && stars > 0 {
        return file.refuting_steps().spend(count + count * count * stars / 32);
    }
    file.steps().spend(count + count * stars / 32)
}

impl Proofs {
    /// The number of what is compared.
    fn number(&mut self, lists: &[Vec<Rule<'_>>; 2]) -> usize {
        let said = |rule: &Rule<'_>| Said {
            line: rule.line(),
            allows: rule.is_allow(),
            value: rule.value().to_vec(),
        };
        let next = self.numbers.len();
        let lists = lists.each_ref().map(|rules| rules.iter().map(said).collect());
        *self.numbers.entry(lists).or_insert(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    /// What is said of an edit, and in which dialect an answer changes.
    fn kind(safety: &Safety) -> (std::mem::Discriminant<Safety>, Option<&'static str>) {
        let dialect = match safety {
            Safety::ChangesAnswers(change) => Some(change.dialect.name),
            _ => None,
        };
        (std::mem::discriminant(safety), dialect)
    }

    /// Proofs that look at a few rules come to what proofs of the whole file come to, in each dialect and in
    /// all together.
    #[test]
    fn a_few_rules_are_enough() {
        const LINES: &[&str] = &[
            "Disallow: /a\n",
            "Allow: /a*\n",
            "Disallow: /a*b\n",
            "Allow: /*b$\n",
            "Disallow:\n",
            "Allow: /a/index.html\n",
            "Allow: /a$\n",
            "Disallow: //\n",
            "Disallow: /a\0\n",
            "Disallow: /a # b\n",
            "User-agent: a\n",
            "User-agent: *\n",
            "Sitemap: /a\n",
        ];
        let config = Config::default();
        let mut local = 0;
        for choice in (0..LINES.len().pow(4)).step_by(11) {
            let lines = (0..4).map(|at| LINES[choice / LINES.len().pow(at) % LINES.len()]);
            let bytes: String =
                ["User-agent: a\nUser-agent: b\n"].into_iter().chain(lines).collect();
            let bytes = bytes.as_bytes();
            let robots: Vec<RobotsTxt<'_>> = Dialect::ALL
                .iter()
                .copied()
                .map(|dialect| RobotsTxt::parse_as(bytes, dialect))
                .collect();
            let file = File::new(bytes, &robots, &config);
            let values = file.robots().groups().flat_map(|group| group.rules());
            let values: Vec<_> = values.map(|rule| rule.value_span()).collect();
            let mut fixes: Vec<Vec<Edit>> =
                values.iter().map(|value| vec![Edit::new(value.clone(), "/ab")]).collect();
            let becomes = ["/a*", "/a$", "//", "/a#b", ""][choice % 5];
            fixes.extend(values.iter().map(|value| vec![Edit::new(value.clone(), becomes)]));
            fixes.extend((3..=6).map(|line| vec![Edit::new(file.whole_line(line), "")]));
            fixes.extend((3..=5).map(|line| {
                vec![Edit::new(file.whole_line(line), ""), Edit::new(file.whole_line(line + 1), "")]
            }));
            for edits in fixes {
                let after = fix::apply(bytes, &edits);
                let mut proofs = Proofs::default();
                let mut all = Safety::KeepsEveryAnswer;
                for (at, reading) in file.readings().iter().enumerate() {
                    let mut safety = of_whole_file(reading, &after);
                    let edited = is_read_whole(&file, reading, &edits)
                        .then(|| Edited::new(&file, at, &edits))
                        .flatten();
                    if let Some(edited) = edited {
                        local += 1;
                        let few = of_rules(&file, at, &edited, &mut proofs);
                        // Stars on which the ranks of other rules depend are left out.
                        let is_fixed =
                            reading.robots.dialect().precedence != Precedence::LongestMatch;
                        if is_fixed || safety != Safety::NotProved {
                            let file = bytes.escape_ascii();
                            assert_eq!(kind(&few), kind(&safety), "{file} {edits:?}");
                        }
                        safety = few;
                    }
                    all = match (all, safety) {
                        (changes @ Safety::ChangesAnswers(_), _) => changes,
                        (all, Safety::KeepsEveryAnswer) => all,
                        (_, other) => other,
                    };
                }
                // What readings share of each other is not more than they have in common.
                let shared = of_edits(&file, &edits);
                assert_eq!(kind(&shared), kind(&all), "{} {edits:?}", bytes.escape_ascii());
            }
        }
        assert!(local > 5_000, "only {local} were looked at");
    }
}
