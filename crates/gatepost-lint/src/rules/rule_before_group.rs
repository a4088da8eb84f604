use gatepost::SkipReason;

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::insertion;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// Rules above the first `User-agent` line.
    ///
    /// ## Why it matters
    /// A rule applies to the crawlers of its group. Above the first group it applies to no crawler,
    /// so it neither disallows nor allows anything.
    ///
    /// ## Example
    /// ```robots,bad
    /// Disallow: /private/
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    /// Inserts `User-agent: *` above the rules.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): rules
    ///   that no `User-agent` line precedes are ignored.
    RuleBeforeGroup { name: "rule-before-group", since: "0.1.0", severity: Error }
}

impl LintRule for RuleBeforeGroup {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let skipped = file.robots().skipped();
        let rules = skipped.filter(|skipped| skipped.reason() == SkipReason::RuleBeforeGroup);
        let mut records = file.records();
        let rules: Vec<_> = rules
            .filter_map(|skipped| records.find(|record| record.line() == skipped.line()))
            .collect();
        let Some(first) = rules.first() else { return Vec::new() };
        let what = match rules.len() {
            1 => "this rule belongs to no group, so crawlers ignore it".to_owned(),
            count => format!(
                "this rule and {} below it belong to no group, so crawlers ignore them",
                count - 1
            ),
        };
        let message = format!("{what}: a `User-agent` line is missing");
        let edit = insertion::before(file, first.line(), &["User-agent: *".to_owned()]);
        let span = first.key_span().start..first.value_span().end.max(first.key_span().end);
        vec![
            Finding::new(&Self::META, span, message)
                .fix(Fix::of_edits("insert `User-agent: *` above", vec![edit])),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::RuleBeforeGroup;
    use crate::rule_test::{check, fixed};

    #[test]
    fn above_the_first_group() {
        check(
            &RuleBeforeGroup,
            "\
Sitemap: https://example.com/sitemap.xml
Disallow: /a
#^^^^^^^^^^^ this rule and 1 below it belong to no group, so crawlers ignore them: a `User-agent` line is missing
Allow: /a/b

User-agent: *
Disallow: /c
",
        );
    }

    #[test]
    fn empty_rule() {
        check(
            &RuleBeforeGroup,
            "\
Disallow:
#^^^^^^^^ this rule belongs to no group, so crawlers ignore it: a `User-agent` line is missing
",
        );
    }

    #[test]
    fn group_begins() {
        fixed(
            &RuleBeforeGroup,
            "# all\r\nDisallow: /a\r\n",
            "# all\r\nUser-agent: *\r\nDisallow: /a\r\n",
        );
    }
}
