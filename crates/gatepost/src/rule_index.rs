//! Which of many rules can match a path, without trying them.
//!
//! The rules come by precedence, so the one that decides is the least of those that match. This is for
//! hundreds of rules, or for many that begin alike; for fewer `rule_sieve.rs` is faster.
//!
//! # Literals
//!
//! A pattern without stars matches where it is a prefix of the path. Those are sorted; one binary
//! search finds the last that is not above the path, and every literal that is a prefix of the path
//! is a prefix of that one too. Each literal has a link to the longest other that is a prefix of it,
//! and the best rule along that chain is computed beforehand. What is left to do is to go up the
//! chain, by lengths alone, to what the path really shares.
//!
//! # Patterns with stars
//!
//! A pattern with stars can match only where all its literal octets are in the path, so each is
//! filed under three (or, where no piece has three, two or one) of them: those that the fewest other
//! patterns have. One walk over the path looks up every triple in a table of up to 4,096 bits, and
//! tries the patterns that are filed under those that are set, each drawer once.
//!
//! Time for one path: O(log literals + path) and the patterns that are tried. Built in
//! O(octets of all patterns + rules log rules); memory: 32 octets a rule, and up to 17 KiB for the
//! table, by how many patterns have stars.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::rule_set::{Head, Patterns};
use crate::words::first_word;

/// No rule, or no link.
const NONE: u32 = u32::MAX;

/// Up to so many patterns with stars are tried without a table.
const FEW: usize = 2;

#[derive(Clone, Debug)]
pub(crate) struct RuleIndex {
    literals: Literals,
    stars: Stars,
}

impl RuleIndex {
    pub(crate) fn new(patterns: &Patterns) -> RuleIndex {
        let all = 0..patterns.len() as u32;
        let (stars, literals) = all.partition(|at| patterns.has_star(*at as usize));
        RuleIndex {
            literals: Literals::new(patterns, literals),
            stars: Stars::new(patterns, stars),
        }
    }

    /// The first rule by precedence that matches.
    // Kept out of the way of rule sets that have no index.
    #[inline(never)]
    pub(crate) fn first_match(&self, patterns: &Patterns, path: &[u8]) -> Option<usize> {
        let literal = self.literals.first_match(patterns, path);
        let best = self.stars.first_match_before(literal, patterns, path);
        (best != NONE).then_some(best as usize)
    }
}

/// Patterns without stars.
#[derive(Clone, Debug)]
struct Literals {
    /// Their first eight octets in the order of the sort, for a search that stays in few cache lines.
    words: Vec<u64>,
    nodes: Vec<Literal>,
}

/// All rules with one literal.
#[derive(Clone, Copy, Debug)]
struct Literal {
    /// A rule that has it, to find its octets.
    rule: u32,
    length: u32,
    /// The longest other literal that is a prefix of it.
    prefix: u32,
    /// The best of the open rules with it or with one of its prefixes.
    open: u32,
    /// The best of the rules that it closes.
    closed: u32,
}

impl Literals {
    fn new(patterns: &Patterns, mut rules: Vec<u32>) -> Literals {
        let octets = |rule: u32| patterns.pattern(rule as usize);
        rules.sort_unstable_by(|a, b| octets(*a).cmp(octets(*b)).then(a.cmp(b)));
        let mut nodes: Vec<Literal> = Vec::with_capacity(rules.len());
        for rule in rules {
            let literal = octets(rule);
            if nodes.last().is_none_or(|last| octets(last.rule) != literal) {
                // The longest prefix is the literal before or one of those that lead to it.
                let mut prefix = nodes.len().checked_sub(1).map_or(NONE, |last| last as u32);
                while prefix != NONE && !literal.starts_with(octets(nodes[prefix as usize].rule)) {
                    prefix = nodes[prefix as usize].prefix;
                }
                let open = if prefix == NONE { NONE } else { nodes[prefix as usize].open };
                let length = literal.len() as u32;
                nodes.push(Literal { rule, length, prefix, open, closed: NONE });
            }
            let node = nodes.last_mut().expect("one was just pushed");
            let best = match patterns.is_closed(rule as usize) {
                true => &mut node.closed,
                false => &mut node.open,
            };
            *best = rule.min(*best);
        }
        let words = nodes.iter().map(|node| sortable_word(octets(node.rule))).collect();
        Literals { words, nodes }
    }

    fn first_match(&self, patterns: &Patterns, path: &[u8]) -> u32 {
        let octets = |at: usize| patterns.pattern(self.nodes[at].rule as usize);
        let word = sortable_word(path);
        let mut after = self.words.partition_point(|of_literal| *of_literal <= word);
        // Those with the same first word as the path are to be compared further.
        if after > 0 && self.words[after - 1] == word && path.len() > 8 {
            let from = self.words[..after].partition_point(|of_literal| *of_literal < word);
            let (mut low, mut high) = (from, after);
            while low < high {
                let middle = low + (high - low) / 2;
                if octets(middle) <= path { low = middle + 1 } else { high = middle }
            }
            after = low;
        }
        let Some(last) = after.checked_sub(1) else { return NONE };
        let shared = common_prefix(octets(last), path);
        let mut at = last as u32;
        while at != NONE {
            let node = &self.nodes[at as usize];
            if node.length as usize <= shared {
                let closed = if node.length as usize == path.len() { node.closed } else { NONE };
                return node.open.min(closed);
            }
            at = node.prefix;
        }
        NONE
    }
}

/// The first eight octets as a word that sorts as they do.
fn sortable_word(octets: &[u8]) -> u64 {
    first_word(octets).swap_bytes()
}

fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// Patterns with stars.
#[derive(Clone, Debug)]
struct Stars {
    /// By precedence.
    rules: Vec<Star>,
    table: Option<Box<Table>>,
}

#[derive(Clone, Copy, Debug)]
struct Star {
    rule: u32,
    head: Head,
}

/// Patterns filed under some of their octets.
#[derive(Clone, Debug)]
struct Table {
    /// Whether any pattern is filed under one octet, under two, under three.
    lengths: [bool; 3],
    /// One bit a drawer: whether anything is in it.
    used: Vec<u64>,
    /// Where each drawer starts in `filed`.
    starts: Vec<u32>,
    /// By drawer, and within one by precedence.
    filed: Vec<Filed>,
    /// Places in `Stars::rules` of those without any literal octet.
    unfiled: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Filed {
    gram: u32,
    /// The place in `Stars::rules`.
    place: u32,
}

/// How many words the bits of a small, a middling and a large table have.
const SMALL: usize = 4;
const MIDDLING: usize = 16;
const LARGE: usize = 64;

/// One to three octets as a word. No octet of a path is zero, so grams of no two lengths are equal.
fn gram(octets: &[u8]) -> u32 {
    octets.iter().rev().fold(0, |word, octet| word << 8 | u32::from(*octet))
}

/// The drawer of a gram in a table with so many words of bits.
fn drawer(gram: u32, words: usize) -> usize {
    // Multiplicative hashing: the upper bits of the product depend on all octets.
    (gram.wrapping_mul(0x9E37_79B1) >> (32 - 6 - words.trailing_zeros())) as usize
}

impl Stars {
    fn new(patterns: &Patterns, rules: Vec<u32>) -> Stars {
        let head = |rule: u32| Head::of_pattern(patterns.pattern(rule as usize));
        let rules: Vec<_> = rules.into_iter().map(|rule| Star { rule, head: head(rule) }).collect();
        let table = (rules.len() > FEW).then(|| Box::new(Table::new(patterns, &rules)));
        Stars { rules, table }
    }

    /// The first rule that matches, if it comes before `best`; else that.
    fn first_match_before(&self, best: u32, patterns: &Patterns, path: &[u8]) -> u32 {
        if self.rules.first().is_none_or(|first| first.rule > best) {
            return best;
        }
        let word = first_word(path);
        let matches =
            |star: &Star| star.head.begins(word) && patterns.matches(star.rule as usize, path);
        match &self.table {
            None => {
                let before = self.rules.iter().take_while(|star| star.rule < best);
                before.copied().find(matches).map_or(best, |star| star.rule)
            }
            Some(table) => table.first_match_before(best, &self.rules, path, matches),
        }
    }
}

impl Table {
    fn new(patterns: &Patterns, stars: &[Star]) -> Table {
        let words = match stars.len() {
            0..=8 => SMALL,
            9..=64 => MIDDLING,
            _ => LARGE,
        };
        let octets = |star: &Star| patterns.pattern(star.rule as usize);
        // How often octets of a drawer occur in patterns, for filing each under the rarest it has.
        let mut counts = vec![0_u32; 64 * words];
        for gram in stars.iter().flat_map(|star| grams(octets(star))) {
            counts[drawer(gram, words)] += 1;
        }
        let mut lengths = [false; 3];
        let mut used = vec![0_u64; words];
        let (mut filed, mut unfiled) = (Vec::with_capacity(stars.len()), Vec::new());
        for (place, star) in stars.iter().enumerate() {
            let place = place as u32;
            match grams(octets(star)).min_by_key(|gram| counts[drawer(*gram, words)]) {
                None => unfiled.push(place),
                Some(gram) => {
                    let drawer = drawer(gram, words);
                    lengths[(gram.ilog2() / 8) as usize] = true;
                    used[drawer / 64] |= 1 << (drawer % 64);
                    filed.push((drawer, Filed { gram, place }));
                }
            }
        }
        filed.sort_unstable_by_key(|(drawer, filed)| (*drawer, filed.place));
        let mut starts = vec![0_u32; 64 * words + 1];
        for (drawer, _) in &filed {
            starts[*drawer + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let filed = filed.into_iter().map(|(_, filed)| filed).collect();
        Table { lengths, used, starts, filed, unfiled }
    }

    fn first_match_before(
        &self,
        mut best: u32,
        stars: &[Star],
        path: &[u8],
        matches: impl Fn(&Star) -> bool,
    ) -> u32 {
        for place in &self.unfiled {
            let star = &stars[*place as usize];
            if star.rule < best && matches(star) {
                best = star.rule;
            }
        }
        for length in (1..=3).rev().filter(|length| self.lengths[length - 1]) {
            let try_rules = |best: u32, filed: &[Filed]| first_of(filed, stars, best, &matches);
            best = match self.used.len() {
                SMALL => self.open_drawers::<SMALL>(length, path, best, try_rules),
                MIDDLING => self.open_drawers::<MIDDLING>(length, path, best, try_rules),
                _ => self.open_drawers::<LARGE>(length, path, best, try_rules),
            };
        }
        best
    }

    /// Opens the drawers of all grams of a length that the path has, and hands on what is in them
    /// together with the best so far.
    fn open_drawers<const WORDS: usize>(
        &self,
        length: usize,
        path: &[u8],
        mut best: u32,
        try_rules: impl Fn(u32, &[Filed]) -> u32,
    ) -> u32 {
        // A drawer is opened once, however often its grams occur: its bit is cleared then.
        let mut unopened: [u64; WORDS] =
            self.used.as_slice().try_into().expect("a table has as many words as its size says");
        let mut look_up = |gram: u32| {
            let drawer = drawer(gram, WORDS);
            if unopened[drawer / 64] >> (drawer % 64) & 1 == 0 {
                return;
            }
            if let Some(filed) = self.open(drawer, gram) {
                unopened[drawer / 64] &= !(1 << (drawer % 64));
                best = try_rules(best, filed);
            }
        };
        // Four octets are one load, of which the gram is the lower part.
        let mask = (1 << (8 * length)) - 1;
        let fours = path.windows(4).map(|four| four.try_into().expect("a window of four"));
        fours.for_each(|four| look_up(u32::from_le_bytes(four) & mask));
        let rest = path.len().saturating_sub(3);
        path[rest..].windows(length).for_each(|octets| look_up(gram(octets)));
        best
    }

    /// What is in a drawer, if this gram opens it.
    // Kept out of the loop over the path, which mostly finds nothing.
    #[inline(never)]
    fn open(&self, drawer: usize, gram: u32) -> Option<&[Filed]> {
        let [start, end] = [self.starts[drawer], self.starts[drawer + 1]];
        let filed = &self.filed[start as usize..end as usize];
        // In most drawers all is filed under one gram, and no other opens them.
        let first = filed[0].gram;
        let is_others = first != gram && filed.iter().all(|filed| filed.gram == first);
        (!is_others).then_some(filed)
    }
}

/// The first of some filed rules that matches, if it comes before `best`; else that.
#[inline(never)]
fn first_of(filed: &[Filed], stars: &[Star], best: u32, matches: impl Fn(&Star) -> bool) -> u32 {
    let stars = filed.iter().map(|filed| &stars[filed.place as usize]);
    let mut before = stars.take_while(|star| star.rule < best);
    before.find(|star| matches(star)).map_or(best, |star| star.rule)
}

/// The grams under which a pattern can be filed: all triples of its pieces, or where it has none all
/// pairs, or else all single octets.
fn grams(pattern: &[u8]) -> impl Iterator<Item = u32> {
    let pieces = || pattern.split(|octet| *octet == b'*');
    let longest = pieces().map(<[u8]>::len).max().unwrap_or(0).clamp(1, 3);
    pieces().flat_map(move |piece| piece.windows(longest)).map(gram)
}
