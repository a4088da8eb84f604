//! The documentation of a rule, as `--explain` shows it and `docs/lints/` contains it.
//!
//! The text is the doc comment of the rule, with five fixed headings and examples that a test runs.
//! In examples `\xHH` stands for a byte that Markdown cannot show, and `\xREPEAT 17000 a` for
//! 17,000 copies of the rest of the line; where the line holds nothing else, each copy has a line
//! end.

use crate::rule_info::RuleInfo;
use crate::rules;

impl RuleInfo {
    /// Returns the documentation of the rule in Markdown, with the name of the rule as its title.
    ///
    /// # Example
    ///
    /// ```
    /// let page = gatepost_lint::rule("dead-rule").unwrap().markdown();
    /// assert!(page.starts_with("# dead-rule\n\nwarning, since 0.1.0\n\n## What it finds\n"));
    /// ```
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut markdown =
            format!("# {}\n\n{}, since {}\n\n", self.name, self.severity, self.since);
        for line in self.page.trim_end().lines() {
            markdown.push_str(line.strip_prefix(' ').unwrap_or(line));
            markdown.push('\n');
        }
        markdown
    }

    /// Returns `true` if the rule has a fix for at least some of its findings.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_lint::rule;
    ///
    /// assert!(rule("dead-rule").unwrap().has_fixes());
    /// assert!(!rule("everything-disallowed").unwrap().has_fixes());
    /// ```
    #[must_use]
    pub fn has_fixes(&self) -> bool {
        self.page
            .split_once("## Fix\n")
            .is_some_and(|(_, fix)| !fix.trim_start().starts_with("None"))
    }

    /// Returns the example files of the documentation, each with `true` if it contains the mistake.
    ///
    /// # Example
    ///
    /// ```
    /// let examples = gatepost_lint::rule("dead-rule").unwrap().examples();
    /// let (is_bad, file) = &examples[0];
    /// assert!(*is_bad && file.starts_with(b"User-agent: *\n"));
    /// ```
    #[must_use]
    pub fn examples(&self) -> Vec<(bool, Vec<u8>)> {
        let page = self.markdown();
        let mut examples = Vec::new();
        let mut blocks = page.split("\n```");
        let _before = blocks.next();
        // Between an opening fence and its closing one is a block, then text, then a block.
        for block in blocks.step_by(2) {
            let (tag, text) = block.split_once('\n').unwrap_or((block, ""));
            let is_bad = tag == "robots,bad";
            if is_bad || tag == "robots,good" {
                examples.push((is_bad, unescaped(&repeated(&format!("{text}\n")))));
            }
        }
        examples
    }
}

/// Returns a list of all rules in Markdown, the first page of `docs/lints/`.
///
/// # Example
///
/// ```
/// assert!(gatepost_lint::index().contains("| [`dead-rule`](dead-rule.md) | warning |"));
/// ```
#[must_use]
pub fn index() -> String {
    let mut index =
        String::from("# Lint rules\n\n| rule | severity | what it finds |\n| --- | --- | --- |\n");
    for rule in rules::infos() {
        let (name, severity) = (rule.name, rule.severity);
        index += &format!(
            "| [`{name}`]({name}.md) | {severity} | {} |\n",
            rule.summary().replace('|', "\\|")
        );
    }
    index
}

/// Replaces each `\xREPEAT` with the copies that it stands for.
fn repeated(text: &str) -> String {
    let mut whole = String::new();
    for line in text.split_inclusive('\n') {
        let parts = line.split_once("\\xREPEAT ").and_then(|(before, after)| {
            let (count, what) = after.split_once(' ')?;
            Some((before, count.parse().ok()?, what))
        });
        match parts {
            Some(("", count, what)) => whole += &what.repeat(count),
            Some((before, count, what)) => {
                whole += before;
                whole += &what.trim_end().repeat(count);
                whole.push('\n');
            }
            None => whole += line,
        }
    }
    whole
}

/// Replaces each `\xHH` with its byte.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\\x") {
        bytes.extend_from_slice(before.as_bytes());
        let byte = after.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match byte {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.extend_from_slice(b"\\x");
                rest = after;
            }
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{Config, lint};

    const HEADINGS: [&str; 5] = ["What it finds", "Why it matters", "Example", "Fix", "Source"];

    #[test]
    fn examples_show_what_they_should() {
        for meta in rules::infos() {
            let examples = meta.examples();
            for is_bad in [true, false] {
                assert!(examples.iter().any(|(bad, _)| *bad == is_bad), "{}: {is_bad}", meta.name);
            }
            for (is_bad, bytes) in examples {
                let findings = lint(&bytes, &Config::default()).findings;
                let is_found = findings.iter().any(|finding| finding.rule == meta.name);
                assert_eq!(is_found, is_bad, "{}: {}", meta.name, bytes.escape_ascii());
            }
        }
    }

    /// The documentation of these rules shows what the author meant, which no fix can know.
    const MEANT: &[&str] = &["dead-rule", "key-read-by-prefix", "malformed-sitemap"];

    #[test]
    fn fixes_write_what_pages_show() {
        for meta in rules::infos() {
            let examples = meta.examples();
            for (_, bad) in examples.iter().filter(|(is_bad, _)| *is_bad) {
                let findings = lint(bad, &Config::default()).findings;
                let of_rule = findings.into_iter().filter(|finding| finding.rule == meta.name);
                let fixes: Vec<_> = of_rule.filter_map(|finding| finding.fix).collect();
                let edits: Vec<_> = fixes.into_iter().flat_map(|fix| fix.edits).collect();
                let fixed = crate::fix::apply(bad, &edits);
                let is_shown = examples.iter().any(|(is_bad, good)| !is_bad && *good == fixed);
                assert!(
                    edits.is_empty() || is_shown != MEANT.contains(&meta.name),
                    "{}: {}",
                    meta.name,
                    fixed.escape_ascii()
                );
            }
        }
    }

    #[test]
    fn pages_say_whether_there_are_fixes() {
        for meta in rules::infos() {
            let findings = meta
                .examples()
                .into_iter()
                .flat_map(|(_, bytes)| lint(&bytes, &Config::default()).findings);
            let mut of_rule = findings.filter(|finding| finding.rule == meta.name);
            assert_eq!(
                of_rule.any(|finding| finding.fix.is_some()),
                meta.has_fixes(),
                "{}",
                meta.name
            );
        }
    }

    #[test]
    fn pages_have_their_headings() {
        for rule in rules::infos() {
            let page = rule.markdown();
            let headings: Vec<_> =
                page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
            assert_eq!(headings, HEADINGS, "{}", rule.name);
            assert!(rule.summary().ends_with('.'), "{}", rule.name);
        }
    }

    #[test]
    fn every_rule_is_a_file_and_every_file_a_rule() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
        let files = std::fs::read_dir(folder).unwrap();
        let files = files.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut files: Vec<_> =
            files.filter_map(|name| Some(name.strip_suffix(".rs")?.replace('_', "-"))).collect();
        files.retain(|name| name != "mod");
        files.sort();
        let names: Vec<_> = rules::infos().map(|rule| rule.name).collect();
        assert_eq!(names, files);
    }

    #[test]
    fn bytes_that_cannot_be_shown() {
        assert_eq!(unescaped("a\\xEF\\xzz\n"), b"a\xEF\\xzz\n");
    }
}
