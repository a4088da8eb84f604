//! What the linter finds, in each format. The words are the library's.

mod github;
mod json;
mod junit;
mod sarif;
mod text;

use std::io::{self, Write};
use std::path::Path;

use clap::ValueEnum;
use gatepost_lint::{Finding, LineIndex, Severity};

use crate::input;
use crate::render::Out;

use self::sarif::SarifRun;
use self::text::TextFindings;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One object a finding and line
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of a GitHub workflow
    Github,
    /// A JUnit report
    Junit,
}

/// A file and what was found in it.
pub(crate) struct Linted<'f> {
    pub(crate) path: &'f Path,
    pub(crate) bytes: &'f [u8],
    pub(crate) findings: Vec<&'f Finding>,
    /// How many more there are, of less severity than is to be shown.
    pub(crate) hidden: usize,
    /// How many findings comments in the file kept back.
    pub(crate) ignored: usize,
    /// How many fixes were applied before.
    pub(crate) fixed: usize,
}

/// Findings on their way to the output: written file by file where the format allows it, else at
/// the end.
pub(crate) enum Findings {
    Text(TextFindings),
    Json,
    Sarif(SarifRun),
    Github,
    Junit(junit::Report),
}

impl Findings {
    /// Findings below `fail_on` fail no test of a JUnit report.
    pub(crate) fn new(format: Format, fail_on: Severity) -> Findings {
        match format {
            Format::Text => Findings::Text(TextFindings::default()),
            Format::Json => Findings::Json,
            Format::Sarif => Findings::Sarif(SarifRun::default()),
            Format::Github => Findings::Github,
            Format::Junit => Findings::Junit(junit::Report::new(fail_on)),
        }
    }

    pub(crate) fn push(&mut self, out: &mut Out, linted: &Linted<'_>) -> io::Result<()> {
        match self {
            Findings::Text(text) => text.print(out, linted),
            Findings::Json => out.write_all(&json::lines(linted)),
            Findings::Sarif(run) => {
                run.push(linted);
                Ok(())
            }
            Findings::Github => out.write_all(github::annotations(linted).as_bytes()),
            Findings::Junit(report) => {
                report.push(linted);
                Ok(())
            }
        }
    }

    /// A file that could not be read, for those formats that tell.
    pub(crate) fn push_unread(&mut self, path: &Path, why: &str) {
        match self {
            Findings::Sarif(run) => run.push_unread(path, why),
            Findings::Junit(report) => report.push_unread(path, why),
            Findings::Text(_) | Findings::Json | Findings::Github => {}
        }
    }

    pub(crate) fn finish(self, out: &mut Out) -> io::Result<()> {
        match self {
            Findings::Text(text) => text.print_summary(out),
            Findings::Sarif(run) => out.write_all(&run.log()),
            Findings::Junit(report) => out.write_all(&report.as_bytes()?),
            Findings::Json | Findings::Github => Ok(()),
        }
    }
}

/// The page of a rule.
pub(crate) fn page(rule: &str) -> String {
    format!("{}/blob/main/docs/lints/{rule}.md", env!("CARGO_PKG_REPOSITORY"))
}

/// How a file is called for machines: `-` is standard input.
fn file_name(path: &Path) -> String {
    match input::is_stdin(path) {
        true => "-".to_owned(),
        false => path.display().to_string(),
    }
}

/// Where a finding starts and ends: lines and columns from 1, in characters; the end is behind it.
struct Place {
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

impl Place {
    fn new(positions: &LineIndex<'_>, span: &std::ops::Range<usize>) -> Place {
        let (line, column) = positions.line_column(span.start);
        let (end_line, end_column) = positions.line_column(span.end);
        Place { line, column, end_line, end_column }
    }
}
