//! The vectors of google/robotstxt-spec-test: 400 verdicts on 80 files.
//!
//! In the dialect `google` all of them have to come true. In `rfc9309` some do not, and each of those
//! is declared below with its reason: an undeclared difference fails, and so does a declared one that
//! no longer occurs.

use std::collections::BTreeMap;
use std::fs;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gatepost::{Dialect, ProductToken, RobotsTxt};
use serde::Deserialize;

use crate::{Outcome, workspace};

/// Where `rfc9309` answers otherwise, and why.
const DIFFERS: &[(&str, &[&str])] = &[
    (
        "an empty text is no URL",
        &[
            "correctness/empty-string/0/0",
            "correctness/empty-string/0/1",
            "correctness/empty-string/1/0",
            "correctness/empty-string/1/1",
        ],
    ),
    (
        "Google's own: an Allow of index.html opens its folder; RFC 9309 knows no index pages",
        &["correctness/index-page/0/0"],
    ),
    (
        "bytes outside ASCII are encoded in the URL too, and unreserved triplets decoded (2.2.2); \
         Google's library leaves that to its caller",
        &[
            "correctness/non-ascii-paths/1/1",
            "correctness/non-ascii-paths/2/1",
            "correctness/non-ascii-paths/3/0",
        ],
    ),
    (
        "a value of several words names the crawler of that name; in Google's parser it is cut at the \
         space, and no caller with a space in its name is ever matched",
        &["correctness/user-agent-name/0/1"],
    ),
    (
        "/robots.txt is always allowed (2.2.2)",
        &["stress/327748/0/5", "stress/369883/0/5", "stress/369883/0/9", "stress/860237/0/9"],
    ),
    (
        "digits belong to a product token, so AB42bot is named by its own group and AB by none",
        &["stress/369883/0/6", "stress/369883/0/7", "stress/369883/0/8"],
    ),
];

#[derive(Deserialize)]
struct Vector {
    id: String,
    robots_b64: String,
    url: String,
    agent: String,
    allowed: bool,
}

pub(crate) fn run() -> Outcome {
    let path = workspace::root().join("../shared/corpus/vectors/google-spec-test.jsonl");
    let text = fs::read_to_string(&path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let vectors: Vec<Vector> = text
        .lines()
        .map(|line| serde_json::from_str(line).map_err(|error| format!("{error}: {line}")))
        .collect::<Result<_, _>>()?;
    let mut declared: BTreeMap<&str, &str> =
        DIFFERS.iter().flat_map(|(why, ids)| ids.iter().map(move |id| (*id, *why))).collect();
    let count = declared.len();
    let mut wrong = 0;
    for vector in &vectors {
        let id = vector.id.strip_prefix("google-spec-test/").unwrap_or(&vector.id);
        if answer(vector, Dialect::GOOGLE)? != Some(vector.allowed) {
            println!("{id}: google answers otherwise");
            wrong += 1;
        }
        let differs = answer(vector, Dialect::RFC9309)? != Some(vector.allowed);
        if differs != declared.remove(id).is_some() {
            let what =
                if differs { "otherwise, undeclared" } else { "the same, declared to differ" };
            println!("{id}: rfc9309 answers {what}");
            wrong += 1;
        }
    }
    for id in declared.keys() {
        println!("{id}: declared, but there is no such vector");
        wrong += 1;
    }
    let as_declared = count - declared.len();
    println!(
        "{} vectors, {as_declared} declared to differ in rfc9309, {wrong} wrong",
        vectors.len()
    );
    Ok(wrong == 0)
}

/// Whether the URL is allowed; none where the dialect does not take it for one.
fn answer(vector: &Vector, dialect: Dialect) -> Result<Option<bool>, String> {
    let bytes = STANDARD.decode(&vector.robots_b64).map_err(|error| error.to_string())?;
    let robots = RobotsTxt::parse_as(&bytes, dialect);
    let crawler = ProductToken::verbatim(&vector.agent);
    let path = dialect.url_path(&vector.url).ok();
    Ok(path.map(|path| robots.verdict(&crawler, &path).is_allowed()))
}
