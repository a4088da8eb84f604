//! Groups, and which of them a crawler obeys: RFC 9309 section 2.2.1.
//!
//! A crawler obeys all groups that name it, combined into one. If no group names it, it obeys all
//! groups for `*`, combined; never both. `group_selection.rs` selects the groups, also for dialects
//! that use the first group or the longest name. This file does not know when a rule matches
//! (`path_pattern.rs`) or which rule wins (`precedence.rs`). The caller knows which crawlers have
//! several names, or ignore `*`.

use alloc::vec::Vec;
use core::ops::Range;
use core::time::Duration;

use crate::dialect::Dialect;
use crate::key::Key;
use crate::precedence::Rank;
use crate::product_token::{self, ProductToken};
use crate::record::Record;
use crate::robots_txt::{RobotsTxt, ValueSpan};
use crate::rule::Rule;
use crate::url_path::UrlPath;
use crate::verdict::{DecidedBy, Verdict};

/// `User-agent` lines and the lines below them, up to the next `User-agent` line after a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group<'r> {
    robots: &'r RobotsTxt<'r>,
    index: usize,
}

impl<'r> Group<'r> {
    pub(crate) fn new(robots: &'r RobotsTxt<'r>, index: usize) -> Group<'r> {
        Group { robots, index }
    }

    /// Returns the `User-agent` lines of the group.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: ExampleBot/1.0\nDisallow: /shop\nCrawl-delay: 2\n");
    /// let group = robots.groups().next().unwrap();
    /// assert_eq!(group.user_agents().len(), 1);
    /// ```
    #[must_use]
    pub fn user_agents(&self) -> impl ExactSizeIterator<Item = UserAgentLine<'r>> + use<'r> {
        let [user_agents, ..] = self.robots.group_bounds(self.index);
        let robots = self.robots;
        user_agents.map(move |at| UserAgentLine::new(robots, robots.user_agent_at(at)))
    }

    /// Returns the rules of the group, including those without a value.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: ExampleBot/1.0\nDisallow: /shop\nCrawl-delay: 2\n");
    /// let group = robots.groups().next().unwrap();
    /// assert_eq!(group.rules().next().unwrap().line(), 2);
    /// ```
    #[must_use]
    pub fn rules(&self) -> impl ExactSizeIterator<Item = Rule<'r>> + use<'r> {
        let [_, rules, _] = self.robots.group_bounds(self.index);
        let robots = self.robots;
        rules.map(move |at| {
            let rule = robots.rule_at(at);
            let span = rule.span();
            let value = &robots.as_bytes()[span.clone()];
            Rule::new(value, span.start, rule.line(), rule.is_allow(), robots.dialect_ref())
        })
    }

    /// Returns the directives within the group, including sitemaps, although these belong to no
    /// group.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: ExampleBot/1.0\nDisallow: /shop\nCrawl-delay: 2\n");
    /// let group = robots.groups().next().unwrap();
    /// assert_eq!(group.other_records().next().unwrap().line(), 3);
    /// ```
    #[must_use]
    pub fn other_records(&self) -> impl ExactSizeIterator<Item = Record<'r>> + use<'r> {
        let [.., others] = self.robots.group_bounds(self.index);
        self.robots.other_records_in(others)
    }
}

impl RobotsTxt<'_> {
    /// Returns the groups in the order of the file, each with its own lines.
    ///
    /// Several groups can name one crawler: [`RobotsTxt::group_for`] combines them.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: ExampleBot/1.0\nDisallow: /shop\nCrawl-delay: 2\n");
    /// assert_eq!(robots.groups().len(), 1);
    /// ```
    #[must_use]
    pub fn groups(&self) -> impl ExactSizeIterator<Item = Group<'_>> {
        (0..self.group_count()).map(|index| Group { robots: self, index })
    }
}

/// One `User-agent` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UserAgentLine<'r> {
    value: &'r [u8],
    start: usize,
    line: usize,
    dialect: &'r Dialect,
}

impl<'r> UserAgentLine<'r> {
    fn new(robots: &'r RobotsTxt<'r>, line: ValueSpan) -> UserAgentLine<'r> {
        let span = line.span();
        UserAgentLine {
            value: &robots.as_bytes()[span.clone()],
            start: span.start,
            line: line.line(),
            dialect: robots.dialect_ref(),
        }
    }

    /// Returns the number of the line; the first line is 1.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: ExampleBot/1.0\nDisallow: /shop\nCrawl-delay: 2\n");
    /// let group = robots.groups().next().unwrap();
    /// let line = group.user_agents().next().unwrap();
    /// assert_eq!(line.line(), 1);
    /// ```
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the value as written.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: ExampleBot/1.0\nDisallow: /shop\nCrawl-delay: 2\n");
    /// let group = robots.groups().next().unwrap();
    /// let line = group.user_agents().next().unwrap();
    /// assert_eq!(line.value(), b"ExampleBot/1.0");
    /// ```
    #[must_use]
    pub fn value(&self) -> &'r [u8] {
        self.value
    }

    /// Returns the place of the value in the file.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: ExampleBot/1.0\nDisallow: /shop\nCrawl-delay: 2\n");
    /// let group = robots.groups().next().unwrap();
    /// let line = group.user_agents().next().unwrap();
    /// assert_eq!(line.value_span(), 12..26);
    /// ```
    #[must_use]
    pub fn value_span(&self) -> Range<usize> {
        self.start..self.start + self.value.len()
    }

    /// Returns the product token in the value, as the dialect extracts it: `*` in a group for all
    /// crawlers, and an empty token if the line names no crawler.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: ExampleBot/1.0\nDisallow: /shop\nCrawl-delay: 2\n");
    /// let group = robots.groups().next().unwrap();
    /// let line = group.user_agents().next().unwrap();
    /// assert_eq!(line.token(), b"ExampleBot");
    /// ```
    #[must_use]
    pub fn token(&self) -> &'r [u8] {
        product_token::product_token(self.value, self.dialect)
    }

    /// Returns the crawler names in the value of the line, as the dialect reads them: the product
    /// token first, then every other name that would find the line. The value `*` has none.
    ///
    /// `Foo Bar/1.0` names a crawler called `Foo`, and under [`Dialect::RFC9309`] also one called
    /// `Foo Bar`. Only a directory of crawlers knows which of the two exists. Names that are not
    /// UTF-8 are left out, since no crawler can be asked about by them.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, RobotsTxt};
    ///
    /// let names = |dialect| -> Vec<String> {
    ///     let robots = RobotsTxt::parse_as("User-agent: Foo Bar/1.0\n", dialect);
    ///     let line = robots.groups().next().unwrap().user_agents().next().unwrap();
    ///     line.crawler_names().map(|name| name.to_string()).collect()
    /// };
    /// assert_eq!(names(Dialect::RFC9309), ["Foo", "Foo Bar"]);
    /// assert_eq!(names(Dialect::GOOGLE), ["Foo"]);
    /// ```
    pub fn crawler_names(&self) -> impl Iterator<Item = ProductToken> + use<'r> {
        product_token::names_in(self.value, self.dialect).filter_map(|name| {
            let name = core::str::from_utf8(&name).ok().filter(|name| !name.is_empty())?;
            Some(ProductToken::verbatim(name))
        })
    }

    /// Returns `true` if the line stands for every crawler that no group names.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: ExampleBot/1.0\nDisallow: /shop\nCrawl-delay: 2\n");
    /// let group = robots.groups().next().unwrap();
    /// let line = group.user_agents().next().unwrap();
    /// assert!(!line.is_global());
    /// ```
    #[must_use]
    pub fn is_global(&self) -> bool {
        product_token::is_global(self.value, self.dialect)
    }

    /// Returns `true` if the line names this crawler.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse("User-agent: ExampleBot/1.0\nDisallow: /shop\nCrawl-delay: 2\n");
    /// let group = robots.groups().next().unwrap();
    /// let line = group.user_agents().next().unwrap();
    /// assert!(line.names(&ProductToken::new("examplebot")?));
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn names(&self, crawler: &ProductToken) -> bool {
        product_token::names(self.value, crawler, self.dialect)
    }
}

/// The way in which the groups that a crawler obeys were selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum SelectedBy {
    /// A group names the crawler.
    Name,
    /// No group names the crawler, so it obeys the groups for `*`.
    Star,
    /// No group names the crawler, and none is for `*`.
    NoGroup,
}

/// The groups that a crawler obeys, combined into one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrawlerGroup<'r> {
    robots: &'r RobotsTxt<'r>,
    selected_by: SelectedBy,
    /// The name by which the groups were found, or the first that was asked for.
    crawler: ProductToken,
    groups: Vec<u32>,
}

impl<'r> CrawlerGroup<'r> {
    pub(crate) fn new(
        robots: &'r RobotsTxt<'r>,
        selected_by: SelectedBy,
        crawler: ProductToken,
        groups: Vec<u32>,
    ) -> CrawlerGroup<'r> {
        CrawlerGroup { robots, selected_by, crawler, groups }
    }

    /// Drops all groups: for a crawler that ignores the file, or that ignores `*` and is not named.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{SelectedBy, ProductToken, RobotsTxt, UrlPath};
    ///
    /// // AdsBot-Google obeys the groups that name it, and never those for `*`.
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /\n");
    /// let group = robots.group_for(&ProductToken::new("AdsBot-Google")?);
    /// assert_eq!(group.selected_by(), SelectedBy::Star);
    /// let group = group.without_groups();
    /// assert_eq!(group.selected_by(), SelectedBy::NoGroup);
    /// assert!(group.verdict(&UrlPath::new("/")?).is_allowed());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn without_groups(self) -> CrawlerGroup<'r> {
        CrawlerGroup { selected_by: SelectedBy::NoGroup, groups: Vec::new(), ..self }
    }

    /// Returns `true` if another group of the same file combines the same groups, by the same name.
    #[cfg(test)]
    pub(crate) fn is_same(&self, other: &CrawlerGroup<'_>) -> bool {
        (self.selected_by, &self.crawler, &self.groups)
            == (other.selected_by, &other.crawler, &other.groups)
    }

    /// Returns how the group was selected: by a name, as the group for `*`, or not at all.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, SelectedBy};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\nCrawl-delay: 2\n");
    /// let group = robots.group_for(&ProductToken::new("ExampleBot")?);
    /// assert_eq!(group.selected_by(), SelectedBy::Star);
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn selected_by(&self) -> SelectedBy {
        self.selected_by
    }

    /// Returns the name by which the group was found, or the first name that was asked for where no
    /// group names the crawler.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\nCrawl-delay: 2\n");
    /// let group = robots.group_for(&ProductToken::new("ExampleBot")?);
    /// assert_eq!(group.crawler().as_str(), "ExampleBot");
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn crawler(&self) -> &ProductToken {
        &self.crawler
    }

    /// Returns the dialect in which the file was parsed.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, ProductToken, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\nCrawl-delay: 2\n");
    /// let group = robots.group_for(&ProductToken::new("ExampleBot")?);
    /// assert_eq!(group.dialect(), Dialect::RFC9309);
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.robots.dialect()
    }

    /// Returns the file that the groups are from.
    pub(crate) fn robots(&self) -> &'r RobotsTxt<'r> {
        self.robots
    }

    /// Returns the groups of the file that are combined in this one, in the order of the file.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\nCrawl-delay: 2\n");
    /// let group = robots.group_for(&ProductToken::new("ExampleBot")?);
    /// assert_eq!(group.groups().len(), 1);
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn groups(&self) -> impl ExactSizeIterator<Item = Group<'r>> + '_ {
        self.groups.iter().map(|index| Group::new(self.robots, *index as usize))
    }

    /// Returns the `User-agent` lines by which the group was selected.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\nCrawl-delay: 2\n");
    /// let group = robots.group_for(&ProductToken::new("ExampleBot")?);
    /// assert_eq!(group.user_agents().next().unwrap().line(), 1);
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    pub fn user_agents(&self) -> impl Iterator<Item = UserAgentLine<'r>> + '_ {
        self.groups().flat_map(|group| group.user_agents()).filter(|line| match self.selected_by {
            SelectedBy::Name => line.names(&self.crawler),
            SelectedBy::Star => line.is_global(),
            SelectedBy::NoGroup => false,
        })
    }

    /// Returns the rules in the order of the file, including those without a value.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\nCrawl-delay: 2\n");
    /// let group = robots.group_for(&ProductToken::new("ExampleBot")?);
    /// assert_eq!(group.rules().count(), 1);
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    pub fn rules(&self) -> impl Iterator<Item = Rule<'r>> + '_ {
        self.groups().flat_map(|group| group.rules())
    }

    /// Returns the directives within the groups, in the order of the file.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\nCrawl-delay: 2\n");
    /// let group = robots.group_for(&ProductToken::new("ExampleBot")?);
    /// assert_eq!(group.other_records().next().unwrap().line(), 3);
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    pub fn other_records(&self) -> impl Iterator<Item = Record<'r>> + '_ {
        self.groups().flat_map(|group| group.other_records())
    }

    /// Returns the time between two requests that the file asks for: the first `Crawl-delay` in the
    /// groups that is a number.
    ///
    /// # Example
    ///
    /// ```
    /// use core::time::Duration;
    /// use gatepost::{ProductToken, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nCrawl-delay: 2.5\nDisallow: /a\n");
    /// let group = robots.group_for(&ProductToken::new("ExampleBot")?);
    /// assert_eq!(group.crawl_delay(), Some(Duration::from_millis(2500)));
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn crawl_delay(&self) -> Option<Duration> {
        let mut delays = self.other_records().filter(|record| record.key() == Key::CrawlDelay);
        delays.find_map(|record| record.crawl_delay())
    }

    /// Returns the verdict on a URL, with the rule that decided.
    ///
    /// This parses every rule again. For many URLs, prepare a [`RuleSet`](crate::RuleSet).
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\nCrawl-delay: 2\n");
    /// let group = robots.group_for(&ProductToken::new("ExampleBot")?);
    /// assert!(!group.verdict(&UrlPath::new("/shop/cart")?).is_allowed());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn verdict(&self, path: &UrlPath<'_>) -> Verdict<'r> {
        if self.robots.dialect_ref().robots_txt_is_exempt && path.is_robots_txt() {
            return Verdict::without_rule(DecidedBy::RobotsTxtItself);
        }
        let path = path.bytes(self.robots.dialect_ref().percent_encoding);
        let mut best: Option<(Rank, Verdict<'r>)> = None;
        for rule in self.rules() {
            let Some(by) = rule.matched_by(&path) else { continue };
            let rank = rule.rank(&by.pattern, &path);
            if best.as_ref().is_none_or(|(winner, _)| rank.outranks(winner)) {
                best = Some((rank, Verdict::by_rule(rank.allows(), rule, by.opens_folder)));
            }
        }
        match best {
            Some((_, verdict)) => verdict,
            None if self.selected_by == SelectedBy::NoGroup => {
                Verdict::without_rule(DecidedBy::NoGroup)
            }
            None => Verdict::without_rule(DecidedBy::NoRuleMatches),
        }
    }
}
