//! The pages that a robots.txt file applies to: RFC 9309 section 2.3.
//!
//! A file applies to one scheme, host and port. `https://example.com` and `https://example.com:443`
//! are the same; `http://example.com` and `https://www.example.com` are different. Hosts are parsed
//! as browsers parse them (the WHATWG URL standard): `exämple.com` becomes `xn--exmple-cua.com`,
//! and `2130706433` and `0x7f.1` are the address 127.0.0.1. User name and password are dropped and
//! never sent anywhere.
//!
//! Nearly all URLs that a crawler asks about are already written in that form. Their key is a slice
//! of the URL, found without parsing the rest and without allocating; the tests compare this fast
//! path with the full parser.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::hash::{Hash, Hasher};

use gatepost::UrlPath;
use serde::{Deserialize, Serialize};
use url::{Position, Url};

/// Identifies the scheme, host and port that one robots.txt file applies to.
///
/// A cache stores its copy of the file under this key. It compares, hashes and displays as its
/// text.
///
/// # Source
///
/// [RFC 9309, section 2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.3), and
/// [Google's examples](https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec).
///
/// # Example
///
/// ```
/// use gatepost_fetch::CacheKey;
///
/// let key = CacheKey::of("https://me:secret@Shop.Exämple.com:443/cart?id=7#top")?;
/// assert_eq!(key.as_str(), "https://shop.xn--exmple-cua.com");
/// assert_eq!(key.robots_txt_url().as_str(), "https://shop.xn--exmple-cua.com/robots.txt");
/// # Ok::<(), gatepost_fetch::InvalidPage>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CacheKey(Text);

/// Holds short keys, which are nearly all, inside the cache's table: one memory access less.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Text {
    Short([u8; 46], u8),
    Long(Box<str>),
}

impl CacheKey {
    fn new(text: &str) -> CacheKey {
        let mut bytes = [0; 46];
        CacheKey(match bytes.get_mut(..text.len()) {
            Some(place) => {
                place.copy_from_slice(text.as_bytes());
                Text::Short(bytes, text.len() as u8)
            }
            None => Text::Long(text.into()),
        })
    }

    /// Derives the key from the URL of a page.
    ///
    /// # Errors
    ///
    /// This returns an error when `page` is not an absolute `http` or `https` URL.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::CacheKey;
    ///
    /// assert_eq!(CacheKey::of("http://example.com:8080/a")?.as_str(), "http://example.com:8080");
    /// assert!(CacheKey::of("ftp://example.com/").is_err());
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    pub fn of(page: &str) -> Result<CacheKey, InvalidPage> {
        match fast_path(page) {
            Some(key) => Ok(CacheKey::new(key)),
            None => CacheKey::of_url(&parse(page)?),
        }
    }

    pub(crate) fn of_url(url: &Url) -> Result<CacheKey, InvalidPage> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(InvalidPage::new(url.as_str(), Kind::Scheme(url.scheme().to_owned())));
        }
        // A special scheme has a host, or the URL would not have been parsed.
        Ok(CacheKey::new(&url.origin().ascii_serialization()))
    }

    /// Returns the key as text: the URL of the host, without a path.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::CacheKey;
    ///
    /// assert_eq!(CacheKey::of("https://example.com/a")?.as_str(), "https://example.com");
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "a key is made from text")]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Text::Short(bytes, length) => {
                std::str::from_utf8(&bytes[..usize::from(*length)]).expect("made from text")
            }
            Text::Long(text) => text,
        }
    }

    /// Returns the URL of the robots.txt file itself.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::CacheKey;
    ///
    /// let url = CacheKey::of("https://example.com/a")?.robots_txt_url();
    /// assert_eq!(url.as_str(), "https://example.com/robots.txt");
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "a key is the beginning of a URL")]
    pub fn robots_txt_url(&self) -> Url {
        let url = format!("{self}/robots.txt");
        Url::parse(&url).expect("a key is the beginning of a URL that was parsed")
    }
}

/// Hashes as its text, so that a table can be searched with a `&str`.
impl Hash for CacheKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl Borrow<str> for CacheKey {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for CacheKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for CacheKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CacheKey({self})")
    }
}

impl TryFrom<String> for CacheKey {
    type Error = InvalidPage;

    fn try_from(text: String) -> Result<CacheKey, InvalidPage> {
        CacheKey::of(&text)
    }
}

impl From<CacheKey> for String {
    fn from(key: CacheKey) -> String {
        key.as_str().to_owned()
    }
}

/// Holds a page: the key of its robots.txt file, and the URL whose path the rules are compared
/// with.
#[cfg_attr(not(feature = "client"), allow(dead_code))]
pub(crate) struct Page<'u> {
    pub(crate) key: Cow<'u, str>,
    url: Cow<'u, str>,
}

#[cfg_attr(not(feature = "client"), allow(dead_code))]
impl<'u> Page<'u> {
    pub(crate) fn new(page: &'u str) -> Result<Page<'u>, InvalidPage> {
        if let Some(key) = fast_path(page) {
            return Ok(Page { key: key.into(), url: page.into() });
        }
        let url = parse(page)?;
        let key = String::from(CacheKey::of_url(&url)?).into();
        // The parser repaired the URL, and the repaired one is sent, so the rules judge that one.
        if page.contains(|c: char| c == '\\' || c.is_ascii_control()) || page.trim() != page {
            return Ok(Page { key, url: url[..Position::AfterQuery].to_owned().into() });
        }
        Ok(Page { key, url: page.into() })
    }

    /// Returns the path that rules are compared with.
    pub(crate) fn path(&self) -> UrlPath<'_> {
        UrlPath::new(&*self.url).expect("an absolute URL")
    }
}

fn parse(page: &str) -> Result<Url, InvalidPage> {
    if !page.contains("://") {
        return Err(InvalidPage::new(page, Kind::NoUrl));
    }
    Url::parse(page).map_err(|error| InvalidPage::new(page, Kind::Parse(error)))
}

/// Returns the start of a URL that is already a key: a scheme in lower case, and a host of
/// lower-case letters, digits, `-` and `.` that is not an address, has no port and needs no
/// decoding.
fn fast_path(page: &str) -> Option<&str> {
    let start = if page.starts_with("https://") {
        8
    } else if page.starts_with("http://") {
        7
    } else {
        return None;
    };
    let mut last_label = start;
    let mut end = page.len();
    for (at, byte) in page.bytes().enumerate().skip(start) {
        match byte {
            b'a'..=b'z' | b'0'..=b'9' => {}
            // `xn--` has to be decoded to see whether it is valid. So does an empty label.
            b'-' if page.as_bytes()[at - 1] == b'-' => return None,
            b'-' => {}
            b'.' if last_label == at => return None,
            b'.' => last_label = at + 1,
            b'/' | b'?' | b'#' => {
                end = at;
                break;
            }
            _ => return None,
        }
    }
    // If the last label starts with a digit, the host may be an address.
    page.as_bytes().get(last_label).filter(|first| first.is_ascii_lowercase())?;
    Some(&page[..end])
}

/// The error returned when a text is not the URL of a page that can be fetched.
///
/// The kind of error is private, so that new kinds are not a breaking change; its message is for
/// people and is not stable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidPage {
    page: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    NoUrl,
    Scheme(String),
    Parse(url::ParseError),
}

impl InvalidPage {
    fn new(page: &str, kind: Kind) -> InvalidPage {
        InvalidPage { page: page.to_owned(), kind }
    }
}

impl std::error::Error for InvalidPage {}

impl fmt::Display for InvalidPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let page = &self.page;
        match &self.kind {
            Kind::NoUrl => write!(f, "`{page}` is not an absolute URL: write `https://host/path`"),
            Kind::Scheme(scheme) => {
                write!(f, "cannot fetch `{page}`: `{scheme}` is neither http nor https")
            }
            Kind::Parse(error) => write!(f, "`{page}` is not a URL: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(page: &str, key: &str) {
        assert_eq!(CacheKey::of(page).unwrap().as_str(), key, "{page}");
        assert_eq!(Page::new(page).unwrap().key, key, "{page}");
    }

    #[test]
    fn port_of_the_scheme_goes_and_others_stay() {
        check("https://h.example:443/a", "https://h.example");
        check("http://h.example:80", "http://h.example");
        check("https://h.example:80/a", "https://h.example:80");
        check("https://h.example:8443/x", "https://h.example:8443");
        check("https://h.example:/x", "https://h.example");
        let long = format!("https://{}.example", "a".repeat(63));
        check(&format!("{long}/x"), &long);
    }

    #[test]
    fn user_query_and_fragment_go() {
        check("http://u:p@h.example:80/p;x?q#f", "http://h.example");
        check("https://h.example?a@b", "https://h.example");
        check("https://h.example#@b", "https://h.example");
    }

    #[test]
    fn hosts_as_browsers_read_them() {
        check("https://www.exämple.com/", "https://www.xn--exmple-cua.com");
        check("https://xn--exmple-cua.com/", "https://xn--exmple-cua.com");
        check("HTTPS://EXAMPLE.com/A", "https://example.com");
        check("http://2130706433/", "http://127.0.0.1");
        check("http://0x7f.1/", "http://127.0.0.1");
        check("http://[::FFFF:7f00:1]:80/", "http://[::ffff:7f00:1]");
        check("https://example%2ecom/a", "https://example.com");
        check("https://evil.example\\@good.example/", "https://evil.example");
    }

    #[test]
    fn what_is_sent_is_what_is_matched() {
        let path = |page| Page::new(page).unwrap().path().to_string();
        assert_eq!(path("https://h.example/a/../b?x#y"), "/a/../b?x");
        assert_eq!(path("https://H.example/a/../b?x#y"), "/a/../b?x");
        assert_eq!(path("https://evil.example\\@good.example/"), "/@good.example/");
        assert_eq!(path(" https://h.example/a\tb "), "/ab");
    }

    #[test]
    fn texts_that_are_not_pages() {
        for (page, message) in [
            ("example.com/a", "`example.com/a` is not an absolute URL: write `https://host/path`"),
            ("/a", "`/a` is not an absolute URL: write `https://host/path`"),
            ("", "`` is not an absolute URL: write `https://host/path`"),
            ("ftp://a/", "cannot fetch `ftp://a/`: `ftp` is neither http nor https"),
            ("https://", "`https://` is not a URL: empty host"),
            ("http://a b/", "`http://a b/` is not a URL: invalid international domain name"),
        ] {
            assert_eq!(CacheKey::of(page).unwrap_err().to_string(), message);
            assert!(Page::new(page).is_err());
        }
    }

    // All short hosts over the bytes that could make a difference.
    #[test]
    fn fast_path_agrees_with_the_parser() {
        let alphabet = b"a1.-x/?#@:%A\\";
        let mut fast_ones = 0;
        for length in 0..=5_u32 {
            for number in 0..alphabet.len().pow(length) {
                let mut rest = number;
                let mut page = String::from("http://");
                for _ in 0..length {
                    page.push(alphabet[rest % alphabet.len()] as char);
                    rest /= alphabet.len();
                }
                if let Some(key) = fast_path(&page) {
                    fast_ones += 1;
                    let whole = CacheKey::of_url(&Url::parse(&page).unwrap()).unwrap();
                    assert_eq!(key, whole.as_str(), "{page}");
                }
            }
        }
        assert!(fast_ones > 1000, "{fast_ones}");
    }
}
