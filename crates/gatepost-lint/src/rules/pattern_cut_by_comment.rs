use crate::example_path::example_path;
use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A `#` inside what looks like one path.
    ///
    /// ## Why it matters
    /// A `#` starts a comment wherever it stands, so crawlers read only the part before it, which
    /// matches more URLs. Browsers never send the fragment of a URL, so no rule can match it.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /main/search#q=
    /// ```
    ///
    /// Write instead, if the whole page is meant:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /main/search
    /// ```
    ///
    /// ## Fix
    /// None: robots.txt cannot express what was meant.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2): `comment`.
    /// - [RFC 3986, section 3.5](https://www.rfc-editor.org/rfc/rfc3986#section-3.5): fragments.
    PatternCutByComment { name: "pattern-cut-by-comment", since: "0.1.0", severity: Error }
}

impl LintRule for PatternCutByComment {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let rules = file.rules().filter_map(|rule| {
            let end = rule.value_span().end;
            let comment = &file.as_bytes()[end..file.line(rule.line()).span().end];
            // In a comment of several words, only the space before it was forgotten.
            let is_one_word = !comment.iter().any(u8::is_ascii_whitespace);
            (comment.starts_with(b"#") && is_one_word).then(|| (rule, end..end + comment.len()))
        });
        rules
            .map(|(rule, comment)| {
                let value = file.text(rule.value_span());
                let message =
                    format!("`#` starts a comment: crawlers read only `{value}` of this pattern");
                let example = example_path(&value);
                Finding::new(&Self::META, comment, message).example(file.decided(&rule, &example))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::PatternCutByComment;
    use crate::rule_test::check;

    #[test]
    fn fragment() {
        check(
            &PatternCutByComment,
            "\
User-agent: *
Disallow: /search#q=?
#                ^^^^ `#` starts a comment: crawlers read only `/search` of this pattern
",
        );
    }

    #[test]
    fn comments() {
        check(
            &PatternCutByComment,
            "User-agent: *\nDisallow: /a #b\nDisallow: /c# old shop\nDisallow: #d\nDisallow: /e\n",
        );
    }
}
