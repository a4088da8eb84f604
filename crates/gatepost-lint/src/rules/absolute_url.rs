use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::rule::{Meta, Rule, declare_rule};
use crate::rules::two_records_on_one_line::is_record;
use crate::words::path_of;

declare_rule! {
    /// ## What it finds
    /// A pattern that is a whole URL or starts with a host name.
    ///
    /// ## Why it matters
    /// Crawlers compare a pattern with the path, which begins after the host name, so such a rule
    /// matches no URL. A robots.txt file applies only to its own scheme, host and port: rules for
    /// another host belong in the robots.txt file of that host.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: https://example.com/private/
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    /// Keeps only the path. There is no fix if the configured site has another host, or if the path
    /// is `/`, which would make a rule for the whole site. Changes answers.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): patterns
    ///   are compared with the path; [section
    ///   2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.3): where a file is valid.
    AbsoluteUrl { name: "absolute-url", since: "0.1.0", severity: Error }
}

impl Rule for AbsoluteUrl {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let rules = file.rules().filter(|rule| !is_record(rule.value()));
        let found = rules.filter_map(|rule| Some((rule, host_and_path(rule.value())?)));
        found
            .map(|(rule, (host, path))| {
                let span = rule.value_span();
                let message = format!(
                    "pattern `{}` matches no URL: patterns are compared with the path only",
                    file.text(span.clone())
                );
                let finding = Finding::new(&Self::META, span.clone(), message);
                let is_elsewhere =
                    file.config().site().is_some_and(|site| !host.eq_ignore_ascii_case(site));
                if is_elsewhere {
                    return finding.note(format!(
                        "rules for {host} belong in the robots.txt file of that host"
                    ));
                }
                let title = format!("write `{path}`");
                let says_something = path.chars().any(|c| c.is_alphanumeric());
                let example = path_of(&path);
                finding
                    .example(file.missed(&rule, &example).filter(|_| says_something))
                    .fix(says_something.then(|| Fix::new(file, title, span, path)))
            })
            .collect()
    }
}

/// Endings of host names that are not file extensions as well.
const ENDINGS: &[&str] =
    &["com", "org", "net", "edu", "gov", "info", "biz", "uk", "de", "fr", "au", "ca"];

/// Splits a pattern that is a URL, with or without its scheme, into host and path.
pub(crate) fn host_and_path(value: &[u8]) -> Option<(String, String)> {
    let text = String::from_utf8_lossy(value);
    if text.starts_with(['/', '*']) {
        return None;
    }
    let (scheme, rest) = text.split_once("://").unwrap_or(("", &text));
    let end = rest.find(['/', '?', '*']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(end);
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':');
    let ending = host.rsplit('.').next().unwrap_or_default();
    let is_host = host.contains('.')
        && host.chars().all(is_word)
        && (ENDINGS.contains(&ending) || host.starts_with("www."));
    if text.contains("://") && scheme.chars().all(|c| c.is_ascii_alphabetic()) || is_host {
        let slash = if path.starts_with('/') { "" } else { "/" };
        return Some((host.to_owned(), format!("{slash}{path}")));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::AbsoluteUrl;
    use crate::rule_test::{check, fixed};
    use crate::{Config, lint};

    #[test]
    fn url_and_host() {
        check(
            &AbsoluteUrl,
            "\
User-agent: *
Disallow: https://example.com/a
#         ^^^^^^^^^^^^^^^^^^^^^ pattern `https://example.com/a` matches no URL: patterns are compared with the path only
Disallow: shop.example.com/*
#         ^^^^^^^^^^^^^^^^^^ pattern `shop.example.com/*` matches no URL: patterns are compared with the path only
Disallow: /https://example.com/
Disallow: private/
Disallow: submit.pl
",
        );
    }

    #[test]
    fn path_is_left_where_there_is_one() {
        fixed(
            &AbsoluteUrl,
            "User-agent: *\nDisallow: https://example.com/a*\nDisallow: http://b.example/\n",
            "User-agent: *\nDisallow: /a*\nDisallow: http://b.example/\n",
        );
    }

    #[test]
    fn other_hosts_have_their_own_file() {
        let mut config = Config::default();
        config.set_site("example.com");
        let file = b"User-agent: *\nDisallow: http://example.com/a\nDisallow: http://b.example/a\n";
        let mut findings = lint(file, &config).findings;
        findings.retain(|finding| finding.rule == "absolute-url");
        assert!(findings[0].fix.is_some() && findings[1].fix.is_none());
        assert_eq!(
            findings[1].notes,
            ["rules for b.example belong in the robots.txt file of that host"]
        );
    }
}
