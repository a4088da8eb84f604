//! What Yandex documents of its crawlers.

use super::{
    BlankLines, Description, Dialect, DialectUser, EmptyRules, MissingColon, Names, Precedence,
    Specials,
};
use crate::read_limit::ReadLimit;

const DESCRIPTION: Description = Description {
    about: "YandexBot and its family, as Yandex documents them",
    used_by: &[DialectUser {
        name: "YandexBot and Yandex's other crawlers",
        source: "https://yandex.com/support/webmaster/en/robot-workings/allow-disallow.md",
    }],
};

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
        description: &DESCRIPTION,
        // A larger file lets everybody in there, which is the caller's business.
        read_limit: ReadLimit::FLOOR,
        missing_colon: MissingColon::SaysNothing,
        misspellings: &[],
        // "Empty line breaks aren't allowed between the User-agent, Disallow and Allow directives": what
        // one does is not said.
        blank_lines: BlankLines::SayNothing,
        // "looks for either the substring Yandex (the case doesn't matter) or *"; a group for the very
        // robot comes before that for `Yandex`.
        names: Names::Equal,
        // "By default the `*` is appended to every rule", and `$` takes it away.
        specials: Specials::StarAndLastDollar,
        // Sorted by the length of the prefix, the last that matches decides; of one length, Allow.
        precedence: Precedence::LongestPattern,
        // "`Disallow:` is the same as `Allow: /`", and `Allow:` is not taken into account.
        empty_rules: EmptyRules::DisallowIsAllowSlash,
        ..Dialect::RFC9309
    };
}
