//! Precedence: which rule decides when several match, RFC 9309 section 2.2.2.
//!
//! The longest pattern in bytes wins. Between patterns of equal length, Allow wins. If no rule
//! matches, access is allowed. The order of the file never changes the answer: if two rules of
//! equal length agree, it only determines that the first line is reported. In some dialects the
//! first rule that matches wins instead, and in one dialect the rule that matches the most bytes of
//! the path.
//!
//! This is the only file in the workspace that compares two rules. `path_pattern.rs` decides
//! whether one pattern matches, and `group_selection.rs` selects the groups whose rules are
//! compared.

use core::cmp::Ordering;

use crate::dialect::Precedence;

/// The properties by which rules are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rank {
    pub(crate) precedence: Precedence,
    /// The length of the pattern in bytes, or of its match in dialects that compare matches.
    pub(crate) length: usize,
    pub(crate) allow: bool,
    /// Set if the rule has no value, and therefore allows access even as a `Disallow`.
    pub(crate) is_empty: bool,
    pub(crate) line: usize,
}

/// The reason why a rule that matches does not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum LostBy {
    /// The deciding pattern is longer by this number of bytes.
    Bytes(usize),
    /// The patterns have the same length, and Allow wins a tie.
    AllowWinsTie,
    /// The patterns have the same length and the rules agree; the first line is reported.
    LaterLine,
    /// The deciding rule comes first in the file, and the first match wins.
    Order,
    /// The deciding pattern matches more of the path, by this number of bytes.
    BytesTaken(usize),
}

impl Rank {
    /// Orders rules for sorting: the one that decides comes first.
    pub(crate) fn by_precedence(&self, other: &Rank) -> Ordering {
        if self.precedence == Precedence::FirstMatch {
            return self.line.cmp(&other.line);
        }
        let longest_first = other.length.cmp(&self.length);
        let allow_first = other.allow.cmp(&self.allow);
        longest_first.then(allow_first).then(self.line.cmp(&other.line))
    }

    /// Returns `true` if this rule wins over the other when both match.
    pub(crate) fn outranks(&self, other: &Rank) -> bool {
        self.by_precedence(other) == Ordering::Less
    }

    /// Returns the reason why this rule lost to one that outranks it.
    pub(crate) fn lost_to(&self, winner: &Rank) -> LostBy {
        if self.precedence == Precedence::FirstMatch {
            LostBy::Order
        } else if winner.length > self.length {
            let more = winner.length - self.length;
            match self.precedence {
                Precedence::LongestMatch => LostBy::BytesTaken(more),
                _ => LostBy::Bytes(more),
            }
        } else if winner.allow != self.allow {
            LostBy::AllowWinsTie
        } else {
            LostBy::LaterLine
        }
    }

    /// Returns `true` if the rule allows access. A rule without a value, which can decide only in
    /// some dialects, always allows: an empty Disallow restricts nothing.
    pub(crate) fn allows(&self) -> bool {
        self.allow || self.is_empty
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(length: usize, allow: bool, line: usize) -> Rank {
        let precedence = Precedence::LongestPattern;
        Rank { precedence, length, allow, is_empty: false, line }
    }

    #[test]
    fn first_line_where_the_first_match_wins() {
        let first = |length, allow, line| Rank {
            precedence: Precedence::FirstMatch,
            ..rank(length, allow, line)
        };
        assert!(first(1, false, 2).outranks(&first(9, true, 3)));
        assert_eq!(first(9, true, 3).lost_to(&first(1, false, 2)), LostBy::Order);
    }

    #[test]
    fn longest_then_allow_then_first() {
        let mut rules = [rank(5, false, 1), rank(5, true, 4), rank(9, false, 3), rank(5, true, 2)];
        rules.sort_by(Rank::by_precedence);
        assert_eq!(rules.map(|rule| rule.line), [3, 2, 4, 1]);
    }

    #[test]
    fn reasons_for_losing() {
        assert_eq!(rank(3, true, 1).lost_to(&rank(8, false, 2)), LostBy::Bytes(5));
        assert_eq!(rank(5, false, 1).lost_to(&rank(5, true, 2)), LostBy::AllowWinsTie);
        assert_eq!(rank(5, true, 3).lost_to(&rank(5, true, 2)), LostBy::LaterLine);
    }
}
