//! `crawlers`: what the directory knows about crawlers.
//!
//! A crawler is found by its product token, by a whole `User-Agent` header, or by a set such as
//! `@ai`. A header proves nothing: anybody can send it, and a note says so.

use std::fmt;

use gatepost_crawlers::{
    Crawler, CrawlerSet, KnownBy, Purpose, RobotsBehaviour, by_header, by_token,
};
use serde::Serialize;

/// The crawlers that were found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CrawlersReport {
    /// The crawlers; never empty.
    pub crawlers: Vec<CrawlerReport>,
    /// Notes on how the crawlers were found. Words may change.
    pub notes: Vec<String>,
}

/// Describes a known crawler.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CrawlerReport {
    /// The product token of the crawler.
    pub crawler: &'static str,
    /// The operator of the crawler, if known.
    pub operator: Option<&'static str>,
    /// Other names of the crawler in robots.txt.
    pub aliases: &'static [&'static str],
    /// The crawlers whose groups the crawler obeys if no group names it.
    pub falls_back_to: &'static [&'static str],
    /// The purposes that the crawler fetches pages for, the main purpose first.
    pub purposes: &'static [Purpose],
    /// Whether the crawler serves artificial intelligence.
    pub ai: bool,
    /// How the crawler treats robots.txt.
    pub robots: RobotsBehaviour,
    /// Whether the crawler honours `Crawl-delay`, if known.
    pub crawl_delay: Option<bool>,
    /// Whether the crawler is no longer in use.
    pub retired: bool,
    /// The dialect in which the crawler parses files: `rfc9309`, unless a source says otherwise.
    pub dialect: &'static str,
    /// The source of the dialect, or null.
    pub dialect_source: Option<&'static str>,
    /// The header that the crawler gives its parser as its own name, or null if it gives its
    /// product token.
    pub parser_header: Option<&'static str>,
    /// The policy by which the crawler acts on the status of robots.txt: `rfc9309`, unless a source
    /// says otherwise.
    pub policy: &'static str,
    /// The source of the policy, or null.
    pub policy_source: Option<&'static str>,
    /// The crawlers that replaced this one.
    pub renamed_to: &'static [&'static str],
    /// The crawlers that this one replaced.
    pub renamed_from: &'static [&'static str],
    /// The `User-Agent` headers of the crawler, verbatim.
    pub headers: &'static [&'static str],
    /// `User-Agent` headers that are documented in part; `...` marks what was left out.
    pub header_patterns: &'static [&'static str],
    /// The source of the headers, if it is not `source`.
    pub headers_source: Option<&'static str>,
    /// The address of the operator's page about the crawler.
    pub page: Option<&'static str>,
    /// The pages on which the operator lists the IP addresses of the crawler.
    pub ip_ranges: &'static [&'static str],
    /// A remark on the crawler, in words.
    pub note: Option<&'static str>,
    /// Whether the source is its operator, a survey or a community list.
    pub known_by: KnownBy,
    /// The source of the entry.
    pub source: &'static str,
    /// The day on which the source was read.
    pub read: &'static str,
    /// The purposes that the crawler fetches pages for, in words.
    pub purpose_text: String,
    /// How the crawler treats robots.txt, in words.
    pub robots_text: String,
    /// Every fact about the crawler, in words, one line each.
    pub facts: Vec<Fact>,
}

/// One fact about a crawler, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Fact {
    /// The topic of the fact.
    pub label: &'static str,
    /// The fact in words.
    pub text: String,
}

/// The error returned by [`crawlers`]: no crawler was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchCrawler {
    message: String,
    help: Option<String>,
    is_answer: bool,
}

impl NoSuchCrawler {
    /// Returns advice on what to do instead.
    ///
    /// # Example
    ///
    /// ```
    /// let error = gatepost_report::crawlers(Some("Googleb"), None).unwrap_err();
    /// assert!(error.help().unwrap().contains("Googlebot"));
    /// ```
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// Returns `true` if the question was valid but found no crawler. A question about a set that
    /// does not exist is not valid.
    ///
    /// # Example
    ///
    /// ```
    /// let error = gatepost_report::crawlers(Some("@everybody"), None).unwrap_err();
    /// assert!(!error.is_answer());
    /// ```
    #[must_use]
    pub fn is_answer(&self) -> bool {
        self.is_answer
    }
}

impl std::error::Error for NoSuchCrawler {}

impl fmt::Display for NoSuchCrawler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Looks up crawlers by a product token, a `User-Agent` header or a set; or lists all crawlers, or
/// all with one purpose.
///
/// # Errors
///
/// This returns an error when no crawler is found, or the set does not exist.
///
/// # Example
///
/// ```
/// let report = gatepost_report::crawlers(Some("GPTBot"), None)?;
/// assert_eq!(report.crawlers[0].operator, Some("OpenAI"));
/// assert!(gatepost_report::crawlers(Some("NoBot"), None).is_err());
/// # Ok::<(), gatepost_report::NoSuchCrawler>(())
/// ```
pub fn crawlers(
    query: Option<&str>,
    purpose: Option<Purpose>,
) -> Result<CrawlersReport, NoSuchCrawler> {
    let mut found: Vec<&'static Crawler> = match query {
        None => gatepost_crawlers::crawlers().collect(),
        Some(query) => look_up(query)?,
    };
    if let Some(purpose) = purpose {
        found.retain(|crawler| crawler.purposes().contains(&purpose));
    }
    if found.is_empty() {
        return Err(nothing_found(query, purpose));
    }
    let mut notes = Vec::new();
    let is_header = query.is_some_and(|query| !query.starts_with('@') && by_token(query).is_none());
    if is_header {
        notes.push(
            "Anybody can send this header; only the IP address shows who sent it.".to_owned(),
        );
    }
    Ok(CrawlersReport { crawlers: found.into_iter().map(CrawlerReport::new).collect(), notes })
}

fn look_up(query: &str) -> Result<Vec<&'static Crawler>, NoSuchCrawler> {
    let Some(set) = query.strip_prefix('@') else {
        return Ok(by_token(query).or_else(|| by_header(query)).into_iter().collect());
    };
    if let Some(set) = CrawlerSet::by_name(set) {
        return Ok(set.crawlers().collect());
    }
    let (message, help) = match set {
        "named" => (
            "@named needs a robots.txt file".to_owned(),
            "use gatepost access robots.txt --crawlers @named".to_owned(),
        ),
        _ => {
            let sets: Vec<_> =
                CrawlerSet::ALL.iter().map(|set| format!("@{}", set.name())).collect();
            (format!("unknown set {query}"), format!("the sets are {}", sets.join(", ")))
        }
    };
    Err(NoSuchCrawler { message, help: Some(help), is_answer: false })
}

/// Says that no crawler was found, and which crawlers have similar names.
fn nothing_found(query: Option<&str>, purpose: Option<Purpose>) -> NoSuchCrawler {
    let what = query.unwrap_or("the directory");
    if let Some(purpose) = purpose {
        let message = match query {
            Some(set) if set.starts_with('@') => {
                format!("no crawler of {set} has the purpose {}", purpose.name())
            }
            _ => format!("{what} does not have the purpose {}", purpose.name()),
        };
        return NoSuchCrawler { message, help: None, is_answer: true };
    }
    let part = what.to_ascii_lowercase();
    let is_like =
        |crawler: &&Crawler| part.len() > 2 && crawler.token().to_ascii_lowercase().contains(&part);
    let like: Vec<_> =
        gatepost_crawlers::crawlers().filter(is_like).map(Crawler::token).take(5).collect();
    let help = match like.as_slice() {
        [] => "a robots.txt file can name any crawler, known or unknown".to_owned(),
        like => format!("similar names: {}", like.join(", ")),
    };
    let message = format!("no crawler is known as {what}");
    NoSuchCrawler { message, help: Some(help), is_answer: true }
}

impl CrawlerReport {
    /// Describes a crawler of the directory.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::by_token;
    /// use gatepost_report::CrawlerReport;
    ///
    /// let report = CrawlerReport::new(by_token("GPTBot").unwrap());
    /// assert_eq!((report.operator, report.ai), (Some("OpenAI"), true));
    /// assert_eq!(report.facts[0].text, "OpenAI");
    /// ```
    #[must_use]
    pub fn new(crawler: &'static Crawler) -> CrawlerReport {
        let in_words: Vec<_> = crawler.purposes().iter().map(Purpose::to_string).collect();
        let robots = crawler.robots().to_string();
        let retired = if crawler.is_retired() { "; retired" } else { "" };
        CrawlerReport {
            crawler: crawler.token(),
            operator: crawler.operator(),
            aliases: crawler.aliases(),
            falls_back_to: crawler.falls_back_to(),
            purposes: crawler.purposes(),
            ai: crawler.is_ai(),
            robots: crawler.robots(),
            crawl_delay: crawler.honours_crawl_delay(),
            retired: crawler.is_retired(),
            dialect: crawler.dialect().name,
            dialect_source: crawler.parser().map(|parser| parser.source),
            parser_header: crawler.parser().and_then(|parser| parser.header),
            policy: crawler.policy().name,
            policy_source: crawler.known_policy().map(|policy| policy.source),
            renamed_to: crawler.renamed_to(),
            renamed_from: crawler.renamed_from(),
            headers: crawler.headers(),
            header_patterns: crawler.header_patterns(),
            headers_source: crawler.headers_source(),
            page: crawler.page(),
            ip_ranges: crawler.ip_ranges(),
            note: crawler.note(),
            known_by: crawler.known_by(),
            source: crawler.source(),
            read: crawler.read(),
            purpose_text: in_words.join(", "),
            robots_text: format!("{robots}{retired}"),
            facts: facts(crawler),
        }
    }
}

fn facts(crawler: &Crawler) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut push = |label: &'static str, text: &str| {
        if !text.is_empty() {
            facts.push(Fact { label, text: text.to_owned() });
        }
    };
    let purposes: Vec<_> = crawler.purposes().iter().map(Purpose::to_string).collect();
    push("operator", crawler.operator().unwrap_or("unknown"));
    push("purpose", &purposes.join(", "));
    push("robots.txt", &crawler.robots().to_string());
    let mut names = vec![crawler.token()];
    names.extend(crawler.aliases().iter().chain(crawler.falls_back_to()));
    if !crawler.ignores_star() {
        names.push("*");
    }
    if !crawler.ignores_file() {
        push("group", &names.join(", else "));
    }
    let crawl_delay = match crawler.honours_crawl_delay() {
        Some(true) => "honoured",
        Some(false) => "ignored",
        None => "unknown",
    };
    push("Crawl-delay", crawl_delay);
    match crawler.parser() {
        Some(parser) => {
            push("dialect", &format!("{}, says {}", parser.dialect, parser.source));
            push("its name there", parser.header.unwrap_or_default());
        }
        None => push("dialect", "rfc9309, as no source says otherwise"),
    }
    match crawler.known_policy() {
        Some(known) => push("statuses", &format!("{}, says {}", known.access, known.source)),
        None => push("statuses", "rfc9309, as no source says otherwise"),
    }
    push("retired", if crawler.is_retired() { "yes" } else { "" });
    push("now", &crawler.renamed_to().join(", "));
    push("formerly", &crawler.renamed_from().join(", "));
    crawler.headers().iter().for_each(|header| push("header", header));
    crawler.header_patterns().iter().for_each(|pattern| push("header part", pattern));
    push("headers from", crawler.headers_source().unwrap_or_default());
    crawler.ip_ranges().iter().for_each(|address| push("addresses", address));
    push("page", crawler.page().unwrap_or_default());
    push("note", crawler.note().unwrap_or_default());
    push("known by", &format!("{}, read {}", crawler.known_by(), crawler.read()));
    push("source", crawler.source());
    facts
}
