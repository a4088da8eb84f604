use std::time::Duration;

use gatepost::{Key, Record};

use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};
use crate::severity::Severity;

declare_rule! {
    /// ## What it finds
    /// A `Crawl-delay` that is not a number or, as a warning, is longer than five minutes.
    ///
    /// ## Why it matters
    /// The value is the number of seconds between two requests, as a plain number. Crawlers ignore
    /// anything else. With a delay of ten minutes, a crawler fetches 144 pages a day. Crawlers
    /// built on crawler-commons, Common Crawl's among them, read a delay of more than 300 seconds
    /// as a sign that the site does not want them, and fetch nothing.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: bingbot
    /// Crawl-delay: 10s
    ///
    /// User-agent: *
    /// Crawl-delay: 3600
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Crawl-delay: 10
    /// ```
    ///
    /// ## Fix
    /// None: only the owner knows which delay is meant.
    ///
    /// ## Source
    /// - [crawler-commons](https://github.com/crawler-commons/crawler-commons),
    ///   `SimpleRobotRulesParser`: its default maximum is 300 seconds.
    AbsurdCrawlDelay { name: "absurd-crawl-delay", since: "0.1.0", severity: Error }
}

/// The longest delay that crawler-commons accepts before it fetches nothing.
const MOST: Duration = Duration::from_secs(300);

impl LintRule for AbsurdCrawlDelay {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let delays = file.records().filter(|record| record.key() == Key::CrawlDelay);
        delays.filter_map(|record| finding(file, &record)).collect()
    }
}

fn finding(file: &File<'_>, record: &Record<'_>) -> Option<Finding> {
    let meta = &AbsurdCrawlDelay::META;
    let span = record.value_span();
    let value = file.text(span.clone());
    match record.crawl_delay() {
        None if span.is_empty() => Some(Finding::new(
            meta,
            record.key_span(),
            "`Crawl-delay` has no value, so crawlers ignore it",
        )),
        None => {
            let message = format!("`{value}` is not a number of seconds, so crawlers ignore it");
            Some(Finding::new(meta, span, message))
        }
        Some(delay) if delay > MOST => {
            let pages = Duration::from_secs(24 * 60 * 60).as_secs_f64() / delay.as_secs_f64();
            let pages = match pages.round() {
                1.0 => "1 page".to_owned(),
                pages => format!("{pages} pages"),
            };
            let message = format!(
                "with {value} seconds between requests, a crawler fetches {pages} a day, and some \
                 fetch none"
            );
            Some(Finding::new(meta, span, message).severity(Severity::Warning))
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::AbsurdCrawlDelay;
    use crate::rule_test::check;

    #[test]
    fn no_number_and_too_long() {
        check(
            &AbsurdCrawlDelay,
            "\
User-agent: *
Crawl-delay: 1,5
#            ^^^ `1,5` is not a number of seconds, so crawlers ignore it
Crawl-delay:
#^^^^^^^^^^ `Crawl-delay` has no value, so crawlers ignore it
Crawl-delay: 600
#            ^^^ with 600 seconds between requests, a crawler fetches 144 pages a day, and some fetch none
Crawl-delay: 86400
#            ^^^^^ with 86400 seconds between requests, a crawler fetches 1 page a day, and some fetch none
Crawl-delay: 300
Crawl-delay: 0.5
Crawl-delay: 0
",
        );
    }
}
