//! Where things of this workspace are.

use std::path::{Path, PathBuf};

/// The folder of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace")
}

/// What is built, downloaded or installed goes here: `target`, unless Cargo was told otherwise.
pub(crate) fn target() -> PathBuf {
    // A relative one is relative to where Cargo was called, which is where this runs.
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}
