//! What a lint rule is: its page, its name, and what it looks at.
//!
//! A rule is one file in `rules/`. Its doc comment is its page: [`declare_rule!`] keeps the text, so
//! that `--explain`, `docs/lints/` and the tests of the examples all read the same words.

use crate::file::File;
use crate::finding::Finding;
use crate::severity::Severity;

/// One kind of mistake, and how to find it.
pub trait Rule: Sync {
    /// What it is called, how much it matters, and its page.
    fn meta(&self) -> &'static Meta;

    /// Finds each place where the mistake is made.
    fn check(&self, file: &File<'_>) -> Vec<Finding>;
}

/// What is known about a rule without running it.
///
/// # Example
///
/// ```
/// use gatepost_lint::{Severity, rule};
///
/// let meta = rule("missing-leading-slash").unwrap().meta();
/// assert_eq!(meta.severity, Severity::Error);
/// assert_eq!(meta.summary(), "A pattern that starts with neither `/` nor `*`.");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Meta {
    /// Its name, which states the mistake: `missing-leading-slash`.
    pub name: &'static str,
    /// The version that first had it.
    pub since: &'static str,
    /// How much its findings matter, unless a finding or the configuration says otherwise.
    pub severity: Severity,
    /// Its page, in Markdown, without the title.
    pub page: &'static str,
}

impl Meta {
    pub(crate) const fn new(
        name: &'static str,
        since: &'static str,
        severity: Severity,
        page: &'static str,
    ) -> Meta {
        Meta { name, since, severity, page }
    }

    /// The first paragraph of its page, in one line.
    pub fn summary(&self) -> String {
        let paragraph = self.page.split("\n\n").next().unwrap_or_default();
        let lines = paragraph.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        lines.collect::<Vec<_>>().join(" ").trim().to_owned()
    }
}

/// Declares the type of a rule, with its doc comment as its page.
macro_rules! declare_rule {
    (
        $(#[doc = $doc:expr])*
        $rule:ident { name: $name:literal, since: $since:literal, severity: $severity:ident }
    ) => {
        $(#[doc = $doc])*
        pub(crate) struct $rule;

        impl $rule {
            const META: $crate::Meta = $crate::Meta::new(
                $name,
                $since,
                $crate::Severity::$severity,
                concat!($($doc, "\n"),*),
            );
        }
    };
}

pub(crate) use declare_rule;
