//! The folders of this workspace, and Cargo in it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Members of the workspace that nobody publishes.
pub(crate) const UNPUBLISHED: &[&str] = &["xtask"];

/// The folder of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace")
}

/// What is built, downloaded or installed goes here: `target`, unless Cargo was told otherwise.
pub(crate) fn target() -> PathBuf {
    // A relative one is relative to where Cargo was called, which is where this runs.
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Creates a call of Cargo in the workspace.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}
