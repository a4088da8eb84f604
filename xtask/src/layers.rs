//! Who may import whom: ARCHITECTURE.md, "What may import what".
//!
//! Crates are checked by their manifests, as `cargo metadata` reads them, and the files of the core
//! by the `crate::` paths in them. What is not in a table below is forbidden, so a new crate has to
//! be given its place here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

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
    let mut imports = Imports::new();
    for path in crate::paths::files_under(&core, "rs") {
        files += 1;
        let text = std::fs::read_to_string(&path).expect("a file that was just listed");
        let name = path.strip_prefix(&core).expect("listed under it").display().to_string();
        wrong.extend(check_core_file(&name, &text));
        add_imports(&mut imports, &name, &text);
    }
    wrong.extend(circle(&imports).map(|circle| format!("core files import in a circle: {circle}")));
    if files == 0 {
        wrong.push(format!("no files under {}", core.display()));
    }
    for (name, _) in STRANGERS {
        if !core.join(name).is_file() {
            wrong.push(format!("crates/gatepost/src/{name} is in the table, but does not exist"));
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

/// What each module of the core imports. A folder is one module.
type Imports = BTreeMap<String, BTreeSet<String>>;

fn add_imports(imports: &mut Imports, name: &str, text: &str) {
    let module = name.split('/').next().unwrap_or(name).trim_end_matches(".rs");
    if module == "lib" {
        return;
    }
    let imported = imports.entry(module.to_owned()).or_default();
    // Tests may know everybody; they stand last.
    for line in text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")) {
        let code = line.split("//").next().unwrap_or_default();
        for path in code.split("crate::").skip(1) {
            let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
            let end = path.find(|c| !is_of_name(c)).unwrap_or(path.len());
            imported.insert(path[..end].to_owned());
        }
    }
    imported.remove(module);
}

/// A circle of modules that import each other, if there is one.
fn circle(imports: &Imports) -> Option<String> {
    let mut left = imports.clone();
    loop {
        let before = left.len();
        let known: BTreeSet<String> = left.keys().cloned().collect();
        left.retain(|_, imported| imported.iter().any(|module| known.contains(module)));
        if left.is_empty() {
            return None;
        }
        if left.len() == before {
            break;
        }
    }
    // Everything left imports something left, so that a walk comes back to where it was.
    let mut walk: Vec<&String> = vec![left.keys().next()?];
    loop {
        let next = left[*walk.last()?].iter().find(|module| left.contains_key(*module))?;
        if let Some(start) = walk.iter().position(|module| *module == next) {
            walk.push(next);
            return Some(walk[start..].iter().map(|m| m.as_str()).collect::<Vec<_>>().join(" -> "));
        }
        walk.push(next);
    }
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
    use super::{Imports, add_imports, check_core_file, circle};

    #[test]
    fn strangers_are_found() {
        let wrong = check_core_file("precedence.rs", "use crate::path_pattern::PathPattern;\n");
        assert_eq!(wrong, ["crates/gatepost/src/precedence.rs:1: does not know path_pattern.rs"]);
        assert!(check_core_file("rule.rs", "use crate::path_pattern::PathPattern;\n").is_empty());
    }

    #[test]
    fn circles_are_found() {
        let mut imports = Imports::new();
        add_imports(&mut imports, "a.rs", "use crate::b::B;\nuse crate::e::E;\n");
        add_imports(&mut imports, "b.rs", "use crate::c::C;\n#[cfg(test)]\nuse crate::a::A;\n");
        add_imports(&mut imports, "c/mod.rs", "use crate::c::d::D; // not crate::a\n");
        assert_eq!(circle(&imports), None);
        add_imports(&mut imports, "c/d.rs", "fn d() { crate::b::b() }\n");
        assert_eq!(circle(&imports).unwrap(), "b -> c -> b");
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
