//! Packages the crates, unpacks them as users get them, and makes a workspace of them.
//!
//! `target/package/alone` contains only the packages, so a crate that builds there builds for every
//! user: files outside a package are out of reach. This checks that the packages are complete; the
//! caller chooses what to build in them, and with which compiler.

use std::fs;
use std::path::Path;

use runner::{programs, workspace};

use crate::Outcome;

/// The files that every package has to contain.
const COMPLETE: &[&str] = &["README.md", "LICENSE-APACHE", "LICENSE-MIT", "Cargo.toml"];

/// Members of the workspace that are not published.
pub(crate) const UNPUBLISHED: &[&str] = &["runner", "xtask"];

pub(crate) fn run() -> Outcome {
    let packages = workspace::target().join("package");
    let failed = |path: &Path, err| format!("`{}`: {err}", path.display());
    if packages.exists() {
        fs::remove_dir_all(&packages).map_err(|err| failed(&packages, err))?;
    }
    let mut cargo = workspace::cargo();
    cargo.args(["package", "--quiet", "--no-verify", "--allow-dirty", "--workspace"]);
    UNPUBLISHED.iter().for_each(|name| {
        cargo.args(["--exclude", name]);
    });
    programs::run(&mut cargo, "Cargo")?;

    let alone = packages.join("alone");
    fs::create_dir(&alone).map_err(|err| failed(&alone, err))?;
    let mut problems = Vec::new();
    let mut names = Vec::new();
    for entry in fs::read_dir(&packages).map_err(|err| failed(&packages, err))? {
        let path = entry.map_err(|err| failed(&packages, err))?.path();
        if path.extension().is_none_or(|extension| extension != "crate") {
            continue;
        }
        let mut tar = std::process::Command::new("tar");
        tar.arg("-xzf").arg(&path).arg("-C").arg(&alone);
        programs::run(&mut tar, "tar")?;
        let folder = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let name = folder.rsplit_once('-').map_or(&*folder, |(name, _)| name).to_owned();
        for file in COMPLETE {
            if fs::metadata(alone.join(&folder).join(file)).map_or(0, |found| found.len()) == 0 {
                problems.push(format!("{name}: the package does not contain {file}"));
            }
        }
        if alone.join(&folder).join("tests").exists() {
            problems.push(format!(
                "{name}: the package contains tests, which need files that it does not contain"
            ));
        }
        names.push((name, folder));
    }
    names.sort();
    let mut manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"*-*\"]\n\n".to_owned();
    manifest += "[patch.crates-io]\n";
    for (name, folder) in &names {
        manifest += &format!("{name} = {{ path = \"{folder}\" }}\n");
    }
    let path = alone.join("Cargo.toml");
    fs::write(&path, manifest).map_err(|err| failed(&path, err))?;
    // The versions that this workspace is tested with; the packages need only some of them.
    let lock = alone.join("Cargo.lock");
    fs::copy(workspace::root().join("Cargo.lock"), &lock).map_err(|err| failed(&lock, err))?;
    println!("package: {} packages in {}", names.len(), alone.display());
    crate::report("package", problems)
}
