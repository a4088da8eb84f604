//! What Google's open-source parser does, whatever its documentation says.

use super::{Dialect, Keys, PercentEncoding, TokenEnd, Urls};
use crate::read_limit::ReadLimit;

impl Dialect {
    /// Google's open-source parser and matcher, on every input: the same verdict and the same line.
    ///
    /// Give it URLs through [`Dialect::url_path`], and crawler names that are no product tokens
    /// through [`ProductToken::verbatim`](crate::ProductToken::verbatim), as its library takes any.
    ///
    /// # Source
    ///
    /// [google/robotstxt](https://github.com/google/robotstxt), `robots.cc`; the names below are
    /// those of its functions. `cargo xtask peers` compares the two.
    pub const GOOGLE: Dialect = Dialect {
        name: "google",
        about: "google/robotstxt, the parser that Google published",
        // `KeyIsDisallow` and its neighbours: StartsWithIgnoreCase.
        keys: Keys::Prefix,
        // `ExtractUserAgent`.
        token_end: TokenEnd::NonLetter,
        // Lines are C strings.
        nul_ends_line: true,
        // `kMaxLineLen` is 8 times 2,083, with one octet for the closing NUL.
        line_limit: Some(8 * 2083 - 1),
        // The 500 KiB of the documentation are the caller's business there.
        read_limit: ReadLimit::NONE,
        // `MaybeEscapePattern` for rules; "The url is not normalized" in `AllowedByRobots`.
        percent_encoding: PercentEncoding::PatternOnly,
        // `GetPathParamsQuery`.
        urls: Urls::Anything,
        robots_txt_is_exempt: false,
        // `HandleAllow`: "'index.htm' and 'index.html' are normalized to '/'".
        index_page_opens_folder: true,
        // `matching_line`: a match with priority 0 has a line too.
        empty_rule_decides: true,
    };
}
