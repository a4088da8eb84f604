//! Paths to show: readable, and replayed through the ordinary matcher.
//!
//! A canonical word has letters that no URL has. To show it, its gaps are filled with nothing, or
//! with a short text that could stand in a URL, and the ordinary matcher is asked whether the path
//! still shows what it should. Only then is it handed out. If a letter occurs in no pattern, it serves
//! as well as the fresh one, so a path is found; otherwise longer texts are tried, and where none
//! shows it, there is no example.
//!
//! # Which paths can occur
//!
//! Where both sides are brought to normal form, every text is the normal form of some path if it
//! starts with `/` and has only bytes that need no encoding: a triplet that would be decoded can be
//! written with one of its digits encoded, as `%%341` for `%41`.

use gatepost::{Dialect, PercentEncoding, UrlPath};

use crate::form::Form;

/// What gaps are filled with first, the most readable in front. Letters that are hex digits come last,
/// since they could complete a triplet.
const READABLE: &[&str] = &[
    "", "x", "y", "z", "k", "q", "/x", "x/", "-x-", "0", "page", "Z", "K", "Q", "W", "_", "~", "7",
];

/// How many regions of one question may lack an example before the search for examples stops.
pub(crate) const FAILURES: usize = 8;

/// How many gaps may be emptied one by one: each takes a verdict.
const GAPS: usize = 100;

/// A path of the form for which `shows` holds, as it may stand in a URL.
pub(crate) fn readable(
    form: &Form,
    dialect: Dialect,
    shows: impl Fn(&UrlPath<'_>) -> bool,
) -> Option<String> {
    let shown = |path: &[u8]| {
        let url = spelt(path, dialect)?;
        let is_shown = shows(&UrlPath::new(&url).ok()?);
        is_shown.then_some(url)
    };
    let readable = READABLE.iter().map(|text| text.as_bytes().to_vec());
    let letters = || (b'!'..=b'~').filter(|letter| !matches!(letter, b'#' | b'*' | b'$' | b'%'));
    let pairs = letters().flat_map(|first| {
        let doubled = [first, first, first, first];
        letters().filter(move |second| second.is_ascii_alphabetic()).map(move |second| {
            let mut text = doubled;
            text[3] = second;
            text.to_vec()
        })
    });
    let mut texts = readable.chain(letters().map(|letter| vec![letter])).chain(pairs);
    let text = texts.find(|text| shown(&form.filled(|_| text)).is_some())?;

    // Shorter: each gap that can be empty is.
    let mut is_empty = vec![false; form.gaps()];
    let fill = |is_empty: &[bool]| {
        let text = |gap: usize| if is_empty[gap] { &[][..] } else { &text };
        form.filled(text)
    };
    if !text.is_empty() && is_empty.len() <= GAPS {
        for gap in (0..is_empty.len()).rev() {
            is_empty[gap] = true;
            is_empty[gap] = shown(&fill(&is_empty)).is_some();
        }
    }
    shown(&fill(&is_empty))
}

/// Whether some URL has a path of the form. A form without gaps is one path, which no URL may have: in
/// some dialects all hex digits are capitals, or a `?` with nothing behind it is dropped. A form with
/// gaps is taken to have one; where it has none, none is found, and that is said.
pub(crate) fn occurs(form: &Form, dialect: Dialect) -> bool {
    form.gaps() > 0
        || dialect.percent_encoding == PercentEncoding::BothSides
        || spelt(form.as_bytes(), dialect).is_some()
}

/// A path, given as it is compared, as it may stand in a URL; none where no URL has it.
pub(crate) fn spelt(path: &[u8], dialect: Dialect) -> Option<String> {
    let as_it_is = String::from_utf8(path.to_vec()).ok()?;
    let is_compared_so =
        |url: &str| UrlPath::new(url).is_ok_and(|url| *url.compared_in(dialect) == *path);
    if is_compared_so(&as_it_is) {
        return Some(as_it_is);
    }
    let encoded = without_triplets(&as_it_is);
    if is_compared_so(&encoded) {
        return Some(encoded);
    }
    let encoded = without_any_triplet(&as_it_is);
    is_compared_so(&encoded).then_some(encoded)
}

/// Encodes the first digit of each triplet.
fn without_any_triplet(text: &str) -> String {
    let bytes = text.as_bytes();
    let is_first = |at: usize| {
        let digits = bytes.get(at..at + 2).unwrap_or_default();
        at > 0
            && bytes[at - 1] == b'%'
            && digits.len() == 2
            && digits.iter().all(u8::is_ascii_hexdigit)
    };
    let encode = |(at, letter): (usize, char)| match is_first(at) {
        true => format!("%{:02X}", letter as u32),
        false => letter.to_string(),
    };
    text.char_indices().map(encode).collect()
}

/// Encodes the first digit of each triplet that would not stay as it is.
pub(crate) fn without_triplets(text: &str) -> String {
    let mut spelt = String::with_capacity(text.len() + 8);
    for (at, byte) in text.char_indices() {
        let before = text.as_bytes()[..at].last();
        let triplet = text.as_bytes().get(at..at + 2).unwrap_or_default();
        let is_decoded = before == Some(&b'%')
            && triplet.len() == 2
            && triplet.iter().all(u8::is_ascii_hexdigit)
            && {
                let alone = format!("/%{}", &text[at..at + 2]);
                UrlPath::new(&alone).is_ok_and(|path| path.normal() != alone.as_bytes())
            };
        if is_decoded {
            spelt.push_str(&format!("%{:02X}", byte as u32));
        } else {
            spelt.push(byte);
        }
    }
    spelt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(form: Form, expected: &str, shows: impl Fn(&UrlPath<'_>) -> bool) {
        assert_eq!(readable(&form, Dialect::RFC9309, shows).as_deref(), Some(expected));
    }

    #[test]
    fn nothing_is_the_most_readable() {
        check(Form::new(b"/shop/*?page=", false), "/shop/?page=", |_| true);
    }

    #[test]
    fn letters_only_where_they_are_needed() {
        check(Form::new(b"/shop/*?page=", false), "/shop/x?page=", |path| {
            !path.raw().starts_with(b"/shop/?")
        });
    }

    #[test]
    fn letter_that_is_taken_is_not_used() {
        check(Form::new(b"/*", false), "/y", |path| {
            path.raw().len() > 1 && !path.raw().contains(&b'x')
        });
    }

    #[test]
    fn every_text_of_plain_bytes_occurs() {
        for path in ["/%41", "/%c3%a9", "/%", "/%%41", "/%2A", "/%4", "/%4x", "/%c3a9%"] {
            let url = spelt(path.as_bytes(), Dialect::RFC9309).unwrap();
            assert_eq!(UrlPath::new(&url).unwrap().normal(), path.as_bytes());
        }
        assert_eq!(spelt(b"/%41", Dialect::RFC9309).as_deref(), Some("/%%341"));
        assert_eq!(spelt(b"/ ", Dialect::RFC9309), None);
        assert_eq!(spelt(b"/ ", Dialect::GOOGLE).as_deref(), Some("/ "));
    }
}
