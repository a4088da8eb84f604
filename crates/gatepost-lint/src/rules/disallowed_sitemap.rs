use gatepost::{Key, Record, SelectedBy, UrlPath};

use crate::class::Class;
use crate::file::File;
use crate::finding::Finding;
use crate::rule::{Meta, Rule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A sitemap that the file itself disallows, by a rule that is not for the whole site.
    ///
    /// ## Why it matters
    /// Crawlers fetch sitemaps by the same rules as pages: one that is disallowed is not read. A sitemap of
    /// another host has another robots.txt. Where the owner does not say which host the file is for, it is
    /// taken to be the one that all of its sitemaps have.
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
    /// None: it may be that the sitemap is for one crawler that may fetch it.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): rules are about all
    ///   URLs of the host, but for robots.txt itself.
    DisallowedSitemap { name: "disallowed-sitemap", since: "0.1.0", severity: Warning }
}

impl Rule for DisallowedSitemap {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

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
            more => first.note(format!("the same holds for {more} more of the file")),
        };
        vec![first]
    }
}

/// The host that the file is for: what the owner says, or else the one that all sitemaps have.
fn site(file: &File<'_>, sitemaps: &[Record<'_>]) -> Option<String> {
    if let Some(site) = file.config().site() {
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
    // A site that is closed but for a few pages.
    if matches!(rule.value(), b"/" | b"/*" | b"*") {
        return None;
    }
    let shown = String::from_utf8_lossy(path.raw()).into_owned();
    let message = format!("`{shown}` is disallowed for {}, by line {line}", star.who());
    let finding = Finding::new(&DisallowedSitemap::META, record.value_span(), message)
        .label(rule.value_span(), "this rule disallows it")
        .example(star.example(&shown));
    Some(match file.config().site() {
        Some(_) => finding,
        None => finding.note(format!("if this file is the one of {site}")),
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
#        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `/maps/1.xml` is disallowed for every crawler, by line 2
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
