//! Installs implementations through the clients of their registries, and starts them.
//!
//! All Python packages share a virtual environment and all npm packages a folder, both under
//! `target/peers`; crates are compiled into the bench. A note in each folder records what was
//! installed, so that the next run has nothing to do.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::driver::Driver;
use crate::peers::{PEERS, Package, Peer};
use crate::{programs, workspace};

const PYTHON: &str = "Python 3 with venv and pip (Debian: python3-venv)";
const NODE: &str = "Node.js with npm";
const CARGO: &str = "Rust with Cargo";

impl Peer {
    /// Installs the implementation if necessary, and starts its driver.
    ///
    /// # Errors
    ///
    /// This returns an error when a program is missing, or a package cannot be installed.
    pub fn start(&'static self) -> Result<Driver, String> {
        let drivers = Path::new(env!("CARGO_MANIFEST_DIR")).join("drivers");
        let (mut command, install) = match self.package {
            Package::PyPi { driver, .. } | Package::Python { driver, .. } => {
                let mut python = Command::new(virtual_environment()?);
                // `-B` keeps `__pycache__` out of the sources.
                python.arg("-B").arg(drivers.join(driver));
                (python, PYTHON)
            }
            Package::Npm { driver, .. } => {
                let mut node = Command::new("node");
                node.arg(drivers.join(driver)).arg(node_packages()?);
                (node, NODE)
            }
            Package::Crate { .. } => {
                let mut bench = Command::new(bench()?);
                bench.args(["--answer", self.name]);
                (bench, CARGO)
            }
        };
        Driver::start(self, &mut command, install)
    }
}

/// Returns the versions of the interpreters, for a report.
pub fn interpreters() -> String {
    let version = |program: &str| {
        let version = programs::run(Command::new(program).arg("--version"), program);
        version.map_or_else(|why| why, |version| format!("{program}: {}", version.trim()))
    };
    format!("{}; {}", version("python3"), version("node"))
}

/// Makes the virtual environment, and returns the path of its Python.
fn virtual_environment() -> Result<PathBuf, String> {
    let version = programs::run(Command::new("python3").arg("--version"), PYTHON)?;
    let folder = workspace::target().join("peers/python");
    let python = match cfg!(windows) {
        true => folder.join("Scripts/python.exe"),
        false => folder.join("bin/python"),
    };
    let packages: Vec<String> = PEERS
        .iter()
        .filter_map(|peer| match peer.package {
            Package::PyPi { name, version, .. } => Some(format!("{name}=={version}")),
            _ => None,
        })
        .collect();
    once(&folder, &format!("{version}{packages:?}"), || {
        let mut venv = Command::new("python3");
        programs::run(venv.args(["-m", "venv", "--clear"]).arg(&folder), PYTHON)?;
        let mut pip = Command::new(&python);
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        programs::run(pip.args(&packages), PYTHON)
    })?;
    Ok(python)
}

/// Installs the npm packages of all implementations, and returns their folder.
fn node_packages() -> Result<PathBuf, String> {
    let packages: Vec<(&str, &str)> = PEERS
        .iter()
        .filter_map(|peer| match peer.package {
            Package::Npm { name, version, .. } => Some((name, version)),
            _ => None,
        })
        .collect();
    let folder = workspace::target().join("peers/node");
    npm(&packages, &folder)?;
    Ok(folder)
}

/// Installs npm packages, each a name and a version, into a folder.
///
/// # Errors
///
/// This returns an error when Node.js or npm is missing, or a package cannot be installed.
pub fn npm(packages: &[(&str, &str)], folder: &Path) -> Result<(), String> {
    let version = programs::run(Command::new("node").arg("--version"), NODE)?;
    once(folder, &format!("{version}{packages:?}"), || {
        // Without a manifest, npm would install into a folder above that has one.
        let manifest = folder.join("package.json");
        fs::write(&manifest, "{\"private\": true}\n").map_err(unwritable(&manifest))?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-audit", "--no-fund", "--no-package-lock"]);
        npm.arg("--ignore-scripts");
        npm.args(packages.iter().map(|(name, version)| format!("{name}@{version}")));
        programs::run(npm.current_dir(folder), NODE)
    })
}

/// Compiles the bench, and returns its path.
fn bench() -> Result<PathBuf, String> {
    let target = workspace::target();
    let mut cargo = workspace::cargo();
    cargo.args(["build", "--quiet", "--locked", "--bin", "bench"]);
    cargo.args(["--manifest-path", "bench/Cargo.toml", "--target-dir"]).arg(&target);
    programs::run(&mut cargo, CARGO)?;
    Ok(target.join("debug").join(format!("bench{}", std::env::consts::EXE_SUFFIX)))
}

/// Installs into a folder, unless the note in it records the same.
fn once(
    folder: &Path,
    wanted: &str,
    install: impl FnOnce() -> Result<String, String>,
) -> Result<(), String> {
    let note = folder.join("installed.txt");
    if fs::read_to_string(&note).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    eprintln!("installing into {}", folder.display());
    fs::create_dir_all(folder).map_err(unwritable(folder))?;
    install()?;
    fs::write(&note, wanted).map_err(unwritable(&note))
}

fn unwritable(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |err| format!("`{}` could not be written: {err}", path.display())
}
