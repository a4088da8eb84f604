//! The separator of key and value in a line: RFC 9309 section 2.2.
//!
//! The first `:` separates them. In a line without one, white space may, depending on the dialect.
//! Some parsers look for known keys before they look for a colon, so this file knows
//! `key_names.rs`. `line.rs` finds where lines end.

use memchr::memchr;

use crate::dialect::{Dialect, MissingColon};
use crate::key::Key;
use crate::key_names;
use crate::white_space::{is_white_space, trim_as};

/// Returns the place of the separator in a trimmed text: its first colon, or white space where the
/// dialect accepts it.
pub(crate) fn separator(text: &[u8], dialect: &Dialect) -> Option<usize> {
    let colon = memchr(b':', text);
    match dialect.missing_colon {
        MissingColon::TwoWords => colon.or_else(|| between_two_words(text)),
        MissingColon::SaysNothing => colon,
        MissingColon::KnownKey => {
            let Some(end) = key_names::at_start_of(text, dialect) else { return colon };
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
                let is_known = key_names::read(&text[key], dialect).0 != Key::Unknown;
                if is_known || text.get(colon + 1).is_none_or(|next| is_white_space(*next)) {
                    return Some(colon);
                }
            }
            key_names::at_start_of(text, dialect).or(colon)
        }
    }
}

/// Returns the place of the first white space in a trimmed text that has exactly two words.
fn between_two_words(text: &[u8]) -> Option<usize> {
    let first = text.iter().position(|byte| is_blank(*byte))?;
    let second = first + text[first..].iter().position(|byte| !is_blank(*byte))?;
    (!text[second..].iter().any(|byte| is_blank(*byte))).then_some(first)
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}
