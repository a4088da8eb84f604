//! Finds mistakes in robots.txt: rules that do not do what they look like, rules that do nothing, and
//! what readers take in different ways.
//!
//! ```
//! use gatepost_lint::{Config, lint};
//!
//! let report = lint(b"User-agent: *\nDisallow: /cart\nAllow: /*cart\n", &Config::default());
//! let finding = &report.findings[0];
//! assert_eq!(finding.rule, "dead-rule");
//! assert_eq!(finding.message, "this rule has no effect: line 3 decides every URL that it matches");
//! ```
//!
//! Nothing is guessed: that a rule does nothing, and what a fix changes, is proved by `gatepost-prove`
//! over all URLs, or not claimed. Each finding that a URL can show carries one, about which the ordinary
//! matcher was asked. There is no input or output here.
//!
//! | to | use |
//! | --- | --- |
//! | lint a file | [`lint()`] |
//! | choose severities | [`Config`] |
//! | list the rules, or show the page of one | [`rules()`], [`rule()`], [`Meta`] |
//! | mend what was found | [`mend()`], [`Fix`], [`Safety`] |
//! | lay a file out | [`layout()`] |
//! | know line and column of a finding | [`Positions`] |

mod alike;
mod class;
mod config;
mod file;
mod finding;
mod fix;
mod heads;
mod ignore;
mod insertion;
mod layout;
mod lint;
mod mend;
mod named;
mod page;
mod position;
mod rule;
#[cfg(test)]
mod rule_test;
mod rules;
mod safety;
mod severity;
mod slip;
mod standing;
mod triplet;
mod words;

pub use config::{Config, Level, UnknownRule};
pub use file::File;
pub use finding::{Example, Finding, Label};
pub use fix::{Edit, Fix};
pub use layout::{Layout, LayoutStep, layout};
pub use lint::{Report, lint};
pub use mend::{Applied, Fixes, Mended, mend};
pub use page::index;
pub use position::Positions;
pub use rule::{Meta, Rule};
pub use rules::{all as rules, rule};
pub use safety::{AnswerChange, Safety};
pub use severity::{Severity, UnknownSeverity};

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
