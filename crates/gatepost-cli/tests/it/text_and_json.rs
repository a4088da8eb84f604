//! Text and JSON say the same: every fact of a report stands in the text too, and every sentence of
//! the text in the report.
//!
//! A report is one value, and its words are fields of it. So every string and every number of the
//! JSON is looked for in the text, but for those that only say it again for machines. The other way
//! round, all strings of the JSON are taken out of the text; what is left may only be words of the
//! layout, such as `line` and `allowed`, which each test declares.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::Value;

use crate::support::gatepost;

/// Fields that text does not repeat, and what it has instead.
const FOR_MACHINES: &[&str] = &[
    // Words such as BROKEN, colours, or a title.
    "outcome",
    // Asked for by the user.
    "dialect",
    // The name of a field in the library; text has what it is about.
    "field",
    // Named by its line.
    "rule",
    // How a group was selected; text has a sentence.
    "selected_before",
    "selected_after",
    // Where a line of the user's own file stands; JUnit and editors use it.
    "expectation_line",
];

/// How text names the crawlers that JSON calls `*`.
const ANY: &[&str] = &["allothercrawlers", "crawlerswithouttheirowngroup", "anycrawler", "*"];

const OLD: &str = "User-agent: *\nDisallow: /cart\nAllow: /cart/help\n\nUser-agent: Googlebot\n\
                   Disallow: /private\nDisallow: /private/x\n";
const NEW: &str = "User-agent: *\nDisallow: /c\n\nUser-agent: GPTBot\nDisallow: /\n";
const EXPECTATIONS: &str = "[[expect]]\ncrawlers = [\"*\", \"Googlebot\"]\nallowed = [\"/\"]\n\
                            all-disallowed = [\"/cart\"]\n";

/// The folder with the files; written once, as tests run side by side.
fn folder() -> &'static Path {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("text_and_json");
        fs::create_dir_all(&folder).unwrap();
        let urls = "/cart/help\n/private/x\n/c\n";
        let files = [
            ("old.txt", OLD),
            ("new.txt", NEW),
            ("expect.toml", EXPECTATIONS),
            ("urls.txt", urls),
            ("loose.txt", "user-agent:*\nAllow:/\n"),
        ];
        for (name, text) in files {
            fs::write(folder.join(name), text).unwrap();
        }
        folder
    });
    &FOLDER
}

/// Asserts that the text has every fact of the JSON, and returns how many there are.
#[track_caller]
fn check(arguments: &[&str]) -> usize {
    check_but(&[], arguments)
}

/// Asserts that, but for some more fields.
#[track_caller]
fn check_but(but: &[&str], arguments: &[&str]) -> usize {
    let folder = folder();
    let text = without_spaces(&gatepost(folder, arguments, b""));
    let json = gatepost(folder, &[arguments, &["--format", "json"]].concat(), b"");
    let lines = json.lines().filter(|line| line.starts_with('{'));
    let but = [FOR_MACHINES, but].concat();
    let mut facts = Vec::new();
    for line in lines {
        collect(&but, "", &serde_json::from_str(line).unwrap(), &mut facts);
    }
    for (key, fact) in &facts {
        let fact = without_spaces(fact);
        let is_there = match fact.as_str() {
            "*" => ANY.iter().any(|any| text.contains(any)),
            fact => text.contains(fact),
        };
        assert!(is_there, "{key} `{fact}` is not in the text:\n{text}");
    }
    facts.len()
}

/// Asserts that the text has no words that are neither in the JSON nor in the layout.
#[track_caller]
fn check_words(layout: &[&str], arguments: &[&str]) {
    let mut text = without_spaces(&gatepost(folder(), arguments, b""));
    let json = gatepost(folder(), &[arguments, &["--format", "json"]].concat(), b"");
    let mut facts = Vec::new();
    for line in json.lines().filter(|line| line.starts_with('{')) {
        collect(&[], "", &serde_json::from_str(line).unwrap(), &mut facts);
    }
    let ours = ["exit status", "--- stdout", "--- stderr"];
    let mut words: Vec<String> = facts.iter().map(|(_, fact)| without_spaces(fact)).collect();
    words.extend(ours.iter().chain(ANY).chain(layout).map(|words| without_spaces(words)));
    // The longest first: a sentence goes as a whole, before a name that is a part of it.
    words.retain(|words| words.len() > 1);
    words.sort_by_key(|words| std::cmp::Reverse(words.len()));
    for words in &words {
        text = text.replace(words.as_str(), "\n");
    }
    let left: Vec<_> = text.lines().filter(|left| left.contains(char::is_alphabetic)).collect();
    assert!(left.is_empty(), "not in the JSON: {left:?}\n{json}");
}

fn collect(but: &[&str], key: &str, value: &Value, facts: &mut Vec<(String, String)>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields.iter().filter(|(key, _)| !but.contains(&key.as_str())) {
                collect(but, key, value, facts);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect(but, key, value, facts)),
        Value::String(text) => facts.push((key.to_owned(), text.clone())),
        Value::Number(number) => facts.push((key.to_owned(), number.to_string())),
        Value::Bool(_) | Value::Null => {}
    }
}

/// Text is wrapped and aligned.
fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn diff() {
    let gates = ["--deny", "newly-disallowed=bingbot", "--deny", "newly-allowed=GPTBot"];
    let facts =
        check(&[&["diff", "old.txt", "new.txt", "--urls", "urls.txt"], &gates[..]].concat());
    assert!(facts > 50, "{facts}");
    let layout = ["WARNING:", "newly disallowed", "newly allowed", "--deny", "error:", "and"];
    let urls = ["diff", "old.txt", "new.txt", "--urls", "urls.txt"];
    check_words(&layout, &[&urls[..], &gates].concat());
    check_words(&layout, &["diff", "old.txt", "old.txt"]);
    // Where nothing changes, no crawler is named.
    assert!(check_but(&["crawlers"], &["diff", "old.txt", "old.txt"]) > 0);
}

#[test]
fn find() {
    // The row of a path that is found has all that its title says.
    assert!(check_but(&["title"], &["find", "old.txt", "--decided-by", "2"]) > 2);
    assert!(check_but(&["title"], &["find", "old.txt", "--decided-by", "7"]) > 2);
    assert!(check(&["find", "new.txt", "--decided-by", "5", "-c", "CCBot"]) > 2);
    assert!(check(&["find", "new.txt", "--allowed", "GPTBot"]) > 2);
    assert!(check(&["find", "old.txt", "--splits", "rfc9309,baidu"]) > 5);
    let layout = ["allowed", "disallowed", "line", "proved:", "decides instead:"];
    // The verdict says which kind of rule it is, and the row has its pattern.
    let found = [&layout[..], &["/cart", "/private/x"]].concat();
    check_words(&found, &["find", "old.txt", "--decided-by", "2"]);
    check_words(&found, &["find", "old.txt", "--decided-by", "7"]);
    check_words(&layout, &["find", "new.txt", "--allowed", "GPTBot"]);
    // A cause is explained once.
    check_words(
        &["in rfc9309:", "in baidu:", "as above"],
        &["find", "old.txt", "--splits", "rfc9309,baidu"],
    );
}

#[test]
fn verify() {
    assert!(check(&["verify", "old.txt", "expect.toml"]) > 10);
    // The summary counts the lines.
    let layout = ["BROKEN", "holds", "of", "expectations hold", "No expectation touches"];
    check_words(&layout, &["verify", "old.txt", "expect.toml"]);
}

#[test]
fn minimise() {
    assert!(check(&["minimise", "old.txt"]) > 2);
    // Text is the file itself.
    let file: Vec<&str> = OLD.lines().chain(["line"]).collect();
    check_words(&file, &["minimise", "old.txt"]);
}

#[test]
fn lint() {
    // Text shows places by the lines themselves and edits by what they do, and a page once a rule.
    let places = ["start", "end", "column", "end_line", "end_column", "edits", "safety", "changes"];
    assert!(check_but(&places, &["lint", "old.txt", "--severity", "info"]) > 10);
    let summary = [
        "errors",
        "warnings",
        "findings in 1 file; 1 fixable with `--fix`, 1 more with `--fix --unsafe`",
    ];
    let layout = ["= page:", "= help:", "= note:", "= example:"];
    let file: Vec<&str> = OLD.lines().chain(layout).chain(summary).collect();
    check_words(&file, &["lint", "old.txt", "--severity", "info"]);
}

#[test]
fn rules() {
    // A page is for machines: `gatepost lint --explain` prints it.
    assert!(check_but(&["page", "since"], &["rules"]) > 60);
    check_words(&["with fixes"], &["rules"]);
}

#[test]
fn fmt() {
    // The words for the steps are in the title, and the lines in the diff.
    let but = ["steps", "file", "changes"];
    assert!(check_but(&but, &["fmt", "--check", "loose.txt"]) > 0);
    check_words(&[], &["fmt", "--check", "loose.txt"]);
}

#[test]
fn dialects() {
    // Text has the comparison where it was asked for.
    let names = ["compared_with"];
    assert!(check_but(&names, &["dialects", "python", "google"]) > 10);
    check_words(&["used by:", "in python:", "in google:"], &["dialects", "python", "google"]);
    assert!(check_but(&["compared_with", "about", "differences"], &["dialects"]) > 10);
    check_words(&["used by:"], &["dialects"]);
}

#[test]
fn test() {
    // With a column each for several crawlers, text has no room for rules and reasons.
    let verdict = ["decided_by", "selected_by", "group", "title", "crawler"];
    assert!(check_but(&verdict, &["test", "old.txt", "/cart/help", "/cart", "/x"]) > 8);
    assert!(check_but(&verdict, &["test", "old.txt", "-c", "AdsBot-Google", "/cart"]) > 2);
    let matrix = [&verdict[..], &["reason", "remarks"]].concat();
    let several = ["test", "old.txt", "/cart", "-c", "GPTBot", "-c", "Googlebot"];
    assert!(check_but(&matrix, &several) > 2);
    let layout = ["line", "allowed", "disallowed", "note:"];
    // The verdict says which kind of rule it is, and the row has its pattern.
    let layout = [&layout[..], &["/cart/help", "/cart"]].concat();
    check_words(&layout, &["test", "old.txt", "/cart/help", "/cart", "/x"]);
    check_words(&layout, &["test", "old.txt", "-c", "AdsBot-Google", "/cart"]);
    check_words(&layout, &several);
}

#[test]
fn explain() {
    // The lines themselves show places, rules and lengths; their labels have the reasons.
    let places = ["start", "end", "column"];
    let labels = ["length", "lost_by", "kind", "remarks", "reason"];
    let verdict = ["decided_by", "selected_by", "group", "url", "user_agent_lines"];
    let but = [&places[..], &labels, &verdict].concat();
    let explain = ["test", "old.txt", "--explain", "-c", "Googlebot", "/private/x", "/Private"];
    assert!(check_but(&but, &explain) > 10);
    // The lines of the file between those that have labels.
    let file =
        ["old.txt", "User-agent:", "Disallow:", "info", "error", "[allowed]", "[disallowed]"];
    check_words(&[&file[..], &["note:"]].concat(), &explain);
}

#[test]
fn test_dialects() {
    // A reason stands where there is no rule.
    let dialects = ["test", "old.txt", "--dialect", "all", "/cart/help", "-c", "GPTBot", "-c", "*"];
    assert!(check_but(&["reason"], &dialects) > 20);
    // The summary counts the lines.
    let summary = ["The dialects disagree on", "of", "URL.", "for"];
    check_words(&[&summary[..], &["allowed", "disallowed", "line", "in"]].concat(), &dialects);
}

#[test]
fn patterns() {
    // What each star matches is a part of the reason.
    assert!(check_but(&["length", "pattern", "url"], &["match", "/*a", "/xa", "/b"]) > 2);
    let several = ["match", "-p", "/a", "-p", "/*b", "/ab", "/a"];
    // With a column each, there is no room for reasons.
    assert!(check_but(&["length", "reason", "stars", "paths", "differ"], &several) > 8);
    let layout = ["matches", "no match"];
    check_words(&layout, &["match", "/*a", "/xa", "/b", "/A"]);
    check_words(&layout, &several);
}

#[test]
fn groups() {
    // The names of lines and groups are those of the crawlers.
    let names = ["user_agent_lines", "group", "selected_by", "length", "crawl_delay"];
    assert!(check_but(&names, &["groups", "old.txt"]) > 5);
    assert!(check_but(&names, &["groups", "old.txt", "-c", "Googlebot-Image"]) > 3);
    check_words(&[], &["groups", "old.txt"]);
    check_words(&[], &["groups", "old.txt", "-c", "Googlebot-Image", "-c", "AdsBot-Google"]);
}

#[test]
fn access() {
    // `gatepost crawlers` has the entry of the directory.
    let entry = ["operator", "purposes", "robots", "page"];
    let names = ["user_agent_lines", "group", "selected_by", "reaches"];
    let but = [&entry[..], &names].concat();
    // The summary counts the lines.
    let summary = [
        "Fully blocked",
        "Partly blocked",
        "Not blocked",
        "crawlers",
        "partly blocked",
        "known to obey robots.txt",
        "are",
        "robots.txt",
        "obey",
    ];
    check_words(&summary, &["access", "old.txt", "-c", "Googlebot-Image", "-c", "GPTBot"]);
    assert!(check_but(&but, &["access", "old.txt", "-c", "Googlebot-Image", "-c", "GPTBot"]) > 6);
}

#[test]
fn crawlers() {
    // Words for machines; the facts have them in words.
    let words = ["purposes", "robots", "known_by", "robots_text"];
    assert!(check_but(&words, &["crawlers", "GPTBot"]) > 10);
    check_words(&[], &["crawlers", "GPTBot"]);
    assert!(check_but(&words, &["crawlers", "Google-NotebookLM"]) > 10);
}
