//! Finds mistakes in robots.txt files, shows each with a URL, and offers fixes that say what they
//! change.
//!
//! ```
//! use gatepost_lint::{Config, Safety, lint};
//!
//! let file = b"User-agent: *\nDisallow: /shop/\nDisallow: /shop/cart/\n";
//! let report = lint(file, &Config::default());
//! let finding = &report.findings[0];
//! assert_eq!(finding.rule, "redundant-rule");
//! assert_eq!(&file[finding.span.clone()], b"/shop/cart/");
//!
//! let fix = finding.fix.as_ref().unwrap();
//! assert_eq!(fix.safety, Safety::KeepsEveryAnswer);
//! assert_eq!(fix.apply(file)?, b"User-agent: *\nDisallow: /shop/\n");
//! # Ok::<(), gatepost_lint::EditOutOfRange>(())
//! ```
//!
//! Nothing is guessed. Before the linter reports that a rule has no effect, or that a fix is safe,
//! `gatepost-prove` proves it for every URL. If a URL can show a mistake, the finding has one, and
//! the ordinary matcher has confirmed its verdict.
//!
//! The crate does no input or output. The command `gatepost lint` reads files and prints findings.
//!
//! | to | use |
//! | --- | --- |
//! | lint a file | [`lint()`] |
//! | choose which rules run and how severe they are | [`Config`] |
//! | list the rules, or show the documentation of one | [`rules()`], [`rule()`], [`RuleInfo`] |
//! | apply fixes | [`Fix::apply`] for one, [`fix_all()`] for all, [`Safety`] for what they change |
//! | format a file | [`format()`] |
//! | turn byte offsets into lines and columns | [`LineIndex`] |
//!
//! With the feature `serde`, findings and their parts implement `Serialize`, with the field names
//! of `gatepost lint --format json`.

mod class;
mod config;
mod equivalence;
mod example_path;
mod file;
mod finding;
mod fix;
mod fix_all;
mod format;
mod grading;
mod ignore;
mod insertion;
mod line_index;
mod lint;
mod lint_rule;
mod named_crawlers;
mod page;
mod pattern_traits;
mod percent;
mod phrases;
mod proof_budget;
mod reading;
mod redundancy;
mod removal;
mod rule_info;
#[cfg(test)]
mod rule_test;
mod rules;
mod rules_by_prefix;
mod safety;
#[cfg(feature = "serde")]
mod serialize;
mod severity;
mod site;
mod unknown_key;
mod value_shape;

pub use config::{Config, Level, UnknownRule};
pub use finding::{Example, Finding, Label};
pub use fix::{Edit, EditOutOfRange, Fix};
pub use fix_all::{AppliedFix, FixSet, Fixed, fix_all};
pub use format::{FormatStep, Formatted, format};
pub use line_index::{ColumnEncoding, LineIndex, Position};
pub use lint::{Report, lint};
pub use page::index;
pub use rule_info::RuleInfo;
pub use rules::{info as rule, infos as rules};
pub use safety::{AnswerChange, Safety};
pub use severity::{Severity, UnknownSeverity};
pub use value_shape::regex_syntax;
