use gatepost::{Dialect, Key, LineContent, Record, RobotsTxt, Spelling};

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::rule::{Meta, Rule, declare_rule};
use crate::severity::Severity;

declare_rule! {
    /// ## What it finds
    /// A key that only begins with `Disallow`, `Allow`, `User-agent` or `Sitemap`, such as `Disallow-AI`.
    ///
    /// ## Why it matters
    /// Google's library looks no further than the beginning of a key. `Disallow-AI: /` is `Disallow: /` to
    /// it, for Googlebot and whoever else uses the library: the site is blocked for search. RFC 9309 readers
    /// pass over the line, so that it does nothing of what it says either.
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
    /// Makes a comment of the line. Changes answers for readers of that kind.
    ///
    /// ## Source
    /// - [google/robotstxt](https://github.com/google/robotstxt), `robots.cc`: `KeyIsDisallow` and its
    ///   neighbours compare the beginning.
    KeyReadByPrefix { name: "key-read-by-prefix", since: "0.1.0", severity: Error }
}

impl Rule for KeyReadByPrefix {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

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
    let message = format!("`{written}` is `{key}` to Google, and nothing to others");
    let start = record.key_span().start;
    let fix = Fix::new(file, "make a comment of it", start..start, "# ");
    Some(
        Finding::new(&KeyReadByPrefix::META, record.key_span(), message)
            .severity(severity)
            .fix(fix),
    )
}

/// What Google's library takes a key for that is none to others.
pub(crate) fn read_by_prefix(record: &Record<'_>) -> Option<Key> {
    // `Sitemap https://` lacks its own colon, and has that of the address.
    let is_address = record.value().starts_with(b"//");
    if record.key() != Key::Unknown || !record.has_colon() || is_address {
        return None;
    }
    let line = [record.key_bytes(), b": /"].concat();
    let google = RobotsTxt::parse_as(&line, Dialect::GOOGLE);
    match google.lines().next()?.content() {
        LineContent::Record(read) if read.spelling() == Spelling::Longer => Some(read.key()),
        _ => None,
    }
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
#^^^^^^^^^^ `Disallow-AI` is `Disallow` to Google, and nothing to others
AllowAITraining: /
#^^^^^^^^^^^^^^ `AllowAITraining` is `Allow` to Google, and nothing to others
User-agent-purpose: ai
#^^^^^^^^^^^^^^^^^ `User-agent-purpose` is `User-agent` to Google, and nothing to others
Sitemaps: https://example.com/sitemap.xml
#^^^^^^^ `Sitemaps` is `Sitemap` to Google, and nothing to others
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
