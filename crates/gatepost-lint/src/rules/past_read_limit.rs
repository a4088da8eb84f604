use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A file that is longer than 500 KiB (512,000 bytes).
    ///
    /// ## Why it matters
    /// Crawlers have to read that much, and Google reads no more. Crawlers may ignore everything
    /// after it, including whole groups.
    ///
    /// ## Example
    /// Twenty thousand lines:
    /// ```robots,bad
    /// \xREPEAT 20000 Disallow: /archive/2020/articles/
    /// ```
    ///
    /// Write instead fewer and shorter rules:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /archive/
    /// ```
    ///
    /// ## Fix
    /// None here: `gatepost minimise` removes what changes nothing.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.5](https://www.rfc-editor.org/rfc/rfc9309#section-2.5): the parsing
    ///   limit must be at least 500 kibibytes.
    /// - [Google](https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec): content
    ///   after 500 kibibytes is ignored.
    PastReadLimit { name: "past-read-limit", since: "0.1.0", severity: Error }
}

impl LintRule for PastReadLimit {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let unread = file.robots().unread();
        if unread == 0 {
            return Vec::new();
        }
        let read = file.robots().as_bytes().len();
        let lost = &file.as_bytes()[read..];
        let count = |key: &[u8]| {
            let lines = lost.split(|byte| matches!(byte, b'\n' | b'\r'));
            let is_record = |line: &[u8]| {
                let line = line.trim_ascii_start();
                line.get(..key.len()).is_some_and(|start| start.eq_ignore_ascii_case(key))
            };
            lines.filter(|line| is_record(line)).count()
        };
        let (rules, agents) = (count(b"disallow:") + count(b"allow:"), count(b"user-agent:"));
        let end = lost.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let message = format!(
            "only the first 500 KiB are read; the rest, {unread} byte{}, is ignored: {rules} rule{} \
             and {agents} `User-agent` line{}",
            plural(unread),
            plural(rules),
            plural(agents)
        );
        vec![Finding::new(&Self::META, read..read + end.unwrap_or(lost.len()), message)]
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

#[cfg(test)]
mod tests {
    use crate::{Config, lint};

    #[test]
    fn what_is_lost() {
        let mut file = String::from("User-agent: *\n");
        file += &"Disallow: /archive/2020/\n".repeat(20_480);
        file += "User-agent: a\nDisallow: /\n";
        let findings = lint(file.as_bytes(), &Config::default()).findings;
        let found = findings.iter().find(|finding| finding.rule == "past-read-limit").unwrap();
        assert_eq!(
            found.message,
            "only the first 500 KiB are read; the rest, 51 bytes, is ignored: 2 rules and 1 \
             `User-agent` line"
        );
        assert_eq!(&file[found.span.clone()], "Disallow: /archive/2020/");
    }
}
