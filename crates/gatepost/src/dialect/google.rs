//! Google's open-source parser; where Google's documentation differs, the code decides.

use super::{
    Description, Dialect, DialectUser, EmptyRules, IndexPages, Keys, LineEnds, ListEnd,
    MissingColon, Names, PercentEncoding, Precedence, Specials, TokenEnd, Urls, WhiteSpace,
};
use crate::read_limit::ReadLimit;

const DESCRIPTION: Description = Description {
    title: "Google",
    about: "google/robotstxt, the parser that Google published",
    used_by: &[DialectUser {
        name: "programs that use google/robotstxt",
        source: "https://github.com/google/robotstxt",
    }],
};

impl Dialect {
    /// Reproduces Google's open-source parser and matcher: the same verdict and the same line for
    /// every input.
    ///
    /// Create URLs with [`Dialect::url_path`], and crawler names that are not product tokens with
    /// [`ProductToken::verbatim`](crate::ProductToken::verbatim), because Google's library accepts
    /// any text as either.
    ///
    /// # Source
    ///
    /// [google/robotstxt](https://github.com/google/robotstxt), `robots.cc`; the names below are
    /// its functions. `cargo xtask peers` compares the two.
    pub const GOOGLE: Dialect = Dialect {
        name: "google",
        description: &DESCRIPTION,
        // `Parse`: "UTF-8 byte order marks", any part of one.
        byte_order_mark_is_skipped: true,
        // `Parse`: LF, CR and CRLF.
        line_ends: LineEnds::LfOrCr,
        // `StripAsciiWhitespace` of Abseil.
        white_space: WhiteSpace::Ascii,
        // Lines are C strings.
        nul_ends_line: true,
        // `kMaxLineLen` is 8 times 2,083, with one byte for the closing NUL.
        line_limit: Some(8 * 2083 - 1),
        // The 500 KiB of the documentation are the caller's business there.
        read_limit: ReadLimit::NONE,
        // `GetKeyAndValueFrom`: "the whitespace must separate exactly two sequences".
        missing_colon: MissingColon::TwoWords,
        // `KeyIsDisallow` and its neighbours: StartsWithIgnoreCase.
        keys: Keys::Prefix,
        // `seen_separator_`: set by `HandleAllow` and `HandleDisallow` alone.
        list_end: ListEnd::Rule,
        // `ever_seen_specific_agent_`.
        empty_groups_count: true,
        // `ExtractUserAgent`.
        token_end: TokenEnd::NonLetter,
        // `HandleUserAgent`: EqualsIgnoreCase, and groups are taken together.
        names: Names::Equal,
        // `MaybeEscapePattern` for rules; "The url is not normalized" in `AllowedByRobots`.
        percent_encoding: PercentEncoding::PatternOnly,
        // `RobotsMatchStrategy::Matches`.
        specials: Specials::StarAndLastDollar,
        // `LongestMatchRobotsMatchStrategy`, and `disallow()`: only a longer Disallow wins.
        precedence: Precedence::LongestPattern,
        // `matching_line`: a match with priority 0 has a line too.
        empty_rules: EmptyRules::AllowAll,
        // `HandleAllow`: "'index.htm' and 'index.html' are normalized to '/'".
        index_pages: IndexPages::OpenFolder,
        // `GetPathParamsQuery`.
        urls: Urls::Anything,
        robots_txt_is_exempt: false,
        ..Dialect::RFC9309
    };
}
