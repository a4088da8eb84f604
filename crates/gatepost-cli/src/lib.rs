//! The `gatepost` command, as a library with one function, so that other packages can carry it.
//!
//! Each subcommand is a file in `commands/`, and `render/` lays out text for a terminal. Facts,
//! words and machine formats come from `gatepost-report`. Exit statuses are those of Google's own
//! tool: 0 all allowed, 1 some disallowed, 2 could not tell.

mod arguments;
mod asked;
mod cli;
mod commands;
mod failure;
mod gatepost_toml;
mod input;
mod live;
mod progress;
mod render;
mod robots_files;
mod source;
mod url_list;
mod write;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Command};
use crate::failure::Failure;

/// Runs the command with the arguments of the process, and returns its exit status.
///
/// It prints to standard output and standard error, and exits at once on `--help`, `--version` and
/// invalid arguments.
///
/// # Example
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     gatepost_cli::main()
/// }
/// ```
#[must_use]
pub fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Test(args) => commands::test::run(&args),
        Command::Match(args) => commands::r#match::run(&args),
        Command::Groups(args) => commands::groups::run(&args),
        Command::Access(args) => commands::access::run(&args),
        Command::Crawlers(args) => commands::crawlers::run(&args),
        Command::Dialects(args) => commands::dialects::run(&args),
        Command::Diff(args) => commands::diff::run(&args),
        Command::Verify(args) => commands::verify::run(&args),
        Command::Find(args) => commands::find::run(&args),
        Command::Fetch(args) => commands::fetch::run(&args),
        Command::Minimise(args) => commands::minimise::run(&args),
        Command::Lint(args) => commands::lint::run(&args),
        Command::Fmt(args) => commands::fmt::run(&args),
        Command::Rules(args) => commands::rules::run(&args),
        Command::Completions { shell } => commands::shell::completions(shell),
        Command::Man { command } => commands::shell::man(command.as_deref()),
    };
    match done {
        Ok(status) => ExitCode::from(status as u8),
        // The reader has had enough, as `head` has: that is not a failure.
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print();
            ExitCode::from(Status::CouldNotTell as u8)
        }
    }
}

/// The exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    /// Everything is allowed or matches, nothing differs, a path was found, or no check failed.
    Yes = 0,
    /// Something is disallowed, does not match or differs, no path was found, or a check failed.
    No = 1,
    /// The arguments are invalid, or the input cannot be read.
    CouldNotTell = 2,
}

type Done = Result<Status, Failure>;
