//! Keys that RFC 9309 does not know, and their possible meanings.
//!
//! Four rules share these questions, so that a line with an unknown key is reported by the rule
//! that knows most about it, and by no other.

use gatepost::{Dialect, Key, Keys, LineContent, Record, RobotsTxt, Spelling};

/// The keys that typing errors are compared with.
const KEYS: &[&str] = &["User-agent", "Allow", "Disallow", "Sitemap", "Crawl-delay"];

/// Returns the key that a parser reads which compares only the beginning of keys, as Google's does,
/// if all others ignore the line.
pub(crate) fn read_by_prefix(record: &Record<'_>) -> Option<Key> {
    // In `Sitemap https://` the only colon is that of the URL.
    let is_address = record.value().starts_with(b"//");
    if record.key() != Key::Unknown || !record.has_colon() || is_address {
        return None;
    }
    let line = [record.key_bytes(), b": /"].concat();
    let mut by_prefix = Dialect::ALL.iter().filter(|dialect| dialect.keys == Keys::Prefix);
    by_prefix.find_map(|dialect| {
        match RobotsTxt::parse_as(&line, *dialect).lines().next()?.content() {
            LineContent::Record(read) if read.spelling() == Spelling::Longer => Some(read.key()),
            _ => None,
        }
    })
}

/// Returns the key that a word was probably meant to be: one or two typing errors away.
pub(crate) fn nearest_key(written: &str) -> Option<&'static str> {
    // Short words are close to too many others.
    gatepost_crawlers::nearest_word(written, KEYS.iter().copied(), |key| {
        if key.len() < 7 { 1 } else { 2 }
    })
}

/// Returns the key of a directive that no crawler obeys.
pub(crate) fn unheeded(record: &Record<'_>) -> Option<&'static str> {
    let is = |key: &str| record.key_bytes().eq_ignore_ascii_case(key.as_bytes());
    match record.key() {
        Key::Noindex => Some("Noindex"),
        Key::Host => Some("Host"),
        Key::VisitTime => Some("Visit-time"),
        Key::Unknown => {
            let begins = record.key_bytes().get(..5);
            let others = ["Nofollow", "Noarchive", "No-index"];
            let acap =
                || begins.is_some_and(|b| b.eq_ignore_ascii_case(b"ACAP-")).then_some("ACAP");
            others.into_iter().find(|key| is(key)).or_else(acap)
        }
        _ => None,
    }
}
