//! Workflow commands, which GitHub shows beside the lines of a pull request.
//!
//! A command is one line, `::error file=robots.txt,line=2::message`. What would end the message is
//! percent-encoded, and in a property also what would end that: as `toCommandValue` and
//! `escapeProperty` of GitHub's toolkit do (actions/toolkit, packages/core/src/command.ts).

use std::fmt::Write;

use gatepost_lint::{LineIndex, Severity};

use super::{Linted, Place, file_name};
use crate::render::text::readable;

pub(super) fn annotations(linted: &Linted<'_>) -> String {
    let positions = LineIndex::new(linted.bytes);
    let file = property(&file_name(linted.path));
    let mut commands = String::new();
    for finding in &linted.findings {
        let command = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "notice",
        };
        let Place { line, column, end_line, end_column } = Place::new(&positions, &finding.span);
        write!(commands, "::{command} file={file},line={line}").expect("a String takes all");
        // Columns are understood within one line only, and the last is part of it.
        if end_line == line {
            let end_column = column.max(end_column - 1);
            write!(commands, ",col={column},endColumn={end_column}").expect("a String takes all");
        }
        let message = message(&readable(&finding.message));
        writeln!(commands, ",title={}::{message}", finding.rule).expect("a String takes all");
    }
    commands
}

fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_command_early() {
        assert_eq!(message("50%\r\n::error::a,b"), "50%25%0D%0A::error::a,b");
        assert_eq!(property("a:b,c%\n"), "a%3Ab%2Cc%25%0A");
    }
}
