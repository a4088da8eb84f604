//! A finding: the place of a mistake, a message, a URL that shows the mistake, and a fix.
//!
//! A finding is data. All of its words are made here and in the rules, so that the command line, an
//! editor and a web page say the same; they only lay it out.

use std::fmt;
use std::ops::Range;

use crate::fix::Fix;
use crate::rule_info::RuleInfo;
use crate::severity::Severity;

/// One mistake at one place in a file.
///
/// # Example
///
/// ```
/// use gatepost_lint::{Config, Severity, lint};
///
/// let file = b"User-agent: *\nDisallow: private/\n";
/// let finding = &lint(file, &Config::default()).findings[0];
/// assert_eq!(finding.rule, "missing-leading-slash");
/// assert_eq!(finding.severity, Severity::Error);
/// assert_eq!(&file[finding.span.clone()], b"private/");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The name of the rule that made the finding.
    pub rule: &'static str,
    /// The severity of the mistake.
    pub severity: Severity,
    /// The place of the mistake, in bytes of the file.
    pub span: Range<usize>,
    /// The mistake, in one line that makes sense alone.
    pub message: String,
    /// Remarks about other places in the file, or about the place itself.
    pub labels: Vec<Label>,
    /// Reasons, sources and anything else worth knowing.
    pub notes: Vec<String>,
    /// A URL that shows the mistake, if there is one.
    pub example: Option<Example>,
    /// A fix, if there is one.
    pub fix: Option<Fix>,
}

/// A remark about a place in the file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Label {
    /// The place, in bytes of the file.
    pub span: Range<usize>,
    /// The remark.
    pub text: String,
}

/// A path and the verdict that a crawler gets for it, confirmed by the ordinary matcher.
///
/// # Example
///
/// ```
/// use gatepost_lint::{Config, lint};
///
/// let file = b"User-agent: *\nDisallow: private/\n";
/// let example = lint(file, &Config::default()).findings.remove(0).example.unwrap();
/// assert_eq!(
///     example.to_string(),
///     "`/private/` is allowed for every crawler, since no rule matches",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Example {
    /// Path and query, as they may stand in a URL.
    pub path: String,
    /// The crawlers that get the verdict, in words: `every crawler`, `Googlebot`.
    pub crawler: String,
    /// Whether the path is allowed.
    pub is_allowed: bool,
    /// The line of the rule that decides; `None` if no rule does.
    pub line: Option<usize>,
}

impl Finding {
    /// Creates a finding with the usual severity of its rule, and nothing else yet.
    pub(crate) fn new(rule: &RuleInfo, span: Range<usize>, message: impl Into<String>) -> Finding {
        Finding {
            rule: rule.name,
            severity: rule.severity,
            span,
            message: message.into(),
            labels: Vec::new(),
            notes: Vec::new(),
            example: None,
            fix: None,
        }
    }

    /// Replaces the severity.
    pub(crate) fn severity(mut self, severity: Severity) -> Finding {
        self.severity = severity;
        self
    }

    /// Adds a remark about a place.
    pub(crate) fn label(mut self, span: Range<usize>, text: impl Into<String>) -> Finding {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a note.
    pub(crate) fn note(mut self, note: impl Into<String>) -> Finding {
        self.notes.push(note.into());
        self
    }

    /// Sets the URL that shows the mistake.
    pub(crate) fn example(mut self, example: impl Into<Option<Example>>) -> Finding {
        self.example = example.into();
        self
    }

    /// Sets the fix.
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
