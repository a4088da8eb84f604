//! The help of every command, man pages and completions.

use crate::support::{folder, gatepost, snapshots};

snapshots! {
    help: ["--help"];
    test: ["test", "--help"];
    of_match: ["match", "--help"];
    groups: ["groups", "--help"];
    access: ["access", "--help"];
    crawlers: ["crawlers", "--help"];
    dialects: ["dialects", "--help"];
    diff: ["diff", "--help"];
    verify: ["verify", "--help"];
    find: ["find", "--help"];
    fetch: ["fetch", "--help"];
    minimise: ["minimise", "--help"];
    man_of_nothing: ["man", "nothing"];
    lint: ["lint", "--help"];
    fmt: ["fmt", "--help"];
    rules: ["rules", "--help"];
}

#[test]
fn man_pages_and_completions_are_made_for_every_command() {
    let folder = folder("man_pages");
    for command in [
        "test",
        "match",
        "groups",
        "access",
        "crawlers",
        "dialects",
        "diff",
        "verify",
        "find",
        "fetch",
        "minimise",
        "lint",
        "fmt",
        "rules",
        "completions",
        "man",
    ] {
        let page = gatepost(&folder, &["man", command], b"");
        assert!(page.contains(&format!(".TH gatepost-{command} 1")), "{page}");
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = gatepost(&folder, &["completions", shell], b"");
        assert!(script.starts_with("exit status 0") && script.contains("explain"), "{shell}");
    }
}
