//! Whether a file says what its owner expects, proved where an expectation is about all URLs.
//!
//! The answer also lists the rules that no expectation touches: those could change without breaking
//! any.

use std::collections::BTreeSet;
use std::fmt;

use gatepost::{CrawlerFamily, RobotsTxt, UrlPath};
use gatepost_crawlers::{GroupSelectedBy, ResolvedCrawler, distinct_families};
use gatepost_prove::{
    Decides, PathSet, ProofOutcome, RuleList, always, coverage, decided_by, distinct_crawlers,
    file_changes_with,
};
use serde::Serialize;

use crate::asked_url;
use crate::expectations::{Expectation, ExpectedPaths, InvalidExpectations};
use crate::parsed_file::{AskedFile, GroupIndexes};
use crate::phrases;

/// Says which expectations a file meets.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct VerifyReport {
    /// Every expectation with its outcome, in the order of the expectation file.
    pub checked: Vec<CheckedExpectation>,
    /// The rules that no expectation touches.
    pub coverage: Coverage,
    /// The result in one sentence: `3 of 4 expectations hold`.
    pub title: String,
}

/// An expectation with its outcome.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CheckedExpectation {
    /// The crawler; `*` stands for all crawlers that no group names.
    pub crawler: String,
    /// The expected verdict.
    pub expected: ExpectedVerdict,
    /// The URL or the pattern that the expectation is about.
    pub of: String,
    /// The line of the expectation file.
    pub expectation_line: usize,
    /// Whether the expectation holds.
    pub outcome: ExpectationOutcome,
    /// A path that breaks the expectation.
    pub path: Option<String>,
    /// The line of robots.txt that decides the path.
    pub line: Option<usize>,
    /// The reason in words, if the expectation does not hold.
    pub why: Option<String>,
    /// The dialect in which the crawler is taken to parse the file.
    pub dialect: &'static str,
}

/// The verdict that an expectation asks for.
///
/// # Example
///
/// ```
/// assert_eq!(gatepost_report::ExpectedVerdict::AllAllowed.to_string(), "all-allowed");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ExpectedVerdict {
    /// The crawler may fetch this URL.
    Allowed,
    /// The crawler may not fetch this URL.
    Disallowed,
    /// The crawler may fetch every URL that this pattern matches.
    AllAllowed,
    /// The crawler may fetch no URL that this pattern matches.
    AllDisallowed,
}

/// The outcome of an expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ExpectationOutcome {
    /// The expectation holds. For a pattern this is proved for all URLs.
    Holds,
    /// The expectation does not hold: `path` breaks it.
    Broken,
    /// The crawler is one of a set, and never fetches robots.txt: not for the file to decide.
    NeverAsks,
    /// The proof was given up; `why` has the reason.
    NotDecided,
}

/// Lists the rules that no expectation touches.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Coverage {
    /// The rules that decide no URL that any expectation is about.
    pub untouched: Vec<UntouchedRule>,
}

/// Names a rule that no expectation touches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UntouchedRule {
    /// The line of robots.txt.
    pub line: usize,
    /// The rule as text.
    pub rule: String,
}

/// Writes the same word as in JSON and in expectation files.
impl fmt::Display for ExpectedVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// Checks a file against expectations.
///
/// # Errors
///
/// This returns an error when an expectation is about a text that is not a URL.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_report::{Expectation, ExpectationOutcome, verify};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /cart\nAllow: /cart/help\n");
/// let file = "[[expect]]\ncrawlers = [\"*\"]\nall-disallowed = [\"/cart\"]\n";
/// let report = verify(&robots, &Expectation::parse_file(file, &robots)?)?;
/// assert_eq!(report.checked[0].outcome, ExpectationOutcome::Broken);
/// assert_eq!(report.checked[0].why.as_deref(), Some("`/cart/help` is allowed (line 3)"));
/// # Ok::<(), gatepost_report::InvalidExpectations>(())
/// ```
pub fn verify<'r>(
    file: impl Into<AskedFile<'r>>,
    expectations: &[Expectation],
) -> Result<VerifyReport, InvalidExpectations> {
    let file = file.into();
    let mut indexes = GroupIndexes::new(file);
    let mut touched = BTreeSet::new();
    let mut checked = Vec::with_capacity(expectations.len());
    for expectation in expectations {
        let index = match expectation.dialect {
            Some(dialect) => indexes.of(file.in_dialect(dialect)),
            None => indexes.for_crawler(&expectation.crawler),
        };
        let selected = expectation.crawler.group_in(index);
        let rules = RuleList::of_group(selected.group());
        checked.push(check(expectation, &rules, selected.selected_by(), &mut touched)?);
    }
    let rules = file.for_others().groups().flat_map(|group| group.rules());
    let untouched = rules
        .filter(|rule| !rule.is_empty() && !touched.contains(&rule.line()))
        .map(|rule| UntouchedRule { line: rule.line(), rule: rule.to_string() })
        .collect();
    let holds = checked.iter().filter(|checked| checked.outcome == ExpectationOutcome::Holds);
    let all = phrases::count(checked.len() as u64, "expectation holds", "expectations hold");
    let mut title = format!("{} of {all}", phrases::number(holds.count() as u64));
    let never = checked.iter().filter(|checked| checked.outcome == ExpectationOutcome::NeverAsks);
    match never.count() as u64 {
        0 => {}
        never => {
            let never = phrases::count(never, "is", "are");
            title += &format!("; {never} about crawlers that never fetch robots.txt");
        }
    }
    Ok(VerifyReport { title, checked, coverage: Coverage { untouched } })
}

fn check(
    expectation: &Expectation,
    rules: &RuleList<'_>,
    selected_by: &GroupSelectedBy,
    touched: &mut BTreeSet<usize>,
) -> Result<CheckedExpectation, InvalidExpectations> {
    let Expectation { crawler, paths, allowed, line, is_for_set, .. } = expectation;
    let (expected, of) = match (paths, allowed) {
        (ExpectedPaths::Url(url), true) => (ExpectedVerdict::Allowed, url),
        (ExpectedPaths::Url(url), false) => (ExpectedVerdict::Disallowed, url),
        (ExpectedPaths::All(pattern), true) => (ExpectedVerdict::AllAllowed, pattern),
        (ExpectedPaths::All(pattern), false) => (ExpectedVerdict::AllDisallowed, pattern),
    };
    let mut checked = CheckedExpectation {
        crawler: crawler.name.as_str().to_owned(),
        expected,
        of: of.clone(),
        expectation_line: *line,
        outcome: ExpectationOutcome::Holds,
        path: None,
        line: None,
        why: None,
        dialect: rules.dialect().name,
    };
    let found = match paths {
        ExpectedPaths::Url(url) => {
            let path = asked_url::path(url.as_bytes(), rules.dialect()).map_err(|error| {
                InvalidExpectations { line: Some(*line), message: error.to_string() }
            })?;
            let answer = rules.decision(&path);
            touched.extend(answer.line);
            (answer.is_allowed != *allowed).then(|| (url.clone(), answer))
        }
        ExpectedPaths::All(pattern) => {
            let paths = PathSet::new(path_pattern(pattern), rules.dialect());
            if let Some(message) = why_no_url(pattern, &paths) {
                return Err(InvalidExpectations { line: Some(*line), message });
            }
            let covered = coverage(rules, &paths);
            touched.extend(covered.lines);
            // A rule that may decide an expected path is not reported as untouched.
            touched.extend(covered.not_decided.iter().map(|undecided| undecided.line));
            match always(rules, &paths, *allowed) {
                ProofOutcome::Proved => None,
                ProofOutcome::Refuted(example) => Some((example.path, example.decision)),
                ProofOutcome::NotDecided(why) => {
                    checked.outcome = ExpectationOutcome::NotDecided;
                    checked.why = Some(why.to_string());
                    None
                }
            }
        }
    };
    if found.is_some() && *is_for_set && *selected_by == GroupSelectedBy::DoesNotAsk {
        checked.outcome = ExpectationOutcome::NeverAsks;
        checked.why = Some("never fetches robots.txt: not for this file to decide".to_owned());
        return Ok(checked);
    }
    if let Some((path, answer)) = found {
        let verdict = if answer.is_allowed { "allowed" } else { "disallowed" };
        let by = answer.line.map_or("no rule matches".to_owned(), |line| format!("line {line}"));
        let how = match selected_by {
            GroupSelectedBy::Name | GroupSelectedBy::Star | GroupSelectedBy::NoGroup => {
                String::new()
            }
            other => format!("; {other}"),
        };
        checked.outcome = ExpectationOutcome::Broken;
        checked.why = Some(format!("`{path}` is {verdict} ({by}){how}"));
        checked.path = Some(path);
        checked.line = answer.line;
    }
    Ok(checked)
}

/// Returns the path of a pattern that is written as an absolute URL.
fn path_pattern(pattern: &str) -> &str {
    let rest = match pattern.split_once("://") {
        Some((scheme, rest))
            if ["http", "https"].iter().any(|of| of.eq_ignore_ascii_case(scheme)) =>
        {
            rest
        }
        _ => return pattern,
    };
    rest.find('/').map_or("/", |at| &rest[at..])
}

/// Says why no URL can meet or break an expectation about a pattern, and what to write.
fn why_no_url(pattern: &str, paths: &PathSet) -> Option<String> {
    let path = path_pattern(pattern);
    if let Some(at) = path.find('#') {
        let before = &path[..at];
        return Some(format!("no URL that a crawler fetches has a `#`: write `{before}`"));
    }
    if !paths.is_empty() {
        return None;
    }
    Some(match path.starts_with(['/', '*']) {
        true => format!("no URL matches `{pattern}`"),
        false => format!("no URL matches `{pattern}`: paths start with `/`; write `/{pattern}`"),
    })
}

/// Writes an expectation file that the robots.txt file meets now, with a path for each rule that
/// decides one.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_report::{Expectation, first_expectations, verify};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /cart\n");
/// let file = first_expectations(&robots);
/// assert!(file.contains("disallowed = [\"/cart\"]"));
/// let report = verify(&robots, &Expectation::parse_file(&file, &robots)?)?;
/// assert_eq!(report.title, "2 of 2 expectations hold");
/// # Ok::<(), gatepost_report::InvalidExpectations>(())
/// ```
#[must_use]
pub fn first_expectations<'r>(file: impl Into<AskedFile<'r>>) -> String {
    let file = file.into();
    let robots = file.for_others();
    let mut indexes = GroupIndexes::new(file);
    let mut text = "\
# What robots.txt should say, made by `gatepost verify --init` from what it says now.
# Check it with: gatepost verify robots.txt THIS-FILE
#
# allowed, disallowed          these URLs
# all-allowed, all-disallowed  every URL that these patterns match
"
    .to_owned();
    let index = robots.group_index();
    // Nothing changes from a file to itself, but this groups crawlers that obey the same rules.
    for class in file_changes_with(robots, robots, &families(robots)).classes {
        let selected = ResolvedCrawler::new(class.crawlers[0].clone()).group_in(&index);
        let rules = RuleList::of_group(selected.group());
        let root = rules.decision(&UrlPath::as_compared("/"));
        let mut paths = vec![("/".to_owned(), root.is_allowed)];
        for rule in rules.rules() {
            if let Decides::Path(example) = decided_by(&rules, rule.line()) {
                paths.push((example.path, example.decision.is_allowed));
            }
        }
        paths.dedup();
        // Crawlers that parse the file otherwise may get other answers.
        let mut tables: Vec<(Vec<bool>, Vec<&str>)> = Vec::new();
        for name in &class.crawlers {
            let crawler = ResolvedCrawler::new(name.clone());
            let selected = crawler.group_in(indexes.for_crawler(&crawler));
            let rules = RuleList::of_group(selected.group());
            let allowed = |(path, _): &(String, bool)| {
                // Every dialect takes a path that starts with `/` for a URL.
                let path = rules.dialect().url_path(path);
                path.is_ok_and(|path| rules.decision(&path).is_allowed)
            };
            let answers: Vec<_> = paths.iter().map(allowed).collect();
            match tables.iter_mut().find(|(known, _)| *known == answers) {
                Some((_, names)) => names.push(name.as_str()),
                None => tables.push((answers, vec![name.as_str()])),
            }
        }
        for (answers, names) in tables {
            text += &format!("\n[[expect]]\ncrawlers = {}\n", toml_list(names.into_iter()));
            for (key, allowed) in [("allowed", true), ("disallowed", false)] {
                let of_kind = paths.iter().zip(&answers).filter(|(_, answer)| **answer == allowed);
                let of_kind: Vec<_> = of_kind.map(|((path, _), _)| path.as_str()).collect();
                if !of_kind.is_empty() {
                    text += &format!("{key} = {}\n", toml_list(of_kind.into_iter()));
                }
            }
        }
    }
    text
}

fn families(robots: &RobotsTxt<'_>) -> Vec<CrawlerFamily> {
    distinct_families(&[robots], &distinct_crawlers(&[robots]).crawlers)
}

/// Quotes texts for TOML, whose escapes are those of JSON.
fn toml_list<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let quoted = texts.map(|text| serde_json::to_string(text).expect("a text is JSON"));
    format!("[{}]", quoted.collect::<Vec<_>>().join(", "))
}
