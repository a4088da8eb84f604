//! The part of a site that each crawler may reach with a file.
//!
//! *Does this file block AI crawlers?* has three parts: what the file says to each crawler, how the
//! crawler selects its group, and whether it obeys at all. The first is proved for all URLs; the
//! others are in the directory.

use std::collections::{HashMap, HashSet};
use std::fmt;

use gatepost::Rule;
use gatepost_crawlers::{
    Crawler, GroupSelectedBy, Purpose, ResolvedCrawler, RobotsBehaviour, SelectedGroup,
};
use gatepost_prove::{PathSet, ProofOutcome, RuleList, always, dead};
use serde::Serialize;

use crate::parsed_file::{self, AskedFile, GroupIndexes};
use crate::phrases;
use crate::test::FileAccess;

/// Reports which part of a site crawlers may reach.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AccessReport {
    /// The crawlers, in the order in which they were asked about.
    pub crawlers: Vec<CrawlerAccess>,
    /// The number of blocked crawlers, in one sentence.
    pub title: String,
    /// The number of these crawlers that obey robots.txt, in one sentence.
    pub obedience: String,
}

/// Reports which part of a site one crawler may reach.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CrawlerAccess {
    /// The crawler; `*` stands for crawlers that no group names.
    pub crawler: String,
    /// The operator of the crawler, if known.
    pub operator: Option<&'static str>,
    /// The purposes that the crawler fetches pages for, the main purpose first.
    pub purposes: &'static [Purpose],
    /// The part of the site that the crawler may reach.
    pub reaches: Reach,
    /// How the group of the crawler was selected.
    pub selected_by: GroupSelectedBy,
    /// The name that the group has in the file, or null.
    pub group: Option<String>,
    /// The `User-agent` lines of the group.
    pub user_agent_lines: Vec<usize>,
    /// The rules of the group that decide any URL.
    pub rules: Vec<AccessRule>,
    /// How the crawler treats robots.txt, or null if it is not in the directory.
    pub robots: Option<RobotsBehaviour>,
    /// The address of the operator's page about the crawler.
    pub page: Option<&'static str>,
    /// How the group was selected and how the crawler treats robots.txt, in words.
    pub how: String,
    /// Why the reach was not decided, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_decided: Option<String>,
    /// The dialect in which the crawler parses the file.
    pub dialect: &'static str,
    /// How much of the site the crawler may reach by RFC 9309, if it parses the file in another
    /// dialect of its own; else null.
    pub rfc9309: Option<Reach>,
    /// Crawlers with the same number obey the same rules.
    #[serde(skip)]
    pub class: usize,
}

/// A rule that decides some URL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AccessRule {
    /// The line of the rule.
    pub line: usize,
    /// The rule as text.
    pub rule: String,
}

/// The part of a site that a crawler may reach.
///
/// # Example
///
/// ```
/// assert_eq!(gatepost_report::Reach::NotDecided.to_string(), "not-decided");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reach {
    /// No URL but robots.txt itself.
    Nothing,
    /// Some URLs.
    Part,
    /// Every URL.
    Everything,
    /// Not decided: the proof was given up.
    NotDecided,
}

impl Reach {
    /// Returns the reach in words: `partly blocked`.
    ///
    /// # Example
    ///
    /// ```
    /// assert_eq!(gatepost_report::Reach::Nothing.words(), "fully blocked");
    /// ```
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Reach::Nothing => "fully blocked",
            Reach::Part => "partly blocked",
            Reach::Everything => "not blocked",
            Reach::NotDecided => "not decided",
        }
    }
}

/// Writes the same word as in JSON.
impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// Finds out what crawlers may reach with a file.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_crawlers::resolve_queries;
/// use gatepost_report::{Reach, access};
///
/// let robots = RobotsTxt::parse("User-agent: GPTBot\nDisallow: /\n");
/// let crawlers = resolve_queries(&["GPTBot".parse()?, "CCBot".parse()?], &[&robots])?;
/// let report = access(&robots, &crawlers);
/// assert_eq!(report.crawlers[0].reaches, Reach::Nothing);
/// assert_eq!(report.title, "1 crawler fully blocked, 1 not blocked.");
/// assert_eq!(report.obedience, "2 obey robots.txt.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn access<'r>(file: impl Into<AskedFile<'r>>, crawlers: &[ResolvedCrawler]) -> AccessReport {
    access_after_fetch(file, crawlers, |_| FileAccess::Rules)
}

/// Reports what crawlers may reach after an attempt to fetch a file, whose outcome may mean
/// something else to each of them.
///
/// # Example
///
/// ```
/// use gatepost_crawlers::resolve_queries;
/// use gatepost_report::{FileAccess, ParsedFile, Reach, access_after_fetch};
///
/// let crawlers = resolve_queries(&["CCBot".parse()?], &[])?;
/// let report = access_after_fetch(&ParsedFile::new(""), &crawlers, |_| {
///     FileAccess::Nothing("403 Forbidden".to_owned())
/// });
/// assert_eq!(report.crawlers[0].reaches, Reach::Nothing);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn access_after_fetch<'r>(
    file: impl Into<AskedFile<'r>>,
    crawlers: &[ResolvedCrawler],
    access_of: impl Fn(&ResolvedCrawler) -> FileAccess,
) -> AccessReport {
    let file = file.into();
    let mut indexes = GroupIndexes::new(file);
    let mut classes: Vec<Class> = Vec::new();
    let mut places = HashMap::new();
    let mut accesses = Vec::with_capacity(crawlers.len());
    for crawler in crawlers {
        let beside = file.rfc9309_beside(crawler);
        let by_standard = beside.map(|robots| crawler.group_in(indexes.of(robots)));
        let selected = crawler.group_in(indexes.for_crawler(crawler));
        let access = match selected.selected_by() {
            GroupSelectedBy::DoesNotAsk => FileAccess::Rules,
            _ => access_of(crawler),
        };
        let mut class_of = |selected: &SelectedGroup<'_>, access: &FileAccess| {
            let group = selected.group();
            let lines: Vec<_> = group.rules().map(|rule| rule.line()).collect();
            *places.entry((group.dialect(), lines, access.clone())).or_insert_with(|| {
                classes.push(Class::new(selected, access));
                classes.len() - 1
            })
        };
        let class = class_of(&selected, &access);
        let by_standard = by_standard.map(|selected| class_of(&selected, &access));
        // Crawlers that parse differently may obey the same rules all the same.
        let same = classes.iter().position(|other| *other == classes[class]).unwrap_or(class);
        let mut of_crawler = CrawlerAccess::new(crawler, &selected, same, &classes[class]);
        of_crawler.rfc9309 = by_standard.map(|class| classes[class].reach);
        if let Some(reach) = of_crawler.rfc9309.filter(|reach| *reach != of_crawler.reaches) {
            of_crawler.how += &format!("; {} by RFC 9309", reach.words());
        }
        if let FileAccess::Everything(why) | FileAccess::Nothing(why) = access {
            of_crawler.how = why;
        }
        accesses.push(of_crawler);
    }
    AccessReport { title: title(&accesses), obedience: obedience(crawlers), crawlers: accesses }
}

/// The reach of crawlers that obey the same rules.
#[derive(PartialEq)]
struct Class {
    lines: Vec<usize>,
    reach: Reach,
    not_decided: Option<String>,
    rules: Vec<AccessRule>,
}

impl Class {
    fn new(selected: &SelectedGroup<'_>, access: &FileAccess) -> Class {
        let reach_of_all = match access {
            FileAccess::Rules => None,
            FileAccess::Everything(_) => Some(Reach::Everything),
            FileAccess::Nothing(_) => Some(Reach::Nothing),
        };
        if let Some(reach) = reach_of_all {
            return Class { lines: Vec::new(), reach, not_decided: None, rules: Vec::new() };
        }
        let rules = RuleList::of_group(selected.group());
        let dead: HashSet<_> = dead(&rules).into_iter().map(|covered| covered.line).collect();
        let decides = |rule: &Rule<'_>| !rule.is_empty() && !dead.contains(&rule.line());
        let deciding = selected.group().rules().filter(decides);
        let (reach, not_decided) = reach(&rules);
        let rule = |rule: Rule<'_>| AccessRule { line: rule.line(), rule: rule.to_string() };
        let lines = selected.group().rules().map(|rule| rule.line()).collect();
        Class { lines, reach, not_decided, rules: deciding.map(rule).collect() }
    }
}

fn reach(rules: &RuleList<'_>) -> (Reach, Option<String>) {
    let all = PathSet::new("/", rules.dialect());
    let mut why = None;
    for (allowed, reach) in [(true, Reach::Everything), (false, Reach::Nothing)] {
        match always(rules, &all, allowed) {
            ProofOutcome::Proved => return (reach, None),
            ProofOutcome::Refuted(_) => {}
            ProofOutcome::NotDecided(open) => why = Some(open.to_string()),
        }
    }
    (if why.is_some() { Reach::NotDecided } else { Reach::Part }, why)
}

impl CrawlerAccess {
    fn new(
        crawler: &ResolvedCrawler,
        selected: &SelectedGroup<'_>,
        number: usize,
        class: &Class,
    ) -> CrawlerAccess {
        let known = crawler.known;
        CrawlerAccess {
            crawler: crawler.name.as_str().to_owned(),
            operator: known.and_then(Crawler::operator),
            purposes: known.map(Crawler::purposes).unwrap_or_default(),
            reaches: class.reach,
            selected_by: *selected.selected_by(),
            group: selected.name_in_file().map(ToOwned::to_owned),
            user_agent_lines: selected.group().user_agents().map(|line| line.line()).collect(),
            rules: class.rules.clone(),
            robots: known.map(Crawler::robots),
            page: known.and_then(Crawler::page),
            how: how(crawler, selected),
            not_decided: class.not_decided.clone(),
            dialect: selected.group().dialect().name,
            rfc9309: None,
            class: number,
        }
    }

    /// Returns the rules that formats for people show, and how many they leave out.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_crawlers::resolve_queries;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /a\nDisallow: /b\n");
    /// let crawlers = resolve_queries(&["CCBot".parse()?], &[&robots])?;
    /// let report = gatepost_report::access(&robots, &crawlers);
    /// let (shown, more) = report.crawlers[0].shown_rules();
    /// assert_eq!((shown.len(), more), (2, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn shown_rules(&self) -> (&[AccessRule], usize) {
        const SHOWN: usize = 12;
        let (shown, more) = self.rules.split_at(self.rules.len().min(SHOWN));
        (shown, more.len())
    }

    /// Returns how certain it is that the crawler obeys: the lower, the more certain.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_crawlers::resolve_queries;
    ///
    /// let robots = RobotsTxt::parse("");
    /// let crawlers = resolve_queries(&["CCBot".parse()?, "NobodyKnowsBot".parse()?], &[&robots])?;
    /// let report = gatepost_report::access(&robots, &crawlers);
    /// assert!(report.crawlers[0].uncertainty() < report.crawlers[1].uncertainty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn uncertainty(&self) -> usize {
        match self.robots {
            Some(RobotsBehaviour::Obeys | RobotsBehaviour::IgnoresStar) => 0,
            Some(RobotsBehaviour::ControlToken) => 1,
            Some(RobotsBehaviour::MayIgnoreFile) => 2,
            Some(RobotsBehaviour::IgnoresFile) => 3,
            _ => 4,
        }
    }
}

/// Says how the group of a crawler was selected, and how the crawler treats robots.txt.
fn how(crawler: &ResolvedCrawler, selected: &SelectedGroup<'_>) -> String {
    match parsed_file::parsed_as(selected.group().dialect()) {
        Some(parser) if *selected.selected_by() != GroupSelectedBy::DoesNotAsk => {
            format!("{}; {parser}", how_selected(crawler, selected))
        }
        _ => how_selected(crawler, selected),
    }
}

fn how_selected(crawler: &ResolvedCrawler, selected: &SelectedGroup<'_>) -> String {
    let selected_by = selected.selected_by();
    let Some(known) = crawler.known else {
        let unknown = if crawler.name.is_any() { "" } else { "; not in the directory" };
        return format!("{selected_by}{unknown}");
    };
    let retired = if known.is_retired() { "; retired" } else { "" };
    match (selected_by, known.robots()) {
        (GroupSelectedBy::DoesNotAsk, _)
        | (_, RobotsBehaviour::Obeys | RobotsBehaviour::IgnoresStar) => {
            format!("{selected_by}{retired}")
        }
        (_, robots) => format!("{selected_by}; {robots}{retired}"),
    }
}

fn title(crawlers: &[CrawlerAccess]) -> String {
    let count = |reach: Reach| {
        (crawlers.iter().filter(|crawler| crawler.reaches == reach).count(), reach.words())
    };
    let all = [Reach::Nothing, Reach::Part, Reach::Everything, Reach::NotDecided].map(count);
    let mut counts = all.into_iter().filter(|(count, _)| *count > 0);
    let Some((first, words)) = counts.next() else { return "No crawlers.".to_owned() };
    let first = phrases::count(first as u64, "crawler", "crawlers");
    let others =
        counts.map(|(count, words)| format!(", {} {words}", phrases::number(count as u64)));
    format!("{first} {words}{}.", others.collect::<String>())
}

fn obedience(crawlers: &[ResolvedCrawler]) -> String {
    let robots = |robots: Option<RobotsBehaviour>| {
        crawlers.iter().filter(|crawler| crawler.known.map(Crawler::robots) == robots).count()
    };
    let obeys = robots(Some(RobotsBehaviour::Obeys)) + robots(Some(RobotsBehaviour::IgnoresStar));
    let unknown = robots(Some(RobotsBehaviour::Unknown)) + robots(None);
    let counts = [
        (obeys, "obeys robots.txt", "obey robots.txt"),
        (robots(Some(RobotsBehaviour::MayIgnoreFile)), "may ignore it", "may ignore it"),
        (robots(Some(RobotsBehaviour::IgnoresFile)), "ignores it", "ignore it"),
        (robots(Some(RobotsBehaviour::ControlToken)), "is a control token", "are control tokens"),
        (unknown, "unknown", "unknown"),
    ];
    let counts = counts.into_iter().filter(|(count, ..)| *count > 0);
    let texts = counts.map(|(count, one, many)| phrases::count(count as u64, one, many));
    format!("{}.", texts.collect::<Vec<_>>().join(", "))
}
