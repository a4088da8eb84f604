//! Counts the bytes that are allocated: the system's allocator, with a running total.
//!
//! The total is kept only while [`count`] runs, so that an engine that allocates at each check is
//! not slowed down while time is measured. This is the only unsafe code of the workspace: an
//! allocator cannot be written without it, and this one only forwards calls to the system's.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering::Relaxed};

pub(crate) struct Counting;

static COUNTS: AtomicBool = AtomicBool::new(false);
static LIVE: AtomicIsize = AtomicIsize::new(0);

/// Runs `make` and returns how many more bytes are allocated afterwards: the bytes that its value
/// holds.
///
/// `make` has to store its value where it outlives the call.
pub(crate) fn count(make: &mut dyn FnMut()) -> usize {
    LIVE.store(0, Relaxed);
    COUNTS.store(true, Relaxed);
    make();
    COUNTS.store(false, Relaxed);
    LIVE.load(Relaxed).max(0).unsigned_abs()
}

fn add(bytes: usize, sign: isize) {
    if COUNTS.load(Relaxed) {
        LIVE.fetch_add(sign * bytes as isize, Relaxed);
    }
}

// SAFETY: every call is forwarded unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size(), 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size(), 1);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        add(layout.size(), -1);
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        add(layout.size(), -1);
        add(size, 1);
        unsafe { System.realloc(block, layout, size) }
    }
}
