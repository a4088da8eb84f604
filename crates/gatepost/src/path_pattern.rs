//! Matches one path pattern against one path: RFC 9309 section 2.2.3.
//!
//! A pattern is anchored at the start of the path and open at its end. Two bytes are special: `*`
//! matches any run of bytes, `/` included, and a `$` at the very end anchors the pattern there.
//! There is no `?`, no character class and no escape: a literal `*` or `$` is written `%2A` or
//! `%24`. A `$` before the end is literal too.
//!
//! This file does not know about Allow and Disallow, or which pattern wins: see `precedence.rs`. It
//! compares bytes, after `percent.rs` has brought both sides to one form.
//!
//! # Algorithm
//!
//! The pattern is cut at its stars. The first piece has to be a prefix of the path, and each later
//! piece is matched at its leftmost position after the previous one. The leftmost position is
//! enough, because it leaves the most room for the pieces that follow. If the pattern is closed,
//! its last piece has to be a suffix of the rest. Each search is linear and starts where the
//! previous one ended, so matching takes O(pattern + path) time and no memory, and a hostile file
//! cannot make it slow. `tests/it/twins.rs` and `fuzz/fuzz_targets/twins.rs` compare it with a
//! recursive matcher of four lines.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use memchr::{memchr, memmem, memrchr};

use crate::dialect::{Dialect, MissingSlash, PercentEncoding, Specials};
use crate::percent;
use crate::percent_variants;
use crate::swar::{self, begins_with};
use crate::url_path::UrlPath;

/// The value of a rule: the pattern that decides which paths the rule matches.
///
/// # Source
///
/// [RFC 9309, section 2.2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.3).
///
/// # Example
///
/// ```
/// use gatepost::{PathPattern, UrlPath};
///
/// let pattern = PathPattern::new("/*.pdf$");
/// assert!(pattern.matches(&UrlPath::new("/a/b/c/d.pdf")?));
/// assert!(!pattern.matches(&UrlPath::new("/a/b/c/d.pdf?x=1")?));
/// assert_eq!(pattern.length(), 7);
/// # Ok::<(), gatepost::InvalidUrl>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PathPattern<'p> {
    /// The pattern in compared form, without a closing `$`.
    bytes: Cow<'p, [u8]>,
    is_closed: bool,
    /// Set if a `$` in the middle is special and therefore excludes every path.
    matches_nothing: bool,
    length: usize,
    encoding: PercentEncoding,
}

impl<'p> PathPattern<'p> {
    /// Parses a pattern in the default dialect. Any bytes are a pattern.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{PathPattern, UrlPath};
    ///
    /// assert!(PathPattern::new("/shop").matches(&UrlPath::new("/shop/cart")?));
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn new<P: AsRef<[u8]> + ?Sized>(value: &'p P) -> PathPattern<'p> {
        PathPattern::new_as(value, Dialect::RFC9309)
    }

    /// Parses a pattern in the given dialect.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, PathPattern, UrlPath};
    ///
    /// let pattern = PathPattern::new_as("/*.pdf", Dialect::DRAFT_1996);
    /// assert!(!pattern.matches(&UrlPath::new("/a.pdf")?));
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn new_as<P: AsRef<[u8]> + ?Sized>(value: &'p P, dialect: Dialect) -> PathPattern<'p> {
        PathPattern::read(value.as_ref(), &dialect)
    }

    pub(crate) fn read(value: &'p [u8], dialect: &Dialect) -> PathPattern<'p> {
        let is_as_written = dialect.missing_slash == MissingSlash::Stays
            && dialect.specials == Specials::StarAndLastDollar;
        let (bytes, longer) = match dialect.percent_encoding {
            PercentEncoding::BothSides if is_as_written => percent::normal_pattern(value),
            PercentEncoding::PatternOnly if is_as_written => (percent::escaped_pattern(value), 0),
            _ => return PathPattern::in_other_form(value, dialect),
        };
        let length = bytes.len() - longer;
        let is_closed = bytes.last() == Some(&b'$');
        let bytes = match bytes {
            Cow::Borrowed(bytes) => Cow::Borrowed(bytes.strip_suffix(b"$").unwrap_or(bytes)),
            Cow::Owned(mut bytes) => {
                bytes.truncate(bytes.len() - usize::from(is_closed));
                Cow::Owned(bytes)
            }
        };
        let encoding = dialect.percent_encoding;
        PathPattern { bytes, is_closed, matches_nothing: false, length, encoding }
    }

    fn in_other_form(value: &'p [u8], dialect: &Dialect) -> PathPattern<'p> {
        let encoding = dialect.percent_encoding;
        let is_url = value.starts_with(b"http://") || value.starts_with(b"https://");
        let lacks_slash = match dialect.missing_slash {
            MissingSlash::Stays => false,
            MissingSlash::IsAdded => !value.starts_with(b"/"),
            MissingSlash::IsAddedToUrls => is_url,
        };
        if lacks_slash {
            return PathPattern::in_other_form(&[b"/", value].concat(), dialect).into_owned();
        }
        let dollar = match dialect.specials {
            Specials::Nothing => None,
            Specials::StarAndAnyDollar => memchr(b'$', value),
            _ => value.ends_with(b"$").then(|| value.len() - 1),
        };
        let (body, closing) = value.split_at(dollar.unwrap_or(value.len()));
        let bytes =
            percent_variants::pattern(body, encoding, dialect.specials != Specials::Nothing);
        PathPattern {
            is_closed: !closing.is_empty(),
            matches_nothing: closing.iter().any(|byte| !matches!(byte, b'*' | b'$')),
            length: percent_variants::length(&bytes, encoding) + closing.len(),
            bytes,
            encoding,
        }
    }

    /// Copies what the pattern borrows, so that it can be kept.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{PathPattern, UrlPath};
    ///
    /// let line = String::from("/*.pdf$");
    /// let pattern: PathPattern<'static> = PathPattern::new(&line).into_owned();
    /// drop(line);
    /// assert!(pattern.matches(&UrlPath::new("/a.pdf")?));
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn into_owned(self) -> PathPattern<'static> {
        PathPattern { bytes: Cow::Owned(self.bytes.into_owned()), ..self }
    }

    /// Parses `value` as if a `$` followed it.
    pub(crate) fn closed_as(value: &'p [u8], dialect: &Dialect) -> PathPattern<'p> {
        let open = PathPattern::read(value, dialect);
        PathPattern { is_closed: true, length: open.length + 1, ..open }
    }

    /// Returns the pattern without its last `bytes` bytes, and closed.
    pub(crate) fn closed_before(&self, bytes: usize) -> PathPattern<'static> {
        let kept = self.bytes[..self.bytes.len() - bytes].to_vec();
        let length = percent_variants::length(&kept, self.encoding) + 1;
        PathPattern { bytes: Cow::Owned(kept), is_closed: true, length, ..*self }
    }

    /// Returns the length by which the longest pattern is found: the bytes of the normal form, `*`
    /// and `$` included, with one byte for a literal `$`. Other dialects use the bytes of their own
    /// form.
    ///
    /// # Source
    ///
    /// [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): "the most
    /// octets". Google's parser and all others except Python's use the length of the rule.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::PathPattern;
    ///
    /// assert_eq!(PathPattern::new("/*.pdf$").length(), 7);
    /// ```
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns `true` if a `$` closes the pattern, so that nothing may follow.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::PathPattern;
    ///
    /// assert!(PathPattern::new("/a$").is_closed());
    /// ```
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Returns the bytes that are compared: the normal form, without a closing `$`.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::PathPattern;
    ///
    /// assert_eq!(PathPattern::new("/%7ea$").as_bytes(), b"/~a");
    /// ```
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns `true` if any path can match: every path starts with `/`, so a pattern has to start
    /// with `/` or `*`.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::PathPattern;
    ///
    /// assert!(PathPattern::new("*.pdf").can_match());
    /// assert!(!PathPattern::new("private").can_match());
    /// ```
    #[must_use]
    pub fn can_match(&self) -> bool {
        match *self.bytes {
            _ if self.matches_nothing => false,
            [] => !self.is_closed,
            [first, ..] => matches!(first, b'/' | b'*'),
        }
    }

    /// Returns `true` if the pattern matches a path.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{PathPattern, UrlPath};
    ///
    /// assert!(PathPattern::new("/*?").matches(&UrlPath::new("/shop?page=2")?));
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn matches(&self, path: &UrlPath<'_>) -> bool {
        self.matches_bytes(&self.compared(path))
    }

    /// Returns the bytes of a path with which the pattern is compared.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{PathPattern, UrlPath};
    ///
    /// let path = UrlPath::new("/%7ea")?;
    /// assert_eq!(&*PathPattern::new("/").compared(&path), b"/~a");
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn compared<'u>(&self, path: &'u UrlPath<'_>) -> Cow<'u, [u8]> {
        path.bytes(self.encoding)
    }

    /// Returns the bytes that each `*` matched, as spans of [`PathPattern::compared`], or `None` if
    /// the pattern does not match.
    ///
    /// Where there are several ways to match, each star matches as little as it can, from the first
    /// on; a star at the open end matches everything that is left.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{PathPattern, UrlPath};
    ///
    /// let path = UrlPath::new("/shop/fish/cart?id=7")?;
    /// let stars = PathPattern::new("/*/cart*").stars(&path).unwrap();
    /// let taken: Vec<&[u8]> = stars.into_iter().map(|star| &path.normal()[star]).collect();
    /// assert_eq!(taken, [&b"shop/fish"[..], b"?id=7"]);
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn stars(&self, path: &UrlPath<'_>) -> Option<Vec<Range<usize>>> {
        let mut stars = Vec::new();
        let path = self.compared(path);
        let matches = !self.matches_nothing
            && walk(&self.bytes, self.is_closed, &path, |star| stars.push(star));
        matches.then_some(stars)
    }

    /// Returns `true` if the pattern matches a path in compared form.
    pub(crate) fn matches_bytes(&self, path: &[u8]) -> bool {
        !self.matches_nothing && matches(&self.bytes, self.is_closed, path)
    }
}

impl fmt::Display for PathPattern<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.bytes))?;
        f.write_str(if self.is_closed { "$" } else { "" })
    }
}

/// Returns `true` if a pattern matches a path, both in compared form.
pub(crate) fn matches(pattern: &[u8], is_closed: bool, path: &[u8]) -> bool {
    walk(pattern, is_closed, path, |_| {})
}

/// Returns how many bytes of a path a matching pattern matches, both in compared form. The last
/// star matches as much as it can, and a star at the end matches the whole rest.
pub(crate) fn bytes_taken(pattern: &[u8], is_closed: bool, path: &[u8]) -> usize {
    match memrchr(b'*', pattern) {
        _ if is_closed => path.len(),
        None => pattern.len(),
        Some(star) => match &pattern[star + 1..] {
            [] => path.len(),
            last => memmem::rfind(path, last).map_or(path.len(), |at| at + last.len()),
        },
    }
}

/// Returns `true` if the value and the path differ first in a byte that has only one form and is
/// not special, so that the value cannot match. The path is in compared form.
pub(crate) fn begins_otherwise(value: &[u8], path: &[u8]) -> bool {
    let mut path = path.iter();
    for byte in value {
        if !percent::is_plain(*byte) {
            return false;
        }
        if path.next() != Some(byte) {
            return true;
        }
    }
    false
}

/// Returns `true` if the pieces after the first star match the path after the text before that
/// star.
pub(crate) fn matches_pieces(pieces: &[u8], is_closed: bool, path: &[u8]) -> bool {
    walk_pieces(pieces, is_closed, path, |_| {})
}

/// Returns `true` if the piece after the only star matches the rest of the path.
#[inline]
pub(crate) fn ends_in(last: &[u8], is_closed: bool, path: &[u8]) -> bool {
    place_of_last(last, is_closed, path).is_some()
}

/// Matches, and calls `took` with the span of each star until the match succeeds or fails.
fn walk(pattern: &[u8], closed: bool, path: &[u8], mut took: impl FnMut(Range<usize>)) -> bool {
    let star = memchr(b'*', pattern).unwrap_or(pattern.len());
    let (head, rest) = pattern.split_at(star);
    if !begins_with(path, head) {
        return false;
    }
    match rest {
        [] => !closed || path.len() == star,
        [_, pieces @ ..] => walk_pieces(pieces, closed, &path[star..], |range| {
            took(range.start + star..range.end + star);
        }),
    }
}

/// Finds each piece after the previous one, and reports the spans of the stars between them.
fn walk_pieces(
    mut rest: &[u8],
    closed: bool,
    path: &[u8],
    mut took: impl FnMut(Range<usize>),
) -> bool {
    let mut at = 0;
    while let Some(star) = star(rest) {
        let Some(found) = swar::find(&path[at..], &rest[..star]) else { return false };
        took(at..at + found);
        at += found + star;
        rest = &rest[star + 1..];
    }
    let last = place_of_last(rest, closed, &path[at..]);
    last.inspect(|found| took(at..at + found)).is_some()
}

/// Returns the position of the piece after the last star.
#[inline]
fn place_of_last(last: &[u8], closed: bool, path: &[u8]) -> Option<usize> {
    match (closed, last) {
        (true, _) => {
            let end = path.len().checked_sub(last.len())?;
            begins_with(&path[end..], last).then_some(end)
        }
        // A star at the open end matches the whole rest.
        (false, []) => Some(path.len()),
        (false, _) => swar::find(path, last),
    }
}

/// Finds the first star. Pieces are short, so a simple loop is cheaper than setting up a search.
fn star(pattern: &[u8]) -> Option<usize> {
    let near = pattern.iter().take(8).position(|byte| *byte == b'*');
    near.or_else(|| memchr(b'*', pattern.get(8..)?).map(|star| star + 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! matches {
        ($name:ident, $pattern:expr, $path:expr) => {
            #[test]
            fn $name() {
                assert!(PathPattern::new($pattern).matches(&UrlPath::new($path).unwrap()));
            }
        };
    }
    macro_rules! nmatches {
        ($name:ident, $pattern:expr, $path:expr) => {
            #[test]
            fn $name() {
                assert!(!PathPattern::new($pattern).matches(&UrlPath::new($path).unwrap()));
            }
        };
    }

    matches!(prefix, b"/fish", b"/fish.html");
    matches!(star_is_empty, b"/a*b", b"/ab");
    matches!(star_crosses_slashes, b"/a/*/z", b"/a/b/c/z");
    matches!(closed_takes_last, b"/*.php$", b"/x.php.php");
    matches!(dollar_inside_is_literal, b"/a$b", b"/a$bc");
    matches!(dollar_before_star_is_literal, b"/a$*", b"/a$b");
    matches!(double_dollar, b"/a$$", b"/a$");
    matches!(trailing_star_has_no_effect, b"/fish*", b"/fish");
    matches!(star_then_closed, b"/a*$", b"/abc");
    matches!(leading_star, b"*private", b"/x/private");
    matches!(encoded_star, b"/a-%2A", b"/a-*");
    matches!(encoded_dollar, b"/a-%24", b"/a-$x");
    nmatches!(letter_case_matters, b"/fish", b"/Fish.asp");
    nmatches!(closed, b"/*.php$", b"/x.php?a");
    nmatches!(pieces_do_not_overlap, b"/ab*ba$", b"/aba");
    nmatches!(encoded_star_is_literal, b"/a-%2A", b"/a-b");
    nmatches!(pattern_without_leading_slash, b"fish", b"/fish");
    nmatches!(lone_dollar, b"$", b"/");
    nmatches!(no_single_letter_wildcard, b"/a?c", b"/abc");

    #[test]
    fn lengths() {
        let length = |pattern: &str| PathPattern::new(pattern).length();
        assert_eq!(length("/a**"), 4);
        assert_eq!(length("/a$b$"), 5);
        assert_eq!(length("/ツ"), 10);
        assert_eq!(length("/%e3"), 4);
        assert_eq!(length("/%62%61%7A"), 4);
        assert_eq!(length("/%2A"), 4);
    }

    #[test]
    fn only_patterns_that_start_with_slash_or_star_can_match() {
        let can = |pattern: &str| PathPattern::new(pattern).can_match();
        assert!(can("/") && can("*") && can(""));
        assert!(!can("a") && !can("$") && !can("%2F") && !can("https://example.com/"));
    }

    #[test]
    fn number_of_bytes_matched() {
        let taken =
            |pattern: &str, path: &str| bytes_taken(pattern.as_bytes(), false, path.as_bytes());
        assert_eq!(taken("/a", "/abc"), 2);
        assert_eq!(taken("/a*", "/abc"), 4);
        assert_eq!(taken("/*b", "/abcbd"), 5);
        assert_eq!(taken("/*b*d", "/abcdxd"), 7);
        assert_eq!(bytes_taken(b"/*c", true, b"/abcc"), 5);
    }

    #[test]
    fn dollar_in_the_middle() {
        let texting = |pattern: &str| {
            let dialect = Dialect { specials: Specials::StarAndAnyDollar, ..Dialect::DRAFT_1996 };
            PathPattern::new_as(pattern, dialect).matches(&UrlPath::new("/a").unwrap())
        };
        assert!(texting("/a$") && texting("/a$*") && texting("/a$$*$"));
        assert!(!texting("/$*") && !texting("/$a") && !texting("/a$*a"));
    }

    #[test]
    fn spans_of_the_stars() {
        #[track_caller]
        fn check(pattern: &str, path: &str, expected: &[&str]) {
            let path = UrlPath::new(path).unwrap();
            let stars = PathPattern::new(pattern).stars(&path).unwrap();
            let taken: Vec<_> = stars.into_iter().map(|star| &path.normal()[star]).collect();
            assert_eq!(taken, expected.iter().map(|text| text.as_bytes()).collect::<Vec<_>>());
        }
        check("/*.pdf$", "/a/b.pdf", &["a/b"]);
        check("/*a*a", "/bacada", &["b", "c"]);
        check("/*a*$", "/bacada", &["b", "cada"]);
        check("/**x", "/yx", &["", "y"]);
        check("/fish", "/fish", &[]);
        check("/f*", "/fish", &["ish"]);
    }
}
