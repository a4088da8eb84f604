//! Compares every engine with the cases of `conformance/rfc9309`, both ways: a difference that is
//! not declared in `conformance/peers/<engine>.toml` fails, and so does a declared one that no
//! longer occurs. People write the reasons; the check prints undeclared entries for them to
//! complete.
//!
//! Google's library also has to give the verdicts and lines of `conformance/google`. Differences
//! from those cannot be declared, since the folder describes that library.

use std::collections::BTreeMap;
use std::path::Path;

use super::engine::{Answer, Engine};
use super::install::Peer;
use super::minimal::escaped;
use super::suite::{self, Case, Declared};
use crate::Outcome;

pub(crate) fn compare(folder: &Path) -> Outcome {
    let cases = suite::cases(folder, "rfc9309")?;
    let declared = suite::declared(folder)?;
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
        let has_driver = Peer::ALL.iter().any(|peer| peer.name() == name);
        if declared.run && !has_driver {
            return Err(format!(
                "`{name}` is declared with `run = true`, but has no driver in xtask/peers"
            ));
        }
    }
    for peer in Peer::ALL {
        as_declared &= compare_peer(peer, declared.get(peer.name()), &cases)?;
    }
    Ok(as_declared & compare_google(&suite::cases(folder, "google")?)?)
}

fn compare_google(cases: &BTreeMap<String, Case>) -> Outcome {
    let mut google = Peer::GoogleRobotstxt.start()?;
    let mut wrong = 0;
    for (name, case) in cases {
        let different = differences(case, &mut google, true)?;
        if !different.is_empty() {
            wrong += 1;
            println!("\nGoogle's library does not agree with `{name}`:");
            different.iter().for_each(|line| println!("  {line}"));
        }
    }
    println!(
        "google/: {} cases asked of google-robotstxt {}, {wrong} differ",
        cases.len(),
        google.version
    );
    Ok(wrong == 0)
}

fn compare_peer(
    peer: Peer,
    declared: Option<&Declared>,
    cases: &BTreeMap<String, Case>,
) -> Outcome {
    let name = peer.name();
    if declared.is_some_and(|declared| !declared.run) {
        println!("{name}: not run, as declared");
        return Ok(true);
    }
    let mut engine = peer.start()?;
    let version = engine.version.clone();
    if let Some(declared) = declared.filter(|declared| !names_version(&declared.version, &version))
    {
        let wanted = &declared.version;
        // Python is whichever version the machine has; this project pins the others.
        if peer == Peer::PythonUrllib {
            println!("{name}: NOT COMPARED: declared for {wanted}, and python3 is {version}");
            return Ok(true);
        }
        return Err(format!("{name} {version} was installed, but {wanted} is declared"));
    }
    let declared = declared.map_or(&[][..], |declared| &declared.differs);
    let is_declared = |case: &str| declared.iter().any(|differs| differs.case == case);
    let (mut undeclared, mut stale, mut differing) = (Vec::new(), Vec::new(), 0);
    for (case_name, case) in cases {
        let different = differences(case, &mut engine, false)?;
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

/// Lists the questions of a case to which the engine gives another answer or line than expected.
fn differences(case: &Case, engine: &mut Engine, lines: bool) -> Result<Vec<String>, String> {
    let questions: Vec<_> = case.questions.iter().map(|(question, _)| question.clone()).collect();
    let answers = engine.ask(&case.robots, &questions)?;
    let differences =
        case.questions.iter().zip(answers).filter_map(|((question, expected), said)| {
            let agrees = match said {
                Answer::Verdict { allowed, line } => {
                    allowed == *expected && (!lines || case.line.is_none() || case.line == line)
                }
                Answer::Nothing(_) => false,
            };
            (!agrees).then(|| format!("{}: {said}", escaped(&question.url)))
        });
    Ok(differences.collect())
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
