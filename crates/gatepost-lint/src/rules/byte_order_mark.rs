use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::rule::{Meta, Rule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A UTF-8 byte order mark at the start of the file.
    ///
    /// ## Why it matters
    /// RFC 9309 and Google skip it. Readers that do not take it for part of the first key, which is then
    /// no `User-agent` any more, and the first group is lost on them.
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
    /// Takes the mark away.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2): UTF-8 encoded text; a
    ///   byte order mark is not in its grammar.
    ByteOrderMark { name: "byte-order-mark", since: "0.1.0", severity: Info }
}

impl Rule for ByteOrderMark {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        if !file.octets().starts_with(b"\xEF\xBB\xBF") {
            return Vec::new();
        }
        let message = "the file starts with a byte order mark, which some readers take for a part of the first line";
        vec![Finding::new(&Self::META, 0..3, message).fix(Fix::new(
            file,
            "take the byte order mark away",
            0..3,
            "",
        ))]
    }
}

#[cfg(test)]
mod tests {
    use super::ByteOrderMark;
    use crate::rule_test::{check, fixed};

    #[test]
    fn mark_goes() {
        fixed(
            &ByteOrderMark,
            "\u{FEFF}User-agent: *\nDisallow: /\n",
            "User-agent: *\nDisallow: /\n",
        );
        check(&ByteOrderMark, "User-agent: \u{FEFF}a\n");
    }
}
