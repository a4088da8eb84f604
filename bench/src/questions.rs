//! Chooses the questions: URLs of the file's own site, URLs made from its rules, URLs of other
//! sites.
//!
//! A crawler has parsed and percent-encoded its URLs long before it asks, so every question here
//! has been through the `url` crate. Each engine gets the form of a question that suits it.

use gatepost::{Dialect, ProductToken, ReadLimit, RobotsTxt, Rule};
use url::Url;

use crate::corpus::{Corpus, File};
use crate::inputs::Random;

/// The origin of all questions; the caller is assumed to have the right file for it.
pub(crate) const ORIGIN: &str = "https://site.example";

/// One URL.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) url: Url,
    /// Path and query.
    pub(crate) path: String,
}

impl Question {
    /// Makes a question from a path, as a URL parser writes it.
    pub(crate) fn new(path: &str) -> Option<Question> {
        let mut url = Url::parse(&format!("{ORIGIN}{path}")).ok()?;
        url.set_fragment(None);
        if url.host_str() != Some("site.example") {
            return None;
        }
        Some(Question { path: url[url::Position::BeforePath..].to_owned(), url })
    }
}

/// Returns the questions about one file: a third of each kind, as far as there are enough.
pub(crate) fn about(file: &File, corpus: &Corpus, crawler: &str, count: usize) -> Vec<Question> {
    let mut random = Random::new(file.name.as_bytes());
    let mut questions: Vec<Question> =
        file.urls.iter().take(count / 3).filter_map(|url| Question::new(path_of(url))).collect();

    let robots = RobotsTxt::parse(&file.bytes);
    let group = robots.group_for(&ProductToken::verbatim(crawler));
    let rules: Vec<Rule<'_>> = group.rules().filter(|rule| !rule.value().is_empty()).collect();
    if !rules.is_empty() {
        let wanted = questions.len() + count / 3;
        for _ in 0..count {
            if questions.len() >= wanted {
                break;
            }
            let rule = rules[random.below(rules.len())];
            questions.extend(Question::new(&from_rule(rule.value(), &mut random)));
        }
    }
    while questions.len() < count {
        questions.extend(Question::new(&corpus.mixed[random.below(corpus.mixed.len())]));
    }
    // Mixed, so that the first few contain some of each kind.
    for at in (1..questions.len()).rev() {
        questions.swap(at, random.below(at + 1));
    }
    questions
}

/// Returns all that follows the host.
fn path_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.find('/').map_or("", |at| &rest[at..])
}

/// Makes a path that the rule matches or only just misses.
pub(crate) fn from_rule(pattern: &[u8], random: &mut Random) -> String {
    const FILLERS: [&str; 6] = ["", "a", "news", "2024/05", "item-1234", "x?id=7&page=2"];
    const ENDS: [&str; 6] = ["", "/", "index.html", "?page=2", "/a/b/c.php?x=1", "-archive"];
    let text = String::from_utf8_lossy(pattern);
    let closed = text.ends_with('$');
    let mut path = String::new();
    if !text.starts_with('/') {
        path.push('/');
    }
    for c in text.trim_end_matches('$').chars() {
        match c {
            '*' => path.push_str(FILLERS[random.below(FILLERS.len())]),
            c => path.push(c),
        }
    }
    // One in eight is cut short, so that the rule does not match.
    if random.below(8) == 0 {
        path.pop();
    }
    if path.is_empty() {
        path.push('/');
    }
    if !closed || random.below(4) == 0 {
        path.push_str(ENDS[random.below(ENDS.len())]);
    }
    path
}

/// Computes the right answers from the definition: it compares every rule with every question.
pub(crate) fn right_answers(
    bytes: &[u8],
    crawler: &str,
    questions: &[Question],
    dialect: Dialect,
    limit: ReadLimit,
) -> Vec<bool> {
    let robots = RobotsTxt::parse_up_to(bytes, dialect, limit);
    let group = robots.group_for(&ProductToken::verbatim(crawler));
    let answer = |question: &Question| {
        let path = dialect.url_path(question.url.as_str()).expect("it is a URL");
        group.verdict(&path).is_allowed()
    };
    questions.iter().map(answer).collect()
}
