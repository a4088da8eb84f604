//! A dialect: how one operator's crawlers parse robots.txt, as data.
//!
//! A dialect is a plain value, not a trait: every way in which parsers differ is one named field
//! here, with its source beside each constant. Code elsewhere asks about a field and never about a
//! dialect's name, so a new dialect is a new constant in a file of its own, and a line in
//! [`Dialect::ALL`]. `fields.rs` has the values of each field; `differences.rs` says in words how
//! two dialects differ.
//!
//! The fields leave out what all dialects share: a line is a key and a value, `#` begins a comment,
//! the letter case of keys and names is ignored, and a URL that no rule matches is allowed.

mod baidu;
mod differences;
mod draft_1996;
mod fields;
mod google;
mod protego;
mod python;
mod python_3_11;
mod rfc9309;
mod robots_parser;
mod robotxt;
mod texting_robots;
mod yandex;

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::key::Key;
use crate::read_limit::ReadLimit;

pub use differences::FieldDifference;
pub use fields::{
    BlankLines, DialectUser, EmptyRules, GroupSelection, IndexPages, Keys, LineEnds, ListEnd,
    MissingColon, MissingSlash, Names, OwnName, PercentEncoding, Precedence, RulesInFront,
    Specials, TokenEnd, Urls, WhiteSpace,
};

/// A dialect: how one operator's crawlers parse and match robots.txt.
///
/// # Example
///
/// ```
/// use gatepost::{Dialect, ProductToken, RobotsTxt};
///
/// // Google's library accepts any key that begins with a known key; RFC 9309 does not.
/// let file = "User-agent: *\nDisallow-AI: /\n";
/// let crawler = ProductToken::new("ExampleBot")?;
///
/// let url = Dialect::RFC9309.url_path("https://example.com/")?;
/// assert!(RobotsTxt::parse(file).verdict(&crawler, &url).is_allowed());
/// assert!(!RobotsTxt::parse_as(file, Dialect::GOOGLE).verdict(&crawler, &url).is_allowed());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Dialect {
    /// The name of the dialect: lower case, no spaces.
    pub name: &'static str,
    pub(crate) description: &'static Description,
    /// Whether the parser skips a UTF-8 byte order mark, or the beginning of one, at the start of
    /// the file. If not, the mark belongs to the first key.
    pub byte_order_mark_is_skipped: bool,
    /// The bytes that end a line.
    pub line_ends: LineEnds,
    /// The white space that is trimmed from keys and values.
    pub white_space: WhiteSpace,
    /// Whether a NUL byte ends the content of its line.
    pub nul_ends_line: bool,
    /// The number of bytes of one line that are read; the rest of the line is ignored.
    pub line_limit: Option<usize>,
    /// The number of bytes of a file that are read, unless the caller sets another limit.
    pub read_limit: ReadLimit,
    /// The separator of key and value in a line without a colon.
    pub missing_colon: MissingColon,
    /// How the text before the colon is compared with the known keys.
    pub keys: Keys,
    /// The accepted misspellings of keys, in lower case, each with the key that it stands for.
    pub misspellings: &'static [(Key, &'static str)],
    /// The lines that end a list of `User-agent` lines.
    pub list_end: ListEnd,
    /// The effect of a blank line.
    pub blank_lines: BlankLines,
    /// Whether `User-agent` lines without a rule or a crawl delay below them form a group. If so, a
    /// crawler named there obeys no rules; if not, it obeys the rules for `*`.
    pub empty_groups_count: bool,
    /// The crawlers that obey rules before the first `User-agent` line.
    pub rules_in_front: RulesInFront,
    /// The end of the crawler name in the value of a `User-agent` line.
    pub token_end: TokenEnd,
    /// What a crawler gives the parser as its own name.
    pub own_name: OwnName,
    /// How a name in a file is compared with a crawler's name.
    pub names: Names,
    /// The groups that a crawler obeys when several name it.
    pub group_selection: GroupSelection,
    /// The bytes that are encoded or decoded before a pattern is compared with a path.
    pub percent_encoding: PercentEncoding,
    /// The bytes with a special meaning in a pattern.
    pub specials: Specials,
    /// The treatment of a pattern that does not start with `/`.
    pub missing_slash: MissingSlash,
    /// The rule that decides when several match.
    pub precedence: Precedence,
    /// The effect of a rule without a value.
    pub empty_rules: EmptyRules,
    /// The effect of an `Allow` for an index page on its folder.
    pub index_pages: IndexPages,
    /// The texts that are accepted as URLs.
    pub urls: Urls,
    /// Whether `/robots.txt` itself is always allowed.
    pub robots_txt_is_exempt: bool,
}

/// The misspellings that Google's parser accepts, and other parsers after it.
///
/// # Source
///
/// google/robotstxt, `robots.cc`: `KeyIsUserAgent`, `KeyIsDisallow`, `KeyIsSitemap`.
const GOOGLES_MISSPELLINGS: &[(Key, &str)] = &[
    (Key::Disallow, "dissallow"),
    (Key::Disallow, "dissalow"),
    (Key::Disallow, "disalow"),
    (Key::Disallow, "diasllow"),
    (Key::Disallow, "disallaw"),
    (Key::UserAgent, "useragent"),
    (Key::UserAgent, "user agent"),
    (Key::Sitemap, "site-map"),
];

impl Dialect {
    /// Every published dialect, the default first.
    pub const ALL: &'static [Dialect] = &[
        Dialect::RFC9309,
        Dialect::GOOGLE,
        Dialect::YANDEX,
        Dialect::BAIDU,
        Dialect::PYTHON_3_11,
        Dialect::PYTHON,
        Dialect::PROTEGO,
        Dialect::ROBOTS_PARSER,
        Dialect::TEXTING_ROBOTS,
        Dialect::ROBOTXT,
        Dialect::DRAFT_1996,
    ];

    /// Finds a dialect by its name.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    ///
    /// assert_eq!(Dialect::by_name("google"), Some(Dialect::GOOGLE));
    /// assert_eq!(Dialect::by_name("altavista"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<Dialect> {
        Dialect::ALL.iter().copied().find(|dialect| dialect.name == name)
    }

    /// Makes a dialect from this one by changing what differs.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, Precedence, ProductToken, RobotsTxt, UrlPath};
    ///
    /// let mine = Dialect::RFC9309.with(|dialect| {
    ///     dialect.name = "our-own-crawler";
    ///     dialect.precedence = Precedence::FirstMatch;
    /// });
    /// let robots = RobotsTxt::parse_as("User-agent: *\nDisallow: /a\nAllow: /a/b\n", mine);
    /// let verdict = robots.verdict(&ProductToken::any(), &UrlPath::new("/a/b")?);
    /// assert_eq!(verdict.rule().map(|rule| rule.line()), Some(2));
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Dialect)) -> Dialect {
        change(&mut self);
        self
    }

    /// Names the parser that this dialect reproduces, as a sentence names it.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    ///
    /// assert_eq!(Dialect::RFC9309.title(), "RFC 9309");
    /// ```
    #[must_use]
    pub fn title(self) -> &'static str {
        self.description.title
    }

    /// Describes the parser that this dialect reproduces, in a few words.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    ///
    /// assert_eq!(Dialect::PROTEGO.about(), "Protego 0.7, the parser of Scrapy");
    /// ```
    #[must_use]
    pub fn about(self) -> &'static str {
        self.description.about
    }

    /// Lists the programs that are known to parse in this dialect: those that use a library, and
    /// those that follow a text.
    ///
    /// The crawlers that parse in this dialect are in the directory, `gatepost-crawlers`, where
    /// each crawler has its dialect.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    ///
    /// assert_eq!(Dialect::PROTEGO.used_by()[0].name, "programs that use Protego");
    /// ```
    #[must_use]
    pub fn used_by(self) -> &'static [DialectUser] {
        self.description.used_by
    }

    /// Returns `true` if lines end and are trimmed as in the RFC, so that `line_fast_path.rs` can
    /// read them.
    pub(crate) fn has_ordinary_lines(&self) -> bool {
        self.line_ends == LineEnds::LfOrCr && self.white_space == WhiteSpace::Ascii
    }
}

/// Facts about a dialect that do not affect how it parses.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Description {
    title: &'static str,
    about: &'static str,
    used_by: &'static [DialectUser],
}

/// RFC 9309.
impl Default for Dialect {
    fn default() -> Dialect {
        Dialect::RFC9309
    }
}

impl FromStr for Dialect {
    type Err = UnknownDialect;

    /// Finds a dialect by its name.
    ///
    /// # Errors
    ///
    /// This returns an error when no dialect has this name.
    fn from_str(name: &str) -> Result<Dialect, UnknownDialect> {
        Dialect::by_name(name).ok_or_else(|| UnknownDialect { name: name.into() })
    }
}

/// The error returned when a name belongs to no dialect.
///
/// Its message is for people and is not stable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnknownDialect {
    name: String,
}

impl core::error::Error for UnknownDialect {}

impl fmt::Display for UnknownDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no dialect is called `{}`; known are ", self.name)?;
        for (at, dialect) in Dialect::ALL.iter().copied().enumerate() {
            let separator = if at == 0 { "" } else { ", " };
            write!(f, "{separator}{dialect}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
