//! The Internet Draft of 1996, which was the standard until RFC 9309.

use super::{
    BlankLines, Description, Dialect, DialectUser, EmptyRules, GroupSelection, LineEnds, ListEnd,
    MissingColon, Names, PercentEncoding, Precedence, Specials, TokenEnd,
};
use crate::read_limit::ReadLimit;

const DESCRIPTION: Description = Description {
    title: "the 1996 draft",
    about: "the Internet Draft of 1996, the standard before RFC 9309",
    used_by: &[DialectUser {
        name: "parsers that follow the text of robotstxt.org",
        source: "http://www.robotstxt.org/norobots-rfc.txt",
    }],
};

impl Dialect {
    /// Follows the Internet Draft of 1996, "A Method for Web Robots Control": the first match
    /// decides, and a pattern is the beginning of a path.
    ///
    /// The draft was never published as an RFC, but for 25 years it was the meaning of "robots.txt
    /// compliant". Some parsers still follow it.
    ///
    /// # Source
    ///
    /// [draft-koster-robots-00](http://www.robotstxt.org/norobots-rfc.txt); the numbers below are
    /// its sections.
    pub const DRAFT_1996: Dialect = Dialect {
        name: "draft-1996",
        description: &DESCRIPTION,
        byte_order_mark_is_skipped: false,
        // 3.3: `eol = CR | LF | CR LF`.
        line_ends: LineEnds::LfOrCr,
        read_limit: ReadLimit::NONE,
        // 3.3: every line except a comment has a colon, and keys are those of the grammar.
        missing_colon: MissingColon::SaysNothing,
        misspellings: &[],
        // 3.3: a record is agent lines followed by rule lines; an extension is a rule line.
        list_end: ListEnd::Any,
        // 3.3: records are separated by blank lines, and each has a rule line.
        blank_lines: BlankLines::EndGroups,
        empty_groups_count: false,
        token_end: TokenEnd::ValueEnd,
        // 3.2.1: "the first record in /robots.txt that contains a User-Agent line whose value
        // contains the name token of the robot as a substring", otherwise the first for `*`.
        names: Names::ContainsCrawler,
        group_selection: GroupSelection::First,
        // 3.2.2: an encoded byte is decoded before it is compared, unless it is `/`.
        percent_encoding: PercentEncoding::AllButSlash,
        // 3.2.2: a match, "if and only if the end of the path from the record is reached before a
        // difference in bytes is encountered".
        specials: Specials::Nothing,
        // 3.2.2: "The first match found is used."
        precedence: Precedence::FirstMatch,
        // 4: in the example, `Disallow:` allows every crawler.
        empty_rules: EmptyRules::AllowAll,
        // 3.2.2: "The /robots.txt URL is always allowed".
        robots_txt_is_exempt: true,
        ..Dialect::RFC9309
    };
}
