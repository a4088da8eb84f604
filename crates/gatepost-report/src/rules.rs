//! The rules of the linter.

use gatepost_lint::{RuleInfo, Severity};
use serde::Serialize;

use crate::rule_page;

/// Describes a lint rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RuleReport {
    /// The name of the rule, as in findings, gatepost.toml and comments.
    pub rule: &'static str,
    /// The severity of the rule, unless gatepost.toml sets another: error, warning or info.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub severity: Severity,
    /// Whether the rule offers fixes for some of its findings.
    pub fixes: bool,
    /// The first version with the rule.
    pub since: &'static str,
    /// The mistake that the rule finds.
    pub summary: String,
    /// The address of the page about the rule.
    pub page: String,
}

/// Lists the rules of the linter.
///
/// # Example
///
/// ```
/// assert!(gatepost_report::lint_rules().any(|rule| rule.rule == "dead-rule"));
/// ```
pub fn lint_rules() -> impl Iterator<Item = RuleReport> {
    gatepost_lint::rules().map(|rule: &RuleInfo| RuleReport {
        rule: rule.name,
        severity: rule.severity,
        fixes: rule.has_fixes(),
        since: rule.since,
        summary: rule.summary(),
        page: rule_page(rule.name),
    })
}
