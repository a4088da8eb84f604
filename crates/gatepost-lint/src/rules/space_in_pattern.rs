use gatepost::{Dialect, UrlPath};

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::rule::{Meta, Rule, declare_rule};
use crate::rules::two_records_on_one_line::{is_record, second_record};
use crate::words::path_of;

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

impl Rule for SpaceInPattern {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let rules = file.rules().filter(|rule| rule.value().iter().any(is_blank));
        rules
            .filter(|rule| second_record(rule.value()).is_none() && !is_record(rule.value()))
            .map(|rule| {
                let span = rule.value_span();
                let value = file.text(span.clone());
                let meant = value.replace(' ', "%20").replace('\t', "%09");
                let example = path_of(&meant);
                let message = format!("URLs contain no spaces: some parsers read `{value}` as `{meant}`, and for others it matches no URL");
                Finding::new(&Self::META, span.clone(), message)
                    .example(missed_by_google(file, rule.line(), &example))
                    .fix(Fix::new(file, format!("write `{meant}`"), span, meant))
            })
            .collect()
    }
}

/// Returns the answer of Google's library for a path, if the default dialect gives another.
fn missed_by_google(file: &File<'_>, line: usize, path: &str) -> Option<crate::Example> {
    let google = file.read_as(Dialect::GOOGLE);
    let class = google.classes().iter().find(|class| class.has_line(line))?;
    let default = file.class_of_line(line)?;
    let url = UrlPath::new(path).ok()?;
    let is_other = default.answer(&url).is_allowed != class.answer(&url).is_allowed;
    let mut example = class.example(path).filter(|_| is_other)?;
    example.crawler = format!("{} in the google dialect", example.crawler);
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
