//! Lines and columns of places in a file.

/// Where each line of a file starts.
///
/// # Example
///
/// ```
/// use gatepost_lint::Positions;
///
/// let positions = Positions::new("Allow: /\u{e9}a\rDisallow: /\n".as_bytes());
/// // Columns count characters.
/// assert_eq!(positions.at(10), (1, 10));
/// assert_eq!(positions.at(12), (2, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Positions<'f> {
    bytes: &'f [u8],
    starts: Vec<usize>,
}

impl<'f> Positions<'f> {
    /// Finds the lines of a file: LF, CR and CRLF end one.
    pub fn new(bytes: &'f [u8]) -> Positions<'f> {
        let is_end = |at: usize| match bytes[at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let ends = (0..bytes.len()).filter(|at| is_end(*at)).map(|at| at + 1);
        Positions { bytes, starts: std::iter::once(0).chain(ends).collect() }
    }

    /// The line of a byte and its column, both from 1. Columns count characters; a byte that is
    /// part of none counts as one, and a byte order mark at the start does not.
    pub fn at(&self, offset: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts[line - 1];
        let before = &self.bytes[start..offset.min(self.bytes.len())];
        let before = if start == 0 {
            before.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(before)
        } else {
            before
        };
        let characters =
            before.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len());
        (line, characters.sum::<usize>() + 1)
    }
}
