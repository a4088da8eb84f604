use crate::example_path::example_path;
use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};
use crate::value_shape::{host_and_path, is_directive};

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

impl LintRule for AbsoluteUrl {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let rules = file.rules().filter(|rule| !is_directive(rule.value()));
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
                    file.site().host().is_some_and(|site| !host.eq_ignore_ascii_case(site));
                if is_elsewhere {
                    return finding.note(format!(
                        "rules for {host} belong in the robots.txt file of that host"
                    ));
                }
                let title = format!("write `{path}`");
                let says_something = path.chars().any(|c| c.is_alphanumeric());
                let example = example_path(&path);
                finding
                    .example(file.missed(&rule, &example).filter(|_| says_something))
                    .fix(says_something.then(|| Fix::new(title, span, path)))
            })
            .collect()
    }
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
