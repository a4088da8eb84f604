//! The lines that most files are made of, recognised at once: RFC 9309 section 2.2.
//!
//! Nine lines of ten are `Disallow:`, `Allow:` or `User-agent:` with a value, with the key at the
//! start of the line and the colon right behind it. Their key is compared as one word, and one search
//! finds the end of the value. Whatever is not such a line is left to `line.rs` and `key.rs`, which
//! say the same about these: the test below holds the two against each other. Where lines end or are
//! trimmed at other bytes too, they say the same about those lines that have none of these.

use core::ops::Range;

use memchr::{memchr2, memchr3};

use crate::key::Key;
use crate::line::trim;

/// A line that was recognised at once.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct QuickLine {
    pub(crate) key: Key,
    /// Where the value lies in the file.
    pub(crate) value: Range<usize>,
    /// The first byte of the next line.
    pub(crate) next: usize,
}

const DISALLOW: u64 = u64::from_le_bytes(*b"disallow");
const ALLOW: u64 = u64::from_le_bytes(*b"allow\0\0\0");
const USER_AGE: u64 = u64::from_le_bytes(*b"user-age");
/// The first five bytes of a word.
const FIVE: u64 = 0xFF_FFFF_FFFF;
/// Sets the bit by which small letters differ from capitals.
const SMALL: u64 = 0x2020_2020_2020_2020;

/// Recognises the line at `start`, if it is of the kind.
pub(crate) fn quick_line(bytes: &[u8], start: usize) -> Option<QuickLine> {
    // Eight bytes cover the longest key but one; a shorter rest of a file is left to the others.
    let head: [u8; 8] = bytes.get(start..start + 8)?.try_into().ok()?;
    let word = u64::from_le_bytes(head) | SMALL;
    let (key, colon) = if word == DISALLOW {
        (Key::Disallow, start + 8)
    } else if word & FIVE == ALLOW {
        (Key::Allow, start + 5)
    } else if word == USER_AGE
        // The bit that was set makes a CR look like this one byte that is no letter.
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
        return Some(QuickLine { key, value: trim(bytes, value..bytes.len()), next: bytes.len() });
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
    Some(QuickLine { key, value: trim(bytes, value..end), next })
}

/// Whether a line has only bytes of which all dialects know alike whether they end it or are white space.
pub(crate) fn is_plain(line: &[u8]) -> bool {
    line.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use crate::line::{self, Parts};

    /// What the files that know all lines say.
    fn slowly(bytes: &[u8]) -> Option<QuickLine> {
        slowly_in(bytes, &Dialect::RFC9309)
    }

    fn slowly_in(bytes: &[u8], dialect: &Dialect) -> Option<QuickLine> {
        let span = line::line_at(bytes, 0, dialect.line_ends);
        let text = &bytes[span.start..span.end];
        let Parts::Record { key, value, .. } = line::parts(text, dialect) else {
            return None;
        };
        let (key, _) = Key::read(&text[key], dialect);
        Some(QuickLine { key, value, next: span.next })
    }

    #[test]
    fn agrees_with_the_slow_way_on_all_short_tails() {
        let bytes = *b": #\n\r/-\x1A";
        for head in ["Disallow", "ALLOW", "allow", "User-agent", "user\ragent", "disallo", "Allows"]
        {
            let mut tails = vec![Vec::new()];
            for length in 0..=4 {
                for tail in &tails {
                    let line = [head.as_bytes(), tail].concat();
                    let quick = quick_line(&line, 0);
                    if quick.is_some() {
                        assert_eq!(quick, slowly(&line), "{}", line.escape_ascii());
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
    fn all_dialects_read_plain_lines_so() {
        // Each byte, and the characters that end lines or are white space in some dialect.
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
                    let Some(quick) = quick_line(&line, 0) else { continue };
                    let agrees =
                        |dialect: &Dialect| slowly_in(&line, dialect).as_ref() == Some(&quick);
                    if is_plain(&line[..quick.next]) {
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
    fn recognises_what_it_is_for() {
        for line in ["Disallow: /a\n", "allow:/ # x\r\n", "USER-AGENT: *", "Disallow:\n\n"] {
            assert_eq!(quick_line(line.as_bytes(), 0), slowly(line.as_bytes()), "{line:?}");
            assert!(quick_line(line.as_bytes(), 0).is_some());
        }
        for line in ["Disallow : /a", " Disallow: /a", "Dissallow: /a", "Sitemap: /a", "#", ""] {
            assert_eq!(quick_line(line.as_bytes(), 0), None, "{line:?}");
        }
    }
}
