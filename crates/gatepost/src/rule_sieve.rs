//! Which of up to 64 rules can match a path, as the bits of a word.
//!
//! Bit `n` stands for rule `n` by precedence, so the lowest is to be tried first. What a path or a rule
//! says, no processor can foresee, and a wrong guess takes as long as twenty comparisons: so there are
//! no branches on it here. A few words are looked up and combined.
//!
//! # How patterns begin
//!
//! For each of three places, a table tells by the byte of the path there which rules are left: those
//! that have this byte there, and those whose first star or end comes before. What is left in all three
//! is a candidate.
//!
//! # What patterns have inside
//!
//! If more than one pattern with stars is left, a walk over the path looks up grams of three bytes, and
//! drops those that are filed under none of them; see `grams.rs`. Each is filed under those of its grams
//! that the fewest others have. The walk has the widest steps that leave no more than a few patterns
//! unfiled, for want of a piece that is long enough; those stay candidates.
//!
//! Memory: 768 bytes, and 4 KiB for a walk.

use alloc::boxed::Box;
use alloc::vec::Vec;

use memchr::memchr;

use crate::grams::{Grain, gram, windows};
use crate::rule_set::{Head, Patterns};

/// How many rules one sieve can tell apart.
pub(crate) const WIDTH: usize = 64;

/// The places whose bytes are looked up; at the first, every path has a slash.
const PLACES: [usize; 3] = [1, 2, 4];

/// From how many patterns with stars on a walk is worth it, and how many it may leave unfiled.
const MANY: usize = 2;
const FEW: usize = 1;

/// What a walk may look for, from what costs least.
const GRAINS: [Grain; 5] = [
    Grain { length: 3, stride: 4 },
    Grain { length: 3, stride: 2 },
    Grain { length: 3, stride: 1 },
    Grain { length: 2, stride: 1 },
    Grain { length: 1, stride: 1 },
];

#[derive(Clone, Debug)]
pub(crate) struct Sieve {
    /// By place, and by the lower bits of the byte there.
    begins: [[u64; 32]; PLACES.len()],
    /// For patterns with stars, if there are enough.
    walk: Option<Box<Walk>>,
}

/// A walk over a path, and what is filed for it.
#[derive(Clone, Debug)]
struct Walk {
    grain: Grain,
    /// Patterns by two hashes of their grams: it takes both to be found.
    tables: [[u64; 256]; 2],
    /// What is not filed is always found.
    unfiled: u64,
}

impl Sieve {
    /// For rules from `first` on, as many as it can tell apart.
    pub(crate) fn new(patterns: &Patterns, first: usize) -> Sieve {
        let rules = (first..patterns.len()).take(WIDTH).map(|at| patterns.pattern(at)).enumerate();
        let mut begins = [[0; 32]; PLACES.len()];
        let mut anything = [0; PLACES.len()];
        let mut stars = Vec::new();
        for (bit, pattern) in rules {
            let head = Head::of_pattern(pattern);
            for (at, place) in PLACES.into_iter().enumerate() {
                match head.byte(place) {
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
        Sieve { begins, walk }
    }

    /// The rules that could match a path, which starts with this word.
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
        // How often grams occur, for filing each pattern under the rarest that it has.
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

/// The grain with the widest steps that suits some patterns.
fn grain_for(stars: &[(usize, &[u8])]) -> Grain {
    // Those that begin with little but a star are nearly always candidates; they count, if there are
    // many. The others can well stay unfiled.
    let is_loose = |pattern: &&[u8]| Head::of_pattern(pattern).byte(2).is_none();
    let patterns = || stars.iter().map(|(_, pattern)| *pattern);
    let only_loose = patterns().filter(is_loose).count() >= MANY;
    let counts = |pattern: &&[u8]| !only_loose || is_loose(pattern);
    let suits = |grain: &Grain| {
        let is_left = |pattern: &&[u8]| !grain.suits(inside(pattern));
        patterns().filter(counts).filter(is_left).count() <= FEW
    };
    GRAINS.into_iter().find(suits).unwrap_or(GRAINS[4])
}

/// Two places in tables of 256, for a gram; the word may have more bytes behind it.
fn hashes(grain: Grain, word: u32) -> [usize; 2] {
    // Multiplicative hashing: upper bits of the product depend on all bytes. Those that are not the
    // gram's are shifted out.
    let product = word.wrapping_mul(0x9E37_79B1 << (8 * (4 - grain.length)));
    [product >> 24, product >> 16 & 0xFF].map(|hash| hash as usize)
}

/// What is behind the first star.
fn inside(pattern: &[u8]) -> &[u8] {
    memchr(b'*', pattern).map_or(&[], |star| &pattern[star + 1..])
}
