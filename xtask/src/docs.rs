//! Generates the pages of the linter, `docs/lints/`, from the doc comments of its rules, and
//! `docs/dialects.md` from the dialects and an example of each of their differences.

use std::collections::BTreeMap;

use crate::generated::Generated;
use crate::{Outcome, dialects_page, differences};

/// Pages in `docs/lints` that are written by hand.
const BY_HAND: &[&str] = &["lints/PRECISION.md"];

pub(crate) fn run(is_check: bool) -> Outcome {
    let examples = differences::read()?;
    let mut pages: BTreeMap<String, String> = BTreeMap::new();
    pages.insert("dialects.md".to_owned(), dialects_page::page(&examples));
    pages.insert("lints/README.md".to_owned(), gatepost_lint::index());
    for rule in gatepost_lint::rules() {
        pages.insert(format!("lints/{}.md", rule.name), rule.markdown());
    }
    let not_shown = differences::check(&examples);
    let pages = Generated {
        command: "docs",
        folder: "docs",
        owned: "lints/",
        by_hand: BY_HAND,
        stranger: "this page does not belong to a rule",
        files: pages,
    };
    let mut wrong = pages.update(is_check)?;
    wrong.extend(not_shown);
    crate::report("docs", wrong)
}
