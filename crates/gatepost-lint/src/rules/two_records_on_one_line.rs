use gatepost::Key;

use crate::file::File;
use crate::finding::Finding;
use crate::fix::{Edit, Fix};
use crate::rule::{Meta, Rule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A rule with two patterns, or with another rule or directive after its pattern.
    ///
    /// ## Why it matters
    /// A line has one value. Crawlers read all of it as one pattern that contains a space, which
    /// matches no URL that was meant.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /banners/ /images/
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /banners/
    /// Disallow: /images/
    /// ```
    ///
    /// ## Fix
    /// Puts each on its own line. Changes answers.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2): `rule`.
    TwoRecordsOnOneLine { name: "two-records-on-one-line", since: "0.1.0", severity: Error }
}

impl Rule for TwoRecordsOnOneLine {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let records = file.records().filter(|record| record.key().is_rule());
        records
            .filter_map(|record| {
                let (value, span) = (record.value(), record.value_span());
                let text = file.text(span.clone());
                if is_record(value) {
                    let slash = usize::from(value[0] == b'/');
                    let message = format!("`{text}` is read as one pattern, with the key in it");
                    let before = record.key_span().start..span.start + slash;
                    return Some(Finding::new(&Self::META, span, message).fix(Fix::new(
                        file,
                        "remove the key",
                        before,
                        "",
                    )));
                }
                second_record(value)?;
                let message = format!("`{text}` is read as one pattern: a line has only one value");
                let key = file.text(record.key_span());
                Some(
                    Finding::new(&Self::META, span.clone(), message)
                        .fix(split(file, &key, value, span.start)),
                )
            })
            .collect()
    }
}

/// Returns `true` if a value is itself a rule or directive: `Sitemap: https://...`, `/User-agent:
/// ExampleBot`.
pub(crate) fn is_record(value: &[u8]) -> bool {
    starts_with_key(value.strip_prefix(b"/").unwrap_or(value)).is_some()
}

/// Inserts a line end before every further rule or directive, and the line's key where one is
/// missing.
fn split(file: &File<'_>, key: &str, value: &[u8], start: usize) -> Fix {
    let line_end = file.line_end();
    let mut edits = Vec::new();
    let mut from = 0;
    while let Some((blank, second)) = second_record(&value[from..]) {
        let (blank, second) = (from + blank, from + second);
        let with_key = match starts_with_key(&value[second..]) {
            Some(_) => line_end.to_owned(),
            None => format!("{line_end}{key}: "),
        };
        edits.push(Edit::new(start + blank..start + second, with_key));
        from = second;
        if starts_with_key(&value[second..]).is_some() {
            break;
        }
    }
    Fix::of_edits(file, "put each on its own line", edits)
}

/// Returns where the space before a second rule or directive is, and where that one starts.
pub(crate) fn second_record(value: &[u8]) -> Option<(usize, usize)> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let (mut first, mut at) = (0, 0);
    loop {
        let blank = at + value[at..].iter().position(is_blank)?;
        let second = blank + value[blank..].iter().position(|byte| !is_blank(byte))?;
        let word = &value[second..];
        // A lone slash only separates words, as in `/bed / breakfast`.
        let is_slash = matches!(word.get(1), None | Some(b' ' | b'\t'));
        let are_paths = value[first] == b'/' && word[0] == b'/' && !is_slash;
        if starts_with_key(word).is_some() || are_paths && value[blank - 1] != b'*' {
            return Some((blank, second));
        }
        (first, at) = (second, second);
    }
}

fn starts_with_key(word: &[u8]) -> Option<Key> {
    let keys: [(&[u8], Key); 4] = [
        (b"user-agent:", Key::UserAgent),
        (b"disallow:", Key::Disallow),
        (b"allow:", Key::Allow),
        (b"sitemap:", Key::Sitemap),
    ];
    let begins = |name: &[u8]| word.get(..name.len()).is_some_and(|w| w.eq_ignore_ascii_case(name));
    keys.into_iter().find(|(name, _)| begins(name)).map(|(_, key)| key)
}

#[cfg(test)]
mod tests {
    use super::TwoRecordsOnOneLine;
    use crate::rule_test::{check, fixed};

    #[test]
    fn patterns_and_records() {
        check(
            &TwoRecordsOnOneLine,
            "\
User-agent: *
Disallow: /a /b
#         ^^^^^ `/a /b` is read as one pattern: a line has only one value
Disallow: / User-agent: B
#         ^^^^^^^^^^^^^^^ `/ User-agent: B` is read as one pattern: a line has only one value
Disallow: /User-agent: C
#         ^^^^^^^^^^^^^^ `/User-agent: C` is read as one pattern, with the key in it
Disallow: /bed and breakfast/
Disallow: /a to /b
Disallow: /bed / breakfast
",
        );
    }

    #[test]
    fn each_gets_its_line() {
        fixed(
            &TwoRecordsOnOneLine,
            "User-agent: *\r\nDisallow: /a /b  /c\r\nDisallow: / Allow: /d\r\n",
            "User-agent: *\r\nDisallow: /a\r\nDisallow: /b\r\nDisallow: /c\r\nDisallow: /\r\nAllow: /d\r\n",
        );
    }
}
