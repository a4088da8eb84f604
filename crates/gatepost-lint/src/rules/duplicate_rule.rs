use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};
use crate::removal::with_removal;

declare_rule! {
    /// ## What it finds
    /// A rule that repeats an earlier rule for the same crawlers.
    ///
    /// ## Why it matters
    /// The repeated rule has no effect, and someone who edits one of the two will wonder why
    /// nothing changes. Patterns can be the same although they are written differently, such as
    /// `/~alice/` and `/%7Ealice/`.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /shop
    /// Disallow: /cart
    /// Disallow: /shop
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /shop
    /// Disallow: /cart
    /// ```
    ///
    /// ## Fix
    /// Removes the later line.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): the
    ///   longest match is used, whatever the order; [section
    ///   2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1): groups of one crawler are
    ///   combined.
    DuplicateRule { name: "duplicate-rule", since: "0.1.0", severity: Info }
}

impl LintRule for DuplicateRule {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let twins = file.rules().filter_map(|rule| Some((rule, file.duplicate(rule.line())?)));
        twins
            .filter(|(_, twin)| twin.is_same_verdict)
            .map(|(rule, twin)| {
                let message = format!("this rule repeats line {} and has no effect", twin.line);
                let mut finding = Finding::new(&Self::META, rule.value_span(), message);
                if let Some(other) = file.rule_at(twin.line) {
                    finding = finding.label(other.value_span(), "the same rule");
                }
                let fix = Fix::new("remove the line", file.whole_line(rule.line()), "");
                with_removal(file, finding, fix)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::DuplicateRule;
    use crate::rule_test::{check, fixed};

    #[test]
    fn within_and_across_groups() {
        check(
            &DuplicateRule,
            "\
User-agent: A
Disallow: /a~b
Disallow: /a%7Eb
#         ^^^^^^ this rule repeats line 2 and has no effect

User-agent: B
Disallow: /a~b

User-agent: A
Disallow: /a~b
#         ^^^^ this rule repeats line 2 and has no effect
",
        );
    }

    #[test]
    fn later_line_goes() {
        fixed(
            &DuplicateRule,
            "User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: /a\n",
            "User-agent: *\nDisallow: /a\nDisallow: /b\n",
        );
    }
}
