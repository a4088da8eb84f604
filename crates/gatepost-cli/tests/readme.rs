//! Every command that the README shows prints what the README says it prints.

use std::path::Path;
use std::process::Command;

const RUN: &str = "cargo run -q -p gatepost-cli -- ";

#[test]
fn outputs_are_what_a_newcomer_gets() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let mut run = 0;
    for block in readme.split("```console\n").skip(1) {
        let block = format!("\n{}", block.split("```").next().unwrap());
        for session in block.split("\n$ ").skip(1) {
            let (command, expected) = session.split_once('\n').unwrap_or((session, ""));
            let Some(arguments) =
                command.strip_prefix(RUN).or_else(|| command.strip_prefix("gatepost "))
            else {
                continue;
            };
            let output = Command::new("sh")
                .args(["-c", &format!("\"$0\" {arguments}"), env!("CARGO_BIN_EXE_gatepost")])
                .current_dir(&root)
                .output()
                .unwrap();
            let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            assert_eq!(printed.trim_end(), expected.trim_end(), "$ {command}");
            run += 1;
        }
    }
    assert!(run >= 3, "the README shows {run} commands");
}
