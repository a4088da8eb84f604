//! The canonical layout: the same file, so that two that say the same look the same.
//!
//! | step | what it does |
//! | --- | --- |
//! | byte order mark | there is none |
//! | line ends | LF, one at the end of the file too |
//! | keys | their usual letter case; misspelt ones stay, as they are findings |
//! | spacing | `Key: value  # comment`, and nothing at either end of a line |
//! | blank lines | none at the start and the end, one in front of each group, never two |
//!
//! Order, values and comments stay. The file is proved to say the same to every crawler in every dialect;
//! a step without which that is proved, and with which it is not, is left out.

use gatepost::{Key, Line, LineContent, Record, RobotsTxt};

use crate::file;
use crate::mend::keeps_every_answer;

/// A file in its canonical layout, made by [`layout`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Layout {
    /// All of it.
    pub bytes: Vec<u8>,
    /// What was left as it was, since it is not proved to change nothing.
    pub left_out: Vec<LayoutStep>,
    /// Whether it is UTF-16, and stayed as it was for that.
    pub is_utf_16: bool,
}

/// A part of the canonical layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayoutStep {
    /// There is no byte order mark.
    ByteOrderMark,
    /// Lines end with LF, the last one too.
    LineEnds,
    /// Known keys have their usual letter case.
    Keys,
    /// White space around keys, values and comments.
    Spacing,
    /// Blank lines between groups, and nowhere two.
    BlankLines,
}

impl LayoutStep {
    const ALL: [LayoutStep; 5] = [
        LayoutStep::ByteOrderMark,
        LayoutStep::LineEnds,
        LayoutStep::Keys,
        LayoutStep::Spacing,
        LayoutStep::BlankLines,
    ];

    /// What it is about, in words: "the blank lines".
    pub fn words(self) -> &'static str {
        match self {
            LayoutStep::ByteOrderMark => "the byte order mark",
            LayoutStep::LineEnds => "the line ends",
            LayoutStep::Keys => "the letter case of keys",
            LayoutStep::Spacing => "the spacing",
            LayoutStep::BlankLines => "the blank lines",
        }
    }
}

/// Lays a file out. One that is longer than crawlers read stays as it is: what they read would change. So does
/// one in UTF-16: its bytes are no characters.
///
/// # Example
///
/// ```
/// use gatepost_lint::{LayoutStep, layout};
///
/// let file = "user-agent:*\r\n\r\n\r\nDISALLOW :/a#why\r\nUser-agent: b\r\nAllow:";
/// let laid_out = layout(file.as_bytes());
/// assert_eq!(
///     String::from_utf8_lossy(&laid_out.bytes),
///     "User-agent: *\n\nDisallow: /a  #why\n\nUser-agent: b\nAllow:\n",
/// );
/// assert!(laid_out.left_out.is_empty());
///
/// // To some readers a byte order mark is a part of the first key, so that it has to stay.
/// let marked = layout("\u{feff}User-agent: *\nDisallow: /a\n".as_bytes());
/// assert_eq!(marked.left_out, [LayoutStep::ByteOrderMark]);
/// ```
pub fn layout(bytes: &[u8]) -> Layout {
    let is_utf_16 = file::is_utf_16(bytes);
    if RobotsTxt::parse(bytes).unread() > 0 || is_utf_16 {
        return Layout { bytes: bytes.to_vec(), left_out: LayoutStep::ALL.to_vec(), is_utf_16 };
    }
    if let Some(bytes) = done(bytes, &LayoutStep::ALL) {
        return Layout { bytes, left_out: Vec::new(), is_utf_16 };
    }
    let mut steps = Vec::new();
    let mut left_out = Vec::new();
    for step in LayoutStep::ALL {
        steps.push(step);
        if done(bytes, &steps).is_none() {
            steps.pop();
            left_out.push(step);
        }
    }
    Layout { bytes: with_steps(bytes, &steps), left_out, is_utf_16 }
}

/// The file with some steps, if it is proved to say the same, and has nothing left for them to do: what
/// was in front of the first line could have kept it from beginning with a byte order mark.
fn done(bytes: &[u8], steps: &[LayoutStep]) -> Option<Vec<u8>> {
    let after = with_steps(bytes, steps);
    (keeps_every_answer(bytes, &after) && with_steps(&after, steps) == after).then_some(after)
}

/// A line as it is written.
struct Written<'f> {
    text: Vec<u8>,
    end: &'f [u8],
}

/// The file with some steps.
fn with_steps(bytes: &[u8], steps: &[LayoutStep]) -> Vec<u8> {
    let robots = RobotsTxt::parse(bytes);
    let has = |step| steps.contains(&step);
    let lines: Vec<Line<'_>> = robots.lines().collect();
    let text_start = lines.first().map_or(bytes.len(), |line| line.span().start);
    let mark = if has(LayoutStep::ByteOrderMark) { &[] } else { &bytes[..text_start] };
    let written = lines.iter().enumerate().map(|(at, line)| {
        let next = lines.get(at + 1).map_or(bytes.len(), |next| next.span().start);
        let end = &bytes[line.span().end..next];
        Written {
            text: text(bytes, line, has(LayoutStep::Keys), has(LayoutStep::Spacing)),
            end: if has(LayoutStep::LineEnds) { b"\n" } else { end },
        }
    });
    let mut written: Vec<Written<'_>> = written.collect();
    if has(LayoutStep::BlankLines) {
        written = with_blank_lines(&robots, &lines, written);
    }
    let mut laid_out = mark.to_vec();
    for Written { text, end } in written {
        laid_out.extend(text);
        laid_out.extend(end);
    }
    laid_out
}

/// A line without its end. Where it has something in it that this file does not know, it stays.
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

/// White space within a line: RFC 9309, section 2.2, `WS`.
fn trim(mut text: &[u8]) -> &[u8] {
    while let [b' ' | b'\t', rest @ ..] | [rest @ .., b' ' | b'\t'] = text {
        text = rest;
    }
    text
}

/// A key in its usual letter case.
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

/// One blank line where there are some, one in front of each group and the comments that belong to it,
/// and none at either end.
fn with_blank_lines<'f>(
    robots: &RobotsTxt<'_>,
    lines: &[Line<'_>],
    written: Vec<Written<'f>>,
) -> Vec<Written<'f>> {
    let is_comment = |line: &Line<'_>| matches!(line.clone().content(), LineContent::Comment);
    let is_blank = |line: &Line<'_>| matches!(line.clone().content(), LineContent::Blank);
    let mut has_blank_before = vec![false; lines.len()];
    for user_agent in robots.groups().filter_map(|group| group.user_agents().next()) {
        let at = user_agent.line() - 1;
        let comments = lines[..at].iter().rev().take_while(|line| is_comment(line)).count();
        has_blank_before[at - comments] = true;
    }
    let mut with_blanks: Vec<Written<'f>> = Vec::with_capacity(written.len());
    let mut was_blank = false;
    for (at, line) in written.into_iter().enumerate() {
        if is_blank(&lines[at]) {
            was_blank = true;
            continue;
        }
        if (was_blank || has_blank_before[at]) && !with_blanks.is_empty() {
            with_blanks.push(Written { text: Vec::new(), end: line.end });
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
    fn laid_out(before: &str, after: &str) {
        let once = layout(before.as_bytes());
        assert_eq!(String::from_utf8_lossy(&once.bytes), after);
        assert_eq!(layout(&once.bytes).bytes, once.bytes);
    }

    #[test]
    fn comments_stay_with_their_group() {
        laid_out(
            "\n# site\nUser-agent: *\nAllow: /\n# b\nUser-agent: b\n\n\nuser-agent:c\nDisallow: /\n\n\n# end\n\n",
            "# site\nUser-agent: *\nAllow: /\n\n# b\nUser-agent: b\n\nUser-agent: c\nDisallow: /\n\n# end\n",
        );
    }

    #[test]
    fn misspelt_keys_and_lines_that_say_nothing_stay() {
        laid_out(
            "useragent : *\n  what is this \nDISSALOW :\t/a b \t# x \nDISALLOW /c\nfoo-BAR:1",
            "useragent: *\nwhat is this\nDISSALOW: /a b  # x\nDISALLOW /c\nfoo-BAR: 1\n",
        );
    }

    #[test]
    fn every_end_of_a_line_is_a_line_feed() {
        laid_out(
            "User-agent: *\rDisallow: /a\r\nAllow: /b",
            "User-agent: *\nDisallow: /a\nAllow: /b\n",
        );
    }

    // Google's library reads no more than the beginning of a line: without the spaces it would read more.
    #[test]
    fn what_is_not_proved_stays() {
        let spaces = " ".repeat(17_000);
        let file = format!("user-agent: *\n\n\nDisallow:{spaces}/a\n");
        let laid_out = layout(file.as_bytes());
        assert_eq!(laid_out.left_out, [LayoutStep::Spacing]);
        let expected = format!("User-agent: *\n\nDisallow:{spaces}/a\n");
        assert_eq!(String::from_utf8_lossy(&laid_out.bytes), expected);
    }

    #[test]
    fn nothing_stays_nothing() {
        laid_out("", "");
        laid_out("\u{feff}", "");
        laid_out(" \n\n", "");
    }

    // Behind blank lines the bytes of a byte order mark are text.
    #[test]
    fn no_line_becomes_a_byte_order_mark() {
        laid_out("\n\u{feff}a", "\n\u{feff}a\n");
        let half = layout(b"\n\xEF\xCE").bytes;
        assert_eq!(half, b"\n\xEF\xCE\n");
        assert_eq!(layout(&half).bytes, half);
    }

    #[test]
    fn what_is_no_utf_8_stays() {
        let mark = "\u{feff}";
        let units: Vec<u16> =
            format!("{mark}user-agent:*\r\n\r\n\r\ndisallow: /a").encode_utf16().collect();
        for file in [
            units.iter().flat_map(|unit| unit.to_le_bytes()).collect::<Vec<u8>>(),
            units.iter().flat_map(|unit| unit.to_be_bytes()).collect(),
        ] {
            let laid_out = layout(&file);
            assert_eq!((laid_out.bytes, laid_out.is_utf_16), (file, true));
        }
    }
}
