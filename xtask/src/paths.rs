//! Every path that a document names exists.

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

/// What a path of ours starts with.
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
                // Files of the core and of the command are named by their place in the crate.
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

/// The paths in a document: what stands in backticks or behind a link, and starts with a folder.
fn named(text: &str) -> Vec<(usize, &str)> {
    let mut named = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let pieces = line.split(['`', '(', ')', ' ', ',']);
        named.extend(
            pieces
                // A place in a file, `a.txt:4:8`, is one of that file.
                .map(|piece| piece.split(':').next().unwrap_or_default())
                .map(|piece| piece.trim_end_matches(['.', ';']))
                .filter(|piece| FOLDERS.iter().any(|folder| piece.starts_with(folder)))
                // A pattern or a placeholder is no path.
                .filter(|piece| !piece.contains(['*', '<', '{', '…']))
                .map(|piece| (at + 1, piece)),
        );
    }
    named
}

/// All files with this extension below a folder, in order.
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
