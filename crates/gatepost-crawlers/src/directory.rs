//! Finding crawlers: all, by name, by purpose, in sets.
//!
//! The names are sorted when the table is generated, so that a look-up is a binary search. A header
//! is a different matter, since names have to be found in it: `user_agent_header.rs`.

use std::fmt;
use std::str::FromStr;

use gatepost::Dialect;

use crate::crawler::{Crawler, Purpose};
use crate::generated::table::{CRAWLERS, NAMES};

/// Returns every crawler of the directory by operator, retired ones included.
///
/// # Example
///
/// ```
/// use gatepost_crawlers::crawlers;
///
/// let of_openai = crawlers().filter(|crawler| crawler.operator() == Some("OpenAI"));
/// assert!(of_openai.count() > 2);
/// ```
#[must_use]
pub fn crawlers() -> impl ExactSizeIterator<Item = &'static Crawler> + Clone {
    CRAWLERS.iter()
}

/// Finds the crawler that has this product token or alias, in any letter case.
///
/// The name must be whole, as in a robots.txt file.
///
/// # Example
///
/// ```
/// use gatepost_crawlers::by_token;
///
/// assert_eq!(by_token("gptbot").unwrap().operator(), Some("OpenAI"));
/// assert_eq!(by_token("Facebot").unwrap().token(), "facebookexternalhit");
/// assert!(by_token("GPT").is_none());
/// ```
#[must_use]
pub fn by_token(token: &str) -> Option<&'static Crawler> {
    let token = token.to_ascii_lowercase();
    let at = NAMES.binary_search_by(|(name, _)| (*name).cmp(&token)).ok()?;
    Some(&CRAWLERS[NAMES[at].1])
}

/// Returns the crawlers that fetch pages for this purpose, as their main one or not.
///
/// # Example
///
/// ```
/// use gatepost_crawlers::{Purpose, with_purpose};
///
/// assert!(with_purpose(Purpose::AiTraining).any(|crawler| crawler.token() == "CCBot"));
/// assert!(with_purpose(Purpose::Archive).any(|crawler| crawler.token() == "CCBot"));
/// ```
pub fn with_purpose(purpose: Purpose) -> impl Iterator<Item = &'static Crawler> {
    crawlers().filter(move |crawler| crawler.purposes().contains(&purpose))
}

/// Returns the crawlers that fall back to a group of this name, in any letter case.
///
/// The name need not be a crawler's: several crawlers of Yandex fall back to `Yandex`.
///
/// # Example
///
/// ```
/// use gatepost_crawlers::{by_token, with_fallback};
///
/// assert!(with_fallback("yandex").any(|crawler| crawler.token() == "YandexBot"));
/// assert!(by_token("yandex").is_none());
/// ```
pub fn with_fallback(name: &str) -> impl Iterator<Item = &'static Crawler> {
    crawlers().filter(move |crawler| {
        crawler.falls_back_to().iter().any(|fallback| fallback.eq_ignore_ascii_case(name))
    })
}

/// Returns the crawlers that a source says to parse files in this dialect.
///
/// # Example
///
/// ```
/// use gatepost::Dialect;
/// use gatepost_crawlers::parsing_as;
///
/// assert!(parsing_as(Dialect::YANDEX).any(|crawler| crawler.token() == "YandexBot"));
/// assert_eq!(parsing_as(Dialect::TEXTING_ROBOTS).count(), 0);
/// ```
pub fn parsing_as(dialect: Dialect) -> impl Iterator<Item = &'static Crawler> {
    crawlers()
        .filter(move |crawler| crawler.parser().is_some_and(|parser| parser.dialect == dialect))
}

/// Crawlers that people ask about together. No set has retired crawlers.
///
/// # Example
///
/// ```
/// use gatepost_crawlers::CrawlerSet;
///
/// let set: CrawlerSet = "ai".parse()?;
/// let tokens: Vec<_> = set.crawlers().map(|crawler| crawler.token()).collect();
/// assert!(tokens.contains(&"GPTBot") && tokens.contains(&"Google-Extended"));
/// assert!(!tokens.contains(&"AhrefsBot") && !tokens.contains(&"anthropic-ai"));
/// # Ok::<(), gatepost_crawlers::UnknownCrawlerSet>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum CrawlerSet {
    /// Search engines.
    Search,
    /// Everything that serves artificial intelligence: training, search, assistants and agents.
    Ai,
    /// Crawlers that collect pages to train models on, and the tokens that control that use.
    AiTraining,
    /// Crawlers of indexes that models answer from.
    AiSearch,
    /// Fetches that a user asks for, in person or through an assistant.
    UserFetch,
    /// Tools for search engine optimisation.
    Seo,
    /// The whole directory.
    All,
}

impl CrawlerSet {
    /// Every set.
    pub const ALL: &'static [CrawlerSet] = &[
        CrawlerSet::Search,
        CrawlerSet::Ai,
        CrawlerSet::AiTraining,
        CrawlerSet::AiSearch,
        CrawlerSet::UserFetch,
        CrawlerSet::Seo,
        CrawlerSet::All,
    ];

    /// Returns the set's name in arguments and data, without `@`.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::CrawlerSet;
    ///
    /// assert_eq!(CrawlerSet::AiTraining.name(), "ai-training");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            CrawlerSet::Search => "search",
            CrawlerSet::Ai => "ai",
            CrawlerSet::AiTraining => "ai-training",
            CrawlerSet::AiSearch => "ai-search",
            CrawlerSet::UserFetch => "user-fetch",
            CrawlerSet::Seo => "seo",
            CrawlerSet::All => "all",
        }
    }

    /// Finds a set by its name, without `@`.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::CrawlerSet;
    ///
    /// assert_eq!(CrawlerSet::by_name("seo"), Some(CrawlerSet::Seo));
    /// assert_eq!(CrawlerSet::by_name("everybody"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<CrawlerSet> {
        CrawlerSet::ALL.iter().copied().find(|set| set.name() == name)
    }

    /// Returns the crawlers of the set, in the order of the directory.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::CrawlerSet;
    ///
    /// assert!(CrawlerSet::Search.crawlers().any(|crawler| crawler.token() == "bingbot"));
    /// ```
    pub fn crawlers(self) -> impl Iterator<Item = &'static Crawler> {
        let is_in = move |crawler: &&Crawler| {
            let is_for = |purpose| crawler.purposes().contains(&purpose);
            !crawler.is_retired()
                && match self {
                    CrawlerSet::Search => is_for(Purpose::Search),
                    CrawlerSet::Ai => crawler.is_ai(),
                    CrawlerSet::AiTraining => is_for(Purpose::AiTraining),
                    CrawlerSet::AiSearch => is_for(Purpose::AiSearch),
                    CrawlerSet::UserFetch => is_for(Purpose::UserFetch),
                    CrawlerSet::Seo => is_for(Purpose::Seo),
                    CrawlerSet::All => true,
                }
        };
        crawlers().filter(is_in)
    }
}

impl fmt::Display for CrawlerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for CrawlerSet {
    type Err = UnknownCrawlerSet;

    /// Finds a set by its name, without `@`.
    ///
    /// # Errors
    ///
    /// This returns an error when no set has this name.
    fn from_str(name: &str) -> Result<CrawlerSet, UnknownCrawlerSet> {
        CrawlerSet::by_name(name).ok_or_else(|| UnknownCrawlerSet { name: name.to_owned() })
    }
}

/// The error returned when a [`CrawlerSet`] is parsed from a name that no set has.
///
/// Its message is for people and is not stable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCrawlerSet {
    name: String,
}

impl std::error::Error for UnknownCrawlerSet {}

impl fmt::Display for UnknownCrawlerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = CrawlerSet::ALL.iter().map(|set| format!("@{set}")).collect();
        let name = self.name.escape_debug();
        write!(f, "no set of crawlers is called `@{name}`: there are {}", names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_in_lower_case_and_lead_to_their_crawlers() {
        assert!(NAMES.is_sorted_by(|(a, _), (b, _)| a < b));
        for (name, at) in NAMES {
            assert_eq!(*name, name.to_ascii_lowercase());
            let crawler = &CRAWLERS[*at];
            let mut own = std::iter::once(&crawler.token).chain(crawler.aliases);
            assert!(own.any(|own| own.eq_ignore_ascii_case(name)), "{name}");
        }
    }

    #[test]
    fn every_crawler_is_found_by_its_names() {
        for crawler in crawlers() {
            for name in std::iter::once(&crawler.token()).chain(crawler.aliases()) {
                let found = by_token(&name.to_ascii_uppercase()).unwrap();
                assert_eq!(found.token(), crawler.token());
            }
        }
    }

    #[test]
    fn successors_and_predecessors_agree() {
        let find = |token: &&str| by_token(token).unwrap();
        for crawler in crawlers() {
            for new in crawler.renamed_to().iter().map(find) {
                assert!(new.renamed_from().contains(&crawler.token()), "{}", crawler.token());
            }
            for old in crawler.renamed_from().iter().map(find) {
                assert!(old.renamed_to().contains(&crawler.token()), "{}", crawler.token());
            }
        }
    }

    #[test]
    fn every_set_has_crawlers_and_a_name() {
        for set in CrawlerSet::ALL {
            assert!(set.crawlers().next().is_some(), "{}", set.name());
            assert_eq!(set.name().parse(), Ok(*set));
        }
        assert_eq!(
            "everybody".parse::<CrawlerSet>().unwrap_err().to_string(),
            "no set of crawlers is called `@everybody`: there are @search, @ai, @ai-training, \
             @ai-search, @user-fetch, @seo, @all"
        );
    }
}
