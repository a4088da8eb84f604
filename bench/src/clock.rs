//! Time: the CPU clock of this thread, best of several batches.
//!
//! CPU time leaves out what other processes take, and the best of several batches leaves out most of
//! what they do to the caches. Both hide what a busy machine adds; neither hides what an engine does.

use rustix::time::{ClockId, clock_gettime};

/// How hard to measure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// A batch repeats its work until it takes this long, so that reading the clock does not count.
    pub(crate) batch_ns: f64,
    /// The best of so many batches is taken.
    pub(crate) batches: usize,
    /// No batch is started past this, however few there were.
    pub(crate) total_ns: f64,
    /// Past this, the rest of many questions is left out: who reads the whole file for each answers a
    /// thousand no faster than a hundred.
    pub(crate) enough_ns: f64,
}

/// Questions between two looks at the clock, to see whether it is enough.
pub(crate) const LOOK: usize = 64;

impl Effort {
    /// For one file, of thousands.
    pub(crate) const FILE: Effort =
        Effort { batch_ns: 1e5, batches: 5, total_ns: 2e6, enough_ns: 5e6 };
    /// For one case, or a pass over many files.
    pub(crate) const CASE: Effort =
        Effort { batch_ns: 2e6, batches: 15, total_ns: 1e9, enough_ns: f64::MAX };
    /// To see that it runs.
    pub(crate) const QUICK: Effort =
        Effort { batch_ns: 1e5, batches: 3, total_ns: 1e7, enough_ns: 5e7 };
}

/// Nanoseconds of CPU time that this thread has used.
pub(crate) fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Nanoseconds that `work` takes, at its best.
pub(crate) fn best(effort: Effort, mut work: impl FnMut()) -> f64 {
    let started = now();
    work();
    best_after(now() - started, effort, work)
}

/// The same where the work was done once, and timed, already: `first` is infinite where that time is
/// no measure.
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
