//! Lines, and their parts left and right of the colon: RFC 9309 section 2.2.
//!
//! LF, CR and CRLF end a line, and in some dialects other bytes do too. `#` starts a comment
//! anywhere. `separator.rs` finds the separator of key and value, and `white_space.rs` trims both.
//! Nothing here can fail, and nothing here knows what a key means: that is `key_names.rs`.
//!
//! memchr finds the line ends; each byte is looked at a constant number of times.

use core::ops::Range;

use memchr::{memchr, memchr2};

use crate::dialect::{Dialect, LineEnds};
use crate::separator::separator;
use crate::white_space::trim_as;

/// Where one line lies in the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineSpan {
    /// Its first byte.
    pub(crate) start: usize,
    /// The end of its content, before the line end.
    pub(crate) end: usize,
    /// The first byte of the next line.
    pub(crate) next: usize,
}

/// Returns how many bytes to skip at the start of a file: a byte order mark, or the beginning of
/// one.
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

/// Finds the line that starts at `start` in a dialect in which other bytes end lines too.
#[cold]
fn other_line_at(bytes: &[u8], start: usize, line_ends: LineEnds) -> LineSpan {
    for end in start..bytes.len() {
        if let Some(length) = line_end(&bytes[end..], line_ends) {
            return LineSpan { start, end, next: end + length };
        }
    }
    LineSpan { start, end: bytes.len(), next: bytes.len() }
}

/// Returns the length of the line end at the start of a text, if there is one.
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

/// The parts of one line. Spans are relative to the start of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Parts {
    /// White space.
    Blank,
    /// A comment, and nothing before the `#`.
    Comment,
    /// Neither a colon nor exactly two words.
    NoSeparator,
    /// Nothing before the colon.
    EmptyKey,
    /// A key, and a value that may be empty.
    Record { key: Range<usize>, value: Range<usize>, colon: bool },
}

/// Splits a line into its parts.
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
    // A key at the end of the line may lack even the separator.
    let value = (separator + 1).min(content.end)..content.end;
    Parts::Record { key, value: trim_as(read, value, dialect.white_space), colon }
}

/// Returns how many bytes of a line a dialect reads.
pub(crate) fn bytes_read(line: &[u8], dialect: &Dialect) -> usize {
    let limit = dialect.line_limit.map_or(line.len(), |limit| limit.min(line.len()));
    if dialect.nul_ends_line { memchr(0, &line[..limit]).unwrap_or(limit) } else { limit }
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
    fn lines_without_a_key() {
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
    fn the_beginning_of_a_byte_order_mark_is_skipped() {
        let mark = |bytes| byte_order_mark(bytes, &Dialect::RFC9309);
        assert_eq!(mark(b"\xEF\xBB\xBFa"), 3);
        assert_eq!(mark(b"\xEF\xBBa"), 2);
        assert_eq!(mark(b"\xEF\x11\xBF"), 1);
        assert_eq!(mark(b"\xBB\xBF"), 0);
        assert_eq!(byte_order_mark(b"\xEF\xBB\xBFa", &Dialect::PYTHON_3_11), 0);
    }
}
