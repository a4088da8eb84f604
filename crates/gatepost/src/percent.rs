//! Percent-encoding: RFC 9309 section 2.2.2, paragraphs 5 and 6, and section 2.2.3, Figure 6.
//!
//! Pattern and path are brought to one normal form, so that comparing bytes is enough:
//!
//! - bytes from 0x80, control characters and space are percent-encoded
//! - hex digits of percent-encoded bytes are upper-cased
//! - percent-encoded unreserved bytes (letters, digits, `-`, `.`, `_`, `~`) are decoded
//! - other percent-encoded bytes stay, and so do reserved bytes: `%2F` is not `/`
//! - a literal `*` or `$` in a path becomes `%2A` or `%24`, so that only patterns contain `*`
//! - a `%` without two hex digits after it stays
//!
//! Everything is decoded once, so `%252F` does not change. The RFC's Figure 4 encodes `:` and `/`
//! in a query but not `?` and `=`. No known parser does that, and it would make `/` before the `?`
//! a different byte from `/` after it.
//!
//! This file works on bytes. Most paths and patterns are in normal form already and are borrowed.
//! Other dialects have other forms: `percent_variants.rs`.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// Brings a URL's path and query to normal form.
pub(crate) fn normal_path(path: &[u8]) -> Cow<'_, [u8]> {
    match first_not(path, is_plain) {
        None => Cow::Borrowed(path),
        Some(first) if is_normal_with_encoded_bytes(&path[first..]) => Cow::Borrowed(path),
        Some(first) => {
            let mut normal = Vec::with_capacity(path.len() + 16);
            normal.extend_from_slice(&path[..first]);
            push_normal(&mut normal, &path[first..], |byte, normal| push_encoded(normal, byte));
            Cow::Owned(normal)
        }
    }
}

/// Returns `true` if the text has only plain bytes and percent-encoded bytes in normal form.
fn is_normal_with_encoded_bytes(mut text: &[u8]) -> bool {
    while let [byte, after @ ..] = text {
        let is_upper = |digits: &[u8]| !digits.iter().any(u8::is_ascii_lowercase);
        text = match decoded_byte(*byte, after) {
            Some(encoded) if is_upper(&after[..2]) && !is_unreserved(encoded) => &after[2..],
            None if is_plain(*byte) => after,
            _ => return false,
        };
    }
    true
}

/// Returns `true` if a path has no fragment after it and is in normal form.
pub(crate) fn is_normal_without_fragment(path: &[u8]) -> bool {
    are_all(path, |byte| {
        is_within(byte, b'!'..=b'~') & !is_within(byte, b'#'..=b'%') & (byte != b'*')
    })
}

/// Brings a pattern to normal form. Also returns how many bytes the encoding of a `$` that is not
/// at the end adds: a pattern's length includes such a `$` as one byte, as written.
pub(crate) fn normal_pattern(pattern: &[u8]) -> (Cow<'_, [u8]>, usize) {
    let (body, anchor) = match pattern {
        [body @ .., b'$'] => (body, &b"$"[..]),
        body => (body, &b""[..]),
    };
    match first_not(body, |byte| is_plain(byte) | (byte == b'*')) {
        None => (Cow::Borrowed(pattern), 0),
        Some(first) => {
            let mut inner_dollars = 0;
            let mut normal = Vec::with_capacity(pattern.len() + 16);
            normal.extend_from_slice(&body[..first]);
            push_normal(&mut normal, &body[first..], |byte, normal| match byte {
                b'*' => normal.push(b'*'),
                dollar => {
                    inner_dollars += 1;
                    push_encoded(normal, dollar);
                }
            });
            normal.extend_from_slice(anchor);
            (Cow::Owned(normal), 2 * inner_dollars)
        }
    }
}

/// Encodes bytes from 0x80 and upper-cases hex digits, as google/robotstxt does with patterns.
pub(crate) fn escaped_pattern(pattern: &[u8]) -> Cow<'_, [u8]> {
    if !pattern.iter().any(|byte| matches!(byte, b'%' | 0x80..)) {
        return Cow::Borrowed(pattern);
    }
    let mut escaped = Vec::with_capacity(pattern.len() + 16);
    let mut rest = pattern;
    while let [byte, after @ ..] = rest {
        rest = after;
        match (byte, decoded_byte(*byte, after)) {
            (_, Some(encoded)) => {
                push_encoded(&mut escaped, encoded);
                rest = &after[2..];
            }
            (0x80.., None) => push_encoded(&mut escaped, *byte),
            (byte, None) => escaped.push(*byte),
        }
    }
    Cow::Owned(escaped)
}

/// Decodes every percent-encoded byte except `*` and `$`, once. This is only for finding near
/// misses, never for matching.
pub(crate) fn decoded(text: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [byte, after @ ..] = rest {
        match decoded_byte(*byte, after) {
            Some(encoded) if !matches!(encoded, b'*' | b'$') => {
                decoded.push(encoded);
                rest = &after[2..];
            }
            _ => {
                decoded.push(*byte);
                rest = after;
            }
        }
    }
    decoded
}

/// Appends `text` in normal form; `special` appends `*` and `$`.
fn push_normal(normal: &mut Vec<u8>, text: &[u8], mut special: impl FnMut(u8, &mut Vec<u8>)) {
    let mut rest = text;
    while let [byte, after @ ..] = rest {
        rest = after;
        match *byte {
            b'*' | b'$' => special(*byte, normal),
            b'%' => match decoded_byte(*byte, after) {
                None => normal.push(b'%'),
                Some(encoded) => {
                    rest = &after[2..];
                    if is_unreserved(encoded) {
                        normal.push(encoded);
                    } else {
                        push_encoded(normal, encoded);
                    }
                }
            },
            byte if is_plain(byte) => normal.push(byte),
            byte => push_encoded(normal, byte),
        }
    }
}

/// Returns the position of the first byte that is not of a kind.
fn first_not(bytes: &[u8], is_of_kind: impl Fn(u8) -> bool) -> Option<usize> {
    if are_all(bytes, &is_of_kind) {
        return None;
    }
    bytes.iter().position(|byte| !is_of_kind(*byte))
}

/// Returns `true` if all bytes are of a kind, which is the common case.
fn are_all(mut bytes: &[u8], is_of_kind: impl Fn(u8) -> bool) -> bool {
    while bytes.len() > 32 {
        if !are_all_of_some(&bytes[..32], &is_of_kind) {
            return false;
        }
        bytes = &bytes[32.min(bytes.len() - 32)..];
    }
    match bytes.len() {
        8.. => are_all_of_some(bytes, is_of_kind),
        _ => bytes.iter().all(|byte| is_of_kind(*byte)),
    }
}

/// Returns `true` if all of 8 to 32 bytes are of a kind. The length is unpredictable, so this
/// always checks four blocks, which may overlap, without a branch; the compiler vectorises them.
#[inline]
fn are_all_of_some(bytes: &[u8], is_of_kind: impl Fn(u8) -> bool) -> bool {
    let last = bytes.len() - 8;
    let mut blocks = [[0; 8]; 4];
    for (number, block) in blocks.iter_mut().enumerate() {
        block.copy_from_slice(&bytes[last.min(8 * number)..][..8]);
    }
    blocks.as_flattened().iter().fold(true, |all, byte| all & is_of_kind(*byte))
}

/// Returns `true` if a byte is in normal form at any position and not special in a pattern.
pub(crate) fn is_plain(byte: u8) -> bool {
    // Branch-free, so that the compiler can vectorise it.
    is_within(byte, b'!'..=b'~') & !is_within(byte, b'$'..=b'%') & (byte != b'*')
}

fn is_within(byte: u8, range: RangeInclusive<u8>) -> bool {
    byte.wrapping_sub(*range.start()) <= range.end() - range.start()
}

pub(crate) fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Decodes a percent-encoded byte: a `%` with two hex digits after it.
pub(crate) fn decoded_byte(percent: u8, after: &[u8]) -> Option<u8> {
    match (percent, after) {
        (b'%', [high, low, ..]) => {
            let digit = |hex: u8| char::from(hex).to_digit(16);
            Some((digit(*high)? * 16 + digit(*low)?) as u8)
        }
        _ => None,
    }
}

pub(crate) fn push_encoded(text: &mut Vec<u8>, byte: u8) {
    text.extend([b'%', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 0xF)]]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn path(path: &[u8], normal: &[u8]) {
        assert_eq!(normal_path(path).escape_ascii().to_string(), normal.escape_ascii().to_string());
    }

    #[track_caller]
    fn pattern(pattern: &[u8], normal: &[u8], longer: usize) {
        let (found, by) = normal_pattern(pattern);
        assert_eq!(found.escape_ascii().to_string(), normal.escape_ascii().to_string());
        assert_eq!(by, longer);
    }

    #[test]
    fn bytes_outside_the_url_alphabet_are_encoded() {
        path(b"/caf\xC3\xA9 \x00\x7F", b"/caf%C3%A9%20%00%7F");
        pattern(b"/caf\xE9", b"/caf%E9", 0);
    }

    #[test]
    fn encoded_unreserved_bytes_are_decoded_and_others_stay() {
        path(b"/%62%61%7a%7E%2d", b"/baz~-");
        path(b"/%2f%3f%c3", b"/%2F%3F%C3");
    }

    #[test]
    fn normal_form_is_borrowed() {
        let is_borrowed = |path: &'static [u8]| matches!(normal_path(path), Cow::Borrowed(_));
        assert!(is_borrowed(b"/caf%C3%A9?a=%20%2F"));
        assert!(!is_borrowed(b"/caf%c3%A9") && !is_borrowed(b"/%C3%a9") && !is_borrowed(b"/%41"));
        assert!(!is_borrowed(b"/%C3*") && !is_borrowed(b"/%C3\xA9"));
        path(b"/%C3%A9%2a%", b"/%C3%A9%2A%");
    }

    #[test]
    fn decoded_once() {
        path(b"/%252F", b"/%252F");
        path(b"/%25%37%45", b"/%257E");
    }

    #[test]
    fn stray_percent_stays() {
        path(b"/100%", b"/100%");
        path(b"/%zz%4", b"/%zz%4");
        path(b"/%%41", b"/%A");
    }

    #[test]
    fn star_and_dollar_of_a_path_are_literal() {
        path(b"/a*b$", b"/a%2Ab%24");
    }

    #[test]
    fn star_and_last_dollar_of_a_pattern_are_special() {
        pattern(b"/a*b$", b"/a*b$", 0);
        pattern(b"/a%2A%24", b"/a%2A%24", 0);
    }

    #[test]
    fn inner_dollars_are_literal_with_a_length_of_one_byte() {
        pattern(b"/a$b$$", b"/a%24b%24$", 4);
        pattern(b"/a$*", b"/a%24*", 2);
    }

    #[test]
    fn google_escapes_less() {
        assert_eq!(&*escaped_pattern(b"/\xE3%aa%zz $*%62"), b"/%E3%AA%zz $*%62");
    }
}
