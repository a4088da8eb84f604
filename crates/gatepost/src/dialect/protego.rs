//! Protego, the parser that Scrapy uses.

use super::{
    Description, Dialect, DialectUser, GroupSelection, IndexPages, LineEnds, ListEnd, MissingColon,
    MissingSlash, Names, OwnName, PercentEncoding, Precedence, Specials, TokenEnd, WhiteSpace,
};

use crate::key::Key;
use crate::read_limit::ReadLimit;

const DESCRIPTION: Description = Description {
    title: "Protego",
    about: "Protego 0.7, the parser of Scrapy",
    used_by: &[DialectUser {
        name: "programs that use Protego",
        source: "https://github.com/scrapy/protego",
    }],
};

impl Dialect {
    /// Reproduces Protego, the parser that Scrapy uses: a name in the file matches at the start of
    /// any word of the crawler's name, and the longest name decides.
    ///
    /// Scrapy removes a byte order mark and bytes that are not UTF-8 before it calls Protego.
    ///
    /// # Source
    ///
    /// [Protego 0.7.0](https://github.com/scrapy/protego/tree/0.7.0/src/protego); the names below
    /// are its functions. `cargo xtask dialects` compares the two.
    pub const PROTEGO: Dialect = Dialect {
        name: "protego",
        description: &DESCRIPTION,
        // `parse` takes text, and leaves the mark in the first line.
        byte_order_mark_is_skipped: false,
        // `_parse_robotstxt`: str.splitlines and str.strip.
        line_ends: LineEnds::Unicode,
        white_space: WhiteSpace::Unicode,
        read_limit: ReadLimit::NONE,
        // `_extract_directive`.
        missing_colon: MissingColon::KnownKeyUnlessColonAndSpace,
        // `_DISALLOW_DIRECTIVE` and its neighbours.
        misspellings: &[
            (Key::Disallow, "dissallow"),
            (Key::Disallow, "dissalow"),
            (Key::Disallow, "disalow"),
            (Key::Disallow, "diasllow"),
            (Key::Disallow, "disallaw"),
            (Key::UserAgent, "useragent"),
            (Key::UserAgent, "user agent"),
            (Key::Sitemap, "sitemaps"),
            (Key::Sitemap, "site-map"),
            (Key::CrawlDelay, "crawl delay"),
            (Key::RequestRate, "request rate"),
            (Key::VisitTime, "visit time"),
        ],
        // `previous_rule_field`: all but `_SITE_WIDE_DIRECTIVES`.
        list_end: ListEnd::AnyButSitemapAndHost,
        // `_parse_robotstxt`: "we will be generous here and remove all the wildcards", beside the
        // value.
        token_end: TokenEnd::ValueEndWithoutStars,
        // Scrapy's `RobotsTxtMiddleware`: `request.headers.get(b"User-Agent")`, unless
        // ROBOTSTXT_USER_AGENT is set.
        own_name: OwnName::Header,
        // `_RuleSet.applies_to`: "only at a token boundary".
        names: Names::AtStartOfWord,
        // `_get_matching_rule_set`: the highest score, which is the length.
        group_selection: GroupSelection::LongestName,
        // `_quote_path` and `_quote_pattern`.
        percent_encoding: PercentEncoding::AllButSlashAndPercent,
        // `_RuleSet.allow` and `disallow`.
        specials: Specials::StarAndLastDollarAlsoLiteral,
        // `_quote_pattern`: "a rule written as an absolute URL".
        missing_slash: MissingSlash::IsAddedToUrls,
        // `finalize_rules`.
        precedence: Precedence::LongestPattern,
        // `_RuleSet.allow`: "If index.html is allowed, we interpret this as / being allowed too."
        index_pages: IndexPages::OpenFolderIfWhole,
        // `can_fetch`; there with any query as well.
        robots_txt_is_exempt: true,
        ..Dialect::RFC9309
    };
}
