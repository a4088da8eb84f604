//! Everything that one crawler needs from one site's robots.txt, in a value that can be kept.
//!
//! A cache keeps one of these for each site and crawler, and asks it about every URL; bindings to
//! other languages hand it out. It borrows nothing, never changes, and may be asked from many
//! threads at once. Parsing the file and selecting the group happen once, when the value is made.
//!
//! Of the file itself it keeps only the crawler's rules: for sitemaps, explanations and the other
//! groups, keep the [`RobotsTxt`] too. The caller supplies the crawler's names, and decides what a
//! failed fetch means: see [`AccessPolicy`](crate::AccessPolicy).
//!
//! Memory: a rule set, the crawler's names, and about 350 bytes. A crawl asks about one site after
//! the other, so an answer should look at few places in memory: a single short name is kept in
//! place.

use alloc::boxed::Box;
use core::time::Duration;

use crate::dialect::Dialect;
use crate::group::{CrawlerGroup, SelectedBy};
use crate::product_token::ProductToken;
use crate::robots_txt::RobotsTxt;
use crate::rule_set::RuleSet;
use crate::url_path::UrlPath;
use crate::verdict::Verdict;

/// Everything that one crawler needs from one site's robots.txt: its rules, its crawl delay, and
/// how they were selected. Owned, `Send`, `Sync`, and meant to be kept.
///
/// # Example
///
/// ```
/// use core::time::Duration;
/// use gatepost::{CrawlerRules, ProductToken, RobotsTxt, UrlPath};
///
/// fn download_and_prepare(names: &[ProductToken]) -> CrawlerRules {
///     let file = b"User-agent: *\nCrawl-delay: 2\nDisallow: /shop\n".to_vec();
///     RobotsTxt::from_vec(file).crawler_rules(names)
/// }
///
/// let names = [ProductToken::new("ExampleBot")?];
/// let rules = download_and_prepare(&names);
/// assert!(!rules.verdict(&UrlPath::new("/shop/cart")?).is_allowed());
/// assert_eq!(rules.crawl_delay(), Some(Duration::from_secs(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrawlerRules {
    /// The only name of the crawler, if it is short: saves a look-up elsewhere in memory.
    short: Option<ShortName>,
    selected_by: SelectedBy,
    crawl_delay: Option<Duration>,
    rules: RuleSet,
    names: Box<[ProductToken]>,
    crawler: ProductToken,
}

/// A name of up to 30 bytes, in place.
#[derive(Clone, Copy, Debug)]
struct ShortName {
    text: [u8; 30],
    length: u8,
}

/// Ignores letter case, like [`ProductToken`].
impl PartialEq for ShortName {
    fn eq(&self, other: &ShortName) -> bool {
        self.as_bytes().eq_ignore_ascii_case(other.as_bytes())
    }
}

impl Eq for ShortName {}

impl ShortName {
    fn of(names: &[ProductToken]) -> Option<ShortName> {
        let [name] = names else { return None };
        let name = name.as_str().as_bytes();
        let mut text = [0; 30];
        text.get_mut(..name.len())?.copy_from_slice(name);
        Some(ShortName { text, length: name.len() as u8 })
    }

    fn as_bytes(&self) -> &[u8] {
        &self.text[..usize::from(self.length)]
    }
}

impl CrawlerRules {
    /// Prepares a group for the crawler that has these names.
    ///
    /// The group need not be the one that the file has for the names: a crawler that ignores `*`
    /// obeys [`CrawlerGroup::without_groups`].
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{CrawlerRules, ProductToken, RobotsTxt, SelectedBy};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /\n");
    /// let names = [ProductToken::new("AdsBot-Google")?];
    /// let group = robots.group_for_any_of(&names).without_groups();
    /// let rules = CrawlerRules::new(&names, &group);
    /// assert_eq!(rules.selected_by(), SelectedBy::NoGroup);
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn new(names: &[ProductToken], group: &CrawlerGroup<'_>) -> CrawlerRules {
        CrawlerRules {
            short: ShortName::of(names),
            selected_by: group.selected_by(),
            crawl_delay: group.crawl_delay(),
            rules: group.rule_set(),
            names: names.into(),
            crawler: group.crawler().clone(),
        }
    }

    /// Returns `true` if these rules were prepared for exactly these names, in this order. Letter
    /// case is ignored.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    ///
    /// let names = [ProductToken::new("Googlebot-Image")?, ProductToken::new("Googlebot")?];
    /// let rules = RobotsTxt::parse("").crawler_rules(&names);
    /// assert!(rules.is_for(&names));
    /// assert!(!rules.is_for(&names[..1]));
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn is_for(&self, names: &[ProductToken]) -> bool {
        match (&self.short, names) {
            (Some(own), [name]) => own.as_bytes().eq_ignore_ascii_case(name.as_str().as_bytes()),
            (Some(_), _) => false,
            (None, names) => *self.names == *names,
        }
    }

    /// Returns the verdict on a URL, with the rule that decided.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// let rules = robots.crawler_rules(&[ProductToken::any()]);
    /// let verdict = rules.verdict(&UrlPath::new("/shop/cart")?);
    /// assert_eq!(verdict.rule().unwrap().line(), 2);
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn verdict(&self, path: &UrlPath<'_>) -> Verdict<'_> {
        self.rules.verdict(path)
    }

    /// Returns the rules, prepared for many URLs.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, ProductToken, RobotsTxt};
    ///
    /// let rules = RobotsTxt::parse("").crawler_rules(&[ProductToken::any()]);
    /// assert_eq!(rules.rule_set().dialect(), Dialect::RFC9309);
    /// ```
    #[must_use]
    pub fn rule_set(&self) -> &RuleSet {
        &self.rules
    }

    /// Returns the time between two requests that the file asks this crawler for: see
    /// [`CrawlerGroup::crawl_delay`].
    ///
    /// # Example
    ///
    /// ```
    /// use core::time::Duration;
    /// use gatepost::{ProductToken, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nCrawl-delay: 5\n");
    /// let rules = robots.crawler_rules(&[ProductToken::any()]);
    /// assert_eq!(rules.crawl_delay(), Some(Duration::from_secs(5)));
    /// ```
    #[must_use]
    pub fn crawl_delay(&self) -> Option<Duration> {
        self.crawl_delay
    }

    /// Returns the names of the crawler, as they were given.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    ///
    /// let rules = RobotsTxt::parse("").crawler_rules(&[ProductToken::new("ExampleBot")?]);
    /// assert_eq!(rules.names()[0].as_str(), "ExampleBot");
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn names(&self) -> &[ProductToken] {
        &self.names
    }

    /// Returns the name by which the group was found: the first of the crawler's names that a group
    /// has, or its first name where no group names the crawler.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse("User-agent: Googlebot\nDisallow: /private\n");
    /// let names = [ProductToken::new("Googlebot-Image")?, ProductToken::new("Googlebot")?];
    /// assert_eq!(robots.crawler_rules(&names).crawler().as_str(), "Googlebot");
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn crawler(&self) -> &ProductToken {
        &self.crawler
    }

    /// Returns how the group was selected: by a name, as the group for `*`, or not at all.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, SelectedBy};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /\n");
    /// let rules = robots.crawler_rules(&[ProductToken::new("ExampleBot")?]);
    /// assert_eq!(rules.selected_by(), SelectedBy::Star);
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn selected_by(&self) -> SelectedBy {
        self.selected_by
    }

    /// Returns the dialect in which the file was parsed.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, ProductToken, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse_as("", Dialect::GOOGLE);
    /// let rules = robots.crawler_rules(&[ProductToken::any()]);
    /// assert_eq!(rules.dialect(), Dialect::GOOGLE);
    /// ```
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.rules.dialect()
    }
}

impl CrawlerGroup<'_> {
    /// Prepares the rules and the crawl delay of a crawler, in a value that can be kept.
    ///
    /// The crawler has the one name that [`CrawlerGroup::crawler`] returns. For a crawler with
    /// several names, use [`RobotsTxt::crawler_rules`] or [`CrawlerRules::new`].
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: ExampleBot\nDisallow: /shop\n");
    /// let rules = robots.group_for(&ProductToken::new("ExampleBot")?).crawler_rules();
    /// drop(robots);
    /// assert!(!rules.verdict(&UrlPath::new("/shop")?).is_allowed());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn crawler_rules(&self) -> CrawlerRules {
        CrawlerRules::new(core::slice::from_ref(self.crawler()), self)
    }
}

impl RobotsTxt<'_> {
    /// Prepares the rules and the crawl delay of the crawler with these names, in a value that can
    /// be kept.
    ///
    /// The names are those of [`RobotsTxt::group_for_any_of`]: the first that a group has decides.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: Googlebot\nDisallow: /private\n");
    /// let names = [ProductToken::new("Googlebot-Image")?, ProductToken::new("Googlebot")?];
    /// let rules = robots.crawler_rules(&names);
    /// assert!(!rules.verdict(&UrlPath::new("/private")?).is_allowed());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn crawler_rules(&self, names: &[ProductToken]) -> CrawlerRules {
        CrawlerRules::new(names, &self.group_for_any_of(names))
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    fn names(names: &[&str]) -> Vec<ProductToken> {
        names.iter().map(|name| ProductToken::verbatim(name)).collect()
    }

    #[test]
    fn names_of_any_length_are_compared() {
        let (long, longer) = ("a".repeat(30), "a".repeat(31));
        let all = [vec![], vec!["a"], vec!["b"], vec!["a", "b"], vec![&*long], vec![&*longer]];
        for (at, prepared) in all.iter().enumerate() {
            let rules = RobotsTxt::parse("").crawler_rules(&names(prepared));
            for (other, asked) in all.iter().enumerate() {
                assert_eq!(rules.is_for(&names(asked)), at == other, "{prepared:?} {asked:?}");
            }
        }
    }

    #[test]
    fn letter_case_of_names_is_ignored() {
        let rules = |name| RobotsTxt::parse("").crawler_rules(&names(&[name]));
        assert!(rules("ExampleBot").is_for(&names(&["examplebot"])));
        assert_eq!(rules("ExampleBot"), rules("examplebot"));
    }
}
