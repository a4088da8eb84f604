//! Generates the pages of the linter, `docs/lints/`, from the doc comments of its rules, and
//! `docs/dialects.md` from the dialects and an example of each of their differences.

use std::collections::BTreeMap;
use std::fs;

use crate::{Outcome, dialects_page, differences, workspace};

/// Pages in `docs/lints` that are written by hand.
const BY_HAND: &[&str] = &["lints/PRECISION.md"];

pub(crate) fn run(is_check: bool) -> Outcome {
    let folder = workspace::root().join("docs");
    let failed = |what: &str, err| format!("`docs/{what}`: {err}");
    let examples = differences::read()?;
    let mut pages: BTreeMap<String, String> = BTreeMap::new();
    pages.insert("dialects.md".to_owned(), dialects_page::page(&examples));
    pages.insert("lints/README.md".to_owned(), gatepost_lint::index());
    for rule in gatepost_lint::rules() {
        pages.insert(format!("lints/{}.md", rule.name), rule.markdown());
    }
    let not_shown = differences::check(&examples);
    let mut wrong = Vec::new();
    fs::create_dir_all(folder.join("lints")).map_err(|err| failed("lints", err))?;
    for entry in fs::read_dir(folder.join("lints")).map_err(|err| failed("lints", err))? {
        let name = entry.map_err(|err| failed("lints", err))?.file_name();
        let name = format!("lints/{}", name.to_string_lossy());
        if !pages.contains_key(&name) && !BY_HAND.contains(&&*name) {
            wrong.push(format!("docs/{name}: this page does not belong to a rule"));
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
        wrong.push(format!("docs/{name} is out of date: run `cargo xtask docs`"));
        if !is_check {
            fs::write(&path, page).map_err(|err| failed(name, err))?;
        }
    }
    if !is_check {
        println!("docs: {} pages written", wrong.len());
        wrong.clear();
    }
    wrong.extend(not_shown);
    crate::report("docs", wrong)
}
