//! A file as lint rules see it: parsed once, with everything expensive shared.
//!
//! The file is parsed once in each dialect. Its crawlers are put in classes that obey the same
//! groups; proofs about a class are made when a rule first asks for them, and kept. So a rule costs
//! only what it looks at, and no rule parses the file.
//!
//! `grading/` adds a method to [`File`] that proves what a fix does.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;

use gatepost::{Dialect, Line, LineContent, Record, RobotsTxt, Rule};

use crate::class::Class;
use crate::equivalence;
use crate::finding::Example;
use crate::proof_budget::Budget;
use crate::reading::Reading;
use crate::redundancy::{self, Duplicate, Effect};
use crate::rules_by_prefix::RulesByPrefix;
use crate::site::Site;

/// A file, parsed in every dialect, with everything that rules ask about it.
#[derive(Debug)]
pub(crate) struct File<'f> {
    bytes: &'f [u8],
    site: &'f Site,
    readings: Vec<Reading<'f>>,
    representatives: OnceCell<Vec<usize>>,
    lines: Vec<Line<'f>>,
    effects: OnceCell<HashMap<usize, Effect>>,
    duplicates: OnceCell<HashMap<usize, Duplicate>>,
    /// The remaining budget for the proofs of all fixes of this file.
    pub(crate) proving: Budget,
    /// The remaining budget for comparisons that can only refute.
    pub(crate) refuting: Budget,
}

impl<'f> File<'f> {
    /// Wraps a file that was parsed in each dialect of [`Dialect::ALL`], in that order.
    pub(crate) fn new(bytes: &'f [u8], robots: &'f [RobotsTxt<'f>], site: &'f Site) -> File<'f> {
        File {
            bytes,
            site,
            readings: robots.iter().map(Reading::new).collect(),
            representatives: OnceCell::new(),
            lines: robots[0].lines().collect(),
            effects: OnceCell::new(),
            duplicates: OnceCell::new(),
            proving: Budget::for_proofs(),
            refuting: Budget::for_refutations(),
        }
    }

    /// Returns the whole file, including bytes past the read limit.
    pub(crate) fn as_bytes(&self) -> &'f [u8] {
        self.bytes
    }

    /// Returns the facts that the owner states about the site.
    pub(crate) fn site(&self) -> &'f Site {
        self.site
    }

    /// Returns the file in the default dialect.
    pub(crate) fn robots(&self) -> &'f RobotsTxt<'f> {
        self.readings[0].robots
    }

    /// Returns the file in every dialect, the default first.
    pub(crate) fn readings(&self) -> &[Reading<'f>] {
        &self.readings
    }

    /// Returns the file in the first dialect for which a question about its fields is answered with
    /// yes.
    pub(crate) fn reading_where(&self, is_it: impl Fn(Dialect) -> bool) -> Option<&Reading<'f>> {
        self.readings.iter().find(|reading| is_it(reading.robots.dialect()))
    }

    /// Returns the first reading that is equivalent to this one, or this one if no earlier reading
    /// is.
    pub(crate) fn representative(&self, reading: usize) -> usize {
        let all = || equivalence::representatives(&self.readings);
        self.representatives.get_or_init(all)[reading]
    }

    /// Returns the rules of a class of a reading by their literal prefixes, which equivalent
    /// readings share.
    pub(crate) fn rules_by_prefix(&self, reading: usize, class: usize) -> &RulesByPrefix<'f> {
        self.readings[self.representative(reading)].classes()[class].rules_by_prefix()
    }

    /// Returns every line that was read.
    pub(crate) fn lines(&self) -> &[Line<'f>] {
        &self.lines
    }

    /// Returns a line by its number, from 1.
    pub(crate) fn line(&self, number: usize) -> &Line<'f> {
        &self.lines[number - 1]
    }

    /// Returns the bytes of a line, with its line end.
    pub(crate) fn whole_line(&self, number: usize) -> Range<usize> {
        let next = self.lines.get(number).map(|line| line.span().start);
        self.line(number).span().start..next.unwrap_or(self.robots().as_bytes().len())
    }

    /// Returns the number of the line that contains a byte.
    pub(crate) fn line_number(&self, offset: usize) -> usize {
        self.lines.partition_point(|line| line.span().start <= offset).max(1)
    }

    /// Returns the most frequent line end; LF if there is none.
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

    /// Returns whether the file is UTF-16.
    pub(crate) fn is_utf_16(&self) -> bool {
        is_utf_16(self.bytes)
    }

    /// Returns every line with a key and a value.
    pub(crate) fn records(&self) -> impl Iterator<Item = Record<'f>> {
        self.lines.iter().filter_map(|line| match line.clone().content() {
            LineContent::Record(record) => Some(record),
            _ => None,
        })
    }

    /// Returns the rules of all groups that have a value, in the order of the file.
    pub(crate) fn rules(&self) -> impl Iterator<Item = Rule<'f>> {
        let rules = self.robots().groups().flat_map(|group| group.rules());
        rules.filter(|rule| !rule.is_empty())
    }

    /// Returns the rule on a line.
    pub(crate) fn rule_at(&self, line: usize) -> Option<&Rule<'f>> {
        let rules = self.readings[0].rules();
        let at = rules.binary_search_by_key(&line, Rule::line).ok()?;
        Some(&rules[at])
    }

    /// Returns the text of a part of the file.
    pub(crate) fn text(&self, span: Range<usize>) -> String {
        String::from_utf8_lossy(&self.bytes[span]).into_owned()
    }

    /// Returns the crawlers in the default dialect, in classes that obey the same groups.
    pub(crate) fn classes(&self) -> &[Class<'f>] {
        self.readings[0].classes()
    }

    /// Returns the first class that obeys the rule on a line.
    pub(crate) fn class_of_line(&self, line: usize) -> Option<&Class<'f>> {
        self.classes().iter().find(|class| class.has_line(line))
    }

    /// Returns a path, with the verdict for the first crawlers that obey a rule.
    pub(crate) fn example(&self, rule: &Rule<'_>, path: &str) -> Option<Example> {
        self.class_of_line(rule.line())?.example(path)
    }

    /// Returns a path, with the verdict for the first crawlers that obey a rule, if the verdict is
    /// not the one that the rule asks for.
    pub(crate) fn missed(&self, rule: &Rule<'_>, path: &str) -> Option<Example> {
        self.example(rule, path).filter(|example| example.is_allowed != rule.is_allow())
    }

    /// Returns a path, with the verdict for the first crawlers that obey a rule, if that very rule
    /// decides.
    pub(crate) fn decided(&self, rule: &Rule<'_>, path: &str) -> Option<Example> {
        self.example(rule, path).filter(|example| example.line == Some(rule.line()))
    }

    /// Returns the effect of the rule on a line for the crawlers that obey it; `None` for rules
    /// without a value, and for rules that no crawler obeys.
    pub(crate) fn effect(&self, line: usize) -> Option<&Effect> {
        self.effects().get(&line)
    }

    /// Returns the rule with the same pattern that leaves the rule on a line without effect.
    pub(crate) fn duplicate(&self, line: usize) -> Option<Duplicate> {
        let all = || redundancy::duplicates(self.classes(), self.effects());
        self.duplicates.get_or_init(all).get(&line).copied()
    }

    fn effects(&self) -> &HashMap<usize, Effect> {
        self.effects.get_or_init(|| redundancy::effects(self.classes()))
    }
}

/// Returns whether a file is UTF-16: it has a UTF-16 byte order mark, or every other byte is zero.
pub(crate) fn is_utf_16(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(64)];
    let zeros = |from: usize| start.iter().skip(from).step_by(2).filter(|o| **o == 0).count();
    let is_half_zero = start.len() >= 8 && zeros(0).max(zeros(1)) * 4 > start.len();
    start.starts_with(b"\xFF\xFE") || start.starts_with(b"\xFE\xFF") || is_half_zero
}
