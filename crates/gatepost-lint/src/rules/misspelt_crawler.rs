use std::collections::HashSet;

use gatepost_crawlers::meant_crawler;

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};
use crate::named_crawlers::{self, NamedCrawler};

declare_rule! {
    /// ## What it finds
    /// A name that is one slip away from the name of a crawler, or that leaves out its `bot` or
    /// `spider`.
    ///
    /// ## Why it matters
    /// Crawlers compare the whole name. No crawler obeys a group for `Googelbot` or `Bing`, and the
    /// crawler that is meant obeys some other group. Names that resemble no crawler are not
    /// reported: they may be new, or the site's own, or those of tools that no longer exist.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: Googelbot
    /// User-agent: Bing
    /// Disallow: /private/
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: Googlebot
    /// User-agent: bingbot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    /// Writes the known name instead. Changes answers.
    ///
    /// ## Source
    /// - The crawler directory of `gatepost-crawlers`, which cites its sources.
    /// - [RFC 9309, section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1): product
    ///   tokens are compared whole, in any letter case.
    MisspeltCrawler { name: "misspelt-crawler", since: "0.1.0", severity: Warning }
}

/// A file with more unknown names than this is an old list, in which slips and names look alike.
const LIST: usize = 20;

impl LintRule for MisspeltCrawler {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let mut seen = HashSet::new();
        let mut unknown = named_crawlers::all(file);
        unknown.retain(|named| {
            is_one_name(named.name.as_str())
                && !named_crawlers::is_known(file, named.name.as_str())
                && seen.insert(named.name.clone())
        });
        if unknown.len() > LIST {
            return Vec::new();
        }
        let meant = unknown
            .iter()
            .filter_map(|named| Some((named, meant_crawler(named.name.as_str())?.token())));
        let meant = meant.filter(|(named, meant)| !is_beside(named, meant));
        meant.map(|(named, meant)| misspelt(named, meant)).collect()
    }
}

/// Returns `true` if the same rules apply to the crawler that is meant, under its own name.
fn is_beside(named: &NamedCrawler<'_>, meant: &str) -> bool {
    named.group.user_agents().any(|line| line.token().eq_ignore_ascii_case(meant.as_bytes()))
}

/// Returns `true` if a text can be a name at all: other rules report stars, headers and addresses.
fn is_one_name(name: &str) -> bool {
    !name.contains(['*', '(', '@', ':']) && !name.eq_ignore_ascii_case("Mozilla")
}

fn misspelt(named: &NamedCrawler<'_>, meant: &str) -> Finding {
    let message = format!("no crawler is called `{}`: did you mean `{meant}`?", named.name);
    let fix = Fix::new(format!("write `{meant}`"), named.span(), meant);
    Finding::new(&MisspeltCrawler::META, named.span(), message).fix(fix)
}

#[cfg(test)]
mod tests {
    use super::MisspeltCrawler;
    use crate::rule_test::{check, fixed};
    use crate::{Config, lint};

    #[test]
    fn slips_and_short_names() {
        check(
            &MisspeltCrawler,
            "\
User-agent: Googelbot/2.1
#           ^^^^^^^^^ no crawler is called `Googelbot`: did you mean `Googlebot`?
User-agent: Bing
#           ^^^^ no crawler is called `Bing`: did you mean `bingbot`?
User-agent: Google bot image
#           ^^^^^^^^^^^^^^^^ no crawler is called `Google bot image`: did you mean `Googlebot-Image`?
User-agent: Gigabot
User-agent: EmailSiphon
User-agent: Roverbot
User-agent: SemrushBot-SA
Disallow: /
",
        );
    }

    #[test]
    fn known_ones() {
        check(
            &MisspeltCrawler,
            "User-agent: Yandex\nUser-agent: gptbot/1\nUser-agent: __usage_ai-training\nUser-agent: Mozilla/5.0 (x)\nDisallow: /\n",
        );
    }

    #[test]
    fn beside_the_right_name() {
        check(
            &MisspeltCrawler,
            "\
User-agent: Googlebot
User-agent: google
Disallow: /a

User-agent: bing
#           ^^^^ no crawler is called `bing`: did you mean `bingbot`?
Disallow: /b
",
        );
    }

    #[test]
    fn known_to_the_site() {
        let mut config = Config::default();
        config.add_known_crawler("OurBot");
        assert!(lint(b"User-agent: ourbot\nDisallow: /a\n", &config).findings.is_empty());
    }

    #[test]
    fn name_is_written() {
        fixed(
            &MisspeltCrawler,
            "User-agent: Googelbot/2\nDisallow: /\n",
            "User-agent: Googlebot/2\nDisallow: /\n",
        );
    }
}
