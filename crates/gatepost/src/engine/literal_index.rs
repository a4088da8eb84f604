//! An index over patterns without stars, which are literal prefixes of the paths that they match.
//!
//! All literals that are prefixes of a path are prefixes of the longest one among them. So the best
//! rule of each literal and its prefixes is computed beforehand, and only the longest literal has
//! to be found. Each literal is filed under a hash of all its bytes. A walk reads the path eight
//! bytes at a time and keeps one number for the bytes read so far; from that number and the next
//! eight bytes follow eight hashes, one for each prefix that ends there, which the processor
//! computes side by side.
//!
//! Equal hashes do not prove equal literals, so the literal that was found is compared. Two
//! literals have the same 64-bit hash only in a file that was made to have them; then all literals
//! are tried.
//!
//! Time for one path: O(path). Built in O(bytes of all literals + literals log literals).

use alloc::vec::Vec;

use super::hash_buckets::{HashBuckets, hash};
use super::prepared::{Patterns, Place};
use super::rule_index::NONE;
use crate::swar::{begins_with, first_word};

/// Patterns without stars.
#[derive(Clone, Debug)]
pub(super) struct LiteralIndex {
    /// For each eight bytes from the start of a path, a bit for each byte at which a literal ends.
    ends: Vec<u8>,
    buckets: HashBuckets,
    /// In the order of their hashes.
    literals: Vec<Literal>,
    /// The best rule with the empty literal, which is a prefix of every path.
    everywhere: u32,
}

/// All rules with one literal.
#[derive(Clone, Copy, Debug)]
struct Literal {
    hash: u64,
    place: Place,
    /// The best of the open rules with this literal or with one of its prefixes.
    open: u32,
    /// The best of the closed rules with this literal.
    closed: u32,
}

impl LiteralIndex {
    /// Builds the index of the rules that have no star.
    pub(super) fn new(patterns: &Patterns, mut rules: Vec<u32>) -> LiteralIndex {
        let bytes = |rule: u32| patterns.pattern(rule as usize);
        rules.sort_unstable_by(|a, b| bytes(*a).cmp(bytes(*b)).then(a.cmp(b)));
        let mut ends: Vec<u8> = Vec::new();
        let mut literals: Vec<Literal> = Vec::with_capacity(rules.len());
        // The numbers of the walk for literals of more than eight bytes, up to where they go on.
        let mut begun: Vec<u64> = Vec::new();
        // The literals that are prefixes of the next one.
        let mut prefixes: Vec<usize> = Vec::new();
        for rule in rules {
            let literal = bytes(rule);
            if literals.last().is_none_or(|last| patterns.at(last.place) != literal) {
                let is_other = |at: &usize| !literal.starts_with(patterns.at(literals[*at].place));
                while prefixes.last().is_some_and(is_other) {
                    prefixes.pop();
                }
                let open = prefixes.last().map_or(NONE, |at| literals[*at].open);
                prefixes.push(literals.len());
                let hash = hash_of(literal, |read| begun.push(read));
                let place = patterns.place(rule as usize);
                literals.push(Literal { hash, place, open, closed: NONE });
                if let Some(last) = literal.len().checked_sub(1) {
                    ends.resize(ends.len().max(last / 8 + 1), 0);
                    ends[last / 8] |= 1 << (last % 8);
                }
            }
            let literal = literals.last_mut().expect("one was just pushed");
            let best = match patterns.is_closed(rule as usize) {
                true => &mut literal.closed,
                false => &mut literal.open,
            };
            *best = rule.min(*best);
        }
        let is_empty = |first: &&Literal| first.place.length == 0;
        let everywhere = literals.first().filter(is_empty).map_or(NONE, |first| first.open);
        literals.sort_unstable_by_key(|literal| literal.hash);
        let hashes: Vec<u64> = literals.iter().map(|literal| literal.hash).collect();
        let mut buckets = HashBuckets::new(&hashes);
        begun.into_iter().for_each(|read| buckets.insert(read));
        LiteralIndex { ends, buckets, literals, everywhere }
    }

    /// Returns the first rule by precedence that matches.
    #[inline(never)]
    pub(super) fn first_match(&self, patterns: &Patterns, path: &[u8]) -> u32 {
        let mut longest = None;
        let (mut rest, mut read) = (path, START);
        for ends in &self.ends {
            let word = first_word(rest);
            // The ends of literals, as far as the path goes, the last first.
            let mut ends = u32::from(*ends) & (0xFF >> (8 - rest.len().min(8)));
            while ends != 0 {
                let last = ends.ilog2();
                let hash = hash(read ^ (word & MASKS[last as usize]));
                if self.buckets.may_contain(hash) {
                    if let Some(literal) = self.find(hash) {
                        longest = Some((path.len() - rest.len() + last as usize + 1, literal));
                        break;
                    }
                }
                ends ^= 1 << last;
            }
            let Some(behind) = rest.get(8..).filter(|behind| !behind.is_empty()) else { break };
            (rest, read) = (behind, go_on(read, word));
            if !self.buckets.may_contain(read) {
                break;
            }
        }
        let Some((length, literal)) = longest else { return self.everywhere };
        let is_prefix = |literal: &Literal| begins_with(path, patterns.at(literal.place));
        if literal.place.length as usize == length && is_prefix(literal) {
            return literal.of(path);
        }
        let prefixes = self.literals.iter().filter(|literal| is_prefix(literal));
        prefixes.map(|literal| literal.of(path)).min().unwrap_or(self.everywhere)
    }

    fn find(&self, hash: u64) -> Option<&Literal> {
        let bucket = &self.literals[self.buckets.bucket(hash)];
        let at = bucket.binary_search_by_key(&hash, |literal| literal.hash).ok()?;
        Some(&bucket[at])
    }
}

impl Literal {
    /// Returns the best rule for a path of which this literal is a prefix.
    fn of(&self, path: &[u8]) -> u32 {
        let is_all = self.place.length as usize == path.len();
        self.open.min(if is_all { self.closed } else { NONE })
    }
}

/// Masks for the first bytes of a word, from one to all eight.
const MASKS: [u64; 8] = {
    let mut masks = [u64::MAX; 8];
    let mut at = 0;
    while at < 8 {
        masks[at] >>= 8 * (7 - at);
        at += 1;
    }
    masks
};

/// The number of the walk before any byte was read.
const START: u64 = 0;

/// Returns the number of the walk after eight more bytes.
fn go_on(read: u64, word: u64) -> u64 {
    let upper = hash(read ^ word);
    hash(upper ^ upper >> 32)
}

/// Returns the hash of a literal. Calls `goes_on` with the number of the walk at each eight bytes
/// behind which the literal goes on.
fn hash_of(literal: &[u8], mut goes_on: impl FnMut(u64)) -> u64 {
    let (mut rest, mut read) = (literal, START);
    while rest.len() > 8 {
        read = go_on(read, first_word(rest));
        goes_on(read);
        rest = &rest[8..];
    }
    hash(read ^ first_word(rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::product_token::ProductToken;
    use crate::robots_txt::RobotsTxt;

    /// Makes another literal of sixteen bytes with the same hash.
    fn twin(literal: &str) -> String {
        let [first, last] = [&literal[..8], &literal[8..]].map(|half| first_word(half.as_bytes()));
        let rest = go_on(START, first) ^ last;
        let twin = (0..=u32::MAX).find_map(|number| {
            let start = format!("/{:07}", number % 10_000_000);
            let end = (rest ^ go_on(START, first_word(start.as_bytes()))).to_le_bytes();
            let is_plain = end.iter().all(u8::is_ascii_alphanumeric);
            is_plain.then(|| start + &String::from_utf8_lossy(&end))
        });
        twin.expect("one in a hundred thousand candidates is plain")
    }

    #[test]
    fn two_literals_with_the_same_hash() {
        let one = "/abcdefghijklmno";
        let other = twin(one);
        assert_eq!(hash_of(one.as_bytes(), |_| ()), hash_of(other.as_bytes(), |_| ()));
        let others: String = (0..300).map(|at| format!("Disallow: /{at}/\n")).collect();
        let file =
            format!("User-agent: *\n{others}Disallow: {one}\nDisallow: {other}\nDisallow: /9\n");
        let rules = RobotsTxt::parse(&file).group_for(&ProductToken::any()).rule_set();
        assert_eq!(rules.line_for(one), Some(302));
        assert_eq!(rules.line_for(&format!("{other}?")), Some(303));
        assert_eq!(rules.line_for("/9000000/"), Some(304));
    }

    #[test]
    fn the_longest_literal_and_its_prefixes_decide() {
        let others: String = (0..300).map(|at| format!("Disallow: /some/{at:03}\n")).collect();
        let few = "Disallow: *\nAllow: /a\nDisallow: /a/b/c/d/e$\nAllow: /a/b/c/d/e/f/g/h/i\n";
        let file = format!("User-agent: *\n{others}{few}");
        let rules = RobotsTxt::parse(&file).group_for(&ProductToken::any()).rule_set();
        assert_eq!(rules.line_for("/"), Some(302));
        assert_eq!(rules.line_for("/some/30"), Some(302));
        assert_eq!(rules.line_for("/some/299/x"), Some(301));
        assert_eq!(rules.line_for("/a/b/c/d/e"), Some(304));
        assert_eq!(rules.line_for("/a/b/c/d/e/f/g/h/"), Some(303));
        assert_eq!(rules.line_for("/a/b/c/d/e/f/g/h/ij"), Some(305));
    }
}
