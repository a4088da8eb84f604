//! Yandex's crawlers, as Yandex documents them.

use super::{
    BlankLines, Description, Dialect, EmptyRules, MissingColon, Names, Precedence, Specials,
};
use crate::read_limit::ReadLimit;

const DESCRIPTION: Description = Description {
    title: "Yandex",
    about: "YandexBot and Yandex's other crawlers, as Yandex documents them",
    used_by: &[],
};

impl Dialect {
    /// Follows Yandex's documentation of its crawlers. Where Yandex's pages are silent, RFC 9309
    /// applies.
    ///
    /// Other Yandex crawlers obey the group for `Yandex` if no group names them. The caller has to
    /// ask for that: pass `YandexImages` and `Yandex` to
    /// [`RobotsTxt::group_for_any_of`](crate::RobotsTxt::group_for_any_of). Yandex has not
    /// published its parser, so tests compare this dialect with the documentation only.
    ///
    /// # Source
    ///
    /// Yandex's help: [Allow and
    /// Disallow](https://yandex.com/support/webmaster/en/robot-workings/allow-disallow.md),
    /// [User-agent](https://yandex.com/support/webmaster/en/robot-workings/user-agent.md).
    pub const YANDEX: Dialect = Dialect {
        name: "yandex",
        description: &DESCRIPTION,
        // Yandex treats a larger file as allowing everything, which the caller has to handle.
        read_limit: ReadLimit::FLOOR,
        missing_colon: MissingColon::SaysNothing,
        misspellings: &[],
        // "Empty line breaks aren't allowed between the User-agent, Disallow and Allow directives":
        // the page does not say what one does.
        blank_lines: BlankLines::SayNothing,
        // "looks for either the substring Yandex (the case doesn't matter) or *"; a group for
        // the crawler's own name takes precedence over one for `Yandex`.
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
