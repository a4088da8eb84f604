//! The suites and checks of this workspace that `cargo test` is not for: `cargo xtask`.

mod corpus;
mod crawlers;
mod dialects;
mod dialects_page;
mod differences;
mod docs;
mod layers;
mod lint_corpus;
mod lint_speed;
mod modules;
mod packages;
mod paths;
mod peers;
mod programs;
mod sarif;
mod schema;
mod vectors;
mod workspace;

use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask <command>

  layers   who may import whom
  paths    every path that a document names exists
  peers    compare with other engines: see `cargo xtask peers --help`
  dialects compare each dialect with what it describes: `cargo xtask dialects --help`
  vectors  the 400 verdicts of google/robotstxt-spec-test
  crawlers check the crawler directory and write its table
  corpus   download the registry corpus of real robots.txt files to target/corpus
  sarif    validate what `gatepost lint --format sarif` prints, against the schema
  schema   write docs/schema; with --check, see whether it is current
  docs     write docs/lints and docs/dialects.md; with --check, see whether they are current
  lint-corpus
           how often each rule of the linter fires on real files: see its --help
  lint-speed
           how long the linter takes, in a release build: see its --help

Exit status: 0 as it should be, 1 differences found, 2 could not tell.
";

/// What a command comes to: whether all was as it should be, or why that could not be told.
type Outcome = Result<bool, String>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) = match arguments.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("", &[][..]),
    };
    let outcome = match command {
        "layers" => told("layers", layers::check(workspace::root())),
        "paths" => told("paths", paths::check(workspace::root())),
        "peers" => peers::run(rest),
        "dialects" => dialects::run(rest),
        "vectors" => vectors::run(rest),
        "corpus" => corpus::run(rest),
        "crawlers" => crawlers::run(rest),
        "sarif" => sarif::run(rest),
        "docs" => docs::run(rest),
        "schema" => schema::run(rest),
        "lint-corpus" => lint_corpus::run(rest),
        "lint-speed" => lint_speed::run(rest),
        "help" | "--help" | "-h" => {
            print!("{USAGE}");
            Ok(true)
        }
        "" => Err(format!("no command given\n\n{USAGE}")),
        unknown => Err(format!("unknown command `{unknown}`\n\n{USAGE}")),
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

/// Reads the arguments of a command that makes something, or with `--check` tells whether it is current:
/// whether that is asked for. None where help was, which is printed.
fn is_check(arguments: &[String], usage: &str) -> Result<Option<bool>, String> {
    match arguments {
        [] => Ok(Some(false)),
        [check] if check == "--check" => Ok(Some(true)),
        [help] if help == "--help" || help == "-h" => {
            print!("{usage}");
            Ok(None)
        }
        [unknown, ..] => Err(format!("unknown argument `{unknown}`\n\n{usage}")),
    }
}

/// Prints what a check found.
fn told(check: &str, wrong: Vec<String>) -> Outcome {
    wrong.iter().for_each(|what| println!("{what}"));
    println!(
        "{check}: {}",
        if wrong.is_empty() { "as they should be" } else { "not as they should be" }
    );
    Ok(wrong.is_empty())
}
