//! Settings for the linter: which rules run, how severe their findings are, and facts about the
//! site.
//!
//! This is a plain value. Reading `gatepost.toml` is up to the caller.

use std::collections::BTreeMap;
use std::fmt;

use crate::rules;
use crate::severity::Severity;
use crate::site::Site;

/// Configures [`lint`](crate::lint()). The default runs every rule at its own severity.
///
/// # Example
///
/// ```
/// use gatepost_lint::{Config, Level, Severity, lint};
///
/// let file = b"User-agent: *\nDisallow: private/\n";
/// let mut config = Config::default();
/// config.set_level("missing-leading-slash", Level::At(Severity::Warning))?;
/// assert_eq!(lint(file, &config).findings[0].severity, Severity::Warning);
///
/// config.set_level("missing-leading-slash", Level::Off)?;
/// let others = lint(file, &config).findings;
/// assert!(others.iter().all(|finding| finding.rule != "missing-leading-slash"));
///
/// let err = config.set_level("missing-slash", Level::Off).unwrap_err();
/// assert_eq!(
///     err.to_string(),
///     "unknown rule `missing-slash`: did you mean `missing-leading-slash`?",
/// );
/// # Ok::<(), gatepost_lint::UnknownRule>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    levels: BTreeMap<&'static str, Level>,
    site: Site,
}

/// Decides what happens to the findings of a rule.
///
/// # Example
///
/// ```
/// use gatepost_lint::{Config, Level, lint};
///
/// let mut config = Config::default();
/// config.set_level("everything-disallowed", Level::Off)?;
/// assert!(lint(b"User-agent: *\nDisallow: /\n", &config).findings.is_empty());
/// # Ok::<(), gatepost_lint::UnknownRule>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "a rule runs or does not")]
pub enum Level {
    /// The rule does not run.
    Off,
    /// The findings have this severity.
    At(Severity),
}

impl Config {
    /// Sets what happens to the findings of a rule.
    ///
    /// # Errors
    ///
    /// This returns an error when no rule has this name.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_lint::{Config, Level};
    ///
    /// let mut config = Config::default();
    /// assert!(config.set_level("dead-rule", Level::Off).is_ok());
    /// assert!(config.set_level("no-dead-rules", Level::Off).is_err());
    /// ```
    pub fn set_level(&mut self, rule: &str, level: Level) -> Result<(), UnknownRule> {
        let rule = rules::info(rule).ok_or_else(|| UnknownRule::new(rule))?;
        self.levels.insert(rule.name, level);
        Ok(())
    }

    /// Sets the host that serves the file, such as `www.example.com`, with its port if it has one.
    /// Rules about absolute URLs use it to recognise URLs of other sites.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_lint::Config;
    ///
    /// let mut config = Config::default();
    /// config.set_site("www.Example.com");
    /// assert_eq!(config.site(), Some("www.example.com"));
    /// ```
    pub fn set_site(&mut self, host: &str) {
        self.site.set_host(host);
    }

    /// Adds a crawler name that is correct although the directory does not list it.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_lint::{Config, lint};
    ///
    /// let file = b"User-agent: Gogglebot\nDisallow: /a\n";
    /// let mut config = Config::default();
    /// assert_eq!(lint(file, &config).findings[0].rule, "misspelt-crawler");
    /// config.add_known_crawler("Gogglebot");
    /// assert!(lint(file, &config).findings.is_empty());
    /// ```
    pub fn add_known_crawler(&mut self, token: &str) {
        self.site.add_known_crawler(token);
    }

    pub(crate) fn level(&self, rule: &str) -> Option<Level> {
        self.levels.get(rule).copied()
    }

    /// Returns the facts about the site that rules may use.
    pub(crate) fn site_facts(&self) -> &Site {
        &self.site
    }

    /// Returns the host that serves the file, in lower case.
    ///
    /// # Example
    ///
    /// ```
    /// assert_eq!(gatepost_lint::Config::default().site(), None);
    /// ```
    #[must_use]
    pub fn site(&self) -> Option<&str> {
        self.site.host()
    }

    /// Returns the names that were added with [`Config::add_known_crawler`].
    ///
    /// # Example
    ///
    /// ```
    /// let mut config = gatepost_lint::Config::default();
    /// config.add_known_crawler("OurOwnBot");
    /// assert_eq!(config.known_crawlers(), ["OurOwnBot"]);
    /// ```
    #[must_use]
    pub fn known_crawlers(&self) -> &[String] {
        self.site.known_crawlers()
    }
}

/// The error returned by [`Config::set_level`] when no rule has the given name.
///
/// Its message is for people and is not stable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule {
    name: String,
}

impl UnknownRule {
    pub(crate) fn new(name: &str) -> UnknownRule {
        UnknownRule { name: name.to_owned() }
    }
}

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown rule `{}`: ", self.name)?;
        match nearest(&self.name) {
            Some(name) => write!(f, "did you mean `{name}`?"),
            None => f.write_str("`gatepost rules` lists them"),
        }
    }
}

impl std::error::Error for UnknownRule {}

/// Returns the rule whose name shares the most words with a text, if it shares any.
fn nearest(name: &str) -> Option<&'static str> {
    let words: Vec<&str> = name.split('-').collect();
    let shared = |rule: &str| rule.split('-').filter(|word| words.contains(word)).count();
    let names = rules::infos().map(|rule| rule.name);
    names.filter(|rule| shared(rule) > 0).max_by_key(|rule| shared(rule))
}
