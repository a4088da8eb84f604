//! Which record a key names: RFC 9309 sections 2.2 and 2.2.4.
//!
//! Letter case never counts. Misspellings that Google's parser accepts are accepted and remembered,
//! so that they can be reported. Whether a key is a whole word or only begins with one is the
//! dialect's: see [`Keys`].

use crate::dialect::Keys;

/// Which record a line is.
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
    /// The address of a sitemap, for every crawler: [sitemaps.org](https://www.sitemaps.org/protocol.html#submit_robots).
    Sitemap,
    /// Seconds between two requests.
    CrawlDelay,
    /// Requests in a span of time.
    RequestRate,
    /// The hours in which to come.
    VisitTime,
    /// The preferred host name; Yandex, until 2018.
    Host,
    /// Parameters that do not change the page; Yandex.
    CleanParam,
    /// Dropped by Google in 2019, and read by nobody.
    Noindex,
    /// What the content may be used for; Cloudflare.
    ContentSignal,
    /// What the content may be used for; an IETF draft.
    ContentUsage,
    /// Any other.
    Unknown,
}

/// How a key is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Spelling {
    /// As it should be, in any letter case.
    Correct,
    /// In an accepted misspelling, such as `Dissallow` or `Useragent`.
    Misspelt,
    /// With more behind it, which this dialect overlooks: `Disallow-AI` read as `Disallow`.
    Longer,
}

/// The records that groups are made of, each with its misspellings.
///
/// # Source
///
/// google/robotstxt, `robots.cc`: `KeyIsUserAgent`, `KeyIsAllow`, `KeyIsDisallow`, `KeyIsSitemap`.
const PROTOCOL: &[(Key, &str, &[&str])] = &[
    (Key::Disallow, "disallow", &["dissallow", "dissalow", "disalow", "diasllow", "disallaw"]),
    (Key::Allow, "allow", &[]),
    (Key::UserAgent, "user-agent", &["useragent", "user agent"]),
    (Key::Sitemap, "sitemap", &["site-map"]),
];

/// Other records that somebody reads, or once did. Always whole words.
const OTHERS: &[(Key, &str)] = &[
    (Key::CrawlDelay, "crawl-delay"),
    (Key::RequestRate, "request-rate"),
    (Key::VisitTime, "visit-time"),
    (Key::Host, "host"),
    (Key::CleanParam, "clean-param"),
    (Key::Noindex, "noindex"),
    (Key::ContentSignal, "content-signal"),
    (Key::ContentUsage, "content-usage"),
];

impl Key {
    /// Reads a key.
    pub(crate) fn read(text: &[u8], keys: Keys) -> (Key, Spelling) {
        for &(key, name, misspellings) in PROTOCOL {
            if text.eq_ignore_ascii_case(name.as_bytes()) {
                return (key, Spelling::Correct);
            }
            let misspelt = |word: &&str| text.eq_ignore_ascii_case(word.as_bytes());
            if misspellings.iter().any(misspelt) {
                return (key, Spelling::Misspelt);
            }
        }
        if keys == Keys::Prefix {
            for &(key, name, misspellings) in PROTOCOL {
                let begins = |word: &str| {
                    text.get(..word.len()).is_some_and(|t| t.eq_ignore_ascii_case(word.as_bytes()))
                };
                if begins(name) || misspellings.iter().any(|word| begins(word)) {
                    return (key, Spelling::Longer);
                }
            }
        }
        let other = OTHERS.iter().find(|(_, name)| text.eq_ignore_ascii_case(name.as_bytes()));
        (other.map_or(Key::Unknown, |(key, _)| *key), Spelling::Correct)
    }

    /// Whether it is `Allow` or `Disallow`.
    pub fn is_rule(self) -> bool {
        matches!(self, Key::Allow | Key::Disallow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> (Key, Spelling) {
        Key::read(text.as_bytes(), Keys::Whole)
    }

    fn prefix(text: &str) -> (Key, Spelling) {
        Key::read(text.as_bytes(), Keys::Prefix)
    }

    #[test]
    fn letter_case_does_not_count() {
        assert_eq!(whole("USER-AGENT"), (Key::UserAgent, Spelling::Correct));
        assert_eq!(whole("disAllow"), (Key::Disallow, Spelling::Correct));
        assert_eq!(whole("Crawl-Delay"), (Key::CrawlDelay, Spelling::Correct));
    }

    #[test]
    fn accepted_misspellings_are_told() {
        assert_eq!(whole("Dissallow"), (Key::Disallow, Spelling::Misspelt));
        assert_eq!(whole("user agent"), (Key::UserAgent, Spelling::Misspelt));
        assert_eq!(whole("alow"), (Key::Unknown, Spelling::Correct));
        assert_eq!(whole("desallow"), (Key::Unknown, Spelling::Correct));
    }

    #[test]
    fn longer_words_count_only_where_prefixes_do() {
        assert_eq!(whole("Disallow-AI"), (Key::Unknown, Spelling::Correct));
        assert_eq!(prefix("Disallow-AI"), (Key::Disallow, Spelling::Longer));
        assert_eq!(prefix("Disalow all"), (Key::Disallow, Spelling::Longer));
        assert_eq!(prefix("Sitemaps"), (Key::Sitemap, Spelling::Longer));
        assert_eq!(prefix("Disallow"), (Key::Disallow, Spelling::Correct));
    }
}
