//! The README is true: every command prints what it shows, and every snippet compiles.
//!
//! `UPDATE_README=1 cargo test -p gatepost-cli readme` writes what the commands print into it.

use std::path::{Path, PathBuf};
use std::process::Command;

const RUN: &str = "cargo run -p gatepost-cli -- ";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What a session of the README prints; none for commands that are not ours.
fn printed(command: &str) -> Option<String> {
    let arguments = command.strip_prefix(RUN).or_else(|| command.strip_prefix("gatepost "))?;
    let output = Command::new("sh")
        .args(["-c", &format!("\"$0\" {arguments}"), env!("CARGO_BIN_EXE_gatepost")])
        .current_dir(root())
        .output()
        .unwrap();
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    Some(printed.trim_end().to_owned())
}

#[test]
fn outputs_are_what_a_newcomer_gets() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let mut written = String::new();
    let mut run = 0;
    for (at, piece) in readme.split("```console\n").enumerate() {
        if at == 0 {
            written += piece;
            continue;
        }
        let (session, rest) = piece.split_once("```").unwrap();
        written += "```console\n";
        for session in session.trim_start_matches("$ ").split("\n$ ") {
            let command = session.lines().next().unwrap();
            written += &match printed(command) {
                Some(printed) if printed.is_empty() => format!("$ {command}\n"),
                Some(printed) => format!("$ {command}\n{printed}\n"),
                None => format!("$ {session}\n"),
            };
            run += 1;
        }
        written += "```";
        written += rest;
    }
    assert!(run >= 3, "the README shows {run} commands");
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(root().join("README.md"), written).unwrap();
    } else {
        assert_eq!(readme, written);
    }
}

#[test]
fn snippets_compile() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let example = root().join("crates/gatepost-fetch/examples/readme.rs");
    let example = std::fs::read_to_string(example).unwrap();
    let snippets: Vec<_> = readme.split("```rust\n").skip(1).collect();
    assert!(!snippets.is_empty());
    for snippet in snippets {
        let snippet = snippet.split("```").next().unwrap();
        for piece in snippet.split("\n\nfn ").flat_map(|piece| piece.split("\n\nasync fn ")) {
            assert!(example.contains(piece.trim()), "not in examples/readme.rs:\n{piece}");
        }
    }
}
