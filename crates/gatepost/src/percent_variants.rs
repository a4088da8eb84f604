//! Percent-encoding as other readers have it, each in a form of its own.
//!
//! A form has to say the same of two texts as the reader does, no more: so wherever a reader encodes an
//! byte on both sides, such as `?`, it may as well stay. That keeps these forms close to the normal
//! form of `percent.rs`, and nearly all URLs that crawlers find are in all of them as they come. How
//! many bytes the reader counts is told beside the form, where it is asked for.
//!
//! Nothing here is on the way of the default dialect.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use memchr::memchr;

use crate::dialect::PercentEncoding;
use crate::percent::{is_plain, is_unreserved, push_triplet, triplet};

/// Brings the path and query of a URL, as they came, to the form of a dialect. For the normal form, and
/// for the dialect that leaves them as they came, see [`UrlPath`](crate::UrlPath).
pub(crate) fn path(raw: &[u8], encoding: PercentEncoding) -> Vec<u8> {
    form(raw, encoding, Side::Path)
}

/// Brings a pattern, without the `$` that closes it, to the form of a dialect. Its stars are special
/// unless the dialect has none.
pub(crate) fn pattern(value: &[u8], encoding: PercentEncoding, has_stars: bool) -> Cow<'_, [u8]> {
    let side = if has_stars { Side::Pattern } else { Side::Prefix };
    match is_in_all_forms(value, side) {
        true => Cow::Borrowed(value),
        false => Cow::Owned(form(value, encoding, side)),
    }
}

/// Whether a text is the same in all forms: nothing in it could be encoded or decoded, delimit anything, be
/// special where it is not, or be lost in front. Most patterns are so.
fn is_in_all_forms(text: &[u8], side: Side) -> bool {
    let stays = |byte: &u8| {
        is_unreserved(*byte) || *byte == b'/' || (*byte == b'*' && side == Side::Pattern)
    };
    text.iter().all(stays) && !text.starts_with(b"//")
}

/// How many bytes a pattern in this form counts, where the longest is sought.
pub(crate) fn length(pattern: &[u8], encoding: PercentEncoding) -> usize {
    let counts = |byte: &u8| {
        let is_one = encoding != PercentEncoding::AllButSlashAndPercent
            || is_unreserved(*byte)
            || matches!(byte, b'/' | b'%' | b'=' | b'*');
        if is_one { 1 } else { 3 }
    };
    pattern.iter().map(counts).sum()
}

/// What is brought to a form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Path,
    /// A pattern in which `*` is special.
    Pattern,
    /// A pattern in which nothing is.
    Prefix,
}

fn form(text: &[u8], encoding: PercentEncoding, side: Side) -> Vec<u8> {
    match encoding {
        PercentEncoding::AllDecoded => {
            let decoded = recoded(text, |_, _| Triplet::Decoded, |_, _| false);
            let decoded = String::from_utf8_lossy(&decoded);
            let decoded = without_empty_parts(decoded.as_bytes(), side != Side::Path);
            let is_special = |byte| byte == b'*' && side == Side::Pattern;
            recoded(
                &decoded,
                |_, _| Triplet::None,
                |byte, _| (is_odd(byte) || byte == b'%') && !is_special(byte),
            )
        }
        PercentEncoding::AllButSlashAndPercent => {
            let stays =
                |byte| matches!(byte, b'/' | b'%') || (byte == b'*' && side == Side::Pattern);
            let decoded = recoded(text, |byte, _| Triplet::unless(stays(byte)), |_, _| false);
            let decoded = String::from_utf8_lossy(&decoded);
            let is_special = |byte| byte == b'*' && side == Side::Pattern;
            recoded(
                decoded.as_bytes(),
                |_, _| Triplet::None,
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
                |byte, at| of_triplet(byte, at > query, encoding),
                |byte, at| is_encoded(byte, at, query, encoding, side),
            )
        }
    }
}

/// What becomes of a triplet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Triplet {
    /// It is decoded; the byte may have to be encoded again.
    Decoded,
    /// It stays, with capital hex digits.
    Stays,
    /// It is no triplet, but three bytes.
    None,
}

impl Triplet {
    fn unless(stays: bool) -> Triplet {
        if stays { Triplet::Stays } else { Triplet::Decoded }
    }
}

/// What becomes of the triplet of a byte.
fn of_triplet(byte: u8, in_query: bool, encoding: PercentEncoding) -> Triplet {
    match encoding {
        PercentEncoding::AllButSlash => Triplet::unless(byte == b'/'),
        PercentEncoding::AllButDelimiters => {
            let delimits = if in_query { matches!(byte, b'=' | b'&') } else { byte == b'?' };
            // An encoded star is no star.
            Triplet::unless(delimits || byte == b'*')
        }
        PercentEncoding::Unreserved | PercentEncoding::BothSides => {
            Triplet::unless(!is_unreserved(byte))
        }
        PercentEncoding::HexDigits | PercentEncoding::PatternOnly => Triplet::Stays,
        _ => Triplet::None,
    }
}

/// Whether a byte that is no part of a triplet, or was decoded from one, is encoded.
fn is_encoded(byte: u8, at: usize, query: usize, encoding: PercentEncoding, side: Side) -> bool {
    let is_of_no_url = byte <= b' ' || byte >= 0x7F;
    match encoding {
        PercentEncoding::AllButSlash | PercentEncoding::AllButDelimiters => {
            let is_special = side == Side::Pattern && byte == b'*';
            // What delimits nothing is another byte than what does.
            let is_no_delimiter = encoding == PercentEncoding::AllButDelimiters
                && match byte {
                    b'?' => at != query,
                    b'=' | b'&' => at < query,
                    _ => false,
                };
            !is_special && (is_odd(byte) || byte == b'%' || is_no_delimiter)
        }
        // As `percent.rs` has them.
        PercentEncoding::BothSides => {
            let is_special = side == Side::Pattern && byte == b'*';
            !is_special && byte != b'%' && !is_plain(byte)
        }
        PercentEncoding::PatternOnly => byte >= 0x80,
        PercentEncoding::Unreserved => {
            is_of_no_url || matches!(byte, b'"' | b'<' | b'>' | b'`' | b'{' | b'}')
        }
        // Of the WHATWG: the query percent-encode set, and the path percent-encode set.
        _ if side == Side::Path && at >= query => {
            is_of_no_url || matches!(byte, b'"' | b'<' | b'>' | b'\'')
        }
        _ if side == Side::Path => {
            is_of_no_url || matches!(byte, b'"' | b'<' | b'>' | b'^' | b'`' | b'{' | b'}')
        }
        // `encodeURI` of ECMAScript.
        PercentEncoding::HexDigits => {
            is_of_no_url
                || matches!(
                    byte,
                    b'"' | b'<' | b'>' | b'[' | b'\\' | b']' | b'^' | b'`' | b'{'..=b'}'
                )
        }
        // Of the WHATWG: the fragment percent-encode set.
        _ => is_of_no_url || matches!(byte, b'"' | b'<' | b'>' | b'`'),
    }
}

/// Whether a byte is in no URL as a crawler requests it, or means something in a pattern.
fn is_odd(byte: u8) -> bool {
    byte <= b' ' || byte >= 0x7F || matches!(byte, b'#' | b'*' | b'$')
}

/// Decodes and encodes byte by byte; each is told with its place.
fn recoded(
    text: &[u8],
    of_triplet: impl Fn(u8, usize) -> Triplet,
    is_encoded: impl Fn(u8, usize) -> bool,
) -> Vec<u8> {
    let mut recoded = Vec::with_capacity(text.len() + 16);
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let of_triplet = triplet(byte, &text[at + 1..]).map(|byte| (byte, of_triplet(byte, at)));
        let (byte, length) = match of_triplet {
            Some((byte, Triplet::Stays)) => {
                push_triplet(&mut recoded, byte);
                at += 3;
                continue;
            }
            Some((byte, Triplet::Decoded)) => (byte, 3),
            Some((_, Triplet::None)) | None => (byte, 1),
        };
        if is_encoded(byte, at) {
            push_triplet(&mut recoded, byte);
        } else {
            recoded.push(byte);
        }
        at += length;
    }
    recoded
}

/// Drops what Python's `urlparse` and `urlunparse` lose on the way: an empty fragment, an empty query,
/// an empty parameter of the last part of the path, and of a pattern two slashes that no host follows.
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

    /// `percent.rs` has these forms too, for dialects whose specials are those of the RFC.
    #[test]
    fn forms_of_the_first_dialects() {
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
    fn what_is_in_all_forms() {
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
