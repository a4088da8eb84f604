//! Markdown, for a comment on a pull request.
//!
//! Text of files and URLs is put into tables and sentences so that it cannot become markup.

mod diff;
mod lint;
mod verify;

use crate::phrases::printable;
use crate::{PatternComparison, PatternMatch};

pub use diff::diff;
pub use lint::findings;
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

/// Lays out which paths patterns match, and on how many of them each two differ.
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
/// # Ok::<(), gatepost::InvalidUrl>(())
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
