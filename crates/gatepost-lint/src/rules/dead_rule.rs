use gatepost::Dialect;

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::rule::{Meta, Rule, declare_rule};
use crate::safety::Safety;
use crate::severity::Severity;
use crate::standing::Standing;
use crate::words::lines;

declare_rule! {
    /// ## What it finds
    /// A rule that decides no URL, for any crawler that obeys it: whatever it matches, another rule
    /// decides. Where all of those say the same as this one, it is for information.
    ///
    /// ## Why it matters
    /// Whoever wrote it meant something by it, and it does nothing. Most often a longer rule with a star
    /// is in its way, or an `Allow` of the same length. That is proved over all URLs, and the lines that
    /// decide instead are named.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /cart
    /// Allow: /*cart
    /// ```
    ///
    /// Write instead what is meant, for example:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /cart
    /// Allow: /*cart.css$
    /// ```
    ///
    /// ## Fix
    /// Takes the line out. What that changes for crawlers that read the file otherwise is proved.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): the longest match
    ///   is used, and `Allow` where two are equally long.
    DeadRule { name: "dead-rule", since: "0.1.0", severity: Warning }
}

impl Rule for DeadRule {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let dead = file.rules().filter_map(|rule| match file.standing(rule.line())? {
            Standing::Dead(by) if file.twin(rule.line()).is_none() => Some((rule, by)),
            _ => None,
        });
        dead.map(|(rule, by)| {
            let why = match by.as_slice() {
                [] => "robots.txt itself is always allowed".to_owned(),
                [_] => format!("{} decides all that it matches", lines(by)),
                _ => format!("{} decide all that it matches", lines(by)),
            };
            let mut finding = Finding::new(
                &Self::META,
                rule.value_span(),
                format!("this rule never decides: {why}"),
            );
            for other in by.iter().filter_map(|line| file.rule_at(*line)) {
                finding = finding.label(other.value_span(), "this rule decides instead");
            }
            let fix = Fix::new(file, "take the line out", file.whole_line(rule.line()), "");
            let mut others = by.iter().filter_map(|line| file.rule_at(*line));
            let is_overruled = others.any(|other| other.is_allow() != rule.is_allow());
            let severity = if is_overruled { Self::META.severity } else { Severity::Info };
            needed_elsewhere(file, finding.severity(severity), fix)
        })
        .collect()
    }
}

/// Adds the fix; and where another dialect needs the rule, says so. If that is Google's, little is made of
/// the finding.
pub(crate) fn needed_elsewhere(file: &File<'_>, finding: Finding, fix: Fix) -> Finding {
    let finding = match &fix.safety {
        Safety::ChangesAnswers(change) if change.dialect != file.robots().dialect() => {
            let is_google = change.dialect == Dialect::GOOGLE;
            let severity = if is_google { Severity::Info } else { finding.severity };
            finding.severity(severity).note(format!("without it, {change}"))
        }
        _ => finding,
    };
    finding.fix(fix)
}

#[cfg(test)]
mod tests {
    use super::DeadRule;
    use crate::rule_test::{check, fixed};

    #[test]
    fn star_in_between() {
        check(
            &DeadRule,
            "\
User-agent: *
Allow: */cart
Disallow: /cart
#         ^^^^^ this rule never decides: line 2 decides all that it matches
Disallow: /shop/cart
",
        );
    }

    #[test]
    fn a_rule_that_lives_for_one_crawler_lives() {
        check(
            &DeadRule,
            "\
User-agent: A
User-agent: B
Disallow: /page

User-agent: B
Allow: *page
",
        );
    }

    // Google's library allows a folder whose index page is allowed.
    #[test]
    fn needed_by_another_dialect() {
        let file = b"User-agent: *\nDisallow: /a/\nAllow: /a/index.html\nAllow: /*index.html\n";
        let findings = crate::lint(file, &crate::Config::default()).findings;
        assert!(
            findings.iter().all(|f| f.rule != "dead-rule" || f.severity == crate::Severity::Info)
        );
    }

    #[test]
    fn the_line_goes() {
        fixed(
            &DeadRule,
            "User-agent: *\nDisallow: /page # old\nAllow: *page\nDisallow: /x\n",
            "User-agent: *\nAllow: *page\nDisallow: /x\n",
        );
    }
}
