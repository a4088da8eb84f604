//! A pattern in plain words: `/a/*.pdf$` "starts with /a/, ends in .pdf".

use alloc::string::String;
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

fn text(bytes: &[u8]) -> alloc::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
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
        ] {
            assert_eq!(In(pattern).to_string(), words, "{pattern}");
        }
    }
}
