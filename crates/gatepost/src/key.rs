//! The keys of robots.txt: RFC 9309 sections 2.2 and 2.2.4.
//!
//! Each key of the protocol, and each key that some crawler obeys or once obeyed, has a variant;
//! all others are [`Key::Unknown`]. `key_names.rs` knows which text stands for which key.

/// The kind of a line, given by its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Key {
    /// Names a crawler: RFC 9309, section 2.2.1.
    UserAgent,
    /// A rule: RFC 9309, section 2.2.2.
    Allow,
    /// A rule: RFC 9309, section 2.2.2.
    Disallow,
    /// The address of a sitemap, for every crawler:
    /// [sitemaps.org](https://www.sitemaps.org/protocol.html#submit_robots).
    Sitemap,
    /// Seconds between two requests.
    CrawlDelay,
    /// Requests in a span of time.
    RequestRate,
    /// The hours in which crawlers may come.
    VisitTime,
    /// The preferred host name; Yandex, until 2018.
    Host,
    /// Parameters that do not change the page; Yandex.
    CleanParam,
    /// Not supported since Google dropped it in 2019.
    Noindex,
    /// What the content may be used for; proposed by Cloudflare.
    ContentSignal,
    /// What the content may be used for; an IETF draft.
    ContentUsage,
    /// Any other key.
    Unknown,
}

/// The spelling of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Spelling {
    /// Correctly, in any letter case.
    Correct,
    /// In an accepted misspelling, such as `Dissallow` or `Useragent`.
    Misspelt,
    /// With more text behind it, which this dialect ignores: `Disallow-AI` read as `Disallow`.
    Longer,
}

impl Key {
    /// Returns `true` for `Allow` and `Disallow`.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Key;
    ///
    /// assert!(Key::Disallow.is_rule());
    /// assert!(!Key::Sitemap.is_rule());
    /// ```
    #[must_use]
    pub fn is_rule(self) -> bool {
        matches!(self, Key::Allow | Key::Disallow)
    }
}
