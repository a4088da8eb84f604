//! Lines, and what is left and right of the colon: RFC 9309 section 2.2.
//!
//! LF, CR and CRLF end a line, and nothing else does. `#` starts a comment anywhere. The first `:`
//! separates key and value; where there is none, white space does if the line has exactly two
//! words, which is Google's leniency for a forgotten colon. Nothing here fails, and nothing knows
//! what a key means: that is `key.rs`.
//!
//! Lines are found with memchr, each octet is looked at a constant number of times.

use core::ops::Range;

use memchr::{memchr, memchr2};

use crate::dialect::Dialect;

/// Where one line lies in the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineSpan {
    /// Its first octet.
    pub(crate) start: usize,
    /// Past its last octet, the line end not counted.
    pub(crate) end: usize,
    /// The first octet of the next line.
    pub(crate) next: usize,
}

/// How many octets at the start are a byte order mark, or the beginning of one.
pub(crate) fn byte_order_mark(octets: &[u8]) -> usize {
    let mark = [0xEF, 0xBB, 0xBF];
    octets.iter().zip(mark).take_while(|(octet, of_mark)| *octet == of_mark).count()
}

/// Finds the line that starts at `start`.
pub(crate) fn line_at(octets: &[u8], start: usize) -> LineSpan {
    match memchr2(b'\n', b'\r', &octets[start..]) {
        None => LineSpan { start, end: octets.len(), next: octets.len() },
        Some(length) => {
            let end = start + length;
            let is_crlf = octets[end] == b'\r' && octets.get(end + 1) == Some(&b'\n');
            LineSpan { start, end, next: end + 1 + usize::from(is_crlf) }
        }
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
    let read = &line[..octets_read(line, dialect)];
    let content = match memchr(b'#', read) {
        None => trim(read, 0..read.len()),
        Some(comment) => trim(read, 0..comment),
    };
    if content.is_empty() {
        return if content.end < read.len() && memchr(b'#', read).is_some() {
            Parts::Comment
        } else {
            Parts::Blank
        };
    }
    let text = &read[content.clone()];
    let (separator, colon) = match memchr(b':', text) {
        Some(at) => (content.start + at, true),
        None => match between_two_words(text) {
            Some(at) => (content.start + at, false),
            None => return Parts::NoSeparator,
        },
    };
    let key = trim(read, content.start..separator);
    if key.is_empty() {
        return Parts::EmptyKey;
    }
    Parts::Record { key, value: trim(read, separator + 1..content.end), colon }
}

/// How many octets of a line its dialect reads.
pub(crate) fn octets_read(line: &[u8], dialect: &Dialect) -> usize {
    let limit = dialect.line_limit.map_or(line.len(), |limit| limit.min(line.len()));
    if dialect.nul_ends_line { memchr(0, &line[..limit]).unwrap_or(limit) } else { limit }
}

/// The first white space of a trimmed text, if it has exactly two words.
fn between_two_words(text: &[u8]) -> Option<usize> {
    let is_blank = |octet: &u8| matches!(octet, b' ' | b'\t');
    let first = text.iter().position(is_blank)?;
    let second = first + text[first..].iter().position(|octet| !is_blank(octet))?;
    (!text[second..].iter().any(is_blank)).then_some(first)
}

/// Narrows `span` by the white space at both of its ends. Where there is nothing else, what is left
/// is empty and lies at its start.
pub(crate) fn trim(octets: &[u8], span: Range<usize>) -> Range<usize> {
    let Range { mut start, mut end } = span;
    while start < end && is_white_space(octets[end - 1]) {
        end -= 1;
    }
    while start < end && is_white_space(octets[start]) {
        start += 1;
    }
    start..end
}

/// ASCII white space, vertical tab included (which `u8::is_ascii_whitespace` leaves out).
pub(crate) fn is_white_space(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t'..=b'\r')
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

    #[test]
    fn line_ends() {
        let file = b"a\nb\rc\r\nd\n\re";
        let mut lines = Vec::new();
        let mut at = 0;
        while at < file.len() {
            let line = line_at(file, at);
            lines.push(&file[line.start..line.end]);
            at = line.next;
        }
        assert_eq!(lines, [&b"a"[..], b"b", b"c", b"d", b"", b"e"]);
    }

    #[test]
    fn part_of_a_byte_order_mark() {
        assert_eq!(byte_order_mark(b"\xEF\xBB\xBFa"), 3);
        assert_eq!(byte_order_mark(b"\xEF\xBBa"), 2);
        assert_eq!(byte_order_mark(b"\xEF\x11\xBF"), 1);
        assert_eq!(byte_order_mark(b"\xBB\xBF"), 0);
    }
}
