use gatepost::Rule;

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};
use crate::safety::Safety;

declare_rule! {
    /// ## What it finds
    /// A pattern that ends in `*`. If the star changes a verdict by making the rule one character
    /// longer, the finding names the URL.
    ///
    /// ## Why it matters
    /// A pattern is open at its end, so the star matches nothing more. But it makes the rule
    /// longer, and the longest rule wins: with the star, a rule can win that would otherwise lose
    /// or be in a tie.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /app/*
    /// Allow: /*.js
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /app/
    /// Allow: /*.js
    /// ```
    ///
    /// ## Fix
    /// Removes the star. If this changes no verdict, Gatepost proves it; in parsers that do not
    /// support stars, verdicts change.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): the match
    ///   with the most bytes is used.
    TrailingStar { name: "trailing-star", since: "0.1.0", severity: Info }
}

impl LintRule for TrailingStar {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let rules = file.rules().filter_map(|rule| {
            let stars = rule.value().iter().rev().take_while(|byte| **byte == b'*').count();
            let rest = &rule.value()[..rule.value().len() - stars];
            // Many people write `/*` or `*` for "everything".
            (stars > 0 && !rest.is_empty() && rest != b"/").then_some((rule, stars))
        });
        rules.map(|(rule, stars)| finding(file, &rule, stars)).collect()
    }
}

fn finding(file: &File<'_>, rule: &Rule<'_>, stars: usize) -> Finding {
    let span = rule.value_span();
    let star = span.end - stars..span.end;
    let fix = file.grade(Fix::new("remove the star", star.clone(), ""));
    let change = match &fix.safety {
        Safety::ChangesAnswers(change) if change.dialect == file.robots().dialect() => change,
        _ => {
            let pattern = file.text(span.start..star.start);
            let message = format!("the final `*` is not needed: `{pattern}` matches the same URLs");
            return Finding::new(&TrailingStar::META, star, message).fix(fix);
        }
    };
    let message = format!(
        "the final `*` matches nothing more but makes this rule longer: without it, {change}"
    );
    let mut finding =
        Finding::new(&TrailingStar::META, star, message).example(file.example(rule, &change.path));
    let others = [change.before.line, change.after.line].into_iter().flatten();
    for other in others.filter_map(|line| file.rule_at(line)) {
        if other.line() != rule.line() {
            finding = finding.label(other.value_span(), "without the star, this rule decides");
        }
    }
    finding.fix(fix)
}

#[cfg(test)]
mod tests {
    use super::TrailingStar;
    use crate::rule_test::{check, fixed};

    #[test]
    fn star_that_decides() {
        check(
            &TrailingStar,
            "\
User-agent: *
Allow: /*.js
Disallow: /app/*
#              ^ the final `*` matches nothing more but makes this rule longer: without it, `/app/.js` becomes allowed
",
        );
    }

    #[test]
    fn star_that_does_nothing() {
        check(
            &TrailingStar,
            "\
User-agent: *
Disallow: /app/*
#              ^ the final `*` is not needed: `/app/` matches the same URLs
Disallow: /*
Disallow: *
",
        );
    }

    #[test]
    fn all_stars_at_the_end_go() {
        fixed(&TrailingStar, "User-agent: *\nDisallow: /a**\n", "User-agent: *\nDisallow: /a\n");
    }
}
