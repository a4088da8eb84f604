//! What a rule finds: where, what is wrong, the URL that shows it, and what to do.
//!
//! All words are made here and in the rules; whoever shows a finding only lays it out.

use std::fmt;
use std::ops::Range;

use crate::fix::Fix;
use crate::rule::Meta;
use crate::severity::Severity;

/// One mistake at one place.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// The name of the rule that found it.
    pub rule: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// The place, in bytes of the file.
    pub span: Range<usize>,
    /// What is wrong, in one line that makes sense alone.
    pub message: String,
    /// What there is to say about other places, and about the place itself.
    pub labels: Vec<Label>,
    /// Why, on whose authority, and what else to know.
    pub notes: Vec<String>,
    /// A URL that shows it.
    pub example: Option<Example>,
    /// How to mend it.
    pub fix: Option<Fix>,
}

/// A few words about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Label {
    /// The place, in bytes of the file.
    pub span: Range<usize>,
    /// The words.
    pub text: String,
}

/// A path, and what the file says about it to a crawler. The ordinary matcher was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Example {
    /// Path and query, as they may stand in a URL.
    pub path: String,
    /// Who asks, in words: `every crawler`, `Googlebot`.
    pub crawler: String,
    /// Whether it is allowed.
    pub is_allowed: bool,
    /// The line of the rule that decides; none where no rule does.
    pub line: Option<usize>,
}

impl Finding {
    /// A finding at a place.
    pub(crate) fn new(meta: &Meta, span: Range<usize>, message: impl Into<String>) -> Finding {
        Finding {
            rule: meta.name,
            severity: meta.severity,
            span,
            message: message.into(),
            labels: Vec::new(),
            notes: Vec::new(),
            example: None,
            fix: None,
        }
    }

    /// The same with another severity than its rule has.
    pub(crate) fn severity(mut self, severity: Severity) -> Finding {
        self.severity = severity;
        self
    }

    pub(crate) fn label(mut self, span: Range<usize>, text: impl Into<String>) -> Finding {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    pub(crate) fn note(mut self, note: impl Into<String>) -> Finding {
        self.notes.push(note.into());
        self
    }

    pub(crate) fn example(mut self, example: impl Into<Option<Example>>) -> Finding {
        self.example = example.into();
        self
    }

    pub(crate) fn fix(mut self, fix: impl Into<Option<Fix>>) -> Finding {
        self.fix = fix.into();
        self
    }
}

impl fmt::Display for Example {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answer = if self.is_allowed { "allowed" } else { "disallowed" };
        write!(f, "`{}` is {answer} for {}", self.path, self.crawler)?;
        match self.line {
            Some(line) => write!(f, ", by line {line}"),
            None => write!(f, ", since no rule matches"),
        }
    }
}
