//! Every rule there is, one file each.

mod byte_order_mark;
mod dead_rule;
mod missing_leading_slash;
mod misspelt_key;
mod trailing_star;
mod unused_ignore;

use crate::rule::Rule;

pub(crate) use unused_ignore::unused as unused_ignores;

/// All rules, by name.
const ALL: &[&dyn Rule] = &[
    &byte_order_mark::ByteOrderMark,
    &dead_rule::DeadRule,
    &missing_leading_slash::MissingLeadingSlash,
    &misspelt_key::MisspeltKey,
    &trailing_star::TrailingStar,
    &unused_ignore::UnusedIgnore,
];

/// All rules, in the order of their names.
///
/// # Example
///
/// ```
/// let names: Vec<_> = gatepost_lint::rules().iter().map(|rule| rule.meta().name).collect();
/// assert!(names.contains(&"dead-rule") && names.is_sorted());
/// ```
pub fn all() -> &'static [&'static dyn Rule] {
    ALL
}

/// The rule of a name.
///
/// # Example
///
/// ```
/// assert!(gatepost_lint::rule("dead-rule").is_some());
/// assert!(gatepost_lint::rule("no-dead-rules").is_none());
/// ```
pub fn rule(name: &str) -> Option<&'static dyn Rule> {
    ALL.iter().copied().find(|rule| rule.meta().name == name)
}
