//! robotxt, the Rust crate.

use super::{
    Description, Dialect, DialectUser, EmptyRules, LineEnds, ListEnd, MissingColon, MissingSlash,
    PercentEncoding, Precedence, Specials, TokenEnd, WhiteSpace,
};

use crate::key::Key;
use crate::read_limit::ReadLimit;

const DESCRIPTION: Description = Description {
    title: "robotxt",
    about: "robotxt 0.7, the Rust crate",
    used_by: &[DialectUser {
        name: "crawlers in Rust that use it",
        source: "https://docs.rs/robotxt/0.7.0",
    }],
};

impl Dialect {
    /// Reproduces robotxt, the Rust crate: a pattern without a leading slash gets one.
    ///
    /// # Source
    ///
    /// [robotxt 0.7.0](https://docs.rs/crate/robotxt/0.7.0/source/src/); the names below are its
    /// functions. `cargo xtask dialects` compares the two.
    pub const ROBOTXT: Dialect = Dialect {
        name: "robotxt",
        description: &DESCRIPTION,
        // `tokenize`.
        byte_order_mark_is_skipped: true,
        // `lines`.
        line_ends: LineEnds::LfCrOrNul,
        // bstr's `trim`.
        white_space: WhiteSpace::Unicode,
        // `BYTE_LIMIT`.
        read_limit: ReadLimit::FLOOR,
        // `tokenize_directive`.
        missing_colon: MissingColon::KnownKey,
        // `SPELLINGS`.
        misspellings: &[
            (Key::Allow, "alow"),
            (Key::Allow, "allaw"),
            (Key::Disallow, "dissallow"),
            (Key::Disallow, "dissalow"),
            (Key::Disallow, "disalow"),
            (Key::Disallow, "diasllow"),
            (Key::Disallow, "disallaw"),
            (Key::UserAgent, "useragent"),
            (Key::UserAgent, "user agent"),
            (Key::Sitemap, "site-map"),
            (Key::Sitemap, "site map"),
            (Key::CrawlDelay, "crawl delay"),
            (Key::CrawlDelay, "crawldelay"),
        ],
        // `parse`: `in_agents`.
        list_end: ListEnd::RuleOrCrawlDelay,
        // `Agent::select`.
        empty_groups_count: true,
        token_end: TokenEnd::ValueEnd,
        // `normalize`.
        percent_encoding: PercentEncoding::Unreserved,
        // `matches_pattern`.
        specials: Specials::StarAndLastDollar,
        // `normalize_owned`.
        missing_slash: MissingSlash::IsAdded,
        // `Rule::precedence`.
        precedence: Precedence::LongestPattern,
        // `Rule::parse`.
        empty_rules: EmptyRules::SayNothing,
        ..Dialect::RFC9309
    };
}
