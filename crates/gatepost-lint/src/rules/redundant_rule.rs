use gatepost::Rule as RobotsRule;

use crate::file::File;
use crate::finding::Finding;
use crate::fix::{Edit, Fix};
use crate::rule::{Meta, Rule, declare_rule};
use crate::rules::dead_rule::needed_elsewhere;
use crate::standing::Standing;
use crate::words::lines;

declare_rule! {
    /// ## What it finds
    /// A rule without which every URL would get the same verdict: another one says the same about all
    /// that it decides, or it allows what is allowed anyway. Neighbours that are redundant for the same
    /// reason are told together.
    ///
    /// ## Why it matters
    /// It does no harm, and is a line more to read. Where an exception for it was forgotten, this is how
    /// to see it. That no verdict changes is proved over all URLs.
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
    /// Takes the lines out. What that changes for crawlers that read the file otherwise is proved.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): the longest match is
    ///   used, and where nothing matches, access is allowed.
    RedundantRule { name: "redundant-rule", since: "0.1.0", severity: Info }
}

impl Rule for RedundantRule {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let mut findings = Vec::new();
        for group in file.robots().groups() {
            // A group that only says `Allow: /` says so to be clear.
            let has_others = group.rules().len() > 1;
            let rules: Vec<RobotsRule<'_>> = group.rules().filter(|_| has_others).collect();
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

/// The lines that make a rule redundant.
fn covering<'f>(file: &'f File<'_>, rule: &RobotsRule<'_>) -> Option<&'f [usize]> {
    match file.standing(rule.line())? {
        Standing::Redundant(by) if file.twin(rule.line()).is_none() => Some(by),
        _ => None,
    }
}

fn finding(file: &File<'_>, run: &[RobotsRule<'_>], by: &[usize]) -> Finding {
    let what = match run.len() {
        1 => "this rule changes nothing".to_owned(),
        count => format!("these {count} rules change nothing"),
    };
    let why = match by {
        [] if run.len() > 1 => "what they allow is allowed anyway".to_owned(),
        [] => "what it allows is allowed anyway".to_owned(),
        [_] => format!("{} says the same", lines(by)),
        _ => format!("{} say the same", lines(by)),
    };
    let mut finding =
        Finding::new(&RedundantRule::META, run[0].value_span(), format!("{what}: {why}"));
    for rule in &run[1..] {
        finding = finding.label(rule.value_span(), "nor does this one");
    }
    for rule in by.iter().filter_map(|line| file.rule_at(*line)) {
        finding = finding.label(rule.value_span(), "this rule says the same");
    }
    let edits = run.iter().map(|rule| Edit::new(file.whole_line(rule.line()), ""));
    let title = if run.len() == 1 { "take the line out" } else { "take the lines out" };
    needed_elsewhere(file, finding, Fix::of_edits(file, title, edits.collect()))
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
#         ^^^^^^^^^^ this rule changes nothing: line 2 says the same
Allow: /blog
#      ^^^^^ this rule changes nothing: what it allows is allowed anyway

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
        assert!(messages.contains(&"these 2 rules change nothing: line 2 says the same"));
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
