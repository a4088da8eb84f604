//! A file as rules see it: read once, and everything that takes work shared.
//!
//! The file is parsed once in each dialect. Its crawlers are put in classes that obey the same groups;
//! what is proved about a class is proved when it is first asked for, and kept. So a rule costs what
//! it looks at, and no rule parses anything.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;
use std::ops::Range;

use gatepost::{Dialect, Line, LineContent, ProductToken, Record, RobotsTxt, Rule};

use crate::alike::is_written_alike;
use crate::class::{self, Class, Classes};
use crate::config::Config;
use crate::finding::Example;
use crate::heads::Heads;
use crate::standing::{self, Standing, Twin};

/// How many steps the proofs of all fixes of one file may take; a rule in one proof is about one, and so
/// are 32 pairs of a rule and one with a star.
const STEPS: usize = 1 << 19;

/// The same for what only refutes: where the path says which of two rules outranks the other, nothing is
/// proved, so that this takes nothing from the proofs.
const REFUTING_STEPS: usize = 1 << 16;

/// A file, read in every dialect, with all that rules ask about it.
#[derive(Debug)]
pub struct File<'f> {
    bytes: &'f [u8],
    config: &'f Config,
    readings: Vec<Reading<'f>>,
    models: OnceCell<Vec<usize>>,
    lines: Vec<Line<'f>>,
    standings: OnceCell<HashMap<usize, Standing>>,
    twins: OnceCell<HashMap<usize, Twin>>,
    steps: Steps,
    refuting_steps: Steps,
}

/// How many steps are left.
#[derive(Debug)]
pub(crate) struct Steps(Cell<usize>);

impl Steps {
    /// Takes steps, if there are so many. If not, all are left to others.
    pub(crate) fn spend(&self, steps: usize) -> bool {
        let left = self.0.get().checked_sub(steps);
        self.0.set(left.unwrap_or(self.0.get()));
        left.is_some()
    }

    /// Takes steps for what is done in any case; the last time, all that is left.
    pub(crate) fn spend_in_any_case(&self, steps: usize) -> bool {
        let left = self.0.get().checked_sub(steps);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }
}

/// A file, read in one dialect.
#[derive(Debug)]
pub(crate) struct Reading<'f> {
    pub(crate) robots: &'f RobotsTxt<'f>,
    rules: OnceCell<Vec<Rule<'f>>>,
    classes: OnceCell<Classes<'f>>,
}

impl<'f> File<'f> {
    /// Takes a file that was parsed in every dialect of [`Dialect::ALL`], in their order.
    pub(crate) fn new(
        bytes: &'f [u8],
        robots: &'f [RobotsTxt<'f>],
        config: &'f Config,
    ) -> File<'f> {
        let readings = robots.iter().map(Reading::new);
        File {
            bytes,
            config,
            readings: readings.collect(),
            models: OnceCell::new(),
            lines: robots[0].lines().collect(),
            standings: OnceCell::new(),
            twins: OnceCell::new(),
            steps: Steps(Cell::new(STEPS)),
            refuting_steps: Steps(Cell::new(REFUTING_STEPS)),
        }
    }

    /// All of the file, also what is past the read limit.
    pub(crate) fn as_bytes(&self) -> &'f [u8] {
        self.bytes
    }

    pub(crate) fn config(&self) -> &'f Config {
        self.config
    }

    /// The file in the default dialect.
    pub(crate) fn robots(&self) -> &'f RobotsTxt<'f> {
        self.readings[0].robots
    }

    /// The file in every dialect, the default first.
    pub(crate) fn readings(&self) -> &[Reading<'f>] {
        &self.readings
    }

    /// The file in one dialect.
    pub(crate) fn read_as(&self, dialect: Dialect) -> &Reading<'f> {
        let reading = self.readings.iter().find(|reading| reading.robots.dialect() == dialect);
        reading.expect("read in every dialect")
    }

    /// The first reading that is written as this one is; itself, where none before it is.
    pub(crate) fn model(&self, reading: usize) -> usize {
        let models = self.models.get_or_init(|| {
            let all = &self.readings;
            let is_like = |one: &usize, other: usize| is_written_alike(&all[*one], &all[other]);
            (0..all.len()).map(|at| (0..at).find(|one| is_like(one, at)).unwrap_or(at)).collect()
        });
        models[reading]
    }

    /// The rules of a class of a reading by their heads, which readings that are written alike share.
    pub(crate) fn heads(&self, reading: usize, class: usize) -> &Heads<'f> {
        self.readings[self.model(reading)].classes()[class].heads()
    }

    /// Every line that was read.
    pub(crate) fn lines(&self) -> &[Line<'f>] {
        &self.lines
    }

    /// A line by its number, from 1.
    pub(crate) fn line(&self, number: usize) -> &Line<'f> {
        &self.lines[number - 1]
    }

    /// Where a line lies, with its line end.
    pub(crate) fn whole_line(&self, number: usize) -> Range<usize> {
        let next = self.lines.get(number).map(|line| line.span().start);
        self.line(number).span().start..next.unwrap_or(self.robots().as_bytes().len())
    }

    /// Whether it is UTF-16.
    pub(crate) fn is_utf_16(&self) -> bool {
        is_utf_16(self.bytes)
    }

    /// The line end that is most frequent: LF where there is none.
    pub(crate) fn line_end(&self) -> &'static str {
        let bytes = self.bytes;
        let count = |end: &[u8]| bytes.windows(end.len()).filter(|window| *window == end).count();
        let both = count(b"\r\n");
        let (line_feeds, returns) = (count(b"\n") - both, count(b"\r") - both);
        match both.max(line_feeds).max(returns) {
            most if most == line_feeds => "\n",
            most if most == both => "\r\n",
            _ => "\r",
        }
    }

    /// The number of the line in which a byte lies.
    pub(crate) fn line_number(&self, offset: usize) -> usize {
        self.lines.partition_point(|line| line.span().start <= offset).max(1)
    }

    /// All records.
    pub(crate) fn records(&self) -> impl Iterator<Item = Record<'f>> {
        self.lines.iter().filter_map(|line| match line.clone().content() {
            LineContent::Record(record) => Some(record),
            _ => None,
        })
    }

    /// The rules of all groups that have a value, in the order of the file.
    pub(crate) fn rules(&self) -> impl Iterator<Item = Rule<'f>> {
        let rules = self.robots().groups().flat_map(|group| group.rules());
        rules.filter(|rule| !rule.is_empty())
    }

    /// The rule of a line.
    pub(crate) fn rule_at(&self, line: usize) -> Option<&Rule<'f>> {
        let rules = self.readings[0].rules();
        let at = rules.binary_search_by_key(&line, Rule::line).ok()?;
        Some(&rules[at])
    }

    /// The text of a place.
    pub(crate) fn text(&self, span: Range<usize>) -> String {
        String::from_utf8_lossy(&self.bytes[span]).into_owned()
    }

    /// The crawlers in the default dialect, in classes that obey the same groups.
    pub(crate) fn classes(&self) -> &[Class<'f>] {
        self.readings[0].classes()
    }

    /// The first class that obeys the rule of a line.
    pub(crate) fn class_of_line(&self, line: usize) -> Option<&Class<'f>> {
        self.classes().iter().find(|class| class.has_line(line))
    }

    /// A path, and what the first crawlers that obey a rule are told about it.
    pub(crate) fn example(&self, rule: &Rule<'_>, path: &str) -> Option<Example> {
        self.class_of_line(rule.line())?.example(path)
    }

    /// The same, where the path is not treated as the rule says.
    pub(crate) fn missed(&self, rule: &Rule<'_>, path: &str) -> Option<Example> {
        self.example(rule, path).filter(|example| example.is_allowed != rule.is_allow())
    }

    /// The same, where this very rule decides.
    pub(crate) fn decided(&self, rule: &Rule<'_>, path: &str) -> Option<Example> {
        self.example(rule, path).filter(|example| example.line == Some(rule.line()))
    }

    /// What the rule of a line does for the crawlers that obey it: none where no crawler does, and
    /// for rules without a value.
    pub(crate) fn standing(&self, line: usize) -> Option<&Standing> {
        self.standings.get_or_init(|| standing::of_all(self)).get(&line)
    }

    /// The rule with the same pattern because of which the rule of a line does nothing.
    pub(crate) fn twin(&self, line: usize) -> Option<Twin> {
        self.twins.get_or_init(|| standing::twins(self)).get(&line).copied()
    }

    /// What the proofs of all fixes may take.
    pub(crate) fn steps(&self) -> &Steps {
        &self.steps
    }

    /// What may be taken where nothing is proved and some things are refuted.
    pub(crate) fn refuting_steps(&self) -> &Steps {
        &self.refuting_steps
    }
}

/// Whether a file is UTF-16: with its byte order mark, or with every other byte zero.
pub(crate) fn is_utf_16(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(64)];
    let zeros = |from: usize| start.iter().skip(from).step_by(2).filter(|o| **o == 0).count();
    let is_half_zero = start.len() >= 8 && zeros(0).max(zeros(1)) * 4 > start.len();
    start.starts_with(b"\xFF\xFE") || start.starts_with(b"\xFE\xFF") || is_half_zero
}

impl<'f> Reading<'f> {
    pub(crate) fn new(robots: &'f RobotsTxt<'f>) -> Reading<'f> {
        Reading { robots, rules: OnceCell::new(), classes: OnceCell::new() }
    }

    /// All rules of all groups, in the order of the file.
    pub(crate) fn rules(&self) -> &[Rule<'f>] {
        self.rules.get_or_init(|| self.robots.groups().flat_map(|group| group.rules()).collect())
    }

    pub(crate) fn classes(&self) -> &[Class<'f>] {
        &self.all_classes().classes
    }

    /// Whether every crawler there is is in one of the classes.
    pub(crate) fn has_all_classes(&self) -> bool {
        self.all_classes().are_all
    }

    fn all_classes(&self) -> &Classes<'f> {
        self.classes.get_or_init(|| class::of_file(self.robots))
    }

    /// The class of a crawler: none where not all classes are known, and it is in one of those.
    pub(crate) fn class_of(&self, crawler: &ProductToken) -> Option<&Class<'f>> {
        self.all_classes().of_crawler(crawler)
    }
}
