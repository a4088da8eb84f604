//! Proofs compared with an independent oracle, on short, random, hostile and real files.
//!
//! One binary, so that the crate is linked once. Tests of real files are ignored unless asked for:
//! `cargo test -p gatepost-prove --test it corpus -- --ignored`.

mod corpus;
mod hostile;
mod minimise_file;
mod oracle;
mod random_lists;
#[path = "../../../gatepost/tests/it/real_files/mod.rs"]
mod real_files;
#[cfg(feature = "serde")]
mod serialize;
mod short_lists;
