//! How the group of a crawler was selected, and what decided: the words of reports for machines.

use std::fmt;

use gatepost::Verdict;
use gatepost_crawlers::GroupSelectedBy;
use serde::Serialize;

/// The way in which the group that a crawler obeys was selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Selection {
    /// A group names the crawler.
    Name,
    /// A group has another name of the crawler.
    Alias,
    /// No group names the crawler, so it obeys its fallback group, as its operator documents.
    #[serde(rename = "family")]
    Fallback,
    /// No group names the crawler, so it obeys the group for `*`.
    Star,
    /// No group names the crawler, and there is none for `*`.
    NoGroup,
    /// No group names the crawler, and it ignores the group for `*`.
    IgnoresStar,
    /// The crawler does not ask robots.txt.
    DoesNotAsk,
}

/// The rule, or the lack of one, that decides about a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Decider {
    /// A rule of the file.
    Rule,
    /// No rule of the crawler's group matches.
    NoRuleMatches,
    /// No group applies to the crawler.
    NoGroup,
    /// The URL is robots.txt itself, which is always allowed.
    RobotsTxtItself,
    /// The crawler does not ask robots.txt.
    DoesNotAsk,
    /// The file could not be read, so nothing may be fetched.
    Unreachable,
    /// Nothing: the URL is on another host than the file, or has another scheme or port.
    NotCovered,
}

impl Selection {
    /// Returns the name of the selection in data.
    ///
    /// # Example
    ///
    /// ```
    /// assert_eq!(gatepost_report::Selection::IgnoresStar.name(), "ignores-star");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Selection::Name => "name",
            Selection::Alias => "alias",
            Selection::Fallback => "family",
            Selection::Star => "star",
            Selection::NoGroup => "no-group",
            Selection::IgnoresStar => "ignores-star",
            Selection::DoesNotAsk => "does-not-ask",
        }
    }
}

impl From<&GroupSelectedBy> for Selection {
    fn from(selected_by: &GroupSelectedBy) -> Selection {
        match selected_by {
            GroupSelectedBy::Name => Selection::Name,
            GroupSelectedBy::Alias(_) => Selection::Alias,
            GroupSelectedBy::Fallback(_) => Selection::Fallback,
            GroupSelectedBy::Star => Selection::Star,
            GroupSelectedBy::IgnoresStar => Selection::IgnoresStar,
            GroupSelectedBy::DoesNotAsk => Selection::DoesNotAsk,
            _ => Selection::NoGroup,
        }
    }
}

impl From<gatepost::SelectedBy> for Selection {
    fn from(selected_by: gatepost::SelectedBy) -> Selection {
        match selected_by {
            gatepost::SelectedBy::Name => Selection::Name,
            gatepost::SelectedBy::Star => Selection::Star,
            _ => Selection::NoGroup,
        }
    }
}

impl Decider {
    /// Returns the name of the decider in data.
    ///
    /// # Example
    ///
    /// ```
    /// assert_eq!(gatepost_report::Decider::NoRuleMatches.name(), "no-rule-matches");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Decider::Rule => "rule",
            Decider::NoRuleMatches => "no-rule-matches",
            Decider::NoGroup => "no-group",
            Decider::RobotsTxtItself => "robots-txt-itself",
            Decider::DoesNotAsk => "does-not-ask",
            Decider::Unreachable => "unreachable",
            Decider::NotCovered => "not-covered",
        }
    }

    /// Returns what decided a verdict, for a crawler whose group was selected in this way.
    pub(crate) fn of(verdict: &Verdict<'_>, selection: Selection) -> Decider {
        match verdict.decided_by() {
            gatepost::DecidedBy::Rule(_) => Decider::Rule,
            gatepost::DecidedBy::NoRuleMatches => Decider::NoRuleMatches,
            gatepost::DecidedBy::RobotsTxtItself => Decider::RobotsTxtItself,
            _ if selection == Selection::DoesNotAsk => Decider::DoesNotAsk,
            _ => Decider::NoGroup,
        }
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Decider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
