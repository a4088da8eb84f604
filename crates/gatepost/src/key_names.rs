//! The text of keys, and the rule or directive that each stands for: RFC 9309 sections 2.2 and
//! 2.2.4.
//!
//! Letter case is always ignored. A dialect may accept misspellings, which are reported as such,
//! and may accept any text that begins with a known key: see [`Keys`]. Keys outside the protocol
//! are recognised as whole words only, so that linters and reports can name them; they never decide
//! anything.

use crate::dialect::{Dialect, Keys};
use crate::key::{Key, Spelling};

/// The keys that groups are made of, and `Sitemap`.
const PROTOCOL: &[(Key, &str)] = &[
    (Key::Disallow, "disallow"),
    (Key::Allow, "allow"),
    (Key::UserAgent, "user-agent"),
    (Key::Sitemap, "sitemap"),
];

/// Other keys that some crawler obeys, or once did.
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

/// Returns the key that a text names, and how it is spelt.
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

/// Returns the end of the known key with which a line begins, if white space, a colon or nothing
/// follows the key.
pub(crate) fn at_start_of(line: &[u8], dialect: &Dialect) -> Option<usize> {
    let known = PROTOCOL.iter().chain(OTHERS).chain(dialect.misspellings);
    let ends = known.map(|(_, word)| word.len()).filter(|end| {
        let is_end = line.get(*end).is_none_or(|next| matches!(next, b' ' | b'\t' | b':'));
        is_end && *end <= line.len() && read(&line[..*end], dialect).0 != Key::Unknown
    });
    ends.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> (Key, Spelling) {
        read(text.as_bytes(), &Dialect::RFC9309)
    }

    fn prefix(text: &str) -> (Key, Spelling) {
        read(text.as_bytes(), &Dialect::GOOGLE)
    }

    #[test]
    fn letter_case_is_ignored() {
        assert_eq!(whole("USER-AGENT"), (Key::UserAgent, Spelling::Correct));
        assert_eq!(whole("disAllow"), (Key::Disallow, Spelling::Correct));
        assert_eq!(whole("Crawl-Delay"), (Key::CrawlDelay, Spelling::Correct));
    }

    #[test]
    fn accepted_misspellings_are_reported() {
        assert_eq!(whole("Dissallow"), (Key::Disallow, Spelling::Misspelt));
        assert_eq!(whole("user agent"), (Key::UserAgent, Spelling::Misspelt));
        assert_eq!(whole("alow"), (Key::Unknown, Spelling::Correct));
        assert_eq!(whole("desallow"), (Key::Unknown, Spelling::Correct));
    }

    #[test]
    fn a_dialect_chooses_its_misspellings() {
        let strict = |text: &str| read(text.as_bytes(), &Dialect::DRAFT_1996);
        assert_eq!(strict("Dissallow"), (Key::Unknown, Spelling::Correct));
        assert_eq!(strict("disallow"), (Key::Disallow, Spelling::Correct));
    }

    #[test]
    fn longer_words_are_accepted_only_with_prefixes() {
        assert_eq!(whole("Disallow-AI"), (Key::Unknown, Spelling::Correct));
        assert_eq!(prefix("Disallow-AI"), (Key::Disallow, Spelling::Longer));
        assert_eq!(prefix("Disalow all"), (Key::Disallow, Spelling::Longer));
        assert_eq!(prefix("Sitemaps"), (Key::Sitemap, Spelling::Longer));
        assert_eq!(prefix("Disallow"), (Key::Disallow, Spelling::Correct));
    }
}
