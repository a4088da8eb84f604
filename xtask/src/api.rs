//! Writes the public API of each library to `docs/api/` as a sorted list of its items, so that
//! every change of the API shows in a diff.
//!
//! rustdoc writes its JSON with all features on, and the `public-api` crate turns that into one
//! line per item. The JSON is an unstable format of rustdoc, which the stable compiler also writes
//! if `RUSTC_BOOTSTRAP` is set; it is set only for rustdoc, so that no crate is compiled again. If
//! compiler and crate do not know the same version of the format, `public-api` reports it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use runner::{programs, workspace};

use crate::Outcome;

const LIBRARIES: &[&str] = &[
    "gatepost",
    "gatepost-crawlers",
    "gatepost-fetch",
    "gatepost-lint",
    "gatepost-prove",
    "gatepost-report",
];

/// A script that calls rustdoc with the variable that makes it accept an unstable option.
const RUSTDOC: &str = "#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec rustdoc \"$@\"\n";

pub(crate) fn run(is_check: bool) -> Outcome {
    let folder = workspace::root().join("docs/api");
    let failed = |path: &Path, err| format!("`{}`: {err}", path.display());
    fs::create_dir_all(&folder).map_err(|err| failed(&folder, err))?;
    let mut problems = Vec::new();
    write_json()?;
    for library in LIBRARIES {
        let json = workspace::target().join(format!("doc/{}.json", library.replace('-', "_")));
        let api = public_api::Builder::from_rustdoc_json(&json)
            // These follow from the type: auto traits such as Send, and impls of std for all types.
            .omit_blanket_impls(true)
            .omit_auto_trait_impls(true)
            .build()
            .map_err(|err| format!("`{}`: {err}", json.display()))?;
        let mut text = String::new();
        for item in api.items() {
            text += &format!("{item}\n");
        }
        let path = folder.join(format!("{library}.txt"));
        let before = fs::read_to_string(&path).unwrap_or_default();
        if before == text {
            continue;
        }
        if is_check {
            problems.extend(changes(library, &before, &text));
        } else {
            fs::write(&path, text).map_err(|err| failed(&path, err))?;
            println!("api: docs/api/{library}.txt written");
        }
    }
    if !problems.is_empty() {
        problems.push("`cargo xtask api` writes docs/api; commit it with the change".to_owned());
    }
    crate::report("api", problems)
}

/// Writes the JSON of all libraries to `target/doc`, with rustdoc.
fn write_json() -> Result<(), String> {
    let folder = workspace::target().join("api");
    let script = folder.join("rustdoc");
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(&script, RUSTDOC))
        .map_err(|err| format!("`{}` could not be written: {err}", script.display()))?;
    programs::make_executable(&script)?;
    let mut cargo = workspace::cargo();
    cargo.args(["doc", "--quiet", "--no-deps", "--lib", "--all-features"]);
    LIBRARIES.iter().for_each(|library| {
        cargo.args(["--package", library]);
    });
    let absolute = fs::canonicalize(&script).map_err(|err| format!("{err}"))?;
    cargo.env("RUSTDOC", absolute);
    cargo.env("RUSTDOCFLAGS", "-Zunstable-options --output-format json");
    programs::run(&mut cargo, "Cargo").map(drop)
}

/// Lists the lines that are only in one of two texts, with their counts, as a unified diff marks
/// them.
fn changes(library: &str, before: &str, after: &str) -> Vec<String> {
    let mut counts: BTreeMap<&str, i64> = BTreeMap::new();
    before.lines().for_each(|line| *counts.entry(line).or_default() -= 1);
    after.lines().for_each(|line| *counts.entry(line).or_default() += 1);
    let changed = counts.into_iter().filter(|(_, count)| *count != 0);
    changed
        .map(|(line, count)| format!("{library}: {}{line}", if count < 0 { "-" } else { "+" }))
        .collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_changed_lines_are_listed() {
        let found = super::changes("x", "pub fn a()\npub fn b()\n", "pub fn a()\npub fn c()\n");
        assert_eq!(found, ["x: -pub fn b()", "x: +pub fn c()"]);
    }
}
