//! What `gatepost crawlers` prints.

use crate::support::{folder, gatepost, snapshots};

snapshots! {
    markdown: ["crawlers", "@ai-search", "-f", "markdown"];
    by_token: ["crawlers", "googlebot-image"];
    by_header: ["crawlers",
        "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"];
    of_a_set: ["crawlers", "@seo"];
    with_purpose: ["crawlers", "--purpose", "archive"];
    json: ["crawlers", "Google-NotebookLM", "-f", "json"];
    csv: ["crawlers", "--purpose", "security", "-f", "csv"];
    none: ["crawlers", "ExampleBot"];
    none_but_like_it: ["crawlers", "claude"];
    none_with_purpose: ["crawlers", "GPTBot", "--purpose", "seo"];
    no_such_set: ["crawlers", "@everybody"];
    named_needs_a_file: ["crawlers", "@named"];
    no_such_purpose: ["crawlers", "--purpose", "fun"];
}

/// One line names one crawler, whichever command is asked.
#[test]
fn a_line_names_the_same_crawler_in_every_command() {
    let folder = folder("a_line_names_the_same_crawler_in_every_command");
    std::fs::write(folder.join("none.txt"), "").unwrap();
    let file = "User-agent: Screaming Frog SEO Spider\nDisallow: /a\n";
    std::fs::write(folder.join("several-words.txt"), file).unwrap();
    for arguments in [
        &["groups", "several-words.txt"][..],
        &["access", "several-words.txt", "--crawler", "@named"],
        &["test", "several-words.txt", "/a", "--crawler", "@named", "--format", "json"],
        &["find", "several-words.txt", "--decided-by", "2", "--format", "json"],
        &["diff", "none.txt", "several-words.txt"],
        &["verify", "several-words.txt", "--init"],
    ] {
        let shown = gatepost(&folder, arguments, b"");
        let shown = shown.replace("several-words", "file");
        assert!(shown.contains("Screaming Frog SEO Spider"), "{arguments:?}: {shown}");
        // Nowhere is there a crawler called `Screaming`.
        let rest = shown.replace("Screaming Frog SEO Spider", "");
        assert!(!rest.contains("Screaming"), "{arguments:?}: {shown}");
    }
}
