//! `test --dialect all`: the URLs on which the parsers of one file disagree, and why.
//!
//! Every dialect parses the file once. Each URL is then tested in all dialects. If the answers
//! differ, `dialect_causes.rs` finds the fields that cause the difference.

use std::collections::HashMap;

use gatepost::{Dialect, RobotsTxt, RuleSet};
use gatepost_crawlers::{ResolvedCrawler, parsing_as};
use serde::Serialize;

use crate::asked_url::{self, NotAUrl, url_text};
use crate::dialect_causes::{DialectCause, DialectCauses};
use crate::phrases;

/// A URL on which the dialects disagree, for one crawler.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DialectDisagreement {
    /// The URL, as given.
    pub url: String,
    /// The crawler.
    pub crawler: String,
    /// The different answers: first that of `rfc9309`, then the others, once for each cause.
    pub answers: Vec<DialectAnswer>,
}

/// One answer, and the dialects that give it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DialectAnswer {
    /// The names of the dialects.
    pub dialects: Vec<String>,
    /// Whether the crawler may fetch the URL.
    pub allowed: bool,
    /// The line of the rule that decides, or null.
    pub line: Option<usize>,
    /// The rule that decides, or null.
    pub rule: Option<String>,
    /// The reason in a few words. Words may change.
    pub reason: String,
    /// The fields in which these dialects differ from the first, as far as they cause the answer.
    pub because: Vec<DialectCause>,
}

/// The number of URLs on which the dialects disagree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DialectSummary {
    /// The number of URLs that were tested.
    pub urls: u64,
    /// The number of these URLs on which the dialects disagree.
    pub differ: u64,
    /// The numbers in a sentence.
    pub title: String,
}

/// Asks every dialect about URLs.
///
/// # Example
///
/// ```
/// use gatepost_crawlers::ResolvedCrawler;
/// use gatepost::ProductToken;
/// use gatepost_report::DialectTester;
///
/// let crawlers = [ResolvedCrawler::new(ProductToken::any())];
/// let file = b"User-agent: *\nDisallow: /\nAllow: /a\n";
/// let mut tester = DialectTester::new(file, &crawlers);
/// let [disagreement] = &tester.test(b"/a")?[..] else { panic!() };
/// assert_eq!(disagreement.answers[0].rule.as_deref(), Some("Allow: /a"));
/// assert_eq!(disagreement.answers[1].because[0].field, "precedence");
/// assert!(tester.test(b"/b")?.is_empty());
/// assert_eq!(tester.summary().title, "The dialects disagree on 1 of 2 URLs.");
/// # Ok::<(), gatepost_report::NotAUrl>(())
/// ```
#[derive(Clone, Debug)]
pub struct DialectTester<'f> {
    crawlers: Vec<ResolvedCrawler>,
    parsed: Vec<Parsed>,
    causes: DialectCauses<'f>,
    urls: u64,
    differ: u64,
}

/// The file as parsed in one dialect.
#[derive(Clone, Debug)]
struct Parsed {
    dialect: Dialect,
    rules: Vec<RuleSet>,
    /// For each crawler, the place of its rules.
    places: Vec<usize>,
}

impl Parsed {
    fn new(bytes: &[u8], dialect: Dialect, crawlers: &[ResolvedCrawler]) -> Parsed {
        let robots = RobotsTxt::parse_as(bytes, dialect);
        let index = robots.group_index();
        let mut rules = Vec::new();
        let mut known = HashMap::new();
        let place = |crawler: &ResolvedCrawler| {
            let group = crawler.group_in(&index).into_group();
            let lines: Vec<_> = group.rules().map(|rule| rule.line()).collect();
            *known.entry((group.selected_by(), lines)).or_insert_with(|| {
                rules.push(group.rule_set());
                rules.len() - 1
            })
        };
        let places = crawlers.iter().map(place).collect();
        Parsed { dialect, rules, places }
    }
}

impl<'f> DialectTester<'f> {
    /// Parses a file in every dialect.
    ///
    /// # Example
    ///
    /// ```
    /// let mut tester = gatepost_report::DialectTester::new(b"", &[]);
    /// assert!(tester.test(b"/").unwrap().is_empty());
    /// ```
    #[must_use]
    pub fn new(bytes: &'f [u8], crawlers: &[ResolvedCrawler]) -> DialectTester<'f> {
        let dialects = Dialect::ALL.iter().copied();
        DialectTester {
            crawlers: crawlers.to_vec(),
            parsed: dialects.map(|dialect| Parsed::new(bytes, dialect, crawlers)).collect(),
            causes: DialectCauses::new(bytes),
            urls: 0,
            differ: 0,
        }
    }

    /// Returns the disagreements about a URL, or a path that starts with `/`: one for each crawler
    /// about which the dialects disagree.
    ///
    /// # Errors
    ///
    /// This returns an error when `url` is neither.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::ProductToken;
    /// use gatepost_crawlers::ResolvedCrawler;
    /// use gatepost_report::DialectTester;
    ///
    /// let crawlers = [ResolvedCrawler::new(ProductToken::any())];
    /// let mut tester = DialectTester::new(b"User-agent: *\nDisallow: /a\n", &crawlers);
    /// assert!(tester.test(b"/a")?.is_empty());
    /// # Ok::<(), gatepost_report::NotAUrl>(())
    /// ```
    pub fn test(&mut self, url: &[u8]) -> Result<Vec<DialectDisagreement>, NotAUrl> {
        asked_url::path(url, self.parsed[0].dialect)?;
        self.urls += 1;
        let mut disagreements = Vec::new();
        for (at, crawler) in self.crawlers.iter().enumerate() {
            let answers = answers(&self.parsed, at, crawler, url, &mut self.causes);
            if answers.len() > 1 {
                let (url, crawler) = (url_text(url).into_owned(), crawler.name.to_string());
                disagreements.push(DialectDisagreement { url, crawler, answers });
            }
        }
        self.differ += u64::from(!disagreements.is_empty());
        Ok(disagreements)
    }

    /// Returns the number of URLs so far, and on how many of them the dialects disagree.
    ///
    /// # Example
    ///
    /// ```
    /// let mut tester = gatepost_report::DialectTester::new(b"", &[]);
    /// tester.test(b"/")?;
    /// assert_eq!(tester.summary().title, "All 11 dialects agree on 1 URL.");
    /// # Ok::<(), gatepost_report::NotAUrl>(())
    /// ```
    #[must_use]
    pub fn summary(&self) -> DialectSummary {
        let DialectTester { urls, differ, .. } = *self;
        let of = phrases::count(urls, "URL", "URLs");
        let title = match differ {
            0 => format!("All {} dialects agree on {of}.", self.parsed.len()),
            _ => format!("The dialects disagree on {} of {of}.", phrases::number(differ)),
        };
        DialectSummary { urls, differ, title }
    }
}

/// Returns the answers of all dialects for the crawler at a place: first that of the default, with
/// the dialects that agree; then the other verdict, once for each cause. If all agree, there is one
/// answer.
fn answers(
    parsed: &[Parsed],
    at: usize,
    crawler: &ResolvedCrawler,
    url: &[u8],
    causes: &mut DialectCauses<'_>,
) -> Vec<DialectAnswer> {
    let mut answers: Vec<DialectAnswer> = Vec::new();
    for Parsed { dialect, rules, places } in parsed {
        // What the default accepts as a URL, all accept.
        let Ok(path) = dialect.url_path(url) else { continue };
        let verdict = rules[places[at]].verdict(&path);
        let allowed = verdict.is_allowed();
        let line = verdict.rule().map(|rule| rule.line());
        let because = match answers.first() {
            Some(default) if default.allowed != allowed => {
                causes.of(crawler, url, parsed[0].dialect, *dialect).to_vec()
            }
            _ => Vec::new(),
        };
        let known = answers.iter_mut().find(|known| {
            known.allowed == allowed
                && (because.is_empty() || (known.line == line && known.has_causes(&because)))
        });
        match known {
            Some(known) => known.dialects.push(dialect.name.to_owned()),
            None => answers.push(DialectAnswer {
                dialects: vec![dialect.name.to_owned()],
                allowed,
                line,
                rule: verdict.rule().map(|rule| rule.to_string()),
                reason: verdict.reason().to_string(),
                because,
            }),
        }
    }
    answers
}

impl DialectAnswer {
    /// Returns `true` if these fields, with these values, cause the answer too.
    fn has_causes(&self, because: &[DialectCause]) -> bool {
        let is_same = |(one, other): (&DialectCause, &DialectCause)| {
            one.field == other.field && one.second == other.second
        };
        self.because.len() == because.len() && self.because.iter().zip(because).all(is_same)
    }
}

/// A dialect: how one parser or search engine reads robots.txt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DialectReport {
    /// The name of the dialect, such as `google`.
    pub dialect: String,
    /// The parser that the dialect describes. Words may change.
    pub about: String,
    /// The crawlers, frameworks and libraries that parse files in this dialect.
    pub used_by: Vec<String>,
    /// The dialect that this one is compared with.
    pub compared_with: String,
    /// The fields in which the dialect differs from that one, whose value is the first of each.
    pub differences: Vec<DialectCause>,
    /// The number of fields in which the two differ, in one sentence. Words may change.
    pub title: String,
}

/// Names a user of a dialect: crawlers of one operator, or programs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DialectUsers {
    /// Who parses files in the dialect. Words may change.
    pub name: String,
    /// The address of the page that confirms it.
    pub source: &'static str,
}

/// Lists who parses files in a dialect: the crawlers of the directory, by operator, and then
/// programs.
///
/// # Example
///
/// ```
/// use gatepost::Dialect;
///
/// let users = gatepost_report::dialect_users(Dialect::YANDEX);
/// assert_eq!(users[0].name, "YandexBot, YandexAdditional and YandexAdditionalBot");
/// ```
#[must_use]
pub fn dialect_users(dialect: Dialect) -> Vec<DialectUsers> {
    let mut of_operators: Vec<(Option<&str>, &'static str, Vec<&str>)> = Vec::new();
    for crawler in parsing_as(dialect) {
        let source = crawler.parser().map_or("", |parser| parser.source);
        let (operator, token) = (crawler.operator(), crawler.token());
        match of_operators.iter_mut().find(|known| (known.0, known.1) == (operator, source)) {
            Some((.., tokens)) => tokens.push(token),
            None => of_operators.push((operator, source, vec![token])),
        }
    }
    let crawlers = of_operators.into_iter().map(|(operator, source, tokens)| {
        let name = match (tokens.as_slice(), operator) {
            ([first, others @ ..], Some(operator)) if others.len() > 3 => {
                format!("{first} and {} other crawlers of {operator}", others.len())
            }
            ([others @ .., last], _) if !others.is_empty() => {
                format!("{} and {last}", others.join(", "))
            }
            _ => tokens.join(", "),
        };
        DialectUsers { name, source }
    });
    let programs = dialect.used_by().iter();
    let programs =
        programs.map(|user| DialectUsers { name: user.name.to_owned(), source: user.source });
    crawlers.chain(programs).collect()
}

/// Lists all dialects, and how each differs from RFC 9309.
///
/// # Example
///
/// ```
/// let dialects = gatepost_report::dialects();
/// assert_eq!(dialects[0].dialect, "rfc9309");
/// assert!(dialects[0].differences.is_empty());
/// ```
#[must_use]
pub fn dialects() -> Vec<DialectReport> {
    Dialect::ALL.iter().map(|of| dialect(*of, Dialect::RFC9309)).collect()
}

/// Describes a dialect, and how it differs from another.
///
/// # Example
///
/// ```
/// use gatepost::Dialect;
///
/// let report = gatepost_report::dialect(Dialect::BAIDU, Dialect::RFC9309);
/// assert_eq!(report.compared_with, "rfc9309");
/// assert!(report.differences.iter().any(|difference| difference.field == "precedence"));
/// ```
#[must_use]
pub fn dialect(dialect: Dialect, compared_with: Dialect) -> DialectReport {
    let differences: Vec<DialectCause> =
        compared_with.differences(dialect).iter().map(Into::into).collect();
    let title = match differences.len() as u64 {
        0 if dialect == compared_with => format!("other dialects are compared with {dialect}"),
        0 => format!("{dialect} does not differ from {compared_with}"),
        fields => {
            let fields = phrases::count(fields, "property", "properties");
            format!("{dialect} differs from {compared_with} in {fields}")
        }
    };
    DialectReport {
        dialect: dialect.name.to_owned(),
        about: dialect.about().to_owned(),
        used_by: dialect_users(dialect).into_iter().map(|user| user.name).collect(),
        compared_with: compared_with.name.to_owned(),
        differences,
        title,
    }
}
