//! The crate against the naive twin, on real files and real URLs.
//!
//! Where the corpus is found, `real_files/mod.rs` says; where it has `urls/site-links.tsv`, each
//! file is asked about the URLs of its own site too. The tests are ignored since they take a minute
//! and not everybody has a corpus.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use crate::real_files::{corpus, files};
use crate::{agreement, places};
use gatepost::{Dialect, ReadLimit, RobotsTxt};

/// How many URLs of its own site, and how many made from its rules, a file is asked about.
const URLS_OF_SITE: usize = 24;
const URLS_FROM_RULES: usize = 30;

/// Of files with more rules than this, one in ten is asked about: the naive twin takes a second for
/// some.
const MANY_RULES: usize = 1_500;

/// The URLs of each file's own site, if the corpus has them.
fn urls_of_sites(corpus: &Path) -> HashMap<String, Vec<String>> {
    let mut urls: HashMap<String, Vec<String>> = HashMap::new();
    let table = fs::read_to_string(corpus.join("urls/site-links.tsv")).unwrap_or_default();
    for row in table.lines().skip(1) {
        let mut columns = row.split('\t');
        let (Some(file), Some(host), Some(path)) = (columns.next(), columns.next(), columns.next())
        else {
            panic!("not three columns: {row}");
        };
        let name = file.strip_prefix("robots/").unwrap_or(file);
        urls.entry(name.to_owned()).or_default().push(format!("https://{host}{path}"));
    }
    urls
}

/// At most `most`, evenly taken.
fn sample<T: Clone>(all: &[T], most: usize) -> Vec<T> {
    all.iter().step_by(all.len().div_ceil(most).max(1)).cloned().collect()
}

#[test]
#[ignore = "slow: needs a corpus, run by .ci/run"]
fn real_files_get_the_same_verdicts() {
    let corpus = corpus();
    let of_sites = urls_of_sites(&corpus);
    let files = files(&corpus);
    let mut asked = 0;
    for (index, (name, bytes)) in files.iter().enumerate() {
        let rules: usize = RobotsTxt::parse(bytes).groups().map(|group| group.rules().len()).sum();
        if rules > MANY_RULES && index % 10 != 0 {
            continue;
        }
        let of_site = of_sites.get(name).map_or(&[][..], Vec::as_slice);
        let mut urls: Vec<Vec<u8>> =
            sample(of_site, URLS_OF_SITE).into_iter().map(String::into_bytes).collect();
        urls.extend(agreement::urls_from_rules(bytes, URLS_FROM_RULES));
        urls.push(b"https://example.com/".to_vec());
        urls.push(b"/robots.txt".to_vec());
        let named = agreement::crawlers_named(bytes);
        let named = named.get(index % named.len().max(1)).map_or("Googlebot", String::as_str);
        asked += agreement::check(bytes, &[named, "*"], &urls);
    }
    println!("{asked} questions about {} files", files.len());
    assert!(asked >= 4 * files.len(), "only {asked} questions about {} files", files.len());
}

#[test]
#[ignore = "slow: needs a corpus, run by .ci/run"]
fn real_files_are_known_from_end_to_end() {
    for (name, bytes) in files(&corpus()) {
        println!("{name}");
        for dialect in Dialect::ALL.iter().copied() {
            let robots = RobotsTxt::parse_as(&bytes, dialect);
            places::check(&robots);
            let exact = ReadLimit::below_floor(bytes.len());
            let told = places::everything(&robots);
            if bytes.len() <= dialect.read_limit.bytes() {
                let again = RobotsTxt::parse_up_to(&bytes, dialect, exact);
                assert_eq!(places::everything(&again), told, "with the exact length as limit");
            }
            assert_eq!(places::everything(&robots.into_owned()), told, "as an owned file");
        }
    }
}
