//! The types of a dialect's fields, and the words that describe each value.
//!
//! Each enum is one way in which robots.txt parsers differ, and each variant is one behaviour. The
//! words complete the phrase that names the field, and are written only here:
//! [`Dialect::differences`](crate::Dialect::differences) pairs them with that phrase.

use core::fmt;

/// Implements `Display` with one phrase per variant.
macro_rules! words {
    ($($name:ident { $($variant:ident => $words:literal,)* })*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $words,)* })
            }
        }
    )*};
}

/// Names a user of a dialect, with a source that confirms it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct DialectUser {
    /// The crawler, framework or library.
    pub name: &'static str,
    /// The address of the page that confirms it.
    pub source: &'static str,
}

/// Lists the bytes that end a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum LineEnds {
    /// LF, CR and CRLF.
    LfOrCr,
    /// LF, CR, CRLF and NUL.
    LfCrOrNul,
    /// LF, CR, CRLF, vertical tab, form feed, the separators 0x1C to 0x1E, and the characters
    /// U+0085, U+2028 and U+2029: the places where Python's `str.splitlines` splits.
    Unicode,
}

/// Lists the white space trimmed from both ends of keys and values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum WhiteSpace {
    /// Space and the control characters from tab (0x09) to CR (0x0D).
    Ascii,
    /// Every character with Unicode's `White_Space` property, such as the no-break space.
    Unicode,
}

/// Describes what separates the key from the value in a line without a colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum MissingColon {
    /// Nothing: a line without a colon has no effect.
    SaysNothing,
    /// White space, if the line has exactly two words.
    TwoWords,
    /// White space after a known key at the start of the line, even if a colon follows later.
    KnownKey,
    /// White space after a known key at the start of the line. A colon takes precedence if white
    /// space or the end of the line follows it.
    KnownKeyUnlessColonAndSpace,
}

/// Describes how the text before the colon is compared with a known key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Keys {
    /// The whole text has to be the key or an accepted misspelling of it, in any letter case.
    Whole,
    /// The text has to begin with the key or an accepted misspelling: `Disallowed` is `Disallow`.
    Prefix,
}

/// Describes where the crawler name in the value of a `User-agent` line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum TokenEnd {
    /// At the first white space, `/`, `,` or `;`. A trailing `*` is dropped. The words up to the
    /// first `/`, `,` or `;` are a second name, so that names with inner spaces can match.
    Delimiter,
    /// At the first byte that is not an ASCII letter, `_` or `-`.
    NonLetter,
    /// At the first `/`.
    Slash,
    /// At the end of the value: the whole value is the name.
    ValueEnd,
    /// At the end of the value. A value that contains `*` also matches with the `*` removed.
    ValueEndWithoutStars,
}

/// Describes what a crawler gives the parser as its own name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OwnName {
    /// Its product token, the name that is written in `User-agent` lines.
    Token,
    /// Its whole `User-Agent` header, from which the parser cuts what it compares.
    Header,
}

/// Describes how a name in a file is compared with a crawler's name, ignoring letter case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Names {
    /// The name equals the crawler's name.
    Equal,
    /// The name is part of the crawler's name up to its first `/`: `bot` names `Googlebot`.
    WithinCrawler,
    /// The name is part of the crawler's name, with no letter, digit, `-` or `_` before it:
    /// `Google` names `Googlebot`, but `bot` does not.
    AtStartOfWord,
    /// The name contains the crawler's name: `Googlebot and others` names `Googlebot`.
    ContainsCrawler,
}

/// Describes which groups a crawler obeys when several name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum GroupSelection {
    /// All groups that name it, combined; if none does, all groups for `*`.
    All,
    /// The first group that names it; if none does, the first group for `*`. A group that lists `*`
    /// next to other names is a group for `*` only.
    First,
    /// All groups with the longest name that fits the crawler. `*` is a name of one byte. Among
    /// names of equal length, the first in the file wins.
    LongestName,
    /// All groups with the crawler's whole name. If there are none, all groups with the first name
    /// in the file that is part of the crawler's name. If there are none, all groups for `*`.
    WholeNameThenFirst,
}

/// Describes which crawlers obey rules that precede the first `User-agent` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum RulesInFront {
    /// No crawler obeys them.
    AreNobodys,
    /// Every crawler obeys them if the file has no `User-agent` line; otherwise no crawler does.
    AreEverybodysIfAlone,
}

/// Describes which lines end a list of `User-agent` lines, so that the next `User-agent` line
/// starts a new group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum ListEnd {
    /// A rule.
    Rule,
    /// A rule or a `Crawl-delay` line.
    RuleOrCrawlDelay,
    /// A rule, a `Crawl-delay` line or a `Request-rate` line.
    RuleDelayOrRate,
    /// Any line with a key except `Sitemap` and `Host`.
    AnyButSitemapAndHost,
    /// Any line with a key.
    Any,
}

/// Describes the effect of a blank line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum BlankLines {
    /// A blank line has no effect.
    SayNothing,
    /// A blank line ends the group, so no crawler obeys rules between it and the next `User-agent`
    /// line. `User-agent` lines directly above a blank line, with no rule in between, are ignored.
    EndGroups,
    /// As in `EndGroups`, but a line that contains white space is not blank.
    EndGroupsIfEmpty,
}

/// Describes how percent-encoding is normalised before a pattern is compared with a path.
///
/// Bytes that no URL contains (0x80 and above, control characters and space) are percent-encoded on
/// both sides, unless the variant says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum PercentEncoding {
    /// Both sides are brought to the normal form that [`UrlPath`](crate::UrlPath) describes.
    BothSides,
    /// Only the pattern is normalised: bytes from 0x80 on are encoded and hex digits upper-cased,
    /// but nothing is decoded. The path is compared unchanged.
    PatternOnly,
    /// All percent-encoded bytes are decoded on both sides, so that `%2F` is `/` and `%3F` is `?`.
    /// Bytes that are not UTF-8 then become U+FFFD. A `?` or `;` at the end is dropped.
    AllDecoded,
    /// All percent-encoded bytes except `%2F` are decoded on both sides.
    AllButSlash,
    /// All percent-encoded bytes are decoded on both sides except `%3F`, and `%3D` and `%26` within
    /// a query. The `?` that starts the query, and `=` and `&` within it, do not equal the same
    /// bytes elsewhere.
    AllButDelimiters,
    /// All percent-encoded bytes except `%2F` and `%25` are decoded on both sides. Bytes that are
    /// not UTF-8 then become U+FFFD. In a pattern's length, letters, digits and `-._~/%=*` are one
    /// byte each, and all other bytes are three.
    AllButSlashAndPercent,
    /// Nothing is decoded, and hex digits are upper-cased on both sides. Patterns are encoded like
    /// ECMAScript's `encodeURI`, URLs like the WHATWG URL standard. A `?` at the end of a URL is
    /// dropped.
    HexDigits,
    /// Nothing is decoded, and hex digits keep their letter case. URLs are encoded like the WHATWG
    /// URL standard, patterns with its fragment percent-encode set.
    NothingDecoded,
    /// Percent-encoded letters, digits, `-`, `.`, `_` and `~` are decoded on both sides, and hex
    /// digits upper-cased. `"`, `<`, `>`, ``
    /// ` ``, `{` and `}` are encoded too. A `*` or `$` in a path stays as it is.
    Unreserved,
}

/// Lists the bytes with a special meaning in a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Specials {
    /// `*` matches any run of bytes, and a `$` at the very end anchors the pattern there.
    StarAndLastDollar,
    /// As in `StarAndLastDollar`, but a pattern that ends in `$` also matches that `$` literally.
    StarAndLastDollarAlsoLiteral,
    /// `*` matches any run of bytes, and every `$` anchors the pattern at the end of the path. A
    /// pattern with anything but `*` and `$` after a `$` therefore matches nothing.
    StarAndAnyDollar,
    /// No byte: a pattern matches the paths that start with it.
    Nothing,
}

/// Describes how a pattern that does not start with `/` is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum MissingSlash {
    /// The pattern stays as it is, and matches nothing unless it starts with `*`.
    Stays,
    /// A `/` is put in front, even if the pattern starts with `*`.
    IsAdded,
    /// A `/` is put in front if the pattern starts with `http://` or `https://`.
    IsAddedToUrls,
}

/// Describes which rule decides when several match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Precedence {
    /// The rule with the longest pattern; on a tie, `Allow`.
    LongestPattern,
    /// The first rule in the file that matches.
    FirstMatch,
    /// The rule that matches the most bytes of the path; on a tie, `Allow`. A `*` at the end of a
    /// pattern matches the whole rest of the path.
    LongestMatch,
}

/// Describes the effect of a rule without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum EmptyRules {
    /// The rule has no effect.
    SayNothing,
    /// The rule allows every path, as a pattern of length 0.
    AllowAll,
    /// `Disallow:` means `Allow: /`, and `Allow:` has no effect.
    DisallowIsAllowSlash,
}

/// Describes whether an `Allow` for an index page also allows its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum IndexPages {
    /// The folder is not affected.
    AreOrdinary,
    /// The folder is allowed too if the last segment of the pattern begins with `index.htm`.
    OpenFolder,
    /// The folder is allowed too if the last segment of the pattern is `index.html`.
    OpenFolderIfWhole,
}

/// Describes which texts are accepted as URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Urls {
    /// Absolute URLs, and paths that start with `/`, `?` or `;`.
    AbsoluteOrPath,
    /// Absolute URLs, and paths that start with `/`, `?` or `;`. Patterns are compared with the
    /// fragment too.
    AbsoluteOrPathWithFragment,
    /// Any text: everything before the first `/`, `?` or `;` is treated as the host.
    Anything,
}

words! {
    LineEnds {
        LfOrCr => "LF, CR and CRLF",
        LfCrOrNul => "LF, CR, CRLF and NUL",
        Unicode => "LF, CR, CRLF, VT, FF, 0x1C to 0x1E, U+0085, U+2028 and U+2029",
    }
    WhiteSpace {
        Ascii => "ASCII white space",
        Unicode => "all white space of Unicode",
    }
    MissingColon {
        SaysNothing => "nothing: the line has no effect",
        TwoWords => "white space, if the line has exactly two words",
        KnownKey => "white space after a known key, however many words follow",
        KnownKeyUnlessColonAndSpace =>
            "white space after a known key, unless a colon and white space follow",
    }
    Keys {
        Whole => "whole words",
        Prefix => "any word that begins with a known key: `Disallow-AI` is `Disallow`",
    }
    TokenEnd {
        Delimiter => "at white space, `/`, `,` or `;`",
        NonLetter => "at the first byte that is not a letter, `_` or `-`",
        Slash => "at `/`",
        ValueEnd => "at the end of the value",
        ValueEndWithoutStars => "at the end of the value; stars in it may be ignored",
    }
    OwnName {
        Token => "its product token",
        Header => "its whole `User-Agent` header",
    }
    Names {
        Equal => "whole name",
        WithinCrawler => "part of the crawler's name: `bot` names Googlebot",
        AtStartOfWord => "part of the crawler's name, at the start of a word: `Google` names Googlebot",
        ContainsCrawler => "any name that contains the crawler's name",
    }
    GroupSelection {
        All => "all of them, combined",
        First => "the first of them",
        LongestName => "those with the longest of the names",
        WholeNameThenFirst => "those with its whole name, or else those with the first name that fits",
    }
    RulesInFront {
        AreNobodys => "none",
        AreEverybodysIfAlone => "every crawler, if the file has no `User-agent` line",
    }
    ListEnd {
        Rule => "a rule",
        RuleOrCrawlDelay => "a rule or `Crawl-delay`",
        RuleDelayOrRate => "a rule, `Crawl-delay` or `Request-rate`",
        AnyButSitemapAndHost => "any line with a key except `Sitemap` and `Host`",
        Any => "any line with a key, including `Sitemap`",
    }
    BlankLines {
        SayNothing => "nothing",
        EndGroups => "it ends the group",
        EndGroupsIfEmpty => "it ends the group, unless it has white space",
    }
    PercentEncoding {
        BothSides => "percent-encoded letters, digits and `-._~` are decoded; `%2F` is not `/`",
        PatternOnly => "nothing is decoded, and the URL is compared as it came",
        AllDecoded => "every percent-encoded byte is decoded: `%2F` is `/`; a bare `?` at the end is dropped",
        AllButSlash => "every percent-encoded byte is decoded except `%2F`",
        AllButDelimiters =>
            "every percent-encoded byte is decoded except `%3F`, and in a query `%3D` and `%26`: `%2F` is `/`; and \
             `=` in a path is not `=` in a query",
        AllButSlashAndPercent => "every percent-encoded byte is decoded except `%2F` and `%25`",
        HexDigits =>
            "nothing is decoded; hex digits are upper-cased; a bare `?` of a URL is dropped",
        NothingDecoded => "nothing is decoded, and hex digits are case-sensitive",
        Unreserved =>
            "percent-encoded letters, digits and `-._~` are decoded; `*` and `$` in a URL stay",
    }
    Specials {
        StarAndLastDollar => "`*`, and `$` at the end",
        StarAndLastDollarAlsoLiteral => "`*`, and `$` at the end, which also matches literally",
        StarAndAnyDollar => "`*` and `$`; a pattern with `$` in the middle matches nothing",
        Nothing => "nothing: a pattern is the beginning of a path",
    }
    MissingSlash {
        Stays => "it matches nothing, unless it starts with `*`",
        IsAdded => "`/` is put in front",
        IsAddedToUrls => "`/` is put in front of absolute URLs only",
    }
    Precedence {
        LongestPattern => "longest pattern; on a tie, `Allow`",
        FirstMatch => "first in the file",
        LongestMatch => "longest match, in bytes of the path; on a tie, `Allow`",
    }
    EmptyRules {
        SayNothing => "nothing",
        AllowAll => "it allows everything, as a pattern of length 0",
        DisallowIsAllowSlash => "`Disallow:` means `Allow: /`",
    }
    IndexPages {
        AreOrdinary => "nothing",
        OpenFolder => "the folder is allowed too, if the last part begins with `index.htm`",
        OpenFolderIfWhole => "the folder is allowed too, if the last part is `index.html`",
    }
    Urls {
        AbsoluteOrPath => "absolute URLs and paths",
        AbsoluteOrPathWithFragment => "absolute URLs and paths; the fragment is matched too",
        Anything => "any text",
    }
}
