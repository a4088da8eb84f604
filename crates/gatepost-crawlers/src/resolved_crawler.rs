//! A crawler by the name that a person used, whether the directory has it or not.
//!
//! A crawler of the directory obeys the group that its operator documents, a fallback group among
//! them; any other answers to its one name. This holds in every dialect: a dialect says how a file
//! is read, not under which names a crawler looks for its group.
//!
//! Here too is whom a `User-agent` line names. `User-agent: Screaming Frog SEO Spider` names a
//! crawler called `Screaming` as well as one that has all four words for its name; the directory
//! knows which of the two there is.

use std::collections::HashSet;

use gatepost::{
    AccessPolicy, CrawlerFamily, Dialect, GroupIndex, OwnName, ProductToken, RobotsTxt,
    UserAgentLine,
};

use crate::crawler::Crawler;
use crate::directory::by_token;
use crate::selected_group::{GroupSelectedBy, SelectedGroup};
use crate::user_agent_header::by_header;

/// A crawler by a name, with its entry in the directory.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt};
/// use gatepost_crawlers::{GroupSelectedBy, ResolvedCrawler};
///
/// let crawler = ResolvedCrawler::new(ProductToken::new("Googlebot-News")?);
/// assert_eq!(crawler.known.unwrap().operator(), Some("Google"));
///
/// let robots = RobotsTxt::parse("User-agent: Googlebot\nDisallow: /private\n");
/// let selected = crawler.group_in(&robots.group_index());
/// assert_eq!(selected.selected_by(), &GroupSelectedBy::Fallback("Googlebot"));
/// # Ok::<(), gatepost::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ResolvedCrawler {
    /// The name that was used; of a header, the name of the crawler that it names.
    pub name: ProductToken,
    /// The crawler's entry in the directory.
    pub known: Option<&'static Crawler>,
    /// The whole `User-Agent` header, if that was used. Parsers that are given a header, such as
    /// Protego, get this one.
    pub header: Option<String>,
    /// Further product tokens of the crawler, in order: it obeys the group of one if no group has
    /// an earlier name.
    pub others: Vec<ProductToken>,
}

impl ResolvedCrawler {
    /// Looks a crawler up in the directory by its name or alias.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::ProductToken;
    /// use gatepost_crawlers::ResolvedCrawler;
    ///
    /// let crawler = ResolvedCrawler::new(ProductToken::new("ExampleBot")?);
    /// assert!(crawler.known.is_none());
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn new(name: ProductToken) -> ResolvedCrawler {
        ResolvedCrawler { known: by_token(name.as_str()), name, header: None, others: Vec::new() }
    }

    /// Adds names under which the crawler looks for a group if no group has an earlier name.
    ///
    /// This is for crawlers that are set up with several names. Libraries take several names in other
    /// senses: google/robotstxt combines the groups of all of them, and crawler-commons documented
    /// for long that it takes the first group of the file that has any of them.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    /// use gatepost_crawlers::ResolvedCrawler;
    ///
    /// let [own, other] = ["ExampleBot-Image", "ExampleBot"].map(ProductToken::verbatim);
    /// let crawler = ResolvedCrawler::new(own).with_others([other]);
    /// let robots = RobotsTxt::parse("User-agent: ExampleBot\nDisallow: /\n");
    /// let selected = crawler.group_in(&robots.group_index());
    /// assert_eq!(selected.name_in_file(), Some("ExampleBot"));
    /// ```
    #[must_use]
    pub fn with_others(
        mut self,
        others: impl IntoIterator<Item = ProductToken>,
    ) -> ResolvedCrawler {
        self.others.extend(others);
        self
    }

    /// Finds the crawler that a whole `User-Agent` header names: the one of the directory, or else
    /// the one that the header's form suggests. Returns `None` for a browser's header.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_crawlers::ResolvedCrawler;
    ///
    /// let header = "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)";
    /// let crawler = ResolvedCrawler::from_header(header).unwrap();
    /// assert_eq!(crawler.name.as_str(), "bingbot");
    /// assert_eq!(crawler.name_in(Dialect::PROTEGO).as_str(), header);
    /// ```
    #[must_use]
    pub fn from_header(header: &str) -> Option<ResolvedCrawler> {
        let known = by_header(header).map(ResolvedCrawler::known);
        let crawler = known.or_else(|| ProductToken::from_header(header).map(ResolvedCrawler::new));
        Some(ResolvedCrawler { header: Some(header.to_owned()), ..crawler? })
    }

    /// Wraps a crawler of the directory, under its own name.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::{ResolvedCrawler, by_token};
    ///
    /// let crawler = ResolvedCrawler::known(by_token("gptbot").unwrap());
    /// assert_eq!(crawler.name.as_str(), "GPTBot");
    /// ```
    #[must_use]
    pub fn known(crawler: &'static Crawler) -> ResolvedCrawler {
        let name = ProductToken::verbatim(crawler.token());
        ResolvedCrawler { name, known: Some(crawler), header: None, others: Vec::new() }
    }

    /// Returns the dialect in which the crawler parses a file: see [`Crawler::dialect`]. Crawlers
    /// that are not in the directory are taken to follow RFC 9309.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, ProductToken};
    /// use gatepost_crawlers::ResolvedCrawler;
    ///
    /// let dialect = |name| ResolvedCrawler::new(ProductToken::verbatim(name)).dialect();
    /// assert_eq!(dialect("Googlebot"), Dialect::GOOGLE);
    /// assert_eq!(dialect("ExampleBot"), Dialect::RFC9309);
    /// ```
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.known.map_or(Dialect::RFC9309, Crawler::dialect)
    }

    /// Returns the policy by which the crawler acts on the outcome of fetching robots.txt: see
    /// [`Crawler::policy`].
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{AccessPolicy, ProductToken};
    /// use gatepost_crawlers::ResolvedCrawler;
    ///
    /// let policy = |name| ResolvedCrawler::new(ProductToken::verbatim(name)).policy();
    /// assert_eq!(policy("Amazonbot"), AccessPolicy::AMAZON);
    /// assert_eq!(policy("ExampleBot"), AccessPolicy::RFC9309);
    /// ```
    #[must_use]
    pub fn policy(&self) -> AccessPolicy {
        self.known.map_or(AccessPolicy::RFC9309, Crawler::policy)
    }

    /// Returns the name under which the crawler looks for a group of its own in a dialect: the
    /// whole header, if the parser is given one and there is one, and the product token otherwise.
    ///
    /// The header is the one that was used, or else the one that the directory has for the
    /// crawler's own parser.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, ProductToken};
    /// use gatepost_crawlers::ResolvedCrawler;
    ///
    /// let scrapy = ResolvedCrawler::new(ProductToken::verbatim("Scrapy"));
    /// assert!(scrapy.name_in(Dialect::PROTEGO).as_str().starts_with("Scrapy/2."));
    /// assert_eq!(scrapy.name_in(Dialect::RFC9309).as_str(), "Scrapy");
    /// ```
    #[must_use]
    pub fn name_in(&self, dialect: Dialect) -> ProductToken {
        match self.header_in(dialect) {
            Some(header) => ProductToken::verbatim(header),
            None => self.name.clone(),
        }
    }

    /// Returns the header that the crawler gives a parser of this dialect, if it gives one.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_crawlers::ResolvedCrawler;
    ///
    /// let crawler = ResolvedCrawler::from_header("ExampleBot/1.0").unwrap();
    /// assert_eq!(crawler.header_in(Dialect::PROTEGO), Some("ExampleBot/1.0"));
    /// assert_eq!(crawler.header_in(Dialect::GOOGLE), None);
    /// ```
    #[must_use]
    pub fn header_in(&self, dialect: Dialect) -> Option<&str> {
        let of_parser = || self.known.and_then(Crawler::parser).and_then(|parser| parser.header);
        match dialect.own_name {
            OwnName::Header => self.header.as_deref().or_else(of_parser),
            _ => None,
        }
    }

    /// Looks a crawler up in the directory by its name, and looks for groups under exactly this
    /// name first, also in parsers that would be given a header.
    ///
    /// This is for the crawlers that stand for others in a proof: each stands for its name.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, ProductToken};
    /// use gatepost_crawlers::ResolvedCrawler;
    ///
    /// let scrapy = ResolvedCrawler::by_exact_name(ProductToken::verbatim("Scrapy"));
    /// assert_eq!(scrapy.name_in(Dialect::PROTEGO).as_str(), "Scrapy");
    /// ```
    #[must_use]
    pub fn by_exact_name(name: ProductToken) -> ResolvedCrawler {
        let header = Some(name.as_str().to_owned());
        ResolvedCrawler { header, ..ResolvedCrawler::new(name) }
    }

    /// Spells the name as the directory does.
    pub(crate) fn respelt(self) -> ResolvedCrawler {
        match self.known.map(ResolvedCrawler::known) {
            Some(known) if known.name == self.name => known,
            _ => self,
        }
    }

    /// Selects the group that the crawler obeys in an indexed file.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    /// use gatepost_crawlers::{GroupSelectedBy, ResolvedCrawler};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /\n");
    /// let ads = ResolvedCrawler::new(ProductToken::new("AdsBot-Google")?);
    /// let selected = ads.group_in(&robots.group_index());
    /// assert_eq!(selected.selected_by(), &GroupSelectedBy::IgnoresStar);
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn group_in<'r>(&self, index: &GroupIndex<'r>) -> SelectedGroup<'r> {
        let names = self.names_in(index.dialect());
        match self.known {
            Some(known) => known.select(&names, |names| index.group_for_any_of(names)),
            None => SelectedGroup::from(index.group_for_any_of(&names)),
        }
    }

    /// Returns the product tokens under which the crawler looks for a group: the one that was used,
    /// then all others.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::ProductToken;
    /// use gatepost_crawlers::ResolvedCrawler;
    ///
    /// let crawler = ResolvedCrawler::new(ProductToken::new("Facebot")?);
    /// let names = crawler.names();
    /// assert_eq!(names[..2], ["Facebot", "facebookexternalhit"].map(ProductToken::verbatim));
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn names(&self) -> Vec<ProductToken> {
        self.names_in(Dialect::RFC9309)
    }

    /// Returns the names under which the crawler looks for a group in a dialect: the one that
    /// [`name_in`](ResolvedCrawler::name_in) returns, then all others. A parser that is given a
    /// header does not look for the product token in its place.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, ProductToken};
    /// use gatepost_crawlers::ResolvedCrawler;
    ///
    /// let crawler = ResolvedCrawler::from_header("Googlebot-Image/1.0").unwrap();
    /// let names = crawler.names_in(Dialect::PROTEGO);
    /// assert_eq!(names, ["Googlebot-Image/1.0", "Googlebot"].map(ProductToken::verbatim));
    /// ```
    #[must_use]
    pub fn names_in(&self, dialect: Dialect) -> Vec<ProductToken> {
        let own = self.name_in(dialect);
        let is_header = self.header_in(dialect).is_some_and(|header| header != self.name.as_str());
        let others = self.known.map(Crawler::names).unwrap_or_default();
        let others = others.into_iter().skip(usize::from(is_header));
        let others: Vec<_> =
            self.others.iter().cloned().chain(others).filter(|name| *name != own).collect();
        std::iter::once(own).chain(others).collect()
    }

    /// Describes the crawler for proofs, which know nothing of the directory, by its product
    /// tokens.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::ProductToken;
    /// use gatepost_crawlers::ResolvedCrawler;
    ///
    /// let crawler = ResolvedCrawler::new(ProductToken::new("AdsBot-Google")?);
    /// assert!(crawler.family().ignores_star());
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn family(&self) -> CrawlerFamily {
        self.family_in(Dialect::RFC9309)
    }

    /// Describes the crawler for proofs about files in a dialect, by the names that
    /// [`names_in`](ResolvedCrawler::names_in) returns.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_crawlers::ResolvedCrawler;
    ///
    /// let crawler = ResolvedCrawler::from_header("ExampleBot/1.0").unwrap();
    /// assert_eq!(crawler.family_in(Dialect::PROTEGO).name().as_str(), "ExampleBot/1.0");
    /// ```
    #[must_use]
    pub fn family_in(&self, dialect: Dialect) -> CrawlerFamily {
        let others = self.names_in(dialect).into_iter().skip(1);
        let family = CrawlerFamily::new(self.name_in(dialect)).with_names(others);
        match self.known {
            None => family,
            Some(known) => family
                .with_ignores_star(known.ignores_star())
                .with_ignores_file(known.ignores_file()),
        }
    }

    /// Returns remarks on how the group of the crawler was selected, and whether the crawler obeys:
    /// see [`Crawler::remarks`]. Unknown crawlers have none.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::ProductToken;
    /// use gatepost_crawlers::{GroupSelectedBy, ResolvedCrawler};
    ///
    /// let crawler = ResolvedCrawler::new(ProductToken::new("ExampleBot")?);
    /// assert!(crawler.remarks(&GroupSelectedBy::Star).is_empty());
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn remarks(&self, selected_by: &GroupSelectedBy) -> Vec<String> {
        self.known.map(|known| known.remarks(selected_by)).unwrap_or_default()
    }
}

/// Returns the crawler that a `User-agent` line names, as the line spells it; none for `*` and for
/// a line without a name.
///
/// Of several names in one value, the longest that the directory has is the crawler's. If it has
/// none of them, the product token is.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_crawlers::named_by;
///
/// let robots = RobotsTxt::parse(
///     "User-agent: Screaming Frog SEO Spider/9\nUser-agent: Foo Bar\nUser-agent: *\nDisallow: /\n",
/// );
/// let group = robots.groups().next().unwrap();
/// let names: Vec<_> = group.user_agents().map(|line| named_by(&line)).collect();
/// assert_eq!(names[0].as_ref().unwrap().name.as_str(), "Screaming Frog SEO Spider");
/// assert_eq!(names[1].as_ref().unwrap().name.as_str(), "Foo");
/// assert!(names[2].is_none());
/// ```
#[must_use]
pub fn named_by(line: &UserAgentLine<'_>) -> Option<ResolvedCrawler> {
    let names: Vec<_> = line.crawler_names().map(ResolvedCrawler::new).collect();
    let known = names.iter().filter(|crawler| crawler.known.is_some());
    let longest = known.max_by_key(|crawler| crawler.name.as_str().len());
    longest.or(names.first()).cloned()
}

/// Lists the crawlers that files name, each once, in the order of the files: [`named_by`] gives the
/// crawler of each line.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_crawlers::named_crawlers;
///
/// let robots = RobotsTxt::parse("User-agent: B/1.0\nUser-agent: A\nUser-agent: b\nUser-agent: *\n");
/// let crawlers = named_crawlers(&[&robots]);
/// let names: Vec<_> = crawlers.iter().map(|crawler| crawler.name.as_str()).collect();
/// assert_eq!(names, ["B", "A"]);
/// ```
#[must_use]
pub fn named_crawlers(files: &[&RobotsTxt<'_>]) -> Vec<ResolvedCrawler> {
    let lines = files.iter().flat_map(|file| file.groups()).flat_map(|group| group.user_agents());
    let mut crawlers: Vec<_> = lines.filter_map(|line| named_by(&line)).collect();
    let mut seen = HashSet::new();
    crawlers.retain(|crawler| seen.insert(crawler.name.clone()));
    crawlers
}

#[cfg(test)]
mod tests {
    use gatepost::Dialect;

    use super::*;

    #[test]
    fn a_name_that_was_asked_for_is_looked_for_first() {
        let file = "User-agent: facebookexternalhit\nAllow: /1\n\nUser-agent: Facebot\nAllow: /2\n";
        let robots = RobotsTxt::parse(file);
        let line = |name| {
            let crawler = ResolvedCrawler::new(ProductToken::verbatim(name));
            let selected = crawler.group_in(&robots.group_index());
            selected.group().rules().next().unwrap().line()
        };
        assert_eq!((line("facebookexternalhit"), line("Facebot")), (2, 5));
    }

    /// The name must find the line again, in every dialect.
    #[test]
    fn a_line_names_the_crawler_that_is_shown_for_it() {
        let values = [
            "Screaming Frog SEO Spider/9",
            "Foo Bar",
            "Googlebot/2.1",
            "bot*",
            "* bot",
            "*",
            "",
            "a, b",
            "Sogou web spider",
            "360Spider",
            "\u{e9}",
            "/",
            "Mozilla/5.0 (compatible; x)",
        ];
        let mut named = 0;
        for (value, dialect) in values
            .iter()
            .flat_map(|value| Dialect::ALL.iter().map(move |dialect| (value, *dialect)))
        {
            let file = format!("User-agent: {value}\nDisallow: /\n");
            let robots = RobotsTxt::parse_as(&file, dialect);
            for line in robots.groups().flat_map(|group| group.user_agents()) {
                let Some(crawler) = named_by(&line) else { continue };
                // Python looks for the whole value in a crawler's name up to `/`: nobody has that
                // name.
                let is_cut = crawler.name.as_str().contains('/');
                assert!(is_cut || line.names(&crawler.name), "{dialect} {value} {}", crawler.name);
                assert!(!line.is_global() && !crawler.name.as_str().is_empty());
                named += 1;
            }
        }
        assert!(named > 50, "only {named} lines name a crawler");
    }
}
