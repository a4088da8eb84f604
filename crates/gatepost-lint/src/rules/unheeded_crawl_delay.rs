use gatepost::{Key, Record};
use gatepost_crawlers::{Crawler, RobotsBehaviour, by_token, with_fallback};

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};
use crate::named_crawlers;
use crate::phrases::quoted;

declare_rule! {
    /// ## What it finds
    /// A `Crawl-delay` in a group whose crawlers ignore it, or outside any group.
    ///
    /// ## Why it matters
    /// `Crawl-delay` is not part of RFC 9309. Google never supported it, and Yandex has not since
    /// 2018: their crawl rate is set elsewhere. Above the first `User-agent` line, it applies to no
    /// crawler.
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
    /// Removes the line, if the crawlers of its group are known to ignore it.
    ///
    /// ## Source
    /// - The crawler directory of `gatepost-crawlers`, which cites its sources.
    UnheededCrawlDelay { name: "unheeded-crawl-delay", since: "0.1.0", severity: Warning }
}

impl LintRule for UnheededCrawlDelay {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let is_delay = |record: &Record<'_>| record.key() == Key::CrawlDelay;
        let mut findings = Vec::new();
        let mut groups = file.robots().groups();
        let first = groups.next().and_then(|group| group.user_agents().next());
        let first = first.map_or(usize::MAX, |line| line.line());
        let above = file.robots().other_records().take_while(|record| record.line() < first);
        for record in above.filter(is_delay) {
            let message = "`Crawl-delay` above the first group applies to no crawler";
            findings.push(Finding::new(&Self::META, span(&record), message));
        }
        for group in file.robots().groups() {
            let mut delays = group.other_records().filter(is_delay).peekable();
            if delays.peek().is_none() {
                continue;
            }
            let mut names: Vec<String> = Vec::new();
            let is_unheeded = group.user_agents().all(|line| {
                let Some((name, _)) = named_crawlers::in_line(&line) else { return false };
                let is_unheeded = passes_over(name.as_str());
                names.push(name.to_string());
                is_unheeded
            });
            if !is_unheeded {
                continue;
            }
            for record in delays {
                let verb = if names.len() == 1 { "ignores" } else { "ignore" };
                let message = format!("{} {verb} `Crawl-delay`", quoted(&names));
                let line = file.whole_line(record.line());
                let fix = Fix::new("remove the line", line, "");
                findings.push(Finding::new(&Self::META, span(&record), message).fix(fix));
            }
        }
        findings
    }
}

fn span(record: &Record<'_>) -> std::ops::Range<usize> {
    record.key_span().start..record.value_span().end.max(record.key_span().end)
}

/// Returns `true` if all crawlers with this name are known to ignore the delay.
fn passes_over(name: &str) -> bool {
    let passes = |crawler: &Crawler| {
        crawler.honours_crawl_delay() == Some(false)
            || crawler.robots() == RobotsBehaviour::ControlToken
    };
    if let Some(crawler) = by_token(name) {
        return passes(crawler);
    }
    // A name that several crawlers obey, such as `Yandex`.
    let mut others = with_fallback(name).peekable();
    others.peek().is_some() && others.all(passes)
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
#^^^^^^^^^^^^^ `Crawl-delay` above the first group applies to no crawler

User-agent: Googlebot
User-agent: Yandex
Crawl-delay: 10 # seconds
#^^^^^^^^^^^^^^ `Googlebot` and `Yandex` ignore `Crawl-delay`
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
