//! What the owner of a site says about the linting of it.
//!
//! A plain value: reading it from a file is the command's.

use std::collections::BTreeMap;
use std::fmt;

use crate::rules;
use crate::severity::Severity;

/// Settings for [`lint`](crate::lint()). The default runs every rule at its own severity.
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
#[derive(Clone, Debug, Default)]
pub struct Config {
    levels: BTreeMap<&'static str, Level>,
    site: Option<String>,
    known_crawlers: Vec<String>,
}

/// What becomes of the findings of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// There are none.
    Off,
    /// All of them have this severity.
    At(Severity),
}

impl Config {
    /// Sets what becomes of the findings of a rule.
    ///
    /// # Errors
    ///
    /// This returns an error when no rule has this name.
    pub fn set_level(&mut self, rule: &str, level: Level) -> Result<(), UnknownRule> {
        let rule = rules::rule(rule).ok_or_else(|| UnknownRule::new(rule))?;
        self.levels.insert(rule.meta().name, level);
        Ok(())
    }

    /// Sets the host that the file is for, such as `www.example.com`, with its port if it has one:
    /// rules about absolute URLs tell its own from others'.
    pub fn set_site(&mut self, host: &str) {
        self.site = Some(host.to_ascii_lowercase());
    }

    /// Adds a product token that is none of the known ones, and yet no mistake.
    pub fn add_known_crawler(&mut self, token: &str) {
        self.known_crawlers.push(token.to_owned());
    }

    pub(crate) fn level(&self, rule: &str) -> Option<Level> {
        self.levels.get(rule).copied()
    }

    /// The host that the file is for, in small letters.
    pub fn site(&self) -> Option<&str> {
        self.site.as_deref()
    }

    /// The tokens added by [`Config::add_known_crawler`].
    pub fn known_crawlers(&self) -> &[String] {
        &self.known_crawlers
    }
}

/// The error returned when no rule has a name.
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

/// The rule whose name shares most of its words with a text, if any are shared.
fn nearest(name: &str) -> Option<&'static str> {
    let words: Vec<&str> = name.split('-').collect();
    let shared = |rule: &str| rule.split('-').filter(|word| words.contains(word)).count();
    let names = rules::all().iter().map(|rule| rule.meta().name);
    names.filter(|rule| shared(rule) > 0).max_by_key(|rule| shared(rule))
}
