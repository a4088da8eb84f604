//! Baidu's crawlers, as Baidu documents them.

use super::{
    BlankLines, Description, Dialect, EmptyRules, GroupSelection, LineEnds, MissingColon, Names,
    Precedence, Specials,
};

const DESCRIPTION: Description =
    Description { title: "Baidu", about: "Baiduspider, as Baidu documents it", used_by: &[] };

impl Dialect {
    /// Follows Baidu's documentation of its crawlers: the first match decides, `*` and `$` are
    /// special, and blank lines separate groups. Where Baidu's pages are silent, RFC 9309 applies.
    ///
    /// Baidu has not published its parser, so tests compare this dialect with the documentation
    /// only.
    ///
    /// # Source
    ///
    /// [Baidu's help on robots.txt](https://ziyuan.baidu.com/college/courseinfo?id=267&page=12),
    /// read in copies such as [this one](http://webseo.com.cn/b/seo/10814.html).
    pub const BAIDU: Dialect = Dialect {
        name: "baidu",
        description: &DESCRIPTION,
        // "CR, CR/NL, or NL".
        line_ends: LineEnds::LfOrCr,
        // Lines are `<field>:<optional space><value>`.
        missing_colon: MissingColon::SaysNothing,
        // "Records are separated by blank lines", and each has a rule.
        blank_lines: BlankLines::EndGroups,
        empty_groups_count: false,
        // A crawler named SomeBot is bound by the record that names SomeBot alone.
        names: Names::Equal,
        // One record for `*` is allowed, and the page does not say that several are combined.
        group_selection: GroupSelection::First,
        // "Baiduspider supports the wildcards `*` and `$`".
        specials: Specials::StarAndLastDollar,
        // The order of the lines matters: the first Allow or Disallow that matches decides.
        precedence: Precedence::FirstMatch,
        // "`Disallow:` says that the robot may visit all URLs".
        empty_rules: EmptyRules::AllowAll,
        ..Dialect::RFC9309
    };
}
