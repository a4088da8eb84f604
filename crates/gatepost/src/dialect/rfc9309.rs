//! The default: RFC 9309 where it speaks, and where it is silent the leniency that Google publishes.

use super::{Dialect, Keys, PercentEncoding, TokenEnd, Urls};
use crate::read_limit::ReadLimit;

impl Dialect {
    /// RFC 9309, with the leniency that Google publishes where the RFC is silent. The default.
    ///
    /// # Source
    ///
    /// [RFC 9309](https://www.rfc-editor.org/rfc/rfc9309), and for accepted misspellings and the
    /// missing colon [google/robotstxt](https://github.com/google/robotstxt).
    pub const RFC9309: Dialect = Dialect {
        name: "rfc9309",
        about: "RFC 9309, with Google's leniency where the RFC is silent",
        // Section 2.2: a key is one of the words of the grammar.
        keys: Keys::Whole,
        // Section 2.2.1 knows letters, `_` and `-` alone. Crawlers that are deployed have digits,
        // dots and spaces in their names (`AI2Bot`, `bigsur.ai`, `Screaming Frog SEO Spider`), and
        // whoever names one of them means it.
        token_end: TokenEnd::Delimiter,
        // Section 2.2: the grammar has no NUL; here it is one more control octet.
        nul_ends_line: false,
        line_limit: None,
        // Section 2.5: at least 500 KiB.
        read_limit: ReadLimit::FLOOR,
        // Section 2.2.2, paragraphs 5 and 6.
        percent_encoding: PercentEncoding::BothSides,
        urls: Urls::AbsoluteOrPath,
        // Section 2.2.2: "The /robots.txt URI is implicitly allowed."
        robots_txt_is_exempt: true,
        index_page_opens_folder: false,
        // Section 2.2: `empty-pattern` matches nothing that could be decided.
        empty_rule_decides: false,
    };
}
