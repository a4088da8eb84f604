//! The rules that crawlers obey, and facts about crawlers, as Markdown.

use super::{cell, code, table};
use crate::{CrawlersReport, GroupsReport, phrases};

/// Lays out the rules that crawlers obey.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_report::{format, groups};
///
/// let report = groups(&RobotsTxt::parse("User-agent: A\nDisallow: /\n"), &[]);
/// let text = format::markdown::groups(&report);
/// assert!(text.contains("| A | 2 | `Disallow: /` |"));
/// ```
#[must_use]
pub fn groups(report: &GroupsReport) -> String {
    let rows = report.sets.iter().flat_map(|set| {
        let names: Vec<_> =
            set.iter().map(|at| phrases::crawler(&report.crawlers[*at].crawler)).collect();
        let first = &report.crawlers[set[0]];
        let why =
            if first.reason.is_empty() { String::new() } else { format!(": {}", first.reason) };
        let who = cell(&format!("{}{why}", names.join(", ")));
        let mut lines: Vec<(usize, &str)> =
            first.rules.iter().map(|rule| (rule.line, rule.rule.as_str())).collect();
        lines.extend(first.directives.iter().map(|other| (other.line, other.directive.as_str())));
        lines.sort_unstable();
        let notes = first.notes.iter().map(|note| vec![String::new(), cell(note)]);
        let lines = lines.into_iter().map(|(line, text)| vec![line.to_string(), code(text)]);
        let mut rows: Vec<Vec<String>> = lines.chain(notes).collect();
        if rows.is_empty() {
            rows.push(vec![String::new(), String::new()]);
        }
        rows.into_iter().map(move |row| [vec![who.clone()], row].concat())
    });
    table(&["crawler", "line", "rule"], rows)
}

/// Lays out facts about crawlers.
///
/// # Example
///
/// ```
/// let report = gatepost_report::crawlers(Some("GPTBot"), None)?;
/// let text = gatepost_report::format::markdown::crawlers(&report);
/// assert!(text.contains("| GPTBot | OpenAI |"));
/// # Ok::<(), gatepost_report::NoSuchCrawler>(())
/// ```
#[must_use]
pub fn crawlers(report: &CrawlersReport) -> String {
    let rows = report.crawlers.iter().map(|crawler| {
        let page = crawler.page.unwrap_or(crawler.source);
        vec![
            cell(crawler.crawler),
            cell(crawler.operator.unwrap_or_default()),
            cell(&crawler.purpose_text),
            cell(&crawler.robots_text),
            format!("<{page}>"),
        ]
    });
    let mut text = table(&["crawler", "operator", "purpose", "robots.txt", "page"], rows);
    for note in &report.notes {
        text += &format!("\n{}\n", cell(note));
    }
    text
}
