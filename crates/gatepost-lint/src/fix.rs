//! Edits that fix a finding, as data.
//!
//! A rule proposes the edits. Their effect on verdicts is proved afterwards (`grading/`), and the
//! result is recorded in [`Fix::safety`]: this file knows neither the linted file nor the prover.

use std::fmt;
use std::ops::Range;

use crate::safety::Safety;

/// A way to fix a finding.
///
/// # Example
///
/// ```
/// use gatepost_lint::{Config, Safety, lint};
///
/// let file = b"User-agent: *\nDisallow: /a/\nDisallow: /a/b/\n";
/// let finding = lint(file, &Config::default()).findings.remove(0);
/// let fix = finding.fix.unwrap();
/// assert_eq!(fix.safety, Safety::KeepsEveryAnswer);
/// assert_eq!(fix.apply(file)?, b"User-agent: *\nDisallow: /a/\n");
/// # Ok::<(), gatepost_lint::EditOutOfRange>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// The fix as an instruction: "write `/private/`".
    pub title: String,
    /// The edits, which do not overlap and are in the order of the file.
    pub edits: Vec<Edit>,
    /// The proved effect of the fix on verdicts.
    pub safety: Safety,
    /// Whether `safety` is the result of a proof yet.
    is_graded: bool,
}

/// Replaces one part of a file with another text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Edit {
    /// The part that is replaced, in bytes of the file.
    pub span: Range<usize>,
    /// The text that replaces it.
    pub text: Vec<u8>,
}

impl Fix {
    /// Proposes a fix with one edit.
    pub(crate) fn new(
        title: impl Into<String>,
        span: Range<usize>,
        text: impl Into<Vec<u8>>,
    ) -> Fix {
        Fix::of_edits(title, vec![Edit::new(span, text)])
    }

    /// Proposes a fix with several edits that do not overlap.
    pub(crate) fn of_edits(title: impl Into<String>, mut edits: Vec<Edit>) -> Fix {
        edits.sort_by_key(|edit| edit.span.start);
        Fix { title: title.into(), edits, safety: Safety::NotProved, is_graded: false }
    }

    /// Records the result of a proof, once: the first grade stays.
    pub(crate) fn graded(mut self, grade: impl FnOnce(&[Edit]) -> Safety) -> Fix {
        if !self.is_graded {
            self.safety = grade(&self.edits);
            self.is_graded = true;
        }
        self
    }

    /// Returns the file with this fix applied.
    ///
    /// # Errors
    ///
    /// This returns an error when an edit lies outside of `bytes`, which happens only if they are
    /// not the file that was linted.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_lint::{Config, lint};
    ///
    /// let file = b"User-agent: *\nDisallow: private/\n";
    /// let findings = lint(file, &Config::default()).findings;
    /// let fix = findings[0].fix.as_ref().unwrap();
    /// assert_eq!(fix.apply(file)?, b"User-agent: *\nDisallow: /private/\n");
    /// assert!(fix.apply(b"Disallow:\n").is_err());
    /// # Ok::<(), gatepost_lint::EditOutOfRange>(())
    /// ```
    pub fn apply(&self, bytes: &[u8]) -> Result<Vec<u8>, EditOutOfRange> {
        let is_outside =
            |edit: &&Edit| edit.span.start > edit.span.end || edit.span.end > bytes.len();
        let outside = self.edits.iter().find(is_outside);
        let overlapping = self.edits.windows(2).find(|two| two[0].span.end > two[1].span.start);
        match outside.or(overlapping.map(|two| &two[1])) {
            Some(edit) => Err(EditOutOfRange { span: edit.span.clone(), file_length: bytes.len() }),
            None => Ok(apply(bytes, &self.edits)),
        }
    }
}

impl Edit {
    pub(crate) fn new(span: Range<usize>, text: impl Into<Vec<u8>>) -> Edit {
        Edit { span, text: text.into() }
    }
}

/// Returns the file with edits applied that lie within it, do not overlap, and are in its order.
pub(crate) fn apply(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut edited = Vec::with_capacity(bytes.len() + 64);
    let mut from = 0;
    for edit in edits {
        edited.extend_from_slice(&bytes[from..edit.span.start]);
        edited.extend_from_slice(&edit.text);
        from = edit.span.end;
    }
    edited.extend_from_slice(&bytes[from..]);
    edited
}

/// The error returned by [`Fix::apply`].
///
/// Its message is for people and is not stable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditOutOfRange {
    span: Range<usize>,
    file_length: usize,
}

impl fmt::Display for EditOutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Range { start, end }, length) = (&self.span, self.file_length);
        write!(
            f,
            "the fix replaces bytes {start} to {end}, which do not fit a file of {length} bytes: \
             it is not the file that was linted",
        )
    }
}

impl std::error::Error for EditOutOfRange {}
