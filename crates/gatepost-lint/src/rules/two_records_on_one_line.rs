use crate::file::File;
use crate::finding::Finding;
use crate::fix::{Edit, Fix};
use crate::lint_rule::{LintRule, declare_rule};
use crate::value_shape::{is_directive, second_value, starts_with_key};

declare_rule! {
    /// ## What it finds
    /// A rule with two patterns, or with another rule or directive after its pattern.
    ///
    /// ## Why it matters
    /// A line has one value. Crawlers read all of it as one pattern that contains a space, which
    /// matches no URL that was meant.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /banners/ /images/
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /banners/
    /// Disallow: /images/
    /// ```
    ///
    /// ## Fix
    /// Puts each on its own line. Changes answers.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2): `rule`.
    TwoRecordsOnOneLine { name: "two-records-on-one-line", since: "0.1.0", severity: Error }
}

impl LintRule for TwoRecordsOnOneLine {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let records = file.records().filter(|record| record.key().is_rule());
        records
            .filter_map(|record| {
                let (value, span) = (record.value(), record.value_span());
                let text = file.text(span.clone());
                if is_directive(value) {
                    let slash = usize::from(value[0] == b'/');
                    let message = format!("`{text}` is read as one pattern, with the key in it");
                    let before = record.key_span().start..span.start + slash;
                    return Some(Finding::new(&Self::META, span, message).fix(Fix::new(
                        "remove the key",
                        before,
                        "",
                    )));
                }
                second_value(value)?;
                let message = format!("`{text}` is read as one pattern: a line has only one value");
                let key = file.text(record.key_span());
                Some(
                    Finding::new(&Self::META, span.clone(), message)
                        .fix(split(file, &key, value, span.start)),
                )
            })
            .collect()
    }
}

/// Inserts a line end before every further rule or directive, and the line's key where one is
/// missing.
fn split(file: &File<'_>, key: &str, value: &[u8], start: usize) -> Fix {
    let line_end = file.line_end();
    let mut edits = Vec::new();
    let mut from = 0;
    while let Some((blank, second)) = second_value(&value[from..]) {
        let (blank, second) = (from + blank, from + second);
        let with_key = match starts_with_key(&value[second..]) {
            Some(_) => line_end.to_owned(),
            None => format!("{line_end}{key}: "),
        };
        edits.push(Edit::new(start + blank..start + second, with_key));
        from = second;
        if starts_with_key(&value[second..]).is_some() {
            break;
        }
    }
    Fix::of_edits("put each on its own line", edits)
}

#[cfg(test)]
mod tests {
    use super::TwoRecordsOnOneLine;
    use crate::rule_test::{check, fixed};

    #[test]
    fn patterns_and_records() {
        check(
            &TwoRecordsOnOneLine,
            "\
User-agent: *
Disallow: /a /b
#         ^^^^^ `/a /b` is read as one pattern: a line has only one value
Disallow: / User-agent: B
#         ^^^^^^^^^^^^^^^ `/ User-agent: B` is read as one pattern: a line has only one value
Disallow: /User-agent: C
#         ^^^^^^^^^^^^^^ `/User-agent: C` is read as one pattern, with the key in it
Disallow: /bed and breakfast/
Disallow: /a to /b
Disallow: /bed / breakfast
",
        );
    }

    #[test]
    fn each_gets_its_line() {
        fixed(
            &TwoRecordsOnOneLine,
            "User-agent: *\r\nDisallow: /a /b  /c\r\nDisallow: / Allow: /d\r\n",
            "User-agent: *\r\nDisallow: /a\r\nDisallow: /b\r\nDisallow: /c\r\nDisallow: /\r\nAllow: /d\r\n",
        );
    }
}
