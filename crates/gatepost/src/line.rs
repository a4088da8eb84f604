//! Lines, and what is left and right of the colon: RFC 9309 section 2.2.
//!
//! LF, CR and CRLF end a line, and in some dialects other bytes do too. `#` starts a comment
//! anywhere. What separates key and value is `separator.rs`. Nothing here fails, and nothing knows what a
//! key means: that is `key.rs`.
//!
//! Lines are found with memchr, each byte is looked at a constant number of times.

use core::ops::Range;

use memchr::{memchr, memchr2};

use crate::dialect::{Dialect, LineEnds, WhiteSpace};
use crate::separator::separator;

/// Where one line lies in the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineSpan {
    /// Its first byte.
    pub(crate) start: usize,
    /// Past its last byte, the line end not counted.
    pub(crate) end: usize,
    /// The first byte of the next line.
    pub(crate) next: usize,
}

/// How many bytes at the start are skipped: a byte order mark, or the beginning of one.
pub(crate) fn byte_order_mark(bytes: &[u8], dialect: &Dialect) -> usize {
    if !dialect.byte_order_mark_is_skipped {
        return 0;
    }
    let mark = [0xEF, 0xBB, 0xBF];
    bytes.iter().zip(mark).take_while(|(byte, of_mark)| *byte == of_mark).count()
}

/// Finds the line that starts at `start`.
pub(crate) fn line_at(bytes: &[u8], start: usize, line_ends: LineEnds) -> LineSpan {
    if line_ends != LineEnds::LfOrCr {
        return other_line_at(bytes, start, line_ends);
    }
    match memchr2(b'\n', b'\r', &bytes[start..]) {
        None => LineSpan { start, end: bytes.len(), next: bytes.len() },
        Some(length) => {
            let end = start + length;
            let is_crlf = bytes[end] == b'\r' && bytes.get(end + 1) == Some(&b'\n');
            LineSpan { start, end, next: end + 1 + usize::from(is_crlf) }
        }
    }
}

/// The same where other bytes end lines too.
#[cold]
fn other_line_at(bytes: &[u8], start: usize, line_ends: LineEnds) -> LineSpan {
    for end in start..bytes.len() {
        if let Some(length) = line_end(&bytes[end..], line_ends) {
            return LineSpan { start, end, next: end + length };
        }
    }
    LineSpan { start, end: bytes.len(), next: bytes.len() }
}

/// How long the line end is with which a text begins, if it does.
fn line_end(text: &[u8], line_ends: LineEnds) -> Option<usize> {
    match (text, line_ends) {
        ([b'\r', b'\n', ..], _) => Some(2),
        ([b'\n' | b'\r', ..], _) | ([0, ..], LineEnds::LfCrOrNul) => Some(1),
        ([0x0B | 0x0C | 0x1C..=0x1E, ..], LineEnds::Unicode) => Some(1),
        // U+0085, U+2028 and U+2029.
        ([0xC2, 0x85, ..], LineEnds::Unicode) => Some(2),
        ([0xE2, 0x80, 0xA8 | 0xA9, ..], LineEnds::Unicode) => Some(3),
        _ => None,
    }
}

/// What one line is made of. Spans are relative to the start of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Parts {
    /// White space.
    Blank,
    /// Nothing before the `#`.
    Comment,
    /// No colon, and not exactly two words either.
    NoSeparator,
    /// Nothing before the colon.
    EmptyKey,
    /// A key, and a value which may be empty.
    Record { key: Range<usize>, value: Range<usize>, colon: bool },
}

/// Takes a line apart.
pub(crate) fn parts(line: &[u8], dialect: &Dialect) -> Parts {
    let read = &line[..bytes_read(line, dialect)];
    let content = match memchr(b'#', read) {
        None => trim_as(read, 0..read.len(), dialect.white_space),
        Some(comment) => trim_as(read, 0..comment, dialect.white_space),
    };
    if content.is_empty() {
        return if content.end < read.len() && memchr(b'#', read).is_some() {
            Parts::Comment
        } else {
            Parts::Blank
        };
    }
    let text = &read[content.clone()];
    let Some(separator) = separator(text, dialect) else { return Parts::NoSeparator };
    let colon = text.get(separator) == Some(&b':');
    let separator = content.start + separator;
    let key = trim_as(read, content.start..separator, dialect.white_space);
    if key.is_empty() {
        return Parts::EmptyKey;
    }
    // Behind a key that ends the line there is not even a separator.
    let value = (separator + 1).min(content.end)..content.end;
    Parts::Record { key, value: trim_as(read, value, dialect.white_space), colon }
}

/// How many bytes of a line its dialect reads.
pub(crate) fn bytes_read(line: &[u8], dialect: &Dialect) -> usize {
    let limit = dialect.line_limit.map_or(line.len(), |limit| limit.min(line.len()));
    if dialect.nul_ends_line { memchr(0, &line[..limit]).unwrap_or(limit) } else { limit }
}

/// Narrows `span` by what the dialect takes for white space.
#[inline]
pub(crate) fn trim_as(bytes: &[u8], span: Range<usize>, white_space: WhiteSpace) -> Range<usize> {
    let span = trim(bytes, span);
    match white_space {
        WhiteSpace::Ascii => span,
        WhiteSpace::Unicode => trim_unicode(bytes, span),
    }
}

/// Narrows a span, without ASCII white space at its ends, by that of Unicode. A character of it has three
/// bytes at most, so that no more than these are looked at again and again.
#[cold]
fn trim_unicode(bytes: &[u8], mut span: Range<usize>) -> Range<usize> {
    loop {
        let text = &bytes[span.clone()];
        let first = (1..=text.len().min(3)).find_map(|length| {
            let first = core::str::from_utf8(&text[..length]).ok()?;
            first.chars().next()
        });
        let Some(first) = first.filter(|first| first.is_whitespace()) else { break };
        span.start += first.len_utf8();
    }
    loop {
        let text = &bytes[span.clone()];
        let last = (1..=text.len().min(3)).find_map(|length| {
            let last = core::str::from_utf8(&text[text.len() - length..]).ok()?;
            last.chars().next()
        });
        let Some(last) = last.filter(|last| last.is_whitespace()) else { return span };
        span.end -= last.len_utf8();
    }
}

/// Narrows `span` by the white space at both of its ends. Where there is nothing else, what is left
/// is empty and lies at its start.
pub(crate) fn trim(bytes: &[u8], span: Range<usize>) -> Range<usize> {
    let Range { mut start, mut end } = span;
    while start < end && is_white_space(bytes[end - 1]) {
        end -= 1;
    }
    while start < end && is_white_space(bytes[start]) {
        start += 1;
    }
    start..end
}

/// ASCII white space, vertical tab included (which `u8::is_ascii_whitespace` leaves out).
pub(crate) fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &[u8], expected: Option<(&str, &str, bool)>) {
        let found = match parts(line, &Dialect::RFC9309) {
            Parts::Record { key, value, colon } => Some((&line[key], &line[value], colon)),
            _ => None,
        };
        let expected =
            expected.map(|(key, value, colon)| (key.as_bytes(), value.as_bytes(), colon));
        assert_eq!(found, expected, "{:?}", line.escape_ascii().to_string());
    }

    #[test]
    fn key_and_value() {
        check(b"Disallow: /a", Some(("Disallow", "/a", true)));
        check(b"\tDisallow\x0B:\x0C/a b \r", Some(("Disallow", "/a b", true)));
        check(b"Disallow:/a#b", Some(("Disallow", "/a", true)));
        check(b"Disallow:", Some(("Disallow", "", true)));
        check(b"a:b:c", Some(("a", "b:c", true)));
    }

    #[test]
    fn forgotten_colon() {
        check(b"disallow \t /", Some(("disallow", "/", false)));
        check(b" disallow / # why", Some(("disallow", "/", false)));
        check(b"disallow / x", None);
        check(b"disallow", None);
    }

    #[test]
    fn forgotten_colon_with_a_colon_in_the_path() {
        check(b"disallow /a:b", Some(("disallow /a", "b", true)));
    }

    #[test]
    fn no_record() {
        assert_eq!(parts(b" \t\x0B", &Dialect::RFC9309), Parts::Blank);
        assert_eq!(parts(b" # Disallow: /", &Dialect::RFC9309), Parts::Comment);
        assert_eq!(parts(b": /", &Dialect::RFC9309), Parts::EmptyKey);
        assert_eq!(parts(b"<html>", &Dialect::RFC9309), Parts::NoSeparator);
    }

    fn lines(file: &[u8], line_ends: LineEnds) -> Vec<&[u8]> {
        let mut lines = Vec::new();
        let mut at = 0;
        while at < file.len() {
            let line = line_at(file, at, line_ends);
            lines.push(&file[line.start..line.end]);
            at = line.next;
        }
        lines
    }

    #[test]
    fn line_ends() {
        let file = b"a\nb\rc\r\nd\n\re\x0Bf";
        assert_eq!(lines(file, LineEnds::LfOrCr), [&b"a"[..], b"b", b"c", b"d", b"", b"e\x0Bf"]);
        let file = "a\u{85}b\u{2028}c\u{1d}\r\nd\0e\u{2027}".as_bytes();
        let expected = [&b"a"[..], b"b", b"c", b"", b"d\0e\xE2\x80\xA7"];
        assert_eq!(lines(file, LineEnds::Unicode), expected);
        assert_eq!(lines(b"a\0\0b\x0B", LineEnds::LfCrOrNul), [&b"a"[..], b"", b"b\x0B"]);
    }

    #[test]
    fn white_space_of_unicode() {
        let trimmed = |text: &str, white_space| {
            let span = trim_as(text.as_bytes(), 0..text.len(), white_space);
            text[span].to_owned()
        };
        assert_eq!(trimmed("\u{a0} a\u{3000}b\u{2003}\u{85}\t", WhiteSpace::Unicode), "a\u{3000}b");
        assert_eq!(trimmed(" \u{a0}", WhiteSpace::Unicode), "");
        assert_eq!(trimmed("\u{a0}a", WhiteSpace::Ascii), "\u{a0}a");
        assert_eq!(trim_as(b"\xA0a\xC2", 0..3, WhiteSpace::Unicode), 0..3);
    }

    #[test]
    fn part_of_a_byte_order_mark() {
        let mark = |bytes| byte_order_mark(bytes, &Dialect::RFC9309);
        assert_eq!(mark(b"\xEF\xBB\xBFa"), 3);
        assert_eq!(mark(b"\xEF\xBBa"), 2);
        assert_eq!(mark(b"\xEF\x11\xBF"), 1);
        assert_eq!(mark(b"\xBB\xBF"), 0);
        assert_eq!(byte_order_mark(b"\xEF\xBB\xBFa", &Dialect::PYTHON_3_11), 0);
    }
}
