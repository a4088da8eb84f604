use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A file without a rule or directive: empty, or only comments, or lines that no parser
    /// understands.
    ///
    /// ## Why it matters
    /// It allows everything to everyone, as if there were no file. If it was meant to contain
    /// rules, they were lost on the way.
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
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): if no
    ///   rule matches, or there are no rules, access is allowed.
    NoRecords { name: "no-records", since: "0.1.0", severity: Info }
}

impl LintRule for NoRecords {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        if file.records().next().is_some() {
            return Vec::new();
        }
        let is_blank = |byte: &u8| byte.is_ascii_whitespace();
        let what = match file.as_bytes() {
            bytes if bytes.iter().all(is_blank) => "the file is empty",
            _ => "the file has no rules",
        };
        let end = file.lines().first().map_or(0, |line| line.span().end);
        vec![Finding::new(&Self::META, 0..end, format!("{what}, so everything is allowed"))]
    }
}

#[cfg(test)]
mod tests {
    use crate::{Config, lint};

    #[test]
    fn empty_and_comments() {
        let message = |file: &[u8]| lint(file, &Config::default()).findings[0].message.clone();
        assert_eq!(message(b""), "the file is empty, so everything is allowed");
        assert_eq!(message(b"# a\n"), "the file has no rules, so everything is allowed");
        assert!(
            lint(b"Sitemap: https://a.example/s.xml\n", &Config::default()).findings.is_empty()
        );
    }
}
