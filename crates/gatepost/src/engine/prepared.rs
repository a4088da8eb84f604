//! The patterns of a rule set, in normal form and in the order of precedence.
//!
//! Everything that does not depend on the path is computed here, once: where the pattern's first
//! star is, what its rule decides, how it ranks. All bytes lie in one buffer, first the value as
//! written, then the pattern as compared where it differs. A file has at most 2 GiB, so 32 bits are
//! enough for places.
//!
//! Memory: 44 bytes per pattern, and its bytes.

use alloc::vec::Vec;

use memchr::memchr;

use crate::dialect::{Dialect, Precedence};
use crate::path_pattern::{self, PathPattern};
use crate::precedence::Rank;
use crate::rule::Rule;
use crate::swar::{self, begins_with};
use crate::verdict::Verdict;

/// Patterns by precedence: the first that matches decides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Patterns {
    prepared: Vec<Prepared>,
    /// Values as written, and patterns as compared where they differ.
    bytes: Vec<u8>,
}

/// One pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Prepared {
    /// The pattern as compared.
    pattern: Place,
    /// Where in the pattern its first star is; the pattern's length if it has none.
    star: u32,
    has_more_stars: bool,
    /// The value as written.
    value: Place,
    /// Where the value starts in the file.
    value_start: u32,
    line: u32,
    is_closed: bool,
    says_allow: bool,
    /// What the rule decides, which for a rule without a value is not what its key says.
    allows: bool,
    opens_folder: bool,
}

/// A range of the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    start: u32,
    pub(super) length: u32,
}

impl Place {
    fn of(self, bytes: &[u8]) -> &[u8] {
        &bytes[self.start as usize..][..self.length as usize]
    }
}

impl Patterns {
    /// Brings rules of one dialect to normal form and sorts them.
    pub(crate) fn new<'r>(
        rules: impl IntoIterator<Item = Rule<'r>>,
        precedence: Precedence,
    ) -> Patterns {
        // A star at an open end changes nothing, unless the bytes that it matches are counted.
        let keeps_last_stars = precedence == Precedence::LongestMatch;
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
                    open if !pattern.is_closed() && !keeps_last_stars => without_last_stars(open),
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
        // Equal ranks have the same line, and so the same value and the same verdict.
        ranked.sort_unstable_by(|(a, _), (b, _)| a.by_precedence(b));
        Patterns { prepared: ranked.into_iter().map(|(_, prepared)| prepared).collect(), bytes }
    }

    pub(crate) fn len(&self) -> usize {
        self.prepared.len()
    }

    /// Returns a pattern as compared, without a closing `$`.
    pub(crate) fn pattern(&self, at: usize) -> &[u8] {
        self.prepared[at].pattern.of(&self.bytes)
    }

    /// Returns the place of a pattern, for callers that look at its bytes often.
    pub(super) fn place(&self, at: usize) -> Place {
        self.prepared[at].pattern
    }

    pub(super) fn at(&self, place: Place) -> &[u8] {
        place.of(&self.bytes)
    }

    pub(crate) fn has_star(&self, at: usize) -> bool {
        self.prepared[at].star < self.prepared[at].pattern.length
    }

    pub(super) fn is_closed(&self, at: usize) -> bool {
        self.prepared[at].is_closed
    }

    /// Returns `true` if a pattern matches a path that begins with the pattern's [`LiteralPrefix`].
    pub(crate) fn matches(&self, at: usize, path: &[u8]) -> bool {
        let Prepared { pattern, star, is_closed, .. } = self.prepared[at];
        // The path has to be as long, too: missing bytes look like zeros, which a pattern may have.
        let is_all_prefix =
            star == pattern.length && star <= 8 && !is_closed && star as usize <= path.len();
        is_all_prefix || self.matches_whole(at, path)
    }

    #[inline(never)]
    fn matches_whole(&self, at: usize, path: &[u8]) -> bool {
        let Prepared { pattern, star, has_more_stars, is_closed, .. } = self.prepared[at];
        let (prefix, rest) = pattern.of(&self.bytes).split_at(star as usize);
        let Some(behind) = path.get(prefix.len()..) else { return false };
        if prefix.len() > 8 && !begins_with(path, prefix) {
            return false;
        }
        match rest {
            [] => !is_closed || behind.is_empty(),
            [_, last @ ..] if !has_more_stars => path_pattern::ends_in(last, is_closed, behind),
            [_, pieces @ ..] => path_pattern::matches_pieces(pieces, is_closed, behind),
        }
    }

    /// Returns the rank of a pattern that matches a path, by how many bytes of the path it matches.
    pub(crate) fn rank(&self, at: usize, path: &[u8], precedence: Precedence) -> Rank {
        let prepared = &self.prepared[at];
        Rank {
            precedence,
            length: path_pattern::bytes_taken(self.pattern(at), prepared.is_closed, path),
            allow: prepared.says_allow,
            is_empty: prepared.value.length == 0,
            line: prepared.line as usize,
        }
    }

    /// Returns the verdict of the rule that has a pattern.
    pub(crate) fn verdict<'r>(&'r self, at: usize, dialect: &'r Dialect) -> Verdict<'r> {
        let Prepared { value, value_start, line, says_allow, .. } = self.prepared[at];
        let value = value.of(&self.bytes);
        let rule = Rule::new(value, value_start as usize, line as usize, says_allow, dialect);
        Verdict::by_rule(self.prepared[at].allows, rule, self.prepared[at].opens_folder)
    }
}

fn without_last_stars(pattern: &[u8]) -> &[u8] {
    let end = pattern.iter().rposition(|byte| *byte != b'*').map_or(0, |last| last + 1);
    &pattern[..end]
}

/// The first bytes of a pattern, up to eight and up to its first star, as a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LiteralPrefix {
    pub(crate) word: u64,
    mask: u64,
}

impl LiteralPrefix {
    pub(crate) fn of_pattern(pattern: &[u8]) -> LiteralPrefix {
        let literal = &pattern[..memchr(b'*', pattern).unwrap_or(pattern.len())];
        let (word, mask) = swar::prefix(literal);
        LiteralPrefix { word, mask }
    }

    /// Returns `true` if the prefix has eight bytes, so that patterns can differ behind it only.
    pub(crate) fn is_full(self) -> bool {
        self.mask == u64::MAX
    }

    /// Returns the byte at a place before the eighth, if the prefix is that long.
    pub(super) fn byte(self, place: usize) -> Option<u8> {
        (self.mask.to_le_bytes()[place] != 0).then(|| self.word.to_le_bytes()[place])
    }

    /// Returns `true` if a path with this first word begins with the prefix.
    pub(crate) fn begins(self, word: u64) -> bool {
        word & self.mask == self.word
    }
}
