//! Real robots.txt files, for the suites of all crates that are run on them.
//!
//! The corpus is looked for in `$GATEPOST_CORPUS`, in `shared/corpus` beside the workspace, and in
//! `target/corpus`, which `cargo xtask corpus` fills. Files are in its `robots` folder. Whoever
//! runs such a suite without a corpus sees it fail, not pass.

use std::fs;
use std::path::{Path, PathBuf};

/// Where the corpus is.
pub(crate) fn corpus() -> PathBuf {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let from_environment = std::env::var_os("GATEPOST_CORPUS").map(PathBuf::from);
    let places = match from_environment {
        Some(place) => vec![place],
        None => vec![workspace.join("../shared/corpus"), workspace.join("target/corpus")],
    };
    let found = places.iter().find(|place| place.join("robots").is_dir());
    found.cloned().unwrap_or_else(|| {
        panic!("no corpus: none of {places:?} has a folder `robots`; run `cargo xtask corpus`")
    })
}

/// Every file of the corpus with its name, in the order of the names.
pub(crate) fn files(corpus: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(corpus.join("robots")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() && path.extension().is_none_or(|extension| extension != "tsv") {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            files.push((name, fs::read(path).unwrap()));
        }
    }
    files.sort_unstable();
    assert!(!files.is_empty(), "the corpus at {} is empty", corpus.display());
    files
}
