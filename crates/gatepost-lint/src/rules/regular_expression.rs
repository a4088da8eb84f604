use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};
use crate::value_shape::regex_syntax;

declare_rule! {
    /// ## What it finds
    /// A pattern that is written as a regular expression.
    ///
    /// ## Why it matters
    /// Patterns have two special characters: `*` matches any text, and `$` at the very end closes
    /// the pattern. All others are literal, so `/shop/.*` matches only paths with a dot after the
    /// slash.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /shop/.*
    /// Disallow: /item/[0-9]+
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /shop/
    /// Disallow: /item/
    /// ```
    ///
    /// ## Fix
    /// None: the rule has to be expressed differently.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.3): the
    ///   special characters.
    RegularExpression { name: "regular-expression", since: "0.1.0", severity: Error }
}

impl LintRule for RegularExpression {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let found = file.rules().filter_map(|rule| {
            let value = file.text(rule.value_span());
            let syntax = regex_syntax(&value)?.to_owned();
            let at = rule.value_span().start + value.find(&syntax)?;
            Some((rule, syntax.clone(), at..at + syntax.len()))
        });
        found
            .map(|(_, syntax, span)| {
                let message = format!(
                    "`{syntax}` is regular expression syntax, which robots.txt does not support"
                );
                Finding::new(&Self::META, span, message)
                    .note("the only special characters are `*`, and `$` at the end")
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::RegularExpression;
    use crate::rule_test::check;

    #[test]
    fn syntax() {
        check(
            &RegularExpression,
            "\
User-agent: *
Disallow: /video/.*
#                ^^ `.*` is regular expression syntax, which robots.txt does not support
Disallow: /search\\?q
#                ^^ `\\?` is regular expression syntax, which robots.txt does not support
Disallow: /(en|de)/shop
#          ^^^^^^^ `(en|de)` is regular expression syntax, which robots.txt does not support
Disallow: /item/[0-9]
#               ^^^^^ `[0-9]` is regular expression syntax, which robots.txt does not support
",
        );
    }

    #[test]
    fn what_paths_have() {
        check(
            &RegularExpression,
            "\
User-agent: *
Disallow: /.*
Disallow: /index.*
Disallow: /AboutUs\\News
Disallow: /Plan(A)
Disallow: /*&f[]=
Disallow: /*f[price-min]
Disallow: /a+b
Disallow: /*|*
",
        );
    }
}
