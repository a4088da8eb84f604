//! Lists the engines and installs them.
//!
//! Python packages go into a virtual environment, npm packages into a folder, and the Rust crates
//! are compiled into one program, all under `target/peers`. Versions are pinned in
//! `xtask/peers/requirements.txt`, `package.json` and `rust/Cargo.toml`. Notes record what was
//! installed, so that the next run has nothing to do.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::engine::Engine;
use crate::{packages, programs, workspace};

/// An engine that has a driver, named as in `conformance/peers/<name>.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Peer {
    GoogleRobotstxt,
    Protego,
    PythonUrllib,
    RobotsParser,
    /// The newest `urllib.robotparser` in a registry.
    NewPythonUrllib,
    TextingRobots,
    Robotxt,
}

impl Peer {
    /// The engines that answer the conformance cases.
    pub(crate) const ALL: [Peer; 4] =
        [Peer::GoogleRobotstxt, Peer::Protego, Peer::PythonUrllib, Peer::RobotsParser];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Peer::GoogleRobotstxt => "google-robotstxt",
            Peer::Protego => "protego",
            Peer::PythonUrllib => "python-urllib-3.11",
            Peer::RobotsParser => "robots-parser",
            Peer::NewPythonUrllib => "python-urllib",
            Peer::TextingRobots => "texting_robots",
            Peer::Robotxt => "robotxt",
        }
    }

    /// Installs the engine if necessary, and starts its driver.
    pub(crate) fn start(self) -> Result<Engine, String> {
        let drivers = workspace::root().join("xtask/peers");
        let mut driver = match self {
            Peer::GoogleRobotstxt => python(&drivers.join("google.py"))?,
            Peer::Protego => python(&drivers.join("scrapy_protego.py"))?,
            Peer::PythonUrllib => python(&drivers.join("urllib_robotparser.py"))?,
            Peer::RobotsParser => node(&drivers.join("robots_parser.mjs"))?,
            Peer::NewPythonUrllib => node(&drivers.join("pyodide.mjs"))?,
            Peer::TextingRobots | Peer::Robotxt => {
                let mut driver = Command::new(rust_peers(&drivers.join("rust"))?);
                driver.arg(self.name());
                driver
            }
        };
        Engine::start(self.name(), &mut driver, NODE)
    }
}

const PYTHON: &str = "Python 3 with venv and pip (Debian: python3-venv)";
const NODE: &str = "Node.js with npm";

/// Returns a command that runs a driver with the Python of the virtual environment.
fn python(driver: &Path) -> Result<Command, String> {
    let mut python = Command::new(virtual_environment()?);
    // `-B` keeps `__pycache__` out of the sources.
    python.arg("-B").arg(driver);
    Ok(python)
}

/// Returns a command that runs a driver with Node.
fn node(driver: &Path) -> Result<Command, String> {
    let mut node = Command::new("node");
    node.arg(driver).arg(npm_packages()?);
    Ok(node)
}

/// Compiles the driver of the Rust crates, and returns its path.
fn rust_peers(sources: &Path) -> Result<PathBuf, String> {
    let target = workspace::target().join("peers/rust");
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--quiet", "--release", "--locked", "--manifest-path"]);
    cargo.arg(sources.join("Cargo.toml")).arg("--target-dir").arg(&target);
    programs::run(&mut cargo, "Rust with cargo")?;
    Ok(target.join("release").join(format!("rust-peers{}", std::env::consts::EXE_SUFFIX)))
}

/// Makes the virtual environment, and returns the path of its Python.
fn virtual_environment() -> Result<PathBuf, String> {
    let version = programs::run(Command::new("python3").arg("--version"), PYTHON)?;
    let pinned = workspace::root().join("xtask/peers/requirements.txt");
    let folder = workspace::target().join("peers/python");
    let python = match cfg!(windows) {
        true => folder.join("Scripts/python.exe"),
        false => folder.join("bin/python"),
    };
    packages::once(&folder, &pinned, &version, || {
        let mut venv = Command::new("python3");
        programs::run(venv.args(["-m", "venv", "--clear"]).arg(&folder), PYTHON)?;
        let mut pip = Command::new(&python);
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        programs::run(pip.arg("--requirement").arg(&pinned), PYTHON)
    })?;
    Ok(python)
}

/// Installs the npm packages, and returns their folder.
fn npm_packages() -> Result<PathBuf, String> {
    let folder = workspace::target().join("peers/node");
    packages::npm(&workspace::root().join("xtask/peers/package.json"), &folder)?;
    Ok(folder)
}
