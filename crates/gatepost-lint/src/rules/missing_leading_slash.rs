use crate::example_path::example_path;
use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};
use crate::value_shape::{host_and_path, is_directive, regex_syntax};

declare_rule! {
    /// ## What it finds
    /// A pattern that starts with neither `/` nor `*`.
    ///
    /// ## Why it matters
    /// Crawlers compare a pattern with the path from its first character, and every path starts
    /// with `/`. Such a rule therefore matches no URL: a `Disallow` like this blocks nothing.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: private/
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    /// Inserts a `/`, or `/*` if the pattern is the end of a path (`.pdf$`) or a query (`?sort=`,
    /// `id=7`). Changes answers: URLs that were allowed become disallowed, which is presumably what
    /// was meant.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2):
    ///   `path-pattern` starts with `/`.
    MissingLeadingSlash { name: "missing-leading-slash", since: "0.1.0", severity: Error }
}

impl LintRule for MissingLeadingSlash {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let rules = file.rules().filter(|rule| !matches!(rule.value()[0], b'/' | b'*' | 0x80..));
        let rules = rules
            .filter(|rule| host_and_path(rule.value()).is_none() && !is_directive(rule.value()));
        rules
            .map(|rule| {
                let span = rule.value_span();
                let pattern = file.text(span.clone());
                let message = format!("pattern `{pattern}` matches no URL: paths start with `/`");
                let finding = Finding::new(&Self::META, span.clone(), message);
                if WORDS.iter().any(|word| pattern.eq_ignore_ascii_case(word)) {
                    return finding.note(
                        "an empty `Disallow:` disallows nothing, and `Disallow: /` disallows \
                         everything",
                    );
                }
                let quotes: &[char] = &['"', '\'', '`'];
                let bare = pattern.trim_matches(quotes);
                let is_query = bare.find('=').is_some_and(|end| !bare[..end].contains(['/', '?']));
                let prefix = match bare.as_bytes() {
                    [b'/', ..] => "",
                    [b'.' | b'?' | b'&', ..] => "/*",
                    _ if is_query => "/*",
                    _ => "/",
                };
                let meant = format!("{prefix}{bare}");
                if regex_syntax(bare).is_some() {
                    return finding;
                }
                let title = format!("write `{meant}`");
                finding
                    .example(file.missed(&rule, &example_path(&meant)))
                    .fix(Fix::new(title, span, meant))
            })
            .collect()
    }
}

/// Words that people write when they mean everything or nothing.
const WORDS: &[&str] = &["all", "none", "null", "nothing", "no", "yes", "true", "false"];

#[cfg(test)]
mod tests {
    use super::MissingLeadingSlash;
    use crate::rule_test::{check, fixed};

    #[test]
    fn bare_word() {
        check(
            &MissingLeadingSlash,
            "\
User-agent: *
Disallow: private/  # staff only
#         ^^^^^^^^ pattern `private/` matches no URL: paths start with `/`
Allow: /private/jobs
",
        );
    }

    #[test]
    fn leading_star_is_fine() {
        check(&MissingLeadingSlash, "User-agent: *\nDisallow: */private/\n");
    }

    // An empty value means "no restriction", not a forgotten slash.
    #[test]
    fn empty_value_is_fine() {
        check(&MissingLeadingSlash, "User-agent: *\nDisallow:\n");
    }

    #[test]
    fn words_are_no_paths() {
        fixed(
            &MissingLeadingSlash,
            "User-agent: *\nDisallow: None\nDisallow: \"/a\"\nDisallow: (a|b)\n",
            "User-agent: *\nDisallow: None\nDisallow: /a\nDisallow: (a|b)\n",
        );
    }

    #[test]
    fn ends_of_paths_and_queries_get_a_star() {
        fixed(
            &MissingLeadingSlash,
            "User-agent: *\nDisallow: .pdf$\nDisallow: ?sort=\nDisallow: id=7\nDisallow: a\n",
            "User-agent: *\nDisallow: /*.pdf$\nDisallow: /*?sort=\nDisallow: /*id=7\nDisallow: /a\n",
        );
    }
}
