//! Locates the folders of this workspace, and calls Cargo in it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the folder of the workspace.
///
/// # Panics
///
/// This panics if this crate is no longer two folders deep in it.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("two folders deep")
}

/// Returns the folder for built, downloaded and installed files: `target`, unless
/// `CARGO_TARGET_DIR` is set.
pub fn target() -> PathBuf {
    // A relative path is relative to the folder in which Cargo was called, where this runs too.
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Creates a call of Cargo in the workspace.
pub fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}
