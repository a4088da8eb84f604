use gatepost::{Key, Record};

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};
use crate::severity::Severity;
use crate::unknown_key::read_by_prefix;

declare_rule! {
    /// ## What it finds
    /// A key that only starts with `Disallow`, `Allow`, `User-agent` or `Sitemap`, such as
    /// `Disallow-AI`.
    ///
    /// ## Why it matters
    /// Google's library compares only the beginning of a key. It reads `Disallow-AI: /` as
    /// `Disallow: /`, for Googlebot and for everyone else who uses the library: the site is blocked
    /// for search. RFC 9309 parsers ignore the line, so it does not do what it says for them
    /// either.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow-AI: /
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: GPTBot
    /// User-agent: ClaudeBot
    /// Disallow: /
    /// ```
    ///
    /// ## Fix
    /// Turns the line into a comment. Changes answers for parsers of that kind.
    ///
    /// ## Source
    /// - [google/robotstxt](https://github.com/google/robotstxt), `robots.cc`: `KeyIsDisallow` and
    ///   its neighbours compare only the beginning.
    KeyReadByPrefix { name: "key-read-by-prefix", since: "0.1.0", severity: Error }
}

impl LintRule for KeyReadByPrefix {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        file.records().filter_map(|record| finding(file, &record)).collect()
    }
}

fn finding(file: &File<'_>, record: &Record<'_>) -> Option<Finding> {
    let (key, severity) = match read_by_prefix(record)? {
        Key::Disallow => ("Disallow", Severity::Error),
        Key::Allow => ("Allow", Severity::Error),
        Key::UserAgent => ("User-agent", Severity::Error),
        _ => ("Sitemap", Severity::Warning),
    };
    let written = file.text(record.key_span());
    let message = format!("Google reads `{written}` as `{key}`; other crawlers ignore this line");
    let start = record.key_span().start;
    let fix = Fix::new("turn the line into a comment", start..start, "# ");
    Some(
        Finding::new(&KeyReadByPrefix::META, record.key_span(), message)
            .severity(severity)
            .fix(fix),
    )
}

#[cfg(test)]
mod tests {
    use super::KeyReadByPrefix;
    use crate::rule_test::{check, fixed};

    #[test]
    fn google_blocks_everything() {
        check(
            &KeyReadByPrefix,
            "\
User-agent: *
Disallow-AI: /
#^^^^^^^^^^ Google reads `Disallow-AI` as `Disallow`; other crawlers ignore this line
AllowAITraining: /
#^^^^^^^^^^^^^^ Google reads `AllowAITraining` as `Allow`; other crawlers ignore this line
User-agent-purpose: ai
#^^^^^^^^^^^^^^^^^ Google reads `User-agent-purpose` as `User-agent`; other crawlers ignore this line
Sitemaps: https://example.com/sitemap.xml
#^^^^^^^ Google reads `Sitemaps` as `Sitemap`; other crawlers ignore this line
AI-Disallow: /
Disallow: /a
",
        );
    }

    #[test]
    fn line_becomes_a_comment() {
        fixed(
            &KeyReadByPrefix,
            "User-agent: *\n Disallow-AI: /\nDisallow:\n",
            "User-agent: *\n # Disallow-AI: /\nDisallow:\n",
        );
    }
}
