//! Text and JSON say the same: every fact of a report stands in the text, too.
//!
//! A report is one value, and its words are fields of it. So every string and every number of the
//! JSON is looked for in the text, but for those that only say it again for machines.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::Value;

mod support;

use support::gatepost;

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
        let files =
            [("old.txt", OLD), ("new.txt", NEW), ("expect.toml", EXPECTATIONS), ("urls.txt", urls)];
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
}

#[test]
fn verify() {
    assert!(check(&["verify", "old.txt", "expect.toml"]) > 10);
}

#[test]
fn minimise() {
    assert!(check(&["minimise", "old.txt"]) > 2);
}

#[test]
fn lint() {
    // Text shows places by the lines themselves and edits by what they do, and a page once a rule.
    let places = ["start", "end", "column", "end_line", "end_column", "edits", "safety", "changes"];
    assert!(check_but(&places, &["lint", "old.txt", "--severity", "info"]) > 10);
}
