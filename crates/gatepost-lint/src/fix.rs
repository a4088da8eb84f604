//! Edits that mend a finding, and what they do to verdicts.
//!
//! A rule proposes the edits. What they do to verdicts no rule may claim: that is proved, in
//! `safety.rs`.

use std::ops::Range;

use crate::file::File;
use crate::safety::{self, Safety};

/// How to mend a finding.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fix {
    /// What it does, as an instruction: "write `/private/`".
    pub title: String,
    /// What is put in place of what. They do not overlap, and are in the order of the file.
    pub edits: Vec<Edit>,
    /// What it does to verdicts, by proof.
    pub safety: Safety,
}

/// One text put in place of another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edit {
    /// What is replaced, in bytes of the file.
    pub span: Range<usize>,
    /// What stands there afterwards.
    pub text: Vec<u8>,
}

impl Fix {
    /// A fix with one edit; what it does to verdicts is proved now.
    pub(crate) fn new(
        file: &File<'_>,
        title: impl Into<String>,
        span: Range<usize>,
        text: impl Into<Vec<u8>>,
    ) -> Fix {
        Fix::of_edits(file, title, vec![Edit::new(span, text)])
    }

    /// A fix with several edits that do not overlap.
    pub(crate) fn of_edits(file: &File<'_>, title: impl Into<String>, mut edits: Vec<Edit>) -> Fix {
        edits.sort_by_key(|edit| edit.span.start);
        let safety = safety::of_edits(file, &edits);
        Fix { title: title.into(), edits, safety }
    }

    /// The file with this fix.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_lint::{Config, lint};
    ///
    /// let file = b"User-agent: *\nDisallow: private/\n";
    /// let findings = lint(file, &Config::default()).findings;
    /// let fix = findings[0].fix.as_ref().unwrap();
    /// assert_eq!(fix.apply(file), b"User-agent: *\nDisallow: /private/\n");
    /// ```
    pub fn apply(&self, bytes: &[u8]) -> Vec<u8> {
        apply(bytes, &self.edits)
    }
}

impl Edit {
    pub(crate) fn new(span: Range<usize>, text: impl Into<Vec<u8>>) -> Edit {
        Edit { span, text: text.into() }
    }
}

/// The file with edits that do not overlap and are in the order of the file.
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
