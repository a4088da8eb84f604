//! Statements about all URLs at once, for robots.txt.
//!
//! "No URL changes", "this rule never decides", "nothing under `/private/` is allowed": each
//! statement is proved, or refuted by a URL that the ordinary matcher confirms, or reported as not
//! decided. There is no solver and no sampling: patterns of robots.txt are so simple that a few
//! words stand for all paths.
//!
//! ```
//! use gatepost::{ProductToken, RobotsTxt};
//! use gatepost_prove::{RuleList, changes};
//!
//! let before = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
//! let after = RobotsTxt::parse("User-agent: *\nDisallow: /shop\nAllow: /*.css$\n");
//! let [before, after] =
//!     [&before, &after].map(|robots| RuleList::of_group(&robots.group_for(&ProductToken::any())));
//!
//! let changes = changes(&before, &after);
//! assert!(changes.newly_disallowed.is_empty());
//! assert_eq!(changes.newly_allowed[0].pattern, "/shop*.css$");
//! assert_eq!(changes.newly_allowed[0].counterexample.path, "/shop.css");
//! ```
//!
//! | to find out | use |
//! | --- | --- |
//! | whether an edit changes nothing | [`equivalent`], [`implies`] |
//! | what an edit changes | [`file_changes()`] for every crawler, [`changes()`] for one |
//! | where two dialects interpret a file differently | [`dialect_differences()`] |
//! | which rules have no effect | [`dead`], [`redundant()`], [`decided_by`] |
//! | how to express the same in fewer lines | [`minimise_file()`], [`minimise`] for one crawler |
//! | whether rules meet an expectation, and which rules it covers | [`always()`], [`coverage()`] |
//! | what two patterns have in common | [`PathSet`], [`covers`] |
//!
//! The reasons why this is complete are in the source: canonical words in `form.rs`, the theorem
//! and its proof in `difference.rs`.
//!
//! With the `serde` feature, all results implement `Serialize`; names of fields and reasons are
//! stable.

mod always;
mod changes;
mod coverage;
mod dead;
mod dialect_differences;
mod difference;
mod distinct_crawlers;
mod example;
mod file_changes;
mod form;
mod intersection;
mod literal_prefixes;
mod minimise_file;
mod outcome;
mod path_set;
mod redundant;
mod rule_list;
#[cfg(feature = "serde")]
mod serialize;
mod steps;

pub use always::always;
pub use changes::{Change, Changes, changes};
pub use coverage::{Coverage, coverage};
pub use dead::{CoveredLine, Decides, dead, decided_by};
pub use dialect_differences::dialect_differences;
pub use difference::{equivalent, implies};
pub use distinct_crawlers::{DistinctCrawlers, distinct_crawlers, distinct_crawlers_with};
pub use file_changes::{
    CrawlerClass, FileChanges, file_changes, file_changes_for, file_changes_with,
};
#[doc(hidden)]
pub use literal_prefixes::LiteralPrefixes;
pub use minimise_file::{
    KeptBecause, MinimisedFile, RemovalReason, RemovedRule, minimise_file, minimise_file_for,
};
pub use outcome::{Counterexample, DecidedPath, Decision, NotDecided, ProofOutcome, UndecidedLine};
pub use path_set::{PathSet, Region, canonical_words, covers};
pub use redundant::{Minimised, Redundant, minimise, redundant};
pub use rule_list::RuleList;
#[doc(hidden)]
pub use steps::steps_of;

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
