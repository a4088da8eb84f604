//! Lines and columns of byte offsets in a file, and back.
//!
//! LF, CR and CRLF end a line, as in RFC 9309. (The `line-index` crate of rust-analyzer does not
//! fit: it needs valid UTF-8 and only recognises LF.) Finding the line of an offset is a binary
//! search; finding the column reads the line up to there.
//!
//! # Columns
//!
//! - For people ([`LineIndex::line_column`]) both numbers start at 1 and columns count characters.
//!   A byte order mark at the start of the file is not counted, since no editor shows it.
//! - For protocols ([`LineIndex::position`]) both start at 0 and columns count UTF-8 bytes or
//!   UTF-16 code units. A byte order mark is counted, since it is part of the text.
//!
//! Bytes that are not UTF-8 count as one character each for people; in UTF-16 they count as
//! U+FFFD, as in the text that `String::from_utf8_lossy` makes of them.

/// Converts between byte offsets of a file and lines with columns.
///
/// # Example
///
/// ```
/// use gatepost_lint::{ColumnEncoding, LineIndex, Position};
///
/// let index = LineIndex::new("Allow: /\u{e9}a\rDisallow: /\n".as_bytes());
/// // The first line is 11 bytes, but 10 characters long.
/// assert_eq!(index.line_column(10), (1, 10));
/// assert_eq!(index.line_column(12), (2, 1));
/// assert_eq!(index.position(12, ColumnEncoding::Utf16), Position::new(1, 0));
/// ```
#[derive(Clone, Debug)]
pub struct LineIndex<'f> {
    bytes: &'f [u8],
    starts: Vec<usize>,
}

/// A line and a column of a text document, both counted from 0.
///
/// # Example
///
/// ```
/// use gatepost_lint::Position;
///
/// assert!(Position::new(0, 9) < Position::new(1, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Position {
    /// The line, from 0.
    pub line: usize,
    /// The column, from 0, in the units of a [`ColumnEncoding`].
    pub column: usize,
}

/// The unit of the columns of a [`Position`].
///
/// # Example
///
/// ```
/// use gatepost_lint::{ColumnEncoding, LineIndex};
///
/// let index = LineIndex::new("/\u{1f980}x".as_bytes());
/// assert_eq!(index.position(5, ColumnEncoding::Utf8).column, 5);
/// assert_eq!(index.position(5, ColumnEncoding::Utf16).column, 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum ColumnEncoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, the default of the Language Server Protocol.
    Utf16,
}

impl Position {
    /// Creates a position from a line and a column, both counted from 0.
    ///
    /// # Example
    ///
    /// ```
    /// assert_eq!(gatepost_lint::Position::new(2, 7).line, 2);
    /// ```
    #[must_use]
    pub const fn new(line: usize, column: usize) -> Position {
        Position { line, column }
    }
}

impl<'f> LineIndex<'f> {
    /// Finds the lines of a file.
    ///
    /// # Example
    ///
    /// ```
    /// let index = gatepost_lint::LineIndex::new(b"Allow: /\r\nDisallow: /a\n");
    /// assert_eq!(index.line_column(10), (2, 1));
    /// ```
    #[must_use]
    pub fn new(bytes: &'f [u8]) -> LineIndex<'f> {
        let is_end = |at: usize| match bytes[at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let ends = (0..bytes.len()).filter(|at| is_end(*at)).map(|at| at + 1);
        LineIndex { bytes, starts: std::iter::once(0).chain(ends).collect() }
    }

    /// Returns the line and the column of a byte for people: both from 1, in characters, without a
    /// byte order mark. An offset past the end of the file is treated as its end.
    ///
    /// # Example
    ///
    /// ```
    /// let index = gatepost_lint::LineIndex::new("\u{feff}Allow: /\n".as_bytes());
    /// assert_eq!(index.line_column(3), (1, 1));
    /// ```
    #[must_use]
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let line = self.line_of(offset);
        let before = self.before(line, offset);
        let mark: &[u8] = if line == 0 { b"\xEF\xBB\xBF" } else { b"" };
        let before = before.strip_prefix(mark).unwrap_or(before);
        let characters =
            before.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len());
        (line + 1, characters.sum::<usize>() + 1)
    }

    /// Returns the position of a byte for a protocol: both numbers from 0, with a byte order mark
    /// counted. An offset past the end of the file is treated as its end.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_lint::{ColumnEncoding, LineIndex, Position};
    ///
    /// let index = LineIndex::new("Allow: /\u{e9}a\n".as_bytes());
    /// assert_eq!(index.position(10, ColumnEncoding::Utf8), Position::new(0, 10));
    /// assert_eq!(index.position(10, ColumnEncoding::Utf16), Position::new(0, 9));
    /// ```
    #[must_use]
    pub fn position(&self, offset: usize, encoding: ColumnEncoding) -> Position {
        let line = self.line_of(offset);
        let before = self.before(line, offset);
        let column = match encoding {
            ColumnEncoding::Utf8 => before.len(),
            ColumnEncoding::Utf16 => {
                String::from_utf8_lossy(before).chars().map(char::len_utf16).sum()
            }
        };
        Position { line, column }
    }

    /// Returns the offset of a position; `None` if the file has no such line.
    ///
    /// A column past the end of the line is treated as its end, and a column within a character as
    /// the start of that character, as the Language Server Protocol asks.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_lint::{ColumnEncoding, LineIndex, Position};
    ///
    /// let index = LineIndex::new("Allow: /\u{e9}a\n".as_bytes());
    /// assert_eq!(index.offset(Position::new(0, 9), ColumnEncoding::Utf16), Some(10));
    /// assert_eq!(index.offset(Position::new(0, 99), ColumnEncoding::Utf16), Some(11));
    /// assert_eq!(index.offset(Position::new(2, 0), ColumnEncoding::Utf16), None);
    /// ```
    #[must_use]
    pub fn offset(&self, position: Position, encoding: ColumnEncoding) -> Option<usize> {
        let start = *self.starts.get(position.line)?;
        let next = self.starts.get(position.line + 1).copied().unwrap_or(self.bytes.len());
        let line = &self.bytes[start..next];
        let ends = line.iter().rev().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let line = &line[..line.len() - ends];
        let (mut offset, mut column) = (0, 0);
        // A character of the text, or a run of bytes that is U+FFFD there.
        for (bytes, units) in characters(line) {
            column += match encoding {
                ColumnEncoding::Utf8 => bytes,
                ColumnEncoding::Utf16 => units,
            };
            if column > position.column {
                break;
            }
            offset += bytes;
        }
        Some(start + offset)
    }

    /// Returns the line of an offset, from 0.
    fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset) - 1
    }

    /// Returns the bytes of a line before an offset.
    fn before(&self, line: usize, offset: usize) -> &'f [u8] {
        &self.bytes[self.starts[line]..offset.min(self.bytes.len())]
    }
}

/// Returns the length of each character in bytes and in UTF-16 code units.
fn characters(line: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    line.utf8_chunks().flat_map(|chunk| {
        let valid = chunk.valid().chars().map(|c| (c.len_utf8(), c.len_utf16()));
        let invalid = Some((chunk.invalid().len(), 1)).filter(|(bytes, _)| *bytes > 0);
        valid.chain(invalid)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [ColumnEncoding; 2] = [ColumnEncoding::Utf8, ColumnEncoding::Utf16];

    /// Finds line and column by definition: cuts the text before the offset at its line ends, and
    /// counts.
    fn naive(text: &str, offset: usize, encoding: ColumnEncoding) -> Position {
        let before = text[..offset].replace("\r\n", "\n").replace('\r', "\n");
        let (line, last) = (before.matches('\n').count(), before.rsplit('\n').next().unwrap());
        match encoding {
            ColumnEncoding::Utf8 => Position::new(line, last.len()),
            ColumnEncoding::Utf16 => Position::new(line, last.encode_utf16().count()),
        }
    }

    #[test]
    fn every_offset_there_and_back() {
        let text = "\u{feff}a\u{e9}\r\n\n\u{1f980}x\r\ry\u{4e00}\n\n";
        let index = LineIndex::new(text.as_bytes());
        for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
            // Between CR and LF is no position.
            if text[..offset].ends_with('\r') && text[offset..].starts_with('\n') {
                continue;
            }
            for encoding in BOTH {
                let position = index.position(offset, encoding);
                assert_eq!(position, naive(text, offset, encoding), "{offset}");
                assert_eq!(index.offset(position, encoding), Some(offset), "{position:?}");
            }
        }
    }

    #[test]
    fn columns_within_a_character_and_past_the_end() {
        let index = LineIndex::new("\u{1f980}x\r\ny".as_bytes());
        let offset = |line, column, encoding| index.offset(Position::new(line, column), encoding);
        assert_eq!(offset(0, 1, ColumnEncoding::Utf16), Some(0));
        assert_eq!(offset(0, 3, ColumnEncoding::Utf8), Some(0));
        assert_eq!(offset(0, 9, ColumnEncoding::Utf8), Some(5));
        assert_eq!(offset(1, 9, ColumnEncoding::Utf16), Some(8));
        assert_eq!(offset(2, 0, ColumnEncoding::Utf16), None);
    }

    #[test]
    fn bytes_that_are_not_utf_8() {
        // A broken sequence of two bytes, and one byte: two U+FFFD, three characters for people.
        let bytes = b"\xE4\xB8a\xFFb";
        let index = LineIndex::new(bytes);
        let lossy = String::from_utf8_lossy(bytes).encode_utf16().count();
        assert_eq!(index.position(5, ColumnEncoding::Utf16).column, lossy);
        assert_eq!(index.line_column(4), (1, 5));
        assert_eq!(index.offset(Position::new(0, 3), ColumnEncoding::Utf16), Some(4));
    }

    #[test]
    fn a_byte_order_mark_is_hidden_from_people_alone() {
        let index = LineIndex::new("\u{feff}a".as_bytes());
        assert_eq!(index.line_column(3), (1, 1));
        assert_eq!(index.position(3, ColumnEncoding::Utf16), Position::new(0, 1));
        assert_eq!(index.position(3, ColumnEncoding::Utf8), Position::new(0, 3));
    }
}
