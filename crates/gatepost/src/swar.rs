//! SWAR, "SIMD within a register": eight bytes at a time, as one 64-bit word.
//!
//! Paths and patterns are short, mostly less than 40 bytes, so that preparing a search or calling
//! `memcmp` costs more than the work itself. The functions here compare and search short texts in a
//! few steps without a loop, and leave longer texts to memchr, whose searches are linear in the
//! worst case.

use memchr::{memchr, memmem};

/// Returns the first eight bytes as a word, with zeros for missing bytes. Paths and patterns have
/// no zero byte in normal form, where it is `%00`; in other dialects they may have one.
pub(crate) fn first_word(bytes: &[u8]) -> u64 {
    if let Some(first) = bytes.first_chunk() {
        return u64::from_le_bytes(*first);
    }
    // Two parts that may overlap. The length is unpredictable, and a loop would branch on it.
    let length = bytes.len();
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let [first, last] = [*first, *last].map(|part| u64::from(u32::from_le_bytes(part)));
        return first | last << (8 * (length - 4));
    }
    match bytes {
        [] => 0,
        _ => [0, length / 2, length - 1]
            .into_iter()
            .fold(0, |word, at| word | u64::from(bytes[at]) << (8 * at)),
    }
}

/// Returns the first bytes of a literal, up to eight, as a word, and the mask of the bytes that it
/// has.
pub(crate) fn prefix(literal: &[u8]) -> (u64, u64) {
    let mask = if literal.len() < 8 { (1 << (8 * literal.len())) - 1 } else { u64::MAX };
    (first_word(literal), mask)
}

/// Returns `true` if a text begins with a literal. Both are mostly short, so this calls nothing.
pub(crate) fn begins_with(text: &[u8], literal: &[u8]) -> bool {
    let Some(begin) = text.get(..literal.len()) else { return false };
    let (Some(of_begin), Some(of_literal)) = (begin.last_chunk(), literal.last_chunk()) else {
        return first_word(begin) == first_word(literal);
    };
    let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
    let mut words = begin.chunks_exact(8).zip(literal.chunks_exact(8));
    let end_alike = word(of_begin) == word(of_literal);
    end_alike && words.all(|(begin, literal)| begin == literal)
}

/// Within how many bytes a text is searched word by word, and how many false hits are tolerated.
/// After that, memchr prepares a search that is linear whatever the input.
const NEAR: usize = 64;
const TRIES: usize = 4;

/// Returns the first place of a text in another. Both are mostly short.
pub(crate) fn find(within: &[u8], text: &[u8]) -> Option<usize> {
    let pair = match *text {
        [] => return Some(0),
        [byte] => return memchr(byte, within),
        [first, second, ..] => Pair { first: repeat(first), second: repeat(second) },
    };
    if matches!(within.len(), 9..=33) && !pair.is_in_some(within) {
        return None;
    }
    let mut at = 0;
    for _ in 0..TRIES {
        at = pair.find(within, at)?;
        if at > NEAR {
            break;
        }
        if begins_with(&within[at..], text) {
            return Some(at);
        }
        at += 1;
    }
    memmem::find(&within[at..], text).map(|found| at + found)
}

/// Two bytes side by side, each repeated eight times.
#[derive(Clone, Copy)]
struct Pair {
    first: u64,
    second: u64,
}

impl Pair {
    /// Returns a word with the upper bit set of each byte at which the pair is. `next` holds the
    /// bytes from the second on. Only the lowest set bit is certain.
    fn places(self, word: u64, next: u64) -> u64 {
        zeros((word ^ self.first) | (next ^ self.second))
    }

    /// Returns `true` if the pair is in 9 to 33 bytes. Their number is unpredictable, so this
    /// always compares four blocks, which may overlap.
    fn is_in_some(self, within: &[u8]) -> bool {
        let last = within.len() - 9;
        let found = (0..4).fold(0, |found, number| {
            let nine = &within[last.min(8 * number)..][..9];
            found | self.places(first_word(&nine[..8]), first_word(&nine[1..]))
        });
        found != 0
    }

    /// Returns the first place of the pair from `at` on, or a place past [`NEAR`] before which it
    /// is not.
    fn find(self, within: &[u8], mut at: usize) -> Option<usize> {
        let first = |places: u64| places.trailing_zeros() as usize / 8;
        while let Some(nine) = within.get(at..at + 9) {
            let places = self.places(first_word(&nine[..8]), first_word(&nine[1..]));
            if places != 0 {
                return Some(at + first(places));
            }
            at += 8;
            if at > NEAR {
                return Some(at);
            }
        }
        let rest = first_word(&within[at..]);
        let places = self.places(rest, rest >> 8);
        // Missing bytes look like zeros, and some dialects allow zeros in a pattern.
        (places != 0).then(|| at + first(places)).filter(|at| at + 1 < within.len())
    }
}

/// Returns a word with the upper bit set of each zero byte. Only the lowest set bit is certain.
pub(crate) fn zeros(word: u64) -> u64 {
    word.wrapping_sub(repeat(0x01)) & !word & repeat(0x80)
}

/// Repeats a byte eight times.
pub(crate) const fn repeat(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"/abcdefghijklmnopqrstuvwxyz";

    #[test]
    fn first_word_is_the_first_eight_bytes() {
        for length in 0..TEXT.len() {
            let mut bytes = [0; 8];
            let some = length.min(8);
            bytes[..some].copy_from_slice(&TEXT[..some]);
            assert_eq!(first_word(&TEXT[..length]), u64::from_le_bytes(bytes));
        }
    }

    #[test]
    fn begins_with_looks_at_every_byte() {
        for length in 0..TEXT.len() {
            let mut literal = TEXT[..length].to_vec();
            assert!(begins_with(TEXT, &literal) && begins_with(&literal, &literal));
            assert!(length == 0 || !begins_with(&TEXT[..length - 1], &literal));
            for at in 0..length {
                literal[at] ^= 1;
                assert!(!begins_with(TEXT, &literal), "{length}, {at}");
                literal[at] ^= 1;
            }
        }
    }

    #[test]
    fn find_agrees_with_a_search_at_every_place() {
        let naive = |within: &[u8], text: &[u8]| within.windows(text.len()).position(|w| w == text);
        let texts: [&[u8]; 7] = [b"x", b"xy", b"xyz", b"xyzxyzxyz0", b"aax", b"\0\0", b"x\0"];
        // Fillers that the texts have too, so that there are false hits.
        for filler in [b'a', b'x', b'y', b'\0'] {
            for length in 0..=2 * NEAR + 20 {
                let within = vec![filler; length];
                for text in texts {
                    assert_eq!(find(&within, text), naive(&within, text), "{length}");
                    for at in 0..=length.saturating_sub(text.len()) {
                        let mut with = within.clone();
                        with.splice(at..length.min(at + text.len()), text.iter().copied());
                        assert_eq!(find(&with, text), naive(&with, text), "{length}, {at}");
                    }
                }
            }
        }
        assert_eq!(find(b"", b""), Some(0));
    }
}
