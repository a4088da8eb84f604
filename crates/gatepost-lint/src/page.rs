//! The page of a rule: what `--explain` shows, and what `docs/lints/` has.
//!
//! Pages are doc comments, with five headings that are always the same and examples that a test runs.
//! Bytes that a page cannot show are written `\xHH` in examples; and `\xREPEAT 17000 a` stands for so many
//! of what follows it on the line, each with a line end if the line has nothing else.

use crate::rule::{Meta, Rule};
use crate::rules;

impl Meta {
    /// Its page in Markdown, with its name for a title.
    ///
    /// # Example
    ///
    /// ```
    /// let page = gatepost_lint::rule("dead-rule").unwrap().meta().markdown();
    /// assert!(page.starts_with("# dead-rule\n\nwarning, since 0.1.0\n\n## What it finds\n"));
    /// ```
    pub fn markdown(&self) -> String {
        let mut markdown =
            format!("# {}\n\n{}, since {}\n\n", self.name, self.severity, self.since);
        for line in self.page.trim_end().lines() {
            markdown.push_str(line.strip_prefix(' ').unwrap_or(line));
            markdown.push('\n');
        }
        markdown
    }

    /// Whether it has fixes, for all of its findings or some: its page says `None` where it has not.
    pub fn has_fixes(&self) -> bool {
        self.page
            .split_once("## Fix\n")
            .is_some_and(|(_, fix)| !fix.trim_start().starts_with("None"))
    }

    /// The examples of its page, each with whether it shows the mistake.
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

/// The list of all rules, in Markdown: the first page of `docs/lints/`.
pub fn index() -> String {
    let mut index =
        String::from("# Lint rules\n\n| rule | severity | what it finds |\n| --- | --- | --- |\n");
    for meta in rules::all().iter().map(|rule: &&dyn Rule| rule.meta()) {
        let (name, severity) = (meta.name, meta.severity);
        index += &format!(
            "| [`{name}`]({name}.md) | {severity} | {} |\n",
            meta.summary().replace('|', "\\|")
        );
    }
    index
}

/// A text with what is to be repeated in it repeated.
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

/// The bytes that a text stands for, with `\xHH` for one.
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
        for rule in rules::all() {
            let meta = rule.meta();
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

    /// What these pages show is what is meant, which no fix can know.
    const MEANT: &[&str] = &["dead-rule", "key-read-by-prefix", "malformed-sitemap"];

    #[test]
    fn fixes_write_what_pages_show() {
        for rule in rules::all() {
            let meta = rule.meta();
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
    fn pages_tell_whether_there_are_fixes() {
        for rule in rules::all() {
            let meta = rule.meta();
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
        for rule in rules::all() {
            let page = rule.meta().markdown();
            let headings: Vec<_> =
                page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
            assert_eq!(headings, HEADINGS, "{}", rule.meta().name);
            assert!(rule.meta().summary().ends_with('.'), "{}", rule.meta().name);
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
        let names: Vec<_> = rules::all().iter().map(|rule| rule.meta().name).collect();
        assert_eq!(names, files);
    }

    #[test]
    fn bytes_that_cannot_be_shown() {
        assert_eq!(unescaped("a\\xEF\\xzz\n"), b"a\xEF\\xzz\n");
    }
}
