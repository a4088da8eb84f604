//! What CPython's `urllib.robotparser` did until it was rewritten in 2026.

use super::{
    BlankLines, Dialect, EmptyRules, GroupChoice, IndexPages, Keys, LineEnds, ListEnd,
    MissingColon, MissingSlash, Names, PercentEncoding, Precedence, Reader, RulesInFront, Specials,
    TokenEnd, Urls, WhiteSpace,
};
use crate::read_limit::ReadLimit;

impl Dialect {
    /// `urllib.robotparser` of CPython up to 3.14: the first match decides, `*` and `$` are letters,
    /// and a name in the file may be any part of the crawler's.
    ///
    /// What its `read` does with a file that is no UTF-8 is left out: it raises an exception.
    ///
    /// # Source
    ///
    /// [Lib/urllib/robotparser.py of
    /// 3.11](https://github.com/python/cpython/blob/3.11/Lib/urllib/robotparser.py); the names below are
    /// of its functions. `cargo xtask dialects` compares the two.
    pub const PYTHON_3_11: Dialect = Dialect {
        name: "python-3.11",
        about: "urllib.robotparser of CPython, before it was rewritten in 2026",
        read_by: &[
            Reader {
                name: "whoever calls urllib.robotparser of CPython 3.14 or older",
                source: "https://docs.python.org/3.11/library/urllib.robotparser.html",
            },
            Reader {
                name: "Scrapy with PythonRobotParser",
                source: "https://docs.scrapy.org/en/latest/topics/downloader-middleware.html",
            },
        ],
        // `parse` takes text, and leaves the mark in the first line.
        byte_order_mark_is_skipped: false,
        // `read`: str.splitlines.
        line_ends: LineEnds::Unicode,
        // `parse`: str.strip.
        white_space: WhiteSpace::Unicode,
        nul_ends_line: false,
        line_limit: None,
        read_limit: ReadLimit::NONE,
        // `parse`: `line.split(':', 1)` has to give two parts.
        missing_colon: MissingColon::SaysNothing,
        keys: Keys::Whole,
        misspellings: &[],
        // `parse`: what sets `state = 2`.
        list_end: ListEnd::RuleDelayOrRate,
        // `parse`: `if not line`, before white space is stripped.
        blank_lines: BlankLines::EndGroupsIfEmpty,
        // `parse`: an entry is added in state 2 alone.
        empty_groups_count: false,
        rules_in_front: RulesInFront::AreNobodys,
        token_end: TokenEnd::ValueEnd,
        // `Entry.applies_to`: `if agent in useragent`.
        names: Names::WithinCrawler,
        // `can_fetch`: the first entry that applies; `_add_entry`: "the first default entry wins".
        group_choice: GroupChoice::First,
        // `unquote` and `quote` on both sides; `urlparse` and `urlunparse` drop what is empty.
        percent_encoding: PercentEncoding::AllDecoded,
        // `RuleLine.applies_to`: startswith, and `quote` encodes `*` and `$`.
        specials: Specials::Nothing,
        missing_slash: MissingSlash::Stays,
        // `Entry.allowance`.
        precedence: Precedence::FirstMatch,
        // `RuleLine`: "an empty value means allow all".
        empty_rules: EmptyRules::AllowAll,
        index_pages: IndexPages::AreOrdinary,
        // `can_fetch`: the fragment is put back.
        urls: Urls::AbsoluteOrPathWithFragment,
        robots_txt_is_exempt: false,
    };
}
