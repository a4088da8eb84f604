use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A `%` inside a pattern that is not followed by two hex digits.
    ///
    /// ## Why it matters
    /// URLs contain no such `%`: a literal percent sign is sent as `%25`. The rule matches nothing
    /// that a browser or a crawler would request. A `%` at the end of a pattern, or before a `*`,
    /// can begin any percent-encoded byte and is fine.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /%u0421
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /%D0%A1
    /// ```
    ///
    /// ## Fix
    /// Writes `%u0421` as its UTF-8 bytes. There is no fix for others, because their meaning is
    /// unknown. Changes answers.
    ///
    /// ## Source
    /// - [RFC 3986, section 2.1](https://www.rfc-editor.org/rfc/rfc3986#section-2.1):
    ///   `pct-encoded`.
    BrokenTriplet { name: "broken-triplet", since: "0.1.0", severity: Warning }
}

impl LintRule for BrokenTriplet {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let found = file.rules().filter_map(|rule| {
            let value = rule.value();
            let at = (0..value.len()).find(|at| is_broken(&value[*at..]))?;
            Some((rule.value_span().start + at, &value[at..]))
        });
        found
            .map(|(start, rest)| {
                let span = start..start + rest.len().min(3);
                let written = file.text(span.clone());
                let message = format!("`{written}` is not a percent-encoded byte and occurs in no URL, so this rule matches nothing");
                let finding = Finding::new(&Self::META, span, message);
                finding.fix(unicode(rest).map(|character| {
                    let mut bytes = [0; 4];
                    let bytes = character.encode_utf8(&mut bytes).bytes();
                    let encoded: String = bytes.map(|byte| format!("%{byte:02X}")).collect();
                    Fix::new(format!("write `{encoded}`"), start..start + 6, encoded)
                }))
            })
            .collect()
    }
}

/// Returns `true` if a text starts with a `%` that cannot begin a percent-encoded byte.
fn is_broken(text: &[u8]) -> bool {
    let [b'%', rest @ ..] = text else { return false };
    let goes_on = |byte: Option<&u8>| match byte {
        None | Some(b'*' | b'$') => None,
        Some(byte) => Some(byte.is_ascii_hexdigit()),
    };
    match goes_on(rest.first()) {
        Some(true) => goes_on(rest.get(1)) == Some(false),
        digit => digit == Some(false),
    }
}

/// Decodes `%uXXXX`, which JavaScript's `escape` writes.
fn unicode(text: &[u8]) -> Option<char> {
    let digits = text.strip_prefix(b"%u")?.get(..4)?;
    char::from_u32(u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?)
}

#[cfg(test)]
mod tests {
    use super::BrokenTriplet;
    use crate::rule_test::{check, fixed};

    #[test]
    fn broken_and_begun() {
        check(
            &BrokenTriplet,
            "\
User-agent: *
Disallow: /Talk%3Mediation
#              ^^^ `%3M` is not a percent-encoded byte and occurs in no URL, so this rule matches nothing
Disallow: /100%
Disallow: /*%2*
Disallow: /*%*
Disallow: /cached40%$
Disallow: /%20
",
        );
    }

    #[test]
    fn javascript_escapes() {
        fixed(
            &BrokenTriplet,
            "User-agent: *\nDisallow: /%u0421a\n",
            "User-agent: *\nDisallow: /%D0%A1a\n",
        );
    }
}
