//! The conformance suite, `conformance/**/*.toml`, against this library.
//!
//! The folder that a file is in names the dialect in which its cases are asked. Every kind of table
//! is described in `conformance/README.md`; an unknown key in a file is an error here, so that no
//! expectation is ever passed over.

mod checks;
mod format;

use std::path::{Path, PathBuf};

use gatepost::Dialect;

use self::format::File;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance")
}

/// Runs all files of one dialect, and returns how many expectations there were.
fn run(dialect: Dialect) -> usize {
    let folder = root().join(dialect.name);
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    paths.sort();
    let (mut count, mut failures) = (0, Vec::new());
    for path in &paths {
        let text = std::fs::read_to_string(path).unwrap();
        let file: File =
            toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        for (case, expectations) in checks::all(&file, dialect) {
            count += expectations.len();
            let wrong = expectations.into_iter().filter_map(|e| e.wrong);
            failures.extend(wrong.map(|wrong| format!("{}/{name}/{case}: {wrong}", dialect.name)));
        }
    }
    assert!(failures.is_empty(), "{} of {count} wrong:\n{}", failures.len(), failures.join("\n"));
    count
}

#[test]
fn rfc9309() {
    assert!(run(Dialect::RFC9309) > 500, "the suite has lost files");
}

#[test]
fn google() {
    assert!(run(Dialect::GOOGLE) > 300, "the suite has lost files");
}

#[test]
fn yandex() {
    assert!(run(Dialect::YANDEX) > 20, "the suite has lost files");
}

#[test]
fn baidu() {
    assert!(run(Dialect::BAIDU) > 20, "the suite has lost files");
}

#[test]
fn draft_1996() {
    assert!(run(Dialect::DRAFT_1996) > 50, "the suite has lost files");
}

#[test]
fn python_3_11() {
    assert!(run(Dialect::PYTHON_3_11) > 50, "the suite has lost files");
}

#[test]
fn python() {
    assert!(run(Dialect::PYTHON) > 50, "the suite has lost files");
}

#[test]
fn protego() {
    assert!(run(Dialect::PROTEGO) > 50, "the suite has lost files");
}

#[test]
fn robots_parser() {
    assert!(run(Dialect::ROBOTS_PARSER) > 50, "the suite has lost files");
}

#[test]
fn texting_robots() {
    assert!(run(Dialect::TEXTING_ROBOTS) > 50, "the suite has lost files");
}

#[test]
fn robotxt() {
    assert!(run(Dialect::ROBOTXT) > 30, "the suite has lost files");
}

/// A folder that no test above runs would be a suite that cannot fail.
#[test]
fn every_folder_is_run() {
    let mut folders: Vec<_> = std::fs::read_dir(root())
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    folders.sort();
    // Those in `peers` say where others differ; `cargo xtask peers` asks them, with `runner`.
    let mut expected: Vec<_> = Dialect::ALL.iter().copied().map(|dialect| dialect.name).collect();
    expected.extend(["peers", "runner"]);
    expected.sort_unstable();
    assert_eq!(folders, expected);
}
