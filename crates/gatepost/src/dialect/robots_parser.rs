//! robots-parser, the npm package.

use super::{
    Description, Dialect, DialectUser, EmptyRules, LineEnds, ListEnd, MissingColon, OwnName,
    PercentEncoding, Precedence, Specials, TokenEnd, WhiteSpace,
};

use crate::read_limit::ReadLimit;

const DESCRIPTION: Description = Description {
    title: "robots-parser",
    about: "robots-parser 3.0, the npm package",
    used_by: &[DialectUser {
        name: "crawlers in JavaScript that use it, such as Crawlee's",
        source: "https://github.com/apify/crawlee/blob/master/packages/utils/package.json",
    }],
};

impl Dialect {
    /// Reproduces robots-parser, the npm package: any directive, even a sitemap, ends a list of
    /// `User-agent` lines.
    ///
    /// The package answers only for URLs of the file's own origin, and resolves dot segments first.
    ///
    /// # Source
    ///
    /// [robots-parser 3.0.1](https://github.com/samclarke/robots-parser/blob/v3.0.1/Robots.js); the
    /// names below are its functions. `cargo xtask dialects` compares the two.
    pub const ROBOTS_PARSER: Dialect = Dialect {
        name: "robots-parser",
        description: &DESCRIPTION,
        // String.prototype.trim treats it as white space.
        byte_order_mark_is_skipped: true,
        // `parseRobots`: `/\r\n|\r|\n/`.
        line_ends: LineEnds::LfOrCr,
        // `trimLine`: String.prototype.trim.
        white_space: WhiteSpace::Unicode,
        read_limit: ReadLimit::NONE,
        // `splitLine`: null without a colon.
        missing_colon: MissingColon::SaysNothing,
        misspellings: &[],
        // `isNoneUserAgentState`.
        list_end: ListEnd::Any,
        // `addRule` and `setCrawlDelay` make a crawler known.
        empty_groups_count: false,
        // `formatUserAgent`, of both sides.
        token_end: TokenEnd::Slash,
        // `isAllowed(url, ua)`: any text, which `formatUserAgent` cuts at `/`.
        own_name: OwnName::Header,
        // `normaliseEncoding` for rules, `new URL` and `urlEncodeToUpper` for URLs.
        percent_encoding: PercentEncoding::HexDigits,
        // `matches`: "Uses same algorithm to match patterns as the Google implementation".
        specials: Specials::StarAndLastDollar,
        // `findRule`.
        precedence: Precedence::LongestPattern,
        // `addRule`: `if (!pattern) return`.
        empty_rules: EmptyRules::SayNothing,
        robots_txt_is_exempt: false,
        ..Dialect::RFC9309
    };
}
