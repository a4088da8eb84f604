//! Findings in each format: layouts of the reports of `gatepost-report`.

mod text;

use std::io::{self, Write};
use std::path::Path;

use gatepost_lint::Severity;
use gatepost_report::LintReport;
use gatepost_report::format::junit::{self, Case, Outcome};
use gatepost_report::format::sarif::SarifLog;
use gatepost_report::format::{github, json, markdown};

use crate::arguments::Format;
use crate::input;
use crate::render::Out;

use self::text::TextFindings;

/// The formats of findings.
pub(crate) const FORMATS: &[Format] =
    &[Format::Text, Format::Json, Format::Sarif, Format::Github, Format::Junit, Format::Markdown];

/// A file and its findings.
pub(crate) struct Linted<'f> {
    pub(crate) path: &'f Path,
    pub(crate) bytes: &'f [u8],
    pub(crate) report: &'f LintReport,
}

/// Findings that are written file by file if the format allows it, and otherwise at the end.
pub(crate) enum Findings {
    Text(TextFindings),
    Json,
    Sarif(SarifLog),
    Github,
    Junit { fail_on: Severity, cases: Vec<Case> },
    Markdown(Vec<LintReport>),
}

impl Findings {
    /// Starts the output. In a JUnit report, findings below `fail_on` do not fail a test.
    pub(crate) fn new(format: Format, fail_on: Severity) -> Findings {
        match format {
            Format::Json => Findings::Json,
            Format::Sarif => Findings::Sarif(SarifLog::default()),
            Format::Github => Findings::Github,
            Format::Junit => Findings::Junit { fail_on, cases: Vec::new() },
            Format::Markdown => Findings::Markdown(Vec::new()),
            _ => Findings::Text(TextFindings::default()),
        }
    }

    pub(crate) fn push(&mut self, out: &mut Out, linted: &Linted<'_>) -> io::Result<()> {
        let report = linted.report;
        match self {
            Findings::Text(text) => return text.print(out, linted),
            Findings::Json => out.write_all(&json::lines(&report.findings))?,
            Findings::Sarif(log) => log.push(report),
            Findings::Github => out.write_all(github::findings(report).as_bytes())?,
            Findings::Junit { fail_on, cases } => cases.extend(junit::findings(report, *fail_on)),
            Findings::Markdown(reports) => reports.push(report.clone()),
        }
        Ok(())
    }

    /// Adds a file that could not be read, in formats that can say so.
    pub(crate) fn push_unread(&mut self, path: &Path, why: &str) {
        match self {
            Findings::Sarif(log) => log.push_unread(&file_name(path), why),
            Findings::Junit { cases, .. } => cases.push(Case {
                class: file_name(path),
                name: "lint".to_owned(),
                outcome: Outcome::Error(why.to_owned()),
            }),
            Findings::Text(_) | Findings::Json | Findings::Github | Findings::Markdown(_) => {}
        }
    }

    pub(crate) fn finish(self, out: &mut Out) -> io::Result<()> {
        match self {
            Findings::Text(text) => text.print_summary(out),
            Findings::Sarif(log) => out.write_all(&log.into_bytes()),
            Findings::Junit { cases, .. } => out.write_all(&junit::suite("gatepost lint", &cases)),
            Findings::Markdown(reports) => out.write_all(markdown::findings(&reports).as_bytes()),
            Findings::Json | Findings::Github => Ok(()),
        }
    }
}

/// Returns the name of a file for machine formats: `-` is standard input.
pub(crate) fn file_name(path: &Path) -> String {
    match input::is_stdin(path) {
        true => "-".to_owned(),
        false => path.display().to_string(),
    }
}
