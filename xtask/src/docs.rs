//! The pages of the linter, `docs/lints/`: written from the doc comments of its rules.

use std::collections::BTreeMap;
use std::fs;

use crate::{Outcome, workspace};

const USAGE: &str = "\
Usage: cargo xtask docs [--check]

Writes docs/lints/ from the rules of the linter, or with --check tells which pages are not current.
";

/// Pages that are written by hand.
const BY_HAND: &[&str] = &["PRECISION.md"];

pub(crate) fn run(arguments: &[String]) -> Outcome {
    let is_check = match arguments {
        [] => false,
        [check] if check == "--check" => true,
        [help] if help == "--help" || help == "-h" => {
            print!("{USAGE}");
            return Ok(true);
        }
        [unknown, ..] => return Err(format!("unknown argument `{unknown}`\n\n{USAGE}")),
    };
    let folder = workspace::root().join("docs/lints");
    let failed = |what: &str, err| format!("`docs/lints/{what}`: {err}");
    let mut pages: BTreeMap<String, String> = BTreeMap::new();
    pages.insert("README.md".to_owned(), gatepost_lint::index());
    for rule in gatepost_lint::rules() {
        pages.insert(format!("{}.md", rule.meta().name), rule.meta().markdown());
    }
    let mut wrong = Vec::new();
    fs::create_dir_all(&folder).map_err(|err| failed("", err))?;
    for entry in fs::read_dir(&folder).map_err(|err| failed("", err))? {
        let name = entry.map_err(|err| failed("", err))?.file_name();
        let name = name.to_string_lossy().into_owned();
        if !pages.contains_key(&name) && !BY_HAND.contains(&&*name) {
            wrong.push(format!("docs/lints/{name}: no rule has this page"));
            if !is_check {
                fs::remove_file(folder.join(&name)).map_err(|err| failed(&name, err))?;
            }
        }
    }
    for (name, page) in &pages {
        let path = folder.join(name);
        if fs::read_to_string(&path).is_ok_and(|written| written == *page) {
            continue;
        }
        wrong.push(format!("docs/lints/{name}: not current, `cargo xtask docs` writes it"));
        if !is_check {
            fs::write(&path, page).map_err(|err| failed(name, err))?;
        }
    }
    if !is_check {
        println!("docs: {} pages written", wrong.len());
        return Ok(true);
    }
    crate::told("docs", wrong)
}
