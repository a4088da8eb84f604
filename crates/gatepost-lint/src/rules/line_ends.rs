use crate::file::File;
use crate::finding::Finding;
use crate::fix::{Edit, Fix};
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// Lines that end in a bare CR, and files with mixed line ends.
    ///
    /// ## Why it matters
    /// RFC 9309 accepts LF, CRLF and CR. Tools that do not know a bare CR see one long line, and a
    /// file of one line has at most one rule. Mixed line ends are a sign that a file was put
    /// together from several.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *\x0DDisallow: /private/
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    /// Ends all lines the way most of them end, or with LF if most end in CR.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2): `EOL`.
    LineEnds { name: "line-ends", since: "0.1.0", severity: Info }
}

impl LintRule for LineEnds {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        if file.is_utf_16() {
            return Vec::new();
        }
        let usual = match file.line_end() {
            "\r" => "\n",
            end => end,
        };
        let other: Vec<Edit> = (1..=file.lines().len())
            .map(|number| file.line(number).span().end..file.whole_line(number).end)
            .filter(|end| !end.is_empty() && &file.as_bytes()[end.clone()] != usual.as_bytes())
            .map(|end| Edit::new(end, usual))
            .collect();
        let Some(first) = other.first() else { return Vec::new() };
        let name = |end: &[u8]| match end {
            b"\n" => "LF",
            b"\r\n" => "CRLF",
            _ => "a bare CR",
        };
        let written = name(&file.as_bytes()[first.span.clone()]);
        let message = match file.line_end() {
            "\r" => "lines end in a bare CR: many tools read the file as one long line".to_owned(),
            _ => format!("this line ends in {written}, but most end in {}", name(usual.as_bytes())),
        };
        let line = file.line(file.line_number(first.span.start)).span();
        let title = format!("end all lines in {}", name(usual.as_bytes()));
        let mut finding = Finding::new(&Self::META, line, message);
        if other.len() > 1 && file.line_end() == usual {
            finding = finding.note(format!(
                "{} lines do not end in {}",
                other.len(),
                name(usual.as_bytes())
            ));
        }
        vec![finding.fix(Fix::of_edits(title, other))]
    }
}

#[cfg(test)]
mod tests {
    use super::LineEnds;
    use crate::rule_test::{check, fixed};
    use crate::{Config, lint};

    #[test]
    fn one_that_differs() {
        check(
            &LineEnds,
            "User-agent: *\r\nDisallow: /a\n#^^^^^^^^^^^ this line ends in LF, but most end in CRLF\r\n",
        );
        check(&LineEnds, "User-agent: *\r\nDisallow: /a\r\n");
        check(&LineEnds, "User-agent: *\nDisallow: /a");
    }

    #[test]
    fn how_many_differ() {
        let notes = |file: &str| lint(file.as_bytes(), &Config::default()).findings.remove(0).notes;
        let file = "User-agent: *\nDisallow: /a\r\n# b\n# c\n# d\r";
        assert_eq!(notes(file), ["2 lines do not end in LF"]);
        assert!(notes("User-agent: *\nDisallow: /a\r\n# b\n").is_empty());
    }

    #[test]
    fn all_are_the_same_afterwards() {
        fixed(&LineEnds, "a: b\r\nc: d\r\ne: f\n", "a: b\r\nc: d\r\ne: f\r\n");
        fixed(&LineEnds, "a: b\rc: d\r", "a: b\nc: d\n");
        fixed(&LineEnds, "a: b\r\nc: d", "a: b\r\nc: d");
    }
}
