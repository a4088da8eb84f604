use gatepost::{Key, Record, Spelling};

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};
use crate::severity::Severity;
use crate::unknown_key::{nearest_key, read_by_prefix};

declare_rule! {
    /// ## What it finds
    /// A key that is nearly `User-agent`, `Allow`, `Disallow`, `Sitemap` or `Crawl-delay`. An error
    /// if RFC 9309 parsers ignore the line; a warning if they read it anyway, as Google does with
    /// the most common misspellings.
    ///
    /// ## Why it matters
    /// Crawlers ignore a line whose key they do not know: a rule is lost, or a group is joined to
    /// another. Other crawlers do not forgive what Google forgives.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Desallow: /private/
    /// Dissallow: /staff/
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /private/
    /// Disallow: /staff/
    /// ```
    ///
    /// ## Fix
    /// Writes the key correctly.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2): the keys.
    /// - [google/robotstxt](https://github.com/google/robotstxt), `robots.cc`: the misspellings
    ///   that it accepts.
    MisspeltKey { name: "misspelt-key", since: "0.1.0", severity: Error }
}

impl LintRule for MisspeltKey {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        file.records().filter_map(|record| finding(&record)).collect()
    }
}

fn finding(record: &Record<'_>) -> Option<Finding> {
    let written = String::from_utf8_lossy(record.key_bytes()).into_owned();
    let (meant, is_read) = match (record.key(), record.spelling()) {
        // Google reads this key, which is worse than a misspelling.
        (Key::Unknown, _) if read_by_prefix(record).is_some() => return None,
        (Key::Unknown, _) => (nearest_key(&written)?, false),
        (key, Spelling::Misspelt) => (name_of(key), true),
        _ => return None,
    };
    let message = match is_read {
        true => format!("`{written}` is misspelt: only some parsers read it as `{meant}`"),
        false => format!("crawlers ignore the unknown key `{written}`: did you mean `{meant}`?"),
    };
    let severity = if is_read { Severity::Warning } else { MisspeltKey::META.severity };
    let fix = Fix::new(format!("write `{meant}`"), record.key_span(), meant);
    let finding = Finding::new(&MisspeltKey::META, record.key_span(), message);
    Some(finding.severity(severity).fix(fix))
}

fn name_of(key: Key) -> &'static str {
    match key {
        Key::UserAgent => "User-agent",
        Key::Allow => "Allow",
        Key::Disallow => "Disallow",
        _ => "Sitemap",
    }
}

#[cfg(test)]
mod tests {
    use super::MisspeltKey;
    use crate::rule_test::{check, fixed};

    #[test]
    fn nobody_reads_it() {
        check(
            &MisspeltKey,
            "\
User-agent: *
Desallow: /a
#^^^^^^^ crawlers ignore the unknown key `Desallow`: did you mean `Disallow`?
Dissallow: /b
#^^^^^^^^ `Dissallow` is misspelt: only some parsers read it as `Disallow`
",
        );
    }

    #[test]
    fn words_of_their_own() {
        check(&MisspeltKey, "User-agent: *\nDisallow-AI: /\nHost: a\nUser: b\nSite: c\nFoo: d\n");
    }

    #[test]
    fn written_as_it_should_be() {
        fixed(
            &MisspeltKey,
            "Useragent: *\nDiasllow: /a\nAlow: /a/b\n",
            "User-agent: *\nDisallow: /a\nAllow: /a/b\n",
        );
    }
}
