use gatepost::{Key, Record};

use crate::file::File;
use crate::finding::Finding;
use crate::rule::{Meta, Rule, declare_rule};
use crate::severity::Severity;

declare_rule! {
    /// ## What it finds
    /// A `Content-Usage` record that is not `train-ai` or `search` with `y` or `n`, separated by commas, behind
    /// a path if there is one. Other names are a warning.
    ///
    /// ## Why it matters
    /// The record is a dictionary of structured fields, in small letters. Where it cannot be read, the
    /// preference counts as not stated. `ai-train=no` is `Content-Signal`'s way to say it, and is none here.
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
    /// None: what is meant, only the owner knows.
    ///
    /// ## Source
    /// - draft-ietf-aipref-attach-05 of August 2026, with the names of draft-ietf-aipref-vocab-08. Both are
    ///   drafts, and may change.
    MalformedContentUsage { name: "malformed-content-usage", since: "0.1.0", severity: Error }
}

impl Rule for MalformedContentUsage {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

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
        let message = "`Content-Usage` without a preference says nothing";
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
            format!("`{preference}` is no preference: a name, `=` and `y` or `n` are"),
        ));
    };
    if !matches!(name, "train-ai" | "search") {
        let known = "`train-ai` and `search` are";
        return Some((Severity::Warning, format!("`{name}` is no known category of use: {known}")));
    }
    (!matches!(value, "y" | "n"))
        .then(|| (Severity::Error, format!("`{value}` is no value of `{name}`: `y` or `n` is")))
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
#              ^^^^^^^^^^^ `no` is no value of `train-ai`: `y` or `n` is
Content-Usage: /a/ ai-train=n, search
#                  ^^^^^^^^^^ `ai-train` is no known category of use: `train-ai` and `search` are
#                              ^^^^^^ `search` is no preference: a name, `=` and `y` or `n` are
Content-Usage: /a/
#^^^^^^^^^^^^ `Content-Usage` without a preference says nothing
Content-Usage: train-ai=n, search=y
Content-Usage: /a/ train-ai=y
Allow: /
",
        );
    }
}
