//! Compares the crate with its naive twin: the verdicts and the lines that decide are the same.
//!
//! An input is readable text: the crawler in the first line, the URL in the second, and below them
//! the file. The target also asks about crawlers that the file names, and URLs made from its rules.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/gatepost/tests/it/agreement/mod.rs"]
mod agreement;
#[path = "../../crates/gatepost/tests/it/naive/mod.rs"]
mod naive;

fuzz_target!(|input: &[u8]| {
    let mut parts = input.splitn(3, |byte| *byte == b'\n');
    let mut next = || parts.next().unwrap_or_default();
    let (crawler, url, file) = (next(), next(), next());
    let crawler = String::from_utf8_lossy(crawler);
    let named = agreement::crawlers_named(file);
    let mut crawlers = vec!["*", &crawler];
    crawlers.extend(named.iter().map(String::as_str).take(2));
    let mut urls = agreement::urls_from_rules(file, 6);
    urls.push(url.to_vec());
    agreement::check(file, &crawlers, &urls);
});
