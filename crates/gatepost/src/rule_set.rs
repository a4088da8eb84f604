//! The same answers, fast, for many URLs: RFC 9309 section 2.2.2.
//!
//! [`CrawlerGroup::verdict`](crate::CrawlerGroup::verdict) reads each rule anew, which is right for
//! one question. A rule set brings every pattern to normal form once and sorts by precedence, so
//! that the first rule that matches decides. It borrows nothing, and can be kept and shared.
//!
//! # Algorithm
//!
//! A few rules are tried in the order of precedence. The first eight bytes of each pattern lie side
//! by side as words, so that a rule that cannot match costs one comparison. From some rules on, or some
//! stars, they are sieved: `rule_sieve.rs` tells for 64 rules at a time which are to be tried. Where
//! there are hundreds, or many that begin alike, `rule_index.rs` finds those that can match. In all three
//! ways the cost of one question is linear in the path and in the patterns that are tried.
//!
//! `tests/twins.rs` compares this with the definition.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use memchr::memchr;

use crate::dialect::{Dialect, PercentEncoding, Precedence};
use crate::group::{CrawlerGroup, SelectedBy};
use crate::other_forms;
use crate::path_pattern::{self, PathPattern};
use crate::precedence::Rank;
use crate::rule::Rule;
use crate::rule_index::RuleIndex;
use crate::rule_sieve::{self, Sieve};
use crate::url_path::UrlPath;
use crate::verdict::{DecidedBy, Verdict};
use crate::words::{self, first_word};

/// Up to how many rules are tried in turn, where at most so many have stars.
const FEW: usize = 10;
const FEW_WITH_STARS: usize = 2;
/// Up to how many rules are sieved, and up to how many of which the first eight bytes are the same.
const MANY: usize = 4 * rule_sieve::WIDTH;
const MANY_ALIKE: usize = 48;

/// The rules of one crawler, prepared for many URLs.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt, UrlPath};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*.pdf$\nDisallow: /*?\n");
/// let rules = robots.group_for(&ProductToken::new("ExampleBot")?).rule_set();
/// drop(robots);
///
/// let allowed = ["/a.pdf", "/a?b", "/a.pdf?x", "/a.PDF"]
///     .map(|url| rules.verdict(&UrlPath::new(url).unwrap()).is_allowed());
/// assert_eq!(allowed, [false, false, false, true]);
/// # Ok::<(), gatepost::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug)]
pub struct RuleSet {
    dialect: Dialect,
    has_group: bool,
    heads: Vec<Head>,
    patterns: Patterns,
    /// Built for more than a few rules, for each 64 of them.
    sieves: Vec<Sieve>,
    /// Built for many rules.
    index: Option<Box<RuleIndex>>,
}

/// Patterns by precedence: the first that matches decides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Patterns {
    prepared: Vec<Prepared>,
    /// Values as written, and patterns as compared where they differ.
    bytes: Vec<u8>,
}

/// One pattern. A file has at most 2 GiB, so 32 bits are enough for places in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Prepared {
    /// Where the pattern lies, as compared, and where in it the first star is; its length if none is.
    pattern: Place,
    star: u32,
    has_more_stars: bool,
    /// Where the value as written lies.
    value: Place,
    /// Where it lies in the file.
    value_start: u32,
    line: u32,
    is_closed: bool,
    says_allow: bool,
    /// What it decides, which for a rule without a value is not what it says.
    allows: bool,
    opens_folder: bool,
}

/// A piece of the bytes of a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    start: u32,
    pub(crate) length: u32,
}

impl Place {
    fn of(self, bytes: &[u8]) -> &[u8] {
        &bytes[self.start as usize..][..self.length as usize]
    }
}

/// The first bytes of a pattern, up to eight and up to its first star, as a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    word: u64,
    mask: u64,
}

impl Head {
    pub(crate) fn of_pattern(pattern: &[u8]) -> Head {
        let literal = &pattern[..memchr(b'*', pattern).unwrap_or(pattern.len())];
        let (word, mask) = words::prefix(literal);
        Head { word, mask }
    }

    /// Whether it has eight bytes, so that patterns may differ behind it only.
    fn is_full(self) -> bool {
        self.mask == u64::MAX
    }

    /// The byte at a place before the eighth, if it has one there.
    pub(crate) fn byte(self, place: usize) -> Option<u8> {
        (self.mask.to_le_bytes()[place] != 0).then(|| self.word.to_le_bytes()[place])
    }

    /// Whether a path with this first word begins with the bytes of the head.
    pub(crate) fn begins(self, word: u64) -> bool {
        word & self.mask == self.word
    }
}

impl Patterns {
    pub(crate) fn len(&self) -> usize {
        self.prepared.len()
    }

    /// The bytes of a pattern, as compared, without a closing `$`.
    pub(crate) fn pattern(&self, at: usize) -> &[u8] {
        self.prepared[at].pattern.of(&self.bytes)
    }

    /// Where the bytes of a pattern lie, for who asks for them often.
    pub(crate) fn place(&self, at: usize) -> Place {
        self.prepared[at].pattern
    }

    pub(crate) fn at(&self, place: Place) -> &[u8] {
        place.of(&self.bytes)
    }

    pub(crate) fn has_star(&self, at: usize) -> bool {
        self.prepared[at].star < self.prepared[at].pattern.length
    }

    pub(crate) fn is_closed(&self, at: usize) -> bool {
        self.prepared[at].is_closed
    }

    /// Whether a pattern matches a path that begins with its head.
    pub(crate) fn matches(&self, at: usize, path: &[u8]) -> bool {
        let Prepared { pattern, star, is_closed, .. } = self.prepared[at];
        // The path is as long, too: bytes that are not there look like zeros, which some pattern may have.
        let is_all_head =
            star == pattern.length && star <= 8 && !is_closed && star as usize <= path.len();
        is_all_head || self.matches_whole(at, path)
    }

    #[inline(never)]
    fn matches_whole(&self, at: usize, path: &[u8]) -> bool {
        let Prepared { pattern, star, has_more_stars, is_closed, .. } = self.prepared[at];
        let (head, rest) = pattern.of(&self.bytes).split_at(star as usize);
        let Some(behind) = path.get(head.len()..) else { return false };
        if head.len() > 8 && !words::begins_with(path, head) {
            return false;
        }
        match rest {
            [] => !is_closed || behind.is_empty(),
            [_, last @ ..] if !has_more_stars => path_pattern::ends_in(last, is_closed, behind),
            [_, pieces @ ..] => path_pattern::matches_pieces(pieces, is_closed, behind),
        }
    }

    /// The rank of a pattern that matches a path, by the bytes of the path that it takes.
    fn rank(&self, at: usize, path: &[u8], precedence: Precedence) -> Rank {
        let prepared = &self.prepared[at];
        Rank {
            precedence,
            length: path_pattern::bytes_taken(self.pattern(at), prepared.is_closed, path),
            allow: prepared.says_allow,
            is_empty: prepared.value.length == 0,
            line: prepared.line as usize,
        }
    }
}

/// Compares the rules, of which the tables for finding them are a function.
impl PartialEq for RuleSet {
    fn eq(&self, other: &RuleSet) -> bool {
        (self.dialect, self.has_group) == (other.dialect, other.has_group)
            && self.patterns == other.patterns
    }
}

impl Eq for RuleSet {}

impl RuleSet {
    pub(crate) fn of_group(group: &CrawlerGroup<'_>) -> RuleSet {
        let has_group = group.selected_by() != SelectedBy::NoGroup;
        RuleSet { has_group, ..RuleSet::new(group.rules(), group.robots().dialect()) }
    }

    /// Prepares any rules of one dialect, as if one group had them all.
    ///
    /// Most often the rules are those of a crawler: [`CrawlerGroup::rule_set`].
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, ProductToken, RobotsTxt, RuleSet, UrlPath};
    ///
    /// // What if line 2 were not there?
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\nDisallow: /*.pdf$\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let others = group.rules().filter(|rule| rule.line() != 2);
    /// let rules = RuleSet::new(others, Dialect::RFC9309);
    /// assert!(rules.verdict(&UrlPath::new("/shop/cart")?).is_allowed());
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn new<'r>(rules: impl IntoIterator<Item = Rule<'r>>, dialect: Dialect) -> RuleSet {
        let patterns = prepare(rules, dialect.precedence);
        let with_stars = (0..patterns.len()).filter(|at| patterns.has_star(*at)).count();
        let (mut heads, mut sieves, mut index) = (Vec::new(), Vec::new(), None);
        let are_all_tried = dialect.precedence == Precedence::LongestMatch;
        if patterns.len() <= MANY || are_all_tried {
            heads.extend((0..patterns.len()).map(|at| Head::of_pattern(patterns.pattern(at))));
        }
        if patterns.len() > MANY || most_alike(&heads) > MANY_ALIKE {
            index = Some(Box::new(RuleIndex::new(&patterns)));
            if !are_all_tried {
                heads = Vec::new();
            }
        } else if patterns.len() > FEW || with_stars > FEW_WITH_STARS {
            let firsts = (0..patterns.len()).step_by(rule_sieve::WIDTH);
            sieves.extend(firsts.map(|first| Sieve::new(&patterns, first)));
        }
        RuleSet { dialect, has_group: true, heads, patterns, sieves, index }
    }

    /// May the crawler fetch this URL, and which rule decided?
    // Inlined, so that a caller who asks only whether it is allowed pays for no more.
    #[inline]
    #[must_use]
    pub fn verdict(&self, path: &UrlPath<'_>) -> Verdict<'_> {
        if self.dialect.robots_txt_is_exempt && path.is_robots_txt() {
            return Verdict::without_rule(DecidedBy::RobotsTxtItself);
        }
        let is_in_order = self.dialect.precedence != Precedence::LongestMatch;
        let decides = match self.dialect.percent_encoding {
            PercentEncoding::BothSides if is_in_order => self.first_match(path.normal()),
            PercentEncoding::PatternOnly if is_in_order => self.first_match(path.raw()),
            PercentEncoding::BothSides => self.longest_match(path.normal()),
            PercentEncoding::PatternOnly => self.longest_match(path.raw()),
            // The path is not lent as it is, so that it can stay in registers.
            _ => self.match_in_other_form(path.raw(), path.is_as_compared()),
        };
        match decides {
            Some(at) => self.verdict_by(&self.patterns.prepared[at]),
            None if self.has_group => Verdict::without_rule(DecidedBy::NoRuleMatches),
            None => Verdict::without_rule(DecidedBy::NoGroup),
        }
    }

    /// The rule that decides where the form of the path has to be made, which is not on the way of the
    /// others.
    #[cold]
    fn match_in_other_form(&self, raw: &[u8], is_as_compared: bool) -> Option<usize> {
        let path = match is_as_compared {
            true => Cow::Borrowed(raw),
            false => Cow::Owned(other_forms::path(raw, self.dialect.percent_encoding)),
        };
        match self.dialect.precedence {
            Precedence::LongestMatch => self.longest_match(&path),
            _ => self.first_match(&path),
        }
    }

    /// The first rule by precedence that matches.
    #[inline(never)]
    fn first_match(&self, path: &[u8]) -> Option<usize> {
        if let Some(index) = &self.index {
            return index.first_match(&self.patterns, path);
        }
        let word = first_word(path);
        if !self.sieves.is_empty() {
            return self.first_sieved(word, path);
        }
        let begins =
            |(at, head): (usize, &Head)| head.begins(word) && self.patterns.matches(at, path);
        self.heads.iter().enumerate().position(begins)
    }

    #[inline(never)]
    fn first_sieved(&self, word: u64, path: &[u8]) -> Option<usize> {
        for (sieve, first) in self.sieves.iter().zip((0..).step_by(rule_sieve::WIDTH)) {
            let mut candidates = sieve.candidates(word, path);
            while candidates != 0 {
                let at = first + candidates.trailing_zeros() as usize;
                if self.heads[at].begins(word) && self.patterns.matches(at, path) {
                    return Some(at);
                }
                candidates &= candidates - 1;
            }
        }
        None
    }

    /// The pattern that takes the most bytes of a path.
    #[cold]
    fn longest_match(&self, path: &[u8]) -> Option<usize> {
        let word = first_word(path);
        let matches = |at: &usize| self.heads[*at].begins(word) && self.patterns.matches(*at, path);
        let all = 0..self.patterns.len();
        let Some(index) = &self.index else {
            return self.longest_of(all.filter(matches), path);
        };
        // What a pattern without a star takes is its own length, so that of those the first takes most.
        let literal = index.first_literal(&self.patterns, path);
        let stars = all.filter(|at| self.patterns.has_star(*at)).filter(matches);
        self.longest_of(literal.into_iter().chain(stars), path)
    }

    /// Of some patterns that match a path, the one that takes the most bytes of it.
    fn longest_of(&self, patterns: impl Iterator<Item = usize>, path: &[u8]) -> Option<usize> {
        let mut best: Option<(Rank, usize)> = None;
        for at in patterns {
            let rank = self.patterns.rank(at, path, self.dialect.precedence);
            if best.as_ref().is_none_or(|(winner, _)| rank.outranks(winner)) {
                best = Some((rank, at));
            }
        }
        best.map(|(_, at)| at)
    }

    /// The line of the rule that decides about a path.
    #[cfg(test)]
    pub(crate) fn line_for(&self, path: &str) -> Option<usize> {
        let path = UrlPath::new(path).expect("a path");
        self.verdict(&path).rule().map(|rule| rule.line())
    }

    fn verdict_by(&self, prepared: &Prepared) -> Verdict<'_> {
        let Prepared { value, value_start, line, says_allow, .. } = *prepared;
        let value = value.of(&self.patterns.bytes);
        let rule = Rule::new(value, value_start as usize, line as usize, says_allow, &self.dialect);
        Verdict::by_rule(prepared.allows, rule, prepared.opens_folder)
    }

    /// The dialect in which the file was read.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }
}

/// How many patterns have the same first eight bytes, at most.
fn most_alike(heads: &[Head]) -> usize {
    if heads.len() <= MANY_ALIKE {
        return 0;
    }
    let mut words: Vec<u64> =
        heads.iter().filter(|head| head.is_full()).map(|head| head.word).collect();
    words.sort_unstable();
    words.chunk_by(|a, b| a == b).map(<[u64]>::len).max().unwrap_or(0)
}

fn prepare<'r>(rules: impl IntoIterator<Item = Rule<'r>>, precedence: Precedence) -> Patterns {
    // A star at the open end says nothing, unless the bytes that it takes are counted.
    let last_stars_count = precedence == Precedence::LongestMatch;
    let mut bytes = Vec::new();
    let mut push = |text: &[u8]| {
        let place = Place { start: bytes.len() as u32, length: text.len() as u32 };
        bytes.extend_from_slice(text);
        place
    };
    let mut ranked: Vec<(Rank, Prepared)> = Vec::new();
    for rule in rules {
        let value = push(rule.value());
        let mut add = |pattern: &PathPattern<'_>, opens_folder: bool| {
            if !pattern.can_match() {
                return;
            }
            let rank = rule.usual_rank(pattern);
            let compared = match pattern.as_bytes() {
                open if !pattern.is_closed() && !last_stars_count => without_last_stars(open),
                bytes => bytes,
            };
            let length = compared.len() as u32;
            let star = memchr(b'*', compared).unwrap_or(compared.len());
            let prepared = Prepared {
                pattern: match rule.value().starts_with(compared) {
                    true => Place { length, ..value },
                    false => push(compared),
                },
                star: star as u32,
                has_more_stars: compared.iter().skip(star + 1).any(|byte| *byte == b'*'),
                value,
                value_start: rule.value_span().start as u32,
                line: rule.line() as u32,
                is_closed: pattern.is_closed(),
                says_allow: rule.is_allow(),
                allows: rank.allows(),
                opens_folder,
            };
            ranked.push((rank, prepared));
        };
        match rule.decides_by_own_alone() {
            true => add(&rule.pattern(), false),
            false => rule.deciding_patterns().for_each(|by| add(&by.pattern, by.opens_folder)),
        }
    }
    // Two that are equal have one line, and so one value and one verdict.
    ranked.sort_unstable_by(|(a, _), (b, _)| a.by_precedence(b));
    Patterns { prepared: ranked.into_iter().map(|(_, prepared)| prepared).collect(), bytes }
}

fn without_last_stars(pattern: &[u8]) -> &[u8] {
    let end = pattern.iter().rposition(|byte| *byte != b'*').map_or(0, |last| last + 1);
    &pattern[..end]
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;

    use super::*;
    use crate::robots_txt::RobotsTxt;
    use crate::{ProductToken, Specials};

    /// Of hundreds of rules, not all are tried; the same one decides as if they were.
    #[test]
    fn the_longest_match_of_many() {
        let word = |number: usize| ["a", "b", "ab", "/", "*"][number % 5];
        let mut file = String::from("User-agent: *\n");
        let mut seed = 9309_usize;
        let mut next = || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            seed >> 33
        };
        for _ in 0..600 {
            let key = ["Allow", "Disallow"][next() % 2];
            let pattern: String = (0..1 + next() % 5).map(|_| word(next())).collect();
            file += &format!("{key}: /{pattern}{}\n", ["", "", "", "$"][next() % 4]);
        }
        for dialect in
            Dialect::ALL.iter().copied().filter(|d| d.precedence == Precedence::LongestMatch)
        {
            assert_ne!(dialect.specials, Specials::Nothing);
            let robots = RobotsTxt::parse_as(&file, dialect);
            let group = robots.group_for(&ProductToken::any());
            let rules = group.rule_set();
            assert!(rules.index.is_some());
            for _ in 0..2_000 {
                let path: String = (0..next() % 6).map(|_| word(next() % 4)).collect();
                let path = format!("/{path}");
                let path = UrlPath::new(&path).unwrap();
                assert_eq!(
                    format!("{:?}", rules.verdict(&path)),
                    format!("{:?}", group.verdict(&path)),
                    "{dialect} {path:?}"
                );
            }
        }
    }
}
