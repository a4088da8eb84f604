use gatepost::ProductToken;

use crate::class::Class;
use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};
use crate::severity::Severity;

declare_rule! {
    /// ## What it finds
    /// A file that disallows every URL for the crawler of a major search engine, but not for all
    /// crawlers. Info if a group names the crawler.
    ///
    /// ## Why it matters
    /// The site will not be found there. Usually `*` is disallowed, the search engines that may
    /// crawl are listed, and one was forgotten or its name misspelt.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /
    ///
    /// User-agent: Googlebot
    /// Disallow:
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /
    ///
    /// User-agent: Googlebot
    /// User-agent: Bingbot
    /// Disallow:
    /// ```
    ///
    /// ## Fix
    /// None: it may be intended.
    ///
    /// ## Source
    /// - [Google's
    ///   crawlers](https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers)
    /// - [Bing's
    ///   crawlers](https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0)
    SearchCrawlerDisallowed { name: "search-crawler-disallowed", since: "0.1.0", severity: Warning }
}

/// Crawlers of the search engines that hardly any site wants to be missing from.
const CRAWLERS: &[(&str, &str)] = &[("Googlebot", "Google"), ("Bingbot", "Bing")];

impl LintRule for SearchCrawlerDisallowed {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        if file.classes().iter().all(Class::is_fully_disallowed) {
            return Vec::new();
        }
        let found = CRAWLERS.iter().filter_map(|(token, engine)| {
            let crawler = ProductToken::verbatim(token);
            let class = file.readings()[0].class_of(&crawler)?;
            let mut example = class.example("/").filter(|_| class.is_fully_disallowed())?;
            let rule = file.rule_at(example.line?)?;
            example.crawler = (*token).to_owned();
            let message = format!(
                "every URL is disallowed for {token}: {engine} search cannot read this site"
            );
            let mut finding =
                Finding::new(&Self::META, rule.value_span(), message).example(example);
            if !class.is_unnamed() {
                finding = finding.severity(Severity::Info);
            }
            if let Some(line) = file.robots().group_for(&crawler).user_agents().next() {
                let why =
                    if class.is_unnamed() { "no group names it" } else { "this line names it" };
                finding = finding.label(line.value_span(), why);
            }
            Some(finding)
        });
        found.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::SearchCrawlerDisallowed;
    use crate::rule_test::check;
    use crate::{Config, Finding, lint};

    #[test]
    fn named_and_not_named() {
        check(
            &SearchCrawlerDisallowed,
            "\
User-agent: Googlebot
Disallow: /
#         ^ every URL is disallowed for Googlebot: Google search cannot read this site

User-agent: *
Disallow: /x
",
        );
        check(&SearchCrawlerDisallowed, "User-agent: *\nDisallow: /\n");
        check(&SearchCrawlerDisallowed, "User-agent: BadBot\nDisallow: /\n");
    }

    #[test]
    fn the_line_that_names_it_is_shown() {
        let file =
            "User-agent: Yandex\nUser-agent: Bingbot\nDisallow: /\n\nUser-agent: *\nDisallow:\n";
        let findings = lint(file.as_bytes(), &Config::default()).findings;
        let is_of_rule = |finding: &&Finding| finding.rule == "search-crawler-disallowed";
        let found = findings.iter().find(is_of_rule).unwrap();
        assert_eq!(&file[found.labels[0].span.clone()], "Bingbot");
    }
}
