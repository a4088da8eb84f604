//! The crates as their users get them: packaged, unpacked, and made a workspace of their own.
//!
//! In `target/package/alone` there is nothing but the packages, so whatever builds there builds for
//! everybody: no file outside a package is within reach. That the packages are complete is checked
//! here; what is built in them, and by which compiler, is for the caller to choose.

use std::fs;
use std::path::Path;

use crate::{Outcome, programs, workspace};

/// What every package has to hold.
const COMPLETE: &[&str] = &["README.md", "LICENSE-APACHE", "LICENSE-MIT", "Cargo.toml"];

pub(crate) fn run() -> Outcome {
    let packages = workspace::target().join("package");
    let failed = |path: &Path, err| format!("`{}`: {err}", path.display());
    if packages.exists() {
        fs::remove_dir_all(&packages).map_err(|err| failed(&packages, err))?;
    }
    let mut cargo = workspace::cargo();
    cargo.args(["package", "--quiet", "--no-verify", "--allow-dirty", "--workspace"]);
    workspace::UNPUBLISHED.iter().for_each(|name| {
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
                problems.push(format!("{name}: the package has no {file}"));
            }
        }
        if alone.join(&folder).join("tests").exists() {
            problems.push(format!("{name}: tests are packaged, which read files that are not"));
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
    // The versions that are tested here, of which the packages need a part.
    let lock = alone.join("Cargo.lock");
    fs::copy(workspace::root().join("Cargo.lock"), &lock).map_err(|err| failed(&lock, err))?;
    println!("package: {} packages in {}", names.len(), alone.display());
    crate::report("package", problems)
}
