//! Every question about a robots.txt file, answered by one owned value.
//!
//! A report holds all that any face shows: facts, places in the file, and the words for them. The
//! command line, a web page, a server, Python, npm and an editor lay out the same value, so all of them
//! say the same. Nothing here reads a file, asks a clock or fetches: bytes and questions go in, a
//! report comes out.
//!
//! Each question has a module, named as the command names it; [`format`] turns reports into JSON, CSV,
//! Markdown, JUnit, SARIF and GitHub annotations.

pub mod format;

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
