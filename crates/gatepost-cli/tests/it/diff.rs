//! What `gatepost diff` prints, and its exit status.

use crate::support::{FAMILY, folder, gatepost, snapshots};

snapshots! {
    family: ["diff", "family.txt", "without-googlebot.txt"];
    family_markdown: ["diff", "without-googlebot.txt", "family.txt", "-f", "markdown"];
    family_gate: ["diff", "family.txt", "without-googlebot.txt",
        "--deny", "newly-disallowed=Googlebot-Image", "--deny", "newly-disallowed=@ai-training"];
    gate_of_one_that_ignores_star: ["diff", "-", "family.txt",
        "--deny", "newly-disallowed=AdsBot-Google", "--deny", "newly-disallowed=bingbot"];
    own_group_of_one_that_ignores_star: ["diff", "family.txt", "-", "--deny",
        "newly-disallowed=@named"], stdin b"User-agent: AdsBot-Google\nDisallow: /\n";
    own_group_in_a_family: ["diff", "family.txt", "-", "--deny", "newly-allowed=@named"],
        stdin [FAMILY, b"User-agent: Googlebot-Image\nAllow: /\n"].concat();
    other_names_of_one: ["diff", "-", "reordered.txt", "--deny",
        "newly-allowed=Facebot", "--deny", "newly-disallowed=Neevabot"],
        stdin b"User-agent: facebookexternalhit\nUser-agent: Googlebot\nDisallow: /\n";
    another_name_for_one: ["diff", "family.txt", "-", "-u", "urls.txt"], stdin [FAMILY,
        b"User-agent: Facebot\nDisallow: /private\n"].concat();
    names_in_names: ["diff", "-", "reordered-names.txt", "--dialect", "python-3.11",
        "--deny", "newly-disallowed=Googlebot", "--deny", "newly-allowed=bot"],
        stdin b"User-agent: bot\nDisallow: /1\n\nUser-agent: google\nDisallow: /2\n";
    nothing: ["diff", "robots.txt", "reordered.txt"];
    text: ["diff", "robots.txt", "new.txt"];
    urls: ["diff", "robots.txt", "new.txt", "--urls", "urls.txt"];
    json: ["diff", "robots.txt", "new.txt", "-f", "json"];
    github: ["diff", "robots.txt", "new.txt", "-f", "github", "--deny",
        "newly-disallowed=bingbot"];
    junit: ["diff", "robots.txt", "new.txt", "-f", "junit", "--deny", "newly-allowed",
        "--deny", "newly-disallowed=Googlebot"];
    markdown: ["diff", "robots.txt", "new.txt", "-f", "markdown", "-u", "urls.txt"];
    staging_goes_live: ["diff", "robots.txt", "-"], stdin b"User-agent: *\nDisallow: /\n";
    gate_kept: ["diff", "robots.txt", "new.txt", "--deny", "newly-disallowed=Googlebot"];
    gate_broken: ["diff", "robots.txt", "new.txt", "--deny", "newly-disallowed=bingbot",
        "--deny", "newly-allowed", "--deny", "any"];
    gate_unknown: ["diff", "robots.txt", "new.txt", "--deny", "newly-blocked"];
}

/// What git says depends on whether the tests are run within a repository.
#[test]
fn no_such_revision() {
    let arguments = ["diff", "git:no-such-revision:robots.txt", "robots.txt"];
    let printed = gatepost(&folder("diff_no_such_revision"), &arguments, b"");
    let error =
        "exit status 2\n--- stderr\nerror: cannot read git:no-such-revision:robots.txt: fatal: ";
    assert!(printed.starts_with(error), "{printed}");
    assert!(
        printed.ends_with("\n  help: write git:REVISION:PATH, as in git:HEAD~1:robots.txt\n"),
        "{printed}"
    );
}

/// A guard finds its crawler whichever name of a line it has.
#[test]
fn deny_by_any_name_of_a_line() {
    let folder = folder("deny_by_any_name_of_a_line");
    std::fs::write(folder.join("none.txt"), "").unwrap();
    std::fs::write(folder.join("several-words.txt"), "User-agent: Foo Bar\nDisallow: /a\n")
        .unwrap();
    for (name, status) in [("Foo", 1), ("foo bar", 1), ("Bar", 0)] {
        let deny = format!("newly-disallowed={name}");
        let shown =
            gatepost(&folder, &["diff", "none.txt", "several-words.txt", "--deny", &deny], b"");
        assert!(shown.starts_with(&format!("exit status {status}")), "{name}: {shown}");
    }
}
