use gatepost::LineContent;

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A UTF-8 byte order mark at the start of the file.
    ///
    /// ## Why it matters
    /// RFC 9309 and Google skip it. Parsers that do not skip it read it as part of the first key,
    /// which is then not `User-agent`, so the first group is lost. Before a blank line or a comment
    /// the mark is harmless until someone adds a line above.
    ///
    /// ## Example
    /// ```robots,bad
    /// \xEF\xBB\xBFUser-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    /// Removes the byte order mark.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2): the file is
    ///   UTF-8; its grammar has no byte order mark.
    ByteOrderMark { name: "byte-order-mark", since: "0.1.0", severity: Info }
}

impl LintRule for ByteOrderMark {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        if !file.as_bytes().starts_with(b"\xEF\xBB\xBF") {
            return Vec::new();
        }
        let first = file.lines().first().map(|line| line.clone().content());
        let message = match first {
            Some(LineContent::Blank | LineContent::Comment) | None => {
                "the file starts with a byte order mark, which is harmless before this line"
            }
            _ => {
                "the file starts with a byte order mark: parsers that do not skip it ignore this \
                 line"
            }
        };
        vec![Finding::new(&Self::META, 0..3, message).fix(Fix::new(
            "remove the byte order mark",
            0..3,
            "",
        ))]
    }
}

#[cfg(test)]
mod tests {
    use super::ByteOrderMark;
    use crate::rule_test::{check, fixed};
    use crate::{Config, lint};

    #[test]
    fn mark_goes() {
        fixed(
            &ByteOrderMark,
            "\u{FEFF}User-agent: *\nDisallow: /\n",
            "User-agent: *\nDisallow: /\n",
        );
        check(&ByteOrderMark, "User-agent: \u{FEFF}a\n");
    }

    #[test]
    fn harm_is_told_where_it_is() {
        let message = |file: &[u8]| {
            let findings = lint(file, &Config::default()).findings;
            let found = findings.into_iter().find(|finding| finding.rule == "byte-order-mark");
            found.unwrap().message
        };
        let harm = "parsers that do not skip it ignore this line";
        assert!(message(b"\xEF\xBB\xBFUser-agent: *\nDisallow: /\n").ends_with(harm));
        for line in [&b""[..], b"\n", b"\r\nUser-agent: *\nDisallow: /\n", b"# ours\n"] {
            let file = [b"\xEF\xBB\xBF", line].concat();
            assert!(message(&file).ends_with("harmless before this line"));
        }
    }
}
