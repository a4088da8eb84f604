//! What `gatepost minimise` prints and writes.

use crate::support::{folder, gatepost, snapshots};

snapshots! {
    text: ["minimise", "reordered.txt"];
    nothing: ["minimise", "robots.txt"];
    reasons: ["minimise", "-"], stdin b"\
Disallow: /orphan
# Shops
User-agent: a
User-agent: b
Disallow: /shop
Disallow: /shop/a # within line 5
Disallow: x
Disallow:
Allow: /other
Disallow: /page
Allow: /page
Disallow: /z$
Allow: /*z

User-agent: c
Allow: /
Sitemap: /sitemap.xml
";
    json: ["minimise", "reordered.txt", "--format", "json"];
    markdown: ["minimise", "reordered.txt", "--format", "markdown"];
    past_the_read_limit: ["minimise", "-", "--format", "json"],
        stdin [b"User-agent: *\nDisallow: /a\nDisallow: /a/b\n", &b"#\n".repeat(260_000)[..]].concat();
    to_a_folder: ["minimise", "robots.txt", "--write", "."];
    to_no_folder: ["minimise", "robots.txt", "--write", "no/such/folder.txt"];
}

/// The file is replaced whole, and nothing is left beside it.
#[test]
fn replaces_a_file() {
    let folder = folder("minimise_replaces");
    let printed = gatepost(&folder, &["minimise", "reordered.txt"], b"");
    let written = gatepost(&folder, &["minimise", "reordered.txt", "-w", "reordered.txt"], b"");
    let smaller = std::fs::read_to_string(folder.join("reordered.txt")).unwrap();
    assert!(written.starts_with("exit status 0\n--- stderr\nline "), "{written}");
    assert!(printed.contains(&format!("--- stdout\n{smaller}--- stderr\n")), "{printed}");
    let again = gatepost(&folder, &["minimise", "reordered.txt", "-w", "again.txt"], b"");
    assert!(again.contains("no rule removed"), "{again}");
    assert_eq!(std::fs::read_to_string(folder.join("again.txt")).unwrap(), smaller);
    let names = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(!names.into_iter().any(|name| name.to_string_lossy().ends_with(".tmp")));
    std::fs::remove_file(folder.join("again.txt")).unwrap();
}

/// What the read limit cuts is not proved, and so is not written.
#[test]
fn writes_nothing_that_is_not_proved() {
    let folder = folder("minimise_not_proved");
    let file = ["User-agent: *\nDisallow: /a\nDisallow: /a/b\n", &"#\n".repeat(260_000)].concat();
    let printed = gatepost(&folder, &["minimise", "-", "--write", "new.txt"], file.as_bytes());
    assert!(printed.starts_with("exit status 2"), "{printed}");
    assert!(printed.contains("new.txt was not written"), "{printed}");
    let new = std::fs::read_to_string(folder.join("new.txt")).unwrap();
    assert!(new.contains("Bingbot"), "it is as it was");
}
