//! Whom a robots.txt file speaks for: RFC 9309 section 2.3.
//!
//! One scheme, host and port. `https://example.com` and `https://example.com:443` are the same, and
//! `http://example.com` and `https://www.example.com` are others. Hosts are read as browsers read
//! them (the WHATWG URL standard): `exämple.com` is `xn--exmple-cua.com`, and `2130706433` and
//! `0x7f.1` are the address 127.0.0.1. User name and password go, and are never sent anywhere.
//!
//! Nearly all URLs that a crawler asks about are written that way already. For those the key is a
//! piece of the URL, which is found without parsing the rest or allocating; the tests compare this
//! with the whole way.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::hash::{Hash, Hasher};

use gatepost::UrlPath;
use serde::{Deserialize, Serialize};
use url::{Position, Url};

/// Scheme, host and port: what one robots.txt file speaks for, and what its copy is filed under.
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

/// Nearly all are short, and lie in the cache's table itself: one place less to look at.
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

    /// Takes the key from the URL of a page.
    ///
    /// # Errors
    ///
    /// This returns an error when `page` is not an absolute `http` or `https` URL.
    pub fn of(page: &str) -> Result<CacheKey, InvalidPage> {
        match quick(page) {
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

    /// The key as text: the URL of the host without a path.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Text::Short(bytes, length) => {
                std::str::from_utf8(&bytes[..usize::from(*length)]).expect("made from text")
            }
            Text::Long(text) => text,
        }
    }

    /// Where the file is.
    pub fn robots_txt_url(&self) -> Url {
        let url = format!("{self}/robots.txt");
        Url::parse(&url).expect("a key is the beginning of a URL that was parsed")
    }
}

/// As its text, by which it can be looked up.
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

/// A page: whose robots.txt speaks for it, and the URL whose path the rules there are compared with.
#[cfg_attr(not(feature = "client"), allow(dead_code))]
pub(crate) struct Page<'u> {
    pub(crate) key: Cow<'u, str>,
    url: Cow<'u, str>,
}

#[cfg_attr(not(feature = "client"), allow(dead_code))]
impl<'u> Page<'u> {
    pub(crate) fn new(page: &'u str) -> Result<Page<'u>, InvalidPage> {
        if let Some(key) = quick(page) {
            return Ok(Page { key: key.into(), url: page.into() });
        }
        let url = parse(page)?;
        let key = String::from(CacheKey::of_url(&url)?).into();
        // What a parser repairs is not what is sent: then the repaired URL counts.
        if page.contains(|c: char| c == '\\' || c.is_ascii_control()) || page.trim() != page {
            return Ok(Page { key, url: url[..Position::AfterQuery].to_owned().into() });
        }
        Ok(Page { key, url: page.into() })
    }

    /// What rules are compared with.
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

/// The beginning of a URL that is a key as it stands: a scheme in lower case and a host of lower-case
/// letters, digits, `-` and `.` that is no address, has no port and needs no decoding.
fn quick(page: &str) -> Option<&str> {
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
            // `xn--` has to be decoded, to see whether it is valid; and so has an empty label.
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
    // A last label that begins with a digit may make the whole an address.
    page.as_bytes().get(last_label).filter(|first| first.is_ascii_lowercase())?;
    Some(&page[..end])
}

/// The error returned where a text is no URL of a page that could be fetched.
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
            Kind::NoUrl => write!(f, "`{page}` is no absolute URL: write `https://host/path`"),
            Kind::Scheme(scheme) => {
                write!(f, "`{page}` is not fetched: `{scheme}` is neither http nor https")
            }
            Kind::Parse(error) => write!(f, "`{page}` is no URL: {error}"),
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
    fn what_is_no_page() {
        for (page, message) in [
            ("example.com/a", "`example.com/a` is no absolute URL: write `https://host/path`"),
            ("/a", "`/a` is no absolute URL: write `https://host/path`"),
            ("", "`` is no absolute URL: write `https://host/path`"),
            ("ftp://a/", "`ftp://a/` is not fetched: `ftp` is neither http nor https"),
            ("https://", "`https://` is no URL: empty host"),
            ("http://a b/", "`http://a b/` is no URL: invalid international domain name"),
        ] {
            assert_eq!(CacheKey::of(page).unwrap_err().to_string(), message);
            assert!(Page::new(page).is_err());
        }
    }

    // All short hosts over the bytes that could make a difference.
    #[test]
    fn quick_way_is_the_whole_way() {
        let alphabet = b"a1.-x/?#@:%A\\";
        let mut quick_ones = 0;
        for length in 0..=5_u32 {
            for number in 0..alphabet.len().pow(length) {
                let mut rest = number;
                let mut page = String::from("http://");
                for _ in 0..length {
                    page.push(alphabet[rest % alphabet.len()] as char);
                    rest /= alphabet.len();
                }
                if let Some(key) = quick(&page) {
                    quick_ones += 1;
                    let whole = CacheKey::of_url(&Url::parse(&page).unwrap()).unwrap();
                    assert_eq!(key, whole.as_str(), "{page}");
                }
            }
        }
        assert!(quick_ones > 1000, "{quick_ones}");
    }
}
