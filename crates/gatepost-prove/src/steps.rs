//! The work that questions cost, in steps, so that tests can hold a bound without a clock.
//!
//! Every operation whose cost depends on the input counts here: a verdict, a comparison of a form
//! with a word, a pair of forms that is looked at, a cell of an intersection. A step is about as
//! much work as one byte or one pair. Unlike the budget of a question (`intersection.rs`), which
//! stops a search, this count also covers what no budget limits: building lists, finding readable
//! examples, dead rules.
//!
//! The count belongs to the thread, so tests that run side by side do not disturb each other.

use std::cell::Cell;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// Adds steps to the count of this thread.
pub(crate) fn count(steps: usize) {
    STEPS.with(|taken| taken.set(taken.get().wrapping_add(steps as u64)));
}

/// Returns the number of steps that a question costs, and its answer.
///
/// For tests of this workspace; the numbers may change with any version.
///
/// # Example
///
/// ```
/// use gatepost::{Dialect, ProductToken, RobotsTxt};
/// use gatepost_prove::{RuleList, dead, steps_of};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
/// let rules = RuleList::of_group(&robots.group_for(&ProductToken::any()));
/// let (steps, dead) = steps_of(|| dead(&rules));
/// assert!(steps > 0 && dead.is_empty());
/// ```
pub fn steps_of<T>(ask: impl FnOnce() -> T) -> (u64, T) {
    let before = STEPS.with(Cell::get);
    let answer = ask();
    (STEPS.with(Cell::get).wrapping_sub(before), answer)
}
