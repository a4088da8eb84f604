//! `groups`: the rules that each crawler obeys, after groups are merged: RFC 9309 section 2.2.1.
//!
//! Each crawler has a report of its own. Crawlers that obey the same lines for the same reason
//! share an entry in [`GroupsReport::sets`], since files name many crawlers in one group.

use std::collections::HashMap;

use gatepost::{Key, ProductToken, SelectedBy};
use gatepost_crawlers::{GroupSelectedBy, ResolvedCrawler, named_crawlers};
use serde::Serialize;

use crate::parsed_file::{self, AskedFile, GroupIndexes};
use crate::phrases::text;

/// The rules that crawlers obey in one file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GroupsReport {
    /// One report for each crawler.
    pub crawlers: Vec<GroupReport>,
    /// Sets of crawlers that obey the same lines for the same reason, as places in `crawlers`.
    pub sets: Vec<Vec<usize>>,
    /// The lines that have no effect on any crawler; empty if the report is about some crawlers
    /// only.
    pub skipped: Vec<SkippedLine>,
}

/// The rules that one crawler obeys.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GroupReport {
    /// The crawler: as given, or as the file names it. `*` stands for all other crawlers.
    pub crawler: String,
    /// How the group of the crawler was selected.
    pub selected_by: GroupSelectedBy,
    /// The name that the group has in the file, or null.
    pub group: Option<String>,
    /// The `User-agent` lines by which the group was selected.
    pub user_agent_lines: Vec<usize>,
    /// The rules, in the order of the file.
    pub rules: Vec<GroupRule>,
    /// The crawl delay of the group in seconds, or null. The report of `crawlers` says whether the
    /// crawler honours it.
    pub crawl_delay: Option<f64>,
    /// The other directives of the group, such as `Crawl-delay`.
    pub directives: Vec<GroupDirective>,
    /// How the group of the crawler was selected, in words; empty if a group names the crawler.
    /// Words may change.
    pub reason: String,
    /// Notes on the group, such as that it has no rules. Words may change.
    pub notes: Vec<String>,
    /// The dialect in which the crawler parses the file.
    pub dialect: &'static str,
    /// The text that the parser looks up in the file as the crawler's name, if it is given a whole
    /// `User-Agent` header; else null.
    pub looked_up: Option<String>,
}

/// A rule of a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GroupRule {
    /// The line of the rule.
    pub line: usize,
    /// The rule as text.
    pub rule: String,
    /// The length of the pattern in bytes: the longest pattern that matches decides.
    pub length: usize,
}

/// A directive of a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GroupDirective {
    /// The line of the directive.
    pub line: usize,
    /// The directive, as written in the file.
    pub directive: String,
}

/// A line that has no effect on any crawler.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SkippedLine {
    /// The number of the line.
    pub line: usize,
    /// Why the line has no effect, in words. Words may change.
    pub reason: String,
}

/// Reports the rules that crawlers obey. If `crawlers` is empty, it reports every crawler that the
/// file names, and then all others.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
///
/// let robots = RobotsTxt::parse("User-agent: A\nUser-agent: B\nDisallow: /\n");
/// let report = gatepost_report::groups(&robots, &[]);
/// assert_eq!(report.sets, [vec![0, 1], vec![2]]);
/// assert_eq!(report.crawlers[0].rules[0].rule, "Disallow: /");
/// assert_eq!(report.crawlers[2].reason, "no group applies, so everything is allowed");
/// ```
#[must_use]
pub fn groups<'r>(file: impl Into<AskedFile<'r>>, crawlers: &[ResolvedCrawler]) -> GroupsReport {
    let file = file.into();
    let robots = file.for_others();
    let mut all;
    let asked = match crawlers {
        [] => {
            all = named_crawlers(&[robots]);
            all.push(ResolvedCrawler::new(ProductToken::any()));
            &all
        }
        asked => asked,
    };
    let mut indexes = GroupIndexes::new(file);
    let mut report = GroupsReport { crawlers: Vec::new(), sets: Vec::new(), skipped: Vec::new() };
    let mut places = HashMap::new();
    for (at, crawler) in asked.iter().enumerate() {
        let selected = crawler.group_in(indexes.for_crawler(crawler));
        let dialect = selected.group().dialect();
        let (group, selected_by) = (selected.group(), selected.selected_by());
        // The same lines, and for the same reason if they are none or those of another crawler.
        let lines: Vec<_> = group.rules().map(|rule| rule.line()).collect();
        let others: Vec<_> = group.other_records().map(|record| record.line()).collect();
        let why_none = (group.selected_by() == SelectedBy::NoGroup).then_some(*selected_by);
        let is_of_another =
            matches!(selected_by, GroupSelectedBy::Alias(_) | GroupSelectedBy::Fallback(_));
        let key = (why_none, is_of_another, dialect.name, lines, others);
        let set = *places.entry(key).or_insert_with(|| {
            report.sets.push(Vec::new());
            report.sets.len() - 1
        });
        report.sets[set].push(at);
        let rules = group.rules().map(|rule| GroupRule {
            line: rule.line(),
            rule: rule.to_string(),
            length: rule.pattern().length(),
        });
        // A sitemap belongs to no group.
        let directives = group.other_records().filter(|record| record.key() != Key::Sitemap);
        let directives = directives.map(|record| GroupDirective {
            line: record.line(),
            directive: format!("{}: {}", text(record.key_bytes()), text(record.value())),
        });
        let mut of_crawler = GroupReport {
            crawler: crawler.name.to_string(),
            selected_by: *selected_by,
            group: selected.name_in_file().map(ToOwned::to_owned),
            user_agent_lines: group.user_agents().map(|line| line.line()).collect(),
            rules: rules.collect(),
            crawl_delay: group.crawl_delay().map(|delay| delay.as_secs_f64()),
            directives: directives.collect(),
            reason: reason(crawler, selected_by),
            notes: parsed_file::parsed_as(dialect).into_iter().collect(),
            dialect: dialect.name,
            looked_up: parsed_file::looked_up(crawler, dialect),
        };
        of_crawler.notes.extend(
            of_crawler
                .looked_up
                .iter()
                .map(|name| format!("{} looks for `{name}` in the file", dialect.title())),
        );
        let is_empty = of_crawler.rules.is_empty() && of_crawler.directives.is_empty();
        if is_empty && group.selected_by() != SelectedBy::NoGroup {
            of_crawler.notes.push("no rules, so everything is allowed".to_owned());
        }
        report.crawlers.push(of_crawler);
    }
    if crawlers.is_empty() {
        let skipped = robots.skipped().map(|skipped| SkippedLine {
            line: skipped.line(),
            reason: skipped.reason().to_string(),
        });
        report.skipped = skipped.collect();
    }
    report
}

fn reason(crawler: &ResolvedCrawler, selected_by: &GroupSelectedBy) -> String {
    match selected_by {
        GroupSelectedBy::Name => String::new(),
        GroupSelectedBy::Star if crawler.name.is_any() => String::new(),
        GroupSelectedBy::NoGroup => "no group applies, so everything is allowed".to_owned(),
        GroupSelectedBy::Star => "not named, so the group for * applies".to_owned(),
        GroupSelectedBy::Alias(name) => format!("named {name} in the file"),
        GroupSelectedBy::IgnoresStar => "not named, and ignores the group for *".to_owned(),
        GroupSelectedBy::Fallback(name) => {
            format!("not named, so the group for {name} applies")
        }
        other => other.to_string(),
    }
}
