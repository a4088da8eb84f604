//! Measures time with the CPU clock of this thread, as the best of several batches.
//!
//! CPU time leaves out the time of other processes, and the best of several batches leaves out most
//! of their effect on the caches. Both hide the noise of a busy machine; neither hides the work of
//! an engine.

use rustix::time::{ClockId, clock_gettime};

/// How hard to measure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// The length of a batch, which repeats its work until reading the clock is negligible.
    pub(crate) batch_ns: f64,
    /// The number of batches, of which the best is used.
    pub(crate) batches: usize,
    /// The total time after which no batch starts, however few have run.
    pub(crate) total_ns: f64,
    /// The time after which the remaining questions are left out: an engine that parses the whole
    /// file for each question is no faster per question with a thousand than with a hundred.
    pub(crate) enough_ns: f64,
}

/// The number of questions between two looks at the clock.
pub(crate) const LOOK: usize = 64;

impl Effort {
    /// For one file, of thousands.
    pub(crate) const FILE: Effort =
        Effort { batch_ns: 1e5, batches: 5, total_ns: 2e6, enough_ns: 5e6 };
    /// For one case, or a pass over many files.
    pub(crate) const CASE: Effort =
        Effort { batch_ns: 2e6, batches: 15, total_ns: 1e9, enough_ns: f64::MAX };
    /// For a check that everything runs.
    pub(crate) const QUICK: Effort =
        Effort { batch_ns: 1e5, batches: 3, total_ns: 1e7, enough_ns: 5e7 };
}

/// Returns the CPU time that this thread has used, in nanoseconds.
pub(crate) fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Measures the shortest time of `work`, in nanoseconds.
pub(crate) fn best(effort: Effort, mut work: impl FnMut()) -> f64 {
    let started = now();
    work();
    best_after(now() - started, effort, work)
}

/// Measures like [`best`], where the work has already run once in `first` nanoseconds.
///
/// `first` is infinite if that time cannot be used.
pub(crate) fn best_after(first: f64, effort: Effort, mut work: impl FnMut()) -> f64 {
    if first.is_infinite() {
        return best(effort, work);
    }
    let repeats = (effort.batch_ns / first.max(1.0)).clamp(1.0, 1e6) as usize;
    let (mut best, mut spent) = (first, first);
    for _ in 0..effort.batches {
        if spent >= effort.total_ns {
            break;
        }
        let started = now();
        for _ in 0..repeats {
            work();
        }
        let batch = now() - started;
        spent += batch;
        best = best.min(batch / repeats as f64);
    }
    best
}
