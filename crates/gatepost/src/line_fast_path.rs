//! A fast path for the lines that most files are made of: RFC 9309 section 2.2.
//!
//! Nine of ten lines are `Disallow:`, `Allow:` or `User-agent:` with a value, have the key at the
//! start of the line and the colon right behind it. Their key is compared as one word, and one
//! search finds the end of the value. All other lines are left to `line.rs` and `key_names.rs`,
//! which read the lines of the fast path in the same way: the tests below compare the two. In a
//! dialect in which other bytes end lines or are white space too, both agree on lines without such
//! bytes: see [`is_plain`].

use core::ops::Range;

use memchr::{memchr2, memchr3};

use crate::key::Key;
use crate::white_space::trim;

/// A line that the fast path reads.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FastLine {
    pub(crate) key: Key,
    /// Where the value is in the file.
    pub(crate) value: Range<usize>,
    /// The first byte of the next line.
    pub(crate) next: usize,
}

const DISALLOW: u64 = u64::from_le_bytes(*b"disallow");
const ALLOW: u64 = u64::from_le_bytes(*b"allow\0\0\0");
const USER_AGE: u64 = u64::from_le_bytes(*b"user-age");
/// The first five bytes of a word.
const FIVE: u64 = 0xFF_FFFF_FFFF;
/// Sets the bit by which lower-case letters differ from capitals.
const SMALL: u64 = 0x2020_2020_2020_2020;

/// Reads the line at `start`, if it is one for the fast path.
pub(crate) fn read(bytes: &[u8], start: usize) -> Option<FastLine> {
    // Eight bytes cover all keys but the longest. A shorter rest of a file is left to `line.rs`.
    let head: [u8; 8] = bytes.get(start..start + 8)?.try_into().ok()?;
    let word = u64::from_le_bytes(head) | SMALL;
    let (key, colon) = if word == DISALLOW {
        (Key::Disallow, start + 8)
    } else if word & FIVE == ALLOW {
        (Key::Allow, start + 5)
    } else if word == USER_AGE
        // Setting that bit turns a CR into `-`, the only byte here that is no letter.
        && head[4] == b'-'
        && bytes.get(start + 8..start + 10)?.eq_ignore_ascii_case(b"nt")
    {
        (Key::UserAgent, start + 10)
    } else {
        return None;
    };
    if bytes.get(colon) != Some(&b':') {
        return None;
    }
    let value = colon + 1;
    let Some(length) = memchr3(b'\n', b'\r', b'#', &bytes[value..]) else {
        return Some(FastLine { key, value: trim(bytes, value..bytes.len()), next: bytes.len() });
    };
    let end = value + length;
    let line_end = match bytes[end] {
        b'#' => memchr2(b'\n', b'\r', &bytes[end..]).map_or(bytes.len(), |at| end + at),
        _ => end,
    };
    let next = match bytes.get(line_end..) {
        None | Some([]) => bytes.len(),
        Some([b'\r', b'\n', ..]) => line_end + 2,
        Some(_) => line_end + 1,
    };
    Some(FastLine { key, value: trim(bytes, value..end), next })
}

/// Returns `true` if a line has only bytes that end lines and are white space in all dialects or in
/// none.
pub(crate) fn is_plain(line: &[u8]) -> bool {
    line.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use crate::key_names;
    use crate::line::{self, Parts};

    /// Reads a line with the files that know all lines.
    fn slowly(bytes: &[u8]) -> Option<FastLine> {
        slowly_in(bytes, &Dialect::RFC9309)
    }

    fn slowly_in(bytes: &[u8], dialect: &Dialect) -> Option<FastLine> {
        let span = line::line_at(bytes, 0, dialect.line_ends);
        let text = &bytes[span.start..span.end];
        let Parts::Record { key, value, .. } = line::parts(text, dialect) else {
            return None;
        };
        let (key, _) = key_names::read(&text[key], dialect);
        Some(FastLine { key, value, next: span.next })
    }

    #[test]
    fn agrees_with_the_slow_path_on_all_short_tails() {
        let bytes = *b": #\n\r/-\x1A";
        for head in ["Disallow", "ALLOW", "allow", "User-agent", "user\ragent", "disallo", "Allows"]
        {
            let mut tails = vec![Vec::new()];
            for length in 0..=4 {
                for tail in &tails {
                    let line = [head.as_bytes(), tail].concat();
                    let fast = read(&line, 0);
                    if fast.is_some() {
                        assert_eq!(fast, slowly(&line), "{}", line.escape_ascii());
                    }
                }
                if length < 4 {
                    tails = tails
                        .iter()
                        .flat_map(|tail| bytes.map(|byte| [&tail[..], &[byte]].concat()))
                        .collect();
                }
            }
        }
    }

    #[test]
    fn agrees_with_every_dialect_on_plain_lines() {
        // All bytes, and the characters that end lines or are white space in some dialect.
        let mut pieces: Vec<Vec<u8>> = (0..=0xFF).map(|byte| vec![byte]).collect();
        let characters = ['\u{85}', '\u{a0}', '\u{2003}', '\u{2028}', '\u{2029}', '\u{3000}'];
        pieces.extend(characters.map(|character| character.to_string().into_bytes()));
        let [mut plain, mut otherwise] = [0, 0];
        for piece in &pieces {
            for line in
                [&b"Disallow: /a~b# c\n"[..], b"allow:\t/a:b /c \r\n", b"User-agent:/a b  \r"]
            {
                for at in 0..=line.len() {
                    let line = [&line[..at], piece, &line[at..]].concat();
                    let Some(fast) = read(&line, 0) else { continue };
                    let agrees =
                        |dialect: &Dialect| slowly_in(&line, dialect).as_ref() == Some(&fast);
                    if is_plain(&line[..fast.next]) {
                        plain += 1;
                        assert!(Dialect::ALL.iter().all(agrees), "{}", line.escape_ascii());
                    } else if !Dialect::ALL.iter().all(agrees) {
                        otherwise += 1;
                    }
                }
            }
        }
        assert!(
            plain > 2_000 && otherwise > 200,
            "{plain} are plain, {otherwise} are read otherwise"
        );
    }

    #[test]
    fn reads_ordinary_lines_and_no_others() {
        for line in ["Disallow: /a\n", "allow:/ # x\r\n", "USER-AGENT: *", "Disallow:\n\n"] {
            assert_eq!(read(line.as_bytes(), 0), slowly(line.as_bytes()), "{line:?}");
            assert!(read(line.as_bytes(), 0).is_some());
        }
        for line in ["Disallow : /a", " Disallow: /a", "Dissallow: /a", "Sitemap: /a", "#", ""] {
            assert_eq!(read(line.as_bytes(), 0), None, "{line:?}");
        }
    }
}
