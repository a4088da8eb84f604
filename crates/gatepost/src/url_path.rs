//! The part of a URL that patterns are compared with: RFC 9309 section 2.2.2.
//!
//! That part is path and query, without scheme, authority and fragment. A missing path is `/`; a
//! bare `?` and `;params` stay. Dot segments and doubled slashes are not resolved: a pattern is
//! compared with the path that a crawler sends. `robots_txt_url` finds the robots.txt of a page
//! (section 2.3).

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};

use memchr::{memchr, memchr3, memmem};

use crate::dialect::{Dialect, PercentEncoding, Urls};
use crate::swar::{repeat, zeros};
use crate::{percent, percent_variants};

/// The part of a URL that patterns are compared with: path and query.
///
/// It holds the bytes as given and in normal form, so that one value serves every dialect and every
/// crawler. The forms of other dialects are computed on demand.
///
/// The normal form percent-encodes bytes from 0x80, control characters, space, `*` and `$`,
/// upper-cases hex digits, and decodes percent-encoded letters, digits, `-`, `.`, `_` and `~`.
/// Everything else stays the same; in particular `%2F` is not `/`.
///
/// # Source
///
/// [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2).
#[derive(Clone)]
pub struct UrlPath<'u> {
    /// The borrowed bytes; all of the path, if nothing is owned.
    borrowed: &'u [u8],
    /// The owned bytes. Nearly always `None`, which keeps the value small.
    made: Option<Box<Made>>,
}

/// The bytes of a path that could not be borrowed.
#[derive(Clone)]
enum Made {
    Forms {
        raw: Vec<u8>,
        normal: Vec<u8>,
    },
    /// Nothing: the borrowed bytes are compared as they are, in every dialect.
    Compared,
    /// Bytes that are compared as they are, in every dialect.
    OwnCompared(Vec<u8>),
}

impl<'u> UrlPath<'u> {
    /// Creates a path from an absolute URL, or from a path that starts with `/`, `?` or `;`.
    ///
    /// # Errors
    ///
    /// This returns an error when `url` is neither: `example.com/a` could be a host or a folder.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::UrlPath;
    ///
    /// let path = UrlPath::new("https://example.com/caf%c3%a9?%7Ex#top")?;
    /// assert_eq!(path.raw(), b"/caf%c3%a9?%7Ex");
    /// assert_eq!(path.normal(), b"/caf%C3%A9?~x");
    ///
    /// assert_eq!(UrlPath::new("https://example.com")?.normal(), b"/");
    /// assert_eq!(
    ///     UrlPath::new("example.com/a").unwrap_err().to_string(),
    ///     "`example.com/a` is neither a URL nor a path: \
    ///      write `https://example.com/a` or `/example.com/a`",
    /// );
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    // Inlined, so that the borrowed path reaches the caller in registers: passing it through memory
    // takes as long as everything else.
    #[inline]
    pub fn new<U: AsRef<[u8]> + ?Sized>(url: &'u U) -> Result<UrlPath<'u>, InvalidUrl> {
        let url = url.as_ref();
        // Most URLs are in normal form and have no fragment, which one pass over the bytes shows.
        let (borrowed, made) = match path_with_slash(url) {
            Some(path) if percent::is_normal_without_fragment(path) => (path, None),
            path => {
                let UrlPath { borrowed, made } = UrlPath::of_other(url, path)?;
                (borrowed, made)
            }
        };
        Ok(UrlPath { borrowed, made })
    }

    /// Creates a path from a URL that is not in normal form, has a fragment, no slash or no path,
    /// or is invalid. `path` is its path, if that starts with a slash.
    #[inline(never)]
    fn of_other(url: &'u [u8], path: Option<&'u [u8]>) -> Result<UrlPath<'u>, InvalidUrl> {
        let path = match (path, url) {
            (Some(path), _) => path,
            (None, [b'?' | b';', ..]) => url,
            _ => after_authority(url).ok_or_else(|| InvalidUrl::new(url))?,
        };
        match &path[..memchr(b'#', path).unwrap_or(path.len())] {
            [] => Ok(UrlPath::plain(b"/")),
            path => Ok(UrlPath::of(path)),
        }
    }

    /// Creates a path that includes the fragment, which some parsers compare too.
    fn with_fragment(url: &'u [u8]) -> Result<UrlPath<'u>, InvalidUrl> {
        let path = match url {
            [b'/' | b'?' | b';' | b'#', ..] => url,
            _ => {
                let rest = after_scheme(url).ok_or_else(|| InvalidUrl::new(url))?;
                let is_start = |byte: &u8| matches!(byte, b'/' | b'?' | b';' | b'#');
                &rest[rest.iter().position(is_start).unwrap_or(rest.len())..]
            }
        };
        Ok(UrlPath::of(path))
    }

    /// Creates a path from any text, as Google's library does: the text before the first `/`, `?`
    /// or `;` is read as the host, and a text without any of these is the path `/`.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::UrlPath;
    ///
    /// assert_eq!(UrlPath::from_anything("example.com/a").raw(), b"/a");
    /// assert_eq!(UrlPath::from_anything("//a/b").raw(), b"/b");
    /// assert_eq!(UrlPath::from_anything("").raw(), b"/");
    /// ```
    #[must_use]
    pub fn from_anything<U: AsRef<[u8]> + ?Sized>(url: &'u U) -> UrlPath<'u> {
        let url = url.as_ref();
        let url = url.strip_prefix(b"//").unwrap_or(url);
        // A path, parameter or query in front of `://` means that it names no scheme.
        let scheme = memmem::find(url, b"://");
        let early = memchr3(b'/', b'?', b';', url);
        let host = match (scheme, early) {
            // The first slash of `://` itself is one byte past the colon.
            (Some(colon), Some(early)) if early > colon => colon + 3,
            _ => 0,
        };
        let fragment = memchr(b'#', url).unwrap_or(url.len());
        let path = memchr3(b'/', b'?', b';', &url[host..]).map(|at| at + host);
        match path {
            Some(path) if path < fragment => {
                // Its strings end at a NUL.
                let path = &url[path..fragment];
                UrlPath::of(&path[..memchr(0, path).unwrap_or(path.len())])
            }
            _ => UrlPath::plain(b"/"),
        }
    }

    /// Creates a path from bytes already in compared form, without normalisation.
    ///
    /// This is for statements about patterns rather than about URLs: a byte that no URL has, such
    /// as a line feed, can stand for any text.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{PathPattern, UrlPath};
    ///
    /// // Whatever the star of `/a*b` matches: `/a` matches all such paths, and `/aa` does not.
    /// let word = UrlPath::as_compared("/a\nb\n");
    /// assert!(PathPattern::new("/a*b").matches(&word));
    /// assert!(PathPattern::new("/a").matches(&word));
    /// assert!(!PathPattern::new("/aa").matches(&word));
    /// ```
    #[must_use]
    pub fn as_compared<O: AsRef<[u8]> + ?Sized>(bytes: &'u O) -> UrlPath<'u> {
        UrlPath { borrowed: bytes.as_ref(), made: Some(Box::new(Made::Compared)) }
    }

    /// Copies what the path borrows, so that it can be kept.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::UrlPath;
    ///
    /// fn path_of(line: String) -> Option<UrlPath<'static>> {
    ///     UrlPath::new(&line).ok().map(UrlPath::into_owned)
    /// }
    /// assert_eq!(path_of("/caf%c3%a9".to_owned()).unwrap().normal(), b"/caf%C3%A9");
    /// ```
    #[must_use]
    pub fn into_owned(self) -> UrlPath<'static> {
        let made = match self.made.map(|made| *made) {
            Some(forms @ Made::Forms { .. }) => forms,
            Some(Made::Compared) => Made::OwnCompared(self.borrowed.to_vec()),
            Some(compared @ Made::OwnCompared(_)) => compared,
            None => Made::Forms { raw: self.borrowed.to_vec(), normal: self.borrowed.to_vec() },
        };
        UrlPath { borrowed: &[], made: Some(Box::new(made)) }
    }

    /// Creates a path from bytes in normal form.
    fn plain(path: &'u [u8]) -> UrlPath<'u> {
        UrlPath { borrowed: path, made: None }
    }

    /// Creates a path from a path with its query, and puts a slash in front if it has none.
    fn of(path: &'u [u8]) -> UrlPath<'u> {
        let raw = match path {
            [b'/', ..] => Cow::Borrowed(path),
            _ => Cow::Owned([b"/", path].concat()),
        };
        let made = match (&raw, percent::normal_path(&raw)) {
            (Cow::Borrowed(_), Cow::Borrowed(_)) => None,
            (_, normal) => {
                Some(Box::new(Made::Forms { normal: normal.into_owned(), raw: raw.into_owned() }))
            }
        };
        UrlPath { borrowed: path, made }
    }

    /// Returns path and query as they were given.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::UrlPath;
    ///
    /// assert_eq!(UrlPath::new("https://example.com/%7ea?b")?.raw(), b"/%7ea?b");
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn raw(&self) -> &[u8] {
        match self.made.as_deref() {
            Some(Made::Forms { raw, .. } | Made::OwnCompared(raw)) => raw,
            _ => self.borrowed,
        }
    }

    /// Returns path and query in normal form.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::UrlPath;
    ///
    /// assert_eq!(UrlPath::new("https://example.com/%7ea?b")?.normal(), b"/~a?b");
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn normal(&self) -> &[u8] {
        match self.made.as_deref() {
            Some(Made::Forms { normal, .. } | Made::OwnCompared(normal)) => normal,
            _ => self.borrowed,
        }
    }

    /// Returns path and query in the form in which a dialect compares them with patterns.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, UrlPath};
    ///
    /// let path = UrlPath::new("/a%2fb%3Fc?")?;
    /// assert_eq!(&*path.compared_in(Dialect::RFC9309), b"/a%2Fb%3Fc?");
    /// assert_eq!(&*path.compared_in(Dialect::GOOGLE), b"/a%2fb%3Fc?");
    /// assert_eq!(&*path.compared_in(Dialect::DRAFT_1996), b"/a%2Fb?c?");
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn compared_in(&self, dialect: Dialect) -> Cow<'_, [u8]> {
        self.bytes(dialect.percent_encoding)
    }

    /// Returns the bytes that patterns of a dialect are compared with.
    pub(crate) fn bytes(&self, encoding: PercentEncoding) -> Cow<'_, [u8]> {
        match encoding {
            PercentEncoding::BothSides => Cow::Borrowed(self.normal()),
            PercentEncoding::PatternOnly => Cow::Borrowed(self.raw()),
            _ if self.is_as_compared() => Cow::Borrowed(self.raw()),
            _ => Cow::Owned(percent_variants::path(self.raw(), encoding)),
        }
    }

    /// Returns `true` if the path was made from bytes in compared form.
    pub(crate) fn is_as_compared(&self) -> bool {
        matches!(self.made.as_deref(), Some(Made::Compared | Made::OwnCompared(_)))
    }

    /// Returns `true` if the path is exactly `/robots.txt`.
    pub(crate) fn is_robots_txt(&self) -> bool {
        self.normal() == b"/robots.txt"
    }
}

/// Compares the bytes as they were given, and whether they are in compared form: all else follows.
impl PartialEq for UrlPath<'_> {
    fn eq(&self, other: &UrlPath<'_>) -> bool {
        self.raw() == other.raw() && self.is_as_compared() == other.is_as_compared()
    }
}

impl Eq for UrlPath<'_> {}

impl Hash for UrlPath<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw().hash(state);
    }
}

impl fmt::Debug for UrlPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UrlPath(\"{}\")", self.raw().escape_ascii())
    }
}

impl fmt::Display for UrlPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(self.normal()))
    }
}

impl Dialect {
    /// Creates a path from a URL in the way of this dialect.
    ///
    /// # Errors
    ///
    /// This returns an error when the dialect does not accept `url` as a URL.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    ///
    /// assert_eq!(Dialect::GOOGLE.url_path("example.com/a")?.raw(), b"/a");
    /// assert!(Dialect::RFC9309.url_path("example.com/a").is_err());
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    pub fn url_path<'u, U: AsRef<[u8]> + ?Sized>(
        &self,
        url: &'u U,
    ) -> Result<UrlPath<'u>, InvalidUrl> {
        match self.urls {
            Urls::AbsoluteOrPath => UrlPath::new(url),
            Urls::AbsoluteOrPathWithFragment => UrlPath::with_fragment(url.as_ref()),
            Urls::Anything => Ok(UrlPath::from_anything(url)),
        }
    }
}

/// Returns the URL of the robots.txt file that applies to a page.
///
/// Scheme, host and port stay. User name, password, path, query and fragment are dropped, and so is
/// the default port of the scheme.
///
/// # Errors
///
/// This returns an error when `page` is not an absolute URL with a host.
///
/// # Source
///
/// [RFC 9309, section 2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.3).
///
/// # Example
///
/// ```
/// use gatepost::robots_txt_url;
///
/// assert_eq!(
///     robots_txt_url("https://me:secret@shop.example:8443/cart?id=7#top")?,
///     "https://shop.example:8443/robots.txt",
/// );
/// # Ok::<(), gatepost::InvalidUrl>(())
/// ```
pub fn robots_txt_url(page: &str) -> Result<String, InvalidUrl> {
    let invalid = || InvalidUrl::new(page.as_bytes());
    let (scheme, rest) = page.split_once("://").ok_or_else(invalid)?;
    after_scheme(page.as_bytes()).ok_or_else(invalid)?;
    let authority = rest.split(['/', '?', ';', '#', '\\']).next().unwrap_or_default();
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let scheme = scheme.to_ascii_lowercase();
    let own_port = match scheme.as_str() {
        "http" => ":80",
        "https" => ":443",
        "ftp" => ":21",
        _ => ":",
    };
    let host = host.strip_suffix(own_port).or(host.strip_suffix(':')).unwrap_or(host);
    if host.is_empty() {
        return Err(invalid());
    }
    Ok(alloc::format!("{scheme}://{}/robots.txt", host.to_ascii_lowercase()))
}

/// Returns the path and everything after it, of a path or an absolute URL, if the path starts with
/// a slash.
#[inline]
fn path_with_slash(url: &[u8]) -> Option<&[u8]> {
    if url.first() == Some(&b'/') {
        return Some(url);
    }
    let path = after_authority(url)?;
    (path.first() == Some(&b'/')).then_some(path)
}

/// Returns everything after the authority of an absolute URL.
// Out of the way of those that are paths.
#[inline(never)]
fn after_authority(url: &[u8]) -> Option<&[u8]> {
    let rest = after_scheme(url)?;
    let mut near = 0;
    while let Some(word) = rest[near..].first_chunk() {
        // Eight bytes at once: there is `;` or `?`, or one of `#`, `'`, `+` and `/`.
        let word = u64::from_le_bytes(*word);
        let places = zeros((word | repeat(0x04)) ^ repeat(b'?'))
            | zeros((word | repeat(0x0C)) ^ repeat(b'/'));
        if places != 0 {
            near += places.trailing_zeros() as usize / 8;
            break;
        }
        near += 8;
    }
    let is_end = |byte: &u8| matches!(byte, b'/' | b'?' | b';' | b'#');
    let end = rest[near..].iter().position(is_end).map(|end| near + end);
    Some(&rest[end.unwrap_or(rest.len())..])
}

/// Returns everything after `scheme://`.
fn after_scheme(url: &[u8]) -> Option<&[u8]> {
    if let Some(rest) = url.strip_prefix(b"https://").or(url.strip_prefix(b"http://")) {
        return Some(rest);
    }
    let colon = memchr(b':', url)?;
    let in_scheme = |c: &u8| c.is_ascii_alphanumeric() || matches!(c, b'+' | b'-' | b'.');
    let is_scheme = url[0].is_ascii_alphabetic() && url[..colon].iter().all(in_scheme);
    url[colon + 1..].strip_prefix(b"//").filter(|_| is_scheme)
}

/// The error returned when a text is not a URL: by [`UrlPath::new`] and [`robots_txt_url`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InvalidUrl {
    url: String,
}

impl InvalidUrl {
    fn new(url: &[u8]) -> InvalidUrl {
        InvalidUrl { url: String::from_utf8_lossy(url).into_owned() }
    }
}

impl core::error::Error for InvalidUrl {}

impl fmt::Display for InvalidUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let url = &self.url;
        if url.is_empty() {
            return f.write_str("empty URL: write an absolute URL or a path that starts with `/`");
        }
        if url.starts_with('/') || url.contains("://") {
            return write!(f, "`{url}` is not an absolute URL: write `https://host/path`");
        }
        let address = url.split_once(':').filter(|(scheme, _)| matches!(*scheme, "mailto" | "tel"));
        match address {
            Some((scheme, _)) => {
                write!(f, "`{url}` cannot be fetched: `{scheme}:` URLs have no path")
            }
            None => {
                write!(f, "`{url}` is neither a URL nor a path: write `https://{url}` or `/{url}`")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(url: &str, expected: &str) {
        assert_eq!(UrlPath::new(url).unwrap().to_string(), expected);
        assert_eq!(UrlPath::from_anything(url).raw(), UrlPath::new(url).unwrap().raw());
    }

    #[test]
    fn scheme_authority_and_fragment_are_dropped() {
        check("https://example.com/a/b?c=d&e=f#frag", "/a/b?c=d&e=f");
        check("http://u:p@example.com:8080/a", "/a");
        check("https://example.com", "/");
        check("https://example.com#/admin", "/");
        check("https://example.com/a;b?", "/a;b?");
        check("https://example.com?a", "/?a");
    }

    #[test]
    fn url_inside_the_query_is_not_a_scheme() {
        check("https://example.com/r?u=http://o.example/z", "/r?u=http://o.example/z");
        check("/r?u=http://o.example/z", "/r?u=http://o.example/z");
    }

    #[test]
    fn double_slash_is_a_path() {
        assert_eq!(UrlPath::new("//a").unwrap().raw(), b"//a");
        assert_eq!(UrlPath::new("https://example.com//a").unwrap().raw(), b"//a");
    }

    #[test]
    fn fragment_is_compared_in_some_dialects() {
        let path = |url: &str| Dialect::PYTHON_3_11.url_path(url).unwrap().to_string();
        assert_eq!(path("https://example.com/a?b#c"), "/a?b#c");
        assert_eq!(path("https://example.com#c"), "/#c");
        assert_eq!(path("https://example.com"), "/");
        assert_eq!(path("/a#"), "/a#");
        assert!(Dialect::PYTHON_3_11.url_path("a").is_err());
        assert!(Dialect::PYTHON_3_11.url_path("").is_err());
    }

    #[test]
    fn compared_bytes_are_those_of_every_dialect() {
        let word = UrlPath::as_compared("/a\n*%41");
        for dialect in Dialect::ALL.iter().copied() {
            assert_eq!(&*word.bytes(dialect.percent_encoding), b"/a\n*%41");
        }
    }

    #[test]
    fn neither_url_nor_path() {
        for url in ["", "a/b", "example.com", "mailto:a@b.example", "1http://a/", "://a"] {
            assert!(UrlPath::new(url).is_err(), "{url}");
        }
    }

    #[test]
    fn exempt_is_the_exact_path() {
        assert!(UrlPath::new("https://example.com/robots.txt#x").unwrap().is_robots_txt());
        assert!(UrlPath::new("/robots%2Etxt").unwrap().is_robots_txt());
        assert!(!UrlPath::new("/robots.txt.bak").unwrap().is_robots_txt());
        assert!(!UrlPath::new("/robots.txt?x").unwrap().is_robots_txt());
    }

    #[test]
    fn robots_txt_of_a_page() {
        let robots = |page| robots_txt_url(page).unwrap();
        assert_eq!(robots("http://u:p@h.example:80/p;x?q#f"), "http://h.example/robots.txt");
        assert_eq!(robots("https://H.example:8443"), "https://h.example:8443/robots.txt");
        assert_eq!(robots("https://[::1]:443/x"), "https://[::1]/robots.txt");
        assert!(robots_txt_url("/a").is_err() && robots_txt_url("https:///a").is_err());
    }
}
