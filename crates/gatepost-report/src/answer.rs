//! The answer of a file about a path: the verdict, and the line that decides.

use std::collections::HashMap;
use std::fmt;

use gatepost::{RobotsTxt, Verdict};
use serde::Serialize;

/// The answer of a file about a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Answer {
    /// Whether the path is allowed.
    pub allowed: bool,
    /// The line of the rule that decides, or null if no rule does.
    pub line: Option<usize>,
    /// The rule that decides, or null if no rule does.
    pub rule: Option<String>,
}

impl Answer {
    /// Names the verdict: `allowed` or `disallowed`.
    ///
    /// # Example
    ///
    /// ```
    /// # use gatepost::RobotsTxt;
    /// # let [old, new] = ["", "User-agent: *\nDisallow: /\n"].map(RobotsTxt::parse);
    /// let report = gatepost_report::diff(&old, &new);
    /// let change = &report.classes[0].newly_disallowed[0];
    /// assert_eq!(change.after.verdict(), "disallowed");
    /// ```
    #[must_use]
    pub fn verdict(&self) -> &'static str {
        verdict(self.allowed)
    }

    /// Says which line decides: `line 3` or `no rule matches`.
    ///
    /// # Example
    ///
    /// ```
    /// # use gatepost::RobotsTxt;
    /// # let [old, new] = ["", "User-agent: *\nDisallow: /\n"].map(RobotsTxt::parse);
    /// let report = gatepost_report::diff(&old, &new);
    /// let change = &report.classes[0].newly_disallowed[0];
    /// assert_eq!(change.before.by(), "no rule matches");
    /// assert_eq!(change.after.by(), "line 2");
    /// ```
    #[must_use]
    pub fn by(&self) -> String {
        by(self.line)
    }
}

/// Writes the verdict and its line: `disallowed (line 3)`.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.verdict(), self.by())
    }
}

impl From<&Verdict<'_>> for Answer {
    fn from(verdict: &Verdict<'_>) -> Answer {
        let rule = verdict.rule();
        Answer {
            allowed: verdict.is_allowed(),
            line: rule.map(|rule| rule.line()),
            rule: rule.map(|rule| rule.to_string()),
        }
    }
}

pub(crate) fn verdict(allowed: bool) -> &'static str {
    if allowed { "allowed" } else { "disallowed" }
}

pub(crate) fn by(line: Option<usize>) -> String {
    line.map_or("no rule matches".to_owned(), |line| format!("line {line}"))
}

/// The rules of a file by their lines, for the answers of a proof, which name only lines.
#[derive(Debug)]
pub(crate) struct RuleTexts(HashMap<usize, String>);

impl RuleTexts {
    pub(crate) fn new(robots: &RobotsTxt<'_>) -> RuleTexts {
        let rules = robots.groups().flat_map(|group| group.rules());
        RuleTexts(rules.map(|rule| (rule.line(), rule.to_string())).collect())
    }

    pub(crate) fn of(&self, line: usize) -> Option<&str> {
        self.0.get(&line).map(String::as_str)
    }

    pub(crate) fn answer(&self, answer: gatepost_prove::Decision) -> Answer {
        let rule = answer.line.and_then(|line| self.of(line)).map(str::to_owned);
        Answer { allowed: answer.is_allowed, line: answer.line, rule }
    }
}
