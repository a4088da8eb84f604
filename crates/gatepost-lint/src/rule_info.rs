//! The description of a lint rule: name, severity, version and documentation.

use crate::severity::Severity;

/// Describes a lint rule: its name, its usual severity and its documentation.
///
/// [`rules()`](crate::rules()) lists them all, and [`rule()`](crate::rule()) finds one by name.
///
/// # Example
///
/// ```
/// use gatepost_lint::{Severity, rule};
///
/// let info = rule("missing-leading-slash").unwrap();
/// assert_eq!(info.severity, Severity::Error);
/// assert_eq!(info.since, "0.1.0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct RuleInfo {
    /// The name of the rule, which states the mistake: `missing-leading-slash`.
    pub name: &'static str,
    /// The first version of Gatepost that has the rule.
    pub since: &'static str,
    /// The severity of its findings, unless a finding or the configuration sets another.
    pub severity: Severity,
    /// The documentation of the rule in Markdown, without a title.
    pub page: &'static str,
}

impl RuleInfo {
    pub(crate) const fn new(
        name: &'static str,
        since: &'static str,
        severity: Severity,
        page: &'static str,
    ) -> RuleInfo {
        RuleInfo { name, since, severity, page }
    }

    /// Returns the first paragraph of the documentation as one line.
    ///
    /// # Example
    ///
    /// ```
    /// let summary = gatepost_lint::rule("missing-leading-slash").unwrap().summary();
    /// assert!(summary.contains("neither `/` nor `*`"));
    /// ```
    #[must_use]
    pub fn summary(&self) -> String {
        let paragraph = self.page.split("\n\n").next().unwrap_or_default();
        let lines = paragraph.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        lines.collect::<Vec<_>>().join(" ").trim().to_owned()
    }
}
