//! Places in a file: bytes for machines, lines and columns for people.
//!
//! Lines end at LF, CR or CRLF, as in robots.txt. Columns are in characters, and a byte order mark
//! has no column.

use std::ops::Range;

use gatepost_lint::LineIndex;
use serde::Serialize;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Place {
    /// The byte at which the place starts, from 0.
    pub start: usize,
    /// The byte before which the place ends.
    pub end: usize,
    /// The line on which the place starts, from 1.
    pub line: usize,
    /// The character of that line at which the place starts, from 1.
    pub column: usize,
}

/// Words about a place in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Label {
    /// The place.
    pub place: Place,
    /// Whether this is the place that the report is about.
    pub is_primary: bool,
    /// The words.
    pub text: String,
}

/// Finds the places of a file.
///
/// # Example
///
/// ```
/// use gatepost_report::Places;
///
/// let places = Places::new(b"User-agent: *\nDisallow: /\n");
/// let place = places.at(24..25);
/// assert_eq!((place.line, place.column), (2, 11));
/// ```
#[derive(Clone, Debug)]
pub struct Places<'f> {
    positions: LineIndex<'f>,
}

impl<'f> Places<'f> {
    /// Indexes the lines of a file.
    ///
    /// # Example
    ///
    /// ```
    /// let places = gatepost_report::Places::new(b"a\rb");
    /// assert_eq!(places.at(2..3).line, 2);
    /// ```
    #[must_use]
    pub fn new(bytes: &'f [u8]) -> Places<'f> {
        Places { positions: LineIndex::new(bytes) }
    }

    /// Returns the place of a span of bytes.
    ///
    /// # Example
    ///
    /// ```
    /// let places = gatepost_report::Places::new(b"Disallow: /\n");
    /// assert_eq!(places.at(10..11).column, 11);
    /// ```
    #[must_use]
    pub fn at(&self, span: Range<usize>) -> Place {
        let (line, column) = self.positions.line_column(span.start);
        Place { start: span.start, end: span.end, line, column }
    }

    /// Makes a label for a span of bytes.
    ///
    /// # Example
    ///
    /// ```
    /// let places = gatepost_report::Places::new(b"Disallow: /\n");
    /// let label = places.label(10..11, true, "this rule decides");
    /// assert_eq!(label.place.line, 1);
    /// ```
    #[must_use]
    pub fn label(&self, span: Range<usize>, is_primary: bool, text: impl Into<String>) -> Label {
        Label { place: self.at(span), is_primary, text: text.into() }
    }
}
