//! Installs the peers of other languages: a virtual environment for Python's, a folder for npm's,
//! both under `target/` of the bench. Versions are pinned in `engines/`. A note in each folder
//! records what was installed, so that the next run has nothing to do.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PYTHON: &str = "Python 3 with venv and pip (Debian: python3-venv)";
const NODE: &str = "Node.js with npm";

fn bench() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns a command that runs a driver with the Python of the virtual environment.
pub(super) fn python(driver: &str) -> Result<Command, String> {
    let version = run(Command::new("python3").arg("--version"), PYTHON)?;
    let folder = bench().join("target/python");
    let python = folder.join("bin/python");
    once(&folder, "requirements.txt", &version, |pinned| {
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder), PYTHON)?;
        let mut pip = Command::new(&python);
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        run(pip.arg("--requirement").arg(pinned), PYTHON)
    })?;
    let mut command = Command::new(&python);
    // `-B` keeps `__pycache__` out of the sources.
    command.arg("-B").arg(bench().join("engines").join(driver));
    Ok(command)
}

/// Returns a command that runs a driver with Node.
pub(super) fn node(driver: &str) -> Result<Command, String> {
    let version = run(Command::new("node").arg("--version"), NODE)?;
    let folder = bench().join("target/node");
    once(&folder, "package.json", &version, |pinned| {
        fs::create_dir_all(&folder).map_err(unwritable(&folder))?;
        fs::copy(pinned, folder.join("package.json")).map_err(unwritable(&folder))?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-audit", "--no-fund", "--no-package-lock"]);
        run(npm.current_dir(&folder), NODE)
    })?;
    let mut command = Command::new("node");
    command.arg(bench().join("engines").join(driver)).arg(&folder);
    Ok(command)
}

/// Returns the versions of the interpreters, for the report.
pub(crate) fn interpreters() -> String {
    let version = |program: &str| {
        let version = run(Command::new(program).arg("--version"), program);
        version.map_or_else(|why| why, |version| format!("{program}: {}", version.trim()))
    };
    format!("{}; {}", version("python3"), version("node"))
}

/// Installs into a folder, unless the note in it records the same packages and interpreter.
fn once(
    folder: &Path,
    pinned: &str,
    version: &str,
    install: impl FnOnce(&Path) -> Result<String, String>,
) -> Result<(), String> {
    let pinned: PathBuf = bench().join("engines").join(pinned);
    let packages = fs::read_to_string(&pinned)
        .map_err(|err| format!("`{}` could not be read: {err}", pinned.display()))?;
    let wanted = format!("{version}{packages}");
    let note = folder.join("installed.txt");
    if fs::read_to_string(&note).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    eprintln!("installing into {}", folder.display());
    install(&pinned)?;
    fs::write(&note, wanted).map_err(unwritable(&note))
}

/// Runs a program to its end and returns its output.
fn run(command: &mut Command, install: &str) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|err| match err.kind() {
        ErrorKind::NotFound => format!("`{program}` was not found: install {install}"),
        _ => format!("`{program}` could not be started: {err}"),
    })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(format!("{command:?} failed ({}):\n{}", output.status, stderr.trim_end()))
}

fn unwritable(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |err| format!("`{}` could not be written: {err}", path.display())
}
