//! A path that a line decides, or that a crawler may or may not fetch; or the proof that none
//! exists.
//!
//! The answer is about all paths, not about a list. The ordinary matcher confirms each path before
//! it is reported.

use std::borrow::Cow;
use std::fmt;

use gatepost::{
    CrawlerClass, CrawlerGroup, Dialect, Group, GroupIndex, Key, LineContent, ProductToken,
    RobotsTxt, Rule, SkipReason, crawler_classes,
};
use gatepost_crawlers::{CrawlerQuery, ResolvedCrawler, named_crawlers, resolve_queries};
use gatepost_prove::{
    DecidedPath, Decides, NotDecided, PathSet, ProofOutcome, RuleList, always, decided_by,
    distinct_crawlers_with,
};
use serde::Serialize;

use crate::parsed_file::{self, AskedFile, GroupIndexes};
use crate::{asked_url, names, phrases};

/// Reports a path that was found, or the proof that none exists.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FindReport {
    /// Whether a path was found.
    pub outcome: FindOutcome,
    /// The path, as it may stand in a URL.
    pub path: Option<String>,
    /// The verdict on the path, if there is one.
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    pub verdict: Option<FoundVerdict>,
    /// The crawlers for which the path was found; `*` stands for crawlers that no group names.
    pub crawlers: Vec<String>,
    /// The crawlers for which no path exists, and why. This is proved.
    pub none: Vec<NoneFound>,
    /// The reason for the verdict, or why nothing was decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The answer in one sentence.
    pub title: String,
    /// Remarks on the crawler's group.
    pub notes: Vec<String>,
}

/// Says whether a path was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FindOutcome {
    /// A path was found.
    Found,
    /// It is proved that no such path exists.
    None,
    /// The proof was given up; `reason` says why.
    NotDecided,
}

/// Writes the same word as in JSON.
impl fmt::Display for FindOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The verdict on a path that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FoundVerdict {
    /// Whether the crawlers may fetch the path.
    pub allowed: bool,
    /// The line of the rule that decides, if one does.
    pub line: Option<usize>,
    /// The rule that decides, if one does.
    pub rule: Option<String>,
}

/// Says that no path exists for some crawlers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NoneFound {
    /// The proved statement, in one sentence.
    pub title: String,
    /// The crawlers; `*` stands for crawlers that no group names.
    pub crawlers: Vec<String>,
    /// Why no path exists, if that needs saying.
    pub reason: String,
    /// The rules that decide in place of the line that was asked about.
    pub instead: Vec<InsteadRule>,
}

/// A rule that decides in place of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct InsteadRule {
    /// The line of the rule.
    pub line: usize,
    /// The rule as text.
    pub rule: Option<String>,
}

/// The error returned when a question cannot be asked of a file.
///
/// Its message is for people and is not stable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CannotFind {
    message: String,
    help: Option<String>,
}

impl CannotFind {
    fn new(message: impl fmt::Display) -> CannotFind {
        CannotFind { message: message.to_string(), help: None }
    }

    fn with_help(self, help: impl fmt::Display) -> CannotFind {
        CannotFind { help: Some(help.to_string()), ..self }
    }

    /// Returns advice on what to ask instead, if there is any.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /a\n");
    /// let error = gatepost_report::find_decided_by(&robots, 1, None).unwrap_err();
    /// assert_eq!(error.to_string(), "line 1 is not a rule: it is a `User-agent` line");
    /// assert_eq!(error.help(), Some("it belongs to the group for *, whose rule is on line 2"));
    /// ```
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }
}

impl std::error::Error for CannotFind {}

impl fmt::Display for CannotFind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Finds a path that the rule of a line decides.
///
/// Without `crawlers`, it looks for a path of any crawler that the group of the line is for.
///
/// # Errors
///
/// This returns an error when the line has no rule, or when `@named` stands for no crawler.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_report::{FindOutcome, find_decided_by};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\nAllow: /shop\n");
/// let found = find_decided_by(&robots, 3, None)?;
/// assert_eq!(found.path.as_deref(), Some("/shop"));
/// let dead = find_decided_by(&robots, 2, None)?;
/// assert_eq!(dead.outcome, FindOutcome::None);
/// assert_eq!(dead.none[0].reason, "line 3 decides instead");
/// # Ok::<(), gatepost_report::CannotFind>(())
/// ```
pub fn find_decided_by(
    robots: &RobotsTxt<'_>,
    line: usize,
    crawlers: Option<&CrawlerQuery>,
) -> Result<FindReport, CannotFind> {
    let with_rule = robots.groups().find_map(|group| {
        let rule = group.rules().find(|rule| rule.line() == line)?;
        Some((group, rule))
    });
    let Some((group, rule)) = with_rule else { return Err(no_rule(robots, line)) };
    let asked = match crawlers {
        Some(query) => resolve(query, robots)?,
        None => crawlers_of(robots, &group).into_iter().map(ResolvedCrawler::new).collect(),
    };
    let is_asked_for = matches!(crawlers, Some(CrawlerQuery::One(_)));
    let index = robots.group_index();
    let mut report = FindReport::empty();
    let mut open = None;
    for (crawlers, of_class) in classes(&index, asked) {
        let rules = RuleList::of_group(&of_class);
        let names = names::crawlers(&crawlers);
        let title = format!("line {line} decides no URL for {names}");
        if !rules.rules().iter().any(|rule| rule.line() == line) {
            let of_group = names::of_group(&group);
            let obeys = match crawlers.as_slice() {
                [one] if !one.is_any() => "does not obey",
                _ => "do not obey",
            };
            let reason = format!("it belongs to the group for {of_group}, which {names} {obeys}");
            report.push_none(robots, title, crawlers, reason, &[]);
            continue;
        }
        match decided_by(&rules, line) {
            Decides::Path(example) => {
                return Ok(found(robots, &of_class, &example, &crawlers, is_asked_for));
            }
            Decides::Never(instead) => {
                let reason = why_never(&rule, &instead, robots);
                report.push_none(robots, title, crawlers, reason, &instead);
            }
            Decides::NotDecided(why) => open = Some(why),
        }
    }
    if report.none.is_empty() && open.is_none() {
        let (title, reason) = (format!("line {line} decides no URL"), "its group names no crawler");
        report.push_none(robots, title, Vec::new(), reason.to_owned(), &[]);
    }
    Ok(report.or_not_decided(open))
}

/// Finds a path under a pattern that one of the crawlers may fetch, or may not.
///
/// # Errors
///
/// This returns an error when `@named` stands for no crawler, or when no path matches `under`. An
/// absolute URL stands for its path.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_report::{FindOutcome, find_verdict};
///
/// let robots = RobotsTxt::parse("User-agent: GPTBot\nDisallow: /\n");
/// let report = find_verdict(&robots, &"GPTBot".parse()?, true, "/")?;
/// assert_eq!(report.outcome, FindOutcome::None);
/// assert_eq!(report.title, "GPTBot may fetch no path under `/`");
/// let error = find_verdict(&robots, &"*".parse()?, true, "shop/").unwrap_err();
/// assert_eq!(error.to_string(), "no path matches the pattern `shop/`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_verdict<'r>(
    file: impl Into<AskedFile<'r>>,
    crawlers: &CrawlerQuery,
    allowed: bool,
    under: &str,
) -> Result<FindReport, CannotFind> {
    let file = file.into();
    let under = &*pattern_of(under)?;
    if PathSet::new(under, file.for_others().dialect()).is_empty() {
        let error = CannotFind::new(format_args!("no path matches the pattern `{under}`"));
        let start = under.trim_start_matches(['^', '/']);
        return Err(error.with_help(format_args!("a path starts with `/`: write `/{start}`")));
    }
    let is_asked_for = matches!(crawlers, CrawlerQuery::One(_));
    let asked = resolve(crawlers, file.for_others())?;
    // Crawlers that parse the file alike, in the order in which they were asked about.
    let mut by_parse: Vec<(&RobotsTxt<'_>, Vec<ResolvedCrawler>)> = Vec::new();
    for crawler in asked {
        let robots = file.for_crawler(&crawler);
        match by_parse.iter_mut().find(|(known, _)| std::ptr::eq(*known, robots)) {
            Some((_, crawlers)) => crawlers.push(crawler),
            None => by_parse.push((robots, vec![crawler])),
        }
    }
    let mut report = FindReport::empty();
    let mut open = None;
    let mut indexes = GroupIndexes::new(file);
    let mut of_all = Vec::new();
    for (robots, asked) in by_parse {
        let index = indexes.of(robots).clone();
        let of_parse = classes(&index, asked);
        of_all.extend(of_parse.into_iter().map(|(crawlers, group)| (robots, crawlers, group)));
    }
    for (robots, crawlers, group) in of_all {
        let paths = PathSet::new(under, robots.dialect());
        let index = indexes.of(robots);
        match always(&RuleList::of_group(&group), &paths, !allowed) {
            ProofOutcome::Refuted(example) => {
                return Ok(found(robots, &group, &example, &crawlers, is_asked_for));
            }
            ProofOutcome::NotDecided(why) => open = Some(why),
            ProofOutcome::Proved => {
                let is_exempt = allowed
                    && robots.dialect().robots_txt_is_exempt
                    && paths.covers(&PathSet::new("/robots.txt$", robots.dialect()));
                let selected = ResolvedCrawler::new(crawlers[0].clone()).group_in(index);
                let reason = match (crawlers.len(), selected.why_no_rules()) {
                    _ if is_exempt => {
                        "except /robots.txt itself, which is always allowed".to_owned()
                    }
                    (1, Some(why)) => why.to_string(),
                    _ => String::new(),
                };
                let names = names::crawlers(&crawlers);
                let title = match allowed {
                    true => format!("{names} may fetch no path under `{under}`"),
                    false => format!("{names} may fetch every path under `{under}`"),
                };
                report.push_none(robots, title, crawlers, reason, &[]);
            }
        }
    }
    Ok(report.or_not_decided(open))
}

/// Returns the pattern that a text means: for an absolute URL, the URL's path.
fn pattern_of(text: &str) -> Result<Cow<'_, str>, CannotFind> {
    if !text.contains("://") {
        return Ok(Cow::Borrowed(text));
    }
    let path = asked_url::path(text.as_bytes(), Dialect::RFC9309);
    let path = path.map_err(|error| CannotFind::new(error.what()).with_help(error.help()))?;
    // In the normal form, what is special in a pattern is encoded.
    Ok(Cow::Owned(path.to_string()))
}

impl FindReport {
    fn empty() -> FindReport {
        FindReport {
            outcome: FindOutcome::None,
            path: None,
            verdict: None,
            crawlers: Vec::new(),
            none: Vec::new(),
            reason: None,
            title: String::new(),
            notes: Vec::new(),
        }
    }

    fn push_none(
        &mut self,
        robots: &RobotsTxt<'_>,
        title: String,
        crawlers: Vec<ProductToken>,
        reason: String,
        instead: &[usize],
    ) {
        let rule = |line: usize| rule_of_line(robots, line).map(|rule| rule.to_string());
        let instead = instead.iter().map(|line| InsteadRule { line: *line, rule: rule(*line) });
        let instead = instead.collect();
        if !self.title.is_empty() {
            self.title += "; ";
        }
        self.title += &title;
        self.none.push(NoneFound { title, crawlers: names::texts(&crawlers), reason, instead });
    }

    /// Drops what is proved for some crawlers if the question is open for others.
    fn or_not_decided(self, open: Option<NotDecided>) -> FindReport {
        match open {
            None => self,
            Some(why) => FindReport {
                outcome: FindOutcome::NotDecided,
                reason: Some(why.to_string()),
                title: format!("not decided: {why}"),
                ..FindReport::empty()
            },
        }
    }
}

fn found(
    robots: &RobotsTxt<'_>,
    group: &CrawlerGroup<'_>,
    example: &DecidedPath,
    crawlers: &[ProductToken],
    is_asked_for: bool,
) -> FindReport {
    let url = spelt(group, example);
    let selected = ResolvedCrawler::new(crawlers[0].clone());
    let in_file = selected.group_in(&robots.group_index());
    let path = robots.dialect().url_path(&url).expect("the example was replayed as this text");
    let verdict = group.verdict(&path);
    let rule = verdict.rule().and_then(|rule| rule_of_line(robots, rule.line()));
    let why = in_file.why_no_rules().map(|why| why.to_string());
    let mut notes = match is_asked_for && crawlers.len() == 1 {
        true => selected.remarks(in_file.selected_by()),
        false => vec![format!("for {}", names::crawlers(crawlers))],
    };
    notes.extend(parsed_file::parsed_as(robots.dialect()));
    let verdict_word = if verdict.is_allowed() { "allowed" } else { "disallowed" };
    let by =
        verdict.rule().map_or("no rule matches".to_owned(), |rule| format!("line {}", rule.line()));
    FindReport {
        outcome: FindOutcome::Found,
        title: format!("`{url}` is {verdict_word} ({by})"),
        verdict: Some(FoundVerdict {
            allowed: verdict.is_allowed(),
            line: rule.map(|rule| rule.line()),
            rule: rule.map(|rule| rule.to_string()),
        }),
        reason: why.or_else(|| Some(verdict.reason().to_string())),
        crawlers: names::texts(crawlers),
        path: Some(url),
        notes,
        ..FindReport::empty()
    }
}

fn resolve(
    query: &CrawlerQuery,
    robots: &RobotsTxt<'_>,
) -> Result<Vec<ResolvedCrawler>, CannotFind> {
    resolve_queries(std::slice::from_ref(query), &[robots]).map_err(|error| {
        CannotFind::new(error).with_help("ask about `*`, any crawler that no group names")
    })
}

/// Returns the crawlers that a group is for.
fn crawlers_of(robots: &RobotsTxt<'_>, group: &Group<'_>) -> Vec<ProductToken> {
    let is_for = |crawler: &ProductToken| {
        group.user_agents().any(|line| match crawler.is_any() {
            true => line.is_global(),
            false => line.names(crawler),
        })
    };
    let named: Vec<_> = named_crawlers(&[robots]).into_iter().map(|crawler| crawler.name).collect();
    distinct_crawlers_with(&[robots], &named).crawlers.into_iter().filter(is_for).collect()
}

/// Groups crawlers that obey the same rules.
fn classes<'r>(
    index: &GroupIndex<'r>,
    crawlers: Vec<ResolvedCrawler>,
) -> Vec<(Vec<ProductToken>, CrawlerGroup<'r>)> {
    let classes = crawler_classes(crawlers, |crawler| [crawler.group_in(index).into_group()]);
    let names =
        |crawlers: Vec<ResolvedCrawler>| crawlers.into_iter().map(|crawler| crawler.name).collect();
    let class = |CrawlerClass { crawlers, groups: [group], .. }| (names(crawlers), group);
    classes.into_iter().map(class).collect()
}

/// Says why a rule decides nothing.
fn why_never(rule: &Rule<'_>, instead: &[usize], robots: &RobotsTxt<'_>) -> String {
    match instead {
        [] if rule.is_empty() => "it has no value, so it has no effect".to_owned(),
        [] if PathSet::new(rule.value(), robots.dialect()).is_empty() => {
            "no path matches it: paths start with `/`".to_owned()
        }
        [] => "it matches only /robots.txt itself, which is always allowed".to_owned(),
        [line] => format!("line {line} decides instead"),
        lines => format!("{} decide instead", phrases::lines(lines)),
    }
}

/// Spells a path so that the dialect reads it as that path: some parsers read `//a` as a host, and
/// need a whole URL.
fn spelt(group: &CrawlerGroup<'_>, example: &DecidedPath) -> String {
    let url = format!("https://example.com{}", example.path);
    let dialect = group.dialect();
    let shows = |text: &&String| {
        let verdict = dialect.url_path(text.as_bytes()).map(|path| group.verdict(&path));
        verdict.is_ok_and(|verdict| verdict.rule().map(|rule| rule.line()) == example.decision.line)
    };
    [&example.path, &url].into_iter().find(shows).unwrap_or(&example.path).clone()
}

/// Says that a line has no rule, what it has instead, and which group it belongs to.
fn no_rule(robots: &RobotsTxt<'_>, number: usize) -> CannotFind {
    let Some(line) = number.checked_sub(1).and_then(|at| robots.lines().nth(at)) else {
        let lines = phrases::count(robots.lines().count() as u64, "line", "lines");
        let is_cut = if robots.unread() > 0 { " within the read limit" } else { "" };
        return CannotFind::new(format_args!(
            "there is no line {number}: the file has {lines}{is_cut}"
        ));
    };
    let what = match line.content() {
        LineContent::Blank => "it is blank".to_owned(),
        LineContent::Comment => "it is a comment".to_owned(),
        LineContent::Skipped(reason) => format!("crawlers skip it: {reason}"),
        LineContent::Record(record) if record.key().is_rule() => {
            return CannotFind::new(format_args!(
                "line {number} decides nothing: {}",
                SkipReason::RuleBeforeGroup
            ));
        }
        LineContent::Record(record) => match record.key() {
            Key::UserAgent => "it is a `User-agent` line".to_owned(),
            // A sitemap belongs to no group, wherever it stands.
            Key::Sitemap => {
                return CannotFind::new(format_args!(
                    "line {number} is not a rule: it is a `Sitemap` line, which is for every crawler"
                ));
            }
            _ => format!("its key is `{}`", phrases::text(record.key_bytes())),
        },
        _ => "it has another purpose".to_owned(),
    };
    let error = CannotFind::new(format_args!("line {number} is not a rule: {what}"));
    // A group reaches from its first `User-agent` line to that of the next.
    let starts_before =
        |group: &Group<'_>| group.user_agents().next().is_some_and(|line| line.line() <= number);
    let Some(group) = robots.groups().filter(starts_before).last() else { return error };
    let rules: Vec<usize> = group.rules().map(|rule| rule.line()).collect();
    let group = format!("it belongs to the group for {}", names::of_group(&group));
    match rules.as_slice() {
        [] => error.with_help(format_args!("{group}, which has no rules")),
        [line] => error.with_help(format_args!("{group}, whose rule is on line {line}")),
        lines => {
            error.with_help(format_args!("{group}, whose rules are on {}", phrases::lines(lines)))
        }
    }
}

fn rule_of_line<'r>(robots: &'r RobotsTxt<'r>, line: usize) -> Option<Rule<'r>> {
    robots.groups().flat_map(|group| group.rules()).find(|rule| rule.line() == line)
}
