//! Puts questions about robots.txt files to any implementation, whatever language it is written in.
//!
//! `cargo xtask peers`, `cargo xtask dialects` and the benchmarks use it. An implementation is one
//! entry in `peers.rs`, and one small driver unless its package has one already.
//!
//! | module | what |
//! | --- | --- |
//! | `peers` | **every implementation**: its package, its version, its driver, how it is asked |
//! | `install` | the packages, from their registries, under `target/peers` |
//! | `driver` | a running driver: one line of JSON in, one line out |
//! | `cases` | the cases of `conformance/`, and the declared differences |
//! | `corpus` | real robots.txt files, and URLs of their sites |
//! | `questions`, [`random`] | questions about a file that has no cases |
//! | `minimal` | the part of a file that still shows a difference |
//! | [`programs`], [`workspace`] | calls of other programs; the folders of the workspace |
//!
//! It knows what was answered, not whether that is right: its callers compare.

#![allow(
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    clippy::must_use_candidate,
    reason = "rules for published APIs; the workspace has all callers"
)]

mod cases;
mod corpus;
mod driver;
mod install;
mod minimal;
mod peers;
pub mod programs;
mod questions;
pub mod random;
pub mod workspace;

pub use cases::{Case, Declared, Differs, cases, declared, unescape};
pub use corpus::{Corpus, File};
pub use driver::{Answer, Driver, Question, hex, unhex};
pub use install::{interpreters, npm};
pub use minimal::{escaped, escaped_lines, minimal_lines};
pub use peers::{PEERS, Package, Peer, peer};
pub use questions::{as_it_is, of_mutant};
