//! What separates key and value in a line: RFC 9309 section 2.2.
//!
//! The first `:` does; where there is none, white space does as far as the dialect lets it. Some readers
//! look for the keys that they know before they look for a colon, so this file knows `key.rs`; what lines
//! are is `line.rs`.

use memchr::memchr;

use crate::dialect::{Dialect, MissingColon};
use crate::key::Key;
use crate::line::{is_white_space, trim_as};

/// Where key and value are separated in a trimmed text: its first colon, or where the dialect has it
/// white space.
pub(crate) fn separator(text: &[u8], dialect: &Dialect) -> Option<usize> {
    let colon = memchr(b':', text);
    match dialect.missing_colon {
        MissingColon::TwoWords => colon.or_else(|| between_two_words(text)),
        MissingColon::SaysNothing => colon,
        MissingColon::KnownKey => {
            let Some(end) = Key::at_start_of(text, dialect) else { return colon };
            let blanks = text[end..].iter().take_while(|byte| is_blank(**byte)).count();
            match text.get(end + blanks) {
                Some(b':') => Some(end + blanks),
                Some(_) => Some(end),
                None => None,
            }
        }
        MissingColon::KnownKeyUnlessColonAndSpace => {
            if let Some(colon) = colon {
                let key = trim_as(text, 0..colon, dialect.white_space);
                let is_known = Key::read(&text[key], dialect).0 != Key::Unknown;
                if is_known || text.get(colon + 1).is_none_or(|next| is_white_space(*next)) {
                    return Some(colon);
                }
            }
            Key::at_start_of(text, dialect).or(colon)
        }
    }
}

/// The first white space of a trimmed text, if it has exactly two words.
fn between_two_words(text: &[u8]) -> Option<usize> {
    let first = text.iter().position(|byte| is_blank(*byte))?;
    let second = first + text[first..].iter().position(|byte| !is_blank(*byte))?;
    (!text[second..].iter().any(|byte| is_blank(*byte))).then_some(first)
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}
