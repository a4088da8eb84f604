//! CPython's `urllib.robotparser` since its rewrite in 2026.

use super::{
    Description, Dialect, DialectUser, EmptyRules, GroupSelection, LineEnds, ListEnd, MissingColon,
    Names, PercentEncoding, Precedence, Specials, TokenEnd, Urls, WhiteSpace,
};

use crate::read_limit::ReadLimit;

const DESCRIPTION: Description = Description {
    title: "Python",
    about: "urllib.robotparser of CPython 3.15, rewritten for RFC 9309",
    used_by: &[DialectUser {
        name: "programs that use urllib.robotparser of CPython 3.15",
        source: "https://docs.python.org/3.15/library/urllib.robotparser.html",
    }],
};

impl Dialect {
    /// Reproduces CPython's `urllib.robotparser` since its rewrite for RFC 9309: the rule that
    /// matches the most bytes of the path decides.
    ///
    /// # Source
    ///
    /// [Lib/urllib/robotparser.py](https://github.com/python/cpython/blob/055a953f4ac6a5e662b0834cd4700f7203e0cb00/Lib/urllib/robotparser.py)
    /// after gh-138908, released with 3.15; the names below are its functions. `cargo xtask
    /// dialects` compares the two.
    pub const PYTHON: Dialect = Dialect {
        name: "python",
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
        // `parse`: an entry is added in any state but 0.
        empty_groups_count: true,
        token_end: TokenEnd::ValueEnd,
        // `Entry.applies_to`: `if agent in useragent`.
        names: Names::WithinCrawler,
        // `_find_entry`, and `merge_entries`.
        group_selection: GroupSelection::WholeNameThenFirst,
        // `normalize_uri` and `normalize_pattern`.
        percent_encoding: PercentEncoding::AllButDelimiters,
        // `RuleLine`: "$ not at the end of path" drops the rule.
        specials: Specials::StarAndAnyDollar,
        // `RuleLine.applies_to`: `m.end() + 1`; `Entry.allowance`.
        precedence: Precedence::LongestMatch,
        // `RuleLine` allows with it, by no bytes, what is allowed if nothing matches.
        empty_rules: EmptyRules::SayNothing,
        // `can_fetch`: the fragment is put back.
        urls: Urls::AbsoluteOrPathWithFragment,
        // `can_fetch`: "The /robots.txt URI is implicitly allowed."
        robots_txt_is_exempt: true,
        ..Dialect::RFC9309
    };
}
