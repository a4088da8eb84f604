use crate::file::File;
use crate::finding::Finding;
use crate::rule::{Meta, Rule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A web page in the place of robots.txt.
    ///
    /// ## Why it matters
    /// A server that answers every address with its start page, or with an error page and status 200, has
    /// no rules: readers look for lines that happen to be records, and find none as a rule.
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
    /// None: that is the server's.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.3): the file is
    ///   `text/plain`.
    HtmlPage { name: "html-page", since: "0.1.0", severity: Error }
}

/// How a web page starts, in small letters.
const STARTS: &[&[u8]] = &[b"<!doctype", b"<html", b"<head", b"<body", b"<?xml", b"<script"];

impl Rule for HtmlPage {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

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
            0 => "this is a web page, and has no rules: everything is allowed".to_owned(),
            count => {
                format!("this starts as a web page; rules that are read all the same: {count}")
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
        assert_eq!(found.message, "this starts as a web page; rules that are read all the same: 1");
        check(&HtmlPage, "User-agent: *\n<html>\n");
    }
}
