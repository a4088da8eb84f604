use std::collections::BTreeMap;

use gatepost::{Key, Record};

use crate::file::File;
use crate::finding::Finding;
use crate::rule::{Meta, Rule, declare_rule};
use crate::severity::Severity;

declare_rule! {
    /// ## What it finds
    /// Records that nobody reads any more: `Noindex`, `Nofollow` and `Noarchive`, and as information `Host`,
    /// `Visit-time` and the `ACAP` keys. Each key is one finding for a file.
    ///
    /// ## Why it matters
    /// `Noindex` in robots.txt never was documented, and Google has not read it since September 2019: pages
    /// that it was to keep out of the index are in it. What does work is `noindex` in the page or its header,
    /// and a page that may be fetched, or else nobody sees it. `Host` was Yandex's until 2018.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Noindex: /private/
    /// ```
    ///
    /// Write instead, if the pages are not to be fetched:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    /// None: what should take its place is not for robots.txt to say.
    ///
    /// ## Source
    /// - [A note on unsupported rules in robots.txt](https://developers.google.com/search/blog/2019/07/a-note-on-unsupported-rules-in-robotstxt):
    ///   Google, of July 2019.
    UnheededRecord { name: "unheeded-record", since: "0.1.0", severity: Warning }
}

impl Rule for UnheededRecord {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

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

/// The key of a record that nobody reads.
pub(crate) fn unheeded(record: &Record<'_>) -> Option<&'static str> {
    let is = |key: &str| record.key_bytes().eq_ignore_ascii_case(key.as_bytes());
    match record.key() {
        Key::Noindex => Some("Noindex"),
        Key::Host => Some("Host"),
        Key::VisitTime => Some("Visit-time"),
        Key::Unknown => {
            let begins = record.key_bytes().get(..5);
            let others = ["Nofollow", "Noarchive", "No-index"];
            let acap =
                || begins.is_some_and(|b| b.eq_ignore_ascii_case(b"ACAP-")).then_some("ACAP");
            others.into_iter().find(|key| is(key)).or_else(acap)
        }
        _ => None,
    }
}

fn finding(key: &str, records: &[Record<'_>]) -> Finding {
    let (severity, message) = match key {
        "Host" => (Severity::Info, "`Host` is read by nobody: Yandex gave it up in 2018"),
        "Visit-time" => (Severity::Info, "`Visit-time` is kept by no crawler that is known"),
        "ACAP" => (Severity::Info, "`ACAP` keys are read by no crawler that is known"),
        _ => (
            Severity::Warning,
            "is no rule of robots.txt: pages are kept out of an index by `noindex` in the page or its header",
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
#^^^^^^ `Noindex` is no rule of robots.txt: pages are kept out of an index by `noindex` in the page or its header
noindex: /b
Host: example.com
#^^^ `Host` is read by nobody: Yandex gave it up in 2018
Request-rate: 1/5
Clean-param: a /
Disallow: /
",
        );
    }
}
