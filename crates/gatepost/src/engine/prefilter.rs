//! A prefilter: which of up to 64 rules can match a path, as the bits of a word.
//!
//! Bit `n` stands for rule `n` by precedence, so the lowest bit is tried first. The outcome is
//! unpredictable, and a mispredicted branch costs about twenty comparisons, so this code is
//! branch-free: it looks up a few words and combines them.
//!
//! # By how patterns begin
//!
//! For each of three places there is a table of words, looked up by the path's byte at that place.
//! A word has the bits of the rules with this byte at the place, and of those whose first star or
//! end comes before it. A rule with its bit in all three words is a candidate.
//!
//! # By what patterns have inside
//!
//! If more than one candidate has stars, a walk over the path looks up grams of three bytes and
//! drops the candidates of which it finds none; see `grams.rs`. Each pattern is filed under those
//! of its grams that the fewest other patterns have. The walk takes the widest steps with which all
//! but a few patterns have a piece that is long enough; the others are not filed and stay
//! candidates.
//!
//! Memory: 768 bytes, and 4 KiB for a walk.

use alloc::boxed::Box;
use alloc::vec::Vec;

use memchr::memchr;

use super::grams::{Grain, gram, windows};
use super::prepared::{LiteralPrefix, Patterns};

/// The places whose bytes are looked up. Place 0 is left out, since every path has a slash there.
const PLACES: [usize; 3] = [1, 2, 4];

/// How many patterns with stars make a walk worth its time, and how many it may leave unfiled.
const MANY: usize = 2;
const FEW: usize = 1;

/// What a walk may look for, the cheapest first.
const GRAINS: [Grain; 5] = [
    Grain { length: 3, stride: 4 },
    Grain { length: 3, stride: 2 },
    Grain { length: 3, stride: 1 },
    Grain { length: 2, stride: 1 },
    Grain { length: 1, stride: 1 },
];

/// A prefilter for up to [`Prefilter::WIDTH`] rules.
#[derive(Clone, Debug)]
pub(crate) struct Prefilter {
    /// By place, and by the lower bits of the byte there.
    begins: [[u64; 32]; PLACES.len()],
    /// For patterns with stars, if there are enough.
    walk: Option<Box<Walk>>,
}

/// A walk over a path, and the patterns filed under the grams that it looks up.
#[derive(Clone, Debug)]
struct Walk {
    grain: Grain,
    /// Patterns by two hashes of their grams; only a pattern that is found by both is a candidate.
    tables: [[u64; 256]; 2],
    /// The patterns that are not filed, which are always candidates.
    unfiled: u64,
}

impl Prefilter {
    /// How many rules one prefilter has room for.
    pub(crate) const WIDTH: usize = 64;

    /// Builds a prefilter for the rules from `first` on.
    pub(crate) fn new(patterns: &Patterns, first: usize) -> Prefilter {
        let rules = (first..patterns.len())
            .take(Prefilter::WIDTH)
            .map(|at| patterns.pattern(at))
            .enumerate();
        let mut begins = [[0; 32]; PLACES.len()];
        let mut anything = [0; PLACES.len()];
        let mut stars = Vec::new();
        for (bit, pattern) in rules {
            let prefix = LiteralPrefix::of_pattern(pattern);
            for (at, place) in PLACES.into_iter().enumerate() {
                match prefix.byte(place) {
                    Some(byte) => begins[at][usize::from(byte % 32)] |= 1 << bit,
                    None => anything[at] |= 1 << bit,
                }
            }
            if patterns.has_star(first + bit) {
                stars.push((bit, pattern));
            }
        }
        for (table, anything) in begins.iter_mut().zip(anything) {
            table.iter_mut().for_each(|rules| *rules |= anything);
        }
        let walk = (stars.len() >= MANY).then(|| Box::new(Walk::new(&stars)));
        Prefilter { begins, walk }
    }

    /// Returns the bits of the rules that could match a path, which starts with this word.
    #[inline]
    pub(crate) fn candidates(&self, word: u64, path: &[u8]) -> u64 {
        let bytes = word.to_le_bytes();
        let look_up = |at: usize| self.begins[at][usize::from(bytes[PLACES[at]] % 32)];
        let mut candidates = look_up(0) & look_up(1) & look_up(2);
        if let Some(walk) = &self.walk {
            let filed = candidates & !walk.unfiled;
            let has_one_at_most = filed & filed.wrapping_sub(1) == 0;
            if !has_one_at_most {
                candidates &= walk.find(path);
            }
        }
        candidates
    }
}

impl Walk {
    fn new(stars: &[(usize, &[u8])]) -> Walk {
        let grain = grain_for(stars);
        // How often each gram occurs, for filing each pattern under its rarest grams.
        let mut counts = [0_u32; 256];
        for bytes in stars.iter().flat_map(|(_, pattern)| windows(inside(pattern), grain.length)) {
            counts[hashes(grain, gram(bytes))[0]] += 1;
        }
        let count = |window: &&[u8]| -> u32 {
            let grams = window.windows(grain.length).map(gram);
            grams.map(|gram| counts[hashes(grain, gram)[0]]).sum()
        };
        let mut walk = Walk { grain, tables: [[0; 256]; 2], unfiled: u64::MAX };
        for (bit, pattern) in stars {
            let Some(window) = windows(inside(pattern), grain.window()).min_by_key(count) else {
                continue;
            };
            walk.unfiled &= !(1 << bit);
            for bytes in window.windows(grain.length) {
                let [a, b] = hashes(grain, gram(bytes));
                walk.tables[0][a] |= 1 << bit;
                walk.tables[1][b] |= 1 << bit;
            }
        }
        walk
    }

    #[inline(never)]
    fn find(&self, path: &[u8]) -> u64 {
        let mut found = self.unfiled;
        self.grain.walk(path, |word| {
            let [a, b] = hashes(self.grain, word);
            found |= self.tables[0][a] & self.tables[1][b];
        });
        found
    }
}

/// Returns the grain with the widest steps that suits the patterns.
fn grain_for(stars: &[(usize, &[u8])]) -> Grain {
    // Patterns that begin with little but a star pass the first tables nearly always. If there are
    // several, the grain has to suit these; the others may stay unfiled.
    let is_loose = |pattern: &&[u8]| LiteralPrefix::of_pattern(pattern).byte(2).is_none();
    let patterns = || stars.iter().map(|(_, pattern)| *pattern);
    let only_loose = patterns().filter(is_loose).count() >= MANY;
    let counts = |pattern: &&[u8]| !only_loose || is_loose(pattern);
    let suits = |grain: &Grain| {
        let is_left = |pattern: &&[u8]| !grain.suits(inside(pattern));
        patterns().filter(counts).filter(is_left).count() <= FEW
    };
    GRAINS.into_iter().find(suits).unwrap_or(GRAINS[4])
}

/// Hashes a gram to a place in each of the two tables; the word may have more bytes behind the
/// gram.
fn hashes(grain: Grain, word: u32) -> [usize; 2] {
    // Multiplicative hashing: the upper bits of the product depend on all bytes of the gram, and
    // the other bytes of the word are shifted out.
    let product = word.wrapping_mul(0x9E37_79B1 << (8 * (4 - grain.length)));
    [product >> 24, product >> 16 & 0xFF].map(|hash| hash as usize)
}

/// Returns the part of a pattern behind its first star.
fn inside(pattern: &[u8]) -> &[u8] {
    memchr(b'*', pattern).map_or(&[], |star| &pattern[star + 1..])
}
