//! Which record a key names: RFC 9309 sections 2.2 and 2.2.4.
//!
//! Letter case never counts. Misspellings that the dialect accepts are remembered, so that they can
//! be reported. Whether a key is a whole word or only begins with one is the dialect's too: see
//! [`Keys`].

use crate::dialect::{Dialect, Keys};

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

/// The records that groups are made of, and sitemaps.
const PROTOCOL: &[(Key, &str)] = &[
    (Key::Disallow, "disallow"),
    (Key::Allow, "allow"),
    (Key::UserAgent, "user-agent"),
    (Key::Sitemap, "sitemap"),
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
    pub(crate) fn read(text: &[u8], dialect: &Dialect) -> (Key, Spelling) {
        let is = |(_, word): &&(Key, &str)| text.eq_ignore_ascii_case(word.as_bytes());
        if let Some((key, _)) = PROTOCOL.iter().find(is).or_else(|| OTHERS.iter().find(is)) {
            return (*key, Spelling::Correct);
        }
        if let Some((key, _)) = dialect.misspellings.iter().find(is) {
            return (*key, Spelling::Misspelt);
        }
        if dialect.keys == Keys::Prefix {
            let begins = |(_, word): &&(Key, &str)| {
                text.get(..word.len()).is_some_and(|t| t.eq_ignore_ascii_case(word.as_bytes()))
            };
            let longer = PROTOCOL.iter().find(begins).or(dialect.misspellings.iter().find(begins));
            if let Some((key, _)) = longer {
                return (*key, Spelling::Longer);
            }
        }
        (Key::Unknown, Spelling::Correct)
    }

    /// Where the known key ends with which a line begins, if white space, a colon or nothing follows.
    pub(crate) fn at_start_of(line: &[u8], dialect: &Dialect) -> Option<usize> {
        let known = PROTOCOL.iter().chain(OTHERS).chain(dialect.misspellings);
        let ends = known.map(|(_, word)| word.len()).filter(|end| {
            let is_end = line.get(*end).is_none_or(|next| matches!(next, b' ' | b'\t' | b':'));
            is_end && *end <= line.len() && Key::read(&line[..*end], dialect).0 != Key::Unknown
        });
        ends.max()
    }

    /// Whether it is `Allow` or `Disallow`.
    #[must_use]
    pub fn is_rule(self) -> bool {
        matches!(self, Key::Allow | Key::Disallow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> (Key, Spelling) {
        Key::read(text.as_bytes(), &Dialect::RFC9309)
    }

    fn prefix(text: &str) -> (Key, Spelling) {
        Key::read(text.as_bytes(), &Dialect::GOOGLE)
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
    fn misspellings_are_the_dialects() {
        let strict = |text: &str| Key::read(text.as_bytes(), &Dialect::DRAFT_1996);
        assert_eq!(strict("Dissallow"), (Key::Unknown, Spelling::Correct));
        assert_eq!(strict("disallow"), (Key::Disallow, Spelling::Correct));
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
