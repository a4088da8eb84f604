//! Percent-encoding in other dialects, each with a form of its own.
//!
//! Two texts have to be equal in a dialect's form exactly if its parser considers them equal. A
//! byte that the parser encodes on both sides, such as `?`, can therefore stay as it is. This keeps
//! the forms close to the normal form of `percent.rs`, and most URLs are already in all of them.
//! The length by which a parser ranks a pattern is computed separately: see `length`.
//!
//! The default dialect does not use this file.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use memchr::memchr;

use crate::dialect::PercentEncoding;
use crate::percent::{decoded_byte, is_plain, is_unreserved, push_encoded};

/// Brings the path and query of a URL to the form of a dialect. For the normal form, and for the
/// dialect that leaves them unchanged, see [`UrlPath`](crate::UrlPath).
pub(crate) fn path(raw: &[u8], encoding: PercentEncoding) -> Vec<u8> {
    form(raw, encoding, Side::Path)
}

/// Brings a pattern, without its closing `$`, to the form of a dialect. `has_stars` says whether
/// `*` is special in the dialect.
pub(crate) fn pattern(value: &[u8], encoding: PercentEncoding, has_stars: bool) -> Cow<'_, [u8]> {
    let side = if has_stars { Side::Pattern } else { Side::Prefix };
    match is_in_all_forms(value, side) {
        true => Cow::Borrowed(value),
        false => Cow::Owned(form(value, encoding, side)),
    }
}

/// Returns `true` if a text is the same in all forms, as most patterns are: no byte of it is
/// encoded, decoded, a delimiter, special on one side only, or dropped at the start.
fn is_in_all_forms(text: &[u8], side: Side) -> bool {
    let stays = |byte: &u8| {
        is_unreserved(*byte) || *byte == b'/' || (*byte == b'*' && side == Side::Pattern)
    };
    text.iter().all(stays) && !text.starts_with(b"//")
}

/// Returns the length in bytes by which a dialect ranks a pattern in this form.
pub(crate) fn length(pattern: &[u8], encoding: PercentEncoding) -> usize {
    let counts = |byte: &u8| {
        let is_one = encoding != PercentEncoding::AllButSlashAndPercent
            || is_unreserved(*byte)
            || matches!(byte, b'/' | b'%' | b'=' | b'*');
        if is_one { 1 } else { 3 }
    };
    pattern.iter().map(counts).sum()
}

/// The kind of text that is brought to a form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Path,
    /// A pattern in which `*` is special.
    Pattern,
    /// A pattern in which `*` is literal.
    Prefix,
}

fn form(text: &[u8], encoding: PercentEncoding, side: Side) -> Vec<u8> {
    match encoding {
        PercentEncoding::AllDecoded => {
            let decoded = recoded(text, |_, _| EncodedByte::Decoded, |_, _| false);
            let decoded = String::from_utf8_lossy(&decoded);
            let decoded = without_empty_parts(decoded.as_bytes(), side != Side::Path);
            let is_special = |byte| byte == b'*' && side == Side::Pattern;
            recoded(
                &decoded,
                |_, _| EncodedByte::ThreeBytes,
                |byte, _| (is_odd(byte) || byte == b'%') && !is_special(byte),
            )
        }
        PercentEncoding::AllButSlashAndPercent => {
            let stays =
                |byte| matches!(byte, b'/' | b'%') || (byte == b'*' && side == Side::Pattern);
            let decoded = recoded(text, |byte, _| EncodedByte::unless(stays(byte)), |_, _| false);
            let decoded = String::from_utf8_lossy(&decoded);
            let is_special = |byte| byte == b'*' && side == Side::Pattern;
            recoded(
                decoded.as_bytes(),
                |_, _| EncodedByte::ThreeBytes,
                |byte, _| is_odd(byte) && !is_special(byte),
            )
        }
        _ => {
            let query = memchr(b'?', text).unwrap_or(text.len());
            let is_lost = encoding == PercentEncoding::HexDigits && side == Side::Path;
            let text = match is_lost && query + 1 == text.len() {
                true => &text[..query],
                false => text,
            };
            recoded(
                text,
                |byte, at| treatment(byte, at > query, encoding),
                |byte, at| is_encoded(byte, at, query, encoding, side),
            )
        }
    }
}

/// How a percent-encoded byte is treated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EncodedByte {
    /// It is decoded; the byte may have to be encoded again.
    Decoded,
    /// It stays, with capital hex digits.
    Stays,
    /// It is not treated as an encoded byte, but as three bytes.
    ThreeBytes,
}

impl EncodedByte {
    fn unless(stays: bool) -> EncodedByte {
        if stays { EncodedByte::Stays } else { EncodedByte::Decoded }
    }
}

/// Returns how the percent-encoded form of a byte is treated.
fn treatment(byte: u8, in_query: bool, encoding: PercentEncoding) -> EncodedByte {
    match encoding {
        PercentEncoding::AllButSlash => EncodedByte::unless(byte == b'/'),
        PercentEncoding::AllButDelimiters => {
            let delimits = if in_query { matches!(byte, b'=' | b'&') } else { byte == b'?' };
            // An encoded star is literal.
            EncodedByte::unless(delimits || byte == b'*')
        }
        PercentEncoding::Unreserved | PercentEncoding::BothSides => {
            EncodedByte::unless(!is_unreserved(byte))
        }
        PercentEncoding::HexDigits | PercentEncoding::PatternOnly => EncodedByte::Stays,
        _ => EncodedByte::ThreeBytes,
    }
}

/// Returns `true` if a byte that was written literally, or has just been decoded, is encoded.
fn is_encoded(byte: u8, at: usize, query: usize, encoding: PercentEncoding, side: Side) -> bool {
    let is_never_in_urls = byte <= b' ' || byte >= 0x7F;
    match encoding {
        PercentEncoding::AllButSlash | PercentEncoding::AllButDelimiters => {
            let is_special = side == Side::Pattern && byte == b'*';
            // A delimiter and the same byte elsewhere have to differ.
            let is_outside_its_place = encoding == PercentEncoding::AllButDelimiters
                && match byte {
                    b'?' => at != query,
                    b'=' | b'&' => at < query,
                    _ => false,
                };
            !is_special && (is_odd(byte) || byte == b'%' || is_outside_its_place)
        }
        // The same form as in `percent.rs`.
        PercentEncoding::BothSides => {
            let is_special = side == Side::Pattern && byte == b'*';
            !is_special && byte != b'%' && !is_plain(byte)
        }
        PercentEncoding::PatternOnly => byte >= 0x80,
        PercentEncoding::Unreserved => {
            is_never_in_urls || matches!(byte, b'"' | b'<' | b'>' | b'`' | b'{' | b'}')
        }
        // Of the WHATWG: the query percent-encode set, and the path percent-encode set.
        _ if side == Side::Path && at >= query => {
            is_never_in_urls || matches!(byte, b'"' | b'<' | b'>' | b'\'')
        }
        _ if side == Side::Path => {
            is_never_in_urls || matches!(byte, b'"' | b'<' | b'>' | b'^' | b'`' | b'{' | b'}')
        }
        // `encodeURI` of ECMAScript.
        PercentEncoding::HexDigits => {
            is_never_in_urls
                || matches!(
                    byte,
                    b'"' | b'<' | b'>' | b'[' | b'\\' | b']' | b'^' | b'`' | b'{'..=b'}'
                )
        }
        // Of the WHATWG: the fragment percent-encode set.
        _ => is_never_in_urls || matches!(byte, b'"' | b'<' | b'>' | b'`'),
    }
}

/// Returns `true` if no crawler sends the byte unencoded in a URL, or if it is special in a
/// pattern.
fn is_odd(byte: u8) -> bool {
    byte <= b' ' || byte >= 0x7F || matches!(byte, b'#' | b'*' | b'$')
}

/// Decodes and encodes byte by byte; both functions receive the byte and its position.
fn recoded(
    text: &[u8],
    treatment: impl Fn(u8, usize) -> EncodedByte,
    is_encoded: impl Fn(u8, usize) -> bool,
) -> Vec<u8> {
    let mut recoded = Vec::with_capacity(text.len() + 16);
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let treatment = decoded_byte(byte, &text[at + 1..]).map(|byte| (byte, treatment(byte, at)));
        let (byte, length) = match treatment {
            Some((byte, EncodedByte::Stays)) => {
                push_encoded(&mut recoded, byte);
                at += 3;
                continue;
            }
            Some((byte, EncodedByte::Decoded)) => (byte, 3),
            Some((_, EncodedByte::ThreeBytes)) | None => (byte, 1),
        };
        if is_encoded(byte, at) {
            push_encoded(&mut recoded, byte);
        } else {
            recoded.push(byte);
        }
        at += length;
    }
    recoded
}

/// Drops the parts that Python's `urlparse` and `urlunparse` lose: an empty fragment, an empty
/// query, an empty parameter of the last path segment and, in a pattern, two slashes without a
/// host.
fn without_empty_parts(text: &[u8], is_pattern: bool) -> Vec<u8> {
    let split = |text: &[u8], at: u8| -> (Vec<u8>, Vec<u8>) {
        let end = memchr(at, text).unwrap_or(text.len());
        (text[..end].to_vec(), text[end..].to_vec())
    };
    let text = match text {
        [b'/', b'/', rest @ ..] if is_pattern && matches!(rest, [] | [b'/' | b'?' | b'#', ..]) => {
            rest
        }
        _ => text,
    };
    let (rest, fragment) = split(text, b'#');
    let (mut path, query) = split(&rest, b'?');
    let last_part = path.iter().rposition(|byte| *byte == b'/').unwrap_or(0);
    if memchr(b';', &path[last_part..]).map(|at| last_part + at + 1) == Some(path.len()) {
        path.pop();
    }
    for part in [query, fragment].iter().filter(|part| part.len() > 1) {
        path.extend_from_slice(part);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(encoding: PercentEncoding, raw: &str, of_path: &str, of_pattern: &str) {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        assert_eq!(text(&path(raw.as_bytes(), encoding)), of_path, "path");
        assert_eq!(text(&pattern(raw.as_bytes(), encoding, true)), of_pattern, "pattern");
    }

    /// `percent.rs` implements these forms too, for dialects with the RFC's special bytes.
    #[test]
    fn same_forms_as_in_percent_rs() {
        let texts = ["/a%2Fb%7E%zz%", "/caf\u{e9}%c3 |<", "/a*b%2a", "/x\x7f%24?%3f=%e9"];
        for text in texts.map(str::as_bytes) {
            let normal = crate::percent::normal_pattern(text).0;
            assert_eq!(*pattern(text, PercentEncoding::BothSides, true), *normal);
            let escaped = crate::percent::escaped_pattern(text);
            assert_eq!(*pattern(text, PercentEncoding::PatternOnly, true), *escaped);
        }
        assert_eq!(*pattern(b"/a*$", PercentEncoding::BothSides, false), *b"/a%2A%24");
    }

    #[test]
    fn texts_that_no_form_changes() {
        let encodings = [
            PercentEncoding::BothSides,
            PercentEncoding::PatternOnly,
            PercentEncoding::AllDecoded,
            PercentEncoding::AllButSlash,
            PercentEncoding::AllButDelimiters,
            PercentEncoding::AllButSlashAndPercent,
            PercentEncoding::HexDigits,
            PercentEncoding::NothingDecoded,
            PercentEncoding::Unreserved,
        ];
        let mut texts: Vec<Vec<u8>> = vec![Vec::new()];
        for at in 0..10_000 {
            for byte in *b"/a*%2?;~=" {
                let text = [&texts[at][..], &[byte]].concat();
                texts.push(text);
            }
        }
        texts.extend((0..=0xFF).map(|byte| vec![b'/', byte]));
        let mut same = 0;
        for (text, side) in texts.iter().flat_map(|t| [(t, Side::Pattern), (t, Side::Prefix)]) {
            if is_in_all_forms(text, side) {
                same += 1;
                for encoding in encodings {
                    let form = form(text, encoding, side);
                    assert_eq!(form, *text, "{encoding} {}", text.escape_ascii());
                }
            }
        }
        assert!(same > 1_000, "only {same}");
    }

    #[test]
    fn all_decoded() {
        let check = |raw, form| check(PercentEncoding::AllDecoded, raw, form, form);
        check("/a%2Fb%3f%63", "/a/b?c");
        check("/caf\u{e9}%C3%A9%E9", "/caf%C3%A9%C3%A9%EF%BF%BD");
        check("/a?", "/a");
        check("/a;", "/a");
        check("/a;b;/c", "/a;b;/c");
        check("/a?b;", "/a?b;");
        assert_eq!(path(b"/100%*$", PercentEncoding::AllDecoded), &b"/100%25%2A%24"[..]);
        assert_eq!(*pattern(b"/100%*$", PercentEncoding::AllDecoded, false), *b"/100%25%2A%24");
        assert_eq!(*pattern(b"/100%*$", PercentEncoding::AllDecoded, true), *b"/100%25*%24");
        assert_eq!(*pattern(b"//", PercentEncoding::AllDecoded, false), *b"");
        assert_eq!(*pattern(b"///a", PercentEncoding::AllDecoded, false), *b"/a");
        assert_eq!(*pattern(b"//h/a", PercentEncoding::AllDecoded, false), *b"//h/a");
    }

    #[test]
    fn all_but_slash() {
        check(PercentEncoding::AllButSlash, "/%7ejoe/%2f%3C%25", "/~joe/%2F<%25", "/~joe/%2F<%25");
        assert_eq!(*pattern(b"/a*$", PercentEncoding::AllButSlash, false), *b"/a%2A%24");
    }

    #[test]
    fn all_but_delimiters() {
        let check = |raw, path, pattern| {
            check(PercentEncoding::AllButDelimiters, raw, path, pattern);
        };
        let form = "/a/b%3D%3F?c%3D%26=/%3F%3F";
        check("/a%2fb%3D%3f?c%3d%26=%2f?%3f", form, form);
        check("/a=b&c?d=e&f", "/a%3Db%26c?d=e&f", "/a%3Db%26c?d=e&f");
        check("/a*%2a", "/a%2A%2A", "/a*%2A");
    }

    #[test]
    fn all_but_slash_and_percent() {
        let check = |raw, path, pattern| {
            check(PercentEncoding::AllButSlashAndPercent, raw, path, pattern);
        };
        check("/a%2f%25%3f%c3%a9%C3", "/a%2F%25?%C3%A9%EF%BF%BD", "/a%2F%25?%C3%A9%EF%BF%BD");
        check("/*%2a$%", "/%2A%2A%24%", "/*%2A%24%");
        assert_eq!(length(b"/a?b=*%24", PercentEncoding::AllButSlashAndPercent), 11);
        assert_eq!(length(b"/a?b=*%24", PercentEncoding::HexDigits), 9);
    }

    #[test]
    fn nothing_decoded() {
        check(PercentEncoding::HexDigits, "/%c3%7e[|'?'", "/%C3%7E[|'?%27", "/%C3%7E%5B%7C'?'");
        check(PercentEncoding::HexDigits, "/a?", "/a", "/a?");
        check(PercentEncoding::NothingDecoded, "/%c3%7e {?{", "/%c3%7e%20%7B?{", "/%c3%7e%20{?{");
    }

    #[test]
    fn unreserved_decoded() {
        check(PercentEncoding::Unreserved, "/%7e%2a*$\"", "/~%2A*$%22", "/~%2A*$%22");
    }
}
