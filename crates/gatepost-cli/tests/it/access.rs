//! What `gatepost access` prints.

use crate::support::snapshots;

snapshots! {
    as_each_parses_it: ["access", "-", "-c", "Googlebot", "-c", "bingbot"],
        stdin b"User-agent: *\nDisallow: /search\nDisallow-AI: /\n";
    text: ["access", "family.txt", "-c", "Googlebot", "-c", "Googlebot-Image", "-c",
        "AdsBot-Google", "-c", "Google-Safety", "-c", "GPTBot", "-c", "ChatGPT-User", "-c",
        "Google-Extended", "-c", "AI2Bot", "-c", "Claude-Web", "-c", "FooBot", "-c", "*"];
    of_all: ["access", "family.txt"];
    of_an_empty_file: ["access", "-", "--crawler", "GPTBot"];
    of_many_rules: ["access", "-", "-c", "*"], stdin (0..30)
        .map(|at| format!("Disallow: /{at}/\nDisallow: /{at}/a\n"))
        .fold("User-agent: *\n".to_owned(), |file, rule| file + &rule);
    json: ["access", "family.txt", "-f", "json", "-c", "Googlebot-Image", "-c",
        "AdsBot-Google", "-c", "Google-Safety", "-c", "GPTBot", "-c", "FooBot", "-c", "*"];
    csv: ["access", "family.txt", "-f", "csv", "-c", "@seo", "-c", "Googlebot-Image"];
    markdown: ["access", "family.txt", "-f", "markdown", "-c", "Googlebot-Image", "-c",
        "AdsBot-Google", "-c", "Google-Safety", "-c", "GPTBot", "-c", "ChatGPT-User"];
}
