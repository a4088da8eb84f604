//! Grams: runs of one to four bytes, by which patterns with stars are found in a path.
//!
//! A pattern can match only a path that has the pattern's literal bytes. So each pattern is filed
//! under a few of its grams, and one walk over the path looks up the grams of the path.
//!
//! A walk can skip places. A pattern that has a piece of seven bytes is filed under all four grams
//! of four bytes in that piece. Of any four neighbouring places in a path, one then starts a filed
//! gram, so the walk needs to look at every fourth place only.

use crate::swar::first_word;

/// The length of grams, and how far apart the places are at which a walk looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grain {
    /// Bytes of a gram.
    pub(super) length: usize,
    /// Bytes from one place to the next: one, two or four.
    pub(super) stride: usize,
}

impl Grain {
    /// Returns how long a piece has to be for the walk to look at one of its grams.
    pub(super) fn window(self) -> usize {
        self.length + self.stride - 1
    }

    /// Returns `true` if a pattern has a piece that is long enough.
    pub(super) fn suits(self, pattern: &[u8]) -> bool {
        pieces(pattern).any(|piece| piece.len() >= self.window())
    }

    /// Returns the gram in a word, which may have more bytes behind it.
    pub(super) fn gram_of(self, word: u32) -> u32 {
        word & u32::MAX >> (8 * (4 - self.length))
    }

    /// Calls `look_up` for each place of a path at which the walk looks, with four bytes as a word;
    /// the gram is the lower part of it. Bytes behind the path are zeros.
    #[inline]
    pub(super) fn walk(self, path: &[u8], look_up: impl FnMut(u32)) {
        match self.stride {
            4 => walk::<4>(path, look_up),
            2 => walk::<2>(path, look_up),
            _ => walk::<1>(path, look_up),
        }
    }
}

#[inline]
fn walk<const STRIDE: usize>(path: &[u8], mut look_up: impl FnMut(u32)) {
    let mut look_up = |word: u64, places: usize| {
        (0..places).step_by(STRIDE).for_each(|place| look_up((word >> (8 * place)) as u32));
    };
    let mut rest = path;
    while let (9.., Some(word)) = (rest.len(), rest.first_chunk()) {
        look_up(u64::from_le_bytes(*word), 4);
        rest = &rest[4..];
    }
    let word = match path.last_chunk() {
        Some(last) => u64::from_le_bytes(*last) >> (8 * (8 - rest.len())),
        None => first_word(path),
    };
    look_up(word, 8);
}

/// Returns all runs of `length` bytes in the pieces of a pattern, which its stars separate.
pub(super) fn windows(pattern: &[u8], length: usize) -> impl Iterator<Item = &[u8]> {
    pieces(pattern).flat_map(move |piece| piece.windows(length))
}

fn pieces(pattern: &[u8]) -> impl Iterator<Item = &[u8]> {
    pattern.split(|byte| *byte == b'*')
}

/// Returns one to four bytes as a word. No byte of a path is zero, so grams of different lengths
/// differ.
pub(super) fn gram(bytes: &[u8]) -> u32 {
    first_word(bytes) as u32
}
