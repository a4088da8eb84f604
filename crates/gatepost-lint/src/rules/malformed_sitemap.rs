use gatepost::{Key, Record};

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};
use crate::severity::Severity;

declare_rule! {
    /// ## What it finds
    /// A `Sitemap` directive that is not one complete `http` or `https` address or, as a warning,
    /// an address on a line of its own.
    ///
    /// ## Why it matters
    /// A sitemap needs its complete address, because it may be on another host. Some crawlers
    /// ignore a path, and two addresses on one line are read as one that does not exist.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow:
    /// Sitemap: /sitemap.xml
    /// Sitemap: //www.example.com/news.xml
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow:
    /// Sitemap: https://www.example.com/sitemap.xml
    /// ```
    ///
    /// ## Fix
    /// Writes the complete address if it is known which host the file is for, and adds the key to
    /// an address without one.
    ///
    /// ## Source
    /// - [sitemaps.org, submitting](https://www.sitemaps.org/protocol.html#submit_robots): "the
    ///   complete URL".
    /// - [google/robotstxt](https://github.com/google/robotstxt) passes the value on unchanged.
    MalformedSitemap { name: "malformed-sitemap", since: "0.1.0", severity: Error }
}

impl LintRule for MalformedSitemap {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        file.records().filter_map(|record| finding(file, &record)).collect()
    }
}

fn finding(file: &File<'_>, record: &Record<'_>) -> Option<Finding> {
    let meta = &MalformedSitemap::META;
    if is_bare_address(record) {
        let span = record.key_span().start..record.value_span().end;
        let message = "crawlers ignore an address without a key: did you mean `Sitemap`?";
        let fix = Fix::new("insert `Sitemap:` before it", span.start..span.start, "Sitemap: ");
        return Some(Finding::new(meta, span, message).severity(Severity::Warning).fix(fix));
    }
    if record.key() != Key::Sitemap {
        return None;
    }
    let value = String::from_utf8_lossy(record.value());
    let span = record.value_span();
    if value.is_empty() {
        return Some(Finding::new(
            meta,
            record.key_span(),
            "`Sitemap` has no address, so crawlers ignore it",
        ));
    }
    if value.contains([' ', '\t']) {
        let is_list = value.split_ascii_whitespace().skip(1).any(|word| word.contains("://"));
        let message = match is_list {
            true => format!("`{value}` is read as one address: give each sitemap its own line"),
            false => format!("`{value}` is not an address: it contains a space"),
        };
        return Some(Finding::new(meta, span, message));
    }
    let site = file.site().host();
    let whole = |address: String| Fix::new(format!("write `{address}`"), span.clone(), address);
    match value.split_once("://") {
        Some((scheme, rest)) if is_web(scheme) => {
            let host = rest.split(['/', '?']).next().unwrap_or_default();
            host.is_empty().then(|| {
                Finding::new(meta, span, format!("`{value}` is not an address: it has no host"))
            })
        }
        Some((scheme, _)) if scheme.chars().all(|c| c.is_ascii_alphanumeric()) => {
            let message = format!("crawlers do not fetch sitemaps with `{scheme}`: use `https`");
            let end = span.start + scheme.len();
            Some(Finding::new(meta, span.start..end, message))
        }
        _ => {
            let message =
                format!("`{value}` is not a complete address: crawlers expect a scheme and a host");
            let fix = match (value.strip_prefix("//"), value.strip_prefix('/'), site) {
                (Some(rest), _, _) => Some(whole(format!("https://{rest}"))),
                (None, Some(path), Some(site)) => Some(whole(format!("https://{site}/{path}"))),
                _ => None,
            };
            Some(Finding::new(meta, span.clone(), message).fix(fix))
        }
    }
}

fn is_web(scheme: &str) -> bool {
    scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
}

/// Returns `true` if the colon of a line belongs to an address.
fn is_bare_address(record: &Record<'_>) -> bool {
    let is_scheme = std::str::from_utf8(record.key_bytes()).is_ok_and(is_web);
    let value = String::from_utf8_lossy(record.value());
    is_scheme && value.starts_with("//") && value.to_ascii_lowercase().contains("sitemap")
}

#[cfg(test)]
mod tests {
    use super::MalformedSitemap;
    use crate::rule_test::{check, fixed};
    use crate::{Config, lint};

    #[test]
    fn one_whole_address() {
        check(
            &MalformedSitemap,
            "\
Sitemap: /sitemap.xml
#        ^^^^^^^^^^^^ `/sitemap.xml` is not a complete address: crawlers expect a scheme and a host
Sitemap: www.example.com/sitemap.xml
#        ^^^^^^^^^^^^^^^^^^^^^^^^^^^ `www.example.com/sitemap.xml` is not a complete address: crawlers expect a scheme and a host
Sitemap: ftp://example.com/sitemap.xml
#        ^^^ crawlers do not fetch sitemaps with `ftp`: use `https`
Sitemap: https:///sitemap.xml
#        ^^^^^^^^^^^^^^^^^^^^ `https:///sitemap.xml` is not an address: it has no host
Sitemap: https://a.example/1.xml https://a.example/2.xml
#        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `https://a.example/1.xml https://a.example/2.xml` is read as one address: give each sitemap its own line
Sitemap: {{ site.url }}/sitemap.xml
#        ^^^^^^^^^^^^^^^^^^^^^^^^^^ `{{ site.url }}/sitemap.xml` is not an address: it contains a space
Sitemap:
#^^^^^^ `Sitemap` has no address, so crawlers ignore it
https://a.example/sitemap.xml
#^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crawlers ignore an address without a key: did you mean `Sitemap`?
Sitemap: HTTPS://a.example/sitemap.xml
",
        );
    }

    #[test]
    fn whole_address_is_written() {
        fixed(&MalformedSitemap, "Sitemap: //a.example/b\n", "Sitemap: https://a.example/b\n");
        fixed(
            &MalformedSitemap,
            "http://a.example/sitemap\n",
            "Sitemap: http://a.example/sitemap\n",
        );
        let mut config = Config::default();
        config.set_site("www.example.com");
        let file = b"Sitemap: /sitemap.xml\n";
        let fix = lint(file, &config).findings[0].fix.clone().unwrap();
        assert_eq!(fix.apply(file).unwrap(), b"Sitemap: https://www.example.com/sitemap.xml\n");
    }
}
