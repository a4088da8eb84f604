//! The budget of work for the proofs of one file.
//!
//! The cost of proving a fix depends on the rules that it overlaps with, so a hostile file could
//! make thousands of expensive fixes. Work is counted in steps, not in time: the same file always
//! gets the same answers.

use std::cell::Cell;

/// The maximum number of steps for the proofs of all fixes of one file. One step is one rule in one
/// proof, or 32 pairs of a rule and a rule with a star.
const PROVING: usize = 1 << 19;

/// The maximum number of steps for comparisons that can refute but never prove. Under
/// `Precedence::LongestMatch` the winner of two rules depends on the path, so that nothing is
/// proved there; a budget of its own keeps those comparisons from using up the other one.
const REFUTING: usize = 1 << 16;

/// The number of steps that are left.
#[derive(Debug)]
pub(crate) struct Budget(Cell<usize>);

impl Budget {
    pub(crate) fn for_proofs() -> Budget {
        Budget(Cell::new(PROVING))
    }

    pub(crate) fn for_refutations() -> Budget {
        Budget(Cell::new(REFUTING))
    }

    /// Spends steps if that many are left, and reports whether they were. If not, the rest stays
    /// for cheaper proofs.
    pub(crate) fn spend(&self, steps: usize) -> bool {
        let left = self.0.get().checked_sub(steps);
        self.0.set(left.unwrap_or(self.0.get()));
        left.is_some()
    }

    /// Spends steps for work that is done in any case, and reports whether that many were left. If
    /// not, nothing is left.
    pub(crate) fn spend_in_any_case(&self, steps: usize) -> bool {
        let left = self.0.get().checked_sub(steps);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }
}
