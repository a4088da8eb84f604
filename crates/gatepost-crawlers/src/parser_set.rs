//! The parsers that stand behind a statement about every crawler.
//!
//! "No URL changes for any crawler" is a statement about software, and programs parse robots.txt in
//! different ways. So each such statement rests on a set of parsers and names it. A parser is asked
//! only for crawlers that may use it:
//!
//! - Google's, Yandex's and Baidu's parsers for the crawlers of these operators alone;
//! - any other parser for all crawlers that are not known to use another one.
//!
//! A crawler that is known to use one parser is therefore asked about in that parser alone. If a
//! file names it, or somebody asks about it, its parser joins the set: see
//! [`ParserSet::with_parsers_of`].

use std::fmt;
use std::str::FromStr;

use gatepost::{Dialect, UnknownDialect};

use crate::directory::{by_token, with_fallback};
use crate::resolved_crawler::ResolvedCrawler;

/// The parsers of search engines, and the standard.
const SEARCH: &[Dialect] = &[Dialect::RFC9309, Dialect::GOOGLE, Dialect::YANDEX];

/// The parsers of operators, which nobody else uses.
const OF_OPERATORS: &[Dialect] = &[Dialect::GOOGLE, Dialect::YANDEX, Dialect::BAIDU];

/// Parsers that no maintained program has.
const RETIRED: &[Dialect] = &[Dialect::PYTHON_3_11, Dialect::DRAFT_1996];

/// The parsers that stand behind a statement about every crawler.
///
/// # Example
///
/// ```
/// use gatepost::{Dialect, ProductToken};
/// use gatepost_crawlers::{ParserSet, ResolvedCrawler};
///
/// let search = ParserSet::default();
/// assert_eq!(search.titles(), "RFC 9309, Google, Yandex");
///
/// // Google's parser is asked for Google's crawlers, and for no other crawler.
/// let [google, bing] = ["Googlebot", "bingbot"]
///     .map(|name| ResolvedCrawler::new(ProductToken::verbatim(name)));
/// assert!(search.asks(Dialect::GOOGLE, &google) && !search.asks(Dialect::GOOGLE, &bing));
/// assert!(search.asks(Dialect::RFC9309, &bing) && !search.asks(Dialect::RFC9309, &google));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ParserSet {
    /// In the order of [`Dialect::ALL`], each once; never empty.
    dialects: Vec<Dialect>,
    /// Whether the one parser is asked for every crawler, whatever is known about the crawler.
    is_for_all: bool,
}

impl ParserSet {
    /// Returns the parsers of search engines and the standard: RFC 9309, Google and Yandex.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::ParserSet;
    ///
    /// assert_eq!(ParserSet::search().to_string(), "search");
    /// ```
    #[must_use]
    pub fn search() -> ParserSet {
        ParserSet { dialects: SEARCH.to_vec(), is_for_all: false }
    }

    /// Returns every parser that a maintained program has.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::ParserSet;
    ///
    /// assert_eq!(
    ///     ParserSet::living().titles(),
    ///     "RFC 9309, Google, Yandex, Baidu, Python, Protego, robots-parser, texting_robots, robotxt",
    /// );
    /// ```
    #[must_use]
    pub fn living() -> ParserSet {
        let living = |dialect: &Dialect| !RETIRED.contains(dialect);
        let dialects = Dialect::ALL.iter().copied().filter(living).collect();
        ParserSet { dialects, is_for_all: false }
    }

    /// Returns every parser, also those that no maintained program has.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_crawlers::ParserSet;
    ///
    /// assert_eq!(ParserSet::all().dialects(), Dialect::ALL);
    /// ```
    #[must_use]
    pub fn all() -> ParserSet {
        ParserSet { dialects: Dialect::ALL.to_vec(), is_for_all: false }
    }

    /// Creates a set of one parser, which is asked for every crawler: as if all crawlers used it.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, ProductToken};
    /// use gatepost_crawlers::{ParserSet, ResolvedCrawler};
    ///
    /// let google = ResolvedCrawler::new(ProductToken::verbatim("Googlebot"));
    /// assert!(ParserSet::only(Dialect::PYTHON).asks(Dialect::PYTHON, &google));
    /// ```
    #[must_use]
    pub fn only(dialect: Dialect) -> ParserSet {
        ParserSet { dialects: vec![dialect], is_for_all: true }
    }

    /// Returns the parsers, in the order of [`Dialect::ALL`].
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_crawlers::ParserSet;
    ///
    /// let set: ParserSet = "python,google".parse()?;
    /// assert_eq!(set.dialects(), [Dialect::GOOGLE, Dialect::PYTHON]);
    /// # Ok::<(), gatepost_crawlers::InvalidParserSet>(())
    /// ```
    #[must_use]
    pub fn dialects(&self) -> &[Dialect] {
        &self.dialects
    }

    /// Returns the first parser of the set: RFC 9309, if the set has it.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_crawlers::ParserSet;
    ///
    /// assert_eq!(ParserSet::all().first(), Dialect::RFC9309);
    /// ```
    #[must_use]
    pub fn first(&self) -> Dialect {
        self.dialects[0]
    }

    /// Returns whether a parser is asked for a crawler: whether it belongs to the set and the
    /// crawler may use it. `*` stands for crawlers that no file names, and some use any parser.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, ProductToken};
    /// use gatepost_crawlers::{ParserSet, ResolvedCrawler};
    ///
    /// let unknown = ResolvedCrawler::new(ProductToken::verbatim("ExampleBot"));
    /// assert!(ParserSet::living().asks(Dialect::PROTEGO, &unknown));
    /// assert!(!ParserSet::search().asks(Dialect::PROTEGO, &unknown));
    /// ```
    #[must_use]
    pub fn asks(&self, dialect: Dialect, crawler: &ResolvedCrawler) -> bool {
        if !self.dialects.contains(&dialect) {
            return false;
        }
        match known_parser(crawler) {
            _ if self.is_for_all || crawler.name.is_any() => true,
            Some(known) => known == dialect,
            None => !OF_OPERATORS.contains(&dialect),
        }
    }

    /// Returns whether a parser is asked for a crawler that obeys the groups of this name: for the
    /// crawler of this name, or for one that falls back to its group.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_crawlers::ParserSet;
    ///
    /// // Applebot falls back to the group for Googlebot, and is not Google's.
    /// assert!(ParserSet::search().asks_for_group(Dialect::RFC9309, "Googlebot"));
    /// assert!(!ParserSet::search().asks_for_group(Dialect::GOOGLE, "bingbot"));
    /// ```
    #[must_use]
    pub fn asks_for_group(&self, dialect: Dialect, name: &str) -> bool {
        let named = ResolvedCrawler::new(gatepost::ProductToken::verbatim(name));
        self.asks(dialect, &named)
            || with_fallback(name).any(|known| self.asks(dialect, &ResolvedCrawler::known(known)))
    }

    /// Adds the parsers that some crawlers are known to use. A set of one parser that is asked for
    /// every crawler stays as it is.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::ProductToken;
    /// use gatepost_crawlers::{ParserSet, ResolvedCrawler};
    ///
    /// let baidu = ResolvedCrawler::new(ProductToken::verbatim("Baiduspider"));
    /// let set = ParserSet::search().with_parsers_of(&[baidu]);
    /// assert_eq!(set.titles(), "RFC 9309, Google, Yandex, Baidu");
    /// ```
    #[must_use]
    pub fn with_parsers_of<'c>(
        mut self,
        crawlers: impl IntoIterator<Item = &'c ResolvedCrawler>,
    ) -> ParserSet {
        if !self.is_for_all {
            self.dialects.extend(crawlers.into_iter().filter_map(known_parser));
            self.sort();
        }
        self
    }

    /// Names the parsers, as a sentence names them.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_crawlers::ParserSet;
    ///
    /// assert_eq!(ParserSet::only(Dialect::GOOGLE).titles(), "Google");
    /// ```
    #[must_use]
    pub fn titles(&self) -> String {
        let titles: Vec<_> = self.dialects.iter().map(|dialect| dialect.title()).collect();
        titles.join(", ")
    }

    /// Returns the names of the parsers, as data has them.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::ParserSet;
    ///
    /// assert_eq!(ParserSet::default().names(), ["rfc9309", "google", "yandex"]);
    /// ```
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        self.dialects.iter().map(|dialect| dialect.name).collect()
    }

    fn sort(&mut self) {
        let place = |dialect: &Dialect| Dialect::ALL.iter().position(|other| other == dialect);
        self.dialects.sort_by_key(place);
        self.dialects.dedup();
    }
}

/// Returns the parser that a crawler is known to use.
fn known_parser(crawler: &ResolvedCrawler) -> Option<Dialect> {
    let known = crawler.known.or_else(|| by_token(crawler.name.as_str()))?;
    known.parser().map(|parser| parser.dialect)
}

/// The parsers of search engines: [`ParserSet::search`].
impl Default for ParserSet {
    fn default() -> ParserSet {
        ParserSet::search()
    }
}

impl FromStr for ParserSet {
    type Err = InvalidParserSet;

    /// Parses `search`, `living`, `all`, or dialects with commas between them.
    ///
    /// # Errors
    ///
    /// This returns an error when a name is that of no dialect.
    fn from_str(text: &str) -> Result<ParserSet, InvalidParserSet> {
        match text {
            "search" => return Ok(ParserSet::search()),
            "living" => return Ok(ParserSet::living()),
            "all" => return Ok(ParserSet::all()),
            _ => {}
        }
        let dialects = text.split(',').map(|name| name.trim().parse());
        let dialects = dialects.collect::<Result<Vec<_>, _>>().map_err(InvalidParserSet)?;
        let mut set = ParserSet { dialects, is_for_all: false };
        set.sort();
        Ok(set)
    }
}

/// The text from which the set is parsed again, except that a set of one parser for every crawler
/// has the name of that parser.
impl fmt::Display for ParserSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = [
            ("search", ParserSet::search()),
            ("living", ParserSet::living()),
            ("all", ParserSet::all()),
        ];
        match named.iter().find(|(_, set)| set == self) {
            Some((name, _)) => f.write_str(name),
            None => f.write_str(&self.names().join(",")),
        }
    }
}

/// A list of the names of the parsers.
#[cfg(feature = "serde")]
impl serde::Serialize for ParserSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.names().serialize(serializer)
    }
}

/// The error returned when a text is not a [`ParserSet`].
///
/// Its message is for people and is not stable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidParserSet(UnknownDialect);

impl std::error::Error for InvalidParserSet {}

impl fmt::Display for InvalidParserSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "write search, living, all, or dialects with commas between them: {}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use gatepost::ProductToken;

    use super::*;

    #[test]
    fn as_people_write_them() {
        for text in ["search", "living", "all", "rfc9309", "google,python"] {
            assert_eq!(text.parse::<ParserSet>().map(|set| set.to_string()), Ok(text.to_owned()));
        }
        let same: ParserSet = "yandex, rfc9309, google,google".parse().unwrap();
        assert_eq!(same, ParserSet::search());
        for text in ["", "searching", "google,", "google;python"] {
            assert!(text.parse::<ParserSet>().is_err(), "{text}");
        }
    }

    /// Every crawler of the directory is asked about in some parser of each set with its parser, and
    /// one with a known parser in that alone.
    #[test]
    fn every_crawler_is_asked_about() {
        for set in [ParserSet::search(), ParserSet::living(), ParserSet::all()] {
            for known in crate::crawlers().map(ResolvedCrawler::known) {
                let set = set.clone().with_parsers_of([&known]);
                let asked = set.dialects().iter().filter(|dialect| set.asks(**dialect, &known));
                let asked: Vec<_> = asked.copied().collect();
                match known_parser(&known) {
                    Some(parser) => assert_eq!(asked, [parser], "{}", known.name),
                    None => assert!(asked.contains(&Dialect::RFC9309), "{}", known.name),
                }
            }
        }
    }

    #[test]
    fn any_crawler_may_use_any_parser() {
        let any = ResolvedCrawler::new(ProductToken::any());
        let set = ParserSet::all();
        assert!(set.dialects().iter().all(|dialect| set.asks(*dialect, &any)));
        assert!(!ParserSet::search().asks(Dialect::BAIDU, &any));
    }
}
