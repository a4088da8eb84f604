//! A directory of web crawlers: product tokens, `User-Agent` headers, purposes, fallback groups,
//! and how each crawler treats robots.txt. Every entry names its source.
//!
//! ```
//! use gatepost::{RobotsTxt, UrlPath};
//! use gatepost_crawlers::{CrawlerSet, by_header};
//!
//! let robots = RobotsTxt::parse("User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n");
//!
//! // Which AI training crawlers may not fetch the front page?
//! let root = UrlPath::new("/")?;
//! let disallowed = CrawlerSet::AiTraining
//!     .crawlers()
//!     .filter(|crawler| !crawler.group_in(&robots).group().verdict(&root).is_allowed());
//! let tokens: Vec<_> = disallowed.map(|crawler| crawler.token()).collect();
//! assert_eq!(tokens, ["CCBot", "GPTBot"]);
//!
//! // Which crawler does this header name?
//! let crawler = by_header("Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)");
//! assert_eq!(crawler.unwrap().token(), "bingbot");
//! # Ok::<(), gatepost::InvalidUrl>(())
//! ```
//!
//! | to | use |
//! | --- | --- |
//! | find a crawler | [`by_token`], [`by_header`], [`with_purpose`], [`crawlers`] |
//! | find the crawlers that fall back to a group | [`with_fallback`] |
//! | ask about many crawlers together | [`CrawlerSet`] |
//! | parse a file as a crawler does | [`ResolvedCrawler::dialect`], [`Crawler::parser`], [`parsing_as`] |
//! | act on a failed fetch as a crawler does | [`ResolvedCrawler::policy`], [`Crawler::known_policy`] |
//! | select the group that a crawler obeys, and say why | [`Crawler::group_in`], [`SelectedGroup`] |
//! | warn about what the rules do not show | [`Crawler::remarks`] |
//! | read a name, header or set that somebody typed | [`CrawlerQuery`], [`resolve_queries`] |
//! | suggest a name for one that no crawler has | [`meant_crawler`] |
//! | ask about a crawler that may be unknown | [`ResolvedCrawler`] |
//! | list the crawlers that a file names | [`named_crawlers`], [`named_by`] |
//! | compare files for every crawler | [`distinct_families`] |
//! | say which parsers stand behind a statement | [`ParserSet`] |
//!
//! # Where the data comes from
//!
//! Each entry names its source, how well the source knows the crawler ([`KnownBy`]), and the day on
//! which it was read. Sources that were collected without a day have 2026-11-30, the day on which
//! collecting ended. What no source states is unknown here, above all whether a crawler obeys.
//! Crawlers change on any day, and no operator promises anything by being listed.
//!
//! The data is in `crawlers/`, one TOML file per operator. `cargo xtask crawlers` checks it and
//! writes the table that is compiled in, so nothing is read at run time.
//!
//! # Features
//!
//! - `serde`: `Serialize` for crawlers, sets, and the reasons for which a group is selected.

mod crawler;
mod crawler_query;
mod directory;
mod distinct_families;
mod meant_crawler;
mod parser_set;
mod resolved_crawler;
mod selected_group;
mod typo;
mod user_agent_header;

/// Written by `cargo xtask crawlers`.
mod generated {
    #[rustfmt::skip]
    pub(crate) mod table;
}

pub use crawler::{Crawler, KnownBy, KnownParser, KnownPolicy, Purpose, RobotsBehaviour};
pub use crawler_query::{CrawlerQuery, InvalidCrawlerQuery, NoCrawlerNamed, resolve_queries};
pub use directory::{
    CrawlerSet, UnknownCrawlerSet, by_token, crawlers, parsing_as, with_fallback, with_purpose,
};
pub use distinct_families::distinct_families;
pub use meant_crawler::meant_crawler;
pub use parser_set::{InvalidParserSet, ParserSet};
pub use resolved_crawler::{ResolvedCrawler, named_by, named_crawlers};
pub use selected_group::{GroupSelectedBy, SelectedGroup};
pub use typo::nearest_word;
pub use user_agent_header::by_header;
