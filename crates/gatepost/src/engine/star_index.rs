//! An index over patterns with stars.
//!
//! Each pattern is filed under some of its grams, and the patterns filed under a gram of the path
//! are tried; see `grams.rs`. A pattern is filed under the grams of the piece whose grams are the
//! rarest in all patterns, or under its first four bytes as the start of a path, if those are
//! rarer.
//!
//! Where all but a few patterns have a piece that is long enough, one walk with wide steps finds
//! them. Otherwise there is a walk over every place for each length of gram: four bytes for
//! patterns with a piece of four, and three, two and one for the others.
//!
//! Time for one path: O(path) and the patterns that are tried, each a few times at most. Built in
//! O(bytes of all patterns + patterns log patterns).

use alloc::vec;
use alloc::vec::Vec;

use super::grams::{Grain, gram, windows};
use super::hash_buckets::{HashBuckets, hash};
use super::prepared::{LiteralPrefix, Patterns};
use crate::swar::first_word;

/// How many patterns may lack a piece that is long enough for a wide walk.
const FEW: usize = 8;

/// By how much the start of a pattern has to be rarer than its grams: where a path starts like a
/// pattern, trying the pattern takes longer.
const START: u32 = 2;

/// Patterns with stars.
#[derive(Clone, Debug)]
pub(super) struct StarIndex {
    /// The walks that find the filed patterns.
    grains: Vec<Grain>,
    buckets: HashBuckets,
    /// In the order of their keys' hashes; with the same key, by precedence.
    filed: Vec<Filed>,
    /// Patterns that are always tried, by precedence.
    unfiled: Vec<Star>,
}

#[derive(Clone, Copy, Debug)]
struct Star {
    rule: u32,
    prefix: LiteralPrefix,
}

#[derive(Clone, Copy, Debug)]
struct Filed {
    key: u64,
    star: Star,
}

/// Grains for a single walk, the cheapest first. All but a few patterns have to suit it.
const WIDE: [Grain; 2] = [Grain { length: 4, stride: 4 }, Grain { length: 4, stride: 2 }];

/// Grains for several walks. A pattern is filed by the first that it suits.
const NARROW: [Grain; 4] = [
    Grain { length: 4, stride: 1 },
    Grain { length: 3, stride: 1 },
    Grain { length: 2, stride: 1 },
    Grain { length: 1, stride: 1 },
];

impl StarIndex {
    /// Builds the index of the rules that have stars, which come by precedence.
    pub(super) fn new(patterns: &Patterns, rules: Vec<u32>) -> StarIndex {
        let bytes = |rule: &u32| patterns.pattern(*rule as usize);
        let grains = grains_for(rules.iter().map(bytes));
        let frequencies = Frequencies::new(patterns, &grains);
        let (mut filed, mut unfiled) = (Vec::with_capacity(rules.len()), Vec::new());
        let mut taken = Vec::new();
        for rule in &rules {
            let pattern = bytes(rule);
            let star = Star { rule: *rule, prefix: LiteralPrefix::of_pattern(pattern) };
            let mut file = |key: u64| filed.push(Filed { key, star });
            let start =
                key_of_start(pattern).map(|key| (START * frequencies.of(key), By::Start(key)));
            let grain = grains.iter().copied().find(|grain| grain.suits(pattern));
            let windows = grain.into_iter().flat_map(|grain| {
                let windows = windows(pattern, grain.window());
                windows.map(move |window| (window, grain))
            });
            let windows = windows.map(|(window, grain)| {
                let count: u32 = keys_of(window, grain).map(|key| frequencies.of(key)).sum();
                (count, By::Window(window, grain))
            });
            match start.into_iter().chain(windows).min_by_key(|(count, _)| *count) {
                None => unfiled.push(star),
                Some((_, By::Start(key))) => file(key),
                Some((_, By::Window(window, grain))) => {
                    keys_of(window, grain).for_each(file);
                    taken.push(grain);
                }
            }
        }
        filed.sort_unstable_by_key(|filed| (hash(filed.key), filed.star.rule));
        filed.dedup_by_key(|filed| (filed.key, filed.star.rule));
        let hashes: Vec<u64> = filed.iter().map(|filed| hash(filed.key)).collect();
        let grains = grains.into_iter().filter(|grain| taken.contains(grain)).collect();
        StarIndex { grains, buckets: HashBuckets::new(&hashes), filed, unfiled }
    }

    /// Returns the first rule that matches, if it comes before `best`; otherwise `best`.
    // Not inlined, so that it has all registers to itself.
    #[inline(never)]
    pub(super) fn first_match_before(&self, best: u32, patterns: &Patterns, path: &[u8]) -> u32 {
        let (word, opened) = (first_word(path), Opened::default());
        let mut search = Search { index: self, patterns, path, word, best, opened };
        search.try_rules(&self.unfiled);
        let mut look_up = |key: u64| {
            if self.buckets.may_contain(hash(key)) {
                search.open(key);
            }
        };
        look_up(AT_START | u64::from(word as u32));
        for grain in &self.grains {
            grain.walk(path, |word| look_up(u64::from(grain.gram_of(word))));
        }
        search.best
    }
}

/// What a pattern is filed by.
enum By<'p> {
    /// The first four bytes of the path.
    Start(u64),
    /// The grams of some of its bytes.
    Window(&'p [u8], Grain),
}

/// The approximate frequency of each key over all patterns, which predicts its frequency in paths.
///
/// This is a count-min sketch with one row: keys that share a counter add up, so a frequency is
/// never too low.
struct Frequencies {
    counters: Vec<u32>,
}

impl Frequencies {
    fn new(patterns: &Patterns, grains: &[Grain]) -> Frequencies {
        let counters = (8 * patterns.len()).next_power_of_two().max(2);
        let mut sketch = Frequencies { counters: vec![0; counters] };
        for pattern in (0..patterns.len()).map(|at| patterns.pattern(at)) {
            let keys = grains.iter().flat_map(|grain| windows(pattern, grain.length)).map(key_of);
            for key in key_of_start(pattern).into_iter().chain(keys) {
                let counter = sketch.counter(key);
                sketch.counters[counter] += 1;
            }
        }
        sketch
    }

    fn counter(&self, key: u64) -> usize {
        (hash(key) >> (64 - self.counters.len().trailing_zeros())) as usize
    }

    fn of(&self, key: u64) -> u32 {
        self.counters[self.counter(key)]
    }
}

/// Sets the key of the first four bytes of a path apart from the same four bytes elsewhere.
const AT_START: u64 = 1 << 32;

/// Returns the key of a pattern's first four bytes, unless they have a star.
fn key_of_start(pattern: &[u8]) -> Option<u64> {
    let start = pattern.get(..4).filter(|start| !start.contains(&b'*'))?;
    Some(AT_START | key_of(start))
}

/// Returns the key of a gram.
fn key_of(bytes: &[u8]) -> u64 {
    u64::from(gram(bytes))
}

/// Returns the keys of all grams in some bytes.
fn keys_of(bytes: &[u8], grain: Grain) -> impl Iterator<Item = u64> {
    bytes.windows(grain.length).map(key_of)
}

/// Returns the grains by which patterns can be filed: a wide one for all, or the narrow ones.
fn grains_for<'p>(stars: impl Iterator<Item = &'p [u8]> + Clone) -> Vec<Grain> {
    let is_for_all = |grain: &Grain| stars.clone().filter(|star| !grain.suits(star)).count() <= FEW;
    match WIDE.into_iter().find(is_for_all) {
        Some(wide) => vec![wide],
        None => NARROW.to_vec(),
    }
}

/// A search for the first rule that matches.
struct Search<'a> {
    index: &'a StarIndex,
    patterns: &'a Patterns,
    path: &'a [u8],
    /// The first bytes of the path.
    word: u64,
    /// The best rule found so far.
    best: u32,
    opened: Opened,
}

impl Search<'_> {
    /// Tries the rules that are filed under a key.
    // Not inlined into the walk over the path, which mostly finds nothing.
    #[inline(never)]
    fn open(&mut self, key: u64) {
        let filed = &self.index.filed;
        let bucket = self.index.buckets.bucket(hash(key));
        let before = filed[bucket.clone()].partition_point(|filed| hash(filed.key) < hash(key));
        let start = bucket.start + before;
        let is_there = filed.get(start).is_some_and(|filed| filed.key == key);
        if is_there && self.opened.insert(start, filed.len()) {
            let of_key = filed[start..].iter().take_while(|filed| filed.key == key);
            self.try_rules(of_key.map(|filed| &filed.star));
        }
    }

    /// Tries rules, which come by precedence, until one matches.
    fn try_rules<'s>(&mut self, stars: impl IntoIterator<Item = &'s Star>) {
        for star in stars {
            if star.rule >= self.best {
                return;
            }
            if star.prefix.begins(self.word) && self.patterns.matches(star.rule as usize, self.path)
            {
                self.best = star.rule;
                return;
            }
        }
    }
}

/// The keys that were looked up for one path, so that a gram that the path has many times is tried
/// once. The first few are not noted, since hardly any path has more.
#[derive(Default)]
struct Opened {
    count: u32,
    /// A bit for each.
    noted: Vec<u64>,
}

impl Opened {
    /// Adds number `one` of `of`; returns `false` if it was added before.
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

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;

    use crate::product_token::ProductToken;
    use crate::robots_txt::RobotsTxt;

    /// Checks a rule among hundreds of others, which decide how it is filed.
    #[track_caller]
    fn check(rule: &str, others: &str, paths: &[&str], not: &[&str]) {
        let numbered = |at: usize| others.replace('#', &format!("{at:04}"));
        let others: String = (0..400).map(|at| format!("Disallow: {}\n", numbered(at))).collect();
        let file = format!("User-agent: *\n{others}Allow: {rule}\n");
        let rules = RobotsTxt::parse(&file).group_for(&ProductToken::any()).rule_set();
        for path in paths {
            assert_eq!(rules.line_for(path), Some(402), "{path}");
        }
        for path in not {
            assert_ne!(rules.line_for(path), Some(402), "{path}");
        }
    }

    #[test]
    fn filed_by_its_start() {
        let paths = ["/start/common", "/startcommon", "/start/a/common?b"];
        check("/start*common", "/*common#", &paths, &["/star/common", "/a/start/common"]);
    }

    #[test]
    fn filed_by_its_grams() {
        let paths = ["/a/seldom", "/a/?seldom", "/a//seldom/", "/a///seldom", "/a////seldom"];
        check("/a/*seldom", "/a/*#", &paths, &["/a/seldo", "/seldom"]);
        check("/a/*ab", "/a/*#/x", &["/a/ab", "/a/xab", "/a/xxabx"], &["/a/a", "/a/b/a"]);
        check("/a/*?", "/a/*#/x", &["/a/?", "/a/b?", "/a/bc?d"], &["/a/", "/b?"]);
    }

    #[test]
    fn without_any_gram() {
        check("/*/*", "/*#", &["//", "/a/b"], &["/a"]);
    }
}
