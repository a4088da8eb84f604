//! Rules that have no effect, as a comment on a pull request.

use super::{cell, code, table};
use crate::MinimiseReport;

/// Lays out which rules have no effect, and why.
///
/// # Example
///
/// ```
/// use gatepost::Dialect;
/// use gatepost_report::{format, minimise};
///
/// let file = b"User-agent: *\nDisallow: /shop\nDisallow: /shop/cart\n";
/// let text = format::markdown::minimise(&minimise(file, Dialect::RFC9309));
/// assert!(text.starts_with("1 rule removed; no URL changes for any crawler: proved\n"));
/// assert!(text.contains("| 3 | `Disallow: /shop/cart` |"));
/// ```
#[must_use]
pub fn minimise(report: &MinimiseReport) -> String {
    let mut text = format!("{}\n", cell(&report.title));
    if !report.removed.is_empty() {
        let rows = report.removed.iter().map(|removed| {
            vec![removed.line.to_string(), code(&removed.rule), cell(&removed.reason)]
        });
        text += &format!("\n{}", table(&["line", "rule", "why"], rows));
    }
    for kept in report.not_decided.iter().filter(|kept| kept.line.is_some()) {
        let line = kept.line.map(|line| format!("line {line} stays: ")).unwrap_or_default();
        text += &format!("\n- not decided: {line}{}\n", cell(&kept.reason));
    }
    text
}
