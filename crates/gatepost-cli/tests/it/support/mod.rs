//! What the tests of the command share: everything that a user gets.

pub(crate) mod schema;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Status, standard output and standard error.
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

/// A folder of its own for one test, with the files of the examples beside it.
pub(crate) fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test.replace("::", "-"));
    std::fs::create_dir_all(&folder).unwrap();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for name in ["robots.txt", "urls.txt", "expectations.toml"] {
        std::fs::copy(examples.join(name), folder.join(name)).unwrap();
    }
    // An edit of the same file, and the same rules in another order with one that does nothing.
    let robots = std::fs::read_to_string(examples.join("robots.txt")).unwrap();
    let new = robots.replace("/*?\n", "/*?sort=\n").replace("CCBot", "CCBot\nUser-agent: Bingbot");
    std::fs::write(folder.join("new.txt"), new).unwrap();
    let reordered = "User-agent: ccbot\nUser-agent: gptbot\nDisallow: /*\nDisallow: /\n\n\
                     User-agent: *\nAllow: /*?page=\nDisallow: /*?sort=\nDisallow: /*?\n\
                     Disallow: /*.pdf$\n";
    std::fs::write(folder.join("reordered.txt"), reordered).unwrap();
    std::fs::write(folder.join("family.txt"), FAMILY).unwrap();
    std::fs::write(folder.join("without-googlebot.txt"), WITHOUT_GOOGLEBOT).unwrap();
    let reordered = "User-agent: google\nDisallow: /2\n\nUser-agent: bot\nDisallow: /1\n";
    std::fs::write(folder.join("reordered-names.txt"), reordered).unwrap();
    folder
}

/// A file that means something else to each crawler of a family.
pub(crate) const FAMILY: &[u8] = b"\
User-agent: *
Disallow: /

User-agent: Googlebot
Disallow: /private

User-agent: Google-Safety
User-agent: GPTBot
Disallow: /
Allow: /open
";

const WITHOUT_GOOGLEBOT: &str = "User-agent: *\nDisallow: /\n\nUser-agent: GPTBot\nAllow: /open\n\
                                 Disallow: /\n";

/// Tests that are snapshots of everything that a user gets: status, standard output, standard
/// error.
macro_rules! snapshots {
    ($($name:ident: $arguments:expr $(, stdin $stdin:expr)?;)*) => {$(
        #[test]
        fn $name() {
            let folder = $crate::support::folder(concat!(module_path!(), "::", stringify!($name)));
            let stdin: &[Vec<u8>] = &[$(Vec::from($stdin),)? Vec::new()];
            insta::assert_snapshot!($crate::support::gatepost(&folder, &$arguments, &stdin[0]));
        }
    )*};
}
pub(crate) use snapshots;
