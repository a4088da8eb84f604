//! The URLs that people ask about: which texts are URLs, and which URLs a site's file covers.
//!
//! `gatepost::UrlPath` accepts any text that a crawler might send. People write URLs by hand, and
//! scripts have variables that can be empty, so this module is stricter. It refuses every text that
//! is not clearly a URL before any rule is asked, and says why and what to write instead.
//! `https://`, for example, is an error and not the path `/`.
//!
//! A URL is a path that starts with `/`, or an absolute `http` or `https` URL with a host. Hosts
//! are compared in lower case and, where they are not ASCII, in their `xn--` form (`punycode.rs`).
//! Other spellings that browsers know, such as `0x7f.1` for 127.0.0.1, are compared as they are
//! written.
//!
//! RFC 9309 section 2.3: a file applies to the scheme, host and port that it was fetched from.

use core::net::Ipv6Addr;
use std::borrow::Cow;
use std::fmt::{self, Write};

use gatepost::{Dialect, UrlPath};

use crate::punycode;

/// Holds a URL that somebody asks about: a path that starts with `/`, or an absolute URL.
///
/// # Example
///
/// ```
/// use gatepost_report::AskedUrl;
///
/// assert!(AskedUrl::new(b"/cart?id=7").is_ok());
/// assert!(AskedUrl::new(b"https://example.com/cart").is_ok());
/// assert_eq!(
///     AskedUrl::new(b"https://").unwrap_err().to_string(),
///     "`https://` has no host: write `https://HOST/PATH`, and check that no variable is empty",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedUrl<'u> {
    url: &'u [u8],
    site: Option<Authority<'u>>,
}

/// The scheme, host and port of a URL as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Authority<'u> {
    is_https: bool,
    host: &'u [u8],
    port: u16,
}

impl<'u> AskedUrl<'u> {
    /// Checks that a text is a URL, or a path that starts with `/`.
    ///
    /// # Errors
    ///
    /// This returns an error when it is neither, when a URL has no host, or when white space stands
    /// at an end or in the host.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_report::AskedUrl;
    ///
    /// let url = AskedUrl::new("https://exämple.com/".as_bytes())?;
    /// assert_eq!(url.site().unwrap().to_string(), "https://xn--exmple-cua.com");
    /// assert!(AskedUrl::new(b"ftp://example.com/").is_err());
    /// assert!(AskedUrl::new(b"/a ").is_err());
    /// # Ok::<(), gatepost_report::NotAUrl>(())
    /// ```
    pub fn new(url: &'u [u8]) -> Result<AskedUrl<'u>, NotAUrl> {
        check_ends(url)?;
        if url.first() == Some(&b'/') {
            return Ok(AskedUrl { url, site: None });
        }
        let (scheme, rest) = split_scheme(url).ok_or_else(|| no_url(url))?;
        let own_port = match () {
            () if scheme.eq_ignore_ascii_case(b"https") => 443,
            () if scheme.eq_ignore_ascii_case(b"http") => 80,
            () => return Err(other_scheme(url, scheme)),
        };
        let end = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#'));
        let authority = &rest[..end.unwrap_or(rest.len())];
        // A user name may contain an `@` that is not encoded; the last one ends it.
        let user = authority.iter().rposition(|byte| *byte == b'@').map_or(0, |at| at + 1);
        let (host, port) = split_port(url, &authority[user..])?;
        check_host(url, host, port.is_some())?;
        let port = match port {
            None | Some(b"") => own_port,
            Some(port) => parse_port(port).ok_or_else(|| wrong_port(url, port))?,
        };
        let site = Authority { is_https: own_port == 443, host, port };
        Ok(AskedUrl { url, site: Some(site) })
    }

    /// Returns the URL as it was given.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_report::AskedUrl;
    ///
    /// assert_eq!(AskedUrl::new(b"/a#b")?.as_bytes(), b"/a#b");
    /// # Ok::<(), gatepost_report::NotAUrl>(())
    /// ```
    #[must_use]
    pub fn as_bytes(&self) -> &'u [u8] {
        self.url
    }

    /// Returns the site of an absolute URL, or `None` for a path.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_report::AskedUrl;
    ///
    /// let url = AskedUrl::new(b"HTTPS://Example.com:443/a")?;
    /// assert_eq!(url.site().unwrap().to_string(), "https://example.com");
    /// assert_eq!(AskedUrl::new(b"/a")?.site(), None);
    /// # Ok::<(), gatepost_report::NotAUrl>(())
    /// ```
    #[must_use]
    pub fn site(&self) -> Option<UrlSite> {
        let Authority { is_https, host, port } = self.site?;
        Some(UrlSite { is_https, host: normal_host(host), port })
    }
}

/// Identifies the scheme, host and port that one robots.txt file applies to.
///
/// # Source
///
/// [RFC 9309, section 2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.3).
///
/// # Example
///
/// ```
/// use gatepost_report::{AskedUrl, UrlSite};
///
/// let site = UrlSite::of("https://example.com/any/page")?;
/// assert!(site.covers(&AskedUrl::new(b"https://EXAMPLE.com/cart")?));
/// assert!(site.covers(&AskedUrl::new(b"/cart")?));
/// assert!(!site.covers(&AskedUrl::new(b"http://example.com/cart")?));
/// # Ok::<(), gatepost_report::NotAUrl>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UrlSite {
    is_https: bool,
    host: String,
    port: u16,
}

impl UrlSite {
    /// Returns the site of a page.
    ///
    /// # Errors
    ///
    /// This returns an error when `page` is not an absolute URL.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_report::UrlSite;
    ///
    /// assert_eq!(UrlSite::of("http://[::1]:8080/a")?.to_string(), "http://[::1]:8080");
    /// assert!(UrlSite::of("/a").is_err());
    /// # Ok::<(), gatepost_report::NotAUrl>(())
    /// ```
    pub fn of(page: &str) -> Result<UrlSite, NotAUrl> {
        AskedUrl::new(page.as_bytes())?.site().ok_or_else(|| no_url(page.as_bytes()))
    }

    /// Returns whether the robots.txt of this site applies to a URL: to a path always.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_report::{AskedUrl, UrlSite};
    ///
    /// let site = UrlSite::of("https://example.com")?;
    /// assert!(!site.covers(&AskedUrl::new(b"https://shop.example.com/")?));
    /// # Ok::<(), gatepost_report::NotAUrl>(())
    /// ```
    #[must_use]
    pub fn covers(&self, url: &AskedUrl<'_>) -> bool {
        let Some(Authority { is_https, host, port }) = url.site else { return true };
        is_https == self.is_https && port == self.port && self.is_host(host)
    }

    /// Says which part of a URL is not that of this site, or returns `None` where all are.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_report::{AskedUrl, UrlSite};
    ///
    /// let site = UrlSite::of("https://example.com")?;
    /// let why = |url: &str| AskedUrl::new(url.as_bytes()).map(|url| site.why_not_covered(&url));
    /// assert_eq!(why("http://example.com/")?, Some("another scheme"));
    /// assert_eq!(why("https://www.example.com/")?, Some("another host"));
    /// assert_eq!(why("/")?, None);
    /// # Ok::<(), gatepost_report::NotAUrl>(())
    /// ```
    #[must_use]
    pub fn why_not_covered(&self, url: &AskedUrl<'_>) -> Option<&'static str> {
        let authority = url.site?;
        match () {
            () if self.covers(url) => None,
            () if !self.is_host(authority.host) => Some("another host"),
            () if authority.is_https != self.is_https => Some("another scheme"),
            () => Some("another port"),
        }
    }

    fn is_host(&self, host: &[u8]) -> bool {
        host.eq_ignore_ascii_case(self.host.as_bytes())
            || (!is_plain(host) && normal_host(host) == self.host)
    }
}

/// The URL of the site, without the port that its scheme has anyway.
impl fmt::Display for UrlSite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UrlSite { is_https, host, port } = self;
        let (scheme, own_port) = if *is_https { ("https", 443) } else { ("http", 80) };
        write!(f, "{scheme}://{host}")?;
        if *port == own_port { Ok(()) } else { write!(f, ":{port}") }
    }
}

/// Decodes a URL, percent-encoding each byte that is not UTF-8.
///
/// Such a byte and its percent-encoding are the same in every rule, so the text asks the same.
///
/// # Example
///
/// ```
/// use gatepost_report::url_text;
///
/// assert_eq!(url_text("/café".as_bytes()), "/café");
/// assert_eq!(url_text(b"/caf\xE9"), "/caf%E9");
/// ```
#[must_use]
pub fn url_text(url: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(url) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(url.len() + 8);
    for chunk in url.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            write!(text, "%{byte:02X}").expect("a String takes all that is written");
        }
    }
    Cow::Owned(text)
}

/// Returns the path of a URL that a person asks about, as the dialect parses it.
pub(crate) fn path(url: &[u8], dialect: Dialect) -> Result<UrlPath<'_>, NotAUrl> {
    path_of(AskedUrl::new(url)?, dialect)
}

/// Returns the path of a URL that was checked.
pub(crate) fn path_of(url: AskedUrl<'_>, dialect: Dialect) -> Result<UrlPath<'_>, NotAUrl> {
    // Every dialect accepts these URLs; some accept more.
    dialect.url_path(url.as_bytes()).map_err(|_| no_url(url.as_bytes()))
}

/// The error returned by [`AskedUrl::new`]: why a text is not a URL, and what to write.
///
/// Its message is for people and is not stable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NotAUrl {
    what: String,
    help: String,
}

impl NotAUrl {
    pub(crate) fn new(what: impl fmt::Display, help: impl fmt::Display) -> NotAUrl {
        NotAUrl { what: what.to_string(), help: help.to_string() }
    }

    /// Returns what is wrong, in words without advice.
    ///
    /// # Example
    ///
    /// ```
    /// let error = gatepost_report::AskedUrl::new(b"?x=1").unwrap_err();
    /// assert_eq!(error.what(), "`?x=1` has no path");
    /// ```
    #[must_use]
    pub fn what(&self) -> &str {
        &self.what
    }

    /// Returns advice on what to write instead.
    ///
    /// # Example
    ///
    /// ```
    /// let error = gatepost_report::AskedUrl::new(b"?x=1").unwrap_err();
    /// assert_eq!(error.help(), "write `/?x=1`");
    /// ```
    #[must_use]
    pub fn help(&self) -> &str {
        &self.help
    }
}

impl std::error::Error for NotAUrl {}

impl fmt::Display for NotAUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.help)
    }
}

const WRITE_A_URL: &str = "write an absolute URL, or a path that starts with `/`";

/// Refuses white space at the ends, and line breaks and tabs anywhere.
fn check_ends(url: &[u8]) -> Result<(), NotAUrl> {
    let (Some(first), Some(last)) = (url.first(), url.last()) else {
        let help = format!("{WRITE_A_URL}, and check that no variable is empty");
        return Err(NotAUrl::new("the URL is empty", help));
    };
    let shown = shown(url);
    let is_space = |byte: &u8| *byte == b' ' || matches!(byte, b'\t'..=b'\r');
    // A no-break space, which tables of spreadsheets have.
    let nbsp = "\u{A0}".as_bytes();
    if is_space(first) || is_space(last) || url.starts_with(nbsp) || url.ends_with(nbsp) {
        let place = if is_space(first) || url.starts_with(nbsp) { "begins" } else { "ends" };
        let help = "take it out, or write `%20` if it belongs to the URL";
        return Err(NotAUrl::new(format_args!("`{shown}` {place} with white space"), help));
    }
    if let Some(control) = url.iter().find(|byte| matches!(byte, 0 | b'\t'..=b'\r')) {
        let name = match control {
            b'\t' => "a tab".to_owned(),
            b'\n' | b'\r' => "a line break".to_owned(),
            0 => "a NUL character".to_owned(),
            control => format!("the control character 0x{control:02X}"),
        };
        let help = format!("take it out, or write `%{control:02X}` if it belongs to the URL");
        return Err(NotAUrl::new(format_args!("`{shown}` contains {name}"), help));
    }
    Ok(())
}

/// Splits at `://`, if what stands before it is a scheme.
fn split_scheme(url: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = url.iter().position(|byte| *byte == b':')?;
    let rest = url[colon + 1..].strip_prefix(b"//")?;
    is_scheme(&url[..colon]).then_some((&url[..colon], rest))
}

fn is_scheme(text: &[u8]) -> bool {
    let in_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    text.first().is_some_and(u8::is_ascii_alphabetic) && text.iter().all(in_scheme)
}

fn split_port<'u>(
    url: &[u8],
    authority: &'u [u8],
) -> Result<(&'u [u8], Option<&'u [u8]>), NotAUrl> {
    if authority.first() == Some(&b'[') {
        let Some(end) = authority.iter().position(|byte| *byte == b']') else {
            let what = format!("the host of `{}` has `[` without `]`", shown(url));
            return Err(NotAUrl::new(what, "write an IPv6 address as in `http://[::1]/`"));
        };
        let (host, rest) = authority.split_at(end + 1);
        return match rest {
            [] => Ok((host, None)),
            [b':', port @ ..] => Ok((host, Some(port))),
            rest => Err(NotAUrl::new(
                format_args!("`{}` has `{}` behind its host", shown(url), shown(rest)),
                "write a port as in `http://[::1]:8080/`",
            )),
        };
    }
    Ok(match authority.iter().position(|byte| *byte == b':') {
        None => (authority, None),
        Some(colon) => (&authority[..colon], Some(&authority[colon + 1..])),
    })
}

fn check_host(url: &[u8], host: &[u8], has_port: bool) -> Result<(), NotAUrl> {
    let shown_url = shown(url);
    if host.is_empty() {
        let what = if has_port { "has a port and no host" } else { "has no host" };
        let scheme = if url[..5].eq_ignore_ascii_case(b"https") { "https" } else { "http" };
        let help = format!("write `{scheme}://HOST/PATH`, and check that no variable is empty");
        return Err(NotAUrl::new(format_args!("`{shown_url}` {what}"), help));
    }
    if let Some(address) = host.strip_prefix(b"[") {
        let address = &address[..address.len() - 1];
        let is_address = |text: &str| text.parse::<Ipv6Addr>().is_ok();
        return match std::str::from_utf8(address).is_ok_and(is_address) {
            true => Ok(()),
            false => Err(NotAUrl::new(
                format_args!("the host of `{shown_url}` is not an IPv6 address"),
                "write one as in `http://[::1]/`",
            )),
        };
    }
    let in_host = |byte: &u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'-' | b'.' | b'_' | b'%')
            || !byte.is_ascii()
    };
    if let Some(byte) = host.iter().find(|byte| !in_host(byte)) {
        let name = match byte {
            b' ' => "a space".to_owned(),
            b'`' => "a backtick".to_owned(),
            byte => format!("`{}`", char::from(*byte)),
        };
        let help = match byte {
            b'$' | b'{' | b'}' | b'<' | b'>' => "write the host where a variable stands",
            b'*' => "ask about each host by its own name",
            _ => "a host has letters, digits, `-`, `.` and `_`",
        };
        return Err(NotAUrl::new(format_args!("the host of `{shown_url}` contains {name}"), help));
    }
    let is_encoded = |at: usize| {
        host.get(at + 1..at + 3).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit))
    };
    if host.iter().enumerate().any(|(at, byte)| *byte == b'%' && !is_encoded(at)) {
        return Err(NotAUrl::new(
            format_args!("the host of `{shown_url}` contains `%`"),
            "a host has letters, digits, `-`, `.` and `_`",
        ));
    }
    let name = host.strip_suffix(b".").unwrap_or(host);
    if name.split(|byte| *byte == b'.').any(<[u8]>::is_empty) {
        return Err(NotAUrl::new(
            format_args!("the host of `{shown_url}` has an empty part"),
            "write names with one dot between them, and check that no variable is empty",
        ));
    }
    Ok(())
}

fn parse_port(port: &[u8]) -> Option<u16> {
    // `parse` would accept `+80`.
    port.iter().all(u8::is_ascii_digit).then(|| std::str::from_utf8(port).ok()?.parse().ok())?
}

fn wrong_port(url: &[u8], port: &[u8]) -> NotAUrl {
    let what = format!("the port of `{}` is `{}`", shown(url), shown(port));
    NotAUrl::new(what, "a port is a number up to 65535")
}

fn other_scheme(url: &[u8], scheme: &[u8]) -> NotAUrl {
    let what = format!("`{}` is not an `http` or `https` URL", shown(url));
    let scheme = String::from_utf8_lossy(scheme).to_ascii_lowercase();
    match scheme.as_str() {
        "htp" | "htpp" | "htttp" | "ttp" | "hhttp" => NotAUrl::new(what, "is `http` meant?"),
        "htps" | "htpps" | "htttps" | "ttps" | "hhttps" | "httpss" => {
            NotAUrl::new(what, "is `https` meant?")
        }
        scheme => {
            NotAUrl::new(what, format_args!("crawlers do not ask robots.txt about `{scheme}`"))
        }
    }
}

/// Returns why a text is neither a URL nor a path, with advice on what to write if that can be
/// guessed.
fn no_url(url: &[u8]) -> NotAUrl {
    let text = shown(url);
    if let [b'?' | b';', ..] = url {
        return NotAUrl::new(format_args!("`{text}` has no path"), format_args!("write `/{text}`"));
    }
    let neither = format!("`{text}` is neither a URL nor a path");
    let scheme = url.iter().position(|byte| *byte == b':').map(|colon| url.split_at(colon));
    if let Some((scheme, [_, rest @ ..])) = scheme.filter(|(scheme, _)| is_scheme(scheme)) {
        let lower = scheme.to_ascii_lowercase();
        let is_port = rest.first().is_some_and(u8::is_ascii_digit);
        match &lower[..] {
            b"http" | b"https" => {
                let scheme = shown(&lower);
                let rest = rest.strip_prefix(b"/").unwrap_or(rest);
                let whole = format!("{scheme}://{}", shown(rest));
                let help = match AskedUrl::new(whole.as_bytes()) {
                    Ok(_) => format!("write `{whole}`"),
                    Err(_) => format!("write `{scheme}://HOST/PATH`"),
                };
                let what = format!("`{text}` has no `//` behind `{scheme}:`");
                return NotAUrl::new(what, help);
            }
            b"mailto" | b"tel" | b"javascript" | b"data" | b"about" | b"blob" | b"sms" => {
                let scheme = shown(&lower);
                let what = format!("`{text}` is not fetched by crawlers");
                return NotAUrl::new(what, format_args!("`{scheme}:` URLs have no robots.txt"));
            }
            _ if is_port => {}
            _ => return NotAUrl::new(neither, WRITE_A_URL),
        }
    }
    let could_be_path = |byte: &u8| byte.is_ascii_graphic() && !b"<>\"'`{}|\\^,".contains(byte);
    let is_plain = url.iter().all(|byte| could_be_path(byte) || !byte.is_ascii());
    if !is_plain || url.len() > 200 || !url[0].is_ascii_alphanumeric() && url[0].is_ascii() {
        return NotAUrl::new(neither, WRITE_A_URL);
    }
    let path = format!("`/{text}`");
    match AskedUrl::new(format!("https://{text}").as_bytes()) {
        Ok(_) => NotAUrl::new(neither, format_args!("write `https://{text}` or {path}")),
        Err(_) => NotAUrl::new(neither, format_args!("write {path} if it is a path")),
    }
}

fn shown(text: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(text)
}

/// Returns whether a host is written in the one way that needs no decoding.
fn is_plain(host: &[u8]) -> bool {
    host.is_ascii() && !host.contains(&b'%') && host.last() != Some(&b'.')
}

/// Returns a host in lower case, decoded, and ASCII.
fn normal_host(host: &[u8]) -> String {
    if is_plain(host) {
        return String::from_utf8_lossy(host).to_ascii_lowercase();
    }
    let mut decoded = Vec::with_capacity(host.len());
    let mut rest = host;
    while let [byte, tail @ ..] = rest {
        let hex = (*byte == b'%').then(|| tail.get(..2)).flatten();
        let value = hex.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        decoded.push(value.unwrap_or(*byte));
        rest = if value.is_some() { &tail[2..] } else { tail };
    }
    let text = String::from_utf8_lossy(&decoded).to_lowercase();
    // Full stops of other scripts separate labels too.
    let text = text.replace(['\u{3002}', '\u{FF0E}', '\u{FF61}'], ".");
    let labels: Vec<_> = text.split('.').map(punycode::label).collect();
    labels.join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts, and the message about each; the message is empty for a URL.
    const TEXTS: &[(&str, &str)] = &[
        ("/", ""),
        ("//a", ""),
        ("/a b", ""),
        ("/a,b", ""),
        ("/caf\u{e9}", ""),
        ("https://example.com", ""),
        ("HTTPS://EXAMPLE.COM?a", ""),
        ("http://u:p@h.example:8080/a", ""),
        ("http://a@b@h.example/", ""),
        ("https://h.example:/a", ""),
        ("https://localhost", ""),
        ("https://h.example.", ""),
        ("https://under_score.example/", ""),
        ("https://ex%61mple.com/", ""),
        ("http://[::1]:80/x", ""),
        ("http://[2001:db8::1]/", ""),
        ("http://127.0.0.1/", ""),
        ("https://example.com/?u=http://o.example/", ""),
        ("https://example.com/a:b", ""),
        (
            "",
            "the URL is empty: write an absolute URL, or a path that starts with `/`, and check that \
             no variable is empty",
        ),
        (
            "https://",
            "`https://` has no host: write `https://HOST/PATH`, and check that no variable is empty",
        ),
        (
            "https:///a",
            "`https:///a` has no host: write `https://HOST/PATH`, and check that no variable is empty",
        ),
        (
            "http://user@/a",
            "`http://user@/a` has no host: write `http://HOST/PATH`, and check that no variable is \
             empty",
        ),
        (
            "http://:80/x",
            "`http://:80/x` has a port and no host: write `http://HOST/PATH`, and check that no \
             variable is empty",
        ),
        (
            "http://[::1/x",
            "the host of `http://[::1/x` has `[` without `]`: write an IPv6 address as in \
             `http://[::1]/`",
        ),
        (
            "http://[localhost]/",
            "the host of `http://[localhost]/` is not an IPv6 address: write one as in \
             `http://[::1]/`",
        ),
        (
            "http://[::1]80/",
            "`http://[::1]80/` has `80` behind its host: write a port as in `http://[::1]:8080/`",
        ),
        ("http://h:8o/x", "the port of `http://h:8o/x` is `8o`: a port is a number up to 65535"),
        ("http://h:+8/x", "the port of `http://h:+8/x` is `+8`: a port is a number up to 65535"),
        (
            "http://h:65536/",
            "the port of `http://h:65536/` is `65536`: a port is a number up to 65535",
        ),
        ("?x=1", "`?x=1` has no path: write `/?x=1`"),
        (
            "#top",
            "`#top` is neither a URL nor a path: write an absolute URL, or a path that starts with `/`",
        ),
        (
            "ftp://x.com/a",
            "`ftp://x.com/a` is not an `http` or `https` URL: crawlers do not ask robots.txt about \
             `ftp`",
        ),
        ("htps://x.com/a", "`htps://x.com/a` is not an `http` or `https` URL: is `https` meant?"),
        (
            "http://exa mple.com/a",
            "the host of `http://exa mple.com/a` contains a space: a host has letters, digits, `-`, \
             `.` and `_`",
        ),
        (
            "https://$HOST/a",
            "the host of `https://$HOST/a` contains `$`: write the host where a variable stands",
        ),
        (
            "https://*.example.com/",
            "the host of `https://*.example.com/` contains `*`: ask about each host by its own name",
        ),
        (
            "http://a\\/x",
            "the host of `http://a\\/x` contains `\\`: a host has letters, digits, `-`, `.` and `_`",
        ),
        (
            "https://a%zz/",
            "the host of `https://a%zz/` contains `%`: a host has letters, digits, `-`, `.` and `_`",
        ),
        (
            "https://.example.com/",
            "the host of `https://.example.com/` has an empty part: write names with one dot between \
             them, and check that no variable is empty",
        ),
        (
            "https:/example.com/ads/",
            "`https:/example.com/ads/` has no `//` behind `https:`: write `https://example.com/ads/`",
        ),
        ("https:", "`https:` has no `//` behind `https:`: write `https://HOST/PATH`"),
        (
            "mailto:a@b.example",
            "`mailto:a@b.example` is not fetched by crawlers: `mailto:` URLs have no robots.txt",
        ),
        (
            "example.com/a",
            "`example.com/a` is neither a URL nor a path: write `https://example.com/a` or \
             `/example.com/a`",
        ),
        (
            "localhost:8080/a",
            "`localhost:8080/a` is neither a URL nor a path: write `https://localhost:8080/a` or \
             `/localhost:8080/a`",
        ),
        ("a$b", "`a$b` is neither a URL nor a path: write `/a$b` if it is a path"),
        (
            "<?xml version=\"1.0\"?>",
            "`<?xml version=\"1.0\"?>` is neither a URL nor a path: write an absolute URL, or a path \
             that starts with `/`",
        ),
        (
            "/a ",
            "`/a ` ends with white space: take it out, or write `%20` if it belongs to the URL",
        ),
        (
            "\u{a0}/a",
            "`\u{a0}/a` begins with white space: take it out, or write `%20` if it belongs to the URL",
        ),
        (
            "https://example.com/a\t200",
            "`https://example.com/a\t200` contains a tab: take it out, or write `%09` if it belongs \
             to the URL",
        ),
    ];

    #[test]
    fn texts_and_what_is_said_about_them() {
        for (text, message) in TEXTS {
            let said = AskedUrl::new(text.as_bytes())
                .map_or_else(|why| why.to_string(), |_| String::new());
            assert_eq!(said, *message, "{text:?}");
        }
    }

    /// Every accepted URL has a path in the library.
    #[test]
    fn urls_are_those_that_have_a_path() {
        let alphabet = b"ha1:/?#@[]. %-";
        for length in 0..=4_u32 {
            for number in 0..alphabet.len().pow(length) {
                let (mut rest, mut url) = (number, b"http://".to_vec());
                for _ in 0..length {
                    url.push(alphabet[rest % alphabet.len()]);
                    rest /= alphabet.len();
                }
                if AskedUrl::new(&url).is_ok() {
                    assert!(gatepost::UrlPath::new(&url).is_ok(), "{}", shown(&url));
                }
            }
        }
    }

    #[test]
    fn sites_are_compared_as_they_are_meant() {
        let site = UrlSite::of("https://www.ex\u{e4}mple.com:443/a").unwrap();
        for (url, covered) in [
            ("https://www.ex\u{e4}mple.com/", true),
            ("https://WWW.EX\u{c4}MPLE.COM/", true),
            ("https://www.xn--exmple-cua.com/", true),
            ("https://www.ex%C3%A4mple.com", true),
            ("https://user@www.ex\u{e4}mple.com:443", true),
            ("/", true),
            ("http://www.ex\u{e4}mple.com/", false),
            ("https://ex\u{e4}mple.com/", false),
            ("https://www.ex\u{e4}mple.com:8443/", false),
            ("https://www.example.com/", false),
        ] {
            let asked = AskedUrl::new(url.as_bytes()).unwrap();
            assert_eq!(site.covers(&asked), covered, "{url}");
            assert_eq!(site.why_not_covered(&asked).is_none(), covered, "{url}");
        }
    }

    #[test]
    fn text_asks_what_the_bytes_ask() {
        for url in [&b"/caf\xE9"[..], b"/\xC3", b"/a\xFF\xFEb", "/caf\u{e9}".as_bytes()] {
            let normal = |url: &[u8]| gatepost::UrlPath::new(url).unwrap().normal().to_vec();
            assert_eq!(normal(url_text(url).as_bytes()), normal(url));
        }
    }
}
