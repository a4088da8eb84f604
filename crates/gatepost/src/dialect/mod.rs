//! How one operator's crawlers read robots.txt, as data.
//!
//! A dialect is a plain value, not a trait: every way in which readers differ is one named field
//! here, with its source beside each constant. Code elsewhere asks about a field and never about a
//! dialect's name, so a new dialect is a new constant in a file of its own, and a line in
//! [`Dialect::ALL`].
//!
//! What all dialects share is not here: groups are merged (2.2.1), the longest pattern wins, Allow
//! wins a tie, and no match means allowed (2.2.2).

mod google;
mod rfc9309;

use core::fmt;

use crate::read_limit::ReadLimit;

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
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dialect {
    /// The name by which it is asked for: lower case, no spaces.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// When the text before the colon names a record.
    pub keys: Keys,
    /// Where the product token of a `User-agent` line ends.
    pub token_end: TokenEnd,
    /// Whether a NUL octet ends the content of its line.
    pub nul_ends_line: bool,
    /// How many octets of one line are read; the rest of the line is dropped.
    pub line_limit: Option<usize>,
    /// How much of a file is read, unless the caller says otherwise.
    pub read_limit: ReadLimit,
    /// Which octets are brought to one form before pattern and path are compared.
    pub percent_encoding: PercentEncoding,
    /// Which texts are taken for URLs.
    pub urls: Urls,
    /// Whether `/robots.txt` itself is always allowed.
    pub robots_txt_is_exempt: bool,
    /// Whether an `Allow` of a path that ends in `/index.htm...` also opens its folder.
    pub index_page_opens_folder: bool,
    /// Whether a rule without a value decides, with zero octets, where no other rule matches.
    pub empty_rule_decides: bool,
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

/// Where the product token of a `User-agent` line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TokenEnd {
    /// At the first white space, `/`, `,` or `;`. A trailing `*` is dropped, and the words up to
    /// the first `/`, `,` or `;` together name a crawler too.
    Delimiter,
    /// At the first octet that is not an ASCII letter, `_` or `-`.
    NonLetter,
}

/// Which octets are brought to one form before pattern and path are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PercentEncoding {
    /// Those of both sides: see [`UrlPath`](crate::UrlPath).
    BothSides,
    /// Those of the pattern alone: octets from 0x80 are encoded and hex digits upper-cased, nothing
    /// is decoded, and the path is compared as it came.
    PatternOnly,
}

/// Which texts are taken for URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Urls {
    /// Absolute URLs, and paths that start with `/`, `?` or `;`.
    AbsoluteOrPath,
    /// Any text: what comes before the first `/`, `?` or `;` is taken for the host.
    Anything,
}

impl Dialect {
    /// Every dialect there is, the default first.
    pub const ALL: &'static [&'static Dialect] = &[&Dialect::RFC9309, &Dialect::GOOGLE];

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
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
