//! A Bloom filter with buckets: whether a hash was inserted, and where its items are.
//!
//! Items are sorted by their hash. Most look-ups are for hashes that no item has, so the filter is
//! asked first: one bit per hash, at least 32 bits per item, so that about one in 32 misses gets
//! past it. A hit, true or false, then costs one bucket, which has one item on average. The caller
//! keeps the items and has to compare them: equal hashes do not prove equal items.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// Hashes a word by multiplication: the upper bits of the product depend on all bits of the word.
pub(super) fn hash(word: u64) -> u64 {
    word.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[derive(Clone, Debug)]
pub(super) struct HashBuckets {
    /// The filter; its length is a power of two.
    bits: Vec<u64>,
    /// Where each bucket starts. The upper bits of a hash select its bucket.
    starts: Vec<u32>,
    shift: u32,
}

impl HashBuckets {
    /// Builds the filter and the buckets from the hashes of all items, in ascending order.
    pub(super) fn new(sorted: &[u64]) -> HashBuckets {
        let bits = (32 * sorted.len()).next_power_of_two().clamp(64, 1 << 20);
        // At least two buckets, since a word cannot be shifted by all of its 64 bits.
        let buckets = sorted.len().next_power_of_two().max(2);
        let mut built = HashBuckets {
            bits: vec![0; bits / 64],
            starts: vec![0; buckets + 1],
            shift: 64 - buckets.trailing_zeros(),
        };
        for hash in sorted {
            built.starts[(hash >> built.shift) as usize + 1] += 1;
            built.insert(*hash);
        }
        for at in 1..built.starts.len() {
            built.starts[at] += built.starts[at - 1];
        }
        built
    }

    /// Inserts a hash into the filter, without an item.
    pub(super) fn insert(&mut self, hash: u64) {
        let (word, bit) = self.bit(hash);
        self.bits[word] |= 1 << bit;
    }

    /// Returns the place of a hash's bit: its word, and its place in the word.
    fn bit(&self, hash: u64) -> (usize, u32) {
        ((hash >> 50) as usize & (self.bits.len() - 1), (hash >> 44) as u32 % 64)
    }

    /// Returns `false` if this hash was not inserted.
    #[inline]
    pub(super) fn may_contain(&self, hash: u64) -> bool {
        let (word, bit) = self.bit(hash);
        self.bits[word] >> bit & 1 != 0
    }

    /// Returns the bucket that holds the items with this hash, if there are any.
    pub(super) fn bucket(&self, hash: u64) -> Range<usize> {
        let at = (hash >> self.shift) as usize;
        self.starts[at] as usize..self.starts[at + 1] as usize
    }
}
