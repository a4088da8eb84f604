//! Proxies, from the environment or from the caller.
//!
//! `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` are interpreted as curl interprets them,
//! in either case. Plain http requests go through the proxy; for https the proxy opens a tunnel and
//! sees nothing but the host name. Only proxies that speak plain HTTP are supported. Any other
//! proxy is a failure and is never bypassed: a user who sets a proxy does not want to be seen
//! without it.

use hyper::Uri;
use hyper::header::HeaderValue;
use hyper_util::client::proxy::matcher::Matcher;
use url::Url;

use crate::failure::{Failure, FailureKind};

/// Chooses the proxy for each host.
///
/// # Example
///
/// ```
/// use gatepost_fetch::Proxies;
///
/// let proxies = Proxies::all("http://proxy.example:3128", "localhost,.internal");
/// ```
#[derive(Debug)]
pub struct Proxies(Matcher);

/// Describes a proxy to use.
#[derive(Clone, Debug)]
pub(crate) struct Proxy {
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) authorization: Option<HeaderValue>,
}

impl Proxies {
    /// Reads the proxies from the environment.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::Proxies;
    ///
    /// let proxies = Proxies::from_env();
    /// ```
    #[must_use]
    pub fn from_env() -> Proxies {
        Proxies(Matcher::from_env())
    }

    /// Uses one proxy for all hosts except those in a list, which has the form of `NO_PROXY`.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::Proxies;
    ///
    /// let proxies = Proxies::all("http://me:secret@proxy.example:3128", "localhost,.internal");
    /// ```
    #[must_use]
    pub fn all(proxy: &str, except: &str) -> Proxies {
        Proxies(Matcher::builder().all(proxy.to_owned()).no(except.to_owned()).build())
    }

    /// Returns the proxy for a URL, if it has one.
    pub(crate) fn of(&self, url: &Url) -> Result<Option<Proxy>, Failure> {
        let failure = |detail: String| Failure::new(FailureKind::Proxy, detail);
        let uri: Uri =
            url.as_str().parse().map_err(|_| failure(format!("`{url}` is not a URI")))?;
        let Some(found) = self.0.intercept(&uri) else { return Ok(None) };
        let (scheme, host) = (found.uri().scheme_str(), found.uri().host());
        let (Some("http"), Some(host)) = (scheme, host) else {
            let scheme = scheme.unwrap_or_default();
            return Err(failure(format!("`{scheme}` proxies are not supported")));
        };
        Ok(Some(Proxy {
            host: host.trim_matches(['[', ']']).to_owned(),
            port: found.uri().port_u16().unwrap_or(80),
            authorization: found.basic_auth().cloned(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_hosts_go_without() {
        let proxies =
            Proxies::all("http://me:secret@proxy.example:3128", "internal.example,10.0.0.0/8");
        let of = |url: &str| proxies.of(&Url::parse(url).unwrap()).unwrap();
        let proxy = of("https://example.com/robots.txt").unwrap();
        assert_eq!((proxy.host.as_str(), proxy.port), ("proxy.example", 3128));
        assert_eq!(proxy.authorization.unwrap(), "Basic bWU6c2VjcmV0");
        assert!(of("http://internal.example/").is_none());
        assert!(of("http://10.1.2.3/").is_none());
    }

    #[test]
    fn unknown_kind_is_not_passed_over() {
        let proxies = Proxies::all("socks5://proxy.example:1080", "");
        let failure = proxies.of(&Url::parse("https://example.com/").unwrap()).unwrap_err();
        assert_eq!(
            failure.to_string(),
            "the proxy could not connect: `socks5` proxies are not supported"
        );
    }
}
