use gatepost::{Key, Record, SelectedBy, UrlPath};

use crate::class::Class;
use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A sitemap that the file itself disallows, with a rule that does not cover the whole site.
    ///
    /// ## Why it matters
    /// Crawlers obey the same rules for sitemaps as for pages, so they do not read a disallowed
    /// sitemap. A sitemap on another host is subject to the robots.txt file of that host. If the
    /// owner does not say which host the file is for, Gatepost assumes the host that all of its
    /// sitemaps share.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /*.xml
    ///
    /// Sitemap: https://www.example.com/sitemap.xml
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /*.xml
    /// Allow: /sitemap.xml
    ///
    /// Sitemap: https://www.example.com/sitemap.xml
    /// ```
    ///
    /// ## Fix
    /// None: the sitemap may be meant for one crawler that may fetch it.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): rules
    ///   apply to all URLs of the host except robots.txt itself.
    DisallowedSitemap { name: "disallowed-sitemap", since: "0.1.0", severity: Warning }
}

impl LintRule for DisallowedSitemap {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let star = &file.classes()[0];
        let is_open = star.answer(&UrlPath::from_anything("/")).is_allowed;
        if star.group().selected_by() != SelectedBy::Star || !is_open {
            return Vec::new();
        }
        let records = file.records().filter(|record| record.key() == Key::Sitemap);
        let sitemaps: Vec<Record<'_>> = records.collect();
        let Some(site) = site(file, &sitemaps) else { return Vec::new() };
        let mut findings = sitemaps.iter().filter_map(|record| finding(file, star, &site, record));
        let Some(first) = findings.next() else { return Vec::new() };
        let first = match findings.count() {
            0 => first,
            more => first.note(format!("this file disallows {more} more of its sitemaps")),
        };
        vec![first]
    }
}

/// Returns the host that the file is for: the configured site, or else the host that all sitemaps
/// share.
fn site(file: &File<'_>, sitemaps: &[Record<'_>]) -> Option<String> {
    if let Some(site) = file.site().host() {
        return Some(site.to_owned());
    }
    let mut hosts = sitemaps.iter().filter_map(host);
    let first = hosts.next()?;
    hosts.all(|host| host == first).then_some(first)
}

fn host(record: &Record<'_>) -> Option<String> {
    let (_, rest) = std::str::from_utf8(record.value()).ok()?.split_once("://")?;
    Some(rest.split(['/', '?']).next()?.to_ascii_lowercase())
}

fn finding(file: &File<'_>, star: &Class<'_>, site: &str, record: &Record<'_>) -> Option<Finding> {
    let address = std::str::from_utf8(record.value())
        .ok()
        .filter(|_| host(record).as_deref() == Some(site))?;
    let path = UrlPath::new(address).ok()?;
    let answer = star.answer(&path);
    let line = answer.line.filter(|_| !answer.is_allowed)?;
    let rule = star.group().rules().find(|rule| rule.line() == line)?;
    // The whole site is closed, except for a few pages.
    if matches!(rule.value(), b"/" | b"/*" | b"*") {
        return None;
    }
    let shown = String::from_utf8_lossy(path.raw()).into_owned();
    let message = format!(
        "`{shown}` is disallowed for {} by line {line}: a disallowed sitemap is not read",
        star.who()
    );
    let finding = Finding::new(&DisallowedSitemap::META, record.value_span(), message)
        .label(rule.value_span(), "this rule disallows it")
        .example(star.example(&shown));
    Some(match file.site().host() {
        Some(_) => finding,
        None => finding.note(format!("this assumes that the file is for {site}")),
    })
}

#[cfg(test)]
mod tests {
    use super::DisallowedSitemap;
    use crate::rule_test::check;
    use crate::{Config, lint};

    const FILE: &str = "\
User-agent: *
Disallow: /maps/
Sitemap: https://a.example/maps/1.xml
#        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `/maps/1.xml` is disallowed for every crawler by line 2: a disallowed sitemap is not read
Sitemap: https://a.example/maps/2.xml
Sitemap: https://a.example/sitemap.xml
";

    #[test]
    fn once_for_a_file() {
        check(&DisallowedSitemap, FILE);
    }

    #[test]
    fn other_hosts_have_their_own_file() {
        let mut config = Config::default();
        config.set_site("b.example");
        assert!(lint(FILE.as_bytes(), &config).findings.is_empty());
    }

    #[test]
    fn closed_sites() {
        let file = "User-agent: *\nDisallow: /\nAllow: /$\nSitemap: https://a.example/1.xml\n";
        check(&DisallowedSitemap, file);
        check(&DisallowedSitemap, "User-agent: *\nDisallow: /\nSitemap: https://a.example/1.xml\n");
    }
}
