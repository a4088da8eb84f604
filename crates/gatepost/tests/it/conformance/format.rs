//! What a conformance file may hold. See `conformance/README.md`.

use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct File {
    #[allow(dead_code)]
    source: Source,
    #[serde(default)]
    pub(crate) case: Vec<Case>,
    #[serde(default)]
    pub(crate) token: Vec<Token>,
    #[serde(default)]
    pub(crate) url: Vec<Url>,
    #[serde(default)]
    pub(crate) pattern: Vec<Pattern>,
    #[serde(default)]
    pub(crate) same: Vec<Pair>,
    #[serde(default)]
    pub(crate) different: Vec<Pair>,
    #[serde(default)]
    pub(crate) header: Vec<Header>,
    #[serde(default)]
    pub(crate) robots_url: Vec<RobotsUrl>,
    #[serde(default)]
    pub(crate) access: Vec<Access>,
    #[serde(default)]
    pub(crate) count: Vec<Count>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Source {
    One(#[allow(dead_code)] String),
    Several(#[allow(dead_code)] Vec<String>),
}

macro_rules! tables {
    ($($(#[$doc:meta])* $name:ident { $($(#[$attribute:meta])* $field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub(crate) struct $name {
            $($(#[$attribute])* pub(crate) $field: $type,)*
            pub(crate) name: Option<String>,
            #[allow(dead_code)]
            source: Option<Source>,
            #[allow(dead_code)]
            note: Option<String>,
        }
    )*};
}

tables! {
    /// A file, a crawler, and what it may fetch.
    Case {
        robots: Option<String>,
        robots_escaped: Option<String>,
        robots_parts: Option<Vec<Part>>,
        crawler: Option<String>,
        #[serde(default)]
        allowed: Vec<String>,
        #[serde(default)]
        disallowed: Vec<String>,
        #[serde(default)]
        allowed_escaped: Vec<String>,
        #[serde(default)]
        disallowed_escaped: Vec<String>,
        #[serde(default)]
        allowed_parts: Vec<Vec<Part>>,
        #[serde(default)]
        disallowed_parts: Vec<Vec<Part>>,
        line: Option<usize>,
        sitemaps: Option<Vec<String>>,
        crawl_delay: Option<CrawlDelay>,
        understood: Option<usize>,
        last_understood_line: Option<usize>,
        not_understood: Option<usize>,
    }
    /// Whether a text is a product token.
    Token { text: String, valid: bool, }
    /// What of a URL is compared.
    Url { url: String, path: String, }
    /// The normal form of a rule's value.
    Pattern { value: String, normal: String, }
    /// Two paths with one normal form, or with two.
    Pair { a: String, b: String, }
    /// The product token in a whole header, or `none`.
    Header { header: String, token: String, }
    /// The address of a page's robots.txt.
    RobotsUrl { page: String, robots: String, }
    /// What an attempt to fetch robots.txt came to.
    Access {
        status: Option<u16>,
        network_error: Option<String>,
        redirects: Option<u8>,
        result: String,
        may_fetch: String,
        policy: Option<String>,
    }
    /// On how many paths patterns differ.
    Count { pairs: Vec<[String; 2]>, paths: Vec<String>, differ: usize, }
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum CrawlDelay {
    Seconds(f64),
    /// `none`.
    Word(String),
}

/// A piece of a long text.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    text: String,
    #[serde(default = "once")]
    times: usize,
}

fn once() -> usize {
    1
}

/// The bytes that a text with the escapes `\n \r \t \\ \xHH` stands for.
pub(crate) fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [byte, after @ ..] = rest {
        rest = after;
        if *byte != b'\\' {
            bytes.push(*byte);
            continue;
        }
        let (escaped, length) = match after {
            [b'n', ..] => (b'\n', 1),
            [b'r', ..] => (b'\r', 1),
            [b't', ..] => (b'\t', 1),
            [b'\\', ..] => (b'\\', 1),
            [b'x', high, low, ..] => {
                let hex = [*high, *low];
                let hex = std::str::from_utf8(&hex).unwrap();
                (u8::from_str_radix(hex, 16).unwrap_or_else(|_| panic!("`\\x{hex}`")), 3)
            }
            _ => panic!("unknown escape in `{text}`"),
        };
        bytes.push(escaped);
        rest = &after[length..];
    }
    bytes
}

fn join(parts: &[Part]) -> Vec<u8> {
    parts.iter().flat_map(|part| unescape(&part.text).repeat(part.times)).collect()
}

impl Case {
    pub(crate) fn as_bytes(&self) -> Vec<u8> {
        match (&self.robots, &self.robots_escaped, &self.robots_parts) {
            (Some(text), None, None) => text.clone().into_bytes(),
            (None, Some(text), None) => unescape(text),
            (None, None, Some(parts)) => join(parts),
            _ => panic!("{:?}: one of robots, robots-escaped and robots-parts", self.name),
        }
    }

    /// URLs, each with whether it is allowed.
    pub(crate) fn urls(&self) -> Vec<(Vec<u8>, bool)> {
        let plain = |urls: &[String], allowed| -> Vec<_> {
            urls.iter().map(|url| (url.clone().into_bytes(), allowed)).collect()
        };
        let escaped = |urls: &[String], allowed| -> Vec<_> {
            urls.iter().map(|url| (unescape(url), allowed)).collect()
        };
        let parts = |urls: &[Vec<Part>], allowed| -> Vec<_> {
            urls.iter().map(|url| (join(url), allowed)).collect()
        };
        [
            plain(&self.allowed, true),
            plain(&self.disallowed, false),
            escaped(&self.allowed_escaped, true),
            escaped(&self.disallowed_escaped, false),
            parts(&self.allowed_parts, true),
            parts(&self.disallowed_parts, false),
        ]
        .concat()
    }
}
