//! Checks that parsing any bytes never panics, and that every reported position is right.
//!
//! The first byte chooses the read limit. `twins.rs` checks the answers.

#![no_main]

use gatepost::{Dialect, ProductToken, ReadLimit, RobotsTxt, UrlPath, robots_txt_url};
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/gatepost/tests/it/agreement/mod.rs"]
mod agreement;
#[path = "../../crates/gatepost/tests/it/naive/mod.rs"]
mod naive;
#[path = "../../crates/gatepost/tests/it/places/mod.rs"]
mod places;

fuzz_target!(|input: &[u8]| {
    let [limit, file @ ..] = input else { return };
    for dialect in Dialect::ALL.iter().copied() {
        let robots = RobotsTxt::parse_as(file, dialect);
        assert_eq!((robots.as_bytes(), robots.unread()), (file, 0));
        places::check(&robots);
        values_of_other_records(&robots);
        words(&robots);
        cut(file, dialect, usize::from(*limit));
    }
    names_and_urls(&String::from_utf8_lossy(file));
});

/// Checks that a read limit keeps the beginning of the file, up to a line end, and that the
/// positions in it are right.
fn cut(file: &[u8], dialect: Dialect, limit: usize) {
    let robots = RobotsTxt::parse_up_to(file, dialect, ReadLimit::below_floor(limit));
    let read = robots.as_bytes();
    assert!(read.len() <= limit && file.starts_with(read));
    // `unread` includes all bytes past the limit except the line end of the last line that was
    // read.
    let uncounted = file.len() - read.len() - robots.unread();
    assert!(matches!(&file[read.len()..][..uncounted], b"" | b"\n" | b"\r" | b"\r\n"));
    let is_line_end = |byte: Option<&u8>| byte.is_none_or(|o| matches!(o, b'\n' | b'\r'));
    assert!(is_line_end(read.last()) || is_line_end(file.get(read.len())));
    places::check(&robots);
}

fn values_of_other_records(robots: &RobotsTxt<'_>) {
    for record in robots.other_records() {
        let _ = (record.crawl_delay(), record.request_rate(), record.visit_time());
        assert!(
            record
                .preferences()
                .all(|(name, value)| name.len() < record.value().len() - value.len())
        );
    }
    let _ = (robots.sitemaps().count(), robots.leniently_read().count());
}

/// Asks about some crawlers and URLs, and formats every explanation of the answers.
fn words(robots: &RobotsTxt<'_>) {
    let bytes = robots.as_bytes();
    let mut crawlers = agreement::crawlers_named(bytes);
    crawlers.truncate(3);
    crawlers.push("*".to_owned());
    let mut urls = agreement::urls_from_rules(bytes, 6);
    urls.push(b"/index.html?A=%2f*$".to_vec());
    for crawler in &crawlers {
        let group = robots.group_for(&ProductToken::verbatim(crawler));
        let _ = (group.crawl_delay(), group.selected_by());
        for url in &urls {
            let Ok(path) = robots.dialect().url_path(url) else { continue };
            let explanation = group.explain(&path);
            assert!(!explanation.reason().is_empty() && !explanation.notes().is_empty());
            assert!(!explanation.reason().is_empty());
            let labels = explanation.labels();
            assert!(labels.is_sorted_by_key(|label| label.span.start));
            let decides = explanation.verdict().rule();
            let primary: Vec<_> = labels.iter().filter(|label| label.is_primary).collect();
            assert_eq!(primary.len(), usize::from(decides.is_some()));
            for label in labels.iter() {
                assert!(label.span.start <= label.span.end && label.span.end <= bytes.len());
                assert!(!label.text.is_empty());
            }
            if let Some(rule) = decides {
                assert_eq!(primary[0].span, rule.value_span());
                assert!(!rule.to_string().is_empty() && !format!("{rule:?}").is_empty());
            }
            for near_miss in explanation.near_misses() {
                assert!(!near_miss.kind().to_string().is_empty());
                assert!(!near_miss.rule().pattern().matches(&path));
            }
        }
    }
}

fn names_and_urls(text: &str) {
    let first_line = text.lines().next().unwrap_or_default();
    match ProductToken::new(first_line) {
        // A valid product token is valid again in its written form.
        Ok(token) => assert_eq!(ProductToken::new(token.as_str()), Ok(token)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let _ = ProductToken::from_header(first_line);
    if let Ok(address) = robots_txt_url(first_line) {
        assert!(address.ends_with("/robots.txt") && UrlPath::new(&address).is_ok());
    }
    match UrlPath::new(first_line) {
        Ok(path) => assert!(path.raw().starts_with(b"/") && path.normal().starts_with(b"/")),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    assert!(UrlPath::from_anything(text).raw().starts_with(b"/"));
}
