use gatepost::{Key, Record};

use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};
use crate::severity::Severity;

declare_rule! {
    /// ## What it finds
    /// A `Content-Signal` directive that is not a list, separated by commas, of `search`,
    /// `ai-input` or `ai-train` with `yes` or `no`, or `use` with `immediate`, `reference` or
    /// `full`. Other names are a warning.
    ///
    /// ## Why it matters
    /// The directive states what may be done with fetched pages. A value that nobody understands
    /// states nothing, and reserves no right.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Content-Signal: search=yes ai-train=n
    /// Allow: /
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Content-Signal: search=yes, ai-train=no
    /// Allow: /
    /// ```
    ///
    /// ## Fix
    /// None: only the owner knows what is meant.
    ///
    /// ## Source
    /// - [contentsignals.org](https://contentsignals.org): names and values.
    /// - draft-romm-aipref-contentsignals-00, which has expired.
    MalformedContentSignal { name: "malformed-content-signal", since: "0.1.0", severity: Error }
}

impl LintRule for MalformedContentSignal {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let records = file.records().filter(|record| record.key() == Key::ContentSignal);
        records.flat_map(|record| findings(&record)).collect()
    }
}

fn findings(record: &Record<'_>) -> Vec<Finding> {
    let meta = &MalformedContentSignal::META;
    let Ok(value) = std::str::from_utf8(record.value()) else { return Vec::new() };
    if value.is_empty() {
        return vec![Finding::new(
            meta,
            record.key_span(),
            "`Content-Signal` has no value, so it states nothing",
        )];
    }
    let mut findings = Vec::new();
    let mut start = record.value_span().start;
    for part in value.split(',') {
        let signal = part.trim();
        let at = start + (part.len() - part.trim_start().len());
        start += part.len() + 1;
        let Some((severity, message)) = wrong(signal) else { continue };
        let span = if signal.is_empty() { record.value_span() } else { at..at + signal.len() };
        findings.push(Finding::new(meta, span, message).severity(severity));
    }
    findings
}

fn wrong(signal: &str) -> Option<(Severity, String)> {
    let Some((name, value)) = signal.split_once('=') else {
        return Some((
            Severity::Error,
            format!("`{signal}` is not a signal: write a name, `=` and a value"),
        ));
    };
    let values: &[&str] = match &*name.trim().to_ascii_lowercase() {
        "search" | "ai-input" | "ai-train" => &["yes", "no"],
        "use" => &["immediate", "reference", "full"],
        _ => {
            let known = "expected `search`, `ai-input`, `ai-train` or `use`";
            return Some((
                Severity::Warning,
                format!("`{}` is not a known signal: {known}", name.trim()),
            ));
        }
    };
    let value = value.trim();
    let is_one = values.iter().any(|known| value.eq_ignore_ascii_case(known));
    let expected =
        if values.len() == 2 { "`yes` or `no`" } else { "`immediate`, `reference` or `full`" };
    (!is_one).then(|| {
        (
            Severity::Error,
            format!("`{value}` is not a value of `{}`: expected {expected}", name.trim()),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::MalformedContentSignal;
    use crate::rule_test::check;

    #[test]
    fn names_and_values() {
        check(
            &MalformedContentSignal,
            "\
User-agent: *
Content-Signal: search=yes, ai-train=n
#                           ^^^^^^^^^^ `n` is not a value of `ai-train`: expected `yes` or `no`
Content-Signal: search=yes ai-train=no
#               ^^^^^^^^^^^^^^^^^^^^^^ `yes ai-train=no` is not a value of `search`: expected `yes` or `no`
Content-Signal: ai=no, search
#               ^^^^^ `ai` is not a known signal: expected `search`, `ai-input`, `ai-train` or `use`
#                      ^^^^^^ `search` is not a signal: write a name, `=` and a value
Content-Signal: search=yes,ai-input=no, ai-train=no, use=reference
Allow: /
",
        );
    }
}
