use gatepost::Rule;

use crate::file::File;
use crate::finding::Finding;
use crate::fix::{Edit, Fix};
use crate::lint_rule::{LintRule, declare_rule};
use crate::phrases::lines;
use crate::redundancy::Effect;
use crate::removal::with_removal;

declare_rule! {
    /// ## What it finds
    /// A rule that can be removed without changing a verdict: another rule gives the same answer
    /// for everything that it decides, or it allows what is allowed anyway. Neighbours that are
    /// redundant for the same reason are reported together.
    ///
    /// ## Why it matters
    /// The rule does no harm, but it is one more line to read. If an exception to it was forgotten,
    /// this finding shows it. Gatepost proves for all URLs that no verdict changes.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /shop
    /// Disallow: /shop/cart
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /shop
    /// ```
    ///
    /// ## Fix
    /// Removes the lines. Gatepost proves what this changes for crawlers that parse the file
    /// differently.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): the
    ///   longest match is used, and if nothing matches, access is allowed.
    RedundantRule { name: "redundant-rule", since: "0.1.0", severity: Info }
}

impl LintRule for RedundantRule {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let mut findings = Vec::new();
        for group in file.robots().groups() {
            // A group that only has `Allow: /` has it to be clear.
            let has_others = group.rules().len() > 1;
            let rules: Vec<Rule<'_>> = group.rules().filter(|_| has_others).collect();
            for run in rules.chunk_by(|one, next| {
                next.line() == one.line() + 1 && covering(file, one) == covering(file, next)
            }) {
                if let Some(by) = covering(file, &run[0]) {
                    findings.push(finding(file, run, by));
                }
            }
        }
        findings
    }
}

/// Returns the lines that make a rule redundant.
fn covering<'f>(file: &'f File<'_>, rule: &Rule<'_>) -> Option<&'f [usize]> {
    match file.effect(rule.line())? {
        Effect::Redundant(by) if file.duplicate(rule.line()).is_none() => Some(by),
        _ => None,
    }
}

fn finding(file: &File<'_>, run: &[Rule<'_>], by: &[usize]) -> Finding {
    let what = match run.len() {
        1 => "this rule is redundant".to_owned(),
        count => format!("these {count} rules are redundant"),
    };
    let why = match by {
        [] if run.len() > 1 => "what they allow is allowed anyway".to_owned(),
        [] => "what it allows is allowed anyway".to_owned(),
        [_] => format!("{} has the same effect", lines(by)),
        _ => format!("{} have the same effect", lines(by)),
    };
    let mut finding =
        Finding::new(&RedundantRule::META, run[0].value_span(), format!("{what}: {why}"));
    for rule in &run[1..] {
        finding = finding.label(rule.value_span(), "this rule is redundant too");
    }
    for rule in by.iter().filter_map(|line| file.rule_at(*line)) {
        finding = finding.label(rule.value_span(), "this rule has the same effect");
    }
    let edits = run.iter().map(|rule| Edit::new(file.whole_line(rule.line()), ""));
    let title = if run.len() == 1 { "remove the line" } else { "remove the lines" };
    with_removal(file, finding, Fix::of_edits(title, edits.collect()))
}

#[cfg(test)]
mod tests {
    use super::RedundantRule;
    use crate::rule_test::{check, fixed};

    #[test]
    fn covered_and_needless() {
        check(
            &RedundantRule,
            "\
User-agent: *
Disallow: /shop
Disallow: /shop/cart
#         ^^^^^^^^^^ this rule is redundant: line 2 has the same effect
Allow: /blog
#      ^^^^^ this rule is redundant: what it allows is allowed anyway

User-agent: A
Allow: /
",
        );
    }

    #[test]
    fn exception_in_between() {
        check(
            &RedundantRule,
            "\
User-agent: *
Disallow: /shop
Allow: /*/cart-x
Disallow: /shop/cart
",
        );
    }

    #[test]
    fn neighbours_are_told_together() {
        let findings = crate::lint(
            b"User-agent: *\nDisallow: /\nDisallow: /a\nDisallow: /b\n",
            &crate::Config::default(),
        );
        let messages: Vec<_> = findings.findings.iter().map(|f| f.message.as_str()).collect();
        assert!(messages.contains(&"these 2 rules are redundant: line 2 has the same effect"));
    }

    #[test]
    fn lines_go() {
        fixed(
            &RedundantRule,
            "User-agent: *\nDisallow: /\nDisallow: /a\nDisallow: /b\n",
            "User-agent: *\nDisallow: /\n",
        );
    }
}
