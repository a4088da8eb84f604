//! White space, and how much of it each dialect trims: RFC 9309 section 2.2.
//!
//! The RFC's grammar has space and tab. All published parsers trim the other ASCII controls from
//! tab to CR too, and some trim everything that Unicode calls white space.

use core::ops::Range;

use crate::dialect::WhiteSpace;

/// Trims what a dialect calls white space from both ends of `span`.
#[inline]
pub(crate) fn trim_as(bytes: &[u8], span: Range<usize>, white_space: WhiteSpace) -> Range<usize> {
    let span = trim(bytes, span);
    match white_space {
        WhiteSpace::Ascii => span,
        WhiteSpace::Unicode => trim_unicode(bytes, span),
    }
}

/// Trims Unicode white space from both ends of a span without ASCII white space at its ends.
/// Characters of white space have at most three bytes, so no step looks at more.
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

/// Trims ASCII white space from both ends of `span`. A span of nothing else becomes empty, at its
/// start.
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

/// Returns `true` for ASCII white space, including vertical tab, which `u8::is_ascii_whitespace`
/// leaves out.
pub(crate) fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unicode_white_space_is_trimmed() {
        let trimmed = |text: &str, white_space| {
            let span = trim_as(text.as_bytes(), 0..text.len(), white_space);
            text[span].to_owned()
        };
        assert_eq!(trimmed("\u{a0} a\u{3000}b\u{2003}\u{85}\t", WhiteSpace::Unicode), "a\u{3000}b");
        assert_eq!(trimmed(" \u{a0}", WhiteSpace::Unicode), "");
        assert_eq!(trimmed("\u{a0}a", WhiteSpace::Ascii), "\u{a0}a");
        assert_eq!(trim_as(b"\xA0a\xC2", 0..3, WhiteSpace::Unicode), 0..3);
    }
}
