//! Measures many questions about each real file, in nanoseconds per check and by file.

use std::hint::black_box;

use gatepost::{ProductToken, ReadLimit, RobotsTxt, UrlPath};

use super::{Bench, CRAWLER, Group, reads_corpus};
use crate::clock::{self, Effort};
use crate::engines::{Form, GATEPOST, ManyOutcome, Peer};
use crate::questions::{self, Question};
use crate::results::{Results, Table, WRONG, time};

pub(super) const GROUP: Group = Group { name: NAME, analysis: ANALYSIS, measure, tables };

const NAME: &str = "prebuilt";
const CASE: &str = "real files";
/// The row for Gatepost with `UrlPath`s that were made before.
pub(crate) const PATH_AT_HAND: &str = "gatepost, path made before";
/// The suffix of an engine's name in rows for absolute URLs.
pub(crate) const FROM_URL: &str = ", from a URL";

const ANALYSIS: &str = "\
Each file is prepared once, and then asked about 1,000 URLs: up to a third from its own site, a third
made from its rules (with something in place of each star, one in eight cut short), the rest from other
sites. The time of a check is measured per file (an engine leaves a file after 5 ms of CPU time, which
cuts short the engines that read it at each question); the table has the mean over files, the median
file, the file that 1 % are slower than, and the slowest. A mean hides the files with thousands of rules,
and those belong to the sites that are crawled most.

The first table asks with the form of a URL that suits the engine best: path and query as text for those
that accept it (gatepost, texting_robots, robotxt, cylon), a parsed `Url` for robotparser, an absolute
URL for the others. For Gatepost this includes `UrlPath::new`; the row below is without it, for callers
that ask about one URL more than once. The second table gives every engine an absolute URL as text, which
is what most callers have: if an engine does not accept one, parsing it is part of the check.

Gatepost has every rule in normal form and in order of precedence, so it can stop at the first match, and
compares bytes, not characters. robotxt also stops at the first match, but copies and encodes the path,
and tries one rule after another; texting_robots tries every rule, allocates, and sorts the matches;
cylon walks a set of states for each byte of the path; the others search for the group, or read the whole
file, at every question.";

/// The measurements of one engine over all files.
#[derive(Default)]
struct Sum {
    check_ns: Vec<f64>,
    asked: usize,
    wrong: usize,
    failed: usize,
}

impl Sum {
    fn add(&mut self, outcome: &ManyOutcome, right: &[bool]) {
        self.asked += outcome.answers.len();
        for (answer, right) in outcome.answers.iter().zip(right) {
            self.wrong += usize::from(answer.is_some_and(|answer| answer != *right));
            self.failed += usize::from(answer.is_none());
        }
        if outcome.answers.iter().any(Option::is_some) {
            self.check_ns.push(outcome.check_ns);
        }
    }
}

fn measure(bench: &mut Bench) -> Result<(), String> {
    let effort = bench.effort_for_file();
    let count = if bench.quick { 300 } else { 1_000 };
    let peers = bench.peers.iter_mut().filter(|peer| reads_corpus(&***peer));
    let mut peers: Vec<(&mut Box<dyn Peer>, Sum, Sum)> =
        peers.map(|peer| (peer, Sum::default(), Sum::default())).collect();
    let mut path_at_hand = Sum::default();
    let total = bench.corpus.files.len();
    for (index, file) in bench.corpus.files.iter().enumerate() {
        let bytes = &file.bytes;
        let questions = questions::about(file, &bench.corpus, CRAWLER, count);
        // The right answers, by dialect and read limit.
        let mut right: Vec<(&str, usize, Vec<bool>)> = Vec::new();
        for (peer, best, from_url) in &mut peers {
            let (claims, reads) = (peer.about().claims, peer.about().reads.min(bytes.len()));
            let is_it = |known: &&(&str, usize, _)| known.0 == claims.name && known.1 == reads;
            if right.iter().find(is_it).is_none() {
                let limit = ReadLimit::below_floor(reads);
                let answers = questions::right_answers(bytes, CRAWLER, &questions, claims, limit);
                right.push((claims.name, reads, answers));
            }
            let Some((.., right)) = right.iter().find(is_it) else { continue };
            best.add(&peer.many(bytes, CRAWLER, &questions, Form::Best, effort)?, right);
            if takes_paths(&***peer) {
                from_url.add(&peer.many(bytes, CRAWLER, &questions, Form::Url, effort)?, right);
            }
        }
        let outcome = with_path_at_hand(bytes, &questions, effort);
        path_at_hand.add(&outcome, &outcome.answers.iter().flatten().copied().collect::<Vec<_>>());
        if index % 100 == 99 {
            eprintln!("{NAME}: {} of {total} files", index + 1);
        }
    }
    let sums = peers.into_iter().flat_map(|(peer, best, from_url)| {
        let name = peer.about().name;
        [(name.to_owned(), best), (format!("{name}{FROM_URL}"), from_url)]
    });
    for (name, sum) in sums.chain([(PATH_AT_HAND.to_owned(), path_at_hand)]) {
        let mut ns = sum.check_ns;
        if ns.is_empty() {
            continue;
        }
        ns.sort_by(f64::total_cmp);
        let at = |share: f64| ns[((ns.len() as f64 * share) as usize).min(ns.len() - 1)];
        let figures = [
            ("mean", ns.iter().sum::<f64>() / ns.len() as f64),
            ("median", at(0.5)),
            ("p99", at(0.99)),
            ("slowest", at(1.0)),
            ("asked", sum.asked as f64),
            ("wrong", sum.wrong as f64),
            ("failed", sum.failed as f64),
        ];
        bench.results.add(NAME, CASE, &name, &figures);
    }
    Ok(())
}

/// Returns `true` if an engine works best with another form of question than an absolute URL.
fn takes_paths(peer: &dyn Peer) -> bool {
    const PATHS: [&str; 5] = [GATEPOST, "texting_robots", "robotxt", "cylon", "robotparser"];
    PATHS.contains(&peer.about().name)
}

fn with_path_at_hand(bytes: &[u8], questions: &[Question], effort: Effort) -> ManyOutcome {
    let robots = RobotsTxt::parse(bytes);
    let rules = robots.group_for(&ProductToken::verbatim(CRAWLER)).rule_set();
    let paths = questions.iter().map(|question| UrlPath::new(&question.path));
    let paths: Vec<UrlPath<'_>> =
        paths.map(|path| path.expect("a path starts with a slash")).collect();
    let ns = clock::best(effort, || {
        for path in &paths {
            black_box(rules.verdict(black_box(path)));
        }
    });
    let answers = paths.iter().map(|path| Some(rules.verdict(path).is_allowed())).collect();
    ManyOutcome { check_ns: ns / paths.len() as f64, answers }
}

/// Returns a measure (`mean`, `median`, `p99`, `slowest`) of an engine over the real files.
pub(crate) fn figure(results: &Results, engine: &str, measure: &str) -> Option<f64> {
    results.get(NAME, CASE, engine, measure)
}

fn tables(results: &Results) -> Vec<Table> {
    let row = |engine: String| {
        let mark = if results.is_right(NAME, CASE, &engine) { "" } else { WRONG };
        let text = |measure| {
            figure(results, &engine, measure).map_or("-".to_owned(), |ns| time(ns) + mark)
        };
        let [mean, median, p99, slowest] = ["mean", "median", "p99", "slowest"].map(text);
        vec![engine.clone(), mean, median, p99, slowest, results.wrongness(NAME, &engine)]
    };
    let engines = results.engines(NAME).into_iter();
    let (from_url, best): (Vec<String>, Vec<String>) =
        engines.partition(|engine| engine.ends_with(FROM_URL));
    let columns =
        ["engine", "mean", "median file", "1 % are slower", "slowest file", "wrong answers"];
    let table = |title: &str, engines: Vec<String>| Table {
        title: title.to_owned(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: engines.into_iter().map(row).collect(),
    };
    vec![
        table("One check of many, over the real files", best),
        table("The same from an absolute URL, where that is another question", from_url),
    ]
}
