//! Expectation files: what the owner of a robots.txt file expects it to say.
//!
//! The format is TOML. Each `[[expect]]` table lists crawlers, URLs that they may or may not fetch,
//! and patterns of which they may fetch every URL or none.

use std::fmt;
use std::ops::Range;

use gatepost::Dialect;
use gatepost_crawlers::{CrawlerQuery, ResolvedCrawler, resolve_queries};
use serde::Deserialize;
use toml::Spanned;

use crate::asked_url::{AskedUrl, UrlSite};
use crate::parsed_file::AskedFile;

/// Expects one verdict, for one crawler.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Expectation {
    /// The crawler.
    pub crawler: ResolvedCrawler,
    /// The URL, or the pattern of the URLs.
    pub paths: ExpectedPaths,
    /// Whether the crawler should be allowed to fetch them.
    pub allowed: bool,
    /// The line of the expectation file.
    pub line: usize,
    /// The dialect in which the crawler shall be taken to parse the file; without it, its own.
    pub dialect: Option<Dialect>,
    /// Whether the crawler stands there as one of a set, which may have crawlers that never fetch
    /// robots.txt.
    pub is_for_set: bool,
}

/// Names the URLs that an expectation is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ExpectedPaths {
    /// This URL.
    Url(String),
    /// Every URL that this pattern matches.
    All(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    expect: Vec<Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Table {
    crawlers: Vec<Spanned<String>>,
    dialect: Option<Spanned<String>>,
    #[serde(default)]
    allowed: Vec<Spanned<String>>,
    #[serde(default)]
    disallowed: Vec<Spanned<String>>,
    #[serde(default)]
    all_allowed: Vec<Spanned<String>>,
    #[serde(default)]
    all_disallowed: Vec<Spanned<String>>,
}

impl Expectation {
    /// Checks that the expectation is about URLs of a site: a path, or an absolute URL there.
    ///
    /// # Errors
    ///
    /// This returns an error when the expectation names a URL of another scheme, host or port.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_report::{Expectation, UrlSite};
    ///
    /// let text = "[[expect]]\ncrawlers = [\"*\"]\nallowed = [\"https://example.com/\"]\n";
    /// let expectations = Expectation::parse_file(text, &RobotsTxt::parse(""))?;
    /// let check = |site| expectations[0].check_site(&UrlSite::of(site).unwrap());
    /// assert!(check("https://example.com").is_ok());
    /// assert!(check("https://example.org").is_err());
    /// # Ok::<(), gatepost_report::InvalidExpectations>(())
    /// ```
    pub fn check_site(&self, site: &UrlSite) -> Result<(), InvalidExpectations> {
        let (ExpectedPaths::Url(text) | ExpectedPaths::All(text)) = &self.paths;
        let Ok(url) = AskedUrl::new(text.as_bytes()) else { return Ok(()) };
        match site.why_not_covered(&url) {
            None => Ok(()),
            Some(why) => Err(InvalidExpectations {
                line: Some(self.line),
                message: format!("{text} is not covered by {site}/robots.txt: {why}"),
            }),
        }
    }

    /// Parses an expectation file. `@named` stands for the crawlers that `robots` names.
    ///
    /// # Errors
    ///
    /// This returns an error when the file is not valid TOML, has an unknown key or crawler set, or
    /// expects nothing.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_report::Expectation;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /cart\n");
    /// let file = "[[expect]]\ncrawlers = [\"*\"]\ndisallowed = [\"/cart\"]\n";
    /// let expectations = Expectation::parse_file(file, &robots)?;
    /// assert_eq!((expectations.len(), expectations[0].line), (1, 3));
    /// # Ok::<(), gatepost_report::InvalidExpectations>(())
    /// ```
    pub fn parse_file<'r>(
        text: &str,
        file: impl Into<AskedFile<'r>>,
    ) -> Result<Vec<Expectation>, InvalidExpectations> {
        let robots = file.into().for_others();
        let invalid = |span: Option<Range<usize>>, message: String| {
            let line = span.map(|span| line_of(text, span.start));
            InvalidExpectations { line, message }
        };
        let file: File = toml::from_str(text)
            .map_err(|error| invalid(error.span(), error.message().to_owned()))?;
        let mut expectations = Vec::new();
        for table in file.expect {
            let dialect = match &table.dialect {
                None => None,
                Some(name) => {
                    let dialect = name.get_ref().parse::<Dialect>();
                    Some(dialect.map_err(|why| invalid(Some(name.span()), why.to_string()))?)
                }
            };
            let mut crawlers = Vec::new();
            for crawler in &table.crawlers {
                let error = |message: String| invalid(Some(crawler.span()), message);
                let query: CrawlerQuery =
                    crawler.get_ref().parse().map_err(|why| error(format!("{why}")))?;
                let is_for_set = matches!(query, CrawlerQuery::Set(_) | CrawlerQuery::Named);
                let resolved = resolve_queries(&[query], &[robots]);
                let resolved = resolved.map_err(|why| error(why.to_string()))?;
                crawlers.extend(resolved.into_iter().map(|crawler| (crawler, is_for_set)));
            }
            for (crawler, is_for_set) in crawlers {
                let url: fn(String) -> ExpectedPaths = ExpectedPaths::Url;
                for (texts, paths, allowed) in [
                    (&table.allowed, url, true),
                    (&table.disallowed, url, false),
                    (&table.all_allowed, ExpectedPaths::All, true),
                    (&table.all_disallowed, ExpectedPaths::All, false),
                ] {
                    expectations.extend(texts.iter().map(|expected| Expectation {
                        crawler: crawler.clone(),
                        paths: paths(expected.get_ref().clone()),
                        allowed,
                        line: line_of(text, expected.span().start),
                        dialect,
                        is_for_set,
                    }));
                }
            }
        }
        if expectations.is_empty() {
            return Err(invalid(None, "the file expects nothing".to_owned()));
        }
        Ok(expectations)
    }
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

/// The error returned by [`Expectation::parse_file`] and [`crate::verify`].
///
/// Its message is for people and is not stable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidExpectations {
    pub(crate) line: Option<usize>,
    pub(crate) message: String,
}

impl InvalidExpectations {
    /// Returns the line of the expectation file that is wrong, if it is one line.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_report::Expectation;
    ///
    /// let file = "[[expect]]\ncrawlers = [\"@nobody\"]\n";
    /// let error = Expectation::parse_file(file, &RobotsTxt::parse("")).unwrap_err();
    /// assert_eq!(error.line(), Some(2));
    /// ```
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.line
    }
}

impl std::error::Error for InvalidExpectations {}

impl fmt::Display for InvalidExpectations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
