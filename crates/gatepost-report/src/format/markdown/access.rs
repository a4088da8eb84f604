//! The access of crawlers, as a comment on a pull request.

use super::{cell, table};
use crate::{AccessReport, CrawlerAccess, Reach, phrases};

/// Lays out the access of crawlers, as a table with a summary in front.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_crawlers::resolve_queries;
/// use gatepost_report::format::markdown;
///
/// let robots = RobotsTxt::parse("User-agent: GPTBot\nDisallow: /\n");
/// let crawlers = resolve_queries(&["GPTBot".parse()?], &[&robots])?;
/// let text = markdown::access(&gatepost_report::access(&robots, &crawlers));
/// assert!(text.starts_with("1 crawler fully blocked."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn access(report: &AccessReport) -> String {
    let row = |crawler: &CrawlerAccess| {
        let (shown, more) = crawler.shown_rules();
        let lines: Vec<_> = shown.iter().map(|rule| rule.line).collect();
        let lines = match (lines.as_slice(), more) {
            ([], _) => String::new(),
            (lines, 0) => phrases::lines(lines),
            (lines, _) => format!("{} and more", phrases::lines(lines)),
        };
        let reaches = match &crawler.not_decided {
            Some(why) => format!("{}: {why}", Reach::NotDecided.words()),
            None => crawler.reaches.words().to_owned(),
        };
        vec![
            cell(phrases::crawler(&crawler.crawler)),
            cell(crawler.operator.unwrap_or_default()),
            cell(&reaches),
            cell(&crawler.how),
            lines,
        ]
    };
    let header = ["crawler", "operator", "access", "group", "rules"];
    let rows = report.crawlers.iter().map(row);
    format!("{} {}\n\n{}", report.title, report.obedience, table(&header, rows))
}
