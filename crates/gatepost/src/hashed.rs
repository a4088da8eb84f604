//! Where things lie that are sorted by a hash, and first of all whether there are any.
//!
//! Most of what is looked up is not there. So a bit is looked at first, one of thirty-two or more for each
//! that is there.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// Multiplicative hashing: the upper bits of the product depend on all bits of the word.
pub(crate) fn hash(word: u64) -> u64 {
    word.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[derive(Clone, Debug)]
pub(crate) struct Hashed {
    /// A power of two of words.
    bits: Vec<u64>,
    /// By the upper bits of the hash, where those that have them start.
    starts: Vec<u32>,
    shift: u32,
}

impl Hashed {
    /// Takes the hashes of all, sorted.
    pub(crate) fn new(sorted: &[u64]) -> Hashed {
        let bits = (32 * sorted.len()).next_power_of_two().clamp(64, 1 << 20);
        // At least two, as a word has no 64 bits to shift away.
        let places = sorted.len().next_power_of_two().max(2);
        let mut hashed = Hashed {
            bits: vec![0; bits / 64],
            starts: vec![0; places + 1],
            shift: 64 - places.trailing_zeros(),
        };
        for hash in sorted {
            hashed.starts[(hash >> hashed.shift) as usize + 1] += 1;
            hashed.add(*hash);
        }
        for at in 1..hashed.starts.len() {
            hashed.starts[at] += hashed.starts[at - 1];
        }
        hashed
    }

    /// Has it that there may be something with this hash.
    pub(crate) fn add(&mut self, hash: u64) {
        let (word, bit) = self.bit(hash);
        self.bits[word] |= 1 << bit;
    }

    /// The place of the word with the bit of a hash, and its place in there.
    fn bit(&self, hash: u64) -> (usize, u32) {
        ((hash >> 50) as usize & (self.bits.len() - 1), (hash >> 44) as u32 % 64)
    }

    /// Whether there may be something with this hash.
    #[inline]
    pub(crate) fn may_have(&self, hash: u64) -> bool {
        let (word, bit) = self.bit(hash);
        self.bits[word] >> bit & 1 != 0
    }

    /// Among what that is, if there is something.
    pub(crate) fn among(&self, hash: u64) -> Range<usize> {
        let at = (hash >> self.shift) as usize;
        self.starts[at] as usize..self.starts[at + 1] as usize
    }
}
