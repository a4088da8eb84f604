//! Chance that can be repeated: xorshift64* after Vigna, from a seed and a name.

/// A source of chance. The same seed and name give the same choices, whatever was done before.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64, name: &str) -> Random {
        // FNV-1a, so that each file has choices of its own and a slice asks what the whole asks.
        let of = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let seed = seed.to_le_bytes();
        let hash = seed.into_iter().chain(name.bytes()).fold(0xcbf2_9ce4_8422_2325, of);
        // Zero is the one state that xorshift does not leave.
        Random(hash.max(1))
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number from 0 up to, but not including, `end`, which is not zero.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        // The upper half is the better one; the bias of the remainder does not matter here.
        (self.next() >> 32) as usize % end
    }

    /// Whether something that happens once in `times` happens.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<'c, T: ?Sized>(&mut self, choices: &[&'c T]) -> &'c T {
        choices[self.below(choices.len())]
    }

    /// Brings items into any order.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
