//! Statements about all URLs at once, for robots.txt.
//!
//! "No URL changes", "this rule never decides", "nothing under `/private/` is allowed": each is
//! proved, or refuted by a URL that the ordinary matcher was asked about, or said to be not decided.
//! There is no solver and no sampling: patterns of robots.txt are so simple that a few words stand for
//! all paths.
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
//! | to | use |
//! | --- | --- |
//! | know that an edit changes nothing | [`equivalent`], [`implies`] |
//! | know what it changes | [`file_changes()`] for every crawler, [`changes()`] for one |
//! | know where two dialects read a file differently | [`dialect_differences()`] |
//! | know which rules do nothing | [`dead`], [`redundant()`], [`decided_by`] |
//! | write the same in fewer lines | [`minimise_file()`] for a file, [`minimise`] for one crawler |
//! | hold rules to an expectation | [`always()`], [`coverage()`] |
//! | know what two patterns have in common | [`PathSet`], [`covers`] |
//!
//! Why it is complete is told where it is done: canonical words in `form.rs`, the theorem in
//! `difference.rs`.

mod always;
mod changes;
mod cover;
mod coverage;
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
pub use cover::{CoveredLine, Decides, dead, decided_by};
pub use coverage::{Coverage, coverage};
pub use dialect_differences::dialect_differences;
pub use difference::{equivalent, implies};
pub use distinct_crawlers::{DistinctCrawlers, distinct_crawlers, distinct_crawlers_with};
pub use file_changes::{CrawlerClass, FileChanges, file_changes, file_changes_with};
#[doc(hidden)]
pub use literal_prefixes::LiteralPrefixes;
pub use minimise_file::{KeptBecause, MinimisedFile, RemovalReason, RemovedRule, minimise_file};
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
