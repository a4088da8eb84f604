use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A web page in place of robots.txt.
    ///
    /// ## Why it matters
    /// A server that answers every address with its home page, or with an error page and status
    /// 200, has no rules: parsers look for lines that happen to be rules, and usually find none.
    ///
    /// ## Example
    /// ```robots,bad
    /// <!DOCTYPE html>
    /// <html><head><title>Not found</title></head></html>
    /// ```
    ///
    /// Write instead, or answer with status 404:
    /// ```robots,good
    /// User-agent: *
    /// Disallow:
    /// ```
    ///
    /// ## Fix
    /// None: the server has to be changed.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.3): the file is
    ///   `text/plain`.
    HtmlPage { name: "html-page", since: "0.1.0", severity: Error }
}

/// How a web page starts, in lower case.
const STARTS: &[&[u8]] = &[b"<!doctype", b"<html", b"<head", b"<body", b"<?xml", b"<script"];

impl LintRule for HtmlPage {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let bytes = file.as_bytes();
        let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
        let starts = |start: &&&[u8]| {
            text.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start))
        };
        let Some(start) = STARTS.iter().find(starts) else { return Vec::new() };
        let at = bytes.len() - text.len();
        let rules = file.robots().groups().map(|group| group.rules().len()).sum::<usize>();
        let message = match rules {
            0 => "this is a web page, not a robots.txt file: it has no rules, so everything is allowed".to_owned(),
            count => {
                format!("this file starts like a web page; rules that parsers still find in it: {count}")
            }
        };
        vec![Finding::new(&Self::META, at..at + start.len(), message)]
    }
}

#[cfg(test)]
mod tests {
    use super::HtmlPage;
    use crate::{Config, lint, rule_test::check};

    #[test]
    fn pages() {
        let findings = lint(b"\n<HTML>\nUser-agent: *\nDisallow: /\n", &Config::default()).findings;
        let found = findings.iter().find(|finding| finding.rule == "html-page").unwrap();
        assert_eq!(
            found.message,
            "this file starts like a web page; rules that parsers still find in it: 1"
        );
        check(&HtmlPage, "User-agent: *\n<html>\n");
    }
}
