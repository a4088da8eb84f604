use crate::example_path::example_path;
use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A `Disallow` and an `Allow` with the same pattern, for the same crawlers.
    ///
    /// ## Why it matters
    /// The `Allow` wins, and the `Disallow` has no effect. Parsers that use the first match obey
    /// whichever rule comes first.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /shop
    /// Allow: /shop
    /// ```
    ///
    /// Write only the one that is meant:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /shop
    /// ```
    ///
    /// ## Fix
    /// None: only the owner knows which of the two is meant.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): if an
    ///   allow and a disallow rule are equivalent, the allow rule should be used.
    ConflictingRules { name: "conflicting-rules", since: "0.1.0", severity: Warning }
}

impl LintRule for ConflictingRules {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let disallows = file.rules().filter(|rule| !rule.is_allow());
        let twins = disallows.filter_map(|rule| Some((rule, file.duplicate(rule.line())?)));
        twins
            .filter(|(_, twin)| !twin.is_same_verdict)
            .map(|(rule, twin)| {
                let pattern = file.text(rule.value_span());
                let message = format!(
                    "this rule has no effect: line {} allows `{pattern}`, and `Allow` wins a tie",
                    twin.line
                );
                let mut finding = Finding::new(&Self::META, rule.value_span(), message)
                    .example(file.missed(&rule, &example_path(&pattern)));
                if let Some(other) = file.rule_at(twin.line) {
                    finding = finding.label(other.value_span(), "this `Allow` wins");
                }
                finding
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::ConflictingRules;
    use crate::rule_test::check;

    #[test]
    fn allow_wins_a_tie() {
        check(
            &ConflictingRules,
            "\
User-agent: *
Disallow: /page
#         ^^^^^ this rule has no effect: line 4 allows `/page`, and `Allow` wins a tie
Allow: /page
Allow: /x
Disallow: /x$
",
        );
    }

    #[test]
    fn for_other_crawlers() {
        check(&ConflictingRules, "User-agent: A\nDisallow: /a\n\nUser-agent: B\nAllow: /a\n");
    }
}
