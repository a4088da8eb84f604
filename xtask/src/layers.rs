//! Checks which crates and files import which: ARCHITECTURE.md, "What may import what".
//!
//! For crates this reads the manifests, through `cargo metadata`; for the files of the core and of
//! the linter, the `crate::` paths in them (`modules.rs`). A dependency that is not in a table
//! below is forbidden, so a new crate needs an entry here.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::modules::{self, Modules, SourceFile};

/// The crates of this workspace that each crate may depend on.
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
    // Puts questions to any implementation, and knows ours only as it knows the others.
    ("runner", &["gatepost"]),
    // Compares the library with other engines, and writes the pages of the linter.
    ("xtask", &["gatepost", "gatepost-fetch", "gatepost-lint", "gatepost-report", "runner"]),
];

/// The crates of others that the core may depend on.
const CORE_DEPENDENCIES: &[&str] = &["memchr", "serde"];

/// Files of the core, each with the modules that it must not import.
const FORBIDDEN_IMPORTS: &[(&str, &[&str])] = &[
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

/// Crates whose modules must not import each other in a cycle.
const WITHOUT_CYCLES: &[&str] = &["gatepost", "gatepost-prove", "gatepost-lint", "gatepost-report"];

/// Modules of the linter, each with those that it must not import. Findings and fixes are data;
/// other modules prove what a fix changes.
const FORBIDDEN_IMPORTS_IN_LINT: &[(&str, &[&str])] = &[
    ("finding", &["file", "grading", "lint_rule", "rules"]),
    ("fix", &["file", "grading", "lint_rule", "rules"]),
    ("safety", &["file", "grading", "fix", "finding"]),
    ("file", &["grading", "lint_rule", "rules", "config"]),
    ("grading", &["lint_rule", "rules", "config", "finding"]),
];

/// Modules of the command that must not import each other: a layout knows the report that it lays
/// out, and not the command that asked for it.
const FORBIDDEN_IMPORTS_IN_CLI: &[(&str, &[&str])] = &[("render", &["commands", "cli"])];

/// Words that must not appear in a file of the core, or of the reports.
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
    for (name, _) in FORBIDDEN_IMPORTS {
        if !core.join(name).is_file() {
            wrong.push(format!("crates/gatepost/src/{name} is in the table, but does not exist"));
        }
    }
    for name in WITHOUT_CYCLES {
        let files = modules::files_of(&root.join("crates").join(name).join("src"));
        if let Some(cycle) = Modules::new(&files).cycle() {
            wrong.push(format!("{name}: modules import each other: {}", cycle.join(" -> ")));
        }
    }
    wrong.extend(check_lint(&modules::files_of(&root.join("crates/gatepost-lint/src"))));
    wrong.extend(check_cli(&modules::files_of(&root.join("crates/gatepost-cli/src"))));
    let reports = root.join("crates/gatepost-report/src");
    for path in crate::paths::files_under(&reports, "rs") {
        let text = std::fs::read_to_string(&path).expect("a file that was just listed");
        let name = path.strip_prefix(&reports).expect("listed under it").display().to_string();
        wrong.extend(check_report_file(&name, &text));
    }
    wrong
}

/// Checks that rules of the linter do not import other rules, nor modules those that the table
/// forbids.
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
    for (module, forbidden_imports) in FORBIDDEN_IMPORTS_IN_LINT {
        for other in modules.imports_of(module).filter(|name| forbidden_imports.contains(name)) {
            wrong.push(format!("gatepost-lint: {module} must not import {other}"));
        }
    }
    wrong
}

/// Checks that layouts of the command import none of its commands.
fn check_cli(files: &[SourceFile]) -> Vec<String> {
    let modules = Modules::new(files);
    let mut wrong = Vec::new();
    for (module, forbidden_imports) in FORBIDDEN_IMPORTS_IN_CLI {
        for other in modules.imports_of(module).filter(|name| forbidden_imports.contains(name)) {
            wrong.push(format!("gatepost-cli: {module} must not import {other}"));
        }
    }
    wrong
}

/// The folder of the reports that may name `std::io`: its caller passes a reader, so that a list of
/// gigabytes needs little memory.
const READS_FROM_ITS_CALLER: &str = "url_list";

/// Checks that a file of the reports does no I/O and asks no clock: they run in a browser too.
fn check_report_file(name: &str, text: &str) -> Vec<String> {
    let code = text.lines().enumerate().map(|(at, line)| (at + 1, line.split("//").next()));
    let uses = code.flat_map(|(line, code)| {
        let mut code = code.unwrap_or_default().to_owned();
        if name.starts_with(READS_FROM_ITS_CALLER) && !code.contains("stdin") {
            code = code.replace("std::io", "");
        }
        let words = FORBIDDEN_IN_CORE.iter().filter(|words| code.contains(**words));
        words.map(move |words| (line, words)).collect::<Vec<_>>()
    });
    uses.map(|(line, words)| {
        format!("crates/gatepost-report/src/{name}:{line}: reports must not use `{words}`")
    })
    .collect()
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
        // Dependencies of tests never reach a user.
        let normal = all.iter().filter(|dependency| dependency["kind"] != "dev");
        let names: Vec<_> =
            normal.map(|d| d["name"].as_str().expect("a name").to_owned()).collect();
        ours.insert(name.to_owned(), names);
    }
    for (name, dependencies) in &ours {
        let Some((_, may)) = CRATES.iter().find(|(known, _)| known == name) else {
            wrong.push(format!("crate {name} is not in the table of xtask/src/layers.rs"));
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
    let forbidden_imports =
        FORBIDDEN_IMPORTS.iter().find(|(file, _)| *file == name).map_or(&[][..], |(_, s)| s);
    for (at, line) in text.lines().enumerate() {
        // Tests may import anything; they come last in a file.
        if line.starts_with("#[cfg(test)]") {
            break;
        }
        let code = line.split("//").next().unwrap_or_default();
        let mut complain =
            |what: String| wrong.push(format!("crates/gatepost/src/{name}:{}: {what}", at + 1));
        for other in forbidden_imports {
            if code.contains(&format!("crate::{other}::")) {
                complain(format!("must not import {other}.rs"));
            }
        }
        for forbidden in FORBIDDEN_IN_CORE.iter().filter(|words| code.contains(**words)) {
            complain(format!("the core must not use `{forbidden}`"));
        }
        // A dialect is data: only the files in its folder may name one.
        let names_dialect = code.contains("Dialect::GOOGLE") || code.contains(".name == \"");
        if names_dialect && !name.starts_with("dialect/") {
            complain("asks for a dialect by its name instead of about a field".to_owned());
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::{SourceFile, check_cli, check_core_file, check_lint, check_report_file};

    #[test]
    fn layouts_that_import_commands_are_found() {
        let file = |text| [SourceFile::new("render/text.rs", text)];
        let commands = SourceFile::new("commands/mod.rs", "");
        let [render] = file("use crate::commands::test::TestArgs;\n");
        assert_eq!(
            check_cli(&[render, commands]),
            ["gatepost-cli: render must not import commands"]
        );
        assert!(check_cli(&file("use gatepost_report::UrlVerdict;\n")).is_empty());
    }

    #[test]
    fn reports_that_read_files_are_found() {
        assert_eq!(check_report_file("test.rs", "use std::fs;\n").len(), 1);
        assert!(check_report_file("test.rs", "// not std::fs\n").is_empty());
    }

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
    fn forbidden_imports_are_found() {
        let wrong = check_core_file("precedence.rs", "use crate::path_pattern::PathPattern;\n");
        assert_eq!(wrong, ["crates/gatepost/src/precedence.rs:1: must not import path_pattern.rs"]);
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
