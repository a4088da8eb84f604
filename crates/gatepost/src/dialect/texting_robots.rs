//! texting_robots, the Rust crate.

use super::{
    Description, Dialect, DialectUser, EmptyRules, LineEnds, ListEnd, MissingColon,
    PercentEncoding, Precedence, RulesInFront, Specials, TokenEnd, Urls, WhiteSpace,
};

use crate::key::Key;
use crate::read_limit::ReadLimit;

const DESCRIPTION: Description = Description {
    title: "texting_robots",
    about: "texting_robots 0.2, the Rust crate",
    used_by: &[DialectUser {
        name: "crawlers in Rust that use it",
        source: "https://docs.rs/texting_robots/0.2.2",
    }],
};

impl Dialect {
    /// Reproduces texting_robots, the Rust crate: nothing is decoded, and an empty `Disallow`
    /// allows everything.
    ///
    /// # Source
    ///
    /// [texting_robots 0.2.2](https://github.com/Smerity/texting_robots/tree/v0.2.2/src); the names
    /// below are its functions. `cargo xtask dialects` compares the two.
    pub const TEXTING_ROBOTS: Dialect = Dialect {
        name: "texting_robots",
        description: &DESCRIPTION,
        // `robots_txt_parse`: each byte of it, if it is there.
        byte_order_mark_is_skipped: true,
        // `Robot::new`: "Replace '\x00' with '\n'".
        line_ends: LineEnds::LfCrOrNul,
        // bstr's `trim`.
        white_space: WhiteSpace::Unicode,
        read_limit: ReadLimit::NONE,
        // `many_statement_builder`.
        missing_colon: MissingColon::KnownKey,
        // `user_agent`, `disallow`, `sitemap` and `crawl_delay`.
        misspellings: &[
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
        // `Robot::new`: sitemaps and raw lines are filtered out before groups are sought.
        list_end: ListEnd::RuleOrCrawlDelay,
        // `references_our_bot`.
        empty_groups_count: true,
        // `Robot::new`: "If there are no User-Agent lines then we capture all".
        rules_in_front: RulesInFront::AreEverybodysIfAlone,
        token_end: TokenEnd::ValueEnd,
        // `percent_encode` for rules, `Url::parse` for URLs.
        percent_encoding: PercentEncoding::NothingDecoded,
        // `MinRegex::new`: "We should ensure that "$" only appears at the end of the pattern".
        specials: Specials::StarAndAnyDollar,
        // `allowed`: the longest, then an Allow.
        precedence: Precedence::LongestPattern,
        // `disallow`: "is equivalent to allow all", as `Allow: /`.
        empty_rules: EmptyRules::DisallowIsAllowSlash,
        // `prepare_url`: all from the path on.
        urls: Urls::AbsoluteOrPathWithFragment,
        ..Dialect::RFC9309
    };
}
