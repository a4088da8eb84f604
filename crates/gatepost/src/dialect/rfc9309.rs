//! The default dialect: RFC 9309, with the leniency of Google's parser where the RFC is silent.

use super::{
    BlankLines, Description, Dialect, DialectUser, EmptyRules, GOOGLES_MISSPELLINGS,
    GroupSelection, IndexPages, Keys, LineEnds, ListEnd, MissingColon, MissingSlash, Names,
    OwnName, PercentEncoding, Precedence, RulesInFront, Specials, TokenEnd, Urls, WhiteSpace,
};
use crate::read_limit::ReadLimit;

const DESCRIPTION: Description = Description {
    title: "RFC 9309",
    about: "RFC 9309, with Google's leniency where the RFC is silent",
    used_by: &[DialectUser {
        name: "crawlers that follow the standard",
        source: "https://www.rfc-editor.org/rfc/rfc9309",
    }],
};

impl Dialect {
    /// Follows RFC 9309, with the leniency of Google's parser where the RFC is silent. This is the
    /// default.
    ///
    /// # Source
    ///
    /// [RFC 9309](https://www.rfc-editor.org/rfc/rfc9309), and for accepted misspellings and the
    /// missing colon [google/robotstxt](https://github.com/google/robotstxt).
    pub const RFC9309: Dialect = Dialect {
        name: "rfc9309",
        description: &DESCRIPTION,
        byte_order_mark_is_skipped: true,
        // Section 2.2: `NL = %x0D / %x0A / %x0D.0A`.
        line_ends: LineEnds::LfOrCr,
        white_space: WhiteSpace::Ascii,
        // Section 2.2: the grammar has no NUL; here it is one more control byte.
        nul_ends_line: false,
        line_limit: None,
        // Section 2.5: at least 500 KiB.
        read_limit: ReadLimit::FLOOR,
        missing_colon: MissingColon::TwoWords,
        // Section 2.2: a key is one of the words of the grammar.
        keys: Keys::Whole,
        misspellings: GOOGLES_MISSPELLINGS,
        // Section 2.2.4: other records must not interfere.
        list_end: ListEnd::Rule,
        // Section 2.2: `emptyline` is allowed anywhere.
        blank_lines: BlankLines::SayNothing,
        // Section 2.2.1: groups for `*` apply to crawlers that no group names.
        empty_groups_count: true,
        // Section 2.2: a group begins with `startgroupline`.
        rules_in_front: RulesInFront::AreNobodys,
        // Section 2.2.1 allows only letters, `_` and `-`. Deployed crawlers have digits, dots and
        // spaces in their names (`AI2Bot`, `bigsur.ai`, `Screaming Frog SEO Spider`), and files use
        // these names.
        token_end: TokenEnd::Delimiter,
        // Section 2.2.1: "Crawlers set their own name, which is called a product token, to find
        // relevant groups."
        own_name: OwnName::Token,
        // Section 2.2.1: "case-insensitive matching", and groups "MUST be combined into one".
        names: Names::Equal,
        group_selection: GroupSelection::All,
        // Section 2.2.2, paragraphs 5 and 6.
        percent_encoding: PercentEncoding::BothSides,
        // Section 2.2.3.
        specials: Specials::StarAndLastDollar,
        missing_slash: MissingSlash::Stays,
        // Section 2.2.2: "the match that has the most octets".
        precedence: Precedence::LongestPattern,
        // Section 2.2: `empty-pattern` matches no path.
        empty_rules: EmptyRules::SayNothing,
        index_pages: IndexPages::AreOrdinary,
        urls: Urls::AbsoluteOrPath,
        // Section 2.2.2: "The /robots.txt URI is implicitly allowed."
        robots_txt_is_exempt: true,
    };
}
