//! An index over hundreds of rules, or over many with a common beginning.
//!
//! Rules are numbered by precedence, so the deciding rule is the one with the least number among
//! those that match. Patterns without stars are in `literal_index.rs`, the others in
//! `star_index.rs`. For fewer rules, `prefilter.rs` is faster.
//!
//! Time for one path: O(path), and the time to try some patterns with stars. Built in O(bytes of
//! all patterns + rules log rules). Memory: about 35 bytes per rule.

use alloc::vec::Vec;

use super::literal_index::LiteralIndex;
use super::prepared::Patterns;
use super::star_index::StarIndex;

/// The number that stands for no rule; greater than the number of any rule.
pub(super) const NONE: u32 = u32::MAX;

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

    /// Returns the first rule by precedence that matches.
    // Not inlined: rule sets without an index do not pay for its registers.
    #[inline(never)]
    pub(crate) fn first_match(&self, patterns: &Patterns, path: &[u8]) -> Option<usize> {
        let literal = self.literals.first_match(patterns, path);
        let best = match &self.stars {
            Some(stars) => stars.first_match_before(literal, patterns, path),
            None => literal,
        };
        (best != NONE).then_some(best as usize)
    }

    /// Returns the first rule by precedence that has no star and matches.
    pub(crate) fn first_literal(&self, patterns: &Patterns, path: &[u8]) -> Option<usize> {
        let literal = self.literals.first_match(patterns, path);
        (literal != NONE).then_some(literal as usize)
    }
}
