//! The rules of one crawler, prepared for many URLs: RFC 9309 section 2.2.2.
//!
//! [`CrawlerGroup::verdict`](crate::CrawlerGroup::verdict) parses each rule again, which is right
//! for one URL. A rule set brings every pattern to normal form once and sorts the patterns by
//! precedence, so that the first that matches decides. It borrows nothing, and can be kept and
//! shared.
//!
//! # Algorithm
//!
//! Up to ten rules are tried in the order of precedence. The first eight bytes of each pattern lie
//! side by side as words, so a rule that cannot match costs one comparison. With more rules, or
//! several stars, a prefilter says for 64 rules at a time which have to be tried. Hundreds of
//! rules, or many with a common beginning, get an index. In all three cases the time for one URL is
//! linear in the path and in the patterns that are tried. How this works is in `engine/`.
//!
//! `tests/it/twins.rs` compares rule sets with the definition.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::dialect::{Dialect, PercentEncoding, Precedence};
use crate::engine::{LiteralPrefix, Patterns, Prefilter, RuleIndex};
use crate::group::{CrawlerGroup, SelectedBy};
use crate::percent_variants;
use crate::precedence::Rank;
use crate::rule::Rule;
use crate::swar::first_word;
use crate::url_path::UrlPath;
use crate::verdict::{DecidedBy, Verdict};

/// The maximum number of rules, and of rules with stars, that are tried in turn.
const FEW: usize = 10;
const FEW_WITH_STARS: usize = 2;
/// The maximum number of rules, and of rules with the same first eight bytes, that are prefiltered.
const MANY: usize = 4 * Prefilter::WIDTH;
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
    prefixes: Vec<LiteralPrefix>,
    patterns: Patterns,
    /// One prefilter for each 64 rules, if there are more than a few rules.
    prefilters: Vec<Prefilter>,
    /// The index, only if there are many rules.
    index: Option<Box<RuleIndex>>,
}

/// Compares the rules; the tables for finding them follow from the rules.
impl PartialEq for RuleSet {
    fn eq(&self, other: &RuleSet) -> bool {
        (self.dialect, self.has_group) == (other.dialect, other.has_group)
            && self.patterns == other.patterns
    }
}

impl Eq for RuleSet {}

impl CrawlerGroup<'_> {
    /// Prepares the rules for many URLs, in a value that can be kept. The answers are the same.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// let rules = robots.group_for(&ProductToken::any()).rule_set();
    /// assert!(!rules.verdict(&UrlPath::new("/shop")?).is_allowed());
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn rule_set(&self) -> RuleSet {
        let has_group = self.selected_by() != SelectedBy::NoGroup;
        RuleSet { has_group, ..RuleSet::new(self.rules(), self.dialect()) }
    }
}

impl RuleSet {
    /// Prepares any rules of one dialect, as if they were in one group.
    ///
    /// The rules of a crawler are prepared by [`CrawlerGroup::rule_set`].
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
        let patterns = Patterns::new(rules, dialect.precedence);
        let with_stars = (0..patterns.len()).filter(|at| patterns.has_star(*at)).count();
        let (mut prefixes, mut prefilters, mut index) = (Vec::new(), Vec::new(), None);
        let are_all_tried = dialect.precedence == Precedence::LongestMatch;
        if patterns.len() <= MANY || are_all_tried {
            let prefix = |at| LiteralPrefix::of_pattern(patterns.pattern(at));
            prefixes.extend((0..patterns.len()).map(prefix));
        }
        if patterns.len() > MANY || most_alike(&prefixes) > MANY_ALIKE {
            index = Some(Box::new(RuleIndex::new(&patterns)));
            if !are_all_tried {
                prefixes = Vec::new();
            }
        } else if patterns.len() > FEW || with_stars > FEW_WITH_STARS {
            let firsts = (0..patterns.len()).step_by(Prefilter::WIDTH);
            prefilters.extend(firsts.map(|first| Prefilter::new(&patterns, first)));
        }
        RuleSet { dialect, has_group: true, prefixes, patterns, prefilters, index }
    }

    /// Returns the verdict on a URL, with the rule that decided.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// let rules = robots.group_for(&ProductToken::any()).rule_set();
    /// assert_eq!(rules.verdict(&UrlPath::new("/shop")?).rule().unwrap().line(), 2);
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
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
            // The path itself is not borrowed here, so that it can stay in registers.
            _ => self.match_in_other_form(path.raw(), path.is_as_compared()),
        };
        match decides {
            Some(at) => self.patterns.verdict(at, &self.dialect),
            None if self.has_group => Verdict::without_rule(DecidedBy::NoRuleMatches),
            None => Verdict::without_rule(DecidedBy::NoGroup),
        }
    }

    /// Finds the deciding rule in a dialect for which the form of the path has to be made.
    #[cold]
    fn match_in_other_form(&self, raw: &[u8], is_as_compared: bool) -> Option<usize> {
        let path = match is_as_compared {
            true => Cow::Borrowed(raw),
            false => Cow::Owned(percent_variants::path(raw, self.dialect.percent_encoding)),
        };
        match self.dialect.precedence {
            Precedence::LongestMatch => self.longest_match(&path),
            _ => self.first_match(&path),
        }
    }

    /// Finds the first pattern by precedence that matches.
    #[inline(never)]
    fn first_match(&self, path: &[u8]) -> Option<usize> {
        if let Some(index) = &self.index {
            return index.first_match(&self.patterns, path);
        }
        let word = first_word(path);
        if !self.prefilters.is_empty() {
            return self.first_prefiltered(word, path);
        }
        let begins = |(at, prefix): (usize, &LiteralPrefix)| {
            prefix.begins(word) && self.patterns.matches(at, path)
        };
        self.prefixes.iter().enumerate().position(begins)
    }

    #[inline(never)]
    fn first_prefiltered(&self, word: u64, path: &[u8]) -> Option<usize> {
        for (prefilter, first) in self.prefilters.iter().zip((0..).step_by(Prefilter::WIDTH)) {
            let mut candidates = prefilter.candidates(word, path);
            while candidates != 0 {
                let at = first + candidates.trailing_zeros() as usize;
                if self.prefixes[at].begins(word) && self.patterns.matches(at, path) {
                    return Some(at);
                }
                candidates &= candidates - 1;
            }
        }
        None
    }

    /// Finds the pattern that matches the most bytes of a path.
    #[cold]
    fn longest_match(&self, path: &[u8]) -> Option<usize> {
        let word = first_word(path);
        let matches =
            |at: &usize| self.prefixes[*at].begins(word) && self.patterns.matches(*at, path);
        let all = 0..self.patterns.len();
        let Some(index) = &self.index else {
            return self.longest_of(all.filter(matches), path);
        };
        // A pattern without a star matches as many bytes as it has, so the first of those matches
        // most.
        let literal = index.first_literal(&self.patterns, path);
        let stars = all.filter(|at| self.patterns.has_star(*at)).filter(matches);
        self.longest_of(literal.into_iter().chain(stars), path)
    }

    /// Picks the pattern that matches the most bytes of a path, from patterns that match it.
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

    /// Returns the line of the rule that decides about a path.
    #[cfg(test)]
    pub(crate) fn line_for(&self, path: &str) -> Option<usize> {
        let path = UrlPath::new(path).expect("a path");
        self.verdict(&path).rule().map(|rule| rule.line())
    }

    /// Returns the dialect in which the file was parsed.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, ProductToken, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// let rules = robots.group_for(&ProductToken::any()).rule_set();
    /// assert_eq!(rules.dialect(), Dialect::RFC9309);
    /// ```
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }
}

/// Returns how many patterns share their first eight bytes, at most.
fn most_alike(prefixes: &[LiteralPrefix]) -> usize {
    if prefixes.len() <= MANY_ALIKE {
        return 0;
    }
    let mut words: Vec<u64> =
        prefixes.iter().filter(|prefix| prefix.is_full()).map(|prefix| prefix.word).collect();
    words.sort_unstable();
    words.chunk_by(|a, b| a == b).map(<[u64]>::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;

    use super::*;
    use crate::robots_txt::RobotsTxt;
    use crate::{ProductToken, Specials};

    /// Trying only some of hundreds of rules must find the same deciding rule as trying all.
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
