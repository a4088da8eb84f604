//! The smaller file gives the same verdicts, and no other line can be removed.

use gatepost::{Dialect, RobotsTxt};
use gatepost_prove::{KeptBecause, file_changes, minimise_file};

#[track_caller]
fn check(file: &str, expected: &str) {
    let smaller = minimise_file(file.as_bytes(), Dialect::RFC9309);
    assert_eq!(String::from_utf8(smaller.bytes).unwrap(), expected);
    assert_eq!((smaller.kept_because, smaller.not_decided), (None, Vec::new()));
}

#[test]
fn everything_else_stays_byte_for_byte() {
    check(
        "\u{feff}# a\r\n\r\nUser-agent: *\r\nDisallow: /a # w\rDisallow: /a/b\r# c\nAllow:/x\nX: y",
        "\u{feff}# a\r\n\r\nUser-agent: *\r\nDisallow: /a # w\r# c\nX: y",
    );
}

#[test]
fn a_group_keeps_its_last_rule() {
    check(
        "User-agent: a\nAllow: /\nUser-agent: b\nDisallow: /\nDisallow: /x",
        "User-agent: a\nAllow: /\nUser-agent: b\nDisallow: /\n",
    );
    check("User-agent: a\nAllow: /\nDisallow:\n", "User-agent: a\nAllow: /\n");
    // Line 3 becomes redundant only without line 2, and is then the last rule of its group.
    check("User-agent: a\nDisallow: /x\nAllow: /x\n", "User-agent: a\nAllow: /x\n");
}

#[test]
fn a_line_of_two_crawlers_is_removed_only_for_both() {
    // For `a`, line 3 is redundant because of line 5; for `b` it is not.
    let both = "User-agent: a\nUser-agent: b\nDisallow: /x/y\nUser-agent: a\nDisallow: /x\n";
    check(both, both);
    check(
        "User-agent: a\nUser-agent: b\nDisallow: /x\nUser-agent: a\nDisallow: /x\nDisallow: /y\n",
        "User-agent: a\nUser-agent: b\nDisallow: /x\nUser-agent: a\nDisallow: /y\n",
    );
}

#[test]
fn a_rule_that_no_crawler_obeys_is_removed() {
    check("Disallow: /\nUser-agent:\nDisallow: /a\nDisallow: /b\n", "User-agent:\nDisallow: /a\n");
}

#[test]
fn a_file_past_the_read_limit_stays() {
    let file = ["User-agent: *\nDisallow: /\nDisallow: /a\n", &"#\n".repeat(260_000)].concat();
    let smaller = minimise_file(file.as_bytes(), Dialect::RFC9309);
    assert!(
        smaller.kept_because == Some(KeptBecause::ReadLimit) && smaller.bytes == file.as_bytes()
    );
}

fn without_line(robots: &RobotsTxt<'_>, gone: usize) -> Vec<u8> {
    let starts: Vec<usize> = robots.lines().map(|line| line.span().start).collect();
    let end = starts.get(gone).copied().unwrap_or(robots.as_bytes().len());
    [&robots.as_bytes()[..starts[gone - 1]], &robots.as_bytes()[end..]].concat()
}

/// The naive twin: whether some line can be removed while each group keeps a rule.
fn can_lose_a_line(bytes: &[u8], dialect: Dialect) -> bool {
    let robots = RobotsTxt::parse_as(bytes, dialect);
    let kept = |robots: &RobotsTxt<'_>| -> usize {
        robots.groups().filter(|group| group.rules().len() > 0).count()
    };
    let rules = robots.groups().flat_map(|group| group.rules()).map(|rule| rule.line());
    let rules: Vec<usize> = rules.collect();
    rules.into_iter().any(|line| {
        let smaller = without_line(&robots, line);
        let smaller = RobotsTxt::parse_as(&smaller, dialect);
        let changes = file_changes(&robots, &smaller);
        kept(&smaller) == kept(&robots) && changes.is_none()
    })
}

#[test]
fn every_small_file_keeps_its_verdicts_and_cannot_lose_another_line() {
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
            let smaller = minimise_file(file.as_bytes(), dialect);
            let [before, after] =
                [file.as_bytes(), &smaller.bytes].map(|bytes| RobotsTxt::parse_as(bytes, dialect));
            assert!(file_changes(&before, &after).is_none(), "{file}");
            assert!(smaller.kept_because.is_none() && smaller.not_decided.is_empty(), "{file}");
            let missing = before.lines().count() - after.lines().count();
            assert_eq!(missing, smaller.removed.len(), "{file}");
            assert!(!can_lose_a_line(&smaller.bytes, dialect), "{file}");
        }
    }
}
