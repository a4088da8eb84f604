//! The name by which a crawler is addressed: RFC 9309 section 2.2.1.
//!
//! This file defines the token that a caller asks about, extracts the tokens in the value of a
//! `User-agent` line, and decides whether the line names the caller's token. Letter case is
//! ignored. In the RFC two tokens have to be equal; in other dialects one may be part of the other.
//! `group_selection.rs` selects groups by these names, and `user_agent_header.rs` finds the token
//! in a `User-Agent` header.

use alloc::borrow::Cow;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use memchr::memmem;

use crate::dialect::{Dialect, Names, TokenEnd};
use crate::white_space::is_white_space;

/// The name by which a crawler is addressed in robots.txt, such as `Googlebot`.
///
/// The token `*` stands for a crawler that no group names.
///
/// # Source
///
/// [RFC 9309, section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1). The RFC allows
/// letters, `_` and `-`; digits, dots and inner spaces are accepted too, since crawlers have them
/// (`AI2Bot`, `bigsur.ai`, `Screaming Frog SEO Spider`).
///
/// Tokens that differ only in letter case are equal; each keeps its own spelling for display.
///
/// # Example
///
/// ```
/// use gatepost::ProductToken;
///
/// let token: ProductToken = "GoogleBot".parse()?;
/// assert_eq!(token, ProductToken::new("googlebot")?);
/// assert_eq!(token.as_str(), "GoogleBot");
/// # Ok::<(), gatepost::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProductToken(String);

impl ProductToken {
    /// Creates a product token from its text.
    ///
    /// # Errors
    ///
    /// This returns an error when `text` cannot be a crawler's name: when it is empty, has white
    /// space around it, ends in `*`, or contains `/`, `,`, `;`, `#`, a control character or
    /// anything that is not ASCII. In particular, a whole `User-Agent` header is refused rather
    /// than cut short; use [`ProductToken::from_header`] for a header.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::ProductToken;
    ///
    /// assert!(ProductToken::new("Googlebot-Image").is_ok());
    /// assert!(ProductToken::new("Screaming Frog SEO Spider").is_ok());
    ///
    /// let err = ProductToken::new("Googlebot/2.1").unwrap_err();
    /// assert_eq!(
    ///     err.to_string(),
    ///     "unexpected `/` in product token `Googlebot/2.1`: \
    ///      give the name alone, as a robots.txt file does: `Googlebot`",
    /// );
    /// ```
    pub fn new(text: &str) -> Result<ProductToken, InvalidProductToken> {
        let invalid = |kind| Err(InvalidProductToken { token: text.to_owned(), kind });
        if text == "*" {
            return Ok(ProductToken::any());
        }
        if text.trim().is_empty() {
            return invalid(Kind::Empty);
        }
        if text.trim() != text {
            return invalid(Kind::WhiteSpaceAround);
        }
        let is_expected = |c: char| matches!(c, ' '..='~') && !matches!(c, '/' | ',' | ';' | '#');
        if let Some(found) = text.chars().find(|c| !is_expected(*c)) {
            return invalid(Kind::Unexpected(found));
        }
        if text.ends_with('*') {
            return invalid(Kind::TrailingStar);
        }
        Ok(ProductToken(text.to_owned()))
    }

    /// Creates a product token from any text, even one that no file can name.
    ///
    /// Google's library accepts any text as a crawler's name and compares it as it is;
    /// [`Dialect::GOOGLE`] needs this to give the same answers.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, ProductToken, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse_as("User-agent: FooBot\nDisallow: /\n", Dialect::GOOGLE);
    /// let url = Dialect::GOOGLE.url_path("/")?;
    /// assert!(!robots.verdict(&ProductToken::verbatim("FooBot"), &url).is_allowed());
    /// assert!(robots.verdict(&ProductToken::verbatim("FooBot/2.1"), &url).is_allowed());
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn verbatim(text: &str) -> ProductToken {
        ProductToken(text.to_owned())
    }

    /// Creates the token `*`, which stands for a crawler that no group names.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::ProductToken;
    ///
    /// assert_eq!(ProductToken::any().as_str(), "*");
    /// ```
    #[must_use]
    pub fn any() -> ProductToken {
        ProductToken("*".to_owned())
    }

    /// Returns `true` if the token is `*`.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::ProductToken;
    ///
    /// assert!(ProductToken::any().is_any());
    /// ```
    #[must_use]
    pub fn is_any(&self) -> bool {
        self.0 == "*"
    }

    /// Returns the text of the token, spelt as it was given.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::ProductToken;
    ///
    /// assert_eq!(ProductToken::new("GoogleBot")?.as_str(), "GoogleBot");
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the bytes by which tokens are compared, in lower case.
    fn folded(&self) -> impl Iterator<Item = u8> {
        self.0.bytes().map(|byte| byte.to_ascii_lowercase())
    }
}

impl PartialEq for ProductToken {
    fn eq(&self, other: &ProductToken) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for ProductToken {}

impl Hash for ProductToken {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.folded().for_each(|byte| state.write_u8(byte));
        // No token contains this byte, so it separates the token from whatever is hashed next.
        state.write_u8(0xFF);
    }
}

impl Ord for ProductToken {
    fn cmp(&self, other: &ProductToken) -> Ordering {
        self.folded().cmp(other.folded())
    }
}

impl PartialOrd for ProductToken {
    fn partial_cmp(&self, other: &ProductToken) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl FromStr for ProductToken {
    type Err = InvalidProductToken;

    /// Creates a product token from its text: [`ProductToken::new`].
    fn from_str(text: &str) -> Result<ProductToken, InvalidProductToken> {
        ProductToken::new(text)
    }
}

impl AsRef<str> for ProductToken {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ProductToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns `true` if the value of a `User-agent` line stands for every crawler that no group names.
pub(crate) fn is_global(value: &[u8], dialect: &Dialect) -> bool {
    // Values have no leading white space, so the first byte is enough to reject most of them.
    value.starts_with(b"*") && is_star(value, dialect)
}

/// Returns `true` if a value that begins with `*` ends there in the dialect.
fn is_star(value: &[u8], dialect: &Dialect) -> bool {
    match dialect.token_end {
        TokenEnd::Delimiter | TokenEnd::NonLetter => match value {
            [b'*'] => true,
            [b'*', next, ..] => is_white_space(*next),
            _ => false,
        },
        TokenEnd::Slash => up_to_slash(value) == b"*",
        TokenEnd::ValueEnd | TokenEnd::ValueEndWithoutStars => value == b"*",
    }
}

/// Returns `true` if the value of a `User-agent` line names a crawler.
pub(crate) fn names(value: &[u8], token: &ProductToken, dialect: &Dialect) -> bool {
    names_as_written(value, dialect).any(|name| is_name_of(name, token, dialect))
        || name_without_stars(value, dialect).is_some_and(|name| is_name_of(&name, token, dialect))
}

/// Returns `true` if a name in a file names a crawler.
#[inline]
pub(crate) fn is_name_of(name: &[u8], token: &ProductToken, dialect: &Dialect) -> bool {
    let crawler = token.0.as_bytes();
    if dialect.names == Names::Equal && dialect.token_end != TokenEnd::Slash {
        return name.eq_ignore_ascii_case(crawler);
    }
    let crawler = Folded::of_crawler(token, dialect);
    crawler.is_some_and(|crawler| Folded::new(name).names(&crawler, dialect))
}

/// A name in lower case, with a bit set of its byte pairs that rules out most texts at once.
#[derive(Clone, Debug)]
pub(crate) struct Folded {
    bytes: Vec<u8>,
    /// One bit for each pair of adjacent bytes; several pairs can share a bit.
    pairs: u64,
}

impl Folded {
    pub(crate) fn new(name: &[u8]) -> Folded {
        let bytes = name.to_ascii_lowercase();
        let bit = |pair: &[u8]| (u32::from(pair[0]) * 37 + u32::from(pair[1])) % 64;
        let pairs = bytes.windows(2).fold(0, |pairs, pair| pairs | 1 << bit(pair));
        Folded { bytes, pairs }
    }

    /// Returns the text that names are compared with, or `None` for the token `*`.
    pub(crate) fn of_crawler(token: &ProductToken, dialect: &Dialect) -> Option<Folded> {
        let is_nobody = dialect.names != Names::Equal && token.is_any();
        (!is_nobody).then(|| Folded::new(compared_part(token, dialect).as_bytes()))
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns `true` if this is a name in a file that names a crawler.
    pub(crate) fn names(&self, crawler: &Folded, dialect: &Dialect) -> bool {
        // A name that is not UTF-8 could match only part of a character, and no parser does that.
        let is_text = || core::str::from_utf8(&self.bytes).is_ok();
        match dialect.names {
            Names::Equal => self.bytes == crawler.bytes,
            Names::WithinCrawler => self.places_in(crawler).next().is_some() && is_text(),
            Names::AtStartOfWord => {
                let in_word = |before: &u8| {
                    before.is_ascii_alphanumeric() || matches!(before, b'-' | b'_' | 0x80..)
                };
                let starts_word = |at: usize| !crawler.bytes[..at].last().is_some_and(in_word);
                !self.bytes.is_empty() && self.places_in(crawler).any(starts_word) && is_text()
            }
            Names::ContainsCrawler => crawler.places_in(self).next().is_some(),
        }
    }

    /// Returns the positions at which this name occurs in another, without overlaps.
    fn places_in(&self, other: &Folded) -> impl Iterator<Item = usize> {
        let mut from = Some(0).filter(|_| self.pairs & !other.pairs == 0);
        core::iter::from_fn(move || {
            let start = from.take()?;
            let at = start + memmem::find(other.bytes.get(start..)?, &self.bytes)?;
            from = Some(at + self.bytes.len().max(1));
            Some(at)
        })
    }
}

/// Returns the names in the value of a `User-agent` line, in the spelling of the file: the token
/// and, in dialects that have them, the words before a version or the name without its stars. An
/// empty value names no crawler, except in dialects that compare the whole value.
pub(crate) fn names_in<'v>(
    value: &'v [u8],
    dialect: &Dialect,
) -> impl Iterator<Item = Cow<'v, [u8]>> + use<'v> {
    let without_stars = name_without_stars(value, dialect);
    names_as_written(value, dialect).map(Cow::Borrowed).chain(without_stars.map(Cow::Owned))
}

/// Returns the names that are written out in the value.
fn names_as_written<'v>(
    value: &'v [u8],
    dialect: &Dialect,
) -> impl Iterator<Item = &'v [u8]> + use<'v> {
    let (token, words) = match dialect.token_end {
        _ if is_global(value, dialect) => (None, None),
        TokenEnd::Delimiter => {
            let words = words(value);
            let token = first_word(words);
            let has_more = words.len() > token.len();
            ((!words.is_empty()).then_some(token), has_more.then_some(words))
        }
        _ => {
            let token = token(value, dialect);
            let is_name = match dialect.token_end {
                TokenEnd::NonLetter => true,
                // The empty text is part of every name.
                TokenEnd::ValueEnd => !token.is_empty() || dialect.names != Names::Equal,
                _ => !token.is_empty(),
            };
            (is_name.then_some(token), None)
        }
    };
    token.into_iter().chain(words)
}

/// Returns the name without its stars, in dialects that ignore them.
fn name_without_stars(value: &[u8], dialect: &Dialect) -> Option<Vec<u8>> {
    let has_stars = dialect.token_end == TokenEnd::ValueEndWithoutStars
        && value.contains(&b'*')
        && !is_global(value, dialect);
    let name = has_stars.then(|| value.iter().copied().filter(|byte| *byte != b'*').collect());
    name.filter(|name: &Vec<u8>| !name.is_empty())
}

/// Returns the product token in the value of a `User-agent` line; `*` in a group for all crawlers.
pub(crate) fn product_token<'v>(value: &'v [u8], dialect: &Dialect) -> &'v [u8] {
    if is_global(value, dialect) { &value[..1] } else { token(value, dialect) }
}

/// Returns the product token in a value that does not stand for all crawlers.
fn token<'v>(value: &'v [u8], dialect: &Dialect) -> &'v [u8] {
    match dialect.token_end {
        TokenEnd::NonLetter => {
            let of_token = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_');
            &value[..value.iter().take_while(|byte| of_token(byte)).count()]
        }
        TokenEnd::Delimiter => first_word(words(value)),
        TokenEnd::Slash => up_to_slash(value),
        TokenEnd::ValueEnd | TokenEnd::ValueEndWithoutStars => value,
    }
}

fn first_word(words: &[u8]) -> &[u8] {
    let end = words.iter().position(|byte| is_white_space(*byte));
    without_trailing_stars(&words[..end.unwrap_or(words.len())])
}

impl Dialect {
    /// Returns the part of a crawler's name that the parser compares with names in the file: in
    /// some dialects, what is in front of the first `/`.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, ProductToken};
    ///
    /// let name = ProductToken::verbatim("Mozilla/5.0 (compatible; ExampleBot/1.0)");
    /// assert_eq!(Dialect::PYTHON_3_11.compared_part(&name), "Mozilla");
    /// assert_eq!(Dialect::PROTEGO.compared_part(&name), name.as_str());
    /// ```
    #[must_use]
    pub fn compared_part(self, name: &ProductToken) -> &str {
        compared_part(name, &self)
    }
}

/// Returns the part of a crawler's name that is compared with names in a file.
pub(crate) fn compared_part<'t>(token: &'t ProductToken, dialect: &Dialect) -> &'t str {
    let is_cut = dialect.token_end == TokenEnd::Slash || dialect.names == Names::WithinCrawler;
    let name = token.as_str();
    if is_cut { name.split('/').next().unwrap_or(name).trim_ascii() } else { name }
}

/// Returns the text before a version: `Bot` of `Bot/1.0`.
fn up_to_slash(value: &[u8]) -> &[u8] {
    let end = value.iter().position(|byte| *byte == b'/').unwrap_or(value.len());
    value[..end].trim_ascii()
}

/// Returns the text before a version or the next name of a list: `Sogou web spider` of
/// `Sogou web spider/4.0`.
fn words(value: &[u8]) -> &[u8] {
    let end = value.iter().position(|byte| matches!(byte, b'/' | b',' | b';'));
    without_trailing_stars(value[..end.unwrap_or(value.len())].trim_ascii_end())
}

fn without_trailing_stars(text: &[u8]) -> &[u8] {
    let stars = text.iter().rev().take_while(|byte| **byte == b'*').count();
    &text[..text.len() - stars]
}

/// The error returned by [`ProductToken::new`].
///
/// The reason is private, so that new reasons are not a breaking change. The message is for people
/// and is not stable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InvalidProductToken {
    token: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Empty,
    WhiteSpaceAround,
    Unexpected(char),
    TrailingStar,
}

impl core::error::Error for InvalidProductToken {}

impl fmt::Display for InvalidProductToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let InvalidProductToken { token, kind } = self;
        match kind {
            Kind::Empty => f.write_str("empty product token: give a name, or `*` for any crawler"),
            Kind::WhiteSpaceAround => {
                write!(f, "white space around product token `{token}`: write `{}`", token.trim())
            }
            Kind::Unexpected(found) => {
                write!(f, "unexpected `{}` in product token `{token}`: ", found.escape_debug())?;
                f.write_str("give the name alone, as a robots.txt file does")?;
                match token.split(*found).next().map(str::trim) {
                    Some(name) if !name.is_empty() && name != "Mozilla" => write!(f, ": `{name}`"),
                    _ => Ok(()),
                }
            }
            Kind::TrailingStar => write!(
                f,
                "unexpected `*` at the end of product token `{token}`: names are compared as a whole; \
                 write `{}`",
                token.trim_end_matches('*')
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &str, token: &str, rfc9309: bool, google: bool) {
        let token = ProductToken::verbatim(token);
        assert_eq!(names(value.as_bytes(), &token, &Dialect::RFC9309), rfc9309, "rfc9309");
        assert_eq!(names(value.as_bytes(), &token, &Dialect::GOOGLE), google, "google");
    }

    #[test]
    fn whole_and_in_any_letter_case() {
        check("GoogleBot", "googlebot", true, true);
        check("Google", "Googlebot", false, false);
        check("Googlebot-Image", "Googlebot", false, false);
    }

    #[test]
    fn version_list_and_star_are_cut() {
        check("FooBot/2.1", "FooBot", true, true);
        check("FooBot, BarBot", "FooBot", true, true);
        check("FooBot, BarBot", "BarBot", false, false);
        check("FooBot*", "FooBot", true, true);
        check("FooBot;", "FooBot", true, true);
    }

    #[test]
    fn digits_and_dots_belong_to_the_token() {
        check("AI2Bot", "AI2Bot", true, false);
        check("AI2Bot", "AI", false, true);
        check("360Spider", "360Spider", true, false);
        check("bigsur.ai", "bigsur.ai", true, false);
    }

    #[test]
    fn part_of_a_character_names_no_crawler() {
        let token = ProductToken::verbatim("Caf\u{e9}");
        for dialect in [Dialect::PYTHON, Dialect::PYTHON_3_11, Dialect::PROTEGO] {
            assert!(names("caf\u{e9}".as_bytes(), &token, &dialect));
            assert!(!names(b"\xA9", &token, &dialect) && !names(b"Caf\xC3", &token, &dialect));
        }
    }

    #[test]
    fn several_words_name_one_crawler() {
        check("Screaming Frog SEO Spider", "screaming frog seo spider", true, false);
        check("Screaming Frog SEO Spider/19.0", "Screaming Frog SEO Spider", true, false);
        check("Screaming Frog SEO Spider", "Screaming", true, true);
        check("Screaming Frog SEO Spider", "Frog", false, false);
    }

    #[test]
    fn part_of_a_name() {
        let names = |value: &str, token: &str, dialect: Dialect| {
            names(value.as_bytes(), &ProductToken::verbatim(token), &dialect)
        };
        let python = Dialect::PYTHON_3_11;
        assert!(names("bot", "Googlebot", python) && names("", "Googlebot", python));
        assert!(!names("Googlebot", "bot", python) && !names("2.1", "Bot/2.1", python));
        assert!(!names("bot", "*", python) && !names("*", "*", python));
        let draft = Dialect::DRAFT_1996;
        assert!(names("Googlebot and others", "googlebot", draft));
        assert!(!names("bot", "Googlebot", draft) && !names("", "Googlebot", draft));
    }

    /// The bit set that rules out most names is correct for all short names.
    #[test]
    fn all_short_names() {
        let mut texts = vec![alloc::string::String::new()];
        for at in 0..40 {
            texts.extend(["a", "B", "-"].map(|letter| texts[at].clone() + letter));
        }
        let dialect = |names| Dialect { names, token_end: TokenEnd::ValueEnd, ..Dialect::PYTHON };
        let mut fits = 0;
        for (name, crawler) in texts.iter().flat_map(|name| texts.iter().map(move |c| (name, c))) {
            let (small, of_crawler) = (name.to_lowercase(), crawler.to_lowercase());
            let starts_word = |at: usize| at == 0 || !of_crawler[..at].ends_with(['a', 'b', '-']);
            let at_start = of_crawler.match_indices(&small).any(|(at, _)| starts_word(at));
            for (names, expected) in [
                (Names::Equal, small == of_crawler),
                (Names::WithinCrawler, of_crawler.contains(&small)),
                (Names::AtStartOfWord, !small.is_empty() && at_start),
                (Names::ContainsCrawler, small.contains(&of_crawler)),
            ] {
                fits += usize::from(expected);
                let token = ProductToken::verbatim(crawler);
                let named = is_name_of(name.as_bytes(), &token, &dialect(names));
                assert_eq!(named, expected, "{names:?} {name:?} {crawler:?}");
            }
        }
        assert!(fits > 1_000, "only {fits}");
    }

    #[test]
    fn values_that_name_no_crawler() {
        check("", "", false, true);
        check("/1.0", "", false, true);
        check("*", "*", false, false);
        check("* all", "all", false, false);
        check("*/1.0", "", false, true);
    }

    #[test]
    fn star_and_white_space_is_global() {
        let is_global = |value: &str| is_global(value.as_bytes(), &Dialect::RFC9309);
        assert!(is_global("*") && is_global("* all") && is_global("*\x0B"));
        assert!(!is_global("") && !is_global("**") && !is_global("*bot") && !is_global("*/1"));
    }

    #[test]
    fn refused_with_advice() {
        let message = |text| ProductToken::new(text).unwrap_err().to_string();
        assert!(message("").starts_with("empty product token"));
        assert_eq!(message(" a "), "white space around product token ` a `: write `a`");
        assert!(message("a\nb").starts_with("unexpected `\\n` in product token"));
        assert!(message("bot*").ends_with("names are compared as a whole; write `bot`"));
        assert_eq!(ProductToken::new("*").unwrap(), ProductToken::any());
    }
}
