//! The findings in a file, with places, words and fixes; and the summary over many files.

use std::fmt;
use std::ops::Range;

use gatepost_lint::{Finding, Fix, LineIndex, Report, Safety, Severity};
use gatepost_prove::Decision;
use serde::Serialize;

use crate::phrases;

/// Reports the findings in one file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LintReport {
    /// The file, as given; `-` is standard input.
    pub file: String,
    /// The findings that are shown, in the order of the file.
    pub findings: Vec<FindingReport>,
    /// The number of findings that are too minor to be shown.
    pub hidden: usize,
    /// The number of findings that comments in the file suppress.
    pub ignored: usize,
    /// The number of fixes that were applied before.
    pub fixed: usize,
}

/// Reports one finding.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FindingReport {
    /// The file, as given; `-` is standard input.
    pub file: String,
    /// The rule that made the finding; `gatepost rules` lists them.
    pub rule: &'static str,
    /// How severe the finding is: error, warning or info.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub severity: Severity,
    /// The place of the mistake.
    #[serde(flatten)]
    pub region: Region,
    /// The mistake, in one line.
    pub message: String,
    /// Remarks about other places in the file.
    pub labels: Vec<LabelReport>,
    /// Reasons and sources.
    pub notes: Vec<String>,
    /// A URL that shows the mistake, if one does.
    pub example: Option<ExampleReport>,
    /// A fix, if there is one.
    pub fix: Option<FixReport>,
    /// The address of the page about the rule.
    pub page: String,
}

/// A part of a file: in bytes for machines, in lines and columns for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Region {
    /// The byte at which the part starts, from 0.
    pub start: usize,
    /// The byte before which the part ends.
    pub end: usize,
    /// The line on which the part starts, from 1.
    pub line: usize,
    /// The character of that line at which the part starts, from 1.
    pub column: usize,
    /// The line on which the part ends, from 1.
    pub end_line: usize,
    /// The character of that line before which the part ends, from 1.
    pub end_column: usize,
}

/// A remark about a place in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LabelReport {
    /// The place.
    #[serde(flatten)]
    pub region: Region,
    /// The remark.
    pub message: String,
}

/// A URL that shows a mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExampleReport {
    /// Path and query of the URL.
    pub path: String,
    /// The crawlers that the example is about, in words.
    pub crawler: String,
    /// Whether the crawlers may fetch the URL.
    pub allowed: bool,
    /// The line of the rule that decides; null if no rule does.
    pub line: Option<usize>,
    /// The example as a sentence.
    pub message: String,
}

/// A fix of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FixReport {
    /// The fix as an instruction.
    pub message: String,
    /// The proved effect of the fix.
    pub safety: FixSafety,
    /// A verdict that the fix changes, if it changes one.
    pub changes: Option<ChangeReport>,
    /// The edits, in the order of the file.
    pub edits: Vec<EditReport>,
    /// The fix, how to apply it and what it changes, in one sentence.
    pub help: String,
}

/// The proved effect of a fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FixSafety {
    /// No verdict changes, for any URL and any crawler.
    KeepsEveryAnswer,
    /// Some verdict changes.
    ChangesAnswers,
    /// Nothing is proved.
    NotProved,
}

/// A verdict that a fix changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ChangeReport {
    /// The path and query.
    pub path: String,
    /// The crawler.
    pub crawler: String,
    /// The dialect in which the verdict changes.
    pub dialect: &'static str,
    /// The verdict before the fix.
    pub before: ChangedVerdict,
    /// The verdict after the fix.
    pub after: ChangedVerdict,
}

/// A verdict before or after a fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ChangedVerdict {
    /// Whether the crawler may fetch the path.
    pub allowed: bool,
    /// The line of the rule that decides; null if no rule does.
    pub line: Option<usize>,
}

/// Replaces a part of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EditReport {
    /// The byte at which the replaced part starts, from 0.
    pub start: usize,
    /// The byte before which it ends.
    pub end: usize,
    /// The text that replaces the part.
    pub text: String,
    /// The replaced part in lines and columns.
    #[serde(skip)]
    pub region: Region,
}

impl LintReport {
    /// Reports the findings in a file; findings below `least` are hidden.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_lint::{Config, Severity, lint};
    /// use gatepost_report::LintReport;
    ///
    /// let file = b"User-agent: *\nDisallow: private/\n";
    /// let found = lint(file, &Config::default());
    /// let report = LintReport::new("robots.txt", file, &found, Severity::Warning);
    /// let finding = &report.findings[0];
    /// assert_eq!((finding.region.line, finding.region.column), (2, 11));
    /// assert_eq!(finding.message, "pattern `private/` matches no URL: paths start with `/`");
    /// ```
    #[must_use]
    pub fn new(file: &str, bytes: &[u8], found: &Report, least: Severity) -> LintReport {
        let lines = LineIndex::new(bytes);
        let shown = found.findings.iter().filter(|finding| finding.severity >= least);
        let findings: Vec<_> =
            shown.map(|finding| FindingReport::new(file, finding, &lines)).collect();
        LintReport {
            file: file.to_owned(),
            hidden: found.findings.len() - findings.len(),
            findings,
            ignored: found.ignored,
            fixed: 0,
        }
    }
}

impl FindingReport {
    fn new(file: &str, finding: &Finding, lines: &LineIndex<'_>) -> FindingReport {
        let labels = finding.labels.iter().map(|label| LabelReport {
            region: Region::new(lines, &label.span),
            message: label.text.clone(),
        });
        let example = finding.example.as_ref().map(|example| ExampleReport {
            message: example.to_string(),
            path: example.path.clone(),
            crawler: example.crawler.clone(),
            allowed: example.is_allowed,
            line: example.line,
        });
        FindingReport {
            file: file.to_owned(),
            rule: finding.rule,
            severity: finding.severity,
            region: Region::new(lines, &finding.span),
            message: finding.message.clone(),
            labels: labels.collect(),
            notes: finding.notes.clone(),
            example,
            fix: finding.fix.as_ref().map(|fix| FixReport::new(fix, lines)),
            page: rule_page(finding.rule),
        }
    }
}

impl FixReport {
    fn new(fix: &Fix, lines: &LineIndex<'_>) -> FixReport {
        let title = &fix.title;
        let (safety, change, help) = match &fix.safety {
            Safety::KeepsEveryAnswer => {
                let help = format!("{title} (`--fix`; changes no verdict: proved)");
                (FixSafety::KeepsEveryAnswer, None, help)
            }
            Safety::ChangesAnswers(change) => {
                let help = format!("{title} (`--fix --unsafe`; {change})");
                (FixSafety::ChangesAnswers, Some(change), help)
            }
            _ => {
                let help = format!("{title} (`--fix --unsafe`; its effect is not proved)");
                (FixSafety::NotProved, None, help)
            }
        };
        let verdict =
            |answer: Decision| ChangedVerdict { allowed: answer.is_allowed, line: answer.line };
        let edits = fix.edits.iter().map(|edit| EditReport {
            start: edit.span.start,
            end: edit.span.end,
            text: phrases::text(&edit.text),
            region: Region::new(lines, &edit.span),
        });
        FixReport {
            message: title.clone(),
            safety,
            changes: change.map(|change| ChangeReport {
                path: change.path.clone(),
                crawler: change.crawler.clone(),
                dialect: change.dialect.name,
                before: verdict(change.before),
                after: verdict(change.after),
            }),
            edits: edits.collect(),
            help,
        }
    }
}

impl Region {
    fn new(lines: &LineIndex<'_>, span: &Range<usize>) -> Region {
        let (line, column) = lines.line_column(span.start);
        let (end_line, end_column) = lines.line_column(span.end);
        Region { start: span.start, end: span.end, line, column, end_line, end_column }
    }

    /// Returns the bytes of the file.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_lint::{Config, Severity, lint};
    /// use gatepost_report::LintReport;
    ///
    /// let file = b"User-agent: *\nDisallow: private/\n";
    /// let report = LintReport::new("-", file, &lint(file, &Config::default()), Severity::Error);
    /// assert_eq!(&file[report.findings[0].region.span()], b"private/");
    /// ```
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// Returns the address of the page about a lint rule.
///
/// # Example
///
/// ```
/// assert!(gatepost_report::rule_page("dead-rule").ends_with("/docs/lints/dead-rule.md"));
/// ```
#[must_use]
pub fn rule_page(rule: &str) -> String {
    format!("{}/blob/main/docs/lints/{rule}.md", env!("CARGO_PKG_REPOSITORY"))
}

/// Counts the findings of many files.
///
/// # Example
///
/// ```
/// use gatepost_lint::{Config, Severity, lint};
/// use gatepost_report::{LintReport, LintSummary};
///
/// let file = b"User-agent: *\nDisallow: private/\n";
/// let found = lint(file, &Config::default());
/// let mut summary = LintSummary::default();
/// summary.push(&LintReport::new("robots.txt", file, &found, Severity::Warning));
/// assert!(summary.to_string().starts_with("1 error in 1 file; 1 fixable with `--fix --unsafe`"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LintSummary {
    /// The number of files.
    pub files: usize,
    /// The number of files with findings that are shown.
    pub files_with_findings: usize,
    /// The number of errors that are shown.
    pub errors: usize,
    /// The number of warnings that are shown.
    pub warnings: usize,
    /// The number of info findings that are shown.
    pub infos: usize,
    /// The number of shown findings whose fix changes no verdict.
    pub fixable: usize,
    /// The number of shown findings with any other fix.
    pub fixable_with_unsafe: usize,
    /// The number of fixes that were applied.
    pub fixed: usize,
    /// The number of findings that comments suppress.
    pub ignored: usize,
    /// The number of findings that are too minor to be shown.
    pub hidden: usize,
}

impl LintSummary {
    /// Adds a file.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_lint::{Config, Severity, lint};
    /// use gatepost_report::{LintReport, LintSummary};
    ///
    /// let file = b"User-agent: *\nDisallow: /private/\n";
    /// let report = LintReport::new("-", file, &lint(file, &Config::default()), Severity::Warning);
    /// let mut summary = LintSummary::default();
    /// summary.push(&report);
    /// assert_eq!(summary.to_string(), "No errors or warnings in 1 file");
    /// ```
    pub fn push(&mut self, report: &LintReport) {
        self.files += 1;
        self.files_with_findings += usize::from(!report.findings.is_empty());
        self.hidden += report.hidden;
        self.ignored += report.ignored;
        self.fixed += report.fixed;
        for finding in &report.findings {
            *match finding.severity {
                Severity::Error => &mut self.errors,
                Severity::Warning => &mut self.warnings,
                Severity::Info => &mut self.infos,
            } += 1;
            match finding.fix.as_ref().map(|fix| fix.safety) {
                Some(FixSafety::KeepsEveryAnswer) => self.fixable += 1,
                Some(_) => self.fixable_with_unsafe += 1,
                None => {}
            }
        }
    }

    /// Returns the first words of the summary: the number of findings.
    ///
    /// # Example
    ///
    /// ```
    /// assert_eq!(gatepost_report::LintSummary::default().found(), "No errors or warnings");
    /// ```
    #[must_use]
    pub fn found(&self) -> String {
        let count = |count: usize, one: &str, many: &str| {
            (count > 0).then(|| phrases::count(count as u64, one, many))
        };
        let found = [
            count(self.errors, "error", "errors"),
            count(self.warnings, "warning", "warnings"),
            count(self.infos, "info finding", "info findings"),
        ];
        let found: Vec<_> = found.into_iter().flatten().collect();
        if found.is_empty() { "No errors or warnings".to_owned() } else { found.join(", ") }
    }
}

/// Writes the summary as a sentence.
impl fmt::Display for LintSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files = phrases::count(self.files as u64, "file", "files");
        write!(f, "{} in ", self.found())?;
        match (self.files_with_findings, self.files) {
            (0, _) | (_, 1) => f.write_str(&files)?,
            (with, _) => write!(f, "{} of {files}", phrases::number(with as u64))?,
        }
        match (self.fixable, self.fixable_with_unsafe) {
            (0, 0) => {}
            (safe, 0) => write!(f, "; {safe} fixable with `--fix`")?,
            (0, more) => write!(f, "; {more} fixable with `--fix --unsafe`")?,
            (safe, more) => {
                write!(f, "; {safe} fixable with `--fix`, {more} more with `--fix --unsafe`")?;
            }
        }
        if self.fixed > 0 {
            write!(f, "; {} fixed", self.fixed)?;
        }
        if self.ignored > 0 {
            write!(f, "; {} ignored by comments", self.ignored)?;
        }
        if self.hidden > 0 {
            let hidden = phrases::count(self.hidden as u64, "minor finding", "minor findings");
            write!(f, "; {hidden} hidden (`--severity info`)")?;
        }
        Ok(())
    }
}
