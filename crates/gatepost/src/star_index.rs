//! Which of many patterns with stars can match a path.
//!
//! Each is filed under grams, and those that are filed under one that is in the path are tried; see
//! `grams.rs`. Which of its pieces a pattern is filed by is a choice: the one whose grams the fewest
//! other patterns have.
//!
//! Where all but a few patterns have a piece that is long enough, there is one walk with wide steps,
//! and those few are always tried. If not, there is one at every place for each length of gram: four octets
//! for the patterns that have so many side by side, and three, two and one for others.
//!
//! Time for one path: O(path) and the patterns that are tried, each a few times at most. Built in O(octets of all
//! patterns + patterns log patterns).

use alloc::vec;
use alloc::vec::Vec;

use crate::grams::{self, Grain, gram};
use crate::hashed::{Hashed, hash};
use crate::rule_set::{Head, Patterns};
use crate::words::first_word;

/// Up to how many patterns are always tried.
const FEW: usize = 8;

/// Patterns with stars.
#[derive(Clone, Debug)]
pub(crate) struct StarIndex {
    /// The walks that it takes.
    grains: Vec<Grain>,
    hashed: Hashed,
    /// By the hash of the gram, and for one by precedence.
    filed: Vec<Filed>,
    /// Those that are always tried, by precedence.
    unfiled: Vec<Star>,
}

#[derive(Clone, Copy, Debug)]
struct Star {
    rule: u32,
    head: Head,
}

#[derive(Clone, Copy, Debug)]
struct Filed {
    gram: u32,
    star: Star,
}

/// What all but a few patterns have to suit to be found by one walk, from the one that costs least.
const WIDE: [Grain; 2] = [Grain { length: 4, stride: 4 }, Grain { length: 4, stride: 2 }];

/// What a pattern is filed by else: the first that it suits.
const NARROW: [Grain; 4] = [
    Grain { length: 4, stride: 1 },
    Grain { length: 3, stride: 1 },
    Grain { length: 2, stride: 1 },
    Grain { length: 1, stride: 1 },
];

impl StarIndex {
    /// Takes the rules that have stars, by precedence.
    pub(crate) fn new(patterns: &Patterns, rules: Vec<u32>) -> StarIndex {
        let octets = |rule: &u32| patterns.pattern(*rule as usize);
        let grains = grains_for(rules.iter().map(octets));
        let grain_of = |star: &[u8]| grains.iter().copied().find(|grain| suits(star, *grain));
        let filed_by = |rule| grain_of(octets(rule)).map(|grain| (octets(rule), grain));
        // How often grams occur, as far as a part of their hashes tells.
        let counters = (8 * rules.len()).next_power_of_two().max(2);
        let counter = |gram: u32| (hash_of(gram) >> (64 - counters.trailing_zeros())) as usize;
        let mut counts = vec![0_u32; counters];
        for (star, grain) in rules.iter().filter_map(filed_by) {
            windows(star, grain.length).for_each(|octets| counts[counter(gram(octets))] += 1);
        }
        let (mut filed, mut unfiled) = (Vec::with_capacity(rules.len()), Vec::new());
        for rule in &rules {
            let star = Star { rule: *rule, head: Head::of_pattern(octets(rule)) };
            let Some((pattern, grain)) = filed_by(rule) else {
                unfiled.push(star);
                continue;
            };
            let count = |window: &&[u8]| -> u32 {
                window.windows(grain.length).map(|octets| counts[counter(gram(octets))]).sum()
            };
            let rarest = windows(pattern, grain.window()).min_by_key(count).unwrap_or_default();
            let grams = rarest.windows(grain.length).map(gram);
            filed.extend(grams.map(|gram| Filed { gram, star }));
        }
        filed.sort_unstable_by_key(|filed| (hash_of(filed.gram), filed.star.rule));
        filed.dedup_by_key(|filed| (filed.gram, filed.star.rule));
        let hashes: Vec<u64> = filed.iter().map(|filed| hash_of(filed.gram)).collect();
        let is_taken =
            |grain: &&Grain| rules.iter().filter_map(filed_by).any(|(_, taken)| taken == **grain);
        let grains = grains.iter().filter(is_taken).copied().collect();
        StarIndex { grains, hashed: Hashed::new(&hashes), filed, unfiled }
    }

    /// The first rule that matches, if it comes before `best`; else that.
    pub(crate) fn first_match_before(&self, best: u32, patterns: &Patterns, path: &[u8]) -> u32 {
        let mut search = Search { index: self, patterns, path, best, opened: Opened::default() };
        search.try_rules(&self.unfiled);
        for grain in &self.grains {
            grain.walk(path, |word| {
                let gram = grain.gram_of(word);
                if self.hashed.may_have(hash_of(gram)) {
                    search.open(gram);
                }
            });
        }
        search.best
    }
}

/// The walks that could find some patterns, from the one to take if it does.
fn grains_for<'p>(stars: impl Iterator<Item = &'p [u8]> + Clone) -> Vec<Grain> {
    let is_for_all = |grain: &Grain| {
        let others = stars.clone().filter(|star| !suits(star, *grain));
        others.count() <= FEW
    };
    match WIDE.into_iter().find(is_for_all) {
        Some(wide) => vec![wide],
        None => NARROW.to_vec(),
    }
}

/// Whether a pattern has a piece that is long enough.
fn suits(star: &[u8], grain: Grain) -> bool {
    grams::pieces(star).any(|piece| piece.len() >= grain.window())
}

/// All runs of so many octets in the pieces of a pattern.
fn windows(star: &[u8], length: usize) -> impl Iterator<Item = &[u8]> {
    grams::pieces(star).flat_map(move |piece| piece.windows(length))
}

/// A search for the first rule that matches.
struct Search<'a> {
    index: &'a StarIndex,
    patterns: &'a Patterns,
    path: &'a [u8],
    /// The first as far as is known.
    best: u32,
    opened: Opened,
}

impl Search<'_> {
    /// Tries what is filed under a gram.
    // Kept out of the walk over the path, which mostly finds nothing.
    #[inline(never)]
    fn open(&mut self, gram: u32) {
        let filed = &self.index.filed;
        let among = self.index.hashed.among(hash_of(gram));
        let before =
            filed[among.clone()].partition_point(|filed| hash_of(filed.gram) < hash_of(gram));
        let start = among.start + before;
        let is_there = filed.get(start).is_some_and(|filed| filed.gram == gram);
        if is_there && self.opened.insert(start, filed.len()) {
            let of_gram = filed[start..].iter().take_while(|filed| filed.gram == gram);
            self.try_rules(of_gram.map(|filed| &filed.star));
        }
    }

    /// Tries rules that come by precedence.
    fn try_rules<'s>(&mut self, stars: impl IntoIterator<Item = &'s Star>) {
        let word = first_word(self.path);
        for star in stars {
            if star.rule >= self.best {
                return;
            }
            if star.head.begins(word) && self.patterns.matches(star.rule as usize, self.path) {
                self.best = star.rule;
                return;
            }
        }
    }
}

/// What was looked at for one path, so that a gram that it has many times does not cost as many times. The
/// first few are not noted, as hardly any path has more.
#[derive(Default)]
struct Opened {
    count: u32,
    /// A bit for each.
    noted: Vec<u64>,
}

impl Opened {
    /// Adds one of so many; tells whether it may be new.
    fn insert(&mut self, one: usize, of: usize) -> bool {
        self.count += 1;
        if self.count <= 8 {
            return true;
        }
        self.noted.resize(of.div_ceil(64), 0);
        let word = &mut self.noted[one / 64];
        let is_new = *word >> (one % 64) & 1 == 0;
        *word |= 1 << (one % 64);
        is_new
    }
}

fn hash_of(gram: u32) -> u64 {
    hash(u64::from(gram))
}
