use gatepost::{Key, Record, Spelling};

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::rule::{Meta, Rule, declare_rule};
use crate::severity::Severity;

declare_rule! {
    /// ## What it finds
    /// A key that is nearly `User-agent`, `Allow`, `Disallow`, `Sitemap` or `Crawl-delay`. Where RFC 9309
    /// readers overlook the line it is an error; where they take it all the same, as Google does with the
    /// most common misspellings, it is a warning.
    ///
    /// ## Why it matters
    /// A line whose key nobody knows says nothing: a rule that is not read, or a group that is another's.
    /// What Google forgives, others do not.
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
    /// Writes the key as it should be.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2): the keys.
    /// - [google/robotstxt](https://github.com/google/robotstxt), `robots.cc`: the misspellings that it takes.
    MisspeltKey { name: "misspelt-key", since: "0.1.0", severity: Error }
}

/// The keys, as they should be written.
const KEYS: &[&str] = &["User-agent", "Allow", "Disallow", "Sitemap", "Crawl-delay"];

impl Rule for MisspeltKey {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        file.records().filter_map(|record| finding(file, &record)).collect()
    }
}

fn finding(file: &File<'_>, record: &Record<'_>) -> Option<Finding> {
    let written = String::from_utf8_lossy(record.key_octets()).into_owned();
    let (meant, is_read) = match (record.key(), record.spelling()) {
        (Key::Unknown, _) => (nearest(&written)?, false),
        (key, Spelling::Misspelt) => (name_of(key), true),
        _ => return None,
    };
    let message = match is_read {
        true => format!("`{written}` is misspelt, and only some readers take it for `{meant}`"),
        false => format!("`{written}` is no key that a crawler knows: is `{meant}` meant?"),
    };
    let severity = if is_read { Severity::Warning } else { MisspeltKey::META.severity };
    let fix = Fix::new(file, format!("write `{meant}`"), record.key_span(), meant);
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

/// The key that a word was meant to be: one or two slips away, and not a word of its own.
fn nearest(written: &str) -> Option<&'static str> {
    let written = written.to_ascii_lowercase();
    let near = KEYS.iter().map(|key| (slips(&written, &key.to_ascii_lowercase()), *key));
    let (slips, key) = near.min()?;
    // Short words are near to too many others.
    let most = if key.len() < 7 { 1 } else { 2 };
    (slips <= most).then_some(key)
}

/// How many letters have to be put in, taken out, changed or swapped with their neighbour to make the
/// one word of the other.
fn slips(one: &str, other: &str) -> usize {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    // Keys are short; what is much longer is none.
    if one.len().abs_diff(other.len()) > 2 {
        return usize::MAX;
    }
    let mut rows = vec![vec![0; other.len() + 1]; one.len() + 1];
    for at in 0..=one.len() {
        for to in 0..=other.len() {
            rows[at][to] = if at == 0 || to == 0 {
                at.max(to)
            } else {
                let changed = rows[at - 1][to - 1] + usize::from(one[at - 1] != other[to - 1]);
                let mut least = changed.min(rows[at - 1][to] + 1).min(rows[at][to - 1] + 1);
                if at > 1 && to > 1 && one[at - 1] == other[to - 2] && one[at - 2] == other[to - 1]
                {
                    least = least.min(rows[at - 2][to - 2] + 1);
                }
                least
            };
        }
    }
    rows[one.len()][other.len()]
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
#^^^^^^^ `Desallow` is no key that a crawler knows: is `Disallow` meant?
Dissallow: /b
#^^^^^^^^ `Dissallow` is misspelt, and only some readers take it for `Disallow`
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
