//! What Yandex documents of its crawlers.

use super::{
    BlankLines, Dialect, EmptyRules, GroupChoice, IndexPages, Keys, LineEnds, ListEnd,
    MissingColon, MissingSlash, Names, PercentEncoding, Precedence, Reader, RulesInFront, Specials,
    TokenEnd, Urls, WhiteSpace,
};
use crate::read_limit::ReadLimit;

impl Dialect {
    /// Yandex's crawlers, as far as Yandex documents them. Where its pages are silent, this is
    /// RFC 9309.
    ///
    /// That the others of its crawlers obey the group for `Yandex` where none names them is for the
    /// caller: [`RobotsTxt::group_for_any_of`](crate::RobotsTxt::group_for_any_of) with `YandexImages`
    /// and `Yandex`. No package has its parser, so this is checked against the text alone.
    ///
    /// # Source
    ///
    /// Yandex's help: [Allow and
    /// Disallow](https://yandex.com/support/webmaster/en/robot-workings/allow-disallow.md),
    /// [User-agent](https://yandex.com/support/webmaster/en/robot-workings/user-agent.md).
    pub const YANDEX: Dialect = Dialect {
        name: "yandex",
        about: "YandexBot and its family, as Yandex documents them",
        read_by: &[Reader {
            name: "YandexBot and Yandex's other crawlers",
            source: "https://yandex.com/support/webmaster/en/robot-workings/allow-disallow.md",
        }],
        byte_order_mark_is_skipped: true,
        line_ends: LineEnds::LfOrCr,
        white_space: WhiteSpace::Ascii,
        nul_ends_line: false,
        line_limit: None,
        // A larger file lets everybody in there, which is the caller's business.
        read_limit: ReadLimit::FLOOR,
        missing_colon: MissingColon::SaysNothing,
        keys: Keys::Whole,
        misspellings: &[],
        list_end: ListEnd::Rule,
        // "Empty line breaks aren't allowed between the User-agent, Disallow and Allow directives": what
        // one does is not said.
        blank_lines: BlankLines::SayNothing,
        empty_groups_count: true,
        rules_in_front: RulesInFront::AreNobodys,
        token_end: TokenEnd::Delimiter,
        // "looks for either the substring Yandex (the case doesn't matter) or *"; a group for the very
        // robot comes before that for `Yandex`.
        names: Names::Equal,
        group_choice: GroupChoice::All,
        percent_encoding: PercentEncoding::BothSides,
        // "By default the `*` is appended to every rule", and `$` takes it away.
        specials: Specials::StarAndLastDollar,
        missing_slash: MissingSlash::Stays,
        // Sorted by the length of the prefix, the last that matches decides; of one length, Allow.
        precedence: Precedence::LongestPattern,
        // "`Disallow:` is the same as `Allow: /`", and `Allow:` is not taken into account.
        empty_rules: EmptyRules::DisallowIsAllowSlash,
        index_pages: IndexPages::AreOrdinary,
        urls: Urls::AbsoluteOrPath,
        robots_txt_is_exempt: true,
    };
}
