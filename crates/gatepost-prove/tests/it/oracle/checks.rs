//! Every question of the crate, compared with the oracle.

use gatepost::{Dialect, PathPattern, PercentEncoding, ProductToken, RobotsTxt, UrlPath};
use gatepost_prove::{
    Changes, Decides, Decision, PathSet, ProofOutcome, RuleList, always, changes, coverage, dead,
    decided_by, dialect_differences, equivalent, implies, minimise, redundant,
};

use super::{List, OTHER, find};

/// A file, with its rules for the crate and for the oracle.
pub(crate) struct Both<'r> {
    pub(crate) file: &'r RobotsTxt<'r>,
    pub(crate) rules: RuleList<'r>,
    pub(crate) oracle: List,
}

impl<'r> Both<'r> {
    pub(crate) fn new(file: &'r RobotsTxt<'r>) -> Both<'r> {
        let group = file.group_for(&ProductToken::any());
        let oracle = List::new(group.rules(), file.dialect());
        Both { file, rules: RuleList::of_group(&group), oracle }
    }

    fn without(&self, lines: &[usize]) -> List {
        let stay = self.rules.rules().iter().filter(|rule| !lines.contains(&rule.line()));
        List::new(stay.copied(), self.rules.dialect())
    }

    fn text(&self) -> String {
        self.file.as_bytes().escape_ascii().to_string().replace("\\n", "\n")
    }

    /// The decision of the oracle about the path of an example, which `gatepost` parses.
    fn decide(&self, path: &str) -> (bool, Option<usize>) {
        let path = UrlPath::new(path).unwrap();
        let (is_allowed, line) = self.oracle.decide(&path.compared_in(self.rules.dialect()));
        (is_allowed, Some(line).filter(|line| *line != 0))
    }
}

fn parts(decision: Decision) -> (bool, Option<usize>) {
    (decision.is_allowed, decision.line)
}

/// A file of rules, each `+` or `-` and a value.
pub(crate) fn file_of(rules: &[(bool, &[u8])]) -> Vec<u8> {
    let mut file = b"User-agent: *\n".to_vec();
    for (allow, value) in rules {
        file.extend_from_slice(if *allow { b"Allow: " } else { b"Disallow: " });
        file.extend_from_slice(value);
        file.push(b'\n');
    }
    file
}

/// Questions about two lists. Returns whether they are the same.
pub(crate) fn check_two(a: &Both<'_>, b: &Both<'_>) -> bool {
    let context = || format!("{}\n{}", a.text(), b.text());
    let differ = |allowed_by_a: bool| {
        find(&[&a.oracle, &b.oracle], |decided| {
            decided[0].0 == allowed_by_a && decided[1].0 != allowed_by_a
        })
    };
    let (disallowed, allowed) = (differ(true), differ(false));

    let is_same = disallowed.is_none() && allowed.is_none();
    match equivalent(&a.rules, &b.rules) {
        ProofOutcome::Proved => assert!(is_same, "{}", context()),
        ProofOutcome::Refuted(found) => {
            assert_eq!(parts(found.before), a.decide(&found.path), "{}", context());
            assert_eq!(parts(found.after), b.decide(&found.path), "{}", context());
            assert_ne!(found.before.is_allowed, found.after.is_allowed, "{}", context());
        }
        ProofOutcome::NotDecided(why) => panic!("{why}: {}", context()),
    }
    assert_eq!(implies(&a.rules, &b.rules).is_proved(), disallowed.is_none(), "{}", context());

    let found = changes(&a.rules, &b.rules);
    assert_eq!(found.not_decided, None);
    assert_eq!(found.newly_disallowed.is_empty(), disallowed.is_none(), "{}", context());
    assert_eq!(found.newly_allowed.is_empty(), allowed.is_none(), "{}", context());
    for (before, path) in [(true, disallowed), (false, allowed)] {
        if let Some(path) = path {
            check_region(&found, before, &path, a.rules.dialect(), &context());
        }
    }
    check_changes(&found, a, b, &context());
    is_same
}

fn check_changes(found: &Changes, a: &Both<'_>, b: &Both<'_>, context: &str) {
    let dialect = a.rules.dialect();
    for (before, changes) in [(true, &found.newly_disallowed), (false, &found.newly_allowed)] {
        for change in changes {
            let example = &change.counterexample;
            assert_eq!(parts(example.before), a.decide(&example.path), "{context}");
            assert_eq!(parts(example.after), b.decide(&example.path), "{context}");
            assert_eq!(example.before.is_allowed, before, "{context}");
            assert_eq!(example.after.is_allowed, !before, "{context}");
            if !can_be_written(&change.pattern, dialect) {
                continue;
            }
            let path = UrlPath::new(&example.path).unwrap();
            assert!(is_in(&change.pattern, &path.compared_in(dialect), dialect), "{context}");
            let noted = notation(dialect);
            let region = PathSet::new(&change.pattern, noted);
            let others = changes.iter().filter(|other| *other != change);
            let is_within =
                others.filter(|other| PathSet::new(&other.pattern, noted).covers(&region)).count();
            assert_eq!(is_within, 0, "{} is within another: {context}", change.pattern);
        }
    }
}

/// Whether a file of the dialect can spell the pattern: in `google`, hex digits of rules become
/// upper case, so none can have lower-case ones.
fn can_be_written(pattern: &str, dialect: Dialect) -> bool {
    let read = PathPattern::new_as(pattern, notation(dialect)).to_string();
    read == pattern || !read.eq_ignore_ascii_case(pattern)
}

/// Checks that a path that changes lies in a region.
pub(crate) fn check_region(
    found: &Changes,
    was_allowed: bool,
    path: &[u8],
    dialect: Dialect,
    context: &str,
) {
    let changes = if was_allowed { &found.newly_disallowed } else { &found.newly_allowed };
    if !changes.iter().all(|change| can_be_written(&change.pattern, dialect)) {
        return;
    }
    assert!(
        changes.iter().any(|change| is_in(&change.pattern, path, dialect)),
        "{} changes, but is in no region: {context}",
        path.escape_ascii(),
    );
}

/// Whether a region contains a path, given in compared form.
fn is_in(region: &str, path: &[u8], dialect: Dialect) -> bool {
    PathPattern::new_as(region, notation(dialect)).matches(&UrlPath::as_compared(path))
}

/// A dialect in which the pattern of a region can be parsed: it is in compared form, in the
/// notation of the RFC.
fn notation(dialect: Dialect) -> Dialect {
    match dialect.percent_encoding {
        PercentEncoding::BothSides => Dialect::RFC9309,
        _ => Dialect::GOOGLE,
    }
}

/// Compares one file in two dialects that both compare its values as they are written.
pub(crate) fn check_dialects(file: &[u8], one: Dialect, other: Dialect) {
    let files = [one, other].map(|dialect| RobotsTxt::parse_as(file, dialect));
    let [a, b] = files.each_ref().map(Both::new);
    let found = dialect_differences(&a.rules, &b.rules);
    let context = || format!("{one} {other} {}", file.escape_ascii());
    assert_eq!(found.not_decided, None, "{}", context());
    let is_unchanged = |path: &[u8]| {
        UrlPath::new(path).is_ok_and(|path| {
            [one, other].iter().all(|dialect| *path.compared_in(*dialect) == *path.raw())
        })
    };
    for (was_allowed, changes) in [(true, &found.newly_disallowed), (false, &found.newly_allowed)] {
        let differs = |decided: &[super::Decision]| {
            decided[0].0 == was_allowed && decided[1].0 != was_allowed
        };
        match find(&[&a.oracle, &b.oracle], differs) {
            None => assert!(changes.is_empty(), "{}", context()),
            // The letter that stands for all others becomes an ordinary one here.
            Some(path) => {
                let shown: Vec<u8> =
                    path.iter().map(|byte| if *byte == OTHER { b'x' } else { *byte }).collect();
                if is_unchanged(&shown) {
                    check_region(&found, was_allowed, &shown, one, &context());
                }
            }
        }
        for change in changes {
            let example = &change.counterexample;
            assert_eq!(parts(example.before), a.decide(&example.path), "{}", context());
            assert_eq!(parts(example.after), b.decide(&example.path), "{}", context());
            assert_eq!(example.before.is_allowed, was_allowed, "{}", context());
            assert_eq!(example.after.is_allowed, !was_allowed, "{}", context());
        }
    }
}

/// Questions about one list.
pub(crate) fn check_one(a: &Both<'_>) {
    let context = || a.text();
    let dead = dead(&a.rules);
    for rule in a.rules.rules() {
        let line = rule.line();
        let decides = find(&[&a.oracle], |decided| decided[0].1 == line);
        match decided_by(&a.rules, line) {
            Decides::Path(example) => {
                assert_eq!(example.decision.line, Some(line), "{}", context());
                assert_eq!(parts(example.decision), a.decide(&example.path), "{}", context());
            }
            Decides::Never(by) => {
                assert_eq!(decides, None, "line {line}: {}", context());
                if !rule.is_empty() {
                    assert!(dead.iter().any(|dead| (dead.line, &dead.by) == (line, &by)));
                }
                check_cover(a, line, &by);
            }
            Decides::NotDecided(why) => panic!("{why}: {}", context()),
        }
        let is_dead = decides.is_none() && !rule.is_empty();
        assert_eq!(dead.iter().any(|dead| dead.line == line), is_dead, "{}", context());
    }
    let same_without = |lines: &[usize]| {
        let without = a.without(lines);
        find(&[&a.oracle, &without], |decided| decided[0].0 != decided[1].0).is_none()
    };
    let redundant = redundant(&a.rules);
    assert_eq!(redundant.not_decided, []);
    let minimised = minimise(&a.rules);
    assert_eq!(minimised.not_decided, []);
    for gone in 0..=minimised.lines.len() {
        assert!(same_without(&minimised.lines[..gone]), "{:?} {}", minimised.lines, context());
    }
    for rule in a.rules.rules().iter().filter(|rule| !rule.is_empty()) {
        let line = rule.line();
        let is_redundant = redundant.lines.iter().any(|found| found.line == line);
        assert_eq!(is_redundant, same_without(&[line]), "line {line}: {}", context());
        if !minimised.lines.contains(&line) {
            let others = a.without(&minimised.lines);
            let mut gone = minimised.lines.clone();
            gone.push(line);
            let fewer = a.without(&gone);
            let differs = find(&[&others, &fewer], |decided| decided[0].0 != decided[1].0);
            assert!(differs.is_some(), "line {line} could go too: {}", context());
        }
    }
}

/// Checks that a dead rule decides no path beside the covering lines alone, and that it needs each
/// of them.
fn check_cover(a: &Both<'_>, line: usize, by: &[usize]) {
    let decides_beside = |others: &[usize]| {
        let stay = a.rules.rules().iter();
        let stay = stay.filter(|rule| rule.line() == line || others.contains(&rule.line()));
        let list = List::new(stay.copied(), a.rules.dialect());
        find(&[&list], |decided| decided[0].1 == line).is_some()
    };
    assert!(!decides_beside(by), "line {line} beside {by:?}: {}", a.text());
    for fewer in 0..by.len() {
        let others = [&by[..fewer], &by[fewer + 1..]].concat();
        assert!(decides_beside(&others), "line {line} needs {by:?}: {}", a.text());
    }
}

/// Whether all paths of a pattern get one verdict.
pub(crate) fn check_always(a: &Both<'_>, pattern: &[u8]) {
    let dialect = a.rules.dialect();
    let of_pattern = List::of_pattern(pattern, dialect);
    let covered = coverage(&a.rules, &PathSet::new(pattern, dialect));
    assert_eq!(covered.not_decided, []);
    for rule in a.rules.rules().iter().filter(|rule| !rule.is_empty()) {
        let decided = find(&[&a.oracle, &of_pattern], |decided| {
            decided[1].1 == 1 && decided[0].1 == rule.line()
        });
        assert_eq!(
            covered.lines.contains(&rule.line()),
            decided.is_some(),
            "{rule}: {} {}",
            pattern.escape_ascii(),
            a.text(),
        );
    }
    for allowed in [true, false] {
        let is_robots_txt = |decided: &super::Decision| {
            // The only path that no line decides although all are disallowed.
            dialect.robots_txt_is_exempt && *decided == (true, 0)
        };
        let outcome = always(&a.rules, &PathSet::new(pattern, dialect), allowed);
        let context = || format!("{} {allowed} {}", pattern.escape_ascii(), a.text());
        let other =
            find(&[&a.oracle, &of_pattern], |decided| decided[1].1 == 1 && decided[0].0 != allowed);
        match outcome {
            ProofOutcome::Proved => {
                let is_exempt = |path: &Vec<u8>| {
                    path == b"/robots.txt" && is_robots_txt(&a.oracle.decide(path))
                };
                assert!(other.as_ref().is_none_or(is_exempt), "{}", context());
            }
            ProofOutcome::Refuted(found) => {
                assert_eq!(parts(found.decision), a.decide(&found.path), "{}", context());
                assert_ne!(found.decision.is_allowed, allowed, "{}", context());
                let path = UrlPath::new(&found.path).unwrap();
                assert!(PathPattern::new_as(pattern, dialect).matches(&path), "{}", context());
            }
            ProofOutcome::NotDecided(why) => panic!("{why}: {}", context()),
        }
    }
}
