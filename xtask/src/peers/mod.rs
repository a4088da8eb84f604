//! Compares Gatepost with other engines, installed from their registries: `cargo xtask peers`.
//!
//! There are two parts. `google.rs` compares `Dialect::GOOGLE` with the library that it reproduces,
//! on the whole corpus and on damaged files. `conformance.rs` asks every engine the cases of
//! `conformance/rfc9309`, and checks that each differs exactly where that is declared.

mod conformance;
mod google;
mod mutation;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use runner::{Corpus, peer, workspace};

use crate::Outcome;

/// The options of `cargo xtask peers`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Read every Nth file of the corpus
    #[arg(long, value_name = "N", default_value = "1")]
    slice: NonZeroUsize,
    /// Run one of the two parts
    #[arg(long)]
    only: Option<Part>,
    /// Choose other URLs and other damage than by default
    #[arg(long, value_name = "N", default_value_t = 9309)]
    seed: u64,
    /// Read the conformance suite from another folder
    #[arg(long, value_name = "DIR", default_value_os_t = workspace::root().join("conformance"))]
    conformance: PathBuf,
}

/// A part of the comparison.
#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum Part {
    /// The google dialect and Google's library, over the corpus
    Corpus,
    /// The conformance suite and every engine of conformance/peers
    Conformance,
}

pub(crate) fn run(options: &Options) -> Outcome {
    let mut passed = true;
    if options.only != Some(Part::Conformance) {
        passed &= compare_corpus(options)?;
    }
    if options.only != Some(Part::Corpus) {
        passed &= conformance::compare(&options.conformance)?;
    }
    Ok(passed)
}

fn compare_corpus(options: &Options) -> Outcome {
    let start = Instant::now();
    let corpus = Corpus::find()?;
    let mut google = peer("google-robotstxt")?.start()?;
    let tally = google::compare(&corpus, &mut google, options)?;
    println!(
        "google-robotstxt {}: {} of {} files in {}, {} damaged versions of them, {} questions, \
         {} differences (seed {}, {} s)",
        google.version(),
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
