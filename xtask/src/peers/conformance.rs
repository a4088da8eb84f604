//! Compares every engine with the cases of `conformance/rfc9309`, both ways: a difference that is
//! not declared in `conformance/peers/<engine>.toml` fails, and so does a declared one that no
//! longer occurs. People write the reasons; the check prints undeclared entries for them to
//! complete.
//!
//! Google's library also has to give the verdicts and lines of `conformance/google`. Differences
//! from those cannot be declared, since the folder describes that library.

use std::collections::BTreeMap;
use std::path::Path;

use runner::{Case, Declared, PEERS, Package, Peer, peer};

use crate::Outcome;

pub(crate) fn compare(folder: &Path) -> Outcome {
    let cases = runner::cases(folder, "rfc9309")?;
    let declared = runner::declared(folder)?;
    if cases.is_empty() {
        return Err(format!("`{}` has no cases in rfc9309/", folder.display()));
    }
    let mut as_declared = true;
    for (name, declared) in &declared {
        for gone in declared.differs.iter().filter(|differs| !cases.contains_key(&differs.case)) {
            println!(
                "{name}: `{}` is declared, but is not a case that asks about a URL",
                gone.case
            );
            as_declared = false;
        }
        if declared.run {
            peer(name)?;
        }
    }
    for peer in PEERS {
        if let Some(declared) = declared.get(peer.name) {
            as_declared &= compare_peer(peer, declared, &cases)?;
        }
    }
    Ok(as_declared & compare_google(&runner::cases(folder, "google")?)?)
}

fn compare_google(cases: &BTreeMap<String, Case>) -> Outcome {
    let mut google = peer("google-robotstxt")?.start()?;
    let mut wrong = 0;
    for (name, case) in cases {
        let different = case.differences(&mut google)?;
        if !different.is_empty() {
            wrong += 1;
            println!("\nGoogle's library does not agree with `{name}`:");
            different.iter().for_each(|line| println!("  {line}"));
        }
    }
    println!(
        "google/: {} cases asked of google-robotstxt {}, {wrong} differ",
        cases.len(),
        google.version()
    );
    Ok(wrong == 0)
}

fn compare_peer(
    peer: &'static Peer,
    declared: &Declared,
    cases: &BTreeMap<String, Case>,
) -> Outcome {
    let name = peer.name;
    if !declared.run {
        println!("{name}: not run, as declared");
        return Ok(true);
    }
    let mut driver = peer.start()?;
    let version = driver.version().to_owned();
    if !names_version(&declared.version, &version) {
        let wanted = &declared.version;
        // Python is whichever version the machine has; this project pins the others.
        if matches!(peer.package, Package::Python { .. }) {
            println!("{name}: NOT COMPARED: declared for {wanted}, and python3 is {version}");
            return Ok(true);
        }
        return Err(format!("{name} {version} was installed, but {wanted} is declared"));
    }
    let is_declared = |case: &str| declared.differs.iter().any(|differs| differs.case == case);
    let (mut undeclared, mut stale, mut differing) = (Vec::new(), Vec::new(), 0);
    for (case_name, case) in cases {
        let different = case.differences(&mut driver)?;
        differing += usize::from(!different.is_empty());
        match (different.is_empty(), is_declared(case_name)) {
            (false, false) => undeclared.push((case_name, different)),
            (true, true) => stale.push(case_name),
            _ => {}
        }
    }
    for (case, different) in &undeclared {
        println!("\n# {name} {version} differs without a declaration:");
        different.iter().for_each(|line| println!("#   {line}"));
        println!("[[differs]]\ncase = \"{case}\"\nwhy = \"\"");
    }
    for case in &stale {
        println!("\n{name} {version} no longer differs in `{case}`: remove it from its file");
    }
    println!(
        "{name} {version}: {} cases, {differing} differ, {} undeclared, {} out of date",
        cases.len(),
        undeclared.len(),
        stale.len(),
    );
    Ok(undeclared.is_empty() && stale.is_empty())
}

/// Returns `true` if a declared version names this one, or a patch release of it: `Python 3.11.7`
/// names 3.11.
fn names_version(declared: &str, version: &str) -> bool {
    declared.split_whitespace().any(|word| {
        word.strip_prefix(version).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

#[cfg(test)]
mod tests {
    use super::names_version;

    #[test]
    fn version_among_words() {
        assert!(names_version("commit 22b355f; PyPI jwm-robotstxt 1.0.8", "1.0.8"));
        assert!(names_version("Python 3.11.7", "3.11"));
        assert!(!names_version("Python 3.11.7", "3.1"));
        assert!(!names_version("3.0.1", "3.0.2"));
    }
}
