//! Where a redirect leads: RFC 9309 section 2.3.1.2, RFC 9110 section 15.4.
//!
//! An address may be relative, and is read as a browser reads it. Its user name, password and
//! fragment go: nothing here logs in anywhere. A redirect may lead to another host and from https to
//! http, but not out of the web. Which rules count afterwards, and how many redirects are too many,
//! is `fetch_state.rs`.

use url::Url;

use crate::headers::Headers;

/// What a status of redirection came with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Another address to ask.
    Url(Url),
    /// No address, or none that can be asked.
    Nowhere,
}

/// Where an answer redirects to; none where its status is none that does.
pub(crate) fn target(from: &Url, status: u16, headers: &Headers) -> Option<Target> {
    if !matches!(status, 300 | 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let location = headers.location.as_deref().filter(|location| !location.is_empty());
    let url = location.and_then(|location| from.join(location).ok()).and_then(bare);
    Some(url.map_or(Target::Nowhere, Target::Url))
}

/// The address without what is not sent.
fn bare(mut url: Url) -> Option<Url> {
    if !matches!(url.scheme(), "http" | "https") {
        return None;
    }
    url.set_fragment(None);
    url.set_username("").and(url.set_password(None)).expect("an address of the web has a host");
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
