//! The crawlers that read robots.txt, or do not: their names, headers, purposes and families.
//!
//! ```
//! use gatepost::{RobotsTxt, UrlPath};
//! use gatepost_crawlers::{CrawlerSet, by_header};
//!
//! let robots = RobotsTxt::parse("User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n");
//!
//! // Whom does this file keep out?
//! let root = UrlPath::new("/")?;
//! let kept_out = CrawlerSet::AiTraining
//!     .crawlers()
//!     .filter(|crawler| !crawler.group_in(&robots).group().verdict(&root).is_allowed());
//! let tokens: Vec<_> = kept_out.map(|crawler| crawler.token()).collect();
//! assert_eq!(tokens, ["CCBot", "GPTBot"]);
//!
//! // Who sent this request? Whether it really was that crawler, no header can tell.
//! let crawler = by_header("Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)");
//! assert_eq!(crawler.unwrap().token(), "bingbot");
//! # Ok::<(), gatepost::InvalidUrl>(())
//! ```
//!
//! | to | use |
//! | --- | --- |
//! | find a crawler | [`by_token`], [`by_header`], [`with_purpose`], [`crawlers`] |
//! | take those that people ask about together | [`CrawlerSet`] |
//! | know which group of a file it takes, and why | [`Crawler::group_in`] |
//! | pass its names on | [`Crawler::names`] |
//!
//! # Where the data is from
//!
//! Each entry names its source, how well that knows it ([`KnownBy`]), and the day on which it was read.
//! Where a source was collected without a day, that is 2026-11-30, the day on which the facts were
//! closed. What a source does not say is not known here: most of all whether a crawler obeys. What a
//! crawler does may change on any day, and this is no promise of anybody.
//!
//! The data is in `crawlers/`, a TOML file an operator; `cargo xtask crawlers` checks it and writes
//! the table that is compiled in.

mod crawler;
mod crawler_query;
mod directory;
mod distinct_families;
mod resolved_crawler;
mod selected_group;
mod user_agent_header;

/// Written by `cargo xtask crawlers`.
mod generated {
    #[rustfmt::skip]
    pub(crate) mod table;
}

pub use crawler::{Crawler, KnownBy, Purpose, RobotsBehaviour};
pub use crawler_query::{CrawlerQuery, InvalidCrawlerQuery, NoCrawlerNamed, resolve_queries};
pub use directory::{CrawlerSet, by_token, crawlers, with_purpose};
pub use distinct_families::distinct_families;
pub use resolved_crawler::{ResolvedCrawler, named_by, named_crawlers};
pub use selected_group::{GroupSelectedBy, SelectedGroup};
pub use user_agent_header::by_header;
