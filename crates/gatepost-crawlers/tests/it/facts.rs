//! Compares the directory with a real access log, and with the facts that it was made from.
//!
//! Both are read from `shared/` beside the workspace. Not everybody has them, so the tests are
//! ignored unless asked for; without the files they fail rather than pass.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use gatepost::ProductToken;
use gatepost_crawlers::{by_header, by_token};

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(name);
    let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Requests of May 2015 by crawler. Each of the log's 559 headers was classified by hand.
const OF_2015: &[(&str, usize)] = &[
    ("360Spider", 5),
    ("AhrefsBot", 34),
    ("Baiduspider", 83),
    ("BingPreview", 8),
    ("Daum", 2),
    ("Embedly", 8),
    ("FeedFetcher-Google", 102),
    ("Feedly", 8),
    ("Googlebot", 510),
    ("Googlebot-Image", 13),
    ("MJ12bot", 39),
    ("MojeekBot", 2),
    ("Nutch", 2),
    ("Slurp", 106),
    ("Sogou web spider", 18),
    ("Twitterbot", 28),
    ("YandexBot", 64),
    ("archive.org_bot", 166),
    ("bingbot", 58),
    ("facebookexternalhit", 14),
    ("ia_archiver", 3),
    ("msnbot", 96),
];

/// Crawlers and feed readers in that log that the directory does not have: those with the most
/// requests, and those with a name that is similar to a name in the directory.
const NOT_KNOWN: &[&str] = &[
    "UniversalFeedParser/4.2-pre-314-svn +http://feedparser.org/",
    "Tiny Tiny RSS/1.11 (http://tt-rss.org/)",
    "Mozilla/5.0 (compatible; Ezooms/1.0; bot@example.com)",
    "FeedBurner/1.0 (http://www.FeedBurner.com)",
    "msnbot-media/1.1 (+http://search.msn.com/msnbot.htm)",
    "Mozilla/5.0 (compatible; Exabot/3.0 (BiggerBetter); +http://www.exabot.com/go/robot)",
    "Mozilla/5.0 (compatible; YandexImages/3.0; +http://yandex.com/bots)",
    "DoCoMo/2.0 N905i(c100;TB;W24H16) (compatible; Googlebot-Mobile/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (compatible; special_archiver/3.1.1 +http://www.archive.org/details/archive.org_bot)",
    "Baiduspider-image+(+http://www.baidu.com/search/spider.htm)",
    "Mozilla/5.0 (compatible; Google Desktop/5.9.1005.12335; http://desktop.google.com/)",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/32.0.1700.107 Safari/537.36 slurp",
];

#[test]
#[ignore = "needs the corpus beside the workspace"]
fn real_log_of_2015() {
    let log = read("corpus/logs/apache-combined-2015.log");
    let headers: Vec<_> = log.lines().filter_map(|line| line.split('"').nth(5)).collect();
    assert_eq!(headers.len(), 10_000);
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    for crawler in headers.iter().filter_map(|header| by_header(header)) {
        *found.entry(crawler.token()).or_default() += 1;
    }
    assert_eq!(found.into_iter().collect::<Vec<_>>(), OF_2015);
    for header in NOT_KNOWN {
        assert!(headers.contains(header), "not in the log: {header}");
        assert!(by_header(header).is_none(), "{header}");
    }
}

/// Checks that every name in the facts leads to an entry that states the same.
#[test]
#[ignore = "needs the facts beside the workspace"]
fn every_row_of_the_facts() {
    let facts = read("facts/CRAWLERS.tsv");
    let mut rows = 0;
    for row in facts.lines().skip(1) {
        let columns: Vec<_> = row.split('\t').collect();
        let &[_, tokens, header, purpose, robots, page, ..] = columns.as_slice() else {
            panic!("{row}")
        };
        rows += 1;
        let token = match tokens.split(", ").next().unwrap() {
            "(none) ChatGPT agent / cloud browser" => "ChatGPT Agent",
            with_version => with_version.split('/').next().unwrap(),
        };
        assert!(ProductToken::new(token).is_ok(), "{row}");
        let crawler = by_token(token).unwrap_or_else(|| panic!("not in the directory: {row}"));
        assert_eq!(crawler.is_ai() && purpose.contains("AI"), purpose.contains("AI"), "{row}");
        // Only whole headers can be searched for names; the others were written by hand.
        if header.starts_with("Mozilla/5.0 (compatible;") && !header.contains("...") {
            assert_eq!(
                by_header(header).map(|found| found.token()),
                Some(crawler.token()),
                "{row}"
            );
        }
        if robots.starts_with("ignores the * group") {
            assert!(crawler.ignores_star(), "{row}");
        }
        if robots.starts_with("generally ignores") {
            assert!(crawler.ignores_file(), "{row}");
        }
        for family in tokens.split(", ").skip(1) {
            assert_eq!(crawler.falls_back_to(), [family], "{row}");
        }
        if page.starts_with("http") && !tokens.contains(['/', '.']) {
            assert!(crawler.page().is_some(), "{row}");
        }
    }
    assert_eq!(rows, 268);
}
