use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};
use crate::phrases::lines;
use crate::redundancy::Effect;
use crate::removal::with_removal;
use crate::severity::Severity;

declare_rule! {
    /// ## What it finds
    /// A rule that decides no URL for any crawler that obeys it: other rules decide everything that
    /// it matches. Info if all of those give the same answer as this rule.
    ///
    /// ## Why it matters
    /// Someone wrote the rule for a reason, and it has no effect. Usually a longer rule with a star
    /// wins over it, or an `Allow` of the same length. Gatepost proves this for all URLs, and names
    /// the lines that decide instead.
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
    /// Removes the line. Gatepost proves what this changes for crawlers that parse the file
    /// differently.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): the
    ///   longest match is used, or `Allow` if two are equally long.
    DeadRule { name: "dead-rule", since: "0.1.0", severity: Warning }
}

impl LintRule for DeadRule {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let dead = file.rules().filter_map(|rule| match file.effect(rule.line())? {
            Effect::Dead(by) if file.duplicate(rule.line()).is_none() => Some((rule, by)),
            _ => None,
        });
        dead.map(|(rule, by)| {
            let why = match by.as_slice() {
                [] => "robots.txt itself is always allowed".to_owned(),
                [_] => format!("{} decides every URL that it matches", lines(by)),
                _ => format!("{} decide every URL that it matches", lines(by)),
            };
            let mut finding = Finding::new(
                &Self::META,
                rule.value_span(),
                format!("this rule has no effect: {why}"),
            );
            for other in by.iter().filter_map(|line| file.rule_at(*line)) {
                finding = finding.label(other.value_span(), "this rule decides instead");
            }
            let fix = Fix::new("remove the line", file.whole_line(rule.line()), "");
            let mut others = by.iter().filter_map(|line| file.rule_at(*line));
            let is_overruled = others.any(|other| other.is_allow() != rule.is_allow());
            let severity = if is_overruled { Self::META.severity } else { Severity::Info };
            with_removal(file, finding.severity(severity), fix)
        })
        .collect()
    }
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
#         ^^^^^ this rule has no effect: line 2 decides every URL that it matches
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
