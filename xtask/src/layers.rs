//! Who may import whom: ARCHITECTURE.md, "What may import what".
//!
//! Crates are checked by their manifests, as `cargo metadata` reads them, and the files of the core
//! and of the linter by the `crate::` paths in them (`modules.rs`). What is not in a table below is
//! forbidden, so a new crate has to be given its place here.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::modules::{self, Modules, SourceFile};

/// What each crate may depend on, of ours.
const CRATES: &[(&str, &[&str])] = &[
    ("gatepost", &[]),
    ("gatepost-prove", &["gatepost"]),
    ("gatepost-crawlers", &["gatepost"]),
    ("gatepost-fetch", &["gatepost", "gatepost-crawlers"]),
    ("gatepost-lint", &["gatepost", "gatepost-prove", "gatepost-crawlers"]),
    ("gatepost-report", &["gatepost", "gatepost-prove", "gatepost-crawlers", "gatepost-lint"]),
    (
        "gatepost-cli",
        &[
            "gatepost",
            "gatepost-prove",
            "gatepost-crawlers",
            "gatepost-lint",
            "gatepost-fetch",
            "gatepost-report",
        ],
    ),
    // Asks the library what other engines are asked, and writes the pages of the linter.
    ("xtask", &["gatepost", "gatepost-fetch", "gatepost-lint", "gatepost-report"]),
];

/// What the core may depend on, of others.
const CORE_DEPENDENCIES: &[&str] = &["memchr", "serde"];

/// Files of the core that must not know each other.
const STRANGERS: &[(&str, &[&str])] = &[
    ("path_pattern.rs", &["precedence", "group", "rule", "rule_set", "verdict", "robots_txt"]),
    ("precedence.rs", &["path_pattern", "group", "rule", "rule_set", "url_path", "robots_txt"]),
    ("line.rs", &["key", "group", "robots_txt", "record", "product_token"]),
    ("key.rs", &["line", "group", "robots_txt", "record", "product_token", "dialect"]),
    ("key_names.rs", &["line", "group", "robots_txt", "record", "product_token"]),
    ("robots_txt.rs", &["group", "record", "rule", "product_token", "url_path", "verdict"]),
    ("percent.rs", &["path_pattern", "url_path", "precedence", "group", "dialect"]),
    ("group.rs", &["path_pattern", "percent", "near_miss", "group_selection", "rule_set"]),
    ("access_result.rs", &["robots_txt", "group", "verdict", "dialect"]),
];

/// Crates whose modules must not import each other in a circle.
const WITHOUT_CIRCLES: &[&str] =
    &["gatepost", "gatepost-prove", "gatepost-lint", "gatepost-report"];

/// Modules of the linter, each with those that it must not import. Findings and fixes are data: what
/// a fix changes is proved apart from them.
const STRANGERS_IN_LINT: &[(&str, &[&str])] = &[
    ("finding", &["file", "grading", "lint_rule", "rules"]),
    ("fix", &["file", "grading", "lint_rule", "rules"]),
    ("safety", &["file", "grading", "fix", "finding"]),
    ("file", &["grading", "lint_rule", "rules", "config"]),
    ("grading", &["lint_rule", "rules", "config", "finding"]),
];

/// What no file of the core may say.
const FORBIDDEN_IN_CORE: &[&str] = &[
    "std::fs",
    "std::net",
    "std::io",
    "std::process",
    "std::env",
    "std::thread",
    "std::time",
    "unsafe {",
    "unsafe fn",
    "anyhow",
];

pub(crate) fn check(root: &Path) -> Vec<String> {
    let mut wrong = check_manifests(root);
    let core = root.join("crates/gatepost/src");
    let mut files = 0;
    for path in crate::paths::files_under(&core, "rs") {
        files += 1;
        let text = std::fs::read_to_string(&path).expect("a file that was just listed");
        let name = path.strip_prefix(&core).expect("listed under it").display().to_string();
        wrong.extend(check_core_file(&name, &text));
    }
    if files == 0 {
        wrong.push(format!("no files under {}", core.display()));
    }
    for (name, _) in STRANGERS {
        if !core.join(name).is_file() {
            wrong.push(format!("crates/gatepost/src/{name} is in the table, but does not exist"));
        }
    }
    for name in WITHOUT_CIRCLES {
        let files = modules::files_of(&root.join("crates").join(name).join("src"));
        if let Some(circle) = Modules::new(&files).circle() {
            wrong.push(format!("{name}: modules import each other: {}", circle.join(" -> ")));
        }
    }
    wrong.extend(check_lint(&modules::files_of(&root.join("crates/gatepost-lint/src"))));
    wrong
}

/// Rules of the linter import no other rule, and some modules not each other.
fn check_lint(files: &[SourceFile]) -> Vec<String> {
    let mut wrong = Vec::new();
    let is_rule = |file: &&SourceFile| file.top_module() == "rules" && file.name != "rules/mod.rs";
    for file in files.iter().filter(is_rule) {
        for path in file.paths.iter().filter(|path| path[0] == "rules") {
            let (name, path) = (&file.name, path.join("::"));
            wrong.push(format!("crates/gatepost-lint/src/{name}: imports a rule: {path}"));
        }
    }
    let modules = Modules::new(files);
    for (module, strangers) in STRANGERS_IN_LINT {
        for stranger in modules.imports_of(module).filter(|name| strangers.contains(name)) {
            wrong.push(format!("gatepost-lint: {module} must not import {stranger}"));
        }
    }
    wrong
}

fn check_manifests(root: &Path) -> Vec<String> {
    let output = Command::new("cargo")
        .args(["metadata", "--format-version=1", "--no-deps"])
        .current_dir(root)
        .output()
        .expect("cargo runs this");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    let mut wrong = Vec::new();
    let mut ours = BTreeMap::new();
    for package in packages {
        let name = package["name"].as_str().expect("a name");
        let all = package["dependencies"].as_array().expect("a list of dependencies");
        // What tests use never reaches a user.
        let normal = all.iter().filter(|dependency| dependency["kind"] != "dev");
        let names: Vec<_> =
            normal.map(|d| d["name"].as_str().expect("a name").to_owned()).collect();
        ours.insert(name.to_owned(), names);
    }
    for (name, dependencies) in &ours {
        let Some((_, may)) = CRATES.iter().find(|(known, _)| known == name) else {
            wrong.push(format!("crate {name} has no place in xtask/src/layers.rs"));
            continue;
        };
        for dependency in dependencies.iter().filter(|name| ours.contains_key(*name)) {
            if !may.contains(&dependency.as_str()) {
                wrong.push(format!("crate {name} may not depend on {dependency}"));
            }
        }
        let is_core = name == "gatepost";
        for dependency in dependencies.iter().filter(|_| is_core) {
            if !CORE_DEPENDENCIES.contains(&dependency.as_str()) {
                wrong.push(format!("the core may not depend on {dependency}"));
            }
        }
    }
    wrong
}

fn check_core_file(name: &str, text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let strangers = STRANGERS.iter().find(|(file, _)| *file == name).map_or(&[][..], |(_, s)| s);
    for (at, line) in text.lines().enumerate() {
        // Tests may know everybody; they stand last.
        if line.starts_with("#[cfg(test)]") {
            break;
        }
        let code = line.split("//").next().unwrap_or_default();
        let mut complain =
            |what: String| wrong.push(format!("crates/gatepost/src/{name}:{}: {what}", at + 1));
        for stranger in strangers {
            if code.contains(&format!("crate::{stranger}::")) {
                complain(format!("does not know {stranger}.rs"));
            }
        }
        for forbidden in FORBIDDEN_IN_CORE.iter().filter(|words| code.contains(**words)) {
            complain(format!("`{forbidden}` has no place in the core"));
        }
        // A dialect is data: only its own folder names one.
        let names_dialect = code.contains("Dialect::GOOGLE") || code.contains(".name == \"");
        if names_dialect && !name.starts_with("dialect/") {
            complain("asks for a dialect by its name instead of about a field".to_owned());
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::{SourceFile, check_core_file, check_lint};

    #[test]
    fn rules_that_import_rules_are_found() {
        let file = |text| [SourceFile::new("rules/dead_rule.rs", text)];
        assert_eq!(check_lint(&file("use crate::rules::redundant_rule::by;\n")).len(), 1);
        assert_eq!(check_lint(&file("use super::redundant_rule;\n")).len(), 1);
        assert!(check_lint(&file("use crate::file::File;\n")).is_empty());
    }

    #[test]
    fn data_that_imports_proving_is_found() {
        let files = [("fix.rs", "use crate::file::File;\n"), ("file.rs", "")];
        let files = files.map(|(name, text)| SourceFile::new(name, text));
        assert_eq!(check_lint(&files), ["gatepost-lint: fix must not import file"]);
    }

    #[test]
    fn strangers_are_found() {
        let wrong = check_core_file("precedence.rs", "use crate::path_pattern::PathPattern;\n");
        assert_eq!(wrong, ["crates/gatepost/src/precedence.rs:1: does not know path_pattern.rs"]);
        assert!(check_core_file("rule.rs", "use crate::path_pattern::PathPattern;\n").is_empty());
    }

    #[test]
    fn input_and_output_are_found() {
        assert_eq!(check_core_file("rule.rs", "use std::fs::File;\n").len(), 1);
        assert!(check_core_file("rule.rs", "// not std::fs\n").is_empty());
        assert!(check_core_file("rule.rs", "#[cfg(test)]\nuse std::fs::File;\n").is_empty());
    }

    #[test]
    fn dialects_asked_for_by_name_are_found() {
        let line = "if dialect == Dialect::GOOGLE {\n";
        assert_eq!(check_core_file("group.rs", line).len(), 1);
        assert!(check_core_file("dialect/mod.rs", line).is_empty());
    }
}
