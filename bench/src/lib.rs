#![forbid(unsafe_code)]
//! Measures Gatepost beside its peers, each used in the way that suits it best.
//!
//! | module | what |
//! | --- | --- |
//! | `arguments`, `run` | the command line, and the order of the measurements |
//! | [`inputs`] | files and paths generated from a seed: many rules, many crawlers, hostile files |
//! | `corpus`, `questions` | real files, in tiers by size, and the URLs to ask about |
//! | `engines` | one file per engine, behind one small trait |
//! | `answer` | the engines in Rust, as drivers of `conformance/runner` |
//! | `groups` | one file per group of measurements |
//! | `cases`, `child` | generated files, each in a process of its own with a time limit |
//! | `results`, `targets`, `report`, `plot` | the figures, and how they are shown |
//!
//! Everything but [`inputs`] needs the feature `peers`.

#[cfg(feature = "peers")]
mod answer;
#[cfg(feature = "peers")]
mod arguments;
#[cfg(feature = "peers")]
mod cases;
#[cfg(feature = "peers")]
mod child;
#[cfg(feature = "peers")]
mod clock;
#[cfg(feature = "peers")]
mod corpus;
#[cfg(feature = "peers")]
mod engines;
#[cfg(feature = "peers")]
mod groups;
pub mod inputs;
#[cfg(feature = "peers")]
mod plot;
#[cfg(feature = "peers")]
mod questions;
#[cfg(feature = "peers")]
mod report;
#[cfg(feature = "peers")]
mod results;
#[cfg(feature = "peers")]
mod run;
#[cfg(feature = "peers")]
mod targets;

#[cfg(feature = "peers")]
pub use run::run;
