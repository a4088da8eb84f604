//! `cargo xtask`: the checks and suites of this workspace that `cargo test` does not run.

mod api;
mod crawlers;
mod dependencies;
mod dialects;
mod dialects_page;
mod differences;
mod docs;
mod generated;
mod layers;
mod lint_corpus;
mod lint_speed;
mod modules;
mod package;
mod paths;
mod peers;
mod sarif;
mod schema;
mod vectors;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use runner::{Corpus, workspace};

/// Checks and suites of this workspace that `cargo test` does not run
///
/// Exit status: 0 if all is well, 1 if a difference was found, 2 if the command could not run.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check which crates and files may import which
    Layers,
    /// Check that every path in the documents exists
    Paths,
    /// Check the licences, versions and sources of all dependencies
    Dependencies,
    /// Write the public API of each library to docs/api
    Api {
        /// Only compare, and print what changed
        #[arg(long)]
        check: bool,
    },
    /// Package the crates and unpack them as a workspace of their own, target/package/alone
    Package,
    /// Write the pages of docs/ that are generated
    Docs {
        /// Only report which pages are not current
        #[arg(long)]
        check: bool,
    },
    /// Write docs/schema from the types of the reports
    Schema {
        /// Only report which files are not current
        #[arg(long)]
        check: bool,
    },
    /// Check the crawler directory, write its table, and check the counts in the documents
    Crawlers {
        /// Only report whether the table is current
        #[arg(long)]
        check: bool,
    },
    /// Download the registry corpus, 4,231 real robots.txt files, to target/corpus
    ///
    /// The files are in the source archive of protego 0.7.0 on PyPI. Needs python3 with pip.
    Corpus,
    /// Compare with other engines, over the corpus and the conformance suite
    ///
    /// Needs python3 with venv and pip, node and npm; installs pinned versions of the engines under
    /// target/peers. GATEPOST_CORPUS names a folder of robots.txt files to use instead of the
    /// corpus.
    Peers(peers::Options),
    /// Compare each dialect with the package that it describes, over the corpus
    ///
    /// Needs what `peers` needs, and cargo. Prints each kind of difference.
    Dialects(dialects::Options),
    /// Check the 400 verdicts of google/robotstxt-spec-test
    Vectors,
    /// Validate the output of `gatepost lint --format sarif` against the SARIF schema
    ///
    /// Needs node and npm; installs pinned packages into target/sarif.
    Sarif,
    /// Print how often each lint rule fires on the corpus, or a sample of its findings
    LintCorpus(lint_corpus::Options),
    /// Measure the linter on generated files and on the corpus; needs a release build
    LintSpeed,
}

/// Whether all is well, or why that could not be determined.
type Outcome = Result<bool, String>;

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Layers => report("layers", layers::check(workspace::root())),
        Command::Paths => report("paths", paths::check(workspace::root())),
        Command::Dependencies => dependencies::run(),
        Command::Api { check } => api::run(check),
        Command::Package => package::run(),
        Command::Docs { check } => docs::run(check),
        Command::Schema { check } => schema::run(check),
        Command::Crawlers { check } => crawlers::run(check),
        Command::Corpus => corpus(),
        Command::Peers(options) => peers::run(&options),
        Command::Dialects(options) => dialects::run(&options),
        Command::Vectors => vectors::run(),
        Command::Sarif => sarif::run(),
        Command::LintCorpus(options) => lint_corpus::run(options),
        Command::LintSpeed => lint_speed::run(),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(why) => {
            eprintln!("error: {}", why.trim_end());
            ExitCode::from(2)
        }
    }
}

/// Downloads the registry corpus unless it exists, and prints its folder.
fn corpus() -> Outcome {
    let corpus = Corpus::registry()?;
    println!("{} files in {}", corpus.files.len(), corpus.folder.display());
    Ok(true)
}

/// Prints the problems that a check found, and whether it passed.
fn report(check: &str, problems: Vec<String>) -> Outcome {
    problems.iter().for_each(|problem| println!("{problem}"));
    match problems.len() {
        0 => println!("{check}: ok"),
        1 => println!("{check}: 1 problem"),
        many => println!("{check}: {many} problems"),
    }
    Ok(problems.is_empty())
}
