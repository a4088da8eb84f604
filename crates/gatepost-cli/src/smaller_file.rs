//! The same file in fewer lines: which rule lines can go, for every crawler at once.
//!
//! A line can be in the rules of several crawlers, as two crawlers can share one group and not
//! another. So crawlers are put in classes that obey the same rules, and a line goes only if it is
//! redundant in each class that has it. Each removal is proved; what is proved is `gatepost-prove`'s.
//!
//! Only rules end a list of `User-agent` lines, so each group keeps one rule, needed or not.
//!
//! # Algorithm
//!
//! Each class proposes lines that it could lose; those that all their classes propose are tried
//! together, and in halves where that is not proved. At the end no line can go alone, unless it is the
//! last of its group or was not decided.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use gatepost::{LineContent, RobotsTxt, Rule, UrlPath};
use gatepost_prove::{
    NotDecided, Outcome, RuleList, canonical_words, distinct_crawlers, equivalent, file_changes,
    minimise, redundant,
};

/// How many times it may be not decided whether lines can go before they are no longer split: each
/// takes all the steps that a question may take.
const FAILURES: usize = 32;

/// A file without the rules that change nothing, made by [`smaller_file`].
#[derive(Debug)]
pub(crate) struct SmallerFile {
    /// All of it. Where `is_proved` is false, it is the file as it was.
    pub(crate) bytes: Vec<u8>,
    /// What went, by line.
    pub(crate) removed: Vec<Removed>,
    /// Lines that stay, since it is not decided whether they could go.
    pub(crate) not_decided: Vec<(usize, NotDecided)>,
    /// Why it is as it was, if it was not proved that nothing changes.
    pub(crate) unproved: Option<String>,
}

/// A line that went, and why.
#[derive(Debug)]
pub(crate) struct Removed {
    pub(crate) line: usize,
    pub(crate) rule: String,
    /// The lines that decide instead what it matches.
    pub(crate) by: Vec<usize>,
    pub(crate) why: Why,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    NoCrawler,
    Empty,
    MatchesNothing,
    /// What it allows is allowed without it.
    Allowed,
    /// Other lines decide the same.
    Same,
    /// Others decided all that it matches.
    NeverDecided,
}

/// Takes out all rule lines that change no URL for any crawler. `bytes` are the whole file.
pub(crate) fn smaller_file(bytes: &[u8], robots: &RobotsTxt<'_>) -> SmallerFile {
    let as_it_was = |why: String| SmallerFile {
        bytes: bytes.to_vec(),
        removed: Vec::new(),
        not_decided: Vec::new(),
        unproved: Some(why),
    };
    if robots.unread() > 0 {
        let why = "without some lines, more of the file would be within the read limit";
        return as_it_was(why.to_owned());
    }
    let mut removal = Removal::new(robots);
    while removal.round(&removal.proposed_together()) || removal.round(&removal.proposed_alone()) {}
    let smaller = without_lines(robots, &removal.gone);
    let changes = file_changes(robots, &RobotsTxt::parse_as(&smaller, robots.dialect()));
    if !changes.is_none() {
        let why = changes.classes.iter().find_map(|class| class.changes.not_decided);
        let why = why.or(changes.not_decided);
        return as_it_was(why.map_or("a URL changes".to_owned(), |why| why.to_string()));
    }
    let not_decided = removal.not_decided.iter().map(|(line, why)| (*line, *why)).collect();
    SmallerFile { bytes: smaller, removed: removal.removed(), not_decided, unproved: None }
}

/// All bytes but those of some lines and their line ends.
fn without_lines(robots: &RobotsTxt<'_>, gone: &BTreeSet<usize>) -> Vec<u8> {
    let bytes = robots.as_bytes();
    let mut smaller = Vec::with_capacity(bytes.len());
    let mut from = 0;
    let mut is_gone = false;
    for line in robots.lines() {
        let start = line.span().start;
        if is_gone {
            from = start;
        }
        is_gone = gone.contains(&line.number());
        if is_gone {
            smaller.extend(&bytes[from..start]);
        }
    }
    if !is_gone {
        smaller.extend(&bytes[from..]);
    }
    smaller
}

/// A file some of whose lines are gone.
struct Removal<'r> {
    robots: &'r RobotsTxt<'r>,
    /// What each class of crawlers obeys, without what is gone.
    classes: Vec<RuleList<'r>>,
    /// Each line with a rule, and the classes that obey it.
    classes_of: BTreeMap<usize, Vec<usize>>,
    rules: HashMap<usize, Rule<'r>>,
    /// The group of each line, and how many rules each group has left.
    group_of: HashMap<usize, usize>,
    left: Vec<usize>,
    gone: BTreeSet<usize>,
    not_decided: BTreeMap<usize, NotDecided>,
    /// How many times it was not decided whether lines can go.
    failures: usize,
}

impl<'r> Removal<'r> {
    fn new(robots: &'r RobotsTxt<'r>) -> Removal<'r> {
        let mut removal = Removal {
            robots,
            classes: Vec::new(),
            classes_of: BTreeMap::new(),
            rules: HashMap::new(),
            group_of: HashMap::new(),
            left: Vec::new(),
            gone: BTreeSet::new(),
            not_decided: BTreeMap::new(),
            failures: 0,
        };
        for line in robots.lines() {
            let number = line.number();
            if matches!(line.content(), LineContent::Record(record) if record.key().is_rule()) {
                removal.classes_of.insert(number, Vec::new());
            }
        }
        for (at, group) in robots.groups().enumerate() {
            removal.left.push(group.rules().count());
            for rule in group.rules() {
                removal.group_of.insert(rule.line(), at);
                removal.rules.insert(rule.line(), rule);
            }
        }
        let mut known = HashSet::new();
        for crawler in distinct_crawlers(&[robots]).crawlers {
            let group = robots.group_for(&crawler);
            let lines: Vec<usize> = group.rules().map(|rule| rule.line()).collect();
            if known.insert(lines.clone()) {
                let class = removal.classes.len();
                removal.classes.push(RuleList::of_group(&group));
                for line in lines {
                    removal.classes_of.entry(line).or_default().push(class);
                }
            }
        }
        removal
    }

    /// Lines that can go together as far as each class alone knows, in the order of their going.
    fn proposed_together(&self) -> Proposed {
        let of_class = |list: &RuleList<'r>| {
            let minimised = minimise(list);
            (minimised.lines, minimised.not_decided)
        };
        self.proposed(of_class)
    }

    /// Lines that can go alone, the last in front.
    fn proposed_alone(&self) -> Proposed {
        let of_class = |list: &RuleList<'r>| {
            let redundant = redundant(list);
            let lines = redundant.lines.iter().rev().map(|covered| covered.line);
            (lines.collect(), redundant.not_decided)
        };
        self.proposed(of_class)
    }

    fn proposed(
        &self,
        of_class: impl Fn(&RuleList<'r>) -> (Vec<usize>, Vec<(usize, NotDecided)>),
    ) -> Proposed {
        // In how many of its classes a line can go; and in how many it can or is not decided.
        let mut can_go: HashMap<usize, usize> = HashMap::new();
        let mut may_go: HashMap<usize, usize> = HashMap::new();
        let mut proposed = Proposed::default();
        // Rules without a value, which `redundant` does not tell, and those that nobody obeys.
        let say_nothing = self.classes_of.iter().rev().filter(|(line, classes)| {
            !self.gone.contains(line) && (classes.is_empty() || self.rules[*line].is_empty())
        });
        proposed.lines.extend(say_nothing.map(|(line, _)| *line));
        let mut not_decided = BTreeMap::new();
        for class in &self.classes {
            let (lines, open) = of_class(class);
            for line in lines {
                *may_go.entry(line).or_default() += 1;
                let count = can_go.entry(line).or_default();
                *count += 1;
                if *count == self.classes_of[&line].len() {
                    proposed.lines.push(line);
                }
            }
            for (line, why) in open {
                *may_go.entry(line).or_default() += 1;
                not_decided.insert(line, why);
            }
        }
        // Where one class needs a line, nothing is open.
        not_decided.retain(|line, _| may_go[line] == self.classes_of[line].len());
        proposed.not_decided = not_decided;
        proposed
    }

    /// Takes out what it can of what was proposed, and tells whether that was anything.
    fn round(&mut self, proposed: &Proposed) -> bool {
        let before = self.gone.len();
        self.not_decided = proposed.not_decided.clone();
        let mut left = self.left.clone();
        let mut may_go = proposed.lines.clone();
        // Each group keeps a rule.
        may_go.retain(|line| match self.group_of.get(line) {
            Some(group) if left[*group] == 1 => false,
            Some(group) => {
                left[*group] -= 1;
                true
            }
            None => true,
        });
        self.remove(&may_go);
        // The last of a group stays in any case.
        self.not_decided
            .retain(|line, _| self.group_of.get(line).is_none_or(|group| self.left[*group] > 1));
        self.gone.len() > before
    }

    /// Takes lines out together, or in halves where it is not proved that all of them can go.
    fn remove(&mut self, lines: &[usize]) {
        let mut of_classes: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for line in lines {
            for class in &self.classes_of[line] {
                of_classes.entry(*class).or_default().push(*line);
            }
        }
        let mut smaller = Vec::with_capacity(of_classes.len());
        for (class, lines_of_class) in of_classes {
            let without = self.classes[class].without(&lines_of_class);
            match equivalent(&self.classes[class], &without) {
                Outcome::Proved => smaller.push((class, without)),
                outcome => {
                    if let Outcome::NotDecided(why) = outcome {
                        self.failures += 1;
                        if lines.len() == 1 || self.failures > FAILURES {
                            self.not_decided.extend(lines.iter().map(|line| (*line, why)));
                            return;
                        }
                    }
                    if lines.len() > 1 {
                        let (first, second) = lines.split_at(lines.len() / 2);
                        self.remove(first);
                        self.remove(second);
                    }
                    return;
                }
            }
        }
        for (class, without) in smaller {
            self.classes[class] = without;
        }
        for line in lines {
            self.gone.insert(*line);
            if let Some(group) = self.group_of.get(line) {
                self.left[*group] -= 1;
            }
        }
    }

    /// What is gone, and why: asked of the lines that are left.
    fn removed(&self) -> Vec<Removed> {
        let lines = self.robots.lines().filter(|line| self.gone.contains(&line.number()));
        lines.map(|line| self.why(line.number(), line.content())).collect()
    }

    fn why(&self, line: usize, content: LineContent<'_>) -> Removed {
        let Some(rule) = self.rules.get(&line) else {
            let LineContent::Record(record) = content else { unreachable!("only rules go") };
            let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
            let rule = format!("{}: {}", text(record.key_bytes()), text(record.value()));
            return Removed { line, rule, by: Vec::new(), why: Why::NoCrawler };
        };
        let words = canonical_words(&rule.pattern());
        let classes = self.classes_of[&line].iter().map(|class| &self.classes[*class]);
        let answers = classes
            .flat_map(|list| words.iter().map(|word| list.answer(&UrlPath::as_compared(word))));
        let answers: Vec<_> = answers.collect();
        let by: BTreeSet<usize> = answers.iter().filter_map(|answer| answer.line).collect();
        let is_same = answers.iter().all(|answer| answer.is_allowed == rule.is_allow());
        let why = match () {
            () if self.classes_of[&line].is_empty() => Why::NoCrawler,
            () if rule.is_empty() => Why::Empty,
            () if words.is_empty() => Why::MatchesNothing,
            () if is_same && by.is_empty() => Why::Allowed,
            () if is_same => Why::Same,
            () => Why::NeverDecided,
        };
        let by = if why == Why::Empty { Vec::new() } else { by.into_iter().collect() };
        Removed { line, rule: rule.to_string(), by, why }
    }
}

#[derive(Default)]
struct Proposed {
    lines: Vec<usize>,
    not_decided: BTreeMap<usize, NotDecided>,
}

#[cfg(test)]
mod tests {
    use gatepost::Dialect;
    use gatepost_prove::FileChanges;

    use super::*;

    fn smaller(file: &[u8], dialect: Dialect) -> SmallerFile {
        smaller_file(file, &RobotsTxt::parse_as(file, dialect))
    }

    #[track_caller]
    fn check(file: &str, expected: &str) {
        let smaller = smaller(file.as_bytes(), Dialect::RFC9309);
        assert_eq!(String::from_utf8(smaller.bytes).unwrap(), expected);
        assert_eq!((smaller.unproved, smaller.not_decided), (None, Vec::new()));
    }

    #[test]
    fn all_else_stays_byte_for_byte() {
        check(
            "\u{feff}# a\r\n\r\nUser-agent: *\r\nDisallow: /a # why\rDisallow: /a/b\r# c\nAllow:/x\nX: y",
            "\u{feff}# a\r\n\r\nUser-agent: *\r\nDisallow: /a # why\r# c\nX: y",
        );
    }

    #[test]
    fn a_group_keeps_its_last_rule() {
        check(
            "User-agent: a\nAllow: /\nUser-agent: b\nDisallow: /\nDisallow: /x",
            "User-agent: a\nAllow: /\nUser-agent: b\nDisallow: /\n",
        );
        check("User-agent: a\nAllow: /\nDisallow:\n", "User-agent: a\nAllow: /\n");
        // Line 3 could go only after line 2, and is then the last.
        check("User-agent: a\nDisallow: /x\nAllow: /x\n", "User-agent: a\nAllow: /x\n");
    }

    #[test]
    fn a_line_of_two_crawlers_goes_only_for_both() {
        // For `a`, line 3 is redundant because of line 5; for `b` it is not.
        let both = "User-agent: a\nUser-agent: b\nDisallow: /x/y\nUser-agent: a\nDisallow: /x\n";
        check(both, both);
        check(
            "User-agent: a\nUser-agent: b\nDisallow: /x\nUser-agent: a\nDisallow: /x\nDisallow: /y\n",
            "User-agent: a\nUser-agent: b\nDisallow: /x\nUser-agent: a\nDisallow: /y\n",
        );
    }

    #[test]
    fn what_nobody_obeys_goes() {
        check(
            "Disallow: /\nUser-agent:\nDisallow: /a\nDisallow: /b\n",
            "User-agent:\nDisallow: /a\n",
        );
    }

    #[test]
    fn the_read_limit_would_let_more_in() {
        let file = ["User-agent: *\nDisallow: /\nDisallow: /a\n", &"#\n".repeat(260_000)].concat();
        let smaller = smaller(file.as_bytes(), Dialect::RFC9309);
        assert!(smaller.unproved.is_some() && smaller.bytes == file.as_bytes());
    }

    /// The naive twin: whether some line can be taken out of a file, and each group keep a rule.
    fn can_lose_a_line(bytes: &[u8], dialect: Dialect) -> bool {
        let robots = RobotsTxt::parse_as(bytes, dialect);
        let kept = |robots: &RobotsTxt<'_>| -> usize {
            robots.groups().filter(|group| group.rules().len() > 0).count()
        };
        let rules = robots.groups().flat_map(|group| group.rules()).map(|rule| rule.line());
        let rules: Vec<usize> = rules.collect();
        rules.into_iter().any(|line| {
            let smaller = without_lines(&robots, &BTreeSet::from([line]));
            let smaller = RobotsTxt::parse_as(&smaller, dialect);
            let changes: FileChanges = file_changes(&robots, &smaller);
            kept(&smaller) == kept(&robots) && changes.is_none()
        })
    }

    #[test]
    fn every_small_file_says_the_same_and_cannot_lose_another_line() {
        const LINES: &[&str] = &[
            "Disallow: /a\n",
            "Allow: /a\n",
            "Disallow: /a*b\n",
            "Allow: /*b$\n",
            "Disallow:\n",
            "Allow: /a/index.html\n",
            "User-agent: a\n",
            "User-agent: *\n",
        ];
        for (dialect, length) in [(Dialect::RFC9309, 5), (Dialect::GOOGLE, 4)] {
            for choice in 0..LINES.len().pow(length) {
                let lines = (0..length).map(|at| LINES[choice / LINES.len().pow(at) % LINES.len()]);
                let file = ["User-agent: a\nUser-agent: b\n"].into_iter().chain(lines);
                let file: String = file.collect();
                let smaller = smaller(file.as_bytes(), dialect);
                let [before, after] = [file.as_bytes(), &smaller.bytes]
                    .map(|bytes| RobotsTxt::parse_as(bytes, dialect));
                assert!(file_changes(&before, &after).is_none(), "{file}");
                assert!(smaller.unproved.is_none() && smaller.not_decided.is_empty(), "{file}");
                let missing = before.lines().count() - after.lines().count();
                assert_eq!(missing, smaller.removed.len(), "{file}");
                assert!(!can_lose_a_line(&smaller.bytes, dialect), "{file}");
            }
        }
    }
}
