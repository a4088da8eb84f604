//! A pattern in plain words: `/a/*.pdf$` "starts with /a/, ends in .pdf".

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::path_pattern::PathPattern;

/// Describes the paths that the pattern matches.
pub(crate) fn write(f: &mut fmt::Formatter<'_>, pattern: &PathPattern<'_>) -> fmt::Result {
    let bytes = pattern.as_bytes();
    if !pattern.can_match() {
        return f.write_str("matches no path");
    }
    let mut pieces = bytes.split(|byte| *byte == b'*');
    let head = pieces.next().unwrap_or_default();
    let has_star = head.len() < bytes.len();
    if pattern.is_closed() && !has_star {
        return write!(f, "is exactly {}", text(head));
    }
    let mut words = Words { f, count: 0 };
    // Every path starts with a slash: that says nothing.
    if head.len() > 1 {
        words.add("starts with ", head)?;
    }
    let mut pieces = pieces.peekable();
    let mut contains = "contains ";
    while let Some(piece) = pieces.next() {
        if pieces.peek().is_none() && pattern.is_closed() {
            if !piece.is_empty() {
                words.add("ends in ", piece)?;
            }
        } else if piece == b"?" && contains == "contains " {
            words.add("has a query string", b"")?;
            contains = "then ";
        } else if !piece.is_empty() {
            words.add(contains, piece)?;
            contains = "then ";
        }
    }
    if words.count == 0 { f.write_str("matches every path") } else { Ok(()) }
}

struct Words<'w, 'f> {
    f: &'w mut fmt::Formatter<'f>,
    count: usize,
}

impl Words<'_, '_> {
    fn add(&mut self, words: &str, piece: &[u8]) -> fmt::Result {
        let comma = if self.count == 0 { "" } else { ", " };
        self.count += 1;
        write!(self.f, "{comma}{words}{}", text(piece))
    }
}

/// Decodes bytes as text. Characters that the normal form percent-encodes are shown as themselves, as
/// they mostly stand in files; bytes that are not UTF-8 stay percent-encoded.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    if !bytes.contains(&b'%') {
        return String::from_utf8_lossy(bytes);
    }
    let (mut text, mut rest) = (String::new(), bytes);
    while !rest.is_empty() {
        let encoded: Vec<u8> = rest.chunks(3).map_while(high_byte).collect();
        if encoded.is_empty() {
            let end =
                rest[1..].iter().position(|byte| *byte == b'%').map_or(rest.len(), |at| at + 1);
            text += &String::from_utf8_lossy(&rest[..end]);
            rest = &rest[end..];
            continue;
        }
        let mut at = 0;
        for chunk in encoded.utf8_chunks() {
            text += chunk.valid();
            at += chunk.valid().len();
            let invalid = at..at + chunk.invalid().len();
            text += &String::from_utf8_lossy(&rest[3 * invalid.start..3 * invalid.end]);
            at = invalid.end;
        }
        rest = &rest[3 * encoded.len()..];
    }
    Cow::Owned(text)
}

/// Decodes a percent-encoded byte that is not ASCII.
fn high_byte(encoded: &[u8]) -> Option<u8> {
    let &[b'%', high, low] = encoded else { return None };
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let byte = u8::try_from(digit(high)? * 16 + digit(low)?).ok()?;
    (!byte.is_ascii()).then_some(byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        struct In(&'static str);
        impl fmt::Display for In {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write(f, &PathPattern::new(self.0))
            }
        }
        for (pattern, words) in [
            ("/", "matches every path"),
            ("/*", "matches every path"),
            ("*", "matches every path"),
            ("/fish", "starts with /fish"),
            ("/fish*", "starts with /fish"),
            ("/$", "is exactly /"),
            ("/fish$", "is exactly /fish"),
            ("/*.pdf$", "ends in .pdf"),
            ("/*?", "has a query string"),
            ("/*?page=", "contains ?page="),
            ("/a*b$", "starts with /a, ends in b"),
            ("/a/*/c*d", "starts with /a/, contains /c, then d"),
            ("/a?*?", "starts with /a?, has a query string"),
            ("/*$", "matches every path"),
            ("fish", "matches no path"),
            ("/日本/", "starts with /日本/"),
            ("/%E6%97%A5*%2F%C3%A9$", "starts with /日, ends in %2Fé"),
            ("/%E6%97x%FF%C3%A9%", "starts with /%E6%97x%FFé%"),
        ] {
            assert_eq!(In(pattern).to_string(), words, "{pattern}");
        }
    }
}
