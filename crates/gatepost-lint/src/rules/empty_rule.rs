use gatepost::Rule;

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A `Disallow` without a value next to one with a value in its group, or an `Allow` without a
    /// value next to any other rule.
    ///
    /// ## Why it matters
    /// On its own, an empty `Disallow` means that nothing is disallowed. Next to other rules it has
    /// no effect, and does not cancel them. Parsers that use the first match stop at the empty rule
    /// and allow everything.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow:
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
    /// Removes the line.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2):
    ///   `empty-pattern`.
    EmptyRule { name: "empty-rule", since: "0.1.0", severity: Warning }
}

impl LintRule for EmptyRule {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let mut findings = Vec::new();
        for group in file.robots().groups() {
            let has_any = group.rules().any(|rule| !rule.is_empty());
            // Next to `Allow` rules only, an empty `Disallow` says what is true.
            let has_disallow = group.rules().any(|rule| !rule.is_empty() && !rule.is_allow());
            let is_beside = |rule: &Rule<'_>| if rule.is_allow() { has_any } else { has_disallow };
            for rule in group.rules().filter(|rule| rule.is_empty() && is_beside(rule)) {
                let (key, says) = match rule.is_allow() {
                    true => ("Allow", "does not allow anything"),
                    false => ("Disallow", "does not cancel the other rules of its group"),
                };
                let line = file.line(rule.line()).span();
                let message = format!("an empty `{key}` {says}");
                let title = "remove the line";
                let fix = Fix::new(title, file.whole_line(rule.line()), "");
                findings.push(Finding::new(&Self::META, line, message).fix(fix));
            }
        }
        findings
    }
}

#[cfg(test)]
mod tests {
    use super::EmptyRule;
    use crate::rule_test::{check, fixed};

    #[test]
    fn beside_others() {
        check(
            &EmptyRule,
            "\
User-agent: *
Disallow: /a
Disallow:
#^^^^^^^^ an empty `Disallow` does not cancel the other rules of its group
",
        );
    }

    #[test]
    fn alone() {
        check(&EmptyRule, "User-agent: a\nDisallow:\n\nUser-agent: *\nDisallow: /\n");
    }

    #[test]
    fn nothing_is_disallowed_anyway() {
        check(&EmptyRule, "User-agent: *\nAllow: /\nDisallow:\n");
    }

    #[test]
    fn line_goes() {
        fixed(&EmptyRule, "User-agent: *\nAllow:\nDisallow: /a\n", "User-agent: *\nDisallow: /a\n");
    }
}
