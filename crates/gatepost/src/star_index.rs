//! Which of many patterns with stars can match a path.
//!
//! Each is filed under grams, and those that are filed under one that is in the path are tried; see
//! `grams.rs`. Which of its pieces a pattern is filed by is a choice: the one whose grams are the rarest
//! in all patterns, or the first four bytes of the path, if those are.
//!
//! Where all but a few patterns have a piece that is long enough, there is one walk with wide steps. If
//! not, there is one at every place for each length of gram: four bytes for the patterns that have so
//! many side by side, and three, two and one for others.
//!
//! Time for one path: O(path) and the patterns that are tried, each a few times at most. Built in
//! O(bytes of all patterns + patterns log patterns).

use alloc::vec;
use alloc::vec::Vec;

use crate::grams::{Grain, gram, windows};
use crate::hashed::{Hashed, hash};
use crate::rule_set::{Head, Patterns};
use crate::words::first_word;

/// Up to how many patterns may have no piece that is long enough for a wide walk.
const FEW: usize = 8;

/// How often a gram may be for each time that four bytes start a pattern: where a path starts as a
/// pattern does, more of it is tried.
const START: u32 = 2;

/// Patterns with stars.
#[derive(Clone, Debug)]
pub(crate) struct StarIndex {
    /// The walks that it takes.
    grains: Vec<Grain>,
    hashed: Hashed,
    /// By the hash of the key, and for one by precedence.
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
    key: u64,
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
        let bytes = |rule: &u32| patterns.pattern(*rule as usize);
        let grains = grains_for(rules.iter().map(bytes));
        let counts = Counts::new(patterns, &grains);
        let (mut filed, mut unfiled) = (Vec::with_capacity(rules.len()), Vec::new());
        let mut taken = Vec::new();
        for rule in &rules {
            let pattern = bytes(rule);
            let star = Star { rule: *rule, head: Head::of_pattern(pattern) };
            let mut file = |key: u64| filed.push(Filed { key, star });
            let start = key_of_start(pattern).map(|key| (START * counts.of(key), By::Start(key)));
            let grain = grains.iter().copied().find(|grain| grain.suits(pattern));
            let windows = grain.into_iter().flat_map(|grain| {
                let windows = windows(pattern, grain.window());
                windows.map(move |window| (window, grain))
            });
            let windows = windows.map(|(window, grain)| {
                let count: u32 = keys_of(window, grain).map(|key| counts.of(key)).sum();
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
        StarIndex { grains, hashed: Hashed::new(&hashes), filed, unfiled }
    }

    /// The first rule that matches, if it comes before `best`; else that.
    // Kept for itself, so that the registers are its own.
    #[inline(never)]
    pub(crate) fn first_match_before(&self, best: u32, patterns: &Patterns, path: &[u8]) -> u32 {
        let (word, opened) = (first_word(path), Opened::default());
        let mut search = Search { index: self, patterns, path, word, best, opened };
        search.try_rules(&self.unfiled);
        let mut look_up = |key: u64| {
            if self.hashed.may_have(hash(key)) {
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

/// How often there is in all patterns what some are filed under, which is about how often it is in paths; as
/// far as a part of a hash tells.
struct Counts {
    counters: Vec<u32>,
}

impl Counts {
    fn new(patterns: &Patterns, grains: &[Grain]) -> Counts {
        let counters = (8 * patterns.len()).next_power_of_two().max(2);
        let mut counts = Counts { counters: vec![0; counters] };
        for pattern in (0..patterns.len()).map(|at| patterns.pattern(at)) {
            let keys = grains.iter().flat_map(|grain| windows(pattern, grain.length)).map(key_of);
            for key in key_of_start(pattern).into_iter().chain(keys) {
                let counter = counts.counter(key);
                counts.counters[counter] += 1;
            }
        }
        counts
    }

    fn counter(&self, key: u64) -> usize {
        (hash(key) >> (64 - self.counters.len().trailing_zeros())) as usize
    }

    fn of(&self, key: u64) -> u32 {
        self.counters[self.counter(key)]
    }
}

/// What tells four bytes at the start of a path from the same elsewhere.
const AT_START: u64 = 1 << 32;

/// The key of a pattern that has no star in its first four bytes.
fn key_of_start(pattern: &[u8]) -> Option<u64> {
    let start = pattern.get(..4).filter(|start| !start.contains(&b'*'))?;
    Some(AT_START | key_of(start))
}

/// The key of a gram.
fn key_of(bytes: &[u8]) -> u64 {
    u64::from(gram(bytes))
}

/// The keys of all grams in some bytes.
fn keys_of(bytes: &[u8], grain: Grain) -> impl Iterator<Item = u64> {
    bytes.windows(grain.length).map(key_of)
}

/// The walks that could find some patterns, from the one to take if it does.
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
    /// The first as far as is known.
    best: u32,
    opened: Opened,
}

impl Search<'_> {
    /// Tries what is filed under a key.
    // Kept out of the walk over the path, which mostly finds nothing.
    #[inline(never)]
    fn open(&mut self, key: u64) {
        let filed = &self.index.filed;
        let among = self.index.hashed.among(hash(key));
        let before = filed[among.clone()].partition_point(|filed| hash(filed.key) < hash(key));
        let start = among.start + before;
        let is_there = filed.get(start).is_some_and(|filed| filed.key == key);
        if is_there && self.opened.insert(start, filed.len()) {
            let of_key = filed[start..].iter().take_while(|filed| filed.key == key);
            self.try_rules(of_key.map(|filed| &filed.star));
        }
    }

    /// Tries rules that come by precedence.
    fn try_rules<'s>(&mut self, stars: impl IntoIterator<Item = &'s Star>) {
        for star in stars {
            if star.rule >= self.best {
                return;
            }
            if star.head.begins(self.word) && self.patterns.matches(star.rule as usize, self.path) {
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

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;

    use crate::product_token::ProductToken;
    use crate::robots_txt::RobotsTxt;

    /// Paths that are matched by a rule among hundreds, of a kind that decides how it is filed.
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
    fn by_how_the_path_starts() {
        let paths = ["/start/common", "/startcommon", "/start/a/common?b"];
        check("/start*common", "/*common#", &paths, &["/star/common", "/a/start/common"]);
    }

    #[test]
    fn by_what_is_inside() {
        let paths = ["/a/seldom", "/a/?seldom", "/a//seldom/", "/a///seldom", "/a////seldom"];
        check("/a/*seldom", "/a/*#", &paths, &["/a/seldo", "/seldom"]);
        check("/a/*ab", "/a/*#/x", &["/a/ab", "/a/xab", "/a/xxabx"], &["/a/a", "/a/b/a"]);
        check("/a/*?", "/a/*#/x", &["/a/?", "/a/b?", "/a/bc?d"], &["/a/", "/b?"]);
    }

    #[test]
    fn without_anything_inside() {
        check("/*/*", "/*#", &["//", "/a/b"], &["/a"]);
    }
}
