use gatepost::{Dialect, PercentEncoding, UrlPath};

use crate::example_path::example_path;
use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};
use crate::value_shape::{is_directive, second_value};

declare_rule! {
    /// ## What it finds
    /// White space inside a pattern.
    ///
    /// ## Why it matters
    /// URLs contain no spaces: a space is sent as `%20`. Parsers that normalise rule and URL, as
    /// RFC 9309 says, find that the two are the same. Google's library does not, and there the rule
    /// matches no URL.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /annual reports/
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /annual%20reports/
    /// ```
    ///
    /// ## Fix
    /// Writes `%20`, which changes nothing for parsers that already understood the rule.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): bytes
    ///   outside the URL's characters are compared percent-encoded.
    /// - [google/robotstxt](https://github.com/google/robotstxt), `robots.cc`: `MaybeEscapePattern`
    ///   encodes only bytes from 0x80.
    SpaceInPattern { name: "space-in-pattern", since: "0.1.0", severity: Warning }
}

impl LintRule for SpaceInPattern {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let rules = file.rules().filter(|rule| rule.value().iter().any(is_blank));
        rules
            .filter(|rule| second_value(rule.value()).is_none() && !is_directive(rule.value()))
            .map(|rule| {
                let span = rule.value_span();
                let value = file.text(span.clone());
                let meant = value.replace(' ', "%20").replace('\t', "%09");
                let example = example_path(&meant);
                let message = format!("URLs contain no spaces: some parsers read `{value}` as `{meant}`, and for others it matches no URL");
                Finding::new(&Self::META, span.clone(), message)
                    .example(missed_by_google(file, rule.line(), &example))
                    .fix(Fix::new(format!("write `{meant}`"), span, meant))
            })
            .collect()
    }
}

/// Returns the answer of Google's library for a path, if the default dialect gives another.
fn missed_by_google(file: &File<'_>, line: usize, path: &str) -> Option<crate::Example> {
    // There a space of the pattern stays one, while the URL has `%20`.
    let encodes_patterns =
        |dialect: Dialect| dialect.percent_encoding == PercentEncoding::PatternOnly;
    let google = file.reading_where(encodes_patterns)?;
    let class = google.classes().iter().find(|class| class.has_line(line))?;
    let default = file.class_of_line(line)?;
    let url = UrlPath::new(path).ok()?;
    let is_other = default.answer(&url).is_allowed != class.answer(&url).is_allowed;
    let mut example = class.example(path).filter(|_| is_other)?;
    example.crawler = format!("{} in the {} dialect", example.crawler, class.dialect());
    Some(example)
}

#[cfg(test)]
mod tests {
    use super::SpaceInPattern;
    use crate::rule_test::{check, fixed};

    #[test]
    fn space() {
        check(
            &SpaceInPattern,
            "\
User-agent: *
Disallow: /my files/
#         ^^^^^^^^^^ URLs contain no spaces: some parsers read `/my files/` as `/my%20files/`, and for others it matches no URL
Disallow: /a /b
",
        );
    }

    #[test]
    fn encoded() {
        fixed(
            &SpaceInPattern,
            "User-agent: *\nDisallow: /a b*c\n",
            "User-agent: *\nDisallow: /a%20b*c\n",
        );
    }
}
