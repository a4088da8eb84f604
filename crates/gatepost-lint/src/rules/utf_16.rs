use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A file that is encoded in UTF-16.
    ///
    /// ## Why it matters
    /// robots.txt has to be UTF-8. Parsers find no key in a UTF-16 file, so everything is allowed.
    ///
    /// ## Example
    /// ```robots,bad
    /// \xFF\xFEU\x00s\x00e\x00r\x00-\x00a\x00g\x00e\x00n\x00t\x00:\x00*\x00\x0A\x00D\x00i\x00s\x00a\x00l\x00l\x00o\x00w\x00:\x00/\x00\x0A\x00
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent:*
    /// Disallow:/
    /// ```
    ///
    /// ## Fix
    /// Converts the file to UTF-8. Changes answers: its rules take effect.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2): the file is
    ///   UTF-8.
    Utf16 { name: "utf-16", since: "0.1.0", severity: Error }
}

impl LintRule for Utf16 {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        if !file.is_utf_16() {
            return Vec::new();
        }
        let bytes = file.as_bytes();
        let message = "the file is UTF-16: crawlers expect UTF-8 and find no rules in it";
        let fix =
            decoded(bytes).map(|text| Fix::new("convert the file to UTF-8", 0..bytes.len(), text));
        vec![Finding::new(&Self::META, 0..bytes.len().min(2), message).fix(fix)]
    }
}

/// Decodes a UTF-16 file, if all of it is text.
fn decoded(bytes: &[u8]) -> Option<String> {
    // Without a byte order mark, ASCII letters show which byte comes first.
    let is_big_endian = match bytes {
        [0xFE, 0xFF, ..] => true,
        [0xFF, 0xFE, ..] => false,
        _ => bytes.first() == Some(&0),
    };
    let unit = |pair: &[u8]| match is_big_endian {
        true => u16::from_be_bytes([pair[0], pair[1]]),
        false => u16::from_le_bytes([pair[0], pair[1]]),
    };
    let units: Vec<u16> = bytes.chunks_exact(2).map(unit).collect();
    let text = String::from_utf16(&units).ok()?;
    Some(text.trim_start_matches('\u{FEFF}').to_owned())
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn both_orders() {
        assert_eq!(decoded(b"\xFF\xFEa\0\n\0").as_deref(), Some("a\n"));
        assert_eq!(decoded(b"\xFE\xFF\0a").as_deref(), Some("a"));
        assert_eq!(decoded(b"\0a\0b").as_deref(), Some("ab"));
        assert_eq!(decoded(b"\xFF\xFE\x00\xD8"), None);
    }
}
