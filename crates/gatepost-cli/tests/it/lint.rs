//! What `gatepost lint`, `gatepost fmt` and `gatepost rules` print and write, and their exit
//! status.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::gatepost;

/// Findings of each severity, each with a fix, and one with a label.
const MISTAKES: &[u8] = b"\
# The shop
User-agent: *
Disallow: private/   # staff
Disallow: /cart*
Disallow: /cart/2
Dissalow: /page
";

/// Nothing is found.
const FINE: &[u8] = b"User-agent: *\nDisallow: /private/\n";

/// A new folder for one test.
fn empty_folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A folder with some files, their names and bytes.
fn folder(test: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let folder = empty_folder(test);
    // Settings of whoever runs the tests are not looked for.
    fs::create_dir(folder.join(".git")).unwrap();
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

fn read(folder: &Path, name: &str) -> String {
    String::from_utf8(fs::read(folder.join(name)).unwrap()).unwrap()
}

/// No file is left beside the one that was written.
#[track_caller]
fn has_only(folder: &Path, names: &[&str]) {
    let entries = fs::read_dir(folder).unwrap();
    let mut found: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    found.sort();
    assert_eq!(found, names);
}

macro_rules! snapshots {
    ($($name:ident: $arguments:expr, $($file:literal => $bytes:expr),*;)*) => {$(
        #[test]
        fn $name() {
            let folder = folder(stringify!($name), &[$(($file, &$bytes[..])),*]);
            insta::assert_snapshot!(gatepost(&folder, &$arguments, b""));
        }
    )*};
}

snapshots! {
    text: ["lint", "robots.txt"], "robots.txt" => MISTAKES;
    text_of_all_severities: ["lint", "--severity", "info", "robots.txt"], "robots.txt" => MISTAKES;
    text_of_errors: ["lint", "--severity", "error", "--fail-on", "error", "robots.txt"],
        "robots.txt" => MISTAKES;
    text_of_several: ["lint", "a.txt", "b.txt", "c.txt"],
        "a.txt" => MISTAKES, "b.txt" => FINE, "c.txt" => MISTAKES;
    text_of_nothing: ["lint", "robots.txt"], "robots.txt" => FINE;
    text_of_an_empty_file: ["lint", "robots.txt"], "robots.txt" => b"";
    text_of_hostile_bytes: ["lint", "--severity", "info", "robots.txt"], "robots.txt" => b"\
\xEF\xBB\xBFUser-agent: *\rDisallow: /a\x1b[31m*\xE2\x80\x8B\r\n\0\xFF\xC3: \xE9\nDisallow: /\xE9*";
    text_of_what_steers_a_terminal: ["lint", "robots.txt"], "robots.txt" =>
        "User-agent: *\nDisallow: a\u{9b}31m\u{202e}b\n".as_bytes();
    text_of_a_long_line: ["lint", "robots.txt"], "robots.txt" =>
        [b"User-agent: *\nDisallow: ", &b"a".repeat(10_000)[..], b"\n"].concat();
    text_of_places_far_apart: ["lint", "robots.txt"], "robots.txt" =>
        [b"User-agent: *\nDisallow: /page\n", &b"# a line between\n".repeat(100)[..],
         b"Allow: /page\n"].concat();
    json: ["lint", "--severity", "info", "-f", "json", "robots.txt"], "robots.txt" => MISTAKES;
    markdown: ["lint", "-f", "markdown", "a.txt", "b.txt"], "a.txt" => MISTAKES, "b.txt" => FINE;
    github: ["lint", "--severity", "info", "-f", "github", "shop, new/robots.txt"], "shop, new/robots.txt" => MISTAKES;
    sarif: ["lint", "-f", "sarif", "a b.txt", "missing.txt"], "a b.txt" => MISTAKES;
    junit_of_bytes_that_xml_has_not: ["lint", "-f", "junit", "robots.txt"], "robots.txt" =>
        "User-agent: *\nDisallow: a\u{1}\u{9b}\u{fffe}]]><&\n".as_bytes();
    github_of_bytes_that_end_a_command: ["lint", "-f", "github", "robots.txt"], "robots.txt" =>
        b"User-agent: *\nDisallow: a%0A::error::\x0Bx\n";
    junit: ["lint", "--severity", "info", "-f", "junit", "a.txt", "b.txt", "missing.txt"],
        "a.txt" => MISTAKES, "b.txt" => FINE;
    ignored: ["lint", "robots.txt"], "robots.txt" => b"\
User-agent: *
Disallow: private/  # gatepost-ignore: missing-leading-slash the old shop
# gatepost-ignore: dead-rule
Disallow: /cart
";

    explain: ["lint", "--explain", "missing-leading-slash"],;
    explain_unknown: ["lint", "--explain", "missing-slash"],;
    no_file: ["lint"],;
    file_that_is_missing: ["lint", "missing.txt", "robots.txt"], "robots.txt" => FINE;
    folder_without_any: ["lint", "."], "robots.md" => b"";
    unsafe_alone: ["lint", "--unsafe", "robots.txt"], "robots.txt" => FINE;
    fail_on_unknown: ["lint", "--fail-on", "err", "robots.txt"], "robots.txt" => FINE;

    diff: ["lint", "--diff", "robots.txt"], "robots.txt" => MISTAKES;
    diff_unsafe: ["lint", "--diff", "--unsafe", "robots.txt"], "robots.txt" => MISTAKES;
    diff_of_nothing: ["lint", "--diff", "robots.txt"], "robots.txt" => FINE;
    diff_without_a_last_line_end: ["lint", "--diff", "robots.txt"],
        "robots.txt" => b"User-agent: *\r\nDisallow: /b\r\nDissalow: /c";
    fix: ["lint", "--fix", "robots.txt"], "robots.txt" => MISTAKES;
    fix_unsafe: ["lint", "--fix", "--unsafe", "robots.txt"], "robots.txt" => MISTAKES;

    settings: ["lint", "a/b/robots.txt"], "a/b/robots.txt" => MISTAKES, "gatepost.toml" => b"\
site = \"https://www.example.com\"
known-crawlers = [\"ShopBot\"]
[rules]
missing-leading-slash = \"info\"
misspelt-key = \"off\"
";
    settings_nearest: ["lint", "a/robots.txt"], "a/robots.txt" => MISTAKES,
        "gatepost.toml" => b"nonsense",
        "a/gatepost.toml" => b"[rules]\nmissing-leading-slash = \"off\"\nmisspelt-key = \"off\"\n";
    settings_given: ["lint", "--config", "my.toml", "robots.txt"], "robots.txt" => MISTAKES,
        "gatepost.toml" => b"nonsense",
        "my.toml" => b"rules = { missing-leading-slash = \"off\", misspelt-key = \"off\" }\n";
    settings_unknown_key: ["lint", "robots.txt"], "robots.txt" => MISTAKES,
        "gatepost.toml" => b"# ours\nsites = \"https://www.example.com\"\n";
    settings_unknown_rule: ["lint", "robots.txt"], "robots.txt" => MISTAKES,
        "gatepost.toml" => b"[rules]\nmissing-slash = \"off\"\n";
    settings_unknown_severity: ["lint", "robots.txt"], "robots.txt" => MISTAKES,
        "gatepost.toml" => b"[rules]\ndead-rule = \"fatal\"\n";
    settings_no_site: ["lint", "robots.txt"], "robots.txt" => MISTAKES,
        "gatepost.toml" => b"site = \"www.example.com\"\n";
    settings_of_the_wrong_type: ["lint", "robots.txt"], "robots.txt" => MISTAKES,
        "gatepost.toml" => b"known-crawlers = \"ShopBot\"\n";
    settings_no_crawler: ["lint", "robots.txt"], "robots.txt" => MISTAKES,
        "gatepost.toml" => b"known-crawlers = [\"Shop Bot/2\"]\n";
    settings_no_toml: ["lint", "robots.txt"], "robots.txt" => MISTAKES,
        "gatepost.toml" => b"site = \"https\n";
    settings_no_utf_8: ["lint", "robots.txt"], "robots.txt" => MISTAKES,
        "gatepost.toml" => b"# caf\xE9\n";
    settings_missing: ["lint", "--config", "my.toml", "robots.txt"], "robots.txt" => MISTAKES;

    fmt_check: ["fmt", "--check", "a.txt", "b.txt"], "a.txt" => MISTAKES, "b.txt" => FINE;
    fmt_json: ["fmt", "--check", "a.txt", "b.txt", "--format", "json"],
        "a.txt" => b"user-agent:*\n\n\nDISALLOW :/a#why\nUser-agent: b\nAllow:", "b.txt" => FINE;
    fmt_diff: ["fmt", "--diff", "robots.txt"],
        "robots.txt" => b"user-agent:*\n\n\nDISALLOW :/a#why\nUser-agent: b\nAllow:";
    fmt_that_would_change_an_answer: ["fmt", "--check", "robots.txt"], "robots.txt" =>
        [b"User-agent:*\nDisallow:", &b" ".repeat(17_000)[..], b"/a\n"].concat();
    fmt_utf_16: ["fmt", "robots.txt"], "robots.txt" => b"\xFF\xFEu\0s\0e\0r\0:\0*\0\n\0";
    fmt_past_the_read_limit: ["fmt", "robots.txt"],
        "robots.txt" => [b"User-agent:*\n", &b"#\n".repeat(260_000)[..]].concat();

}

#[test]
fn what_fails_is_chosen() {
    let files: [(&str, &[u8]); 3] = [
        ("error.txt", b"User-agent: *\nDisallow: private/\n"),
        ("warning.txt", b"User-agent: *\nDissalow: /page\n"),
        ("info.txt", b"User-agent: *\nDisallow: /cart*\n"),
    ];
    let folder = folder("what_fails", &files);
    for (fail_on, failing) in [("error", 1), ("warning", 2), ("info", 3)] {
        for (at, (file, _)) in files.iter().enumerate() {
            let printed = gatepost(&folder, &["lint", "--fail-on", fail_on, file], b"");
            let status = u8::from(at < failing);
            assert!(printed.starts_with(&format!("exit status {status}\n")), "{printed}");
        }
    }
}

#[test]
fn every_rule_is_listed() {
    let folder = empty_folder("every_rule");
    let listed = gatepost(&folder, &["rules", "--format", "json"], b"");
    let text = gatepost(&folder, &["rules"], b"");
    for meta in gatepost_lint::rules() {
        let fixes = meta.has_fixes();
        let object = format!(
            "{{\"rule\":\"{}\",\"severity\":\"{}\",\"fixes\":{fixes},",
            meta.name, meta.severity
        );
        assert!(listed.contains(&object), "{object}");
        assert!(text.contains(&format!("\n{}: {}", meta.name, meta.severity)), "{}", meta.name);
    }
}

#[test]
fn folders_are_searched() {
    let folder = folder(
        "folders",
        &[
            ("robots.txt", MISTAKES),
            ("b/robots.txt", MISTAKES),
            ("a/deep/robots.txt", MISTAKES),
            ("a/other.txt", MISTAKES),
            ("node_modules/some/robots.txt", MISTAKES),
            (".cache/robots.txt", MISTAKES),
        ],
    );
    #[cfg(unix)]
    std::os::unix::fs::symlink("..", folder.join("a/loop")).unwrap();
    let printed = gatepost(&folder, &["lint", "--format", "json", ".", "a"], b"");
    let mut files: Vec<_> = printed.lines().filter_map(|line| line.split('"').nth(3)).collect();
    files.dedup();
    assert_eq!(files, ["a/deep/robots.txt", "b/robots.txt", "robots.txt", "a/deep/robots.txt"]);
}

/// What is written is what `--diff` shows and what standard output gets, and fixing again changes
/// nothing.
#[test]
fn fixes_are_written_once() {
    let file = [b"\xEF\xBB\xBF", &MISTAKES.to_vec()[..]].concat();
    let crlf = String::from_utf8(file).unwrap().replace('\n', "\r\n");
    let folder = folder("fixes_are_written", &[("robots.txt", crlf.as_bytes())]);
    for more in [&[][..], &["--unsafe"]] {
        let before = read(&folder, "robots.txt");
        let shown = gatepost(&folder, &[&["lint", "--diff", "robots.txt"], more].concat(), b"");
        assert!(shown.starts_with("exit status 1\n"), "{shown}");
        assert_eq!(read(&folder, "robots.txt"), before, "--diff writes nothing");
        let printed =
            gatepost(&folder, &[&["lint", "--fix", "-"], more].concat(), before.as_bytes());
        gatepost(&folder, &[&["lint", "--fix", "robots.txt"], more].concat(), b"");
        let after = read(&folder, "robots.txt");
        assert_ne!(after, before);
        assert!(printed.contains(&format!("--- stdout\n{after}--- stderr\n")), "{printed}");
        assert_eq!(after.matches("\r\n").count(), after.matches('\n').count(), "line ends stay");
        assert!(after.contains("# The shop\r\n") && after.contains("   # staff\r\n"), "{after}");
        let again = gatepost(&folder, &[&["lint", "--fix", "robots.txt"], more].concat(), b"");
        assert_eq!(read(&folder, "robots.txt"), after, "{again}");
        assert!(!again.contains(" fixed"), "{again}");
        has_only(&folder, &[".git", "robots.txt"]);
    }
    assert!(read(&folder, "robots.txt").contains("Disallow: /private/   # staff\r\n"));
}

#[test]
fn layout_is_written_once() {
    let file = "user-agent:*\r\n\r\n\r\nDISALLOW :/a#why\r\nUser-agent: b\r\nAllow:";
    let folder = folder("layout_is_written", &[("robots.txt", file.as_bytes())]);
    let printed = gatepost(&folder, &["fmt", "-"], file.as_bytes());
    let written = gatepost(&folder, &["fmt", "robots.txt"], b"");
    assert_eq!(written, "exit status 0\n");
    let after = read(&folder, "robots.txt");
    assert_eq!(printed, format!("exit status 0\n--- stdout\n{after}"));
    assert_eq!(after, "User-agent: *\n\nDisallow: /a  #why\n\nUser-agent: b\nAllow:\n");
    assert_eq!(gatepost(&folder, &["fmt", "--check", "robots.txt"], b""), "exit status 0\n");
    has_only(&folder, &[".git", "robots.txt"]);
}

#[cfg(unix)]
#[test]
fn names_of_files_do_not_steer_the_terminal() {
    let name = "a\u{1b}[31m\n.txt";
    let folder = folder("names_of_files", &[(name, MISTAKES)]);
    let printed = gatepost(&folder, &["lint", name, "\u{1b}missing"], b"");
    assert!(printed.contains(" --> a\\u{1b}[31m\\u{a}.txt:3:11\n"), "{printed}");
    assert!(!printed.contains('\u{1b}'), "{printed}");
}

#[cfg(unix)]
#[test]
fn a_file_that_is_read_only_stays() {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder("read_only", &[("robots.txt", MISTAKES)]);
    let file = folder.join("robots.txt");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    for command in [&["lint", "--fix", "--unsafe"][..], &["fmt"]] {
        let printed = gatepost(&folder, &[command, &["robots.txt"]].concat(), b"");
        assert!(printed.starts_with("exit status 2\n"), "{printed}");
        assert!(printed.contains("error: cannot write robots.txt: "), "{printed}");
        assert_eq!(fs::read(&file).unwrap(), MISTAKES);
    }
    has_only(&folder, &[".git", "robots.txt"]);
}

/// A file that cannot be written is told, and the others are.
#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_replaced() {
    let folder = folder("not_replaced", &[("a.txt", MISTAKES), ("target.txt", MISTAKES)]);
    std::os::unix::fs::symlink("target.txt", folder.join("link.txt")).unwrap();
    let printed =
        gatepost(&folder, &["lint", "--fix", "--unsafe", "/dev/stdin", "link.txt"], MISTAKES);
    assert!(printed.starts_with("exit status 2\n"), "{printed}");
    assert!(printed.contains("error: /dev/stdin was not written"), "{printed}");
    assert_ne!(fs::read(folder.join("target.txt")).unwrap(), MISTAKES, "a link is followed");
    assert!(folder.join("link.txt").is_symlink(), "and stays");
}

/// What Git has of a file can be read by every command, and written by none.
#[test]
fn git_object_is_not_written() {
    let folder = folder("git_object", &[("robots.txt", MISTAKES)]);
    for command in [&["lint", "--fix"][..], &["fmt"]] {
        let arguments = [command, &["git:HEAD:robots.txt"]].concat();
        let printed = gatepost(&folder, &arguments, b"");
        assert!(printed.starts_with("exit status 2\n"), "{printed}");
        assert!(printed.contains("error: cannot write to git:HEAD:robots.txt"), "{printed}");
        assert_eq!(fs::read(folder.join("robots.txt")).unwrap(), MISTAKES);
    }
}
