//! Validates the output of `gatepost lint --format sarif` against the schema of SARIF 2.1.0.
//!
//! The schema and a validator are installed from npm. The linted files are the bad examples of all
//! rules, so that every rule has a result; a file of hostile bytes; and one that does not exist.
//! The command is built, unless the variable `GATEPOST` names one that is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use runner::{programs, workspace};

use crate::Outcome;

/// The schema, and a validator that knows its draft.
const PACKAGES: &[(&str, &str)] = &[("@microsoft/jest-sarif", "1.0.0-beta.0"), ("ajv", "6.12.6")];

pub(crate) fn run() -> Outcome {
    let folder = workspace::target().join("sarif");
    runner::npm(PACKAGES, &folder)?;
    let write = |name: &str, bytes: &[u8]| {
        fs::write(folder.join(name), bytes).map_err(|err| format!("`{name}`: {err}"))
    };
    let mut names = vec!["hostile bytes.txt".to_owned()];
    write(
        &names[0],
        b"\xEF\xBB\xBFUser-agent: *\r\rDisallow: \xFFa\x00\x1B[31m\xE2\x80\x8B*\nDisallow:/\xC3*$",
    )?;
    for meta in gatepost_lint::rules() {
        let bad = meta.examples().into_iter().filter(|(is_bad, _)| *is_bad);
        for (at, (_, bytes)) in bad.enumerate() {
            let name = format!("{}-{at}.txt", meta.name);
            write(&name, &bytes)?;
            names.push(name);
        }
    }
    write("nothing.txt", b"User-agent: *\nDisallow: /private/\n")?;
    let all = lint(&folder, &names)?;
    for rule in gatepost_lint::rules() {
        let name = rule.name;
        if !all.contains(&format!("\"ruleId\":\"{name}\"")) {
            return Err(format!("the log does not contain a result of `{name}`"));
        }
    }
    write("all.sarif", all.as_bytes())?;
    write("unread.sarif", lint(&folder, &["missing.txt".to_owned()])?.as_bytes())?;
    write("nothing.sarif", lint(&folder, &["nothing.txt".to_owned()])?.as_bytes())?;
    // A validator that accepts this log does not check anything.
    write("wrong.sarif", all.replacen("\"startLine\":", "\"startline\":", 1).as_bytes())?;

    let wrong = validate(&folder, &["wrong.sarif"])?;
    if wrong.is_empty() {
        return Err("the validator accepted a log with a misspelt field".to_owned());
    }
    let wrong = validate(&folder, &["all.sarif", "unread.sarif", "nothing.sarif"])?;
    crate::report("sarif", wrong)
}

/// Lints some files of a folder and returns the log, with or without findings.
fn lint(folder: &Path, files: &[String]) -> Result<String, String> {
    let command = match std::env::var_os("GATEPOST") {
        Some(built) => PathBuf::from(built),
        None => {
            let mut cargo = workspace::cargo();
            programs::run(cargo.args(["build", "--quiet", "-p", "gatepost-cli"]), "Cargo")?;
            workspace::target().join("debug/gatepost")
        }
    };
    let command =
        fs::canonicalize(&command).map_err(|err| format!("`{}`: {err}", command.display()))?;
    let output = Command::new(command)
        .args(["lint", "--severity", "info", "--format", "sarif"])
        .args(files)
        .current_dir(folder)
        .output()
        .map_err(|err| format!("`gatepost`: {err}"))?;
    String::from_utf8(output.stdout).map_err(|_| "the log is not UTF-8".to_owned())
}

/// Validates some logs, and lists what is wrong with them.
fn validate(folder: &Path, logs: &[&str]) -> Result<Vec<String>, String> {
    let mut node = Command::new("node");
    node.arg(workspace::root().join("xtask/sarif/validate.mjs")).arg(folder);
    node.args(logs.iter().map(|log| folder.join(log)));
    let output = node.output().map_err(|err| programs::missing(&node, "Node.js", &err))?;
    match output.status.code() {
        Some(0) => Ok(Vec::new()),
        Some(1) if !output.stdout.is_empty() => {
            Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
        }
        _ => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}
