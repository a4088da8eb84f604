//! Formats a file: one canonical form for files that differ only in form.
//!
//! | step | effect |
//! | --- | --- |
//! | byte order mark | removed |
//! | line ends | LF, also at the end of the file |
//! | keys | their usual letter case; misspelt keys stay, as the linter reports them |
//! | spacing | `Key: value  # comment`, with nothing at either end of a line |
//! | blank lines | none at the start and the end, one before each group, never two in a row |
//!
//! Order, values and comments stay. The formatted file is proved to give the same verdicts to every
//! crawler in every dialect. A step that stands in the way of this proof is left out.

use std::fmt;

use gatepost::{Key, Line, LineContent, Record, RobotsTxt};

use crate::file;
use crate::fix_all::keeps_every_answer;

/// A formatted file, returned by [`format()`].
///
/// # Example
///
/// ```
/// let formatted = gatepost_lint::format(b"user-agent:*\ndisallow:/a");
/// assert_eq!(formatted.bytes, b"User-agent: *\nDisallow: /a\n");
/// assert_eq!(formatted.changed.len(), 3);
/// assert!(formatted.left_out.is_empty() && !formatted.is_utf_16);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Formatted {
    /// The whole file.
    pub bytes: Vec<u8>,
    /// The steps that change the file.
    pub changed: Vec<FormatStep>,
    /// The steps that were left out, because they are not proved to keep every verdict.
    pub left_out: Vec<FormatStep>,
    /// Whether the file is UTF-16 and therefore unchanged.
    pub is_utf_16: bool,
}

/// A step of formatting.
///
/// # Example
///
/// ```
/// assert_eq!(gatepost_lint::FormatStep::BlankLines.to_string(), "the blank lines");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum FormatStep {
    /// Removes a byte order mark.
    ByteOrderMark,
    /// Ends every line with LF, the last one too.
    LineEnds,
    /// Gives known keys their usual letter case.
    Keys,
    /// Normalises white space around keys, values and comments.
    Spacing,
    /// Puts one blank line between groups, and removes further ones.
    BlankLines,
}

impl FormatStep {
    const ALL: [FormatStep; 5] = [
        FormatStep::ByteOrderMark,
        FormatStep::LineEnds,
        FormatStep::Keys,
        FormatStep::Spacing,
        FormatStep::BlankLines,
    ];
}

/// Names the part of the file that the step is about.
impl fmt::Display for FormatStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FormatStep::ByteOrderMark => "the byte order mark",
            FormatStep::LineEnds => "the line ends",
            FormatStep::Keys => "the letter case of keys",
            FormatStep::Spacing => "the spacing",
            FormatStep::BlankLines => "the blank lines",
        })
    }
}

/// Formats a file.
///
/// Two kinds of files stay as they are: those in UTF-16, and those longer than crawlers read, since
/// formatting would change which part is read.
///
/// # Example
///
/// ```
/// use gatepost_lint::{FormatStep, format};
///
/// let file = "user-agent:*\r\n\r\n\r\nDISALLOW :/a#why\r\nUser-agent: b\r\nAllow:";
/// let formatted = format(file.as_bytes());
/// assert_eq!(
///     String::from_utf8_lossy(&formatted.bytes),
///     "User-agent: *\n\nDisallow: /a  #why\n\nUser-agent: b\nAllow:\n",
/// );
/// assert!(formatted.left_out.is_empty());
///
/// // Some parsers read a byte order mark as part of the first key, so that it has to stay.
/// let marked = format("\u{feff}User-agent: *\nDisallow: /a\n".as_bytes());
/// assert_eq!(marked.left_out, [FormatStep::ByteOrderMark]);
/// ```
#[must_use]
pub fn format(bytes: &[u8]) -> Formatted {
    let is_utf_16 = file::is_utf_16(bytes);
    if RobotsTxt::parse(bytes).unread() > 0 || is_utf_16 {
        let left_out = FormatStep::ALL.to_vec();
        return Formatted { bytes: bytes.to_vec(), changed: Vec::new(), left_out, is_utf_16 };
    }
    if let Some(after) = proved(bytes, &FormatStep::ALL) {
        let changed = changing(bytes, &after, &FormatStep::ALL);
        return Formatted { bytes: after, changed, left_out: Vec::new(), is_utf_16 };
    }
    let mut steps = Vec::new();
    let mut left_out = Vec::new();
    for step in FormatStep::ALL {
        steps.push(step);
        if proved(bytes, &steps).is_none() {
            steps.pop();
            left_out.push(step);
        }
    }
    let after = with_steps(bytes, &steps);
    Formatted { changed: changing(bytes, &after, &steps), bytes: after, left_out, is_utf_16 }
}

/// The steps without which the file would be another.
fn changing(bytes: &[u8], after: &[u8], steps: &[FormatStep]) -> Vec<FormatStep> {
    if bytes == after {
        return Vec::new();
    }
    let is_needed = |step: &FormatStep| {
        let others: Vec<_> = steps.iter().copied().filter(|other| other != step).collect();
        with_steps(bytes, &others) != after
    };
    steps.iter().copied().filter(is_needed).collect()
}

/// Returns the file after some steps, if it is proved to give the same verdicts, and if the steps
/// would not change it again: without the blank lines before it, a first line can turn into a byte
/// order mark.
fn proved(bytes: &[u8], steps: &[FormatStep]) -> Option<Vec<u8>> {
    let after = with_steps(bytes, steps);
    (keeps_every_answer(bytes, &after) && with_steps(&after, steps) == after).then_some(after)
}

/// A line of the new file.
struct FormattedLine<'f> {
    text: Vec<u8>,
    end: &'f [u8],
}

/// Returns the file after some steps.
fn with_steps(bytes: &[u8], steps: &[FormatStep]) -> Vec<u8> {
    let robots = RobotsTxt::parse(bytes);
    let has = |step| steps.contains(&step);
    let lines: Vec<Line<'_>> = robots.lines().collect();
    let text_start = lines.first().map_or(bytes.len(), |line| line.span().start);
    let mark = if has(FormatStep::ByteOrderMark) { &[] } else { &bytes[..text_start] };
    let written = lines.iter().enumerate().map(|(at, line)| {
        let next = lines.get(at + 1).map_or(bytes.len(), |next| next.span().start);
        let end = &bytes[line.span().end..next];
        FormattedLine {
            text: text(bytes, line, has(FormatStep::Keys), has(FormatStep::Spacing)),
            end: if has(FormatStep::LineEnds) { b"\n" } else { end },
        }
    });
    let mut written: Vec<FormattedLine<'_>> = written.collect();
    if has(FormatStep::BlankLines) {
        written = with_blank_lines(&robots, &lines, written);
    }
    let mut formatted = mark.to_vec();
    for FormattedLine { text, end } in written {
        formatted.extend(text);
        formatted.extend(end);
    }
    formatted
}

/// Returns the text of a line, without its end. A line with anything unexpected around key and
/// value stays.
fn text(bytes: &[u8], line: &Line<'_>, has_keys: bool, has_spacing: bool) -> Vec<u8> {
    let whole = &bytes[line.span()];
    let as_it_is = if has_spacing { trim(whole) } else { whole };
    let LineContent::Record(record) = line.clone().content() else {
        return as_it_is.to_vec();
    };
    let key = match known_name(&record) {
        Some(name) if has_keys => name.as_bytes(),
        _ => record.key_bytes(),
    };
    let (key_span, value_span) = (record.key_span(), record.value_span());
    let before = &bytes[line.span().start..key_span.start];
    let between = &bytes[key_span.end..value_span.start];
    let behind = &bytes[value_span.end..line.span().end];
    let comment = trim(behind);
    let is_known = trim(before).is_empty()
        && trim(between) == b":"
        && (comment.is_empty() || comment.starts_with(b"#"));
    match (is_known, has_spacing) {
        (false, _) => as_it_is.to_vec(),
        (true, false) => [before, key, between, record.value(), behind].concat(),
        (true, true) => {
            let space: &[u8] = if record.value().is_empty() { b"" } else { b" " };
            let apart: &[u8] = if comment.is_empty() { b"" } else { b"  " };
            [key, b":", space, record.value(), apart, comment].concat()
        }
    }
}

/// Removes white space at both ends: `WS` of RFC 9309, section 2.2.
fn trim(mut text: &[u8]) -> &[u8] {
    while let [b' ' | b'\t', rest @ ..] | [rest @ .., b' ' | b'\t'] = text {
        text = rest;
    }
    text
}

/// Returns the usual letter case of a key.
fn known_name(record: &Record<'_>) -> Option<&'static str> {
    let name = match record.key() {
        Key::UserAgent => "User-agent",
        Key::Allow => "Allow",
        Key::Disallow => "Disallow",
        Key::Sitemap => "Sitemap",
        Key::CrawlDelay => "Crawl-delay",
        Key::RequestRate => "Request-rate",
        Key::VisitTime => "Visit-time",
        Key::Host => "Host",
        Key::CleanParam => "Clean-param",
        Key::Noindex => "Noindex",
        Key::ContentSignal => "Content-Signal",
        Key::ContentUsage => "Content-Usage",
        _ => return None,
    };
    name.as_bytes().eq_ignore_ascii_case(record.key_bytes()).then_some(name)
}

/// Puts one blank line where there are any, one before each group and the comments that belong to
/// it, and none at either end.
fn with_blank_lines<'f>(
    robots: &RobotsTxt<'_>,
    lines: &[Line<'_>],
    written: Vec<FormattedLine<'f>>,
) -> Vec<FormattedLine<'f>> {
    let is_comment = |line: &Line<'_>| matches!(line.clone().content(), LineContent::Comment);
    let is_blank = |line: &Line<'_>| matches!(line.clone().content(), LineContent::Blank);
    let mut has_blank_before = vec![false; lines.len()];
    for user_agent in robots.groups().filter_map(|group| group.user_agents().next()) {
        let at = user_agent.line() - 1;
        let comments = lines[..at].iter().rev().take_while(|line| is_comment(line)).count();
        has_blank_before[at - comments] = true;
    }
    let mut with_blanks: Vec<FormattedLine<'f>> = Vec::with_capacity(written.len());
    let mut was_blank = false;
    for (at, line) in written.into_iter().enumerate() {
        if is_blank(&lines[at]) {
            was_blank = true;
            continue;
        }
        if (was_blank || has_blank_before[at]) && !with_blanks.is_empty() {
            with_blanks.push(FormattedLine { text: Vec::new(), end: line.end });
        }
        was_blank = false;
        with_blanks.push(line);
    }
    with_blanks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(before: &str, after: &str) {
        let once = format(before.as_bytes());
        assert_eq!(String::from_utf8_lossy(&once.bytes), after);
        assert_eq!(format(&once.bytes).bytes, once.bytes);
    }

    #[test]
    fn comments_stay_with_their_group() {
        check(
            "\n# site\nUser-agent: *\nAllow: /\n# b\nUser-agent: b\n\n\nuser-agent:c\nDisallow: /\n\n\n# end\n\n",
            "# site\nUser-agent: *\nAllow: /\n\n# b\nUser-agent: b\n\nUser-agent: c\nDisallow: /\n\n# end\n",
        );
    }

    #[test]
    fn misspelt_keys_and_lines_that_say_nothing_stay() {
        check(
            "useragent : *\n  what is this \nDISSALOW :\t/a b \t# x \nDISALLOW /c\nfoo-BAR:1",
            "useragent: *\nwhat is this\nDISSALOW: /a b  # x\nDISALLOW /c\nfoo-BAR: 1\n",
        );
    }

    #[test]
    fn every_end_of_a_line_is_a_line_feed() {
        check(
            "User-agent: *\rDisallow: /a\r\nAllow: /b",
            "User-agent: *\nDisallow: /a\nAllow: /b\n",
        );
    }

    // Google's parser reads only the beginning of a line: without the spaces it would read more of
    // it.
    #[test]
    fn what_is_not_proved_stays() {
        let spaces = " ".repeat(17_000);
        let file = format!("user-agent: *\n\n\nDisallow:{spaces}/a\n");
        let formatted = format(file.as_bytes());
        assert_eq!(formatted.left_out, [FormatStep::Spacing]);
        let expected = format!("User-agent: *\n\nDisallow:{spaces}/a\n");
        assert_eq!(String::from_utf8_lossy(&formatted.bytes), expected);
    }

    #[test]
    fn nothing_stays_nothing() {
        check("", "");
        check("\u{feff}", "");
        check(" \n\n", "");
    }

    // After blank lines, the bytes of a byte order mark are text.
    #[test]
    fn no_line_becomes_a_byte_order_mark() {
        check("\n\u{feff}a", "\n\u{feff}a\n");
        let half = format(b"\n\xEF\xCE").bytes;
        assert_eq!(half, b"\n\xEF\xCE\n");
        assert_eq!(format(&half).bytes, half);
    }

    #[test]
    fn utf_16_stays() {
        let mark = "\u{feff}";
        let units: Vec<u16> =
            format!("{mark}user-agent:*\r\n\r\n\r\ndisallow: /a").encode_utf16().collect();
        for file in [
            units.iter().flat_map(|unit| unit.to_le_bytes()).collect::<Vec<u8>>(),
            units.iter().flat_map(|unit| unit.to_be_bytes()).collect(),
        ] {
            let formatted = format(&file);
            assert_eq!((formatted.bytes, formatted.is_utf_16), (file, true));
        }
    }
}
