use crate::example_path::example_path;
use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A pattern whose letters are in an encoding other than UTF-8, or were decoded in the wrong
    /// encoding and saved again.
    ///
    /// ## Why it matters
    /// URLs contain letters such as `é` as their UTF-8 bytes, percent-encoded: `%C3%A9`. A pattern
    /// with other bytes matches no such URL.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /caf\xE9/
    /// Disallow: /caf\xC3\x83\xC2\xA9/menu
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /café/
    /// Disallow: /café/menu
    /// ```
    ///
    /// ## Fix
    /// Writes the letters in UTF-8, if they can be read as windows-1252. Changes answers.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2):
    ///   `UTF8-char-noctl`; section 2.2.2: bytes outside ASCII are compared percent-encoded.
    WrongEncoding { name: "wrong-encoding", since: "0.1.0", severity: Warning }
}

impl LintRule for WrongEncoding {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let rules = file.rules().filter(|rule| !rule.value().is_ascii());
        rules
            .filter_map(|rule| {
                let span = rule.value_span();
                let (meant, what) = match std::str::from_utf8(rule.value()) {
                    Err(_) => (from_windows_1252(rule.value()), "is not UTF-8"),
                    Ok(text) => (Some(read_twice(text)?), "was encoded twice"),
                };
                let message = match &meant {
                    Some(meant) => format!("this pattern {what}, so it does not match `{meant}`"),
                    None => format!("this pattern {what}, so it matches no UTF-8 URL"),
                };
                let example =
                    meant.as_ref().and_then(|meant| file.missed(&rule, &example_path(meant)));
                let fix =
                    meant.map(|meant| Fix::new(format!("write `{meant}`"), span.clone(), meant));
                Some(Finding::new(&Self::META, span.clone(), message).example(example).fix(fix))
            })
            .collect()
    }
}

/// The characters of windows-1252 from 0x80 to 0x9F; `None` for the five undefined bytes.
const WINDOWS_1252: [Option<char>; 32] = [
    Some('€'),
    None,
    Some('‚'),
    Some('ƒ'),
    Some('„'),
    Some('…'),
    Some('†'),
    Some('‡'),
    Some('ˆ'),
    Some('‰'),
    Some('Š'),
    Some('‹'),
    Some('Œ'),
    None,
    Some('Ž'),
    None,
    None,
    Some('‘'),
    Some('’'),
    Some('“'),
    Some('”'),
    Some('•'),
    Some('–'),
    Some('—'),
    Some('˜'),
    Some('™'),
    Some('š'),
    Some('›'),
    Some('œ'),
    None,
    Some('ž'),
    Some('Ÿ'),
];

fn from_windows_1252(bytes: &[u8]) -> Option<String> {
    let read = |byte: &u8| match byte {
        0x80..=0x9F => WINDOWS_1252[usize::from(byte - 0x80)],
        byte => Some(char::from(*byte)),
    };
    bytes.iter().map(read).collect()
}

/// Recovers a text whose UTF-8 bytes were read as windows-1252.
fn read_twice(text: &str) -> Option<String> {
    let byte = |letter: char| match WINDOWS_1252.iter().position(|known| *known == Some(letter)) {
        Some(at) => Some(at as u8 + 0x80),
        None => u8::try_from(u32::from(letter)).ok(),
    };
    let bytes: Vec<u8> = text.chars().map(byte).collect::<Option<_>>()?;
    String::from_utf8(bytes).ok().filter(|read| read.chars().all(|letter| !letter.is_control()))
}

#[cfg(test)]
mod tests {
    use super::{WrongEncoding, read_twice};
    use crate::rule_test::check;

    #[test]
    fn letters_in_utf_8_are_fine() {
        check(&WrongEncoding, "User-agent: *\nDisallow: /café/ûber\nDisallow: /\u{30C4}\n");
    }

    #[test]
    fn what_was_encoded_twice() {
        assert_eq!(read_twice("cafÃ©").as_deref(), Some("café"));
        assert_eq!(read_twice("â€”").as_deref(), Some("—"));
        assert_eq!(read_twice("café"), None);
    }
}
