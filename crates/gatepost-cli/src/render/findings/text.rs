//! Findings under the lines of the file, in the manner of rustc, and how many there are.

use std::collections::HashSet;
use std::io::{self, Write};

use anstyle::Style;
use gatepost_lint::{Fix, Safety, Severity};

use super::{Linted, page};
use crate::render::Out;
use crate::render::snippet::Source;

const BOLD: Style = Style::new().bold();

/// What has been printed so far.
#[derive(Default)]
pub(crate) struct TextFindings {
    /// The page of a rule is named with its first finding only.
    known: HashSet<&'static str>,
    files: usize,
    files_with_findings: usize,
    /// How many of each severity: info, warning, error.
    counts: [usize; 3],
    fixable: usize,
    fixable_with_unsafe: usize,
    hidden: usize,
    ignored: usize,
    fixed: usize,
}

impl TextFindings {
    pub(super) fn print(&mut self, out: &mut Out, linted: &Linted<'_>) -> io::Result<()> {
        self.files += 1;
        self.files_with_findings += usize::from(!linted.findings.is_empty());
        self.hidden += linted.hidden;
        self.ignored += linted.ignored;
        self.fixed += linted.fixed;
        if linted.findings.is_empty() {
            return Ok(());
        }
        let source = Source::new(linted.bytes, linted.path);
        for finding in &linted.findings {
            let is_first = self.known.insert(finding.rule);
            let page = is_first.then(|| page(finding.rule));
            let help = finding.fix.as_ref().map(help);
            writeln!(out, "{}\n", source.finding(finding, help.as_deref(), page.as_deref()))?;
            self.counts[finding.severity as usize] += 1;
            match finding.fix.as_ref().map(|fix| &fix.safety) {
                Some(Safety::KeepsEveryAnswer) => self.fixable += 1,
                Some(_) => self.fixable_with_unsafe += 1,
                None => {}
            }
        }
        Ok(())
    }

    pub(super) fn print_summary(&self, out: &mut Out) -> io::Result<()> {
        if self.files == 0 {
            return Ok(());
        }
        let found = [Severity::Error, Severity::Warning, Severity::Info]
            .into_iter()
            .filter(|severity| self.counts[*severity as usize] > 0)
            .map(|severity| match (self.counts[severity as usize], severity) {
                (count, Severity::Info) => format!("{count} info"),
                (1, severity) => format!("1 {severity}"),
                (count, severity) => format!("{count} {severity}s"),
            });
        let found: Vec<_> = found.collect();
        let files = |count: usize| match count {
            1 => "1 file".to_owned(),
            count => format!("{count} files"),
        };
        match found.is_empty() {
            true => write!(out, "{BOLD}Nothing found{BOLD:#} in {}", files(self.files))?,
            false => {
                write!(out, "{BOLD}{}{BOLD:#} in ", found.join(", "))?;
                match self.files {
                    1 => write!(out, "1 file")?,
                    all => write!(out, "{} of {all} files", self.files_with_findings)?,
                }
            }
        }
        match (self.fixable, self.fixable_with_unsafe) {
            (0, 0) => {}
            (safe, 0) => write!(out, "; --fix mends {safe}")?,
            (0, more) => write!(out, "; --fix --unsafe mends {more}")?,
            (safe, more) => write!(out, "; --fix mends {safe}, --fix --unsafe {more} more")?,
        }
        let hidden = "not shown, see --severity";
        let ignored = "ignored by comments";
        for (count, what) in [(self.fixed, "fixed"), (self.ignored, ignored), (self.hidden, hidden)]
        {
            if count > 0 {
                write!(out, "; {count} {what}")?;
            }
        }
        writeln!(out)
    }
}

/// What the fix of a finding does, and how to have it.
fn help(fix: &Fix) -> String {
    let title = &fix.title;
    match &fix.safety {
        Safety::KeepsEveryAnswer => format!("{title} (--fix; changes no answer: proved)"),
        Safety::ChangesAnswers(change) => format!("{title} (--fix --unsafe; {change})"),
        _ => format!("{title} (--fix --unsafe; not proved to change no answer)"),
    }
}
