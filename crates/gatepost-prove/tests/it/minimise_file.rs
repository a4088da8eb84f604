//! The smaller file gives the same verdicts, and no other line can be removed.

use gatepost::{Dialect, ProductToken, RobotsTxt};
use gatepost_prove::{KeptBecause, file_changes, minimise_file, minimise_file_for};

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

/// In each of several parsers, every crawler gets the same verdict about all short paths; and a rule
/// that every one of them can do without is removed.
#[test]
fn several_parsers_at_once() {
    let lines = [
        "Disallow: /a",
        "Allow: /a",
        "Disallow: /a*",
        "Disallow-x: /",
        "Disallow:",
        "Allow: /a/b",
        "User-agent: a",
    ];
    let sets: [&[Dialect]; 3] = [
        &[Dialect::RFC9309, Dialect::GOOGLE, Dialect::YANDEX],
        &[Dialect::RFC9309, Dialect::BAIDU],
        &[Dialect::GOOGLE, Dialect::PYTHON_3_11, Dialect::ROBOTXT],
    ];
    let paths = ["/", "/a", "/b", "/aa", "/a*", "/a/", "/a/b", "/a/b/c"];
    let (mut removed, mut kept) = (0, 0);
    for choice in (0..lines.len().pow(4)).step_by(7) {
        let chosen = (0..4).map(|at| lines[choice / lines.len().pow(at) % lines.len()]);
        let all: Vec<&str> = ["User-agent: *"].into_iter().chain(chosen).collect();
        let file = all.join("\n");
        for dialects in sets {
            let smaller = minimise_file_for(file.as_bytes(), dialects, |_, _| true);
            removed += smaller.removed.len();
            kept += usize::from(smaller.kept_because.is_some());
            for dialect in dialects {
                let files = [file.as_bytes(), &smaller.bytes];
                let [before, after] = files.map(|file| RobotsTxt::parse_as(file, *dialect));
                for (name, path) in ["*", "a", "ab"].iter().flat_map(|n| paths.map(|p| (n, p))) {
                    let crawler = ProductToken::verbatim(name);
                    let path = dialect.url_path(path.as_bytes()).unwrap();
                    let allows = |file: &RobotsTxt<'_>| file.verdict(&crawler, &path).is_allowed();
                    assert_eq!(allows(&before), allows(&after), "{dialect} {name} {file}");
                }
            }
        }
    }
    assert!(removed > 500 && kept < 40, "{removed} removed, {kept} files kept");
}
