use crate::example_path::example_path;
use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A `$` that is meant to end a pattern but has something after it.
    ///
    /// ## Why it matters
    /// A `$` ends a pattern only as its last character. Anywhere else it is an ordinary dollar
    /// sign, so the rule matches only URLs that contain one.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /*.xlsx$/
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /*.xlsx$
    /// ```
    ///
    /// ## Fix
    /// Removes what follows the `$`. Changes answers.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.3): `$`
    ///   designates the end of the match pattern.
    InnerDollar { name: "inner-dollar", since: "0.1.0", severity: Error }
}

impl LintRule for InnerDollar {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let found = file.rules().filter_map(|rule| {
            let value = rule.value();
            let dollar = value.iter().position(|byte| *byte == b'$')?;
            let behind = &value[dollar + 1..];
            // Letters make a name: `/cgi-bin/$STATE` is a path.
            let is_meant = !behind.iter().any(|byte| byte.is_ascii_alphanumeric());
            (!behind.is_empty() && is_meant && dollar > 1).then_some((rule, dollar))
        });
        found
            .map(|(rule, dollar)| {
                let span = rule.value_span();
                let (dollar, end) = (span.start + dollar, span.end);
                let meant = file.text(span.start..dollar);
                let message = format!(
                    "`$` ends a pattern only as its last character: this one matches URLs with a \
                     dollar sign, not `{meant}`"
                );
                Finding::new(&Self::META, dollar..end, message)
                    .example(file.missed(&rule, &example_path(&meant)))
                    .fix(Fix::new(format!("write `{meant}$`"), dollar + 1..end, ""))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::InnerDollar;
    use crate::rule_test::{check, fixed};

    #[test]
    fn behind_an_extension() {
        check(
            &InnerDollar,
            "\
User-agent: *
Disallow: /*.pdf$*
#               ^^ `$` ends a pattern only as its last character: this one matches URLs with a dollar sign, not `/*.pdf`
Disallow: /Optus-$30SIM
Disallow: /*$price
Disallow: /$
Disallow: /*.css$
",
        );
    }

    #[test]
    fn what_is_behind_goes() {
        fixed(
            &InnerDollar,
            "User-agent: *\nDisallow: /*.pdf$/*\n",
            "User-agent: *\nDisallow: /*.pdf$\n",
        );
    }
}
