//! The interface of a lint rule: its description, and a function that finds its mistake.
//!
//! Each rule is one file in `rules/`. The doc comment of the rule is its documentation:
//! [`declare_rule!`] keeps the text, so that `--explain`, `docs/lints/` and the tests of the
//! examples all read the same words.
//!
//! The trait is private. A rule sees a file through [`File`], whose methods change whenever a rule
//! needs something new; outside the crate a rule is a [`RuleInfo`].

use crate::file::File;
use crate::finding::Finding;
use crate::rule_info::RuleInfo;

/// Has the description of a rule; [`declare_rule!`] implements it.
pub(crate) trait Described {
    fn info(&self) -> &'static RuleInfo;
}

/// Finds one kind of mistake.
pub(crate) trait LintRule: Described + Sync {
    /// Finds each place where the mistake is made.
    fn check(&self, file: &File<'_>) -> Vec<Finding>;
}

/// Declares the type of a rule, with its doc comment as its documentation.
macro_rules! declare_rule {
    (
        $(#[doc = $doc:expr])*
        $rule:ident { name: $name:literal, since: $since:literal, severity: $severity:ident }
    ) => {
        $(#[doc = $doc])*
        pub(crate) struct $rule;

        impl $rule {
            const META: $crate::rule_info::RuleInfo = $crate::rule_info::RuleInfo::new(
                $name,
                $since,
                $crate::Severity::$severity,
                concat!($($doc, "\n"),*),
            );
        }

        impl $crate::lint_rule::Described for $rule {
            fn info(&self) -> &'static $crate::rule_info::RuleInfo {
                &Self::META
            }
        }
    };
}

pub(crate) use declare_rule;
