use gatepost::{Key, Record};
use gatepost_crawlers::{Crawler, RobotsBehaviour, by_token, crawlers};

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::named;
use crate::rule::{Meta, Rule, declare_rule};
use crate::words::quoted;

declare_rule! {
    /// ## What it finds
    /// A `Crawl-delay` in a group whose crawlers take no notice of it, or in no group.
    ///
    /// ## Why it matters
    /// It is no part of RFC 9309. Google never read it, and Yandex has not since 2018: how fast they come is
    /// set elsewhere. In front of the first `User-agent` line it is for nobody.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: Googlebot
    /// Crawl-delay: 10
    /// Disallow: /private/
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: Googlebot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    /// Takes the line out, if the crawlers of its group are known to pass over it.
    ///
    /// ## Source
    /// - The directory of `gatepost-crawlers`, which names its sources.
    UnheededCrawlDelay { name: "unheeded-crawl-delay", since: "0.1.0", severity: Warning }
}

impl Rule for UnheededCrawlDelay {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let is_delay = |record: &Record<'_>| record.key() == Key::CrawlDelay;
        let mut findings = Vec::new();
        let mut groups = file.robots().groups();
        let first = groups.next().and_then(|group| group.user_agents().next());
        let first = first.map_or(usize::MAX, |line| line.line());
        let above = file.robots().other_records().take_while(|record| record.line() < first);
        for record in above.filter(is_delay) {
            let message = "`Crawl-delay` in front of all groups is for no crawler";
            findings.push(Finding::new(&Self::META, span(&record), message));
        }
        for group in file.robots().groups() {
            let mut delays = group.other_records().filter(is_delay).peekable();
            if delays.peek().is_none() {
                continue;
            }
            let mut names: Vec<String> = Vec::new();
            let is_unheeded = group.user_agents().all(|line| {
                let Some((name, _)) = named::in_line(&line) else { return false };
                let is_unheeded = passes_over(name.as_str());
                names.push(name.to_string());
                is_unheeded
            });
            if !is_unheeded {
                continue;
            }
            for record in delays {
                let verb = if names.len() == 1 { "takes" } else { "take" };
                let message = format!("{} {verb} no notice of `Crawl-delay`", quoted(&names));
                let line = file.whole_line(record.line());
                let fix = Fix::new(file, "take the line out", line, "");
                findings.push(Finding::new(&Self::META, span(&record), message).fix(fix));
            }
        }
        findings
    }
}

fn span(record: &Record<'_>) -> std::ops::Range<usize> {
    record.key_span().start..record.value_span().end.max(record.key_span().end)
}

/// Whether all crawlers of a name are known to take no notice of the delay.
fn passes_over(name: &str) -> bool {
    let passes = |crawler: &Crawler| {
        crawler.honours_crawl_delay() == Some(false)
            || crawler.robots() == RobotsBehaviour::ControlToken
    };
    if let Some(crawler) = by_token(name) {
        return passes(crawler);
    }
    // A name of a family, such as `Yandex`.
    let is_family = |crawler: &&Crawler| {
        crawler.falls_back_to().iter().any(|family| family.eq_ignore_ascii_case(name))
    };
    let mut family = crawlers().filter(is_family).peekable();
    family.peek().is_some() && family.all(passes)
}

#[cfg(test)]
mod tests {
    use super::UnheededCrawlDelay;
    use crate::rule_test::{check, fixed};

    #[test]
    fn passed_over() {
        check(
            &UnheededCrawlDelay,
            "\
Crawl-delay: 5
#^^^^^^^^^^^^^ `Crawl-delay` in front of all groups is for no crawler

User-agent: Googlebot
User-agent: Yandex
Crawl-delay: 10 # seconds
#^^^^^^^^^^^^^^ `Googlebot` and `Yandex` take no notice of `Crawl-delay`
Disallow:

User-agent: Googlebot
User-agent: bingbot
Crawl-delay: 10
Disallow:

User-agent: *
Crawl-delay: 10
Disallow:
",
        );
    }

    #[test]
    fn line_goes() {
        fixed(
            &UnheededCrawlDelay,
            "User-agent: Yandex\nCrawl-delay: 10\nDisallow: /a\n",
            "User-agent: Yandex\nDisallow: /a\n",
        );
    }
}
