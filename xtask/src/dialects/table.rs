//! Writes the results of the comparison for people.

use std::fmt::Write;
use std::path::Path;

use super::Tally;
use super::kinds::KINDS;

pub(crate) fn print(tally: &Tally, seconds: u64) {
    let differences: usize = tally.differences.values().sum();
    println!(
        "{} and {} {}: {} files, {} questions, {differences} differences, {} unexplained ({seconds} s)",
        tally.dialect,
        tally.peer,
        tally.version,
        tally.files,
        tally.questions,
        tally.unexplained(),
    );
    for (kind, count) in &tally.differences {
        println!("{count:>9}  {}", KINDS.get(*kind).map_or("unexplained", |kind| kind.name));
    }
}

/// Writes the page of the results.
pub(crate) fn write(tallies: &[Tally], page: &Path) -> Result<(), String> {
    let mut text = String::from(
        "# Dialects, checked\n\n\
         Made by `cargo xtask dialects --write`. Each dialect that a package implements was compared with\n\
         the package: for every file of the corpus, the URLs of its own site and URLs made from its rules,\n\
         for a crawler that it names, for Googlebot and for one that it does not name. The other dialects\n\
         (`yandex`, `baidu`, `draft-1996`) are not in any package, so only the cases of `conformance/` test\n\
         them; `google` and Google's own library never differ (`cargo xtask peers`).\n\n\
         | dialect | checked against | files | answers | that differ | unexplained |\n\
         | --- | --- | --: | --: | --: | --: |\n",
    );
    for tally in tallies {
        let differences: usize = tally.differences.values().sum();
        let _ = writeln!(
            text,
            "| `{}` | {} {} | {} | {} | {differences} | {} |",
            tally.dialect,
            tally.peer,
            tally.version,
            tally.files,
            tally.questions,
            tally.unexplained(),
        );
    }
    text += "\n## Kinds of differences\n\n\
             A kind is a predicate of file, URL and answer, in `xtask/src/dialects/kinds.rs`; a difference\n\
             belongs to the first kind that matches. The check fails if more than one answer in 10,000 is\n\
             unexplained.\n";
    for tally in tallies.iter().filter(|tally| !tally.differences.is_empty()) {
        let _ = write!(
            text,
            "\n### `{}`\n\n| answers | kind | why |\n| --: | --- | --- |\n",
            tally.dialect
        );
        for (kind, count) in &tally.differences {
            let (name, why) =
                KINDS.get(*kind).map_or(("unexplained", ""), |kind| (kind.name, kind.why));
            let _ = writeln!(text, "| {count} | {name} | {why} |");
        }
    }
    if let Some(folder) = page.parent() {
        let _ = std::fs::create_dir_all(folder);
    }
    std::fs::write(page, text).map_err(|err| format!("`{}`: {err}", page.display()))
}
