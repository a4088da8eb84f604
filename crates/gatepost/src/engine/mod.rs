//! Finds the deciding rule among many, fast. This folder adds only speed; the protocol is
//! elsewhere.
//!
//! `rule_set.rs` chooses between three ways of finding the first pattern that matches a path, and
//! all of them give the same answer:
//!
//! - a few rules are tried in turn, after one comparison of up to eight bytes each (`prepared.rs`);
//! - more rules go through a `prefilter.rs`, 64 at a time;
//! - hundreds of rules, or many with a common beginning, have a `rule_index.rs`.
//!
//! `grams.rs` and `hash_buckets.rs` are the tools that these share. Whether one pattern
//! matches one path is always decided by `path_pattern.rs`; the engine may only skip patterns that
//! cannot match. `tests/it/twins.rs` compares every way with the definition.

mod grams;
mod hash_buckets;
mod literal_index;
mod prefilter;
mod prepared;
mod rule_index;
mod star_index;

pub(crate) use prefilter::Prefilter;
pub(crate) use prepared::{LiteralPrefix, Patterns};
pub(crate) use rule_index::RuleIndex;
