//! What the fields of a dialect can be, each value with its words.
//!
//! An enum here is one way in which readers differ, and its variants are what readers do. The words
//! finish the sentence that begins with the field's name, and are made here once: see
//! [`Dialect::differences`](crate::Dialect::differences).

use core::fmt;

/// Gives each variant its words.
macro_rules! words {
    ($($name:ident { $($variant:ident => $words:literal,)* })*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $words,)* })
            }
        }
    )*};
}

/// Who reads robots.txt in a dialect, and where that is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct DialectUser {
    /// The crawler, framework or library.
    pub name: &'static str,
    /// The address at which that is to be found.
    pub source: &'static str,
}

/// Which bytes end a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LineEnds {
    /// LF, CR and CRLF.
    LfOrCr,
    /// These, and NUL.
    LfCrOrNul,
    /// These, vertical tab, form feed, the separators 0x1C to 0x1E, and the characters U+0085, U+2028
    /// and U+2029: where Python's `str.splitlines` splits.
    Unicode,
}

/// What is trimmed at the ends of keys and values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WhiteSpace {
    /// Space and the controls from tab to CR.
    Ascii,
    /// These, and the characters that Unicode calls white space, such as the no-break space.
    Unicode,
}

/// What separates key and value where it is no colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MissingColon {
    /// Nothing does: such a line says nothing.
    SaysNothing,
    /// White space, if the line has exactly two words.
    TwoWords,
    /// White space behind a known key with which the line begins, also where a colon follows later.
    KnownKey,
    /// White space behind a known key with which the line begins; but where the line has a colon with
    /// white space or nothing behind it, that separates.
    KnownKeyUnlessColonAndSpace,
}

/// When the text before the colon names a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Keys {
    /// It is the name, in any letter case, or an accepted misspelling of it.
    Whole,
    /// It begins with the name or with an accepted misspelling: `Disallowed` is `Disallow`.
    Prefix,
}

/// Where the name in the value of a `User-agent` line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TokenEnd {
    /// At the first white space, `/`, `,` or `;`. A trailing `*` is dropped, and the words up to
    /// the first `/`, `,` or `;` together name a crawler too.
    Delimiter,
    /// At the first byte that is not an ASCII letter, `_` or `-`.
    NonLetter,
    /// At the first `/`.
    Slash,
    /// Nowhere: the whole value is the name.
    ValueEnd,
    /// Nowhere; and where the value has stars in it, it is a name without them too.
    ValueEndWithoutStars,
}

/// When a name in a file names a crawler. Letter case never counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Names {
    /// It is the crawler's name.
    Equal,
    /// It occurs in the crawler's name, which is cut at the first `/`: `bot` names `Googlebot`.
    WithinCrawler,
    /// It occurs in the crawler's name where no letter, digit, `-` or `_` is in front: `Google` names
    /// `Googlebot`, and `bot` does not.
    AtStartOfWord,
    /// The crawler's name occurs in it: `Googlebot and others` names `Googlebot`.
    ContainsCrawler,
}

/// Which of the groups that name a crawler it obeys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GroupSelection {
    /// All of them, as if they were one; or else all for `*`.
    All,
    /// The first; or else the first for `*`. A group that has `*` among its lines is for `*` alone.
    First,
    /// All that have the longest of the names by which it is named; `*` counts as a name of one byte,
    /// and of names of one length the first in the file is taken.
    LongestName,
    /// All that have its whole name; or else all that have the name of which a group first says a part
    /// of its name; or else all for `*`.
    WholeNameThenFirst,
}

/// Whose the rules are that stand before the first `User-agent` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RulesInFront {
    /// Nobody's.
    AreNobodys,
    /// Everybody's, if the file has no `User-agent` line at all; else nobody's.
    AreEverybodysIfAlone,
}

/// Which record ends a list of `User-agent` lines, so that the next one begins a new group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ListEnd {
    /// A rule.
    Rule,
    /// A rule, and a `Crawl-delay`.
    RuleOrCrawlDelay,
    /// A rule, a `Crawl-delay`, and a `Request-rate`.
    RuleDelayOrRate,
    /// Any record but `Sitemap` and `Host`.
    AnyButSitemapAndHost,
    /// Any record.
    Any,
}

/// What a blank line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BlankLines {
    /// Nothing.
    SayNothing,
    /// The end of a group; rules below it belong to nobody. `User-agent` lines with no rule between them
    /// and the blank line are forgotten.
    EndGroups,
    /// The same, where not even white space is in the line.
    EndGroupsIfEmpty,
}

/// Which bytes are brought to one form before pattern and path are compared.
///
/// Bytes that no URL has, from 0x80 on, controls and space, are percent-encoded on both sides, unless
/// it says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PercentEncoding {
    /// Those of both sides: see [`UrlPath`](crate::UrlPath).
    BothSides,
    /// Those of the pattern alone: bytes from 0x80 are encoded and hex digits upper-cased, nothing
    /// is decoded, and the path is compared as it came.
    PatternOnly,
    /// All triplets of both sides are decoded, so that `%2F` is `/` and `%3F` is `?`; what is no UTF-8
    /// then counts as U+FFFD. A `?` or `;` with nothing behind it is dropped.
    AllDecoded,
    /// All triplets of both sides are decoded but that of `/`.
    AllButSlash,
    /// All triplets of both sides are decoded but that of `?`, and those of `=` and `&` within a query. The
    /// `?` in front of the query, and a `=` or `&` within it, are other bytes than elsewhere.
    AllButDelimiters,
    /// All triplets of both sides are decoded but those of `/` and `%`; what is no UTF-8 then counts as
    /// U+FFFD. A pattern's length counts three bytes for each but letters, digits and `-._~/%=*`.
    AllButSlashAndPercent,
    /// Nothing is decoded; hex digits of both sides are upper-cased. What else is encoded is that of
    /// `encodeURI` for a pattern, and that of the WHATWG for a URL, of which a `?` with nothing behind it
    /// is dropped.
    HexDigits,
    /// Nothing is decoded, and hex digits stay. What else is encoded is that of the WHATWG, and for a
    /// pattern that of its fragments.
    NothingDecoded,
    /// Triplets of letters, digits, `-`, `.`, `_` and `~` are decoded on both sides, and hex digits
    /// upper-cased; `"`, `<`, `>`, `` ` ``, `{` and `}` are encoded too. A `*` or `$` of a path stays.
    Unreserved,
}

/// What is special in a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Specials {
    /// `*` stands for any run of bytes, and a `$` at the very end closes the pattern.
    StarAndLastDollar,
    /// The same; but a pattern that ends in `$` also matches as if that were literal.
    StarAndLastDollarAlsoLiteral,
    /// The same; but every `$` closes the pattern, and with more than stars and `$` behind it matches
    /// nothing.
    StarAndAnyDollar,
    /// Nothing: a pattern is the beginning of a path.
    Nothing,
}

/// What becomes of a pattern that does not start with `/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MissingSlash {
    /// It stays: unless it starts with `*`, it matches nothing.
    Stays,
    /// A `/` is put in front, also where it starts with `*`.
    IsAdded,
    /// A `/` is put in front of what starts with `http://` or `https://`.
    IsAddedToUrls,
}

/// Which of the rules that match decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Precedence {
    /// The one with the longest pattern; of these, an `Allow`.
    LongestPattern,
    /// The first in the file.
    FirstMatch,
    /// The one that matches the most bytes of the path, of which a `*` at the end takes all; of these,
    /// an `Allow`.
    LongestMatch,
}

/// What a rule without a value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EmptyRules {
    /// Nothing.
    SayNothing,
    /// That every path is allowed, with a pattern of no bytes.
    AllowAll,
    /// A `Disallow` without one, the same as `Allow: /`; an `Allow`, nothing.
    DisallowIsAllowSlash,
}

/// What an `Allow` of an index page says of its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IndexPages {
    /// Nothing.
    AreOrdinary,
    /// The last part of the pattern begins with `index.htm`: the folder is allowed too.
    OpenFolder,
    /// The last part of the pattern is `index.html`: the folder is allowed too.
    OpenFolderIfWhole,
}

/// Which texts are taken for URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Urls {
    /// Absolute URLs, and paths that start with `/`, `?` or `;`.
    AbsoluteOrPath,
    /// The same, and the fragment belongs to what patterns are compared with.
    AbsoluteOrPathWithFragment,
    /// Any text: what comes before the first `/`, `?` or `;` is taken for the host.
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
