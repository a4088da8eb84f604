//! CPython's `urllib.robotparser` since its rewrite in 2026.

use super::{
    Description, Dialect, DialectUser, EmptyRules, GroupSelection, LineEnds, ListEnd, MissingColon,
    Names, OwnName, PercentEncoding, Precedence, Specials, TokenEnd, Urls, WhiteSpace,
};

use crate::read_limit::ReadLimit;

const DESCRIPTION: Description = Description {
    title: "Python",
    about: "urllib.robotparser of CPython since May 2026, rewritten for RFC 9309",
    used_by: &[DialectUser {
        name: "programs that use urllib.robotparser of CPython 3.15, or of 3.13 or 3.14 since May 2026",
        source: "https://github.com/python/cpython/issues/138907",
    }],
};

impl Dialect {
    /// Reproduces CPython's `urllib.robotparser` since its rewrite for RFC 9309: the rule that
    /// matches the most bytes of the path decides.
    ///
    /// # Source
    ///
    /// [Lib/urllib/robotparser.py](https://github.com/python/cpython/blob/055a953f4ac6a5e662b0834cd4700f7203e0cb00/Lib/urllib/robotparser.py)
    /// after [gh-138908](https://github.com/python/cpython/pull/138908), which was merged in May
    /// 2026 for 3.15, and into 3.14 and 3.13; the names below are its functions.
    /// `cargo xtask dialects` compares the two.
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
        // `can_fetch(useragent, url)`: any text, of which `Entry.applies_to` compares what is in
        // front of the first `/`.
        own_name: OwnName::Header,
        // `Entry.applies_to`: `if agent in useragent`.
        names: Names::WithinCrawler,
        // gh-138908: "prefer full match for user agent". `_find_entry` looks up the whole text
        // before it is cut at `/`, by `self.groups.get(useragent.lower())`; then the first of the
        // `groups` that applies. `merge_entries` combines groups.
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
