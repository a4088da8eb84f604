//! The verdict on a URL, and the reason for it: RFC 9309 section 2.2.2.

use core::fmt;

use crate::describe;
use crate::rule::Rule;

/// A verdict: whether a crawler may fetch a URL, and why.
///
/// # Example
///
/// ```
/// use gatepost::{DecidedBy, ProductToken, RobotsTxt, UrlPath};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*.pdf$\n");
/// let crawler = ProductToken::new("ExampleBot")?;
///
/// let path = UrlPath::new("/a/b.pdf")?;
/// let verdict = robots.verdict(&crawler, &path);
/// assert!(!verdict.is_allowed());
/// assert_eq!(verdict.rule().unwrap().line(), 2);
/// assert_eq!(verdict.reason().to_string(), "ends in .pdf");
///
/// let path = UrlPath::new("/robots.txt")?;
/// let verdict = robots.verdict(&crawler, &path);
/// assert!(matches!(verdict.decided_by(), DecidedBy::RobotsTxtItself));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Verdict<'r> {
    is_allowed: bool,
    decided_by: DecidedBy<'r>,
    /// Whether the rule matches as the folder of its index page, not by its own pattern.
    opens_folder: bool,
}

/// The rule, or the lack of one, that decided a [`Verdict`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DecidedBy<'r> {
    /// A rule that matches, and that no other matching rule outranks.
    Rule(Rule<'r>),
    /// No rule of the crawler's group matches, so the URL is allowed.
    NoRuleMatches,
    /// No group names the crawler and none is for `*`, so the URL is allowed.
    NoGroup,
    /// The URL is robots.txt itself, which is always allowed.
    RobotsTxtItself,
}

impl<'r> Verdict<'r> {
    pub(crate) fn by_rule(is_allowed: bool, rule: Rule<'r>, opens_folder: bool) -> Verdict<'r> {
        Verdict { is_allowed, decided_by: DecidedBy::Rule(rule), opens_folder }
    }

    pub(crate) fn without_rule(decided_by: DecidedBy<'r>) -> Verdict<'r> {
        Verdict { is_allowed: true, decided_by, opens_folder: false }
    }

    /// Returns `true` if the crawler may fetch the URL.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*.pdf$\n");
    /// let verdict = robots.verdict(&ProductToken::any(), &UrlPath::new("/a.pdf")?);
    /// assert!(!verdict.is_allowed());
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn is_allowed(&self) -> bool {
        self.is_allowed
    }

    /// Returns what decided the verdict.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{DecidedBy, ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*.pdf$\n");
    /// let verdict = robots.verdict(&ProductToken::any(), &UrlPath::new("/a.pdf")?);
    /// assert!(matches!(verdict.decided_by(), DecidedBy::Rule(_)));
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn decided_by(&self) -> DecidedBy<'r> {
        self.decided_by
    }

    /// Returns the rule that decided, if a rule did.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*.pdf$\n");
    /// let verdict = robots.verdict(&ProductToken::any(), &UrlPath::new("/a.pdf")?);
    /// assert_eq!(verdict.rule().unwrap().line(), 2);
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn rule(&self) -> Option<Rule<'r>> {
        match self.decided_by {
            DecidedBy::Rule(rule) => Some(rule),
            _ => None,
        }
    }

    /// Returns the reason in a few words, for people. An [`Explanation`](crate::Explanation) says
    /// more.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*.pdf$\n");
    /// let verdict = robots.verdict(&ProductToken::any(), &UrlPath::new("/a.pdf")?);
    /// assert_eq!(verdict.reason().to_string(), "ends in .pdf");
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn reason(&self) -> Reason<'r> {
        Reason(*self)
    }
}

/// The reason of a verdict in a few words, made by [`Verdict::reason`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reason<'r>(Verdict<'r>);

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.decided_by {
            DecidedBy::Rule(rule) if rule.is_empty() => {
                f.write_str("an empty rule restricts nothing")
            }
            DecidedBy::Rule(_) if self.0.opens_folder => {
                f.write_str("is the folder of an index page")
            }
            DecidedBy::Rule(rule) => describe::write(f, &rule.pattern()),
            DecidedBy::NoRuleMatches => f.write_str("no rule matches"),
            DecidedBy::NoGroup => f.write_str("no group applies to this crawler"),
            DecidedBy::RobotsTxtItself => f.write_str("robots.txt itself is always allowed"),
        }
    }
}

impl DecidedBy<'_> {
    /// Returns a word for machines: `rule`, `no-rule-matches`, `no-group` or `robots-txt-itself`.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*.pdf$\n");
    /// let verdict = robots.verdict(&ProductToken::any(), &UrlPath::new("/a.pdf")?);
    /// assert_eq!(verdict.decided_by().name(), "rule");
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            DecidedBy::Rule(_) => "rule",
            DecidedBy::NoRuleMatches => "no-rule-matches",
            DecidedBy::NoGroup => "no-group",
            DecidedBy::RobotsTxtItself => "robots-txt-itself",
        }
    }
}
