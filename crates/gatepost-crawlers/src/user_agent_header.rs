//! Finding the crawler that a whole `User-Agent` header names.
//!
//! `gatepost::ProductToken::from_header` guesses a name by convention. Here the names are known, so
//! the header is searched for them. A name must be whole, and stand where a product may begin: at
//! the start, in a comment at the start or after `;` or `,`, behind a product with a version, or in
//! place of a version (`istellabot-nutch/Nutch-1.10`). So the `FeedFetcher-Google` in `(...; like
//! FeedFetcher-Google)` is ignored, and so is anything within an address.
//!
//! The first name is the crawler's, unless a later one falls back to the first, which makes the
//! later one more specific. The search takes time linear in the header.

use crate::crawler::Crawler;
use crate::generated::table::{CRAWLERS, HEADER_NAMES};

/// Finds the most specific crawler that a `User-Agent` header names.
///
/// A header is a claim: anybody can send it. To verify the crawler, compare the sender's address
/// with the lists of [`Crawler::ip_ranges`], or look up its host name.
///
/// # Example
///
/// ```
/// use gatepost_crawlers::by_header;
///
/// let token = |header| by_header(header).map(|crawler| crawler.token());
/// assert_eq!(token("Googlebot-Image/1.0"), Some("Googlebot-Image"));
/// assert_eq!(
///     token("Feedly/1.0 (+http://www.feedly.com/fetcher.html; like FeedFetcher-Google)"),
///     Some("Feedly"),
/// );
/// assert_eq!(token("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"), None);
/// ```
#[must_use]
pub fn by_header(header: &str) -> Option<&'static Crawler> {
    let header = header.to_ascii_lowercase();
    let mut best: Option<&'static Crawler> = None;
    for start in ProductStarts::new(&header) {
        let Some(found) = known_at(&header, start) else { continue };
        match best {
            Some(best) if !found.falls_back_to().contains(&best.token()) => {}
            _ => best = Some(found),
        }
    }
    best
}

/// A place where the name of a product may begin.
#[derive(Clone, Copy)]
struct Start {
    at: usize,
    /// Whether this is the place of a version.
    is_behind_slash: bool,
}

/// Iterates over the places where the name of a product may begin.
struct ProductStarts<'h> {
    bytes: &'h [u8],
    at: usize,
    /// Whether a product may begin at the next word.
    opens: bool,
    /// Whether `at` is within a word, and whether that word has had a `/`.
    in_word: bool,
    has_slash: bool,
}

impl<'h> ProductStarts<'h> {
    fn new(header: &'h str) -> ProductStarts<'h> {
        let bytes = header.as_bytes();
        ProductStarts { bytes, at: 0, opens: true, in_word: false, has_slash: false }
    }
}

impl Iterator for ProductStarts<'_> {
    type Item = Start;

    fn next(&mut self) -> Option<Start> {
        while let Some(byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'(' | b')' | b';' | b',' => {
                    (self.opens, self.in_word, self.has_slash) = (true, false, false);
                }
                // Another product may follow a version.
                b' ' | b'\t' => {
                    self.opens |= self.has_slash;
                    (self.in_word, self.has_slash) = (false, false);
                }
                b'/' if self.in_word && !self.has_slash => {
                    self.has_slash = true;
                    return Some(Start { at: self.at, is_behind_slash: true });
                }
                _ if !self.in_word => {
                    self.in_word = true;
                    if std::mem::take(&mut self.opens) {
                        return Some(Start { at: self.at - 1, is_behind_slash: false });
                    }
                }
                _ => {}
            }
        }
        None
    }
}

/// Finds the crawler with the longest name that stands at this place.
fn known_at(header: &str, start: Start) -> Option<&'static Crawler> {
    let text = header.get(start.at..)?;
    let first = text.as_bytes().first()?;
    // Every prefix of the text sorts before it, and longer ones sort later.
    let end = HEADER_NAMES.partition_point(|(name, _)| *name <= text);
    let (_, crawler) = HEADER_NAMES[..end]
        .iter()
        .rev()
        .take_while(|(name, _)| name.as_bytes()[0] == *first)
        .find(|(name, _)| text.strip_prefix(name).is_some_and(|rest| ends_a_name(rest, start)))?;
    Some(&CRAWLERS[*crawler])
}

/// Returns `true` if a name may end in front of `rest`: a version, a delimiter, or nothing.
fn ends_a_name(rest: &str, start: Start) -> bool {
    match rest.as_bytes() {
        [b'-', digit, ..] => digit.is_ascii_digit(),
        // Anything else could be an address: `example.com/gptbot`.
        _ if start.is_behind_slash => false,
        [] => true,
        [byte, ..] => {
            matches!(byte, b' ' | b'\t' | b'/' | b';' | b',' | b':' | b'(' | b')' | b'+' | b'[')
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crawlers;

    #[track_caller]
    fn check(header: &str, expected: Option<&str>) {
        assert_eq!(by_header(header).map(Crawler::token), expected, "{header}");
    }

    #[test]
    fn every_header_of_the_directory_names_its_crawler() {
        for crawler in crawlers() {
            for header in crawler.headers().iter().chain(crawler.header_patterns()) {
                check(header, Some(crawler.token()));
            }
        }
    }

    #[test]
    fn header_names_are_sorted_in_lower_case() {
        assert!(HEADER_NAMES.is_sorted_by(|(a, _), (b, _)| a < b));
        assert!(HEADER_NAMES.iter().all(|(name, _)| *name == name.to_ascii_lowercase()));
        assert!(HEADER_NAMES.iter().all(|(name, _)| !name.is_empty()));
    }

    /// Compares the search among sorted names with trying every name, at every place of every
    /// example.
    #[test]
    fn the_search_agrees_with_trying_every_name() {
        let mut found = 0;
        for header in crawlers().flat_map(|crawler| crawler.headers()) {
            let header = header.to_ascii_lowercase();
            for (at, is_behind_slash) in (0..header.len()).flat_map(|at| [(at, false), (at, true)])
            {
                let start = Start { at, is_behind_slash };
                let fits = |(name, _): &&(&str, usize)| {
                    header[at..].strip_prefix(name).is_some_and(|rest| ends_a_name(rest, start))
                };
                let longest = HEADER_NAMES.iter().filter(fits).max_by_key(|(name, _)| name.len());
                let expected = longest.map(|(_, at)| CRAWLERS[*at].token());
                assert_eq!(known_at(&header, start).map(Crawler::token), expected, "{header} {at}");
                found += usize::from(expected.is_some());
            }
        }
        assert!(found > 200, "only {found} names in all headers");
    }

    #[test]
    fn the_longest_whole_name_is_found() {
        check("AdsBot-Google (+http://www.google.com/adsbot.html)", Some("AdsBot-Google"));
        check(
            "Mozilla/5.0 (compatible; AdsBot-Google-Mobile; +http://www.google.com/mobile/adsbot.html)",
            Some("AdsBot-Google-Mobile"),
        );
        check("DoCoMo/2.0 N905i(c100) (compatible; Googlebot-Mobile/2.1; +http://x/)", None);
        check("Sogou web spider/4.0(+http://www.sogou.com/)", Some("Sogou web spider"));
        check("Sogou News Spider/4.0(+http://www.sogou.com/)", None);
        check("MyGPTBot/1.0", None);
        check("GPTBot2/1.0", None);
    }

    #[test]
    fn the_first_name_is_found_unless_a_later_one_is_more_specific() {
        check("facebookexternalhit/1.1 Facebot Twitterbot/1.0", Some("facebookexternalhit"));
        check("TelegramBot (like TwitterBot)", Some("TelegramBot"));
        check("Mozilla/5.0 (compatible; archive.org_bot/heritrix-1.15.4 +http://x/)", {
            Some("archive.org_bot")
        });
        check("Googlebot/2.1 Googlebot-Image/1.0", Some("Googlebot-Image"));
        check("Googlebot-Image/1.0 Googlebot/2.1", Some("Googlebot-Image"));
    }

    #[test]
    fn names_within_other_words_are_ignored() {
        check("FreshRSS/1.11.2 (Linux; https://freshrss.org) like Googlebot", None);
        check("Mozilla/5.0 (compatible;acapbot/0.1;treat like Googlebot)", None);
        check("Dazzle BlueSky Bot/1.1", None);
    }

    #[test]
    fn names_in_place_of_a_version_are_found() {
        check("istellabot-nutch/Nutch-1.10", Some("Nutch"));
        check("Foo/1.0 (https://example.com/GPTBot)", None);
        check("Foo/1.0 (+example.com/GPTBot)", None);
    }

    #[test]
    fn odd_headers_name_no_crawler() {
        for header in
            ["", " ", "-", "()", "(((", "/", "//", "Mozilla/5.0", "é/é (é; é)", ";é", "/é"]
        {
            check(header, None);
        }
    }
}
