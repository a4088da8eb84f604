//! Checks licences, versions and sources of every crate in the lock file.
//!
//! This reads `cargo metadata` of the workspace, which covers every platform, and checks three
//! rules: each crate offers one of the licences below; apart from the exceptions below, there is
//! only one version of each crate; each crate is from the default registry or ours. Advisories are
//! not checked, since their database is not in a registry.

use std::collections::BTreeMap;

use runner::{programs, workspace};
use serde::Deserialize;

use crate::Outcome;

/// Licences that a user of Gatepost can comply with by keeping the licence texts.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates with more than one version, and why that is unavoidable.
const TWICE: &[(&str, &str)] = &[
    ("base64", "boon, which validates JSON in the command's tests, has not moved yet"),
    ("getrandom", "ring 0.17 has not moved yet"),
    ("syn", "most derive macros have moved to syn 3, zerocopy and others not yet"),
    ("synstructure", "as syn, for the derive macros of the Unicode crates"),
    ("windows-sys", "ring 0.17 has not moved yet; only on Windows"),
];

/// Where crates may come from.
const REGISTRY: &str = "registry+";

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    /// `None` for a crate of the workspace.
    source: Option<String>,
}

pub(crate) fn run() -> Outcome {
    let mut cargo = workspace::cargo();
    cargo.args(["metadata", "--format-version", "1", "--locked"]);
    let metadata: Metadata = serde_json::from_str(&programs::run(&mut cargo, "Cargo")?)
        .map_err(|err| format!("`cargo metadata`: {err}"))?;
    crate::report("dependencies", problems(&metadata.packages, TWICE))
}

fn problems(packages: &[Package], twice: &[(&str, &str)]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in packages {
        let Package { name, version, license, source } = package;
        versions.entry(name).or_default().push(version);
        match license {
            None => problems.push(format!("{name} {version}: no licence")),
            Some(licence) if !is_allowed(licence) => {
                problems.push(format!("{name} {version}: `{licence}` is not an allowed licence"));
            }
            Some(_) => {}
        }
        if source.as_ref().is_some_and(|source| !source.starts_with(REGISTRY)) {
            problems.push(format!("{name} {version}: not from the registry, but from {source:?}"));
        }
    }
    for (name, versions) in &versions {
        let is_exception = twice.iter().any(|(exception, _)| exception == name);
        if versions.len() > 1 && !is_exception {
            problems.push(format!("{name}: more than one version: {}", versions.join(", ")));
        }
    }
    for (name, _) in twice {
        if versions.get(name).is_none_or(|versions| versions.len() < 2) {
            problems.push(format!("{name}: an exception that is no longer needed"));
        }
    }
    problems
}

/// Returns `true` if an SPDX expression can be satisfied by the licences of the list.
///
/// Every operand of an `AND` has to be on the list, and one operand of an `OR`. `AND` binds more
/// tightly. Parentheses may be one level deep, which is enough for the registry's expressions so
/// far.
fn is_allowed(expression: &str) -> bool {
    if let Some((before, rest)) = expression.split_once('(') {
        let Some((inside, after)) = rest.split_once(')') else { return false };
        // A licence replaces the parentheses: one from the list if they are allowed.
        let inside = if is_allowed(inside) { LICENCES[0] } else { "none" };
        return is_allowed(&format!("{before}{inside}{after}"));
    }
    let expression = expression.replace('/', " OR ");
    expression
        .split(" OR ")
        .any(|choice| choice.split(" AND ").all(|licence| LICENCES.contains(&licence.trim())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, version: &str, license: &str, source: Option<&str>) -> Package {
        Package {
            name: name.to_owned(),
            version: version.to_owned(),
            license: (!license.is_empty()).then(|| license.to_owned()),
            source: source.map(str::to_owned),
        }
    }

    #[test]
    fn licences_are_read_as_spdx() {
        for allowed in ["MIT", "MIT/GPL-3.0", "GPL-2.0 OR MIT", "(MIT OR GPL-2.0) AND Unicode-3.0"]
        {
            assert!(is_allowed(allowed), "{allowed}");
        }
        for not in ["GPL-3.0", "MIT AND GPL-3.0", "(GPL-2.0 OR GPL-3.0) AND MIT", "MIT AND (", ""] {
            assert!(!is_allowed(not), "{not}");
        }
    }

    #[test]
    fn each_problem_is_found() {
        let registry = Some("registry+https://example.com/index");
        let packages = [
            package("ours", "0.1.0", "MIT", None),
            package("good", "1.0.0", "MIT OR Apache-2.0", registry),
            package("copyleft", "1.0.0", "GPL-3.0", registry),
            package("unlicensed", "1.0.0", "", registry),
            package("elsewhere", "1.0.0", "MIT", Some("git+https://example.com/elsewhere")),
            package("twice", "1.0.0", "MIT", registry),
            package("twice", "2.0.0", "MIT", registry),
        ];
        let found = problems(&packages, &[("good", "a test")]);
        let names: Vec<_> =
            found.iter().map(|text| text.split([' ', ':']).next().unwrap()).collect();
        assert_eq!(names, ["copyleft", "unlicensed", "elsewhere", "twice", "good"]);
        assert_eq!(problems(&packages[5..], &[("twice", "a test")]), [""; 0]);
    }
}
