//! The cost of hostile files, in steps: every question ends, and nothing is guessed.
//!
//! No test looks at a clock, so none fails on a busy machine. Two things are asked of the counts.
//! Where work has to be linear, a file four times as long costs about four times as many steps.
//! Where every pattern overlaps with every other, proofs are quadratic by nature, and a budget ends
//! them: there the count has an upper bound.

use gatepost::{Dialect, ProductToken, RobotsTxt};
use gatepost_prove::{
    NotDecided, PathSet, ProofOutcome, RuleList, always, changes, dead, decided_by, equivalent,
    minimise, redundant, steps_of,
};

/// The most steps for one question: sixteen budgets (2^27), since a budget does not limit
/// everything that is counted. About ten seconds of one core.
const MOST: u64 = 1 << 31;

fn stars(count: usize, letters: &str) -> String {
    let mut pattern = "/".to_owned();
    for at in 0..count {
        pattern.push('*');
        pattern.push(letters.as_bytes()[at % letters.len()] as char);
    }
    pattern
}

/// The steps of every question about a list of rules.
fn steps(rules: &[String]) -> [(&'static str, u64); 9] {
    let file = format!("User-agent: *\n{}", rules.concat());
    let robots = RobotsTxt::parse(&file);
    let group = robots.group_for(&ProductToken::any());
    let all = RuleList::of_group(&group);
    assert_eq!(all.rules().len(), rules.len(), "the file is longer than the read limit");
    let fewer = all.without(&[2]);
    let stars = PathSet::new(&stars(2_000, "xyz"), Dialect::RFC9309);
    let questions: [(&str, &dyn Fn()); 9] = [
        ("list", &|| drop(RuleList::of_group(&group))),
        ("equivalent", &|| drop(equivalent(&all, &fewer))),
        ("changes", &|| drop(changes(&all, &fewer))),
        ("everything changes", &|| drop(changes(&all, &all.without(&lines(&all))))),
        ("decided by", &|| drop(decided_by(&all, 2))),
        ("dead", &|| drop(dead(&all))),
        ("redundant", &|| drop(redundant(&all))),
        ("minimise", &|| drop(minimise(&all))),
        ("always", &|| drop(always(&all, &stars, true))),
    ];
    questions.map(|(name, ask)| (name, steps_of(ask).0))
}

#[track_caller]
fn check_bounded(rules: &[String]) {
    for (name, steps) in steps(rules) {
        assert!(steps < MOST, "{name}: {steps} steps");
    }
}

/// Checks that a file four times as large costs at most six times as many steps; sixteen times as
/// many would be quadratic.
#[track_caller]
fn check_linear(rules: impl Fn(usize) -> Vec<String>, size: usize) {
    let (small, large) = (steps(&rules(size)), steps(&rules(4 * size)));
    for ((name, small), (_, large)) in small.into_iter().zip(large) {
        assert!(large <= 6 * small, "{name}: {small} steps, of four times as much {large}");
    }
}

/// The lines of every other rule.
fn lines(rules: &RuleList<'_>) -> Vec<usize> {
    rules.rules().iter().step_by(2).map(|rule| rule.line()).collect()
}

#[test]
fn two_thousand_stars() {
    let a = format!("Disallow: {}\n", stars(2_000, "ab"));
    let b = format!("Allow: {}\n", stars(2_000, "cd"));
    check_bounded(&[a.clone(), b.clone()]);

    let file = format!("User-agent: *\n{a}{b}");
    let robots = RobotsTxt::parse(&file);
    let rules = RuleList::of_group(&robots.group_for(&ProductToken::any()));
    let paths = PathSet::new(&stars(2_000, "cd"), Dialect::RFC9309);
    let outcome = always(&rules, &paths, true);
    assert!(matches!(outcome, ProofOutcome::NotDecided(NotDecided::TooManySteps)), "{outcome:?}");
}

#[test]
fn many_rules_of_many_stars() {
    let rule = |at: usize| {
        let key = if at % 2 == 0 { "Allow" } else { "Disallow" };
        format!("{key}: {}{at}\n", stars(20, "abcdefghi"))
    };
    check_bounded(&(0..2_000).map(rule).collect::<Vec<_>>());
}

#[test]
fn many_short_rules_with_stars() {
    let rule = |at: usize| {
        let key = if at % 2 == 0 { "Allow" } else { "Disallow" };
        format!("{key}: /*{at}*x\n")
    };
    check_bounded(&(0..5_000).map(rule).collect::<Vec<_>>());
}

#[test]
fn many_plain_rules() {
    let rule = |at: usize| {
        let key = if at % 3 == 0 { "Allow" } else { "Disallow" };
        format!("{key}: /{}/{}\n", at % 70, at)
    };
    check_linear(|size| (0..size).map(rule).collect(), 2_500);
}

#[test]
fn one_rule_of_half_a_megabyte() {
    let rules = |size| {
        let long = "a".repeat(size);
        vec![format!("Disallow: /{long}\n"), format!("Allow: /{long}*b\n")]
    };
    check_linear(rules, 60_000);
}

// Whatever follows the slash, some rule allows it; but no single rule does, so a letter that no
// rule mentions would be disallowed. There is no such letter, and nothing is guessed.
#[test]
fn no_letter_is_left() {
    let letters = (b'!'..=b'~').filter(|letter| !b"#*$%".contains(letter));
    let rules: String = letters.map(|letter| format!("Allow: /*{}\n", letter as char)).collect();
    let file = format!("User-agent: *\nDisallow: /\nAllow: /*%\n{rules}");
    let only_root = RobotsTxt::parse("User-agent: *\nDisallow: /$\n");
    let robots = RobotsTxt::parse(&file);
    let [all, only_root] = [&robots, &only_root]
        .map(|robots| RuleList::of_group(&robots.group_for(&ProductToken::any())));

    assert_eq!(equivalent(&all, &only_root), ProofOutcome::NotDecided(NotDecided::NoExample));
    assert_eq!(changes(&all, &only_root).not_decided, Some(NotDecided::NoExample));
    assert!(!changes(&all, &only_root).is_none());

    // Without the rule about `z` there is one.
    let line = all.rules().iter().find(|rule| rule.value() == b"/*z").unwrap().line();
    let outcome = equivalent(&all.without(&[line]), &only_root);
    assert_eq!(outcome.counterexample().unwrap().path, "/z");
}
