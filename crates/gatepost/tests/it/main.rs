//! The core against its conformance suite, a naive twin, hostile files and real ones.
//!
//! One binary, so that the crate is linked once. Tests of real files are ignored unless asked for:
//! `cargo test -p gatepost --test it corpus -- --ignored`.

mod agreement;
mod api;
mod conformance;
mod corpus;
mod hostile;
mod naive;
mod places;
mod real_files;
mod twins;
