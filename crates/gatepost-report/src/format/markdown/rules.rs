//! What the linter looks for, as a table.

use super::{cell, table};
use crate::RuleReport;

/// Lays out the rules of the linter, each with a link to its page.
///
/// # Example
///
/// ```
/// use gatepost_report::{format, lint_rules};
///
/// let text = format::markdown::rules(lint_rules());
/// assert!(text.contains("\n| [dead-rule]("));
/// ```
#[must_use]
pub fn rules(rules: impl IntoIterator<Item = RuleReport>) -> String {
    let row = |rule: RuleReport| {
        vec![
            format!("[{}]({})", rule.rule, rule.page),
            rule.severity.to_string(),
            if rule.fixes { "yes" } else { "no" }.to_owned(),
            cell(&rule.summary),
        ]
    };
    table(&["rule", "severity", "fixes", "finds"], rules.into_iter().map(row))
}
