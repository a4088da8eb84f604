//! What npm's robots-parser does.

use super::{
    BlankLines, Dialect, EmptyRules, GroupChoice, IndexPages, Keys, LineEnds, ListEnd,
    MissingColon, MissingSlash, Names, PercentEncoding, Precedence, Reader, RulesInFront, Specials,
    TokenEnd, Urls, WhiteSpace,
};

use crate::read_limit::ReadLimit;

impl Dialect {
    /// robots-parser, the package of npm: every record ends a list of `User-agent` lines, also a sitemap.
    ///
    /// It answers for URLs of the origin that the file is from, and resolves dot segments first.
    ///
    /// # Source
    ///
    /// [robots-parser 3.0.1](https://github.com/samclarke/robots-parser/blob/v3.0.1/Robots.js); the names
    /// below are of its functions. `cargo xtask dialects` compares the two.
    pub const ROBOTS_PARSER: Dialect = Dialect {
        name: "robots-parser",
        about: "robots-parser 3.0, the package of npm",
        read_by: &[Reader {
            name: "crawlers in JavaScript that use it, such as Crawlee's",
            source: "https://github.com/apify/crawlee/blob/master/packages/utils/package.json",
        }],
        // String.prototype.trim takes it for white space.
        byte_order_mark_is_skipped: true,
        // `parseRobots`: `/\r\n|\r|\n/`.
        line_ends: LineEnds::LfOrCr,
        // `trimLine`: String.prototype.trim.
        white_space: WhiteSpace::Unicode,
        nul_ends_line: false,
        line_limit: None,
        read_limit: ReadLimit::NONE,
        // `splitLine`: null without a colon.
        missing_colon: MissingColon::SaysNothing,
        keys: Keys::Whole,
        misspellings: &[],
        // `isNoneUserAgentState`.
        list_end: ListEnd::Any,
        blank_lines: BlankLines::SayNothing,
        // `addRule` and `setCrawlDelay` make a crawler known.
        empty_groups_count: false,
        rules_in_front: RulesInFront::AreNobodys,
        // `formatUserAgent`, of both sides.
        token_end: TokenEnd::Slash,
        names: Names::Equal,
        group_choice: GroupChoice::All,
        // `normaliseEncoding` for rules, `new URL` and `urlEncodeToUpper` for URLs.
        percent_encoding: PercentEncoding::HexDigits,
        // `matches`: "Uses same algorithm to match patterns as the Google implementation".
        specials: Specials::StarAndLastDollar,
        missing_slash: MissingSlash::Stays,
        // `findRule`.
        precedence: Precedence::LongestPattern,
        // `addRule`: `if (!pattern) return`.
        empty_rules: EmptyRules::SayNothing,
        index_pages: IndexPages::AreOrdinary,
        urls: Urls::AbsoluteOrPath,
        robots_txt_is_exempt: false,
    };
}
