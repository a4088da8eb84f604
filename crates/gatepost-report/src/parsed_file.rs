//! One robots.txt file, parsed in as many dialects as its questions need.
//!
//! Crawlers parse the same bytes with different parsers. A [`ParsedFile`] owns the bytes and keeps
//! one parse for each dialect, made when it is first asked for. The parses are an append-only list:
//! a file is asked in two or three dialects, at most in all of them, so a walk is faster than a map,
//! and a parse never moves. Each parse has a copy of the bytes that its dialect reads.

use std::sync::OnceLock;

use gatepost::{Dialect, GroupIndex, ReadLimit, RobotsTxt};
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
        let dialect = self.dialect_of(crawler);
        let parser = crawler.known.and_then(|known| known.parser());
        match parser.and_then(|parser| parser.read_limit) {
            // What a crawler reads may be less than what its parser could.
            Some(limit) if self.only.is_none() && limit < self.bytes.len() => {
                self.in_dialect(dialect.with(|dialect| {
                    dialect.read_limit = ReadLimit::below_floor(limit);
                }))
            }
            _ => self.in_dialect(dialect),
        }
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

/// A file that a question is asked about: one parse that every crawler shares, or a [`ParsedFile`],
/// of which each crawler has its own.
///
/// # Example
///
/// ```
/// use gatepost::{Dialect, ProductToken, RobotsTxt};
/// use gatepost_crawlers::ResolvedCrawler;
/// use gatepost_report::{AskedFile, ParsedFile};
///
/// let googlebot = ResolvedCrawler::new(ProductToken::verbatim("Googlebot"));
/// let dialect = |file: AskedFile<'_>| file.for_crawler(&googlebot).dialect();
/// assert_eq!(dialect(AskedFile::from(&RobotsTxt::parse(""))), Dialect::RFC9309);
/// assert_eq!(dialect(AskedFile::from(&ParsedFile::new(""))), Dialect::GOOGLE);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AskedFile<'r>(Parses<'r>);

#[derive(Clone, Copy, Debug)]
enum Parses<'r> {
    One(&'r RobotsTxt<'r>),
    Each(&'r ParsedFile),
}

impl<'r, 'f: 'r> From<&'r RobotsTxt<'f>> for AskedFile<'r> {
    fn from(robots: &'r RobotsTxt<'f>) -> AskedFile<'r> {
        AskedFile(Parses::One(robots))
    }
}

impl<'r> From<&'r ParsedFile> for AskedFile<'r> {
    fn from(file: &'r ParsedFile) -> AskedFile<'r> {
        AskedFile(Parses::Each(file))
    }
}

impl<'r> AskedFile<'r> {
    /// Returns the file as a crawler parses it: see [`ParsedFile::for_crawler`].
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::ProductToken;
    /// use gatepost_crawlers::ResolvedCrawler;
    /// use gatepost_report::{AskedFile, ParsedFile};
    ///
    /// let file = ParsedFile::new("");
    /// let yandex = ResolvedCrawler::new(ProductToken::verbatim("YandexBot"));
    /// assert_eq!(AskedFile::from(&file).for_crawler(&yandex).dialect().name, "yandex");
    /// ```
    #[must_use]
    pub fn for_crawler(self, crawler: &ResolvedCrawler) -> &'r RobotsTxt<'r> {
        match self.0 {
            Parses::One(robots) => robots,
            Parses::Each(file) => file.for_crawler(crawler),
        }
    }

    /// Returns the file as crawlers parse it that are not in the directory: see
    /// [`ParsedFile::for_others`].
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_report::{AskedFile, ParsedFile};
    ///
    /// assert_eq!(AskedFile::from(&ParsedFile::new("")).for_others().dialect().name, "rfc9309");
    /// ```
    #[must_use]
    pub fn for_others(self) -> &'r RobotsTxt<'r> {
        match self.0 {
            Parses::One(robots) => robots,
            Parses::Each(file) => file.for_others(),
        }
    }

    /// Returns the file as parsed in a dialect. One parse that crawlers share stays as it is.
    pub(crate) fn in_dialect(self, dialect: Dialect) -> &'r RobotsTxt<'r> {
        match self.0 {
            Parses::One(robots) => robots,
            Parses::Each(file) => file.in_dialect(dialect),
        }
    }

    /// Returns the bytes of the file, as far as they are kept.
    pub(crate) fn as_bytes(self) -> &'r [u8] {
        match self.0 {
            Parses::One(robots) => robots.as_bytes(),
            Parses::Each(file) => file.as_bytes(),
        }
    }

    /// Returns the file as RFC 9309 parses it, if a crawler parses it otherwise of its own accord:
    /// where a dialect was set for all crawlers, nothing else is of interest.
    pub(crate) fn rfc9309_beside(self, crawler: &ResolvedCrawler) -> Option<&'r RobotsTxt<'r>> {
        match self.0 {
            Parses::Each(file) if file.only.is_none() && crawler.dialect() != Dialect::RFC9309 => {
                Some(file.in_dialect(Dialect::RFC9309))
            }
            _ => None,
        }
    }
}

/// The indexes of a file's groups, one for each dialect that was asked for.
#[derive(Clone, Debug)]
pub(crate) struct GroupIndexes<'r> {
    file: AskedFile<'r>,
    indexes: Vec<GroupIndex<'r>>,
}

impl<'r> GroupIndexes<'r> {
    pub(crate) fn new(file: AskedFile<'r>) -> GroupIndexes<'r> {
        GroupIndexes { file, indexes: Vec::new() }
    }

    /// Returns the groups of the file as a crawler parses it.
    pub(crate) fn for_crawler(&mut self, crawler: &ResolvedCrawler) -> &GroupIndex<'r> {
        self.of(self.file.for_crawler(crawler))
    }

    /// Returns the groups of a parse of the file.
    pub(crate) fn of(&mut self, robots: &'r RobotsTxt<'r>) -> &GroupIndex<'r> {
        let known = self.indexes.iter().position(|index| index.dialect() == robots.dialect());
        let at = known.unwrap_or_else(|| {
            self.indexes.push(robots.group_index());
            self.indexes.len() - 1
        });
        &self.indexes[at]
    }
}

/// Says as whom a crawler is answered, if it does not parse the file as RFC 9309 does: "as Google
/// parses it".
pub(crate) fn parsed_as(dialect: Dialect) -> Option<String> {
    (dialect.name != Dialect::RFC9309.name).then(|| format!("as {} parses it", dialect.title()))
}

/// Says what a parser that is given a header looks up, if it was given one.
pub(crate) fn looked_up(crawler: &ResolvedCrawler, dialect: Dialect) -> Option<String> {
    let header = crawler.header_in(dialect)?;
    let name = crawler.name_in(dialect);
    let part = dialect.compared_part(&name);
    Some(if part == header { header.to_owned() } else { part.to_owned() })
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
