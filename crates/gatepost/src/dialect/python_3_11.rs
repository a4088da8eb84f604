//! CPython's `urllib.robotparser` before its rewrite in 2026.

use super::{
    BlankLines, Description, Dialect, DialectUser, EmptyRules, GroupSelection, LineEnds, ListEnd,
    MissingColon, Names, OwnName, PercentEncoding, Precedence, Specials, TokenEnd, Urls,
    WhiteSpace,
};
use crate::read_limit::ReadLimit;

const DESCRIPTION: Description = Description {
    title: "Python 3.11",
    about: "urllib.robotparser of CPython, before it was rewritten in 2026",
    used_by: &[
        DialectUser {
            name: "programs that use urllib.robotparser of a CPython from before May 2026",
            source: "https://docs.python.org/3.11/library/urllib.robotparser.html",
        },
        DialectUser {
            name: "Scrapy with PythonRobotParser",
            source: "https://docs.scrapy.org/en/latest/topics/downloader-middleware.html",
        },
    ],
};

impl Dialect {
    /// Reproduces CPython's `urllib.robotparser` from before its rewrite in May 2026: the first match decides, `*` and `$`
    /// are literal, and a name in the file may be any part of the crawler's name.
    ///
    /// One behaviour is not reproduced: `read` raises an exception if the file is not UTF-8.
    ///
    /// # Source
    ///
    /// [Lib/urllib/robotparser.py of
    /// 3.11](https://github.com/python/cpython/blob/3.11/Lib/urllib/robotparser.py); the names
    /// below are its functions. `cargo xtask dialects` compares the two.
    pub const PYTHON_3_11: Dialect = Dialect {
        name: "python-3.11",
        description: &DESCRIPTION,
        // `parse` takes text, and leaves the mark in the first line.
        byte_order_mark_is_skipped: false,
        // `read`: str.splitlines.
        line_ends: LineEnds::Unicode,
        // `parse`: str.strip.
        white_space: WhiteSpace::Unicode,
        read_limit: ReadLimit::NONE,
        // `parse`: `line.split(':', 1)` has to give two parts.
        missing_colon: MissingColon::SaysNothing,
        misspellings: &[],
        // `parse`: what sets `state = 2`.
        list_end: ListEnd::RuleDelayOrRate,
        // `parse`: `if not line`, before white space is stripped.
        blank_lines: BlankLines::EndGroupsIfEmpty,
        // `parse`: an entry is added in state 2 alone.
        empty_groups_count: false,
        token_end: TokenEnd::ValueEnd,
        // `can_fetch(useragent, url)`: any text, of which `Entry.applies_to` compares what is in
        // front of the first `/`.
        own_name: OwnName::Header,
        // `Entry.applies_to`: `if agent in useragent`.
        names: Names::WithinCrawler,
        // `can_fetch`: the first entry that applies; `_add_entry`: "the first default entry wins".
        group_selection: GroupSelection::First,
        // `unquote` and `quote` on both sides; `urlparse` and `urlunparse` drop what is empty.
        percent_encoding: PercentEncoding::AllDecoded,
        // `RuleLine.applies_to`: startswith, and `quote` encodes `*` and `$`.
        specials: Specials::Nothing,
        // `Entry.allowance`.
        precedence: Precedence::FirstMatch,
        // `RuleLine`: "an empty value means allow all".
        empty_rules: EmptyRules::AllowAll,
        // `can_fetch`: the fragment is put back.
        urls: Urls::AbsoluteOrPathWithFragment,
        robots_txt_is_exempt: false,
        ..Dialect::RFC9309
    };
}
