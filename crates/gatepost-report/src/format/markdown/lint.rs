//! Findings, as a comment on a pull request.

use super::diff::sentence;
use super::{code, table};
use crate::{FindingReport, LintReport, LintSummary};

/// Lays out the findings in files as one table per file, with a summary in front.
///
/// # Example
///
/// ```
/// use gatepost_lint::{Config, Severity, lint};
/// use gatepost_report::LintReport;
/// use gatepost_report::format::markdown;
///
/// let file = b"User-agent: *\nDisallow: private/\n";
/// let found = lint(file, &Config::default());
/// let text = markdown::findings(&[LintReport::new("robots.txt", file, &found, Severity::Error)]);
/// assert!(text.contains("| 2 | error | [missing-leading-slash]("));
/// ```
#[must_use]
pub fn findings(reports: &[LintReport]) -> String {
    let mut summary = LintSummary::default();
    reports.iter().for_each(|report| summary.push(report));
    let mut text = format!("### robots.txt\n\n{summary}.\n");
    for report in reports.iter().filter(|report| !report.findings.is_empty()) {
        let row = |finding: &FindingReport| {
            let example = finding.example.iter().map(|example| &example.message);
            let fix = finding.fix.iter().map(|fix| &fix.help);
            let more: Vec<_> =
                example.chain(&finding.notes).chain(fix).map(|text| sentence(text)).collect();
            vec![
                finding.region.line.to_string(),
                finding.severity.to_string(),
                format!("[{}]({})", finding.rule, finding.page),
                sentence(&finding.message),
                more.join("<br>"),
            ]
        };
        text += &format!("\n**{}**\n\n", code(&report.file));
        let header = ["line", "severity", "rule", "finding", "more"];
        text += &table(&header, report.findings.iter().map(row));
    }
    text
}
