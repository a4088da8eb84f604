//! How people name a site: by the URL of any of its pages, or by its host alone.
//!
//! A host without a scheme means https. The caller decides whether a text names a site or a file:
//! `example.md` is both a possible host and a common file name.

use std::fmt;
use std::net::Ipv6Addr;
use std::str::FromStr;

use crate::cache_key::{CacheKey, InvalidPage};

/// Names a site, as a person writes it.
///
/// # Example
///
/// ```
/// use gatepost_fetch::SiteUrl;
///
/// let site: SiteUrl = "example.com".parse()?;
/// assert_eq!(site.page(), "https://example.com");
/// assert_eq!(site.key().robots_txt_url().as_str(), "https://example.com/robots.txt");
///
/// let page: SiteUrl = "http://localhost:8080/shop".parse()?;
/// assert_eq!(page.key().as_str(), "http://localhost:8080");
/// # Ok::<(), gatepost_fetch::InvalidPage>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SiteUrl {
    page: String,
    key: CacheKey,
    has_scheme: bool,
}

impl SiteUrl {
    /// Returns the URL as it was given, or that of the host with https.
    ///
    /// # Example
    ///
    /// ```
    /// let site: gatepost_fetch::SiteUrl = "https://example.com/shop?page=2".parse()?;
    /// assert_eq!(site.page(), "https://example.com/shop?page=2");
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    pub fn page(&self) -> &str {
        &self.page
    }

    /// Returns the key of the robots.txt file that applies to the site.
    ///
    /// # Example
    ///
    /// ```
    /// let site: gatepost_fetch::SiteUrl = "https://EXAMPLE.com/shop".parse()?;
    /// assert_eq!(site.key().as_str(), "https://example.com");
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    pub fn key(&self) -> &CacheKey {
        &self.key
    }

    /// Returns whether the text was a URL with a scheme, and not a host alone.
    ///
    /// # Example
    ///
    /// ```
    /// let site: gatepost_fetch::SiteUrl = "example.com".parse()?;
    /// assert!(!site.has_scheme());
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    pub fn has_scheme(&self) -> bool {
        self.has_scheme
    }

    /// Returns whether a text can be a host, perhaps with a port: labels of letters, digits and
    /// hyphens, or an address.
    ///
    /// A single label needs a port, unless it is `localhost`.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::SiteUrl;
    ///
    /// assert!(SiteUrl::can_be_host("example.com") && SiteUrl::can_be_host("intranet:8080"));
    /// assert!(!SiteUrl::can_be_host("robots") && !SiteUrl::can_be_host("../robots.txt"));
    /// ```
    #[must_use]
    pub fn can_be_host(text: &str) -> bool {
        let text = text.strip_suffix('/').unwrap_or(text);
        let is_port = |port: &str| port.parse::<u16>().is_ok();
        if let Some((address, port)) = text.strip_prefix('[').and_then(|rest| rest.split_once(']'))
        {
            let has_port = port.is_empty() || port.strip_prefix(':').is_some_and(is_port);
            return address.parse::<Ipv6Addr>().is_ok() && has_port;
        }
        let (host, port) = match text.split_once(':') {
            Some((_, port)) if !is_port(port) => return false,
            Some((host, port)) => (host, Some(port)),
            None => (text, None),
        };
        let is_label = |label: &str| {
            let in_label = |c: char| c.is_alphanumeric() || c == '-';
            !label.is_empty() && label.chars().all(in_label) && !label.starts_with('-')
        };
        let labels: Vec<&str> = host.strip_suffix('.').unwrap_or(host).split('.').collect();
        labels.iter().all(|label| is_label(label))
            && (labels.len() > 1 || port.is_some() || labels[0].eq_ignore_ascii_case("localhost"))
    }
}

impl FromStr for SiteUrl {
    type Err = InvalidPage;

    /// Parses the URL of a page, or a host.
    ///
    /// # Errors
    ///
    /// This returns an error when `text` is neither an absolute `http` or `https` URL nor a host.
    fn from_str(text: &str) -> Result<SiteUrl, InvalidPage> {
        let has_scheme = text.contains("://");
        let page = match has_scheme || !SiteUrl::can_be_host(text) {
            true => text.to_owned(),
            false => format!("https://{text}"),
        };
        Ok(SiteUrl { key: CacheKey::of(&page)?, page, has_scheme })
    }
}

impl fmt::Display for SiteUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.page)
    }
}

#[cfg(test)]
mod tests {
    use super::SiteUrl;

    #[test]
    fn hosts_and_other_texts() {
        for host in [
            "example.com",
            "www.example.co.uk",
            "example.com/",
            "exämple.com",
            "localhost",
            "localhost:8080",
            "intranet:80",
            "127.0.0.1",
            "127.0.0.1:8000",
            "[::1]",
            "[::1]:80",
            "example.com.",
            "example.md",
        ] {
            assert!(SiteUrl::can_be_host(host), "{host}");
            assert!(host.parse::<SiteUrl>().is_ok(), "{host}");
        }
        for other in [
            "robots",
            "a/b.com",
            "./example.com",
            "../a.b",
            ".robots",
            "a b.com",
            "",
            ".",
            "..",
            "C:\\robots.txt",
            "C:",
            "a:b",
            "::1",
            "a..b",
            "-a.b",
            "a_b.c",
        ] {
            assert!(!SiteUrl::can_be_host(other), "{other}");
            assert!(other.parse::<SiteUrl>().is_err(), "{other}");
        }
    }
}
