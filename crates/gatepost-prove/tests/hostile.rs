//! What a hostile file costs: it ends at once, and nothing is guessed.

use std::time::{Duration, Instant};

use gatepost::{Dialect, ProductToken, RobotsTxt};
use gatepost_prove::{
    NotDecided, Outcome, PathSet, RuleList, always, changes, dead, decided_by, equivalent,
    minimise, redundant,
};

/// Generous, since machines that run tests are busy.
const AT_ONCE: Duration = Duration::from_secs(20);

fn stars(count: usize, letters: &str) -> String {
    let mut pattern = "/".to_owned();
    for at in 0..count {
        pattern.push('*');
        pattern.push(letters.as_bytes()[at % letters.len()] as char);
    }
    pattern
}

#[track_caller]
fn ask_everything(rules: &[String]) {
    let started = Instant::now();
    let file = format!("User-agent: *\n{}", rules.concat());
    let robots = RobotsTxt::parse(&file);
    let all = RuleList::of_group(&robots.group_for(&ProductToken::any()));
    let fewer = all.without(&[2]);
    equivalent(&all, &fewer);
    changes(&all, &fewer);
    decided_by(&all, 2);
    dead(&all);
    redundant(&all);
    minimise(&all);
    always(&all, &PathSet::new(&stars(2_000, "xyz"), &Dialect::RFC9309), true);
    let took = started.elapsed();
    println!("{took:?}");
    assert!(took < AT_ONCE, "took {took:?}");
}

#[test]
fn two_thousand_stars() {
    let a = format!("Disallow: {}\n", stars(2_000, "ab"));
    let b = format!("Allow: {}\n", stars(2_000, "cd"));
    ask_everything(&[a.clone(), b.clone()]);

    let file = format!("User-agent: *\n{a}{b}");
    let robots = RobotsTxt::parse(&file);
    let rules = RuleList::of_group(&robots.group_for(&ProductToken::any()));
    let outcome = implies_both_ways(&rules);
    assert!(matches!(outcome, Outcome::NotDecided(NotDecided::TooManySteps)), "{outcome:?}");
}

fn implies_both_ways(rules: &RuleList<'_>) -> Outcome<gatepost_prove::Example> {
    always(rules, &PathSet::new(&stars(2_000, "cd"), &Dialect::RFC9309), true)
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
