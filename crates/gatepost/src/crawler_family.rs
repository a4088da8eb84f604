//! Crawlers that look for a group under several names, or ignore some groups.
//!
//! RFC 9309 section 2.2.1 knows one name per crawler. Some operators document more: Googlebot-Image
//! obeys the group for Googlebot where no group names Googlebot-Image, and AdsBot-Google ignores
//! the groups for `*`. This file applies such a description to a robots.txt file. It does not know
//! which crawlers behave so.

use alloc::vec;
use alloc::vec::Vec;

use crate::group::{CrawlerGroup, SelectedBy};
use crate::group_index::GroupIndex;
use crate::product_token::ProductToken;

/// The names under which a crawler looks for its group, and the groups that it ignores.
///
/// # Example
///
/// ```
/// use gatepost::{CrawlerFamily, ProductToken, RobotsTxt};
///
/// let image = CrawlerFamily::new(ProductToken::new("Googlebot-Image")?)
///     .with_names([ProductToken::new("Googlebot")?]);
/// let robots = RobotsTxt::parse("User-agent: Googlebot\nDisallow: /private\n");
/// let group = image.group_in(&robots.group_index());
/// assert_eq!(group.crawler().as_str(), "Googlebot");
/// assert_eq!(group.rules().count(), 1);
/// # Ok::<(), gatepost::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CrawlerFamily {
    /// Never empty.
    names: Vec<ProductToken>,
    ignores_star: bool,
    ignores_file: bool,
}

impl CrawlerFamily {
    /// Creates the description of a crawler that has one name and ignores nothing.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{CrawlerFamily, ProductToken};
    ///
    /// let family = CrawlerFamily::new(ProductToken::new("ExampleBot")?);
    /// assert_eq!(family.names().len(), 1);
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn new(name: ProductToken) -> CrawlerFamily {
        CrawlerFamily { names: vec![name], ignores_star: false, ignores_file: false }
    }

    /// Adds names under which the crawler looks for a group, in this order, where no group has an
    /// earlier name.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{CrawlerFamily, ProductToken};
    ///
    /// let [own, other] = ["YandexBot", "Yandex"].map(ProductToken::verbatim);
    /// let family = CrawlerFamily::new(own).with_names([other]);
    /// assert_eq!(family.names()[1].as_str(), "Yandex");
    /// ```
    #[must_use]
    pub fn with_names(mut self, names: impl IntoIterator<Item = ProductToken>) -> CrawlerFamily {
        self.names.extend(names);
        self
    }

    /// Sets whether the crawler ignores the groups for `*`.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{CrawlerFamily, ProductToken, RobotsTxt};
    ///
    /// let ads = CrawlerFamily::new(ProductToken::verbatim("AdsBot-Google")).with_ignores_star(true);
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /\n");
    /// assert_eq!(ads.group_in(&robots.group_index()).rules().count(), 0);
    /// ```
    #[must_use]
    pub fn with_ignores_star(self, ignores_star: bool) -> CrawlerFamily {
        CrawlerFamily { ignores_star, ..self }
    }

    /// Sets whether the crawler ignores robots.txt altogether.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{CrawlerFamily, ProductToken, RobotsTxt};
    ///
    /// let name = ProductToken::verbatim("Google-Safety");
    /// let safety = CrawlerFamily::new(name).with_ignores_file(true);
    /// let robots = RobotsTxt::parse("User-agent: Google-Safety\nDisallow: /\n");
    /// assert_eq!(safety.group_in(&robots.group_index()).rules().count(), 0);
    /// ```
    #[must_use]
    pub fn with_ignores_file(self, ignores_file: bool) -> CrawlerFamily {
        CrawlerFamily { ignores_file, ..self }
    }

    /// Returns the crawler's own name: the first one that it looks for.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{CrawlerFamily, ProductToken};
    ///
    /// let family = CrawlerFamily::new(ProductToken::verbatim("ExampleBot"));
    /// assert_eq!(family.name().as_str(), "ExampleBot");
    /// ```
    #[must_use]
    pub fn name(&self) -> &ProductToken {
        &self.names[0]
    }

    /// Returns every name under which the crawler looks for a group, its own first.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{CrawlerFamily, ProductToken};
    ///
    /// let family = CrawlerFamily::new(ProductToken::verbatim("ExampleBot"));
    /// assert_eq!(family.names(), [ProductToken::verbatim("ExampleBot")]);
    /// ```
    #[must_use]
    pub fn names(&self) -> &[ProductToken] {
        &self.names
    }

    /// Returns `true` if the crawler ignores the groups for `*`.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{CrawlerFamily, ProductToken};
    ///
    /// assert!(!CrawlerFamily::new(ProductToken::verbatim("ExampleBot")).ignores_star());
    /// ```
    #[must_use]
    pub fn ignores_star(&self) -> bool {
        self.ignores_star
    }

    /// Returns `true` if the crawler ignores robots.txt altogether.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{CrawlerFamily, ProductToken};
    ///
    /// assert!(!CrawlerFamily::new(ProductToken::verbatim("ExampleBot")).ignores_file());
    /// ```
    #[must_use]
    pub fn ignores_file(&self) -> bool {
        self.ignores_file
    }

    /// Returns the group that the crawler obeys in an indexed file. The group has no rules if the
    /// crawler ignores everything that the file says to it.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{CrawlerFamily, ProductToken, RobotsTxt, SelectedBy};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /\n");
    /// let family = CrawlerFamily::new(ProductToken::verbatim("ExampleBot"));
    /// assert_eq!(family.group_in(&robots.group_index()).selected_by(), SelectedBy::Star);
    /// ```
    #[must_use]
    pub fn group_in<'r>(&self, index: &GroupIndex<'r>) -> CrawlerGroup<'r> {
        let group = index.group_for_any_of(&self.names);
        let is_by_star = group.selected_by() == SelectedBy::Star;
        match self.ignores_file || (self.ignores_star && is_by_star) {
            true => group.without_groups(),
            false => group,
        }
    }
}
