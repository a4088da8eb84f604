//! Comparison with other engines, the real ones, installed from their registries: `cargo xtask peers`.
//!
//! Two parts. `google.rs` compares `Dialect::GOOGLE` with the library that it claims to reproduce, on
//! the whole corpus and on damaged files. `conformance.rs` asks every engine the cases of
//! `conformance/rfc9309`, and checks that each differs where that is declared and nowhere else.

mod conformance;
pub(crate) mod engine;
mod google;
pub(crate) mod install;
pub(crate) mod minimal;
mod mutation;
pub(crate) mod questions;
pub(crate) mod random;
pub(crate) mod suite;

use std::path::PathBuf;
use std::time::Instant;

use crate::corpus::Corpus;
use crate::{Outcome, workspace};

const USAGE: &str = "\
Usage: cargo xtask peers [options]

Compares the google dialect with Google's library over the corpus, then the conformance suite with
every engine of conformance/peers. Needs python3 with venv and pip, node and npm; installs pinned
versions of the engines under target/peers.

  --slice N           of the corpus, only every Nth file
  --only PART         only `corpus` or only `conformance`
  --seed N            other URLs and other damage than by default
  --conformance DIR   the conformance suite, instead of ./conformance

GATEPOST_CORPUS names a folder of robots.txt files to use instead of the corpus.
";

/// What is compared.
struct Options {
    slice: usize,
    corpus: bool,
    conformance: bool,
    seed: u64,
    suite: PathBuf,
}

pub(crate) fn run(arguments: &[String]) -> Outcome {
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        print!("{USAGE}");
        return Ok(true);
    }
    let options = Options::read(arguments)?;
    let mut as_it_should_be = true;
    if options.corpus {
        as_it_should_be &= compare_corpus(&options)?;
    }
    if options.conformance {
        as_it_should_be &= conformance::compare(&options.suite)?;
    }
    Ok(as_it_should_be)
}

impl Options {
    fn read(arguments: &[String]) -> Result<Options, String> {
        let mut options = Options {
            slice: 1,
            corpus: true,
            conformance: true,
            seed: 9309,
            suite: workspace::root().join("conformance"),
        };
        let mut arguments = arguments.iter();
        while let Some(option) = arguments.next() {
            let mut value =
                || arguments.next().ok_or_else(|| format!("`{option}` needs a value\n\n{USAGE}"));
            match option.as_str() {
                "--slice" => options.slice = positive(option, value()?)?,
                "--seed" => options.seed = positive(option, value()?)? as u64,
                "--conformance" => options.suite = PathBuf::from(value()?),
                "--only" => match value()?.as_str() {
                    "corpus" => options.conformance = false,
                    "conformance" => options.corpus = false,
                    part => return Err(format!("unknown part `{part}`\n\n{USAGE}")),
                },
                _ => return Err(format!("unknown option `{option}`\n\n{USAGE}")),
            }
        }
        Ok(options)
    }
}

fn positive(option: &str, value: &str) -> Result<usize, String> {
    match value.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(format!("`{option} {value}`: not a number from 1 on\n\n{USAGE}")),
    }
}

fn compare_corpus(options: &Options) -> Outcome {
    let start = Instant::now();
    let corpus = Corpus::find()?;
    let mut google = install::Peer::GoogleRobotstxt.start()?;
    let tally = google::compare(&corpus, &mut google, options)?;
    println!(
        "google-robotstxt {}: {} of {} files in {}, {} damaged versions of them, {} questions, \
         {} differences (seed {}, {} s)",
        google.version,
        tally.files,
        corpus.files.len(),
        corpus.folder.display(),
        tally.mutants,
        tally.questions,
        tally.differences,
        options.seed,
        start.elapsed().as_secs(),
    );
    Ok(tally.differences == 0)
}
