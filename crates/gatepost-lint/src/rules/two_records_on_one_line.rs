use gatepost::Key;

use crate::file::File;
use crate::finding::Finding;
use crate::fix::{Edit, Fix};
use crate::rule::{Meta, Rule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A rule with two patterns, or with another record behind its pattern.
    ///
    /// ## Why it matters
    /// A line has one value. All of it is read as one pattern with a space in it, which matches no URL that
    /// was meant.
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
    /// Gives each its line. Changes answers.
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
                second_record(record.value())?;
                let span = record.value_span();
                let value = file.text(span.clone());
                let message = format!("`{value}` is read as one pattern: a line has one value");
                let key = file.text(record.key_span());
                Some(Finding::new(&Self::META, span.clone(), message).fix(split(
                    file,
                    &key,
                    record.value(),
                    span.start,
                )))
            })
            .collect()
    }
}

/// Puts a line end, and the key of the line where there is none, in front of every further record.
fn split(file: &File<'_>, key: &str, value: &[u8], start: usize) -> Option<Fix> {
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
    // `/User-agent: x` has no pattern that would be left.
    (!edits.is_empty()).then(|| Fix::of_edits(file, "give each its own line", edits))
}

/// Where the blank before a second record is, and where the record starts.
pub(crate) fn second_record(value: &[u8]) -> Option<(usize, usize)> {
    let is_blank = |octet: &u8| matches!(octet, b' ' | b'\t');
    let mut at = 0;
    loop {
        let blank = at + value[at..].iter().position(is_blank)?;
        let second = blank + value[blank..].iter().position(|octet| !is_blank(octet))?;
        let word = &value[second..];
        let is_path = word.starts_with(b"/") && value[0] == b'/';
        if starts_with_key(word).is_some() || is_path && !is_between_words(value, blank, second) {
            return Some((blank, second));
        }
        at = second;
    }
}

/// Whether a slash only stands between blanks, as in `/bed / breakfast`, or a star precedes.
fn is_between_words(value: &[u8], blank: usize, second: usize) -> bool {
    matches!(value.get(second + 1), None | Some(b' ' | b'\t')) || value[..blank].ends_with(b"*")
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
#         ^^^^^ `/a /b` is read as one pattern: a line has one value
Disallow: / User-agent: B
#         ^^^^^^^^^^^^^^^ `/ User-agent: B` is read as one pattern: a line has one value
Disallow: /bed and breakfast/
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
