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

use gatepost::{CrawlerFamily, GroupIndex, ProductToken, RobotsTxt, SelectedBy, UserAgentLine};

use crate::crawler::Crawler;
use crate::directory::by_token;
use crate::selected_group::{GroupSelectedBy, SelectedGroup};

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
        ResolvedCrawler { known: by_token(name.as_str()), name }
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
        ResolvedCrawler { name: ProductToken::verbatim(crawler.token()), known: Some(crawler) }
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
        let by_name = index.group_for_any_of(std::slice::from_ref(&self.name));
        match self.known {
            // A crawler that is asked about under an alias looks for the group of that name first.
            Some(known) if known.ignores_file() || by_name.selected_by() != SelectedBy::Name => {
                known.group_in_index(index)
            }
            _ => SelectedGroup::from(by_name),
        }
    }

    /// Returns the names under which the crawler looks for a group: the one that was used, then all
    /// others.
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
        self.family().names().to_vec()
    }

    /// Describes the crawler for proofs, which know nothing of the directory.
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
        let family = CrawlerFamily::new(self.name.clone());
        match self.known {
            None => family,
            Some(known) => family
                .with_names(known.names().into_iter().filter(|name| *name != self.name))
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
