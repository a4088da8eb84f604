//! Checks that every path in the documents exists.

use std::path::{Path, PathBuf};

const DOCUMENTS: &[&str] = &[
    "README.md",
    "ARCHITECTURE.md",
    "DESIGN.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "conformance/README.md",
    "docs/dialects.md",
    "docs/dialects-checked.md",
];

/// The folders with which paths of this repository start.
const FOLDERS: &[&str] =
    &["crates/", "conformance/", "docs/", "examples/", "xtask/", "fuzz/", "bench/", ".ci/", "src/"];

pub(crate) fn check(root: &Path) -> Vec<String> {
    let mut wrong = Vec::new();
    for document in DOCUMENTS {
        let Ok(text) = std::fs::read_to_string(root.join(document)) else {
            wrong.push(format!("{document} does not exist"));
            continue;
        };
        for (line, path) in named(&text) {
            let is_there = root.join(path).exists()
                // Documents may name files of the core and of the command relative to their crate.
                || ["gatepost", "gatepost-cli"].iter().any(|name| {
                    root.join("crates").join(name).join(path).exists()
                });
            if !is_there {
                wrong.push(format!("{document}:{line}: `{path}` does not exist"));
            }
        }
    }
    wrong
}

/// Finds the paths in a document, in backticks or links, that start with a folder of this
/// repository.
fn named(text: &str) -> Vec<(usize, &str)> {
    let mut named = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let pieces = line.split(['`', '(', ')', ' ', ',']);
        named.extend(
            pieces
                // `a.txt:4:8` is a position in the file `a.txt`.
                .map(|piece| piece.split(':').next().unwrap_or_default())
                .map(|piece| piece.trim_end_matches(['.', ';']))
                .filter(|piece| FOLDERS.iter().any(|folder| piece.starts_with(folder)))
                // Patterns and placeholders are not paths.
                .filter(|piece| !piece.contains(['*', '<', '{', '…']))
                .map(|piece| (at + 1, piece)),
        );
    }
    named
}

/// Returns all files with this extension below a folder, sorted.
pub(crate) fn files_under(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else { return files };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            files.extend(files_under(&path, extension));
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn paths_are_found_in_backticks_and_links() {
        let text = "See `crates/a.rs`, [this](conformance/b.toml) and\n`fuzz/run.sh 60`: `/shop`, `crates/*.rs`.";
        assert_eq!(
            named(text),
            [(1, "crates/a.rs"), (1, "conformance/b.toml"), (2, "fuzz/run.sh")]
        );
    }
}
