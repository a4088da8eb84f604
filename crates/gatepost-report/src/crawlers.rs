//! What the directory knows about a crawler.

use gatepost_crawlers::{Crawler, Purpose};
use serde::Serialize;

/// Describes a known crawler.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CrawlerReport {
    /// Its product token.
    pub crawler: &'static str,
    /// Its operator, if known.
    pub operator: Option<&'static str>,
    /// Its other names in robots.txt.
    pub aliases: &'static [&'static str],
    /// The crawlers whose group it obeys if no group names it.
    pub falls_back_to: &'static [&'static str],
    /// What it fetches for, the main purpose first.
    pub purposes: Vec<&'static str>,
    /// Whether it is an AI crawler.
    pub ai: bool,
    /// How it treats robots.txt: obeys, ignores-star, may-ignore-file, ignores-file, control-token or
    /// unknown.
    pub robots: &'static str,
    /// Whether it honours `Crawl-delay`, if known.
    pub crawl_delay: Option<bool>,
    /// Whether it is no longer in use.
    pub retired: bool,
    /// The crawlers that replaced it.
    pub renamed_to: &'static [&'static str],
    /// The crawlers that it replaced.
    pub renamed_from: &'static [&'static str],
    /// Its `User-Agent` headers, verbatim.
    pub headers: &'static [&'static str],
    /// `User-Agent` headers that are documented in part; `...` marks what was left out.
    pub header_patterns: &'static [&'static str],
    /// The source of the headers, if it is not `source`.
    pub headers_source: Option<&'static str>,
    /// The page of its operator.
    pub page: Option<&'static str>,
    /// Where its operator lists its IP addresses.
    pub ip_ranges: &'static [&'static str],
    /// What else is worth knowing, in words.
    pub note: Option<&'static str>,
    /// Whether the source is its operator, a survey or a community list.
    pub known_by: &'static str,
    /// The source of the entry.
    pub source: &'static str,
    /// The day on which the source was read.
    pub read: &'static str,
    /// What it fetches for, in words.
    pub purpose_text: String,
    /// How it treats robots.txt, in words.
    pub robots_text: String,
    /// All of this in words, a line each.
    pub facts: Vec<Fact>,
}

/// One fact about a crawler, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Fact {
    /// What the fact is about.
    pub label: &'static str,
    /// The fact.
    pub text: String,
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
            purposes: crawler.purposes().iter().map(|purpose| purpose.name()).collect(),
            ai: crawler.is_ai(),
            robots: crawler.robots().name(),
            crawl_delay: crawler.honours_crawl_delay(),
            retired: crawler.is_retired(),
            renamed_to: crawler.renamed_to(),
            renamed_from: crawler.renamed_from(),
            headers: crawler.headers(),
            header_patterns: crawler.header_patterns(),
            headers_source: crawler.headers_source(),
            page: crawler.page(),
            ip_ranges: crawler.ip_ranges(),
            note: crawler.note(),
            known_by: crawler.known_by().name(),
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
