//! What `gatepost groups` prints.

use crate::support::snapshots;

snapshots! {
    of_all: ["groups", "robots.txt"];
    of_one: ["groups", "robots.txt", "-c", "ccbot"];
    merge: ["groups", "-"], stdin b"\
Disallow: /orphan
User-agent: A
Crawl-delay: 5

User-agent: B
Disallow: /1
User-agent: *
Disallow: /2
User-agent: a
Allow: /3
This is no record
";
    json: ["groups", "-", "-f", "json"], stdin b"User-agent: A\nCrawl-delay: 0.5\nDisallow: /*x\n";
    markdown: ["groups", "family.txt", "-f", "markdown"];
    csv: ["groups", "robots.txt", "-f", "csv"];
    of_an_empty_file: ["groups", "-"];
    of_families: ["groups", "family.txt", "-c", "Googlebot", "-c", "Googlebot-Image", "-c",
        "Applebot", "-c", "AdsBot-Google", "-c", "Google-Safety", "-c", "FooBot"];
    of_one_that_does_not_ask: ["groups", "family.txt"];
    of_families_json: ["groups", "family.txt", "-f", "json", "-c", "Googlebot-Image", "-c",
        "AdsBot-Google"];
}
