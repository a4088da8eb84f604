//! What the tests of the command share: everything that a user gets.

pub(crate) mod schema;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Status, standard output and standard error.
#[allow(dead_code, reason = "one of the test binaries runs the command itself")]
#[track_caller]
pub(crate) fn gatepost(folder: &Path, arguments: &[&str], stdin: &[u8]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gatepost"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        .env("COLUMNS", "80")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads no input may be gone before it is written.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    let output = child.wait_with_output().unwrap();
    schema::validate(arguments, &String::from_utf8_lossy(&output.stdout));
    let mut text = format!("exit status {}\n", output.status.code().unwrap());
    for (name, bytes) in [("stdout", output.stdout), ("stderr", output.stderr)] {
        if !bytes.is_empty() {
            text += &format!("--- {name}\n{}", String::from_utf8(bytes).unwrap());
        }
    }
    text
}
