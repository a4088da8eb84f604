use gatepost::{Key, Record};

use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};
use crate::phrases::quoted;
use crate::unknown_key::{nearest_key, read_by_prefix, unheeded};

declare_rule! {
    /// ## What it finds
    /// Keys that no description of robots.txt defines. Reported once per file.
    ///
    /// ## Why it matters
    /// Parsers ignore keys that they do not know, so such a line does no harm, but has no effect
    /// either. It may be new, or private, or a rule that was meant to work.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Block: /private/
    /// ```
    ///
    /// Write instead, if it is a rule:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    /// None: only the owner knows what is meant.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.4](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.4): crawlers
    ///   may read other records, and these do not interfere with rules.
    UnknownRecord { name: "unknown-record", since: "0.1.0", severity: Info }
}

/// Keys that the parser does not know, but that some crawler or person is meant to read.
const OTHERS: &[&str] = &["comment", "license", "llm-policy", "robot-version"];

impl LintRule for UnknownRecord {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        // A web page in place of the file is another mistake.
        if file.as_bytes().trim_ascii_start().starts_with(b"<") {
            return Vec::new();
        }
        let mut unknown: Vec<Record<'_>> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for record in file.records().filter(is_unknown) {
            let name = file.text(record.key_span());
            // Past three, they are only counted, so that many of them take no time.
            if names.len() > 3 || !names.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
                names.push(name);
            }
            unknown.push(record);
        }
        let Some(first) = unknown.first() else { return Vec::new() };
        let what = if names.len() == 1 { "is not a key" } else { "are not keys" };
        let message = format!("{} {what} that any known crawler reads", quoted(&names));
        vec![Finding::new(&Self::META, first.key_span(), message)]
    }
}

fn is_unknown(record: &Record<'_>) -> bool {
    let Ok(key) = std::str::from_utf8(record.key_bytes()) else { return false };
    let of_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ' ');
    record.key() == Key::Unknown
        && record.has_colon()
        && key.len() <= 30
        && key.chars().all(of_key)
        && key.split(' ').count() < 3
        && !OTHERS.iter().any(|other| key.eq_ignore_ascii_case(other))
        // An address without its key, or without the colon after the key.
        && !record.value().starts_with(b"//")
        && unheeded(record).is_none()
        && read_by_prefix(record).is_none()
        && nearest_key(key).is_none()
}

#[cfg(test)]
mod tests {
    use super::UnknownRecord;
    use crate::rule_test::check;

    #[test]
    fn once_for_a_file() {
        check(
            &UnknownRecord,
            "\
User-agent: *
Block: /a
#^^^^ `Block` and `Agentmap` are not keys that any known crawler reads
block: /b
Agentmap: /c
Desallow: /d
Disallow-AI: /e
LLM-Policy: /llms.txt
License: https://example.com/licence.xml
Noindex: /f
Nofollow: /g
an address such as this: none
Disallow:
",
        );
    }

    #[test]
    fn pages() {
        check(&UnknownRecord, "\n<html><style>\nbody { color: red }\nwidth: 3\n");
    }
}
