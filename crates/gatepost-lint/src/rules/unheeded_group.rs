use gatepost_crawlers::{KnownBy, RobotsBehaviour};

use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};
use crate::named_crawlers::{self, NamedCrawler};
use crate::phrases::quoted;

declare_rule! {
    /// ## What it finds
    /// Rules for crawlers that do not read robots.txt. Reported once per file.
    ///
    /// ## Why it matters
    /// Such rules keep nobody out. Fetchers that a user starts, link previews and scanners mostly
    /// do not read robots.txt; only the server can block them.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: FeedFetcher-Google
    /// Disallow: /
    /// ```
    ///
    /// Write instead, for a crawler that does read it:
    /// ```robots,good
    /// User-agent: GPTBot
    /// Disallow: /
    /// ```
    ///
    /// ## Fix
    /// None: the rules do no harm.
    ///
    /// ## Source
    /// - The crawler directory of `gatepost-crawlers`, which cites its sources.
    UnheededGroup { name: "unheeded-group", since: "0.1.0", severity: Info }
}

impl LintRule for UnheededGroup {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let mut unheeding = named_crawlers::all(file);
        unheeding.retain(|named| {
            let crawler = named.crawler.filter(|crawler| !crawler.is_retired());
            crawler.is_some_and(|c| c.robots() == RobotsBehaviour::IgnoresFile)
                && named.group.rules().any(|rule| !rule.is_allow() && !rule.is_empty())
        });
        let Some(first) = unheeding.first() else { return Vec::new() };
        let mut names: Vec<&str> = Vec::new();
        for named in &unheeding {
            if !names.contains(&named.name.as_str()) {
                names.push(named.name.as_str());
            }
        }
        let is_reported = |named: &NamedCrawler<'_>| {
            named.crawler.is_some_and(|c| c.known_by() == KnownBy::Community)
        };
        let verb = match (unheeding.iter().any(is_reported), names.len()) {
            (true, 1) => "is reported not to read",
            (true, _) => "are reported not to read",
            (false, 1) => "does not read",
            (false, _) => "do not read",
        };
        let whom = if names.len() == 1 { "it" } else { "them" };
        let message =
            format!("{} {verb} robots.txt: only the server can block {whom}", quoted(&names));
        let mut finding = Finding::new(&Self::META, first.span(), message);
        for named in unheeding.iter().take(3) {
            if let Some(crawler) = named.crawler {
                finding = finding.note(format!("{}: {}", named.name, crawler.source()));
            }
        }
        vec![finding]
    }
}

#[cfg(test)]
mod tests {
    use super::UnheededGroup;
    use crate::rule_test::check;

    #[test]
    fn once_for_a_file() {
        check(
            &UnheededGroup,
            "\
User-agent: FeedFetcher-Google
#           ^^^^^^^^^^^^^^^^^^ `FeedFetcher-Google` and `iTMS` do not read robots.txt: only the server can block them
User-agent: iTMS
User-agent: ChatGPT-User
Disallow: /

User-agent: Google-Safety
Disallow:
",
        );
    }
}
