//! Questions about crawlers: a name, a header, a set, or all that a file names.
//!
//! This is the text behind `--crawler` and in expectation files. It is a product token
//! (`Googlebot-Image`), a whole `User-Agent` header, a set of the directory (`@ai`), or `@named`
//! for the crawlers that the file itself names. `resolved_crawler.rs` selects the group that each
//! of them obeys.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use gatepost::{InvalidProductToken, ProductToken, RobotsTxt};

use crate::directory::{CrawlerSet, UnknownCrawlerSet, by_token};
use crate::resolved_crawler::{ResolvedCrawler, named_crawlers};

/// The crawlers that a question is about, parsed from text.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_crawlers::{CrawlerQuery, CrawlerSet, resolve_queries};
///
/// let one: CrawlerQuery = "Mozilla/5.0 (compatible; bingbot/2.0; +http://x/)".parse()?;
/// assert_eq!("@ai".parse(), Ok(CrawlerQuery::Set(CrawlerSet::Ai)));
/// assert_eq!("@named".parse(), Ok(CrawlerQuery::Named));
///
/// let robots = RobotsTxt::parse("User-agent: GPTBot\nDisallow: /\n");
/// let crawlers = resolve_queries(&[one, CrawlerQuery::Named], &[&robots])?;
/// let names: Vec<_> = crawlers.iter().map(|crawler| crawler.name.as_str()).collect();
/// assert_eq!(names, ["bingbot", "GPTBot"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CrawlerQuery {
    /// One crawler.
    One(ResolvedCrawler),
    /// The crawlers of a set.
    Set(CrawlerSet),
    /// The crawlers that the file names.
    Named,
}

impl FromStr for CrawlerQuery {
    type Err = InvalidCrawlerQuery;

    /// Parses a product token, a `User-Agent` header, or `@` and the name of a set. `a+b` is one
    /// crawler with two names: it obeys the group for `a`, or else the one for `b`.
    ///
    /// # Errors
    ///
    /// This returns an error when no set has the name behind `@`, when a header names no crawler,
    /// and when the text is neither a header nor a product token.
    fn from_str(text: &str) -> Result<CrawlerQuery, InvalidCrawlerQuery> {
        match text.strip_prefix('@') {
            Some("named") => return Ok(CrawlerQuery::Named),
            Some(name) => {
                let set = name.parse().map(CrawlerQuery::Set);
                return set.map_err(|unknown| InvalidCrawlerQuery(Kind::Set(unknown)));
            }
            None => {}
        }
        if let Some(crawler) = of_several_names(text) {
            return Ok(CrawlerQuery::One(crawler));
        }
        let invalid = match ProductToken::new(text) {
            Ok(token) => return Ok(CrawlerQuery::One(ResolvedCrawler::new(token))),
            Err(invalid) => invalid,
        };
        if !text.contains('/') {
            return Err(InvalidCrawlerQuery(Kind::Token(invalid)));
        }
        ResolvedCrawler::from_header(text)
            .map(CrawlerQuery::One)
            .ok_or(InvalidCrawlerQuery(Kind::NoCrawlerInHeader))
    }
}

/// Parses `a+b`: one crawler that obeys the group for `a`, or else the one for `b`.
fn of_several_names(text: &str) -> Option<ResolvedCrawler> {
    if !text.contains('+') || text.contains('/') || by_token(text).is_some() {
        return None;
    }
    let names = text.split('+').map(|name| ProductToken::new(name.trim()).ok());
    let mut names = names.collect::<Option<Vec<_>>>()?.into_iter();
    Some(ResolvedCrawler::new(names.next()?).with_others(names))
}

/// The error returned when a [`CrawlerQuery`] is parsed.
///
/// The reason is private, so that new reasons are not a breaking change. The message is for people
/// and is not stable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidCrawlerQuery(Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Token(InvalidProductToken),
    Set(UnknownCrawlerSet),
    NoCrawlerInHeader,
}

impl std::error::Error for InvalidCrawlerQuery {}

impl fmt::Display for InvalidCrawlerQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Token(invalid) => invalid.fmt(f),
            Kind::Set(unknown) => write!(f, "{unknown}, @named"),
            Kind::NoCrawlerInHeader => {
                f.write_str("this User-Agent header names no crawler: it may be a browser's")
            }
        }
    }
}

/// Returns the crawlers that queries stand for, each once, in the order of the queries.
///
/// [`CrawlerQuery::Named`] stands for the crawlers that any of the files names.
///
/// # Errors
///
/// This returns an error when [`CrawlerQuery::Named`] is among the queries and no file names a
/// crawler: an empty answer would look like "no crawler is affected".
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_crawlers::{CrawlerQuery, resolve_queries};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /\n");
/// let crawlers = resolve_queries(&["GPTBot".parse()?, "gptbot".parse()?], &[&robots])?;
/// assert_eq!(crawlers.len(), 1);
/// assert!(resolve_queries(&[CrawlerQuery::Named], &[&robots]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn resolve_queries(
    queries: &[CrawlerQuery],
    files: &[&RobotsTxt<'_>],
) -> Result<Vec<ResolvedCrawler>, NoCrawlerNamed> {
    let mut crawlers = Vec::new();
    for query in queries {
        match query {
            CrawlerQuery::One(one) => crawlers.push(one.clone()),
            CrawlerQuery::Set(set) => crawlers.extend(set.crawlers().map(ResolvedCrawler::known)),
            CrawlerQuery::Named => {
                let named = named_crawlers(files);
                if named.is_empty() {
                    return Err(NoCrawlerNamed(()));
                }
                // They stand beside crawlers of the directory, and are spelt as it spells them.
                crawlers.extend(named.into_iter().map(ResolvedCrawler::respelt));
            }
        }
    }
    let mut seen = HashSet::new();
    // A header and its product token are two questions to a parser that is given headers.
    crawlers.retain(|crawler| seen.insert((crawler.names(), crawler.header.clone())));
    Ok(crawlers)
}

/// The error returned by [`resolve_queries`] when `@named` stands for no crawler, because the file
/// names none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoCrawlerNamed(());

impl std::error::Error for NoCrawlerNamed {}

impl fmt::Display for NoCrawlerNamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`@named` stands for no crawler: the file names none")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> ResolvedCrawler {
        match text.parse() {
            Ok(CrawlerQuery::One(crawler)) => crawler,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn error(text: &str) -> String {
        text.parse::<CrawlerQuery>().unwrap_err().to_string()
    }

    #[test]
    fn tokens_headers_and_sets() {
        assert_eq!(one("googlebot-image").known.unwrap().token(), "Googlebot-Image");
        assert_eq!(one("googlebot-image").name.as_str(), "googlebot-image");
        let header = "Mozilla/5.0 (compatible; bingbot/2.0; +http://x/)";
        assert_eq!(one(header).name.as_str(), "bingbot");
        assert_eq!(one("ExampleBot/1.0 (+http://x/)").name.as_str(), "ExampleBot");
        assert!(one("ExampleBot").known.is_none());
        assert!(one("*").known.is_none());
        assert_eq!("@ai".parse(), Ok(CrawlerQuery::Set(CrawlerSet::Ai)));
        assert_eq!("@named".parse(), Ok(CrawlerQuery::Named));
        assert!(error("@everybody").contains("@ai-training"));
        assert!(error("Mozilla/5.0 (X11) Firefox/140.0").contains("browser"));
        assert!(error("").starts_with("empty product token"));
        assert!(error("a,b").contains("unexpected `,`"));
        let both = one("Googlebot-Image+ExampleBot");
        let names: Vec<_> = both.names().iter().map(ToString::to_string).collect();
        assert_eq!(names, ["Googlebot-Image", "ExampleBot", "Googlebot"]);
        assert_eq!(one("C++Bot").name.as_str(), "C++Bot");
    }

    #[test]
    fn named_by_token_or_by_all_words() {
        let file = "User-agent: Screaming Frog SEO Spider/9\nUser-agent: Foo Bar\nUser-agent: *\n\
                    User-agent: foo\nUser-agent: Mozilla-Tabstack\nAllow: /\n";
        let crawlers = resolve_queries(&[CrawlerQuery::Named], &[&RobotsTxt::parse(file)]).unwrap();
        let names: Vec<_> = crawlers.iter().map(|crawler| crawler.name.as_str()).collect();
        assert_eq!(names, ["Screaming Frog SEO Spider", "Foo", "Mozilla-Tabstack"]);
        assert!(resolve_queries(&[CrawlerQuery::Named], &[&RobotsTxt::parse("")]).is_err());
    }
}
