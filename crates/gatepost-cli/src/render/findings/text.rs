//! Findings under the lines of the file, as rustc prints them, and a summary.

use std::collections::HashSet;
use std::io::{self, Write};

use anstyle::Style;
use gatepost_report::LintSummary;

use super::Linted;
use crate::render::Out;
use crate::render::snippet::Source;

const BOLD: Style = Style::new().bold();

/// The state of the text that is printed so far.
#[derive(Default)]
pub(crate) struct TextFindings {
    /// The rules whose page was shown: only the first finding of a rule shows it.
    known: HashSet<&'static str>,
    summary: LintSummary,
}

impl TextFindings {
    pub(super) fn print(&mut self, out: &mut Out, linted: &Linted<'_>) -> io::Result<()> {
        self.summary.push(linted.report);
        if linted.report.findings.is_empty() {
            return Ok(());
        }
        let source = Source::new(linted.bytes, linted.path);
        for finding in &linted.report.findings {
            let is_first = self.known.insert(finding.rule);
            writeln!(out, "{}\n", source.finding(finding, is_first))?;
        }
        Ok(())
    }

    pub(super) fn print_summary(&self, out: &mut Out) -> io::Result<()> {
        if self.summary.files == 0 {
            return Ok(());
        }
        let (found, summary) = (self.summary.found(), self.summary.to_string());
        let rest = summary.strip_prefix(&found).unwrap_or_default();
        writeln!(out, "{BOLD}{found}{BOLD:#}{rest}")
    }
}
