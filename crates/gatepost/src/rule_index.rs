//! Which of many rules can match a path, without trying them.
//!
//! The rules come by precedence, so the one that decides is the least of those that match. This is for
//! hundreds of rules, or for many that begin alike; for fewer `rule_sieve.rs` is faster. Those without
//! stars are in `literal_index.rs`, the others in `star_index.rs`.
//!
//! Time for one path: O(path) and the patterns with stars that are tried. Built in O(bytes of all
//! patterns + rules log rules). Memory: about 35 bytes a rule.

use alloc::vec::Vec;

use crate::literal_index::LiteralIndex;
use crate::rule_set::Patterns;
use crate::star_index::StarIndex;

/// No rule.
pub(crate) const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub(crate) struct RuleIndex {
    literals: LiteralIndex,
    stars: Option<StarIndex>,
}

impl RuleIndex {
    pub(crate) fn new(patterns: &Patterns) -> RuleIndex {
        let all = 0..patterns.len() as u32;
        let (stars, literals): (Vec<u32>, _) = all.partition(|at| patterns.has_star(*at as usize));
        RuleIndex {
            literals: LiteralIndex::new(patterns, literals),
            stars: (!stars.is_empty()).then(|| StarIndex::new(patterns, stars)),
        }
    }

    /// The first rule by precedence that matches.
    // Kept out of the way of rule sets that have no index.
    #[inline(never)]
    pub(crate) fn first_match(&self, patterns: &Patterns, path: &[u8]) -> Option<usize> {
        let literal = self.literals.first_match(patterns, path);
        let best = match &self.stars {
            Some(stars) => stars.first_match_before(literal, patterns, path),
            None => literal,
        };
        (best != NONE).then_some(best as usize)
    }

    /// The first rule by precedence that has no star and matches.
    pub(crate) fn first_literal(&self, patterns: &Patterns, path: &[u8]) -> Option<usize> {
        let literal = self.literals.first_match(patterns, path);
        (literal != NONE).then_some(literal as usize)
    }
}
