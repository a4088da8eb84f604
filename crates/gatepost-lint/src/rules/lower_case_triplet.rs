use std::collections::HashSet;

use gatepost::{Group, Rule};

use crate::file::File;
use crate::finding::Finding;
use crate::fix::{Edit, Fix};
use crate::lint_rule::{LintRule, declare_rule};
use crate::percent::encoded_bytes;

declare_rule! {
    /// ## What it finds
    /// A percent-encoded byte with lower-case hex digits, such as `%c3`.
    ///
    /// ## Why it matters
    /// RFC 9309 and Google's library compare percent-encoded bytes in upper case, so the rule means
    /// the same either way. Parsers that compare the text as it is written match only URLs that are
    /// spelled like the rule. If the group also has the rule in upper case, both spellings are
    /// covered and there is no finding.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /caf%c3%a9
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /caf%C3%A9
    /// ```
    ///
    /// ## Fix
    /// Writes the hex digits in upper case.
    ///
    /// ## Source
    /// - [RFC 3986, section 6.2.2.1](https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.1): the
    ///   digits should be in upper case.
    LowerCaseTriplet { name: "lower-case-triplet", since: "0.1.0", severity: Info }
}

impl LintRule for LowerCaseTriplet {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let groups = file.robots().groups();
        groups.flat_map(|group| of_group(file, &group)).collect()
    }
}

fn of_group(file: &File<'_>, group: &Group<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let values: HashSet<(bool, &[u8])> =
        group.rules().map(|rule| (rule.is_allow(), rule.value())).collect();
    for rule in group.rules() {
        let start = rule.value_span().start;
        let lower = encoded_bytes(rule.value()).filter_map(|(at, _)| {
            let text = &rule.value()[at..at + 3];
            let upper = text.to_ascii_uppercase();
            (upper != text).then(|| Edit::new(start + at..start + at + 3, upper))
        });
        let edits: Vec<Edit> = lower.collect();
        let Some(first) = edits.first() else { continue };
        if values.contains(&(rule.is_allow(), &upper(&rule)[..])) {
            continue;
        }
        let upper = String::from_utf8_lossy(&first.text).into_owned();
        let written = file.text(first.span.clone());
        let message = format!(
            "some parsers read `{written}` as `{upper}`; others match only URLs that contain `{written}`"
        );
        let fix = Fix::of_edits("write upper-case hex digits", edits.clone());
        findings.push(Finding::new(&LowerCaseTriplet::META, first.span.clone(), message).fix(fix));
    }
    findings
}

/// Returns the value with its percent-encoded bytes in upper case.
fn upper(rule: &Rule<'_>) -> Vec<u8> {
    let mut value = rule.value().to_vec();
    for (at, _) in encoded_bytes(rule.value()) {
        value[at..at + 3].make_ascii_uppercase();
    }
    value
}

#[cfg(test)]
mod tests {
    use super::LowerCaseTriplet;
    use crate::rule_test::{check, fixed};

    #[test]
    fn digits() {
        check(
            &LowerCaseTriplet,
            "\
User-agent: *
Disallow: /a%2b%2F%c3
#           ^^^ some parsers read `%2b` as `%2B`; others match only URLs that contain `%2b`
Disallow: /%20%zz%
",
        );
    }

    #[test]
    fn in_both_cases() {
        check(
            &LowerCaseTriplet,
            "\
User-agent: *
Disallow: /a%2b
Disallow: /a%2B
Disallow: /b%2b
#           ^^^ some parsers read `%2b` as `%2B`; others match only URLs that contain `%2b`
Allow: /b%2B
",
        );
    }

    #[test]
    fn all_of_them() {
        fixed(
            &LowerCaseTriplet,
            "User-agent: *\nDisallow: /%c3%a9\n",
            "User-agent: *\nDisallow: /%C3%A9\n",
        );
    }
}
