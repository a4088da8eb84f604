//! `fmt`: a file in its canonical format, what that changes, and what stands in the way.
//!
//! `gatepost-lint` formats the file and proves that no verdict changes. Here the result becomes a
//! report: the lines that change, the steps that change them, and why a file or a step is left out.
//! A unified diff of the two files is a layout for terminals and lives in the command.

use gatepost::{LineContent, RobotsTxt};
use gatepost_lint::{FormatStep, format};
use serde::Serialize;

use crate::content_kind::ContentKind;
use crate::phrases::{self, text};

/// Reports what formatting changes in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FormatReport {
    /// The file, as the user names it.
    pub file: String,
    /// Whether formatting changes it.
    pub outcome: FormatOutcome,
    /// The steps that change the file: byte-order-mark, line-ends, keys, spacing, blank-lines.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub steps: Vec<FormatStep>,
    /// The steps that were left out, because they are not proved to change no verdict.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub left_out: Vec<FormatStep>,
    /// The lines that change, in the order of the file.
    pub changes: Vec<LineChange>,
    /// The answer in one sentence, whose words may change.
    pub title: String,
    /// Why steps were left out, or what to do with a file that cannot be formatted, in sentences.
    /// Words may change.
    pub notes: Vec<String>,
    /// The formatted file; the file as it was, if it cannot be formatted.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

/// Says whether formatting changes a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FormatOutcome {
    /// The file is in its canonical format, but for steps that were left out.
    Unchanged,
    /// Formatting changes `changes`.
    Changed,
    /// The file cannot be formatted; `title` says why.
    NotFormatted,
}

/// A line that formatting changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LineChange {
    /// The line of the file as it was. A line that is added stands in front of it.
    pub line: usize,
    /// The text of the line, or null for a blank line that is added.
    pub before: Option<String>,
    /// The text of the line in the formatted file, or null for a blank line that is removed. It
    /// equals `before` where only the end of the line changes.
    pub after: Option<String>,
}

/// Formats a file; `name` is its name in words.
///
/// # Example
///
/// ```
/// use gatepost_report::{FormatOutcome, fmt};
///
/// let report = fmt("robots.txt", b"user-agent: *\nDisallow:/a\n");
/// assert_eq!(report.outcome, FormatOutcome::Changed);
/// assert_eq!(
///     report.title,
///     "robots.txt would change: the letter case of keys and the spacing",
/// );
/// assert_eq!(report.changes[1].after.as_deref(), Some("Disallow: /a"));
/// assert_eq!(report.bytes, b"User-agent: *\nDisallow: /a\n");
/// ```
#[must_use]
pub fn fmt(name: &str, bytes: &[u8]) -> FormatReport {
    let kind = ContentKind::of(bytes);
    if kind.is_binary() || matches!(kind, ContentKind::Html | ContentKind::Xml) {
        let why = format!("is {kind}, not a robots.txt file");
        return FormatReport::not_formatted(name, bytes, &why, "it stays as it was");
    }
    if RobotsTxt::parse(bytes).unread() > 0 {
        let why = "is longer than the read limit of crawlers";
        let help = "formatting would change which part of the file they read";
        return FormatReport::not_formatted(name, bytes, why, help);
    }
    let formatted = format(bytes);
    if formatted.is_utf_16 {
        let help =
            "`gatepost lint --fix --unsafe` converts it to UTF-8 and shows what that changes";
        return FormatReport::not_formatted(name, bytes, "is UTF-16", help);
    }
    let (outcome, title) = match formatted.changed.as_slice() {
        [] => (FormatOutcome::Unchanged, format!("{name} would not change")),
        steps => (FormatOutcome::Changed, format!("{name} would change: {}", phrases::list(steps))),
    };
    let notes = match formatted.left_out.as_slice() {
        [] => Vec::new(),
        steps => vec![format!(
            "{name}: not proved to change no answer, so it stays as it was: {}",
            phrases::list(steps)
        )],
    };
    FormatReport {
        file: name.to_owned(),
        outcome,
        changes: changes(bytes, &formatted.bytes),
        steps: formatted.changed,
        left_out: formatted.left_out,
        title,
        notes,
        bytes: formatted.bytes,
    }
}

impl FormatReport {
    fn not_formatted(name: &str, bytes: &[u8], why: &str, help: &str) -> FormatReport {
        FormatReport {
            file: name.to_owned(),
            outcome: FormatOutcome::NotFormatted,
            steps: Vec::new(),
            left_out: Vec::new(),
            changes: Vec::new(),
            title: format!("{name} {why}"),
            notes: vec![help.to_owned()],
            bytes: bytes.to_vec(),
        }
    }
}

/// A line with its end, and whether it is blank.
struct Line<'f> {
    bytes: &'f [u8],
    is_blank: bool,
}

/// Pairs the lines of two files that differ only in form: lines with text keep their order, and
/// only blank lines are added or removed.
fn changes(old: &[u8], new: &[u8]) -> Vec<LineChange> {
    let (old, new) = (lines(old), lines(new));
    let mut changes = Vec::new();
    let (mut at, mut new) = (0, new.into_iter().peekable());
    while at < old.len() || new.peek().is_some() {
        let line = at + 1;
        let before = old.get(at);
        let is_added =
            |after: &Line<'_>| after.is_blank && before.is_none_or(|before| !before.is_blank);
        if new.next_if(is_added).is_some() {
            changes.push(LineChange { line, before: None, after: Some(String::new()) });
            continue;
        }
        let Some(before) = before else { break };
        let after = new.next_if(|after| after.is_blank == before.is_blank);
        if after.as_ref().is_none_or(|after| after.bytes != before.bytes) {
            let after = after.map(|after| trimmed(after.bytes));
            changes.push(LineChange { line, before: Some(trimmed(before.bytes)), after });
        }
        at += 1;
    }
    changes
}

fn lines(bytes: &[u8]) -> Vec<Line<'_>> {
    let robots = RobotsTxt::parse(bytes);
    let mut start = 0;
    let mut lines = Vec::new();
    let mut parsed = robots.lines().peekable();
    while let Some(line) = parsed.next() {
        let end = parsed.peek().map_or(bytes.len(), |next| next.span().start);
        let is_blank = matches!(line.content(), LineContent::Blank);
        lines.push(Line { bytes: &bytes[start..end], is_blank });
        start = end;
    }
    lines
}

fn trimmed(line: &[u8]) -> String {
    let end = line.iter().rposition(|byte| !matches!(byte, b'\r' | b'\n')).map_or(0, |at| at + 1);
    text(&line[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_that_changes_is_reported() {
        let file =
            b"\xEF\xBB\xBF\n\nuser-agent: *\r\nDisallow: /a\n\n\n\nUser-agent: b\nDisallow: /";
        let report = fmt("robots.txt", &file[3..]);
        let changes: Vec<_> = report
            .changes
            .iter()
            .map(|change| (change.line, change.before.as_deref(), change.after.as_deref()))
            .collect();
        assert_eq!(
            changes,
            [
                (1, Some(""), None),
                (2, Some(""), None),
                (3, Some("user-agent: *"), Some("User-agent: *")),
                (6, Some(""), None),
                (7, Some(""), None),
                (9, Some("Disallow: /"), Some("Disallow: /")),
            ],
        );
        assert_eq!(report.steps, [FormatStep::LineEnds, FormatStep::Keys, FormatStep::BlankLines],);
        let added = fmt("robots.txt", b"User-agent: *\nDisallow: /a\nUser-agent: b\nDisallow: /\n");
        assert_eq!(added.changes.len(), 1);
        assert_eq!((added.changes[0].line, &added.changes[0].before), (3, &None));
        assert_eq!(fmt("robots.txt", &added.bytes).outcome, FormatOutcome::Unchanged);
    }

    #[test]
    fn a_file_that_cannot_be_formatted_stays() {
        let long = b"User-agent: *\nDisallow: /a\n".repeat(30_000);
        let report = fmt("robots.txt", &long);
        assert_eq!(report.outcome, FormatOutcome::NotFormatted);
        assert_eq!(report.title, "robots.txt is longer than the read limit of crawlers");
        assert_eq!(report.bytes, long);
        let utf_16: Vec<u8> =
            "\u{feff}User-agent: *\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(fmt("robots.txt", &utf_16).title, "robots.txt is UTF-16");
    }
}
