//! All integration tests of the linter, in one binary: those that lint thousands of files.

#[path = "../../../gatepost/tests/it/real_files/mod.rs"]
mod real_files;

mod edits;
