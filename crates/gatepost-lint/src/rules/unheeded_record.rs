use std::collections::BTreeMap;

use gatepost::Record;

use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};
use crate::severity::Severity;
use crate::unknown_key::unheeded;

declare_rule! {
    /// ## What it finds
    /// Directives that no crawler reads any more: `Noindex`, `Nofollow` and `Noarchive` and, as
    /// info, `Host`, `Visit-time` and the `ACAP` keys. Reported once per key and file.
    ///
    /// ## Why it matters
    /// `Noindex` in robots.txt was never documented, and Google has ignored it since September
    /// 2019: the pages that it was meant to keep out of the index are in it. What does work is
    /// `noindex` in the page or its header; the page must be allowed, or crawlers do not see it.
    /// `Host` was a directive of Yandex until 2018.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Noindex: /private/
    /// ```
    ///
    /// Write instead, if crawlers should not fetch the pages:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    /// None: what should replace it does not belong in robots.txt.
    ///
    /// ## Source
    /// - [A note on unsupported rules in
    ///   robots.txt](https://developers.google.com/search/blog/2019/07/a-note-on-unsupported-rules-in-robotstxt):
    ///   Google, July 2019.
    UnheededRecord { name: "unheeded-record", since: "0.1.0", severity: Warning }
}

impl LintRule for UnheededRecord {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let mut by_key: BTreeMap<&str, Vec<Record<'_>>> = BTreeMap::new();
        for record in file.records() {
            if let Some(key) = unheeded(&record) {
                by_key.entry(key).or_default().push(record);
            }
        }
        by_key.into_iter().map(|(key, records)| finding(key, &records)).collect()
    }
}

fn finding(key: &str, records: &[Record<'_>]) -> Finding {
    let (severity, message) = match key {
        "Host" => (Severity::Info, "no crawler reads `Host` any more: Yandex dropped it in 2018"),
        "Visit-time" => (Severity::Info, "no known crawler obeys `Visit-time`"),
        "ACAP" => (Severity::Info, "no known crawler reads `ACAP` keys"),
        _ => (
            Severity::Warning,
            "is not supported in robots.txt: use a `noindex` meta tag or an `X-Robots-Tag` header",
        ),
    };
    let message = match severity {
        Severity::Warning => format!("`{key}` {message}"),
        _ => message.to_owned(),
    };
    let finding =
        Finding::new(&UnheededRecord::META, records[0].key_span(), message).severity(severity);
    match records.len() {
        1 => finding,
        count => finding.note(format!("there are {count} such lines")),
    }
}

#[cfg(test)]
mod tests {
    use super::UnheededRecord;
    use crate::rule_test::check;

    #[test]
    fn once_for_each_key() {
        check(
            &UnheededRecord,
            "\
User-agent: *
Noindex: /a
#^^^^^^ `Noindex` is not supported in robots.txt: use a `noindex` meta tag or an `X-Robots-Tag` header
noindex: /b
Host: example.com
#^^^ no crawler reads `Host` any more: Yandex dropped it in 2018
Request-rate: 1/5
Clean-param: a /
Disallow: /
",
        );
    }
}
