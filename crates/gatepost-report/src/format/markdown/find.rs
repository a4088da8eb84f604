//! Paths that were found, and where dialects differ, as Markdown.

use super::{cell, code, table};
use crate::{FindReport, SplitReport};

/// Lays out a path that was found, or for which crawlers none exists.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_report::{find_decided_by, format};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
/// let text = format::markdown::find(&find_decided_by(&robots, 2, None)?);
/// assert!(text.contains("| `/shop` | disallowed | 2 | `Disallow: /shop` |"));
/// # Ok::<(), gatepost_report::CannotFind>(())
/// ```
#[must_use]
pub fn find(report: &FindReport) -> String {
    let (Some(path), Some(verdict)) = (&report.path, &report.verdict) else {
        let mut text = String::new();
        for none in &report.none {
            let why =
                if none.reason.is_empty() { String::new() } else { format!(": {}", none.reason) };
            text += &format!("- {}\n", cell(&format!("proved: {}{why}", none.title)));
        }
        return if text.is_empty() { format!("{}\n", cell(&report.title)) } else { text };
    };
    let row = vec![
        code(path),
        if verdict.allowed { "allowed" } else { "disallowed" }.to_owned(),
        verdict.line.map(|line| line.to_string()).unwrap_or_default(),
        code(verdict.rule.as_deref().unwrap_or_default()),
        cell(report.reason.as_deref().unwrap_or_default()),
    ];
    let mut text = table(&["path", "verdict", "line", "rule", "why"], [row]);
    for (at, note) in report.notes.iter().enumerate() {
        let gap = if at == 0 { "\n" } else { "" };
        text += &format!("{gap}- {}\n", cell(note));
    }
    text
}

/// Lays out where two dialects differ.
///
/// # Example
///
/// ```
/// use gatepost::Dialect;
/// use gatepost_report::{find_splits, format};
///
/// let file = b"User-agent: *\nDisallow: /\nAllow: /a\n";
/// let reports = find_splits(file, Dialect::GOOGLE, Dialect::BAIDU, None)?;
/// let text = format::markdown::splits(&reports);
/// assert!(text.contains("| `/a` | allowed in google | disallowed in baidu |"));
/// # Ok::<(), gatepost_crawlers::NoCrawlerNamed>(())
/// ```
#[must_use]
pub fn splits(reports: &[SplitReport]) -> String {
    let mut text = String::new();
    for report in reports {
        if !text.is_empty() {
            text.push('\n');
        }
        text += &format!("{}\n", cell(&report.title));
        if !report.regions.is_empty() {
            let rows = report.regions.iter().map(|region| {
                let because = region.because.iter().map(|cause| cell(&cause.about));
                let words = |allowed: bool, dialect: &str| {
                    cell(&format!("{} in {dialect}", crate::answer::verdict(allowed)))
                };
                vec![
                    code(&region.pattern),
                    words(region.first.allowed, &region.first.dialect),
                    words(region.second.allowed, &region.second.dialect),
                    because.collect::<Vec<_>>().join("; "),
                ]
            });
            text += &format!("\n{}", table(&["pattern", "first", "second", "because"], rows));
        }
        if let Some(why) = &report.reason {
            text += &format!("\nnot decided: {}\n", cell(why));
        }
    }
    for note in reports.first().iter().flat_map(|report| &report.notes) {
        text += &format!("\n- {}\n", cell(note));
    }
    text
}
