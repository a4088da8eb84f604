//! A file without the rules that have no effect, proved for all URLs and every crawler.

use gatepost::Dialect;
use gatepost_prove::{MinimisedFile, minimise_file};
use serde::Serialize;

use crate::phrases;

/// Reports which rules of a file have no effect and were removed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MinimiseReport {
    /// The rules that were removed.
    pub removed: Vec<RemovedRule>,
    /// Whether it is proved that no URL changes for any crawler. If not, nothing was removed.
    pub proved: bool,
    /// The rules that stay, or the whole file, because nothing was decided about their effect.
    pub not_decided: Vec<NotRemoved>,
    /// The result in one sentence.
    pub title: String,
    /// The file without the removed rules, or the whole file if nothing is proved.
    #[serde(skip)]
    pub file: Vec<u8>,
}

/// Names a rule that was removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RemovedRule {
    /// The line of the rule in the original file.
    pub line: usize,
    /// The rule as text.
    pub rule: String,
    /// The lines that decide instead.
    pub by: Vec<usize>,
    /// Why the rule has no effect, in words.
    pub reason: String,
}

/// Names a line, or the whole file, that stays because nothing was decided about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NotRemoved {
    /// The line; null for the whole file.
    pub line: Option<usize>,
    /// Why nothing was decided, in words.
    pub reason: String,
}

/// Removes every rule that has no effect.
///
/// # Example
///
/// ```
/// use gatepost::Dialect;
/// use gatepost_report::minimise;
///
/// let report = minimise(b"User-agent: *\nDisallow: /shop\nDisallow: /shop/cart\n", Dialect::RFC9309);
/// assert_eq!(report.title, "1 rule removed; no URL changes for any crawler: proved");
/// assert_eq!(report.file, b"User-agent: *\nDisallow: /shop\n");
/// assert_eq!(report.removed[0].by, [2]);
/// ```
#[must_use]
pub fn minimise(bytes: &[u8], dialect: Dialect) -> MinimiseReport {
    let MinimisedFile { bytes, removed, not_decided, kept_because, .. } =
        minimise_file(bytes, dialect);
    let title = match &kept_because {
        Some(why) => format!("not decided: {why}"),
        None if removed.is_empty() => "no rule removed".to_owned(),
        None => format!(
            "{} removed; no URL changes for any crawler: proved",
            phrases::count(removed.len() as u64, "rule", "rules")
        ),
    };
    let removed = removed.into_iter().map(|removed| RemovedRule {
        reason: removed.to_string(),
        line: removed.line,
        rule: removed.rule,
        by: removed.by,
    });
    let of_file = kept_because.iter().map(|why| NotRemoved { line: None, reason: why.to_string() });
    let of_lines = not_decided
        .into_iter()
        .map(|of_line| NotRemoved { line: Some(of_line.line), reason: of_line.reason.to_string() });
    MinimiseReport {
        removed: removed.collect(),
        proved: kept_because.is_none(),
        not_decided: of_file.clone().chain(of_lines).collect(),
        title,
        file: bytes,
    }
}
