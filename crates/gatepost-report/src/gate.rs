//! Gates: what must not change from one file to another, for all crawlers or for some.
//!
//! A gate has the form of the value of `--deny`: `newly-disallowed`, `newly-allowed` or `any`, the
//! first two also with `=CRAWLER`, where a crawler is a product token, a `User-Agent` header or a
//! set such as `@ai`.

use std::fmt;
use std::str::FromStr;

use gatepost_crawlers::{CrawlerQuery, InvalidCrawlerQuery, ResolvedCrawler};
use gatepost_prove::{Change, CrawlerClass, FileChanges};
use serde::Serialize;

use crate::answer::by;
use crate::phrases;

/// A change that must not happen between two files.
///
/// # Example
///
/// ```
/// use gatepost_report::Gate;
///
/// let gate: Gate = "newly-disallowed=Googlebot".parse()?;
/// assert_eq!(gate.to_string(), "newly-disallowed=Googlebot");
/// # Ok::<(), gatepost_report::InvalidGate>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gate {
    denied: Denied,
    crawlers: Option<(String, CrawlerQuery)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Denied {
    NewlyDisallowed,
    NewlyAllowed,
    Any,
}

impl Gate {
    /// Returns the crawlers that the gate is for, or `None` if it is for all.
    ///
    /// # Example
    ///
    /// ```
    /// let gate: gatepost_report::Gate = "any".parse().unwrap();
    /// assert!(gate.crawlers().is_none());
    /// ```
    #[must_use]
    pub fn crawlers(&self) -> Option<&CrawlerQuery> {
        self.crawlers.as_ref().map(|(_, query)| query)
    }
}

impl FromStr for Gate {
    type Err = InvalidGate;

    fn from_str(text: &str) -> Result<Gate, InvalidGate> {
        let (what, crawlers) = match text.split_once('=') {
            None => (text, None),
            Some((what, crawlers)) => {
                let query = crawlers.parse().map_err(|error| InvalidGate(Kind::Crawler(error)))?;
                (what, Some((crawlers.to_owned(), query)))
            }
        };
        let denied = match (what, &crawlers) {
            ("newly-disallowed", _) => Denied::NewlyDisallowed,
            ("newly-allowed", _) => Denied::NewlyAllowed,
            ("any", None) => Denied::Any,
            _ => return Err(InvalidGate(Kind::Unknown)),
        };
        Ok(Gate { denied, crawlers })
    }
}

impl fmt::Display for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.denied {
            Denied::NewlyDisallowed => "newly-disallowed",
            Denied::NewlyAllowed => "newly-allowed",
            Denied::Any => "any",
        })?;
        self.crawlers.as_ref().map_or(Ok(()), |(text, _)| write!(f, "={text}"))
    }
}

/// The error returned when a text is not a [`Gate`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidGate(Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Unknown,
    Crawler(InvalidCrawlerQuery),
}

impl std::error::Error for InvalidGate {}

impl fmt::Display for InvalidGate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Unknown => f.write_str(
                "write newly-disallowed, newly-allowed or any; the first two may be followed by \
                 =CRAWLER",
            ),
            Kind::Crawler(error) => error.fmt(f),
        }
    }
}

/// A gate with its outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GateReport {
    /// The gate, as given: `newly-disallowed=Googlebot`.
    pub gate: String,
    /// Whether the gate is kept.
    pub outcome: GateOutcome,
    /// The outcome in a sentence, which names what broke the gate.
    pub title: String,
    /// The changes that break the gate: the first pattern for each class of crawlers and each way.
    pub breaches: Vec<GateBreach>,
}

/// Whether a gate is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum GateOutcome {
    /// It is proved that nothing happens that the gate forbids.
    Kept,
    /// Something that the gate forbids happens.
    Broken,
    /// No breach was found, but not everything could be decided.
    NotDecided,
}

/// A change that breaks a gate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GateBreach {
    /// The crawlers of the gate that the change affects; `*` stands for all other crawlers.
    pub crawlers: Vec<String>,
    /// The pattern whose URLs change.
    pub pattern: String,
    /// A path that changes.
    pub path: String,
    /// Whether the path is allowed now.
    pub allowed: bool,
    /// The line of the new file that decides the path, or null if no rule does.
    pub line: Option<usize>,
    /// The change in words: "Googlebot may no longer fetch `/` (line 8)".
    pub title: String,
}

impl Gate {
    /// Judges changes by this gate. `crawlers` are the crawlers that the gate is for, if not all.
    pub(crate) fn judge(
        &self,
        crawlers: Option<&[ResolvedCrawler]>,
        found: &FileChanges,
        is_open: bool,
    ) -> GateReport {
        let mut breaches = Vec::new();
        for class in &found.classes {
            let concerned = match crawlers {
                None => class.crawlers.iter().map(ToString::to_string).collect(),
                Some(crawlers) => names_in(crawlers, class, found),
            };
            if concerned.is_empty() {
                continue;
            }
            let of_ways = [
                (Denied::NewlyDisallowed, &class.changes.newly_disallowed),
                (Denied::NewlyAllowed, &class.changes.newly_allowed),
            ];
            let denied =
                of_ways.iter().filter(|(way, _)| [*way, Denied::Any].contains(&self.denied));
            let first = denied.filter_map(|(_, changes)| changes.first());
            breaches.extend(first.map(|change| GateBreach::new(concerned.clone(), change)));
        }
        let outcome = match (breaches.is_empty(), is_open) {
            (false, _) => GateOutcome::Broken,
            (true, true) => GateOutcome::NotDecided,
            (true, false) => GateOutcome::Kept,
        };
        let title = self.title(outcome, &breaches);
        GateReport { gate: self.to_string(), outcome, title, breaches }
    }

    fn title(&self, outcome: GateOutcome, breaches: &[GateBreach]) -> String {
        let changes = match self.denied {
            Denied::NewlyDisallowed => "becomes disallowed",
            Denied::NewlyAllowed => "becomes allowed",
            Denied::Any => "changes",
        };
        let crawlers =
            self.crawlers.as_ref().map_or("any crawler", |(text, _)| phrases::crawler(text));
        match (outcome, breaches) {
            (GateOutcome::Kept, _) => format!("no URL {changes} for {crawlers}: proved"),
            (GateOutcome::NotDecided, _) => {
                format!("not decided: a URL may exist that {changes} for {crawlers}")
            }
            (GateOutcome::Broken, [first]) => {
                format!("{}, which `{self}` forbids", first.title)
            }
            (GateOutcome::Broken, breaches) => {
                let first = breaches.first().map_or("", |breach| &breach.title);
                let more = phrases::count(breaches.len() as u64 - 1, "more change", "more changes");
                format!("{first}, which `{self}` forbids ({more} of this kind)")
            }
        }
    }
}

impl GateBreach {
    fn new(crawlers: Vec<String>, change: &Change) -> GateBreach {
        let example = &change.counterexample;
        let (allowed, line) = (example.after.is_allowed, example.after.line);
        let who = phrases::some_crawlers(&crawlers);
        let may = if allowed { "may now" } else { "may no longer" };
        let title = format!("{who} {may} fetch `{}` ({})", example.path, by(line));
        let (pattern, path) = (change.pattern.clone(), example.path.clone());
        GateBreach { crawlers, pattern, path, allowed, line, title }
    }
}

/// Returns the names in a class, as they were asked about.
fn names_in(
    crawlers: &[ResolvedCrawler],
    class: &CrawlerClass,
    found: &FileChanges,
) -> Vec<String> {
    let is_in = |crawler: &&ResolvedCrawler| is_in(crawler, class, found);
    crawlers.iter().filter(is_in).map(|crawler| crawler.name.to_string()).collect()
}

/// Returns whether a crawler is in a class: the class with the first of its names that any class
/// has or, if no class has one, the class of all other crawlers. A crawler that ignores `*` or the
/// file is not among the others.
fn is_in(crawler: &ResolvedCrawler, class: &CrawlerClass, found: &FileChanges) -> bool {
    let names = crawler.names();
    let is_anywhere = |name: &&_| found.classes.iter().any(|class| class.crawlers.contains(name));
    match names.iter().find(is_anywhere) {
        _ if crawler.known.is_some_and(|known| known.ignores_file()) => false,
        Some(name) => class.crawlers.contains(name),
        None if crawler.known.is_some_and(|known| known.ignores_star()) => false,
        None => class.crawlers.iter().any(|name| name.is_any()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gates_as_people_write_them() {
        for text in ["newly-disallowed", "newly-allowed=@ai", "newly-disallowed=*", "any"] {
            assert_eq!(text.parse::<Gate>().map(|gate| gate.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "any=Googlebot", "newly-blocked", "newly-allowed=", "newly-allowed=@x"] {
            assert!(text.parse::<Gate>().is_err(), "{text}");
        }
    }
}
