use std::time::Duration;

use gatepost::{Key, Record};

use crate::file::File;
use crate::finding::Finding;
use crate::rule::{Meta, Rule, declare_rule};
use crate::severity::Severity;

declare_rule! {
    /// ## What it finds
    /// A `Crawl-delay` that is no number, or more than five minutes, which is a warning.
    ///
    /// ## Why it matters
    /// The value is seconds between two requests, as a plain number. Whatever else stands there is passed
    /// over. At ten minutes a crawler gets 144 pages a day; those built on crawler-commons, Common Crawl's
    /// among them, take more than 300 seconds for a site that does not want them, and fetch nothing.
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
    /// None: which delay is meant, only the owner knows.
    ///
    /// ## Source
    /// - [crawler-commons](https://github.com/crawler-commons/crawler-commons), `SimpleRobotRulesParser`: its
    ///   default maximum is 300 seconds.
    AbsurdCrawlDelay { name: "absurd-crawl-delay", since: "0.1.0", severity: Error }
}

/// What crawler-commons takes for the greatest delay that is meant.
const MOST: Duration = Duration::from_secs(300);

impl Rule for AbsurdCrawlDelay {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

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
            "`Crawl-delay` without a value says nothing",
        )),
        None => {
            let message = format!("`{value}` is no number of seconds, and is passed over");
            Some(Finding::new(meta, span, message))
        }
        Some(delay) if delay > MOST => {
            let pages = Duration::from_secs(24 * 60 * 60).as_secs_f64() / delay.as_secs_f64();
            let pages = match pages.round() {
                1.0 => "1 page".to_owned(),
                pages => format!("{pages} pages"),
            };
            let message = format!(
                "with {value} seconds between two requests a crawler gets {pages} a day, and some fetch none"
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
#            ^^^ `1,5` is no number of seconds, and is passed over
Crawl-delay:
#^^^^^^^^^^ `Crawl-delay` without a value says nothing
Crawl-delay: 600
#            ^^^ with 600 seconds between two requests a crawler gets 144 pages a day, and some fetch none
Crawl-delay: 86400
#            ^^^^^ with 86400 seconds between two requests a crawler gets 1 page a day, and some fetch none
Crawl-delay: 300
Crawl-delay: 0.5
Crawl-delay: 0
",
        );
    }
}
