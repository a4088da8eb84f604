//! Compares every dialect with the implementation that it describes: `cargo xtask dialects`.
//!
//! The questions are the URLs of each file's own site and URLs made from its rules, for a crawler
//! that the file names, for Googlebot and for one that no file names. Every difference is counted
//! by its kind: `kinds.rs` has a predicate and a reason for each, and a difference that matches no
//! predicate is unexplained. More than one unexplained answer in ten thousand fails.

mod kinds;
mod table;

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::time::Instant;

use gatepost::{Dialect, ProductToken, RobotsTxt, RuleSet};
use runner::random::Random;
use runner::{Answer, Corpus, Driver, PEERS, Peer, Question};
use runner::{escaped, escaped_lines, minimal_lines, workspace};

use crate::Outcome;
use kinds::{Asked, KINDS};

/// Returns the dialects that an implementation follows, each with the implementation. Google's
/// library is left out, since `cargo xtask peers` compares that, and more closely.
fn pairs() -> impl Iterator<Item = (Dialect, &'static Peer)> {
    let is_compared = |dialect: &&Dialect| **dialect != Dialect::GOOGLE;
    Dialect::ALL.iter().filter(is_compared).filter_map(|dialect| {
        let peer = PEERS.iter().find(|peer| peer.dialect == Some(*dialect));
        peer.map(|peer| (*dialect, peer))
    })
}

/// One unexplained answer in so many is tolerated.
const ONE_IN: usize = 10_000;

/// Unexplained differences that are shown in full.
const SHOWN: usize = 12;

/// The result for one dialect.
pub(crate) struct Tally {
    pub(crate) dialect: Dialect,
    pub(crate) peer: &'static str,
    pub(crate) version: String,
    pub(crate) files: usize,
    pub(crate) questions: usize,
    /// The number of differences by the index of their kind; unexplained ones come last.
    pub(crate) differences: BTreeMap<usize, usize>,
}

impl Tally {
    pub(crate) fn unexplained(&self) -> usize {
        self.differences.get(&KINDS.len()).copied().unwrap_or_default()
    }

    fn is_good(&self) -> bool {
        self.unexplained() * ONE_IN <= self.questions
    }
}

/// The options of `cargo xtask dialects`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Read every Nth file of the corpus
    #[arg(long, value_name = "N", default_value = "1")]
    slice: NonZeroUsize,
    /// Compare only this dialect
    #[arg(long, value_name = "DIALECT", value_parser = pairs().map(|(dialect, _)| dialect.name).collect::<Vec<_>>())]
    only: Option<String>,
    /// Choose other URLs than by default
    #[arg(long, value_name = "N", default_value_t = 9309)]
    seed: u64,
    /// Write the result to docs/dialects-checked.md
    #[arg(long, conflicts_with_all = ["slice", "only"])]
    write: bool,
}

pub(crate) fn run(options: &Options) -> Outcome {
    let corpus = Corpus::find()?;
    let mut tallies = Vec::new();
    let mut as_it_should_be = true;
    for (dialect, peer) in pairs() {
        if options.only.as_ref().is_some_and(|only| only != dialect.name) {
            continue;
        }
        let started = Instant::now();
        let mut driver = peer.start()?;
        if !peer.is_meant(driver.version()) {
            println!("{dialect}: NOT COMPARED: python3 is {}", driver.version());
            continue;
        }
        let tally = compare(dialect, &mut driver, &corpus, options)?;
        table::print(&tally, started.elapsed().as_secs());
        as_it_should_be &= tally.is_good() & ask_cases(dialect, &mut driver)?;
        tallies.push(tally);
    }
    if options.write {
        table::write(&tallies, &workspace::root().join("docs/dialects-checked.md"))?;
    }
    Ok(as_it_should_be)
}

fn compare(
    dialect: Dialect,
    driver: &mut Driver,
    corpus: &Corpus,
    options: &Options,
) -> Result<Tally, String> {
    let mut tally = Tally {
        dialect,
        peer: driver.peer().name,
        version: driver.version().to_owned(),
        files: 0,
        questions: 0,
        differences: BTreeMap::new(),
    };
    let mut shown = 0;
    for file in corpus.files.iter().step_by(options.slice.get()) {
        let mut random = Random::new(options.seed, &file.name);
        let mut asked = runner::as_it_is(&file.bytes, &file.urls, &mut random);
        asked.iter_mut().for_each(|question| make_whole(&mut question.url));
        asked.retain(|question| dialect.url_path(&question.url).is_ok());
        let ours = ours(dialect, &file.bytes, &asked);
        let theirs = driver.ask(&file.bytes, &asked).map_err(|e| format!("{}: {e}", file.name))?;
        tally.files += 1;
        tally.questions += asked.len();
        for (at, (our, their)) in ours.iter().zip(&theirs).enumerate() {
            if agrees(*our, their) {
                continue;
            }
            let case = Asked { dialect, bytes: &file.bytes, question: &asked[at], their };
            let kind = KINDS.iter().position(|kind| kind.holds(&case)).unwrap_or(KINDS.len());
            *tally.differences.entry(kind).or_default() += 1;
            if kind == KINDS.len() && shown < SHOWN {
                shown += 1;
                show(&file.name, &case, driver)?;
            }
        }
    }
    Ok(tally)
}

/// Asks the implementation the cases of the dialect's own folder, all of which it has to confirm.
fn ask_cases(dialect: Dialect, driver: &mut Driver) -> Outcome {
    let cases = runner::cases(&workspace::root().join("conformance"), dialect.name)?;
    let mut wrong = 0;
    for (name, case) in &cases {
        for different in case.differences(driver)? {
            wrong += 1;
            println!("{name}: {different}");
        }
    }
    println!("{:>9}  of its {} cases in conformance/ with another answer", wrong, cases.len());
    Ok(wrong == 0)
}

/// Makes a URL absolute, since the engines need absolute URLs.
fn make_whole(url: &mut Vec<u8>) {
    if matches!(url.first(), Some(b'/' | b'?' | b';')) {
        url.splice(0..0, *b"https://example.com");
    }
}

fn agrees(our: bool, their: &Answer) -> bool {
    matches!(their, Answer::Verdict { allowed, .. } if *allowed == our)
}

fn ours(dialect: Dialect, bytes: &[u8], asked: &[Question]) -> Vec<bool> {
    let robots = RobotsTxt::parse_as(bytes, dialect);
    let mut crawlers: HashMap<&str, RuleSet> = HashMap::new();
    let answers = asked.iter().map(|question| {
        let rules = crawlers.entry(&question.crawler).or_insert_with(|| {
            robots.group_for(&ProductToken::verbatim(&question.crawler)).rule_set()
        });
        let path = dialect.url_path(&question.url).expect("other texts were left out");
        rules.verdict(&path).is_allowed()
    });
    answers.collect()
}

/// Prints a difference, with the smallest part of the file that shows it.
fn show(name: &str, case: &Asked<'_>, driver: &mut Driver) -> Result<(), String> {
    let question = std::slice::from_ref(case.question);
    let bytes = minimal_lines(case.bytes, |bytes| {
        let their = driver.ask(bytes, question)?.remove(0);
        Ok(!agrees(ours(case.dialect, bytes, question)[0], &their))
    })?;
    println!("\nunexplained in {}: {name}, reduced to the lines that matter:", case.dialect);
    for (index, line) in escaped_lines(&bytes).enumerate() {
        println!("  {:>3} | {line}", index + 1);
    }
    println!("  crawler \"{}\"", escaped(question[0].crawler.as_bytes()));
    println!("  URL     \"{}\"", escaped(&question[0].url));
    println!("  theirs  {}", case.their);
    Ok(())
}
