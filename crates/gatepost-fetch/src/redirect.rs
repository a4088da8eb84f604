//! The target of a redirect: RFC 9309 section 2.3.1.2 and RFC 9110 section 15.4.
//!
//! A target may be relative, and is resolved as browsers resolve it. User name, password and
//! fragment are dropped: nothing here logs in. A redirect may lead to another host and from https
//! to http, but only to http or https URLs. Which rules apply after a redirect, and how many
//! redirects are too many, is decided in `fetch_state.rs`.

use url::Url;

use crate::headers::Headers;

/// The target of a redirect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Another URL to request.
    Url(Url),
    /// No URL, or one that cannot be requested.
    Nowhere,
}

/// Returns the target of a redirect, or `None` if the status is not a redirect.
pub(crate) fn target(from: &Url, status: u16, headers: &Headers) -> Option<Target> {
    if !matches!(status, 300 | 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let location = headers.location.as_deref().filter(|location| !location.is_empty());
    let url = location.and_then(|location| from.join(location).ok()).and_then(bare);
    Some(url.map_or(Target::Nowhere, Target::Url))
}

/// Drops the parts of a URL that are never sent.
fn bare(mut url: Url) -> Option<Url> {
    if !matches!(url.scheme(), "http" | "https") {
        return None;
    }
    url.set_fragment(None);
    url.set_username("").and(url.set_password(None)).expect("http and https URLs have a host");
    Some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leads(status: u16, location: &str) -> Option<String> {
        let from = Url::parse("https://a.example/robots.txt?x").unwrap();
        let headers = Headers::from_iter([("Location", location.as_bytes())]);
        match target(&from, status, &headers)? {
            Target::Url(url) => Some(url.into()),
            Target::Nowhere => Some("nowhere".to_owned()),
        }
    }

    #[test]
    fn addresses() {
        for (location, expected) in [
            ("https://b.example/robots.txt", "https://b.example/robots.txt"),
            ("http://a.example/", "http://a.example/"),
            ("//b.example/r", "https://b.example/r"),
            ("/r", "https://a.example/r"),
            ("r", "https://a.example/r"),
            ("?y", "https://a.example/robots.txt?y"),
            ("../../r", "https://a.example/r"),
            ("https://me:secret@b.example/r#top", "https://b.example/r"),
            ("https://b.example:443/r", "https://b.example/r"),
            ("/caf\u{e9} au lait", "https://a.example/caf%C3%A9%20au%20lait"),
            ("http://2130706433/", "http://127.0.0.1/"),
            ("", "nowhere"),
            ("#top", "https://a.example/robots.txt?x"),
            ("ftp://a.example/robots.txt", "nowhere"),
            ("javascript:alert(1)", "nowhere"),
            ("file:///etc/passwd", "nowhere"),
            ("mailto:a@b.example", "nowhere"),
            ("https://", "nowhere"),
            ("http://[::1", "nowhere"),
        ] {
            assert_eq!(leads(301, location).as_deref(), Some(expected), "{location}");
        }
    }

    #[test]
    fn statuses() {
        for status in [300, 301, 302, 303, 307, 308] {
            assert_eq!(leads(status, "/r").as_deref(), Some("https://a.example/r"), "{status}");
        }
        for status in [200, 201, 304, 305, 306, 399, 404, 500] {
            assert_eq!(leads(status, "/r"), None, "{status}");
        }
    }

    #[test]
    fn redirect_without_an_address() {
        let from = Url::parse("https://a.example/").unwrap();
        assert_eq!(target(&from, 302, &Headers::default()), Some(Target::Nowhere));
    }
}
