//! The kind of a file, where a text was expected: a gzip, an image, a web page, UTF-16.
//!
//! People save `robots.txt.gz` without unpacking it, or get the server's error page. Crawlers find
//! no rule in such a file, so every URL would be allowed, and a comparison with it would be
//! meaningless. Known formats are found by their first bytes. Other binary data is found by its
//! share of bytes that no text has. Only the first 8 KiB are looked at.

use std::fmt;

/// Names the kind of a file, as its first bytes show it.
///
/// # Example
///
/// ```
/// use gatepost_report::ContentKind;
///
/// assert_eq!(ContentKind::of(b"User-agent: *\n"), ContentKind::Text);
/// assert_eq!(ContentKind::of(b"\n<!DOCTYPE html>\n"), ContentKind::Html);
/// assert_eq!(ContentKind::of(b"%PDF-1.7\n").to_string(), "a PDF document");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ContentKind {
    /// Text, as far as bytes show: any encoding that has ASCII for ASCII.
    Text,
    /// Text in UTF-16, the lower byte first.
    Utf16Le,
    /// Text in UTF-16, the higher byte first.
    Utf16Be,
    /// A web page.
    Html,
    /// XML that is not a web page.
    Xml,
    /// Data compressed with gzip.
    Gzip,
    /// A ZIP archive, or what is one inside: a spreadsheet.
    Zip,
    /// Data compressed in another way.
    Compressed,
    /// A PDF document.
    Pdf,
    /// An image.
    Image,
    /// Other data that is not text.
    Binary,
}

/// The number of bytes that are looked at.
const LOOKED_AT: usize = 8 * 1024;

/// The first bytes of known formats.
const STARTS: &[(&[u8], ContentKind)] = &[
    (b"\x1F\x8B", ContentKind::Gzip),
    (b"PK\x03\x04", ContentKind::Zip),
    (b"PK\x05\x06", ContentKind::Zip),
    (b"BZh", ContentKind::Compressed),
    (b"\x28\xB5\x2F\xFD", ContentKind::Compressed),
    (b"\xFD7zXZ\0", ContentKind::Compressed),
    (b"7z\xBC\xAF\x27\x1C", ContentKind::Compressed),
    (b"Rar!\x1A\x07", ContentKind::Compressed),
    (b"%PDF-", ContentKind::Pdf),
    (b"\x89PNG\r\n\x1A\n", ContentKind::Image),
    (b"\xFF\xD8\xFF", ContentKind::Image),
    (b"GIF87a", ContentKind::Image),
    (b"GIF89a", ContentKind::Image),
    (b"\0\0\x01\0", ContentKind::Image),
    (b"\x7FELF", ContentKind::Binary),
];

/// The first bytes of a web page, in lower case.
const PAGE_STARTS: &[&[u8]] = &[b"<!doctype html", b"<html", b"<head", b"<body", b"<script"];

impl ContentKind {
    /// Determines the kind of a file from its first bytes.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_report::ContentKind;
    ///
    /// assert_eq!(ContentKind::of(b"\x1F\x8B\x08\0"), ContentKind::Gzip);
    /// assert_eq!(ContentKind::of(b"\xFF\xFEU\0s\0e\0r\0"), ContentKind::Utf16Le);
    /// assert_eq!(ContentKind::of(b""), ContentKind::Text);
    /// ```
    #[must_use]
    pub fn of(bytes: &[u8]) -> ContentKind {
        let start = &bytes[..bytes.len().min(LOOKED_AT)];
        if let Some((_, kind)) = STARTS.iter().find(|(magic, _)| start.starts_with(magic)) {
            return *kind;
        }
        if start.starts_with(b"RIFF") && start.get(8..12) == Some(b"WEBP") {
            return ContentKind::Image;
        }
        if let Some(kind) = utf_16(start) {
            return kind;
        }
        let text = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start).trim_ascii_start();
        let begins = |with: &[u8]| {
            text.get(..with.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(with))
        };
        match () {
            () if PAGE_STARTS.iter().any(|page| begins(page)) => ContentKind::Html,
            () if begins(b"<?xml") && has_html(text) => ContentKind::Html,
            () if begins(b"<?xml") || begins(b"<urlset") || begins(b"<sitemapindex") => {
                ContentKind::Xml
            }
            () if is_binary(start) => ContentKind::Binary,
            () => ContentKind::Text,
        }
    }

    /// Returns whether no line of the file can be read as text.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_report::ContentKind;
    ///
    /// assert!(ContentKind::Gzip.is_binary() && !ContentKind::Html.is_binary());
    /// ```
    #[must_use]
    pub fn is_binary(self) -> bool {
        use ContentKind::{Binary, Compressed, Gzip, Image, Pdf, Zip};
        matches!(self, Gzip | Zip | Compressed | Pdf | Image | Binary)
    }

    /// Returns whether the file is UTF-16, in either order.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_report::ContentKind;
    ///
    /// assert!(ContentKind::of(b"\xFE\xFF\0a").is_utf_16());
    /// ```
    #[must_use]
    pub fn is_utf_16(self) -> bool {
        matches!(self, ContentKind::Utf16Le | ContentKind::Utf16Be)
    }

    /// Returns advice on what to do with a file that is not text, if there is any.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_report::ContentKind;
    ///
    /// assert_eq!(ContentKind::Gzip.help(), Some("unpack it first: `gunzip -c FILE > robots.txt`"));
    /// assert_eq!(ContentKind::Image.help(), None);
    /// ```
    #[must_use]
    pub fn help(self) -> Option<&'static str> {
        match self {
            ContentKind::Gzip => Some("unpack it first: `gunzip -c FILE > robots.txt`"),
            ContentKind::Zip => {
                Some("unpack it first; save the sheet of a spreadsheet as CSV (UTF-8)")
            }
            ContentKind::Compressed => Some("unpack it first"),
            _ => None,
        }
    }
}

/// Names the kind: `a PDF document`.
impl fmt::Display for ContentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ContentKind::Text => "text",
            ContentKind::Utf16Le | ContentKind::Utf16Be => "UTF-16 text",
            ContentKind::Html => "a web page",
            ContentKind::Xml => "XML",
            ContentKind::Gzip => "gzip-compressed data",
            ContentKind::Zip => "a ZIP archive or a spreadsheet",
            ContentKind::Compressed => "compressed data",
            ContentKind::Pdf => "a PDF document",
            ContentKind::Image => "an image",
            ContentKind::Binary => "binary data",
        })
    }
}

/// Finds UTF-16 by its byte order mark, or by zeros in every other byte only.
fn utf_16(start: &[u8]) -> Option<ContentKind> {
    match start {
        [0xFF, 0xFE, ..] => return Some(ContentKind::Utf16Le),
        [0xFE, 0xFF, ..] => return Some(ContentKind::Utf16Be),
        _ => {}
    }
    let start = &start[..start.len().min(200)];
    if start.len() < 8 {
        return None;
    }
    let zeros = |from: usize| start.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count();
    let half = start.len() / 2;
    match (zeros(0), zeros(1)) {
        (first, second) if second * 10 >= half * 9 && first * 10 <= half => {
            Some(ContentKind::Utf16Le)
        }
        (first, second) if first * 10 >= half * 9 && second * 10 <= half => {
            Some(ContentKind::Utf16Be)
        }
        _ => None,
    }
}

/// Returns whether XML is a web page.
fn has_html(text: &[u8]) -> bool {
    let text = text[..text.len().min(1024)].to_ascii_lowercase();
    let has = |part: &[u8]| text.windows(part.len()).any(|window| window == part);
    has(b"<html") || has(b"<!doctype html")
}

/// Returns whether a file has more control characters than a text. A text in another encoding than
/// UTF-8 may have many invalid bytes, but then it has no control characters.
fn is_binary(start: &[u8]) -> bool {
    let is_control =
        |byte: &u8| byte.is_ascii_control() && !matches!(byte, b'\t'..=b'\r' | 0x1A | 0x1B);
    let controls = start.iter().filter(|byte| is_control(byte)).count();
    let invalid: usize = start.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
    let all = start.len();
    controls >= 4
        && (controls * 10 >= all * 3 || (controls * 40 >= all && (controls + invalid) * 5 >= all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_by_their_first_bytes() {
        let noise: Vec<u8> =
            (0..4000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        let utf_16 = |text: &str, order: fn(u16) -> [u8; 2]| -> Vec<u8> {
            text.encode_utf16().flat_map(order).collect()
        };
        let file = "User-agent: *\nDisallow: /\n";
        let cases: &[(&[u8], ContentKind)] = &[
            (b"", ContentKind::Text),
            (b"\0", ContentKind::Text),
            (b"User-agent: *\nDisallow: /\x1b[31m\n", ContentKind::Text),
            (b"User-agent: *\r\0Disallow: /\0\n", ContentKind::Text),
            (
                "# \u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}\nUser-agent: *\n".as_bytes(),
                ContentKind::Text,
            ),
            // The same in Windows-1251: not UTF-8, and yet text.
            (b"# \xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0\nUser-agent: *\n", ContentKind::Text),
            (b"\x1F\x8B\x08\0\0\0\0\0", ContentKind::Gzip),
            (b"PK\x03\x04\x14\0", ContentKind::Zip),
            (b"%PDF-1.4", ContentKind::Pdf),
            (b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR", ContentKind::Image),
            (b"\xFF\xD8\xFF\xE0\0\x10JFIF", ContentKind::Image),
            (b"RIFF\x10\0\0\0WEBPVP8 ", ContentKind::Image),
            (b"\xEF\xBB\xBF\n <HTML>", ContentKind::Html),
            (b"<!DocType html>", ContentKind::Html),
            (b"<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC>", ContentKind::Html),
            (b"<?xml version=\"1.0\"?>\n<urlset>", ContentKind::Xml),
            (b"User-agent: *\n<html>", ContentKind::Text),
            (&[0; 100], ContentKind::Binary),
            (&noise, ContentKind::Binary),
        ];
        for (bytes, kind) in cases {
            assert_eq!(ContentKind::of(bytes), *kind, "{:?}", bytes.escape_ascii().to_string());
        }
        for mark in ["", "\u{FEFF}"] {
            let text = mark.to_owned() + file;
            assert_eq!(ContentKind::of(&utf_16(&text, u16::to_le_bytes)), ContentKind::Utf16Le);
            assert_eq!(ContentKind::of(&utf_16(&text, u16::to_be_bytes)), ContentKind::Utf16Be);
        }
    }
}
