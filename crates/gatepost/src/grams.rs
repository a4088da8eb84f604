//! Grams: runs of one to four bytes, by which patterns with stars are found in a path.
//!
//! A pattern can match only where its literal bytes are in the path. So it is filed under a few of them,
//! and one walk over a path looks up what is there.
//!
//! A walk can take wide steps. A pattern that has a piece of seven bytes is filed under the four grams of
//! four bytes in it, and one of them is there whichever of four neighbouring places the walk looks at:
//! it looks at every fourth.

use crate::words::first_word;

/// The grams of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grain {
    /// How many bytes a gram has.
    pub(crate) length: usize,
    /// From one place that is looked at to the next: one byte, two or four.
    pub(crate) stride: usize,
}

impl Grain {
    /// How many bytes of a piece make sure that the walk looks at one of its grams.
    pub(crate) fn window(self) -> usize {
        self.length + self.stride - 1
    }

    /// Whether a pattern has a piece that is long enough.
    pub(crate) fn suits(self, pattern: &[u8]) -> bool {
        pieces(pattern).any(|piece| piece.len() >= self.window())
    }

    /// The gram in a word.
    pub(crate) fn gram_of(self, word: u32) -> u32 {
        word & u32::MAX >> (8 * (4 - self.length))
    }

    /// Hands on each place of a path that is looked at: its four bytes as a word, of which the gram is the
    /// lower part. Behind the path are zeros.
    #[inline]
    pub(crate) fn walk(self, path: &[u8], look_up: impl FnMut(u32)) {
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

/// All runs of so many bytes in the pieces of a pattern, which are what is between its stars.
pub(crate) fn windows(pattern: &[u8], length: usize) -> impl Iterator<Item = &[u8]> {
    pieces(pattern).flat_map(move |piece| piece.windows(length))
}

fn pieces(pattern: &[u8]) -> impl Iterator<Item = &[u8]> {
    pattern.split(|byte| *byte == b'*')
}

/// One to four bytes as a word. No byte of a path is zero, so grams of no two lengths are equal.
pub(crate) fn gram(bytes: &[u8]) -> u32 {
    first_word(bytes) as u32
}
