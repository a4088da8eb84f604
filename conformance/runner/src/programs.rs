//! Calls other programs: python3, pip, npm, tar.

use std::io::ErrorKind;
use std::process::{Command, Stdio};

/// Runs a program to its end and returns its standard output.
///
/// # Errors
///
/// This returns an error when the program is missing, with `install` as the software to install,
/// and when it fails, with its standard error.
pub fn run(command: &mut Command, install: &str) -> Result<String, String> {
    let output =
        command.stdin(Stdio::null()).output().map_err(|err| missing(command, install, &err))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!(
        "{command:?} failed ({}):\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr).trim_end(),
    ))
}

/// Says why a program could not be started.
pub fn missing(command: &Command, install: &str, err: &std::io::Error) -> String {
    let program = command.get_program().to_string_lossy();
    match err.kind() {
        ErrorKind::NotFound => format!("`{program}` was not found: install {install}"),
        _ => format!("`{program}` could not be started: {err}"),
    }
}

/// Makes a file executable, on platforms with such a permission.
///
/// # Errors
///
/// This returns an error when the permission cannot be changed.
pub fn make_executable(path: &std::path::Path) -> Result<(), String> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;

        let permissions = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(path, permissions)
            .map_err(|err| format!("`{}`: {err}", path.display()))
    }
    #[cfg(not(unix))]
    Ok(())
}
