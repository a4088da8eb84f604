use crate::example_path::example_path;
use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};
use crate::percent::encoded_bytes;

declare_rule! {
    /// ## What it finds
    /// A path pattern that contains a percent-encoded `/`, `?`, `*` or `$`, where the URL with the
    /// character itself gets another verdict.
    ///
    /// ## Why it matters
    /// `%3F` is not `?`, and `%2F` is not `/`: in a URL, the encoded form is part of a name and
    /// means something else. Such patterns usually come from copying an encoded address. `%2A` and
    /// `%24` are the way to write a literal star and a literal dollar sign; Google's library finds
    /// them only in URLs that are encoded too.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /search%3Fq=
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /search?q=
    /// Disallow: /login?next=%2Fshop
    /// ```
    ///
    /// ## Fix
    /// None: the owner may want either form.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): only
    ///   bytes of unreserved characters are decoded.
    EncodedDelimiter { name: "encoded-delimiter", since: "0.1.0", severity: Info }
}

impl LintRule for EncodedDelimiter {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let found = file.rules().filter_map(|rule| {
            let value = rule.value();
            // A query is compared as it was sent, and encoding is common there.
            let path = value.split(|byte| *byte == b'?').next().unwrap_or_default();
            let (at, byte) = encoded_bytes(path).find(|(_, byte)| b"/?*$".contains(byte))?;
            let span = rule.value_span().start + at..rule.value_span().start + at + 3;
            let mut meant = value.to_vec();
            meant.splice(at..at + 3, [b'~']);
            let meant = example_path(&String::from_utf8_lossy(&meant));
            let meant = meant.replacen('~', &char::from(byte).to_string(), 1);
            Some((rule, char::from(byte), span, meant))
        });
        found
            .filter_map(|(rule, byte, span, meant)| {
                let example = file.missed(&rule, &meant)?;
                let written = file.text(span.clone());
                let message = format!(
                    "`{written}` is not the same as `{byte}`: this rule does not match `{meant}`"
                );
                Some(Finding::new(&Self::META, span, message).example(example))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::EncodedDelimiter;
    use crate::rule_test::check;

    #[test]
    fn where_it_matters() {
        check(
            &EncodedDelimiter,
            "\
User-agent: *
Disallow: /search%3Fq=
#                ^^^ `%3F` is not the same as `?`: this rule does not match `/search?q=`
Disallow: /a%2Fb
Disallow: /a/b
Disallow: /?next=%2Fshop
Disallow: /100%25
",
        );
    }
}
