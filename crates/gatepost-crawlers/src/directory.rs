//! Looking crawlers up: all, by name, by purpose, in sets.

use crate::crawler::{Crawler, Purpose};
use crate::generated::table::{CRAWLERS, NAMES};

/// Every crawler of the directory, retired ones too, by operator.
pub fn crawlers() -> impl ExactSizeIterator<Item = &'static Crawler> + Clone {
    CRAWLERS.iter()
}

/// The crawler of this product token or alias, in any letter case.
///
/// # Example
///
/// ```
/// use gatepost_crawlers::by_token;
///
/// assert_eq!(by_token("gptbot").unwrap().operator(), Some("OpenAI"));
/// assert_eq!(by_token("Facebot").unwrap().token(), "facebookexternalhit");
/// // Whole, as in a file: never by a part of it.
/// assert!(by_token("GPT").is_none());
///
/// let old = by_token("Google-NotebookLM").unwrap();
/// assert!(old.is_retired());
/// assert_eq!(old.renamed_to(), ["Google-GeminiNotebook"]);
/// ```
pub fn by_token(token: &str) -> Option<&'static Crawler> {
    let token = token.to_ascii_lowercase();
    let at = NAMES.binary_search_by(|(name, _)| (*name).cmp(&token)).ok()?;
    Some(&CRAWLERS[NAMES[at].1])
}

/// The crawlers that fetch for this purpose, whether it is their main one or not.
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

/// Crawlers that people ask about together. Retired ones are in no set.
///
/// # Example
///
/// ```
/// use gatepost_crawlers::CrawlerSet;
///
/// let set = CrawlerSet::by_name("ai").unwrap();
/// let tokens: Vec<_> = set.crawlers().map(|crawler| crawler.token()).collect();
/// assert!(tokens.contains(&"GPTBot") && tokens.contains(&"Google-Extended"));
/// assert!(!tokens.contains(&"AhrefsBot") && !tokens.contains(&"anthropic-ai"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CrawlerSet {
    /// Search engines.
    Search,
    /// All that serve artificial intelligence: training, search, assistants and agents.
    Ai,
    /// Training of models, and the tokens that control it.
    AiTraining,
    /// Indexes from which models answer.
    AiSearch,
    /// What users fetch, by hand or through an assistant.
    UserFetch,
    /// Tools for search engine optimisation.
    Seo,
    /// The whole directory.
    All,
}

impl CrawlerSet {
    /// All there are.
    pub const ALL: &'static [CrawlerSet] = &[
        CrawlerSet::Search,
        CrawlerSet::Ai,
        CrawlerSet::AiTraining,
        CrawlerSet::AiSearch,
        CrawlerSet::UserFetch,
        CrawlerSet::Seo,
        CrawlerSet::All,
    ];

    /// Its name: `ai-training`.
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

    /// The set of this name.
    pub fn by_name(name: &str) -> Option<CrawlerSet> {
        CrawlerSet::ALL.iter().copied().find(|set| set.name() == name)
    }

    /// The crawlers in it, in the order of the directory.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_in_small_letters_and_lead_to_their_crawler() {
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
    fn no_set_is_empty() {
        for set in CrawlerSet::ALL {
            assert!(set.crawlers().next().is_some(), "{}", set.name());
            assert_eq!(CrawlerSet::by_name(set.name()), Some(*set));
        }
        assert_eq!(CrawlerSet::by_name("everybody"), None);
    }
}
