//! Checks the vectors of google/robotstxt-spec-test: 400 verdicts on 80 files.
//!
//! The dialect `google` has to give all of them. The dialect `rfc9309` differs in some, and each of
//! those is declared below with its reason: an undeclared difference fails, and so does a declared
//! one that no longer occurs.

use std::collections::BTreeMap;
use std::fs;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gatepost::{Dialect, ProductToken, RobotsTxt};
use runner::workspace;
use serde::Deserialize;

use crate::Outcome;

/// The vectors for which `rfc9309` gives another answer, and why.
const DIFFERS: &[(&str, &[&str])] = &[
    (
        "an empty text is not a URL",
        &[
            "correctness/empty-string/0/0",
            "correctness/empty-string/0/1",
            "correctness/empty-string/1/0",
            "correctness/empty-string/1/1",
        ],
    ),
    (
        "in Google's parser an Allow of index.html also allows its folder; RFC 9309 has no such rule",
        &["correctness/index-page/0/0"],
    ),
    (
        "URLs are normalised like patterns: bytes outside ASCII are encoded, and percent-encoded \
         unreserved bytes decoded (2.2.2); Google's library leaves that to its caller",
        &[
            "correctness/non-ascii-paths/1/1",
            "correctness/non-ascii-paths/2/1",
            "correctness/non-ascii-paths/3/0",
        ],
    ),
    (
        "a User-agent value of several words names the crawler of that name; Google's parser cuts the \
         value at the space, and never matches a crawler with a space in its name",
        &["correctness/user-agent-name/0/1"],
    ),
    (
        "/robots.txt is always allowed (2.2.2)",
        &["stress/327748/0/5", "stress/369883/0/5", "stress/369883/0/9", "stress/860237/0/9"],
    ),
    (
        "product tokens may contain digits, so a group for AB42bot applies to AB42bot and not to AB",
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
            println!("{id}: the dialect google gives another answer");
            wrong += 1;
        }
        let differs = answer(vector, Dialect::RFC9309)? != Some(vector.allowed);
        if differs != declared.remove(id).is_some() {
            let what = if differs {
                "another answer, undeclared"
            } else {
                "the same answer, declared to differ"
            };
            println!("{id}: rfc9309 gives {what}");
            wrong += 1;
        }
    }
    for id in declared.keys() {
        println!("{id}: declared to differ, but this vector does not exist");
        wrong += 1;
    }
    let as_declared = count - declared.len();
    println!(
        "{} vectors, {as_declared} declared to differ in rfc9309, {wrong} wrong",
        vectors.len()
    );
    Ok(wrong == 0)
}

/// Returns `true` if the URL is allowed, and `None` if the dialect does not accept it as a URL.
fn answer(vector: &Vector, dialect: Dialect) -> Result<Option<bool>, String> {
    let bytes = STANDARD.decode(&vector.robots_b64).map_err(|error| error.to_string())?;
    let robots = RobotsTxt::parse_as(&bytes, dialect);
    let crawler = ProductToken::verbatim(&vector.agent);
    let path = dialect.url_path(&vector.url).ok();
    Ok(path.map(|path| robots.verdict(&crawler, &path).is_allowed()))
}
