use gatepost::{Key, Record};

use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};
use crate::severity::Severity;

declare_rule! {
    /// ## What it finds
    /// A `Content-Usage` directive that is not a list, separated by commas, of `train-ai` or
    /// `search` with `y` or `n`, after an optional path. Other names are a warning.
    ///
    /// ## Why it matters
    /// The value is a dictionary of structured fields, in lower case. If it cannot be parsed, the
    /// preference is treated as not stated. `ai-train=no` is the syntax of `Content-Signal`, and is
    /// not valid here.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Content-Usage: train-ai=no
    /// Allow: /
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Content-Usage: train-ai=n
    /// Allow: /
    /// ```
    ///
    /// ## Fix
    /// None: only the owner knows what is meant.
    ///
    /// ## Source
    /// - draft-ietf-aipref-attach-05 of August 2026, with the names of draft-ietf-aipref-vocab-08.
    ///   Both are drafts and may change.
    MalformedContentUsage { name: "malformed-content-usage", since: "0.1.0", severity: Error }
}

impl LintRule for MalformedContentUsage {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let records = file.records().filter(|record| record.key() == Key::ContentUsage);
        records.flat_map(|record| findings(&record)).collect()
    }
}

fn findings(record: &Record<'_>) -> Vec<Finding> {
    let meta = &MalformedContentUsage::META;
    let Ok(value) = std::str::from_utf8(record.value()) else { return Vec::new() };
    let path = match value.starts_with('/') {
        true => value.find([' ', '\t']).unwrap_or(value.len()),
        false => 0,
    };
    let blanks = value[path..].len() - value[path..].trim_start().len();
    let preferences = &value[path + blanks..];
    if preferences.is_empty() {
        let message = "`Content-Usage` has no preference, so it states nothing";
        return vec![Finding::new(meta, record.key_span(), message)];
    }
    let mut findings = Vec::new();
    let mut start = record.value_span().start + path + blanks;
    for part in preferences.split(',') {
        let preference = part.trim();
        let at = start + (part.len() - part.trim_start().len());
        start += part.len() + 1;
        let Some((severity, message)) = wrong(preference) else { continue };
        let span =
            if preference.is_empty() { record.value_span() } else { at..at + preference.len() };
        findings.push(Finding::new(meta, span, message).severity(severity));
    }
    findings
}

fn wrong(preference: &str) -> Option<(Severity, String)> {
    let Some((name, value)) = preference.split_once('=') else {
        return Some((
            Severity::Error,
            format!("`{preference}` is not a preference: write a name, `=` and `y` or `n`"),
        ));
    };
    if !matches!(name, "train-ai" | "search") {
        let known = "expected `train-ai` or `search`";
        return Some((
            Severity::Warning,
            format!("`{name}` is not a known category of use: {known}"),
        ));
    }
    (!matches!(value, "y" | "n")).then(|| {
        (Severity::Error, format!("`{value}` is not a value of `{name}`: expected `y` or `n`"))
    })
}

#[cfg(test)]
mod tests {
    use super::MalformedContentUsage;
    use crate::rule_test::check;

    #[test]
    fn names_and_values() {
        check(
            &MalformedContentUsage,
            "\
User-agent: *
Content-Usage: train-ai=no
#              ^^^^^^^^^^^ `no` is not a value of `train-ai`: expected `y` or `n`
Content-Usage: /a/ ai-train=n, search
#                  ^^^^^^^^^^ `ai-train` is not a known category of use: expected `train-ai` or `search`
#                              ^^^^^^ `search` is not a preference: write a name, `=` and `y` or `n`
Content-Usage: /a/
#^^^^^^^^^^^^ `Content-Usage` has no preference, so it states nothing
Content-Usage: train-ai=n, search=y
Content-Usage: /a/ train-ai=y
Allow: /
",
        );
    }
}
