#![forbid(unsafe_code)]
//! Gatepost beside its peers, each run with its own best use.
//!
//! | module | what |
//! | --- | --- |
//! | [`inputs`] | files and paths made from a seed: rules, agents, hostile ones |
//! | `corpus`, `questions` | real files, in tiers by size, and the URLs that are asked about |
//! | `engines` | one file an engine, behind one small trait; drivers for Python and Node |
//! | `groups` | one file a group of measurements |
//! | `cases`, `child` | made files, each run in a process of its own with a time-out |
//! | `results`, `targets`, `report`, `plot` | what came out, and how it is shown |
//!
//! Everything but [`inputs`] needs the feature `peers`.

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
