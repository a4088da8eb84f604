#![cfg_attr(not(feature = "std"), no_std)]
//! A parser and matcher for robots.txt, [RFC 9309](https://www.rfc-editor.org/rfc/rfc9309): may
//! this crawler fetch this URL, and which line decided?
//!
//! ```
//! use gatepost::{ProductToken, RobotsTxt, UrlPath};
//!
//! let robots = RobotsTxt::parse(
//!     "User-agent: *\nDisallow: /*.pdf$\nDisallow: /*?\nAllow: /*?page=\n",
//! );
//! let crawler = ProductToken::new("ExampleBot")?;
//! let path = UrlPath::new("https://example.com/shop?page=2")?;
//!
//! let verdict = robots.verdict(&crawler, &path);
//! assert!(verdict.is_allowed());
//! assert_eq!(verdict.rule().unwrap().line(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Parsing cannot fail: any byte sequence is accepted, and [`RobotsTxt`] lists what every line is,
//! and which lines have no effect and why. Each [`Verdict`] carries the rule that decided; an
//! [`Explanation`] carries everything that led to it. Matching takes linear time in pattern and
//! path, even for hostile files.
//!
//! | to | use |
//! | --- | --- |
//! | ask once | [`RobotsTxt::verdict`] |
//! | ask about many URLs | [`RobotsTxt::group_for`], [`CrawlerGroup::rule_set`], [`RuleSet::verdict`] |
//! | keep a crawler's rules, in a cache or across threads | [`RobotsTxt::crawler_rules`] |
//! | learn why | [`CrawlerGroup::explain`] |
//! | parse the file as Google's library does | [`RobotsTxt::parse_as`] with [`Dialect::GOOGLE`] |
//! | find the token in a `User-Agent` header | [`ProductToken::from_header`] |
//! | decide what a failed fetch means | [`AccessPolicy::may_fetch`] |
//!
//! # Features
//!
//! - `std` (default): memchr chooses the widest search instructions of the processor at run time.
//!   Without this feature the crate is `no_std` and needs only `alloc`.
//! - `serde`: `Serialize` for verdicts, explanations, access results and other data, and
//!   `Deserialize` for product tokens and dialects.

extern crate alloc;

mod access_result;
mod crawler_classes;
mod crawler_family;
mod crawler_rules;
mod describe;
mod dialect;
mod engine;
mod explanation;
mod group;
mod group_index;
mod group_selection;
mod key;
mod key_names;
mod line;
mod line_fast_path;
mod near_miss;
mod path_pattern;
mod percent;
mod percent_variants;
mod precedence;
mod product_token;
mod read_limit;
mod record;
mod record_value;
mod robots_txt;
mod rule;
mod rule_set;
mod separator;
#[cfg(feature = "serde")]
mod serialize;
mod swar;
mod url_path;
mod user_agent_header;
mod verdict;
mod white_space;

pub use access_result::{AccessPolicy, AccessResult, FetchOutcome, History, MayFetch};
pub use crawler_classes::{CrawlerClass, crawler_classes};
pub use crawler_family::CrawlerFamily;
pub use crawler_rules::CrawlerRules;
pub use dialect::{
    BlankLines, Dialect, DialectUser, EmptyRules, FieldDifference, GroupSelection, IndexPages,
    Keys, LineEnds, ListEnd, MissingColon, MissingSlash, Names, OwnName, PercentEncoding,
    Precedence, RulesInFront, Specials, TokenEnd, UnknownDialect, Urls, WhiteSpace,
};
pub use explanation::{Explanation, Label, MatchingRule};
pub use group::{CrawlerGroup, Group, SelectedBy, UserAgentLine};
pub use group_index::GroupIndex;
pub use key::{Key, Spelling};
pub use near_miss::{NearMiss, NearMissKind};
pub use path_pattern::PathPattern;
pub use precedence::LostBy;
pub use product_token::{InvalidProductToken, ProductToken};
pub use read_limit::{InvalidReadLimit, ReadLimit};
pub use record::{Line, LineContent, Lines, Record, SkipReason, Skipped};
pub use record_value::{RequestRate, VisitTime};
pub use robots_txt::RobotsTxt;
pub use rule::{DecidingPattern, Rule};
pub use rule_set::RuleSet;
pub use url_path::{InvalidUrl, UrlPath, robots_txt_url};
pub use verdict::{DecidedBy, Reason, Verdict};

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
