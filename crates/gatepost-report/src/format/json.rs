//! JSON: one object per line, with the fields that `docs/schema/` documents.

use serde::Serialize;

/// Writes a report as one line of JSON, without a line end.
///
/// # Example
///
/// ```
/// use gatepost::Dialect;
/// use gatepost_report::{PatternMatcher, format};
///
/// let mut matcher = PatternMatcher::new(["/a"], Dialect::RFC9309);
/// let report = &matcher.test(b"/b")?[0];
/// assert!(format::json::line(report).contains(r#""matches":false"#));
/// # Ok::<(), gatepost_report::NotAUrl>(())
/// ```
///
/// # Panics
///
/// This panics when `report` has a map whose keys are not strings, which no report has.
#[must_use]
pub fn line(report: &impl Serialize) -> String {
    serde_json::to_string(report).expect("a report is plain data")
}

/// Lays out reports, one per line.
///
/// # Example
///
/// ```
/// assert_eq!(gatepost_report::format::json::lines(["one", "two"]), b"\"one\"\n\"two\"\n");
/// ```
///
/// # Panics
///
/// This panics when a report has a map whose keys are not strings, which no report has.
#[must_use]
pub fn lines<R: Serialize>(reports: impl IntoIterator<Item = R>) -> Vec<u8> {
    let mut lines = Lines::default();
    reports.into_iter().for_each(|report| lines.push(&report));
    lines.into_bytes()
}

/// Collects reports of several kinds, or of a long list, one per line.
///
/// # Example
///
/// ```
/// use gatepost_report::format::json::Lines;
///
/// let mut lines = Lines::default();
/// lines.push(&[1, 2]);
/// assert_eq!(lines.into_bytes(), b"[1,2]\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Lines {
    bytes: Vec<u8>,
}

impl Lines {
    /// Adds a report as a line.
    ///
    /// # Example
    ///
    /// ```
    /// let mut lines = gatepost_report::format::json::Lines::default();
    /// lines.push(&"one");
    /// lines.push(&"two");
    /// assert_eq!(lines.into_bytes(), b"\"one\"\n\"two\"\n");
    /// ```
    ///
    /// # Panics
    ///
    /// This panics when `report` has a map whose keys are not strings, which no report has.
    pub fn push(&mut self, report: &impl Serialize) {
        serde_json::to_writer(&mut self.bytes, report).expect("a report is plain data");
        self.bytes.push(b'\n');
    }

    /// Returns the lines.
    ///
    /// # Example
    ///
    /// ```
    /// let lines = gatepost_report::format::json::Lines::default();
    /// assert!(lines.into_bytes().is_empty());
    /// ```
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
