//! What the crate texting_robots does.

use super::{
    BlankLines, Dialect, EmptyRules, GroupChoice, IndexPages, Keys, LineEnds, ListEnd,
    MissingColon, MissingSlash, Names, PercentEncoding, Precedence, Reader, RulesInFront, Specials,
    TokenEnd, Urls, WhiteSpace,
};

use crate::key::Key;
use crate::read_limit::ReadLimit;

impl Dialect {
    /// texting_robots, the crate: nothing is decoded, and an empty `Disallow` is an `Allow` of everything.
    ///
    /// # Source
    ///
    /// [texting_robots 0.2.2](https://github.com/Smerity/texting_robots/tree/v0.2.2/src); the names below
    /// are of its functions. `cargo xtask dialects` compares the two.
    pub const TEXTING_ROBOTS: Dialect = Dialect {
        name: "texting_robots",
        about: "texting_robots 0.2, the crate",
        read_by: &[Reader {
            name: "crawlers in Rust that use it",
            source: "https://docs.rs/texting_robots/0.2.2",
        }],
        // `robots_txt_parse`: each octet of it, if it is there.
        byte_order_mark_is_skipped: true,
        // `Robot::new`: "Replace '\x00' with '\n'".
        line_ends: LineEnds::LfCrOrNul,
        // bstr's `trim`.
        white_space: WhiteSpace::Unicode,
        nul_ends_line: false,
        line_limit: None,
        read_limit: ReadLimit::NONE,
        // `many_statement_builder`.
        missing_colon: MissingColon::KnownKey,
        keys: Keys::Whole,
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
        blank_lines: BlankLines::SayNothing,
        // `references_our_bot`.
        empty_groups_count: true,
        // `Robot::new`: "If there are no User-Agent lines then we capture all".
        rules_in_front: RulesInFront::AreEverybodysIfAlone,
        token_end: TokenEnd::ValueEnd,
        names: Names::Equal,
        group_choice: GroupChoice::All,
        // `percent_encode` for rules, `Url::parse` for URLs.
        percent_encoding: PercentEncoding::NothingDecoded,
        // `MinRegex::new`: "We should ensure that "$" only appears at the end of the pattern".
        specials: Specials::StarAndAnyDollar,
        missing_slash: MissingSlash::Stays,
        // `allowed`: the longest, then an Allow.
        precedence: Precedence::LongestPattern,
        // `disallow`: "is equivalent to allow all", as `Allow: /`.
        empty_rules: EmptyRules::DisallowIsAllowSlash,
        index_pages: IndexPages::AreOrdinary,
        // `prepare_url`: all from the path on.
        urls: Urls::AbsoluteOrPathWithFragment,
        robots_txt_is_exempt: true,
    };
}
