//! A whole file in fewer lines: the rule lines that can go, for every crawler at once.
//!
//! One line can belong to the rules of several crawlers, since two crawlers can share one group and
//! not another. So crawlers are put in classes that obey the same rules, and a line is removed only
//! if it is redundant in every class that obeys it. Each removal is proved (`equivalent`), and the
//! finished file is compared with the original once more (`file_changes`).
//!
//! Only rules end a list of `User-agent` lines, so each group keeps at least one rule, needed or
//! not.
//!
//! Several parsers may read the file, each for some crawlers. A line is then removed only if every
//! class of every parser can do without it.
//!
//! # Algorithm
//!
//! Each class proposes lines that it could lose. The lines that all their classes propose are tried
//! together, and in halves where the proof fails, which takes O(log n) proofs for each line that
//! has to stay. In the end no line can be removed alone, except the last rule of a group and lines
//! for which this was not decided.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;

use gatepost::{Dialect, LineContent, ProductToken, RobotsTxt, Rule, UrlPath};

use crate::difference::equivalent;
use crate::distinct_crawlers::distinct_crawlers;
use crate::file_changes::file_changes_for;
use crate::outcome::{NotDecided, ProofOutcome, UndecidedLine};
use crate::path_set::canonical_words;
use crate::redundant::{minimise, redundant};
use crate::rule_list::RuleList;

/// The number of undecided attempts after which lines are no longer split into halves: each attempt
/// may use up the whole step budget of a question.
const FAILURES: usize = 32;

/// A file without the rules that change nothing, made by [`minimise_file`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MinimisedFile {
    /// The bytes of the smaller file; the bytes of the original where `kept_because` has a reason.
    pub bytes: Vec<u8>,
    /// The rules that were removed, in the order of the file.
    pub removed: Vec<RemovedRule>,
    /// Lines that stay because it was not decided whether they can go, and why.
    pub not_decided: Vec<UndecidedLine>,
    /// Why the file is returned unchanged: without a proof nothing is removed.
    pub kept_because: Option<KeptBecause>,
}

/// A rule that [`minimise_file`] removed, and why it could go. Its `Display` is the reason in
/// words.
///
/// # Example
///
/// ```
/// use gatepost::Dialect;
/// use gatepost_prove::{RemovalReason, minimise_file};
///
/// let file = b"User-agent: *\nDisallow: /shop\nDisallow: /shop/cart\n";
/// let removed = &minimise_file(file, Dialect::RFC9309).removed[0];
/// assert_eq!((removed.line, &*removed.rule), (3, "Disallow: /shop/cart"));
/// assert_eq!((removed.reason, &*removed.by), (RemovalReason::SameVerdict, &[2][..]));
/// assert_eq!(removed.to_string(), "line 2 gives the same verdict");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct RemovedRule {
    /// The line of the rule in the original file.
    pub line: usize,
    /// The rule as text, `Disallow: /shop`.
    pub rule: String,
    /// The lines that decide the paths of the rule instead; none where no rule is needed.
    pub by: Vec<usize>,
    /// Why the rule could go.
    pub reason: RemovalReason,
}

/// The reason why a rule could go without changing the verdict about any URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum RemovalReason {
    /// No crawler obeys the rule.
    NoCrawler,
    /// The rule has no value.
    Empty,
    /// No path matches the rule.
    MatchesNothing,
    /// Every path that the rule allows is allowed without it.
    AllowedAnyway,
    /// Other lines give the same verdict about every path that the rule matches.
    SameVerdict,
    /// Other lines already decided every path that the rule matches.
    NeverDecides,
}

/// The reason why [`minimise_file`] returned a file unchanged.
///
/// # Example
///
/// ```
/// use gatepost::Dialect;
/// use gatepost_prove::{KeptBecause, minimise_file};
///
/// let file = ["User-agent: *\nDisallow: /\n", &"#\n".repeat(260_000)].concat();
/// let minimised = minimise_file(file.as_bytes(), Dialect::RFC9309);
/// assert_eq!(minimised.kept_because, Some(KeptBecause::ReadLimit));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KeptBecause {
    /// The file is longer than the read limit, so removing lines would bring others within it.
    ReadLimit,
    /// It was not decided whether a URL changes.
    NotDecided(NotDecided),
    /// A URL would change for some crawler.
    UrlChanges,
    /// The parsers do not agree where lines end.
    LinesDiffer,
}

impl KeptBecause {
    /// Returns the name of the reason as the command's JSON writes it.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_prove::KeptBecause;
    ///
    /// assert_eq!(KeptBecause::ReadLimit.name(), "read-limit");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            KeptBecause::ReadLimit => "read-limit",
            KeptBecause::NotDecided(why) => why.name(),
            KeptBecause::UrlChanges => "url-changes",
            KeptBecause::LinesDiffer => "lines-differ",
        }
    }
}

impl fmt::Display for RemovedRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason {
            RemovalReason::NoCrawler => f.write_str("no crawler obeys it"),
            RemovalReason::Empty => f.write_str("it has no value"),
            RemovalReason::MatchesNothing => f.write_str("no path matches it"),
            RemovalReason::AllowedAnyway => f.write_str("everything it matches is allowed anyway"),
            RemovalReason::SameVerdict => match &*self.by {
                [line] => write!(f, "line {line} gives the same verdict"),
                lines => write!(f, "{} give the same verdict", Lines(lines)),
            },
            RemovalReason::NeverDecides => match &*self.by {
                [] => f.write_str("it never decides"),
                [line] => write!(f, "it never decides: line {line} does"),
                lines => write!(f, "it never decides: {} do", Lines(lines)),
            },
        }
    }
}

/// Line numbers in words: `lines 2, 3 and 5`.
struct Lines<'l>(&'l [usize]);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("lines ")?;
        for (at, line) in self.0.iter().enumerate() {
            let separator = match at {
                0 => "",
                at if at + 1 == self.0.len() => " and ",
                _ => ", ",
            };
            write!(f, "{separator}{line}")?;
        }
        Ok(())
    }
}

impl fmt::Display for KeptBecause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeptBecause::ReadLimit => f.write_str(
                "the file is longer than the read limit, so removing lines would bring others \
                 within it",
            ),
            KeptBecause::NotDecided(why) => why.fmt(f),
            KeptBecause::UrlChanges => f.write_str("a URL would change"),
            KeptBecause::LinesDiffer => f.write_str("the parsers do not agree where lines end"),
        }
    }
}

/// Removes every rule line that changes the verdict about no URL for any crawler.
///
/// Everything else stays byte for byte, and each group keeps at least one rule, since only a rule
/// ends its list of `User-agent` lines. That no URL changes is proved; where there is no proof, the
/// file is returned unchanged with the reason.
///
/// # Example
///
/// ```
/// use gatepost::Dialect;
/// use gatepost_prove::minimise_file;
///
/// let file = b"User-agent: *\nDisallow: /shop\nDisallow: /shop/cart # c\nAllow: /shop/*.css$\n";
/// let minimised = minimise_file(file, Dialect::RFC9309);
/// assert_eq!(minimised.bytes, b"User-agent: *\nDisallow: /shop\nAllow: /shop/*.css$\n");
/// assert_eq!(minimised.kept_because, None);
/// ```
#[must_use]
pub fn minimise_file(bytes: &[u8], dialect: Dialect) -> MinimisedFile {
    minimise_file_for(bytes, &[dialect], |_, _| true)
}

/// Removes every rule line that changes the verdict about no URL, in several parsers at once.
///
/// `is_asked` says whether the crawlers that obey the groups of a name use a dialect; `*` stands for
/// crawlers that the file does not name. Lines are those of the first dialect.
///
/// # Panics
///
/// This panics if `dialects` is empty.
///
/// # Example
///
/// ```
/// use gatepost::Dialect;
/// use gatepost_prove::minimise_file_for;
///
/// // Allow wins a tie in RFC 9309, and the first rule that matches in Baidu's parser.
/// let file = b"User-agent: *\nDisallow: /shop\nAllow: /shop\n";
/// let removed = |dialects: &[Dialect]| {
///     let minimised = minimise_file_for(file, dialects, |_, _| true);
///     minimised.removed.iter().map(|rule| rule.line).collect::<Vec<_>>()
/// };
/// assert_eq!(removed(&[Dialect::RFC9309]), [2]);
/// assert_eq!(removed(&[Dialect::BAIDU]), [3]);
/// assert!(removed(&[Dialect::RFC9309, Dialect::BAIDU]).is_empty());
/// ```
pub fn minimise_file_for(
    bytes: &[u8],
    dialects: &[Dialect],
    is_asked: impl Fn(Dialect, &ProductToken) -> bool,
) -> MinimisedFile {
    let unchanged = |why: KeptBecause| MinimisedFile {
        bytes: bytes.to_vec(),
        removed: Vec::new(),
        not_decided: Vec::new(),
        kept_because: Some(why),
    };
    let parsed = dialects.iter().map(|dialect| RobotsTxt::parse_as(bytes, *dialect));
    let parsed: Vec<RobotsTxt<'_>> = parsed.collect();
    if parsed.iter().any(|robots| robots.unread() > 0) {
        return unchanged(KeptBecause::ReadLimit);
    }
    let starts = |robots: &RobotsTxt<'_>| -> Vec<usize> {
        robots.lines().map(|line| line.span().start).collect()
    };
    let first = starts(&parsed[0]);
    if parsed[1..].iter().any(|robots| starts(robots) != first) {
        return unchanged(KeptBecause::LinesDiffer);
    }
    let mut removal = Removal::new(&parsed, &is_asked);
    while removal.round(&removal.proposed_together()) || removal.round(&removal.proposed_alone()) {}
    let smaller = without_lines(&parsed[0], &removal.gone);
    for robots in &parsed {
        let dialect = robots.dialect();
        let after = RobotsTxt::parse_as(&smaller, dialect);
        let changes = file_changes_for(robots, &after, &[], |name| is_asked(dialect, name));
        if !changes.is_none() {
            let why = changes.classes.iter().find_map(|class| class.changes.not_decided);
            let why = why.or(changes.not_decided);
            return unchanged(why.map_or(KeptBecause::UrlChanges, KeptBecause::NotDecided));
        }
    }
    let not_decided = removal.not_decided.iter();
    let not_decided =
        not_decided.map(|(line, reason)| UndecidedLine { line: *line, reason: *reason });
    let not_decided = not_decided.collect();
    MinimisedFile { bytes: smaller, removed: removal.removed(), not_decided, kept_because: None }
}

/// Copies a file without some of its lines and their line ends.
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

/// A file during removal, with the lines removed so far.
struct Removal<'r> {
    robots: &'r RobotsTxt<'r>,
    /// The rules that each class of crawlers obeys, without the lines in `gone`.
    classes: Vec<RuleList<'r>>,
    /// The classes that obey each line with a rule.
    classes_of: BTreeMap<usize, Vec<usize>>,
    rules: HashMap<usize, Rule<'r>>,
    /// The groups of each line, one for each parser that knows the rule, and the number of rules
    /// that each group has left.
    groups_of: HashMap<usize, Vec<usize>>,
    left: Vec<usize>,
    gone: BTreeSet<usize>,
    not_decided: BTreeMap<usize, NotDecided>,
    /// The number of attempts that were not decided.
    failures: usize,
}

impl<'r> Removal<'r> {
    fn new(
        parsed: &'r [RobotsTxt<'r>],
        is_asked: &dyn Fn(Dialect, &ProductToken) -> bool,
    ) -> Removal<'r> {
        let mut removal = Removal {
            robots: &parsed[0],
            classes: Vec::new(),
            classes_of: BTreeMap::new(),
            rules: HashMap::new(),
            groups_of: HashMap::new(),
            left: Vec::new(),
            gone: BTreeSet::new(),
            not_decided: BTreeMap::new(),
            failures: 0,
        };
        for line in parsed[0].lines() {
            let number = line.number();
            if matches!(line.content(), LineContent::Record(record) if record.key().is_rule()) {
                removal.classes_of.insert(number, Vec::new());
            }
        }
        for robots in parsed {
            removal.add_groups(robots);
            removal.add_classes(robots, |name| is_asked(robots.dialect(), name));
        }
        removal
    }

    fn add_groups(&mut self, robots: &'r RobotsTxt<'r>) {
        for group in robots.groups() {
            let at = self.left.len();
            self.left.push(group.rules().count());
            for rule in group.rules() {
                self.groups_of.entry(rule.line()).or_default().push(at);
                self.rules.entry(rule.line()).or_insert(rule);
            }
        }
    }

    fn add_classes(&mut self, robots: &'r RobotsTxt<'r>, is_asked: impl Fn(&ProductToken) -> bool) {
        let mut known = HashSet::new();
        let index = robots.group_index();
        for crawler in distinct_crawlers(&[robots]).crawlers {
            if !is_asked(&crawler) {
                continue;
            }
            let group = index.group_for_any_of(std::slice::from_ref(&crawler));
            let lines: Vec<usize> = group.rules().map(|rule| rule.line()).collect();
            if known.insert(lines.clone()) {
                let class = self.classes.len();
                self.classes.push(RuleList::of_group(&group));
                for line in lines {
                    // What only another parser takes for a rule stays.
                    if let Some(classes) = self.classes_of.get_mut(&line) {
                        classes.push(class);
                    }
                }
            }
        }
    }

    /// Lines that each class on its own could lose together, in the order of removal.
    fn proposed_together(&self) -> Proposed {
        let of_class = |list: &RuleList<'r>| {
            let minimised = minimise(list);
            (minimised.lines, minimised.not_decided)
        };
        self.proposed(of_class)
    }

    /// Lines that can each go alone, the last line first.
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
        of_class: impl Fn(&RuleList<'r>) -> (Vec<usize>, Vec<UndecidedLine>),
    ) -> Proposed {
        // The number of classes in which a line can go, and in which it can go or is not decided.
        let mut can_go: HashMap<usize, usize> = HashMap::new();
        let mut may_go: HashMap<usize, usize> = HashMap::new();
        let mut proposed = Proposed::default();
        // Rules without a value, which `redundant` leaves out, and rules that no crawler obeys.
        let say_nothing = self.classes_of.iter().rev().filter(|(line, classes)| {
            !self.gone.contains(line)
                && (classes.is_empty() || self.rules.get(line).is_none_or(Rule::is_empty))
        });
        proposed.lines.extend(say_nothing.map(|(line, _)| *line));
        let mut not_decided = BTreeMap::new();
        for class in &self.classes {
            let (lines, open) = of_class(class);
            for line in lines.into_iter().filter(|line| self.classes_of.contains_key(line)) {
                *may_go.entry(line).or_default() += 1;
                let count = can_go.entry(line).or_default();
                *count += 1;
                if *count == self.classes_of[&line].len() {
                    proposed.lines.push(line);
                }
            }
            let is_rule = |open: &UndecidedLine| self.classes_of.contains_key(&open.line);
            for UndecidedLine { line, reason } in open.into_iter().filter(is_rule) {
                *may_go.entry(line).or_default() += 1;
                not_decided.insert(line, reason);
            }
        }
        // If one class needs a line, it stays, whatever the others could not decide.
        not_decided.retain(|line, _| may_go[line] == self.classes_of[line].len());
        proposed.not_decided = not_decided;
        proposed
    }

    fn groups_of(&self, line: usize) -> &[usize] {
        self.groups_of.get(&line).map_or(&[], Vec::as_slice)
    }

    /// Removes as many of the proposed lines as it can; returns whether it removed any.
    fn round(&mut self, proposed: &Proposed) -> bool {
        let before = self.gone.len();
        self.not_decided = proposed.not_decided.clone();
        let mut left = self.left.clone();
        let mut may_go = proposed.lines.clone();
        let mut seen = HashSet::new();
        // Each group keeps a rule, in each parser.
        may_go.retain(|line| {
            let groups = self.groups_of(*line);
            let may_go = seen.insert(*line) && groups.iter().all(|group| left[*group] > 1);
            if may_go {
                groups.iter().for_each(|group| left[*group] -= 1);
            }
            may_go
        });
        self.remove(&may_go);
        // The last rule of a group stays in any case.
        let (groups_of, left) = (&self.groups_of, &self.left);
        let may_go = |line: &usize| {
            groups_of.get(line).is_none_or(|groups| groups.iter().all(|group| left[*group] > 1))
        };
        self.not_decided.retain(|line, _| may_go(line));
        self.gone.len() > before
    }

    /// Removes lines together, or in halves where it is not proved that all of them can go.
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
                ProofOutcome::Proved => smaller.push((class, without)),
                outcome => {
                    if let ProofOutcome::NotDecided(why) = outcome {
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
            for group in self.groups_of.get(line).into_iter().flatten() {
                self.left[*group] -= 1;
            }
        }
    }

    /// Returns the removed rules with their reasons, which the remaining lines give.
    fn removed(&self) -> Vec<RemovedRule> {
        let lines = self.robots.lines().filter(|line| self.gone.contains(&line.number()));
        lines.map(|line| self.why(line.number(), line.content())).collect()
    }

    fn why(&self, line: usize, content: LineContent<'_>) -> RemovedRule {
        let Some(rule) = self.rules.get(&line) else {
            let LineContent::Record(record) = content else { unreachable!("only rules go") };
            let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
            let rule = format!("{}: {}", text(record.key_bytes()), text(record.value()));
            return RemovedRule { line, rule, by: Vec::new(), reason: RemovalReason::NoCrawler };
        };
        let words = canonical_words(&rule.pattern());
        let classes = self.classes_of[&line].iter().map(|class| &self.classes[*class]);
        let answers = classes
            .flat_map(|list| words.iter().map(|word| list.decision(&UrlPath::as_compared(word))));
        let answers: Vec<_> = answers.collect();
        let by: BTreeSet<usize> = answers.iter().filter_map(|answer| answer.line).collect();
        let is_same = answers.iter().all(|answer| answer.is_allowed == rule.is_allow());
        let reason = match () {
            () if self.classes_of[&line].is_empty() => RemovalReason::NoCrawler,
            () if rule.is_empty() => RemovalReason::Empty,
            () if words.is_empty() => RemovalReason::MatchesNothing,
            () if is_same && by.is_empty() => RemovalReason::AllowedAnyway,
            () if is_same => RemovalReason::SameVerdict,
            () => RemovalReason::NeverDecides,
        };
        let by = if reason == RemovalReason::Empty { Vec::new() } else { by.into_iter().collect() };
        RemovedRule { line, rule: rule.to_string(), by, reason }
    }
}

#[derive(Default)]
struct Proposed {
    lines: Vec<usize>,
    not_decided: BTreeMap<usize, NotDecided>,
}
