use crate::file::File;
use crate::finding::Finding;
use crate::rule::{Meta, Rule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A file without a record: empty, or nothing but comments, or lines that nobody can read.
    ///
    /// ## Why it matters
    /// It allows everything to everyone, as no file at all would. If rules were meant to be in it, they got
    /// lost on the way.
    ///
    /// ## Example
    /// ```robots,bad
    /// # robots.txt for example.com
    /// ```
    ///
    /// Write instead, to be clear:
    /// ```robots,good
    /// User-agent: *
    /// Disallow:
    /// ```
    ///
    /// ## Fix
    /// None.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): where no rule matches,
    ///   or there are none, access is allowed.
    NoRecords { name: "no-records", since: "0.1.0", severity: Info }
}

impl Rule for NoRecords {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        if file.records().next().is_some() {
            return Vec::new();
        }
        let is_blank = |byte: &u8| byte.is_ascii_whitespace();
        let what = match file.as_bytes() {
            bytes if bytes.iter().all(is_blank) => "the file is empty",
            _ => "the file has no record",
        };
        let end = file.lines().first().map_or(0, |line| line.span().end);
        vec![Finding::new(
            &Self::META,
            0..end,
            format!("{what}, and allows everything to everyone"),
        )]
    }
}

#[cfg(test)]
mod tests {
    use crate::{Config, lint};

    #[test]
    fn empty_and_comments() {
        let message = |file: &[u8]| lint(file, &Config::default()).findings[0].message.clone();
        assert_eq!(message(b""), "the file is empty, and allows everything to everyone");
        assert_eq!(message(b"# a\n"), "the file has no record, and allows everything to everyone");
        assert!(
            lint(b"Sitemap: https://a.example/s.xml\n", &Config::default()).findings.is_empty()
        );
    }
}
