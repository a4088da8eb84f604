//! Generates repeatable random numbers: Vigna's xorshift64*, from a seed and a name.

/// A random number generator. The same seed and name always give the same choices.
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    /// Creates a generator from a seed and a name.
    pub fn new(seed: u64, name: &str) -> Random {
        // FNV-1a, so that the choices for a file depend only on its name, in a slice of the corpus
        // too.
        let of = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let seed = seed.to_le_bytes();
        let hash = seed.into_iter().chain(name.bytes()).fold(0xcbf2_9ce4_8422_2325, of);
        // Zero is the only state that xorshift never leaves.
        Random(hash.max(1))
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Returns a number from 0 up to, but not including, `end`, which must not be zero.
    pub fn below(&mut self, end: usize) -> usize {
        // The upper half is more random; the bias of the remainder does not matter here.
        (self.next() >> 32) as usize % end
    }

    /// Returns `true` once in `times` on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Picks one of the choices, of which there must be one.
    pub fn pick<'c, T: ?Sized>(&mut self, choices: &[&'c T]) -> &'c T {
        choices[self.below(choices.len())]
    }

    /// Shuffles items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
