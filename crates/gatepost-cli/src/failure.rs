//! The failure of a command: what failed, why, and what to do.

use std::fmt::Display;
use std::io;

use anstyle::{AnsiColor, Style};

const RED: Style = AnsiColor::Red.on_default().bold();
const CYAN: Style = AnsiColor::Cyan.on_default().bold();

#[derive(Debug)]
pub(crate) struct Failure {
    what: String,
    help: Option<String>,
    /// The whole message, if it is laid out already.
    rendered: Option<String>,
    broken_pipe: bool,
}

impl Failure {
    pub(crate) fn new(what: impl Display) -> Failure {
        Failure { what: what.to_string(), help: None, rendered: None, broken_pipe: false }
    }

    pub(crate) fn help(mut self, help: impl Display) -> Failure {
        self.help = Some(help.to_string());
        self
    }

    /// Creates a failure that is shown as `rendered`, with the line of the file that it is about.
    pub(crate) fn rendered(what: impl Display, rendered: String) -> Failure {
        Failure { rendered: Some(rendered), ..Failure::new(what) }
    }

    /// Returns what could not be done, in one line.
    pub(crate) fn what(&self) -> &str {
        &self.what
    }

    pub(crate) fn is_broken_pipe(&self) -> bool {
        self.broken_pipe
    }

    pub(crate) fn print(&self) {
        if let Some(rendered) = &self.rendered {
            anstream::eprintln!("{rendered}");
            return;
        }
        anstream::eprintln!("{RED}error:{RED:#} {}", self.what);
        if let Some(help) = &self.help {
            anstream::eprintln!("  {CYAN}help:{CYAN:#} {help}");
        }
    }
}

/// Turns an error in writing the output into a failure.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        let broken_pipe = error.kind() == io::ErrorKind::BrokenPipe;
        Failure { broken_pipe, ..Failure::new(format_args!("cannot write the output: {error}")) }
    }
}

/// Prints a note that explains the answer.
pub(crate) fn note(what: impl Display) {
    anstream::eprintln!("{CYAN}note:{CYAN:#} {what}");
}

/// Prints a warning; the command continues.
pub(crate) fn warn(what: impl Display) {
    let yellow: Style = AnsiColor::Yellow.on_default().bold();
    anstream::eprintln!("{yellow}warning:{yellow:#} {what}");
}
