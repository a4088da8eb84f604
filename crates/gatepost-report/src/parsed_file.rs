//! One robots.txt file, parsed in as many dialects as its questions need.
//!
//! Crawlers parse the same bytes with different parsers. A [`ParsedFile`] owns the bytes and keeps
//! one parse for each dialect, made when it is first asked for. The parses are an append-only list:
//! a file is asked in two or three dialects, at most in all of them, so a walk is faster than a map,
//! and a parse never moves. Each parse has a copy of the bytes that its dialect reads.

use std::sync::OnceLock;

use gatepost::{Dialect, RobotsTxt};
use gatepost_crawlers::ResolvedCrawler;

/// A robots.txt file that is parsed for each crawler as the crawler itself parses it.
///
/// # Example
///
/// ```
/// use gatepost::ProductToken;
/// use gatepost_crawlers::ResolvedCrawler;
/// use gatepost_report::ParsedFile;
///
/// let file = ParsedFile::new("User-agent: *\nDisallow-AI: /\n");
/// let rules = |name| {
///     let crawler = ResolvedCrawler::new(ProductToken::verbatim(name));
///     file.for_crawler(&crawler).groups().map(|group| group.rules().len()).sum::<usize>()
/// };
/// // Google's parser takes any key that begins with a known one.
/// assert_eq!((rules("Googlebot"), rules("bingbot")), (1, 0));
/// ```
#[derive(Clone, Debug)]
pub struct ParsedFile {
    bytes: Vec<u8>,
    only: Option<Dialect>,
    first: Place,
}

/// A parse, and the place of the next.
type Place = OnceLock<Box<Parse>>;

#[derive(Clone, Debug)]
struct Parse {
    robots: RobotsTxt<'static>,
    next: Place,
}

impl ParsedFile {
    /// Creates the file from its bytes. Nothing is parsed yet.
    ///
    /// # Example
    ///
    /// ```
    /// let file = gatepost_report::ParsedFile::new(b"User-agent: *\nDisallow: /\n");
    /// assert_eq!(file.as_bytes().len(), 26);
    /// ```
    #[must_use]
    pub fn new(bytes: impl Into<Vec<u8>>) -> ParsedFile {
        ParsedFile { bytes: bytes.into(), only: None, first: OnceLock::new() }
    }

    /// Sets the dialect in which every crawler parses the file, whatever the directory says about
    /// the crawler; with `None`, each crawler parses it in its own.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, ProductToken};
    /// use gatepost_crawlers::ResolvedCrawler;
    /// use gatepost_report::ParsedFile;
    ///
    /// let file = ParsedFile::new("").with_dialect(Some(Dialect::BAIDU));
    /// let googlebot = ResolvedCrawler::new(ProductToken::verbatim("Googlebot"));
    /// assert_eq!(file.dialect_of(&googlebot), Dialect::BAIDU);
    /// ```
    #[must_use]
    pub fn with_dialect(self, dialect: Option<Dialect>) -> ParsedFile {
        ParsedFile { only: dialect, ..self }
    }

    /// Returns the bytes of the file.
    ///
    /// # Example
    ///
    /// ```
    /// assert_eq!(gatepost_report::ParsedFile::new("Allow: /").as_bytes(), b"Allow: /");
    /// ```
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the dialect in which every crawler parses the file, if one was set.
    ///
    /// # Example
    ///
    /// ```
    /// assert_eq!(gatepost_report::ParsedFile::new("").only_dialect(), None);
    /// ```
    #[must_use]
    pub fn only_dialect(&self) -> Option<Dialect> {
        self.only
    }

    /// Returns the dialect in which a crawler parses the file.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, ProductToken};
    /// use gatepost_crawlers::ResolvedCrawler;
    /// use gatepost_report::ParsedFile;
    ///
    /// let googlebot = ResolvedCrawler::new(ProductToken::verbatim("Googlebot"));
    /// assert_eq!(ParsedFile::new("").dialect_of(&googlebot), Dialect::GOOGLE);
    /// ```
    #[must_use]
    pub fn dialect_of(&self, crawler: &ResolvedCrawler) -> Dialect {
        self.only.unwrap_or_else(|| crawler.dialect())
    }

    /// Returns the file as a crawler parses it.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, ProductToken};
    /// use gatepost_crawlers::ResolvedCrawler;
    /// use gatepost_report::ParsedFile;
    ///
    /// let yandex = ResolvedCrawler::new(ProductToken::verbatim("YandexBot"));
    /// assert_eq!(ParsedFile::new("").for_crawler(&yandex).dialect(), Dialect::YANDEX);
    /// ```
    #[must_use]
    pub fn for_crawler(&self, crawler: &ResolvedCrawler) -> &RobotsTxt<'static> {
        self.in_dialect(self.dialect_of(crawler))
    }

    /// Returns the file as crawlers parse it that are not in the directory: in the dialect that was
    /// set, or by RFC 9309.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    ///
    /// let file = gatepost_report::ParsedFile::new("");
    /// assert_eq!(file.for_others().dialect(), Dialect::RFC9309);
    /// ```
    #[must_use]
    pub fn for_others(&self) -> &RobotsTxt<'static> {
        self.in_dialect(self.only.unwrap_or_default())
    }

    /// Returns the file as parsed in a dialect, whichever was set. It is parsed once.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_report::ParsedFile;
    ///
    /// let file = ParsedFile::new("User-agent: *\nDisallow: /\n");
    /// let parse = file.in_dialect(Dialect::GOOGLE);
    /// assert!(std::ptr::eq(parse, file.in_dialect(Dialect::GOOGLE)));
    /// ```
    #[must_use]
    pub fn in_dialect(&self, dialect: Dialect) -> &RobotsTxt<'static> {
        let mut place = &self.first;
        loop {
            // Another thread may fill the place with another dialect, so what it has is checked.
            let parse = place.get_or_init(|| {
                let robots = RobotsTxt::from_vec_as(self.bytes.clone(), dialect);
                Box::new(Parse { robots, next: OnceLock::new() })
            });
            if parse.robots.dialect() == dialect {
                return &parse.robots;
            }
            place = &parse.next;
        }
    }
}

/// Creates a file that every crawler parses in the dialect of a parsed file.
impl From<&RobotsTxt<'_>> for ParsedFile {
    fn from(robots: &RobotsTxt<'_>) -> ParsedFile {
        ParsedFile::new(robots.as_bytes()).with_dialect(Some(robots.dialect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares each parse with one that is made for it alone, asked for in every order.
    #[test]
    fn each_dialect_is_parsed_once_and_as_by_itself() {
        let bytes = "User-agent: a\n\nDisallow-AI: /\nCrawl-delay: 1\nUser-agent: b\nAllow: /\n";
        for start in 0..Dialect::ALL.len() {
            let file = ParsedFile::new(bytes);
            let dialects = Dialect::ALL.iter().copied().cycle().skip(start);
            let dialects: Vec<_> = dialects.take(Dialect::ALL.len()).collect();
            let parses: Vec<_> = dialects.iter().map(|dialect| file.in_dialect(*dialect)).collect();
            for (dialect, parse) in dialects.iter().zip(parses) {
                assert_eq!(*parse, RobotsTxt::parse_as(bytes, *dialect));
                assert!(std::ptr::eq(parse, file.in_dialect(*dialect)));
            }
        }
    }

    #[test]
    fn threads_can_share_a_file() {
        fn shared<T: Send + Sync>(_: &T) {}
        shared(&ParsedFile::new(""));
    }
}
