use std::collections::HashMap;

use gatepost::{Key, Record};

use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A sitemap with `http` where another sitemap of the same host has `https`.
    ///
    /// ## Why it matters
    /// For robots.txt and for sitemaps, `http` and `https` are different sites. Usually one address
    /// was forgotten when the site moved, and redirects at best.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow:
    ///
    /// Sitemap: https://www.example.com/sitemap.xml
    /// Sitemap: http://www.example.com/news.xml
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow:
    ///
    /// Sitemap: https://www.example.com/sitemap.xml
    /// Sitemap: https://www.example.com/news.xml
    /// ```
    ///
    /// ## Fix
    /// None: the file does not say whether the sitemap exists under `https` too.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.3): a file is
    ///   valid for one scheme and host.
    MixedSitemapSchemes { name: "mixed-sitemap-schemes", since: "0.1.0", severity: Info }
}

impl LintRule for MixedSitemapSchemes {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let mut secure: HashMap<String, Record<'_>> = HashMap::new();
        let mut plain: Vec<(String, Record<'_>)> = Vec::new();
        for record in file.records().filter(|record| record.key() == Key::Sitemap) {
            match address(&record) {
                Some((true, host)) => _ = secure.entry(host).or_insert(record),
                Some((false, host)) => plain.push((host, record)),
                None => {}
            }
        }
        plain.retain(|(host, _)| secure.contains_key(host));
        let Some((host, record)) = plain.first() else { return Vec::new() };
        let start = record.value_span().start;
        let more = match plain.len() - 1 {
            0 => String::new(),
            1 => ", and so does another".to_owned(),
            more => format!(", and so do {more} more"),
        };
        let message =
            format!("this sitemap uses `http`{more}, but another of `{host}` uses `https`");
        vec![
            Finding::new(&Self::META, start..start + "http".len(), message)
                .label(secure[host].value_span(), "this one uses `https`"),
        ]
    }
}

/// Returns whether a sitemap uses `https`, and its host.
fn address(record: &Record<'_>) -> Option<(bool, String)> {
    let value = std::str::from_utf8(record.value()).ok()?;
    let (scheme, rest) = value.split_once("://")?;
    let host = rest.split(['/', '?']).next()?.to_ascii_lowercase();
    match &*scheme.to_ascii_lowercase() {
        "https" => Some((true, host)),
        "http" => Some((false, host)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::MixedSitemapSchemes;
    use crate::rule_test::check;

    #[test]
    fn of_one_host() {
        check(
            &MixedSitemapSchemes,
            "\
Sitemap: http://a.example/1.xml
#        ^^^^ this sitemap uses `http`, and so does another, but another of `a.example` uses `https`
Sitemap: http://a.example/2.xml
Sitemap: https://A.example/3.xml
Sitemap: http://b.example/4.xml
",
        );
    }
}
