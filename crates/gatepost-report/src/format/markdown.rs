//! Markdown, for a comment on a pull request.
//!
//! Text of files and URLs is put into tables and sentences so that it cannot become markup.

mod access;
mod diff;
mod find;
mod groups;
mod lint;
mod minimise;
mod rules;
mod verify;

use crate::answer;
use crate::phrases::printable;
use crate::{DialectDisagreement, DialectSummary, PatternComparison, PatternMatch, UrlVerdict};

pub use access::access;
pub use diff::diff;
pub use find::{find, splits};
pub use groups::{crawlers, groups};
pub use lint::findings;
pub use minimise::minimise;
pub use rules::rules;
pub use verify::verify;

/// Escapes text for a cell of a table.
///
/// # Example
///
/// ```
/// use gatepost_report::format::markdown::cell;
///
/// assert_eq!(cell("a|b"), "a\\|b");
/// ```
#[must_use]
pub fn cell(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in printable(text).chars() {
        if matches!(c, '|' | '*' | '_' | '`' | '<' | '[' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Puts text into a code span, also within a table.
///
/// # Example
///
/// ```
/// use gatepost_report::format::markdown::code;
///
/// assert_eq!(code("/a*b"), "`/a*b`");
/// assert_eq!(code("/a`b|c"), "``/a`b\\|c``");
/// assert_eq!(code(""), "");
/// ```
#[must_use]
pub fn code(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let text = printable(text).replace('|', "\\|");
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let ticks = "`".repeat(longest + 1);
    // A code span that starts or ends with a tick needs a space there.
    let gap = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{ticks}{gap}{text}{gap}{ticks}")
}

/// Lays out a table.
///
/// The cells of `rows` are Markdown already: see [`cell`] and [`code`].
///
/// # Example
///
/// ```
/// use gatepost_report::format::markdown::table;
///
/// let rows = [vec!["`/a`".to_owned(), "yes".to_owned()]];
/// assert_eq!(table(&["URL", "allowed"], rows), "\
/// | URL | allowed |
/// | --- | --- |
/// | `/a` | yes |
/// ");
/// ```
#[must_use]
pub fn table(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut text = format!("| {} |\n|{}\n", header.join(" | "), " --- |".repeat(header.len()));
    for row in rows {
        text += &format!("| {} |\n", row.join(" | "));
    }
    text
}

/// Lays out which paths patterns match, and on how many paths each two patterns differ.
///
/// # Example
///
/// ```
/// use gatepost::Dialect;
/// use gatepost_report::{PatternMatcher, format};
///
/// let mut matcher = PatternMatcher::new(["/*/b"], Dialect::RFC9309);
/// let reports = matcher.test(b"/a/b")?;
/// let text = format::markdown::pattern_matches(&reports, &matcher.comparisons());
/// assert!(text.ends_with("| `/a/b` | `/*/b` | matches | \\* matches a |\n"));
/// # Ok::<(), gatepost_report::NotAUrl>(())
/// ```
#[must_use]
pub fn pattern_matches(reports: &[PatternMatch], comparisons: &[PatternComparison]) -> String {
    let rows = reports.iter().map(|report| {
        let matches = if report.matches { "matches" } else { "no match" };
        vec![code(&report.url), code(&report.pattern), matches.to_owned(), cell(&report.reason)]
    });
    let mut text = table(&["URL", "pattern", "", "why"], rows);
    for comparison in comparisons {
        text += &format!("\n{}\n", cell(&comparison.title));
    }
    text
}

/// Lays out verdicts, with the notes on their crawlers below.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt};
/// use gatepost_crawlers::ResolvedCrawler;
/// use gatepost_report::{Detail, Tester, format};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\n");
/// let crawlers = [ResolvedCrawler::new(ProductToken::any())];
/// let tester = Tester::new(&robots, &crawlers, Detail::Remarks);
/// let text = format::markdown::verdicts(&tester.test(b"/a?b")?);
/// assert!(text.ends_with("| `/a?b` | \\* | disallowed | 2 | `Disallow: /*?` | has a query string |\n"));
/// # Ok::<(), gatepost_report::NotAUrl>(())
/// ```
#[must_use]
pub fn verdicts(verdicts: &[UrlVerdict]) -> String {
    let rows = verdicts.iter().map(|verdict| {
        let remarks = verdict.remarks.iter().flatten();
        let why: Vec<_> =
            std::iter::once(&verdict.reason).chain(remarks).map(|why| cell(why)).collect();
        vec![
            code(&verdict.url),
            cell(&verdict.crawler),
            verdict.allowed.map_or("not covered", answer::verdict).to_owned(),
            verdict.line.map(|line| line.to_string()).unwrap_or_default(),
            code(verdict.rule.as_deref().unwrap_or_default()),
            why.join("; "),
        ]
    });
    let mut text = table(&["URL", "crawler", "verdict", "line", "rule", "why"], rows);
    let mut notes: Vec<&String> = Vec::new();
    for note in verdicts.iter().flat_map(|verdict| &verdict.notes) {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    for (at, note) in notes.into_iter().enumerate() {
        let gap = if at == 0 { "\n" } else { "" };
        text += &format!("{gap}- {}\n", cell(note));
    }
    text
}

/// Lays out the URLs on which dialects disagree.
///
/// # Example
///
/// ```
/// use gatepost::ProductToken;
/// use gatepost_crawlers::ResolvedCrawler;
/// use gatepost_report::{DialectTester, format};
///
/// let crawlers = [ResolvedCrawler::new(ProductToken::any())];
/// let file = b"User-agent: *\nDisallow: /\nAllow: /a\n";
/// let mut tester = DialectTester::new(file, &crawlers);
/// let found = tester.test(b"/a")?;
/// let text = format::markdown::disagreements(&found, &tester.summary());
/// assert!(text.starts_with("The dialects disagree on 1 of 1 URL.\n\n| URL |"));
/// # Ok::<(), gatepost_report::NotAUrl>(())
/// ```
#[must_use]
pub fn disagreements(found: &[DialectDisagreement], summary: &DialectSummary) -> String {
    let mut text = format!("{}\n", cell(&summary.title));
    if found.is_empty() {
        return text;
    }
    let rows = found.iter().flat_map(|found| {
        found.answers.iter().map(|answer| {
            let because = answer.because.iter();
            let because: Vec<_> =
                because.map(|cause| cell(&format!("{}: {}", cause.about, cause.second))).collect();
            vec![
                code(&found.url),
                cell(&found.crawler),
                cell(&answer.dialects.join(", ")),
                if answer.allowed { "allowed" } else { "disallowed" }.to_owned(),
                answer.line.map(|line| line.to_string()).unwrap_or_default(),
                code(answer.rule.as_deref().unwrap_or_default()),
                because.join("; "),
            ]
        })
    });
    text += "\n";
    text += &table(&["URL", "crawler", "dialects", "verdict", "line", "rule", "because"], rows);
    text
}
