//! Readable paths, confirmed by the ordinary matcher.
//!
//! A canonical word contains letters that no URL has. To present it, its gaps are filled with
//! nothing, or with a short text that could stand in a URL, and the ordinary matcher checks that
//! the path still shows what it should; only then is the path returned. A letter that occurs in no
//! pattern serves as well as the fresh letter, so if there is one, a path is found. Otherwise
//! longer texts are tried, and if none works, there is no example.
//!
//! # Which paths can occur
//!
//! If a dialect normalises both patterns and paths, every text that starts with `/` and needs no
//! encoding is the normal form of some path: a percent-encoded byte that would be decoded can be
//! written with one of its digits encoded, as `%%341` for `%41`.

use gatepost::{Dialect, PercentEncoding, UrlPath};

use crate::form::Form;

/// The first texts to fill gaps with, the most readable in front. Letters that are hex digits are
/// tried later, since they could complete a percent-encoded byte.
const READABLE: &[&str] = &[
    "", "x", "y", "z", "k", "q", "/x", "x/", "-x-", "0", "page", "Z", "K", "Q", "W", "_", "~", "7",
];

/// The number of regions without an example after which a question stops searching for examples.
pub(crate) const FAILURES: usize = 8;

/// The maximum number of gaps that are emptied one by one: each costs a verdict.
const GAPS: usize = 100;

/// Finds a path of the form, spelled as in a URL, for which `shows` returns `true`.
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

    // Make it shorter: empty each gap that can be empty.
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

/// Returns whether some URL may have a path of the form.
///
/// A form without gaps is a single path, which may be impossible: some dialects write hex digits in
/// upper case, or drop a `?` with nothing after it. A form with gaps is assumed to be possible; if
/// it is not, no example is found, and the outcome says so.
pub(crate) fn occurs(form: &Form, dialect: Dialect) -> bool {
    form.gaps() > 0
        || dialect.percent_encoding == PercentEncoding::BothSides
        || spelt(form.as_bytes(), dialect).is_some()
}

/// Spells a path, given in compared form, as it may stand in a URL; `None` if no URL has the path.
pub(crate) fn spelt(path: &[u8], dialect: Dialect) -> Option<String> {
    let as_it_is = String::from_utf8(path.to_vec()).ok()?;
    let is_compared_so =
        |url: &str| UrlPath::new(url).is_ok_and(|url| *url.compared_in(dialect) == *path);
    if is_compared_so(&as_it_is) {
        return Some(as_it_is);
    }
    let encoded = with_changed_percent_escaped(&as_it_is);
    if is_compared_so(&encoded) {
        return Some(encoded);
    }
    let encoded = with_every_percent_escaped(&as_it_is);
    is_compared_so(&encoded).then_some(encoded)
}

/// Encodes the first digit of each percent-encoded byte.
fn with_every_percent_escaped(text: &str) -> String {
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

/// Encodes the first digit of each percent-encoded byte that normalisation would change.
pub(crate) fn with_changed_percent_escaped(text: &str) -> String {
    let mut spelt = String::with_capacity(text.len() + 8);
    for (at, byte) in text.char_indices() {
        let before = text.as_bytes()[..at].last();
        let digits = text.as_bytes().get(at..at + 2).unwrap_or_default();
        let is_decoded = before == Some(&b'%')
            && digits.len() == 2
            && digits.iter().all(u8::is_ascii_hexdigit)
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
    fn empty_gaps_are_the_most_readable() {
        check(Form::new(b"/shop/*?page=", false), "/shop/?page=", |_| true);
    }

    #[test]
    fn letters_only_where_they_are_needed() {
        check(Form::new(b"/shop/*?page=", false), "/shop/x?page=", |path| {
            !path.raw().starts_with(b"/shop/?")
        });
    }

    #[test]
    fn a_letter_that_a_pattern_has_is_not_used() {
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
