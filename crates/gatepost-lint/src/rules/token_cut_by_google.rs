use gatepost::{Dialect, TokenEnd, UserAgentLine};
use gatepost_crawlers::{KnownBy, by_token};

use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A crawler name that Google's library cuts short, so that it names another crawler there.
    ///
    /// ## Why it matters
    /// RFC 9309 allows letters, `-` and `_` in product tokens. Crawlers also use digits and dots;
    /// Google's library, which others use too, stops at the first of them. There, `Googlebot2` is
    /// Googlebot; elsewhere, it is no crawler.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: Googlebot2.1
    /// Disallow: /
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: Googlebot
    /// Disallow: /
    /// ```
    ///
    /// ## Fix
    /// None: the longer name may be the one that is meant.
    ///
    /// ## Source
    /// - [google/robotstxt](https://github.com/google/robotstxt), `robots.cc`: `ExtractUserAgent`.
    TokenCutByGoogle { name: "token-cut-by-google", since: "0.1.0", severity: Warning }
}

impl LintRule for TokenCutByGoogle {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let ends_at_non_letter = |dialect: Dialect| dialect.token_end == TokenEnd::NonLetter;
        let Some(google) = file.reading_where(ends_at_non_letter) else { return Vec::new() };
        let lines = google.robots.groups().flat_map(|group| group.user_agents());
        let mut findings = Vec::new();
        let mut ours = file.robots().groups().flat_map(|group| group.user_agents());
        for theirs in lines {
            let same = |line: &UserAgentLine<'_>| line.value_span() == theirs.value_span();
            let Some(line) = ours.find(same) else { break };
            let (Ok(whole), Ok(cut)) =
                (std::str::from_utf8(line.token()), std::str::from_utf8(theirs.token()))
            else {
                continue;
            };
            if whole.len() > cut.len() && by_token(whole).is_none() && is_crawler(cut) {
                let message = format!(
                    "Google's library reads `{whole}` as `{cut}`, because it stops before `{}`; \
                     for others, no crawler has this name",
                    &whole[cut.len()..]
                );
                let span = line.value_span().start..line.value_span().start + whole.len();
                findings.push(Finding::new(&Self::META, span, message));
            }
        }
        findings
    }
}

/// Community lists contain ordinary words, which no operator's crawler uses.
fn is_crawler(token: &str) -> bool {
    by_token(token).is_some_and(|crawler| crawler.known_by() != KnownBy::Community)
}

#[cfg(test)]
mod tests {
    use super::TokenCutByGoogle;
    use crate::rule_test::check;

    #[test]
    fn another_is_named() {
        check(
            &TokenCutByGoogle,
            "\
User-agent: bingbot2.0
#           ^^^^^^^^^^ Google's library reads `bingbot2.0` as `bingbot`, because it stops before `2.0`; for others, no crawler has this name
User-agent: MJ12bot
User-agent: AI2Bot
User-agent: bingbot/2.0
Disallow: /
",
        );
    }
}
