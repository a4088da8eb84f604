//! What Baidu documents of its crawlers.

use super::{
    BlankLines, Dialect, EmptyRules, GOOGLES_MISSPELLINGS, GroupChoice, IndexPages, Keys, LineEnds,
    ListEnd, MissingColon, MissingSlash, Names, PercentEncoding, Precedence, Reader, RulesInFront,
    Specials, TokenEnd, Urls, WhiteSpace,
};
use crate::read_limit::ReadLimit;

impl Dialect {
    /// Baidu's crawlers, as far as Baidu documents them: the first match decides, `*` and `$` are
    /// special, and blank lines part groups. Where its pages are silent, this is RFC 9309.
    ///
    /// No package has its parser, so this is checked against the text alone.
    ///
    /// # Source
    ///
    /// [Baidu's help on robots.txt](https://ziyuan.baidu.com/college/courseinfo?id=267&page=12), read in
    /// copies such as [this](http://webseo.com.cn/b/seo/10814.html).
    pub const BAIDU: Dialect = Dialect {
        name: "baidu",
        about: "Baiduspider, as Baidu documents it",
        read_by: &[Reader { name: "Baiduspider", source: "http://webseo.com.cn/b/seo/10814.html" }],
        byte_order_mark_is_skipped: true,
        // "CR, CR/NL, or NL".
        line_ends: LineEnds::LfOrCr,
        white_space: WhiteSpace::Ascii,
        nul_ends_line: false,
        line_limit: None,
        read_limit: ReadLimit::FLOOR,
        // Lines are `<field>:<optional space><value>`.
        missing_colon: MissingColon::SaysNothing,
        keys: Keys::Whole,
        misspellings: GOOGLES_MISSPELLINGS,
        list_end: ListEnd::Rule,
        // "Records are separated by blank lines", and each has a rule.
        blank_lines: BlankLines::EndGroups,
        empty_groups_count: false,
        rules_in_front: RulesInFront::AreNobodys,
        token_end: TokenEnd::Delimiter,
        // A crawler named SomeBot is bound by the record that names SomeBot alone.
        names: Names::Equal,
        // There is to be one record for `*`, and nothing says that several are combined.
        group_choice: GroupChoice::First,
        percent_encoding: PercentEncoding::BothSides,
        // "Baiduspider supports the wildcards `*` and `$`".
        specials: Specials::StarAndLastDollar,
        missing_slash: MissingSlash::Stays,
        // The order of the lines has a meaning: the first Allow or Disallow that matches decides.
        precedence: Precedence::FirstMatch,
        // "`Disallow:` says that the robot may visit all URLs".
        empty_rules: EmptyRules::AllowAll,
        index_pages: IndexPages::AreOrdinary,
        urls: Urls::AbsoluteOrPath,
        robots_txt_is_exempt: true,
    };
}
