//! How one operator's crawlers read robots.txt, as data.
//!
//! A dialect is a plain value, not a trait: every way in which readers differ is one named field
//! here, with its source beside each constant. Code elsewhere asks about a field and never about a
//! dialect's name, so a new dialect is a new constant in a file of its own, and a line in
//! [`Dialect::ALL`]. What a field can be is `fields.rs`; how two dialects differ, in words, is
//! `differences.rs`.
//!
//! What all dialects share is not here: a line is a key and a value, `#` begins a comment, letter case
//! of keys and names does not count, and where no rule matches all is allowed.

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

use core::fmt;

use crate::key::Key;
use crate::read_limit::ReadLimit;

pub use differences::FieldDifference;
pub use fields::{
    BlankLines, EmptyRules, GroupChoice, IndexPages, Keys, LineEnds, ListEnd, MissingColon,
    MissingSlash, Names, PercentEncoding, Precedence, Reader, RulesInFront, Specials, TokenEnd,
    Urls, WhiteSpace,
};

/// How one operator's crawlers read robots.txt.
///
/// # Example
///
/// ```
/// use gatepost::{Dialect, ProductToken, RobotsTxt};
///
/// // Google's library takes any key that begins with a known one; RFC 9309 does not.
/// let file = "User-agent: *\nDisallow-AI: /\n";
/// let crawler = ProductToken::new("ExampleBot")?;
///
/// let url = Dialect::RFC9309.url_path("https://example.com/")?;
/// assert!(RobotsTxt::parse(file).verdict(&crawler, &url).is_allowed());
/// assert!(!RobotsTxt::parse_as(file, &Dialect::GOOGLE).verdict(&crawler, &url).is_allowed());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dialect {
    /// The name by which it is asked for: lower case, no spaces.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Who reads so, as far as that is published.
    pub read_by: &'static [Reader],
    /// Whether a UTF-8 byte order mark at the start of the file, or the beginning of one, is skipped;
    /// else it belongs to the first key.
    pub byte_order_mark_is_skipped: bool,
    /// Which octets end a line.
    pub line_ends: LineEnds,
    /// What is trimmed at the ends of keys and values.
    pub white_space: WhiteSpace,
    /// Whether a NUL octet ends the content of its line.
    pub nul_ends_line: bool,
    /// How many octets of one line are read; the rest of the line is dropped.
    pub line_limit: Option<usize>,
    /// How much of a file is read, unless the caller says otherwise.
    pub read_limit: ReadLimit,
    /// What separates key and value where it is no colon.
    pub missing_colon: MissingColon,
    /// When the text before the colon names a record.
    pub keys: Keys,
    /// The misspellings that are accepted, in lower case, each with what it is taken for.
    pub misspellings: &'static [(Key, &'static str)],
    /// Which record ends a list of `User-agent` lines.
    pub list_end: ListEnd,
    /// What a blank line is.
    pub blank_lines: BlankLines,
    /// Whether `User-agent` lines with no rule and no delay between requests below them are a group, so
    /// that a crawler named there obeys no rules rather than those for `*`.
    pub empty_groups_count: bool,
    /// Whose the rules are that stand before the first `User-agent` line.
    pub rules_in_front: RulesInFront,
    /// Where the name in the value of a `User-agent` line ends.
    pub token_end: TokenEnd,
    /// When such a name names a crawler.
    pub names: Names,
    /// Which of the groups that name a crawler it obeys.
    pub group_choice: GroupChoice,
    /// Which octets are brought to one form before pattern and path are compared.
    pub percent_encoding: PercentEncoding,
    /// What is special in a pattern.
    pub specials: Specials,
    /// What becomes of a pattern that does not start with `/`.
    pub missing_slash: MissingSlash,
    /// Which of the rules that match decides.
    pub precedence: Precedence,
    /// What a rule without a value says.
    pub empty_rules: EmptyRules,
    /// What an `Allow` of an index page says of its folder.
    pub index_pages: IndexPages,
    /// Which texts are taken for URLs.
    pub urls: Urls,
    /// Whether `/robots.txt` itself is always allowed.
    pub robots_txt_is_exempt: bool,
}

/// The misspellings that Google's parser accepts, and others took from it.
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
    /// Every dialect there is, the default first.
    pub const ALL: &'static [&'static Dialect] = &[
        &Dialect::RFC9309,
        &Dialect::GOOGLE,
        &Dialect::YANDEX,
        &Dialect::BAIDU,
        &Dialect::PYTHON_3_11,
        &Dialect::PYTHON,
        &Dialect::PROTEGO,
        &Dialect::ROBOTS_PARSER,
        &Dialect::TEXTING_ROBOTS,
        &Dialect::ROBOTXT,
        &Dialect::DRAFT_1996,
    ];

    /// Finds a dialect by its name.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    ///
    /// assert_eq!(Dialect::by_name("google"), Some(&Dialect::GOOGLE));
    /// assert_eq!(Dialect::by_name("altavista"), None);
    /// ```
    pub fn by_name(name: &str) -> Option<&'static Dialect> {
        Dialect::ALL.iter().copied().find(|dialect| dialect.name == name)
    }

    /// Whether lines end and are trimmed as in the RFC, so that `quick_line.rs` knows them.
    pub(crate) fn has_ordinary_lines(&self) -> bool {
        self.line_ends == LineEnds::LfOrCr && self.white_space == WhiteSpace::Ascii
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
