//! `find --splits`: where two dialects give different answers about one file, for all URLs, and
//! why; or the proof that they do not.
//!
//! Crawlers that obey the same rules in both dialects share one report. For each class,
//! `gatepost-prove` finds the patterns on which the dialects differ, and `dialect_causes.rs` the
//! fields of the dialects that cause it.

use std::fmt;

use gatepost::{CrawlerClass, Dialect, RobotsTxt, crawler_classes};
use gatepost_crawlers::{
    CrawlerQuery, NoCrawlerNamed, ResolvedCrawler, named_crawlers, resolve_queries,
};
use gatepost_prove::{
    Change, Changes, Decision, RuleList, dialect_differences, distinct_crawlers_with,
};
use serde::Serialize;

use crate::answer;
use crate::dialect_causes::{DialectCause, DialectCauses};
use crate::{names, phrases};

/// Reports where two dialects differ for crawlers that obey the same rules in either.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SplitReport {
    /// The crawlers; `*` stands for crawlers that no group names. Empty if the crawlers of further
    /// classes are not known.
    pub crawlers: Vec<String>,
    /// Whether the dialects differ.
    pub outcome: SplitOutcome,
    /// The patterns on which the dialects differ.
    pub regions: Vec<SplitRegion>,
    /// Why more patterns may exist; absent if these are all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The answer in one sentence.
    pub title: String,
    /// Notes on what the answer does not cover.
    pub notes: Vec<String>,
}

/// Says whether two dialects differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SplitOutcome {
    /// The dialects differ on `regions`.
    Split,
    /// It is proved that the dialects differ on no URL.
    None,
    /// No difference was found, but the proof was given up; `reason` says why.
    NotDecided,
}

/// Writes the same word as in JSON.
impl fmt::Display for SplitOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A pattern on whose paths two dialects differ, except where longer rules decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SplitRegion {
    /// The pattern.
    pub pattern: String,
    /// A path that the pattern matches and on which the dialects differ.
    pub path: String,
    /// The answer in the first dialect.
    pub first: DialectDecision,
    /// The answer in the second dialect.
    pub second: DialectDecision,
    /// The fields of the dialects that cause the difference.
    pub because: Vec<DialectCause>,
    /// The difference on the path, in words.
    pub title: String,
}

/// The answer about a path in one dialect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DialectDecision {
    /// The dialect.
    pub dialect: String,
    /// Whether the path is allowed.
    pub allowed: bool,
    /// The line of the rule that decides, or null if no rule does.
    pub line: Option<usize>,
}

/// Finds where two dialects differ on one file: a report for each class of crawlers.
///
/// Without `crawlers`, the reports cover every crawler that the file distinguishes from others.
///
/// # Errors
///
/// This returns an error when `crawlers` is `@named`, and the file names no crawler.
///
/// # Example
///
/// ```
/// use gatepost::Dialect;
/// use gatepost_report::{SplitOutcome, find_splits};
///
/// let file = b"User-agent: *\nDisallow: /\nAllow: /a\n";
/// let reports = find_splits(file, Dialect::GOOGLE, Dialect::BAIDU, None)?;
/// assert_eq!(reports[0].outcome, SplitOutcome::Split);
/// assert_eq!(
///     reports[0].regions[0].title,
///     "`/a`: allowed in google (line 3), disallowed in baidu (line 2)",
/// );
/// assert_eq!(reports[0].regions[0].because[0].field, "precedence");
/// # Ok::<(), gatepost_crawlers::NoCrawlerNamed>(())
/// ```
pub fn find_splits(
    bytes: &[u8],
    first: Dialect,
    second: Dialect,
    crawlers: Option<&CrawlerQuery>,
) -> Result<Vec<SplitReport>, NoCrawlerNamed> {
    let read = [first, second].map(|dialect| RobotsTxt::parse_as(bytes, dialect));
    let files = [&read[0], &read[1]];
    let (crawlers, not_decided) = match crawlers {
        Some(query) => (resolve_queries(std::slice::from_ref(query), &files)?, None),
        None => {
            let named: Vec<_> = named_crawlers(&files).into_iter().map(|of| of.name).collect();
            let distinct = distinct_crawlers_with(&files, &named);
            let crawlers = distinct.crawlers.into_iter().map(ResolvedCrawler::new);
            (crawlers.collect(), distinct.not_decided)
        }
    };
    let indexes = read.each_ref().map(RobotsTxt::group_index);
    let classes = crawler_classes(crawlers, |crawler: &ResolvedCrawler| {
        indexes.each_ref().map(|index| crawler.group_in(index).into_group())
    });
    let mut causes = DialectCauses::new(bytes);
    let report = |class| SplitReport::new(class, &mut causes, first, second);
    let mut reports: Vec<_> = classes.into_iter().map(report).collect();
    reports.extend(not_decided.map(|why| SplitReport {
        crawlers: Vec::new(),
        outcome: SplitOutcome::NotDecided,
        regions: Vec::new(),
        reason: Some(why.to_string()),
        title: title(SplitOutcome::NotDecided, first, second, phrases::OTHER_CLASSES),
        notes: notes(first, second),
    }));
    Ok(reports)
}

impl SplitReport {
    fn new(
        class: CrawlerClass<'_, ResolvedCrawler, 2>,
        causes: &mut DialectCauses<'_>,
        first: Dialect,
        second: Dialect,
    ) -> SplitReport {
        let [one, other] = class.groups.each_ref().map(RuleList::of_group);
        let Changes { newly_disallowed, newly_allowed, not_decided, .. } =
            dialect_differences(&one, &other);
        let all = newly_disallowed.into_iter().chain(newly_allowed);
        let regions: Vec<_> = all
            .map(|change| {
                let path = change.counterexample.path.as_bytes();
                let because = causes.of(&class.crawlers[0], path, first, second).to_vec();
                SplitRegion::new(change, because, first, second)
            })
            .collect();
        let outcome = match (regions.is_empty(), not_decided) {
            (false, _) => SplitOutcome::Split,
            (true, None) => SplitOutcome::None,
            (true, Some(_)) => SplitOutcome::NotDecided,
        };
        let crawlers: Vec<_> = class.crawlers.into_iter().map(|crawler| crawler.name).collect();
        SplitReport {
            outcome,
            regions,
            reason: not_decided.map(|why| why.to_string()),
            title: title(outcome, first, second, &names::crawlers(&crawlers)),
            crawlers: names::texts(&crawlers),
            notes: notes(first, second),
        }
    }
}

impl SplitRegion {
    fn new(
        change: Change,
        because: Vec<DialectCause>,
        first: Dialect,
        second: Dialect,
    ) -> SplitRegion {
        let Change { pattern, counterexample, .. } = change;
        let path = counterexample.path;
        let first = DialectDecision::new(first, counterexample.before);
        let second = DialectDecision::new(second, counterexample.after);
        let title = format!("`{path}`: {}, {}", first.words(), second.words());
        SplitRegion { pattern, path, first, second, because, title }
    }
}

impl DialectDecision {
    fn new(dialect: Dialect, decision: Decision) -> DialectDecision {
        let Decision { is_allowed, line, .. } = decision;
        DialectDecision { dialect: dialect.name.to_owned(), allowed: is_allowed, line }
    }

    fn words(&self) -> String {
        // A rule may match and still not decide, as on `/robots.txt` itself.
        let by = self.line.map_or("no rule decides".to_owned(), |line| format!("line {line}"));
        format!("{} in {} ({by})", answer::verdict(self.allowed), self.dialect)
    }
}

fn title(outcome: SplitOutcome, first: Dialect, second: Dialect, crawlers: &str) -> String {
    match outcome {
        SplitOutcome::Split => format!("{first} and {second} differ for {crawlers}"),
        SplitOutcome::None => format!("proved: {first} and {second} do not differ for {crawlers}"),
        SplitOutcome::NotDecided => {
            format!("not decided: {first} and {second} may differ for {crawlers}")
        }
    }
}

fn notes(first: Dialect, second: Dialect) -> Vec<String> {
    let note = (first.percent_encoding != second.percent_encoding).then(|| {
        format!(
            "this covers URLs that both compare as they come; {first} and {second} decode \
             percent-encoded bytes differently"
        )
    });
    note.into_iter().collect()
}
