//! What a hostile file costs: it ends at once, and nothing is guessed.

use std::time::{Duration, Instant};

use gatepost::{Dialect, ProductToken, RobotsTxt};
use gatepost_prove::{
    NotDecided, PathSet, ProofOutcome, RuleList, always, changes, dead, decided_by, equivalent,
    minimise, redundant,
};

/// For one question. Generous, since machines that run tests are busy.
const AT_ONCE: Duration = Duration::from_secs(10);

fn stars(count: usize, letters: &str) -> String {
    let mut pattern = "/".to_owned();
    for at in 0..count {
        pattern.push('*');
        pattern.push(letters.as_bytes()[at % letters.len()] as char);
    }
    pattern
}

fn ask_everything(rules: &[String]) {
    let file = format!("User-agent: *\n{}", rules.concat());
    let robots = RobotsTxt::parse(&file);
    let all = RuleList::of_group(&robots.group_for(&ProductToken::any()));
    let fewer = all.without(&[2]);
    let stars = PathSet::new(&stars(2_000, "xyz"), Dialect::RFC9309);
    let questions: [(&str, &dyn Fn()); 8] = [
        ("equivalent", &|| drop(equivalent(&all, &fewer))),
        ("changes", &|| drop(changes(&all, &fewer))),
        ("everything changes", &|| drop(changes(&all, &all.without(&lines(&all))))),
        ("decided by", &|| drop(decided_by(&all, 2))),
        ("dead", &|| drop(dead(&all))),
        ("redundant", &|| drop(redundant(&all))),
        ("minimise", &|| drop(minimise(&all))),
        ("always", &|| drop(always(&all, &stars, true))),
    ];
    for (name, ask) in questions {
        let started = Instant::now();
        ask();
        let took = started.elapsed();
        println!("{name}: {took:?}");
        assert!(took < AT_ONCE, "{name} took {took:?}");
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
    ask_everything(&[a.clone(), b.clone()]);

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
    ask_everything(&(0..4_000).map(rule).collect::<Vec<_>>());
}

#[test]
fn many_short_rules_with_stars() {
    let rule = |at: usize| {
        let key = if at % 2 == 0 { "Allow" } else { "Disallow" };
        format!("{key}: /*{at}*x\n")
    };
    ask_everything(&(0..5_000).map(rule).collect::<Vec<_>>());
}

#[test]
fn many_plain_rules() {
    let rule = |at: usize| {
        let key = if at % 3 == 0 { "Allow" } else { "Disallow" };
        format!("{key}: /{}/{}\n", at % 70, at)
    };
    ask_everything(&(0..5_000).map(rule).collect::<Vec<_>>());
}

#[test]
fn one_rule_of_half_a_megabyte() {
    let long = "a".repeat(250_000);
    ask_everything(&[format!("Disallow: /{long}\n"), format!("Allow: /{long}*b\n")]);
}

// Whatever follows the slash, some rule allows it; but no rule alone does, so that a letter of which no
// rule speaks would be disallowed. There is none, and no guess is made.
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
