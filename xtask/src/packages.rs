//! Installs packages of npm and PyPI once, each set into a folder of its own under `target`.
//!
//! Versions are pinned in files that are committed. A note in each folder records what was
//! installed, so that the next run has nothing to do.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::programs;

const NODE: &str = "Node.js with npm";

/// Installs the packages of a `package.json`.
pub(crate) fn npm(pinned: &Path, folder: &Path) -> Result<(), String> {
    let version = programs::run(Command::new("node").arg("--version"), NODE)?;
    once(folder, pinned, &version, || {
        fs::create_dir_all(folder).map_err(unwritable(folder))?;
        fs::copy(pinned, folder.join("package.json")).map_err(unwritable(folder))?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-audit", "--no-fund", "--no-package-lock"]);
        npm.arg("--ignore-scripts");
        programs::run(npm.current_dir(folder), NODE)
    })
}

/// Installs into a folder, unless the note in it records the same packages and interpreter.
pub(crate) fn once(
    folder: &Path,
    pinned: &Path,
    version: &str,
    install: impl FnOnce() -> Result<String, String>,
) -> Result<(), String> {
    let packages = fs::read_to_string(pinned)
        .map_err(|err| format!("`{}` could not be read: {err}", pinned.display()))?;
    let wanted = format!("{version}{packages}");
    let note = folder.join("installed.txt");
    if fs::read_to_string(&note).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    eprintln!("installing into {}", folder.display());
    install()?;
    fs::write(&note, wanted).map_err(unwritable(&note))
}

fn unwritable(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |err| format!("`{}` could not be written: {err}", path.display())
}
