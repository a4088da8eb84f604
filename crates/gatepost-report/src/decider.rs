//! What decided about a URL: the word that reports have for machines.

use std::fmt;

use gatepost::Verdict;
use gatepost_crawlers::GroupSelectedBy;
use serde::Serialize;

/// The rule, or the lack of one, that decides about a URL.
///
/// # Example
///
/// ```
/// assert_eq!(gatepost_report::Decider::NoRuleMatches.to_string(), "no-rule-matches");
/// ```
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
    /// The server has no file for the crawler, so the crawler may fetch everything.
    Unavailable,
    /// Nothing: the URL is on another host than the file, or has another scheme or port.
    NotCovered,
}

impl Decider {
    /// Returns what a verdict rests on, for a crawler that came to its group in this way.
    pub(crate) fn of(verdict: &Verdict<'_>, selected_by: GroupSelectedBy) -> Decider {
        match verdict.decided_by() {
            gatepost::DecidedBy::Rule(_) => Decider::Rule,
            gatepost::DecidedBy::NoRuleMatches => Decider::NoRuleMatches,
            gatepost::DecidedBy::RobotsTxtItself => Decider::RobotsTxtItself,
            _ if selected_by == GroupSelectedBy::DoesNotAsk => Decider::DoesNotAsk,
            _ => Decider::NoGroup,
        }
    }
}

/// Writes the same word as in JSON.
impl fmt::Display for Decider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
