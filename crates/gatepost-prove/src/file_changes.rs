//! The changes between two files, for every crawler.
//!
//! Crawlers differ only in the groups that they obey, so the crawlers found by
//! `distinct_crawlers.rs` stand for all. Crawlers that obey the same groups in both files form a
//! class, and one proof covers the class.

use std::collections::HashSet;

use gatepost::{CrawlerFamily, CrawlerGroup, ProductToken, RobotsTxt, SelectedBy, crawler_classes};

use crate::changes::{Changes, changes};
use crate::distinct_crawlers::distinct_crawlers_with;
use crate::outcome::NotDecided;
use crate::rule_list::RuleList;

/// The differences between two files for every crawler, found by [`file_changes`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FileChanges {
    /// All crawlers, in classes that obey the same rules before and the same rules after.
    ///
    /// The class of the crawlers that neither file names comes first; `*` stands for them.
    pub classes: Vec<CrawlerClass>,
    /// Crawlers that the second file names by their own names and the first does not.
    pub newly_named: Vec<ProductToken>,
    /// Crawlers that the first file names and the second does not.
    pub no_longer_named: Vec<ProductToken>,
    /// Why there may be crawlers in other classes, if that was not decided.
    pub not_decided: Option<NotDecided>,
}

impl FileChanges {
    /// Returns `true` if it is proved that no URL changes for any crawler.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_prove::file_changes;
    ///
    /// let [before, after] = ["User-agent: *\nDisallow: /a*\n", "User-agent: *\nDisallow: /a\n"];
    /// let [before, after] = [before, after].map(RobotsTxt::parse);
    /// assert!(file_changes(&before, &after).is_none());
    /// ```
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.not_decided.is_none() && self.classes.iter().all(|class| class.changes.is_none())
    }
}

/// Crawlers that obey the same rules before, and the same rules after.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CrawlerClass {
    /// The crawlers, as the files spell their names; `*` stands for all that neither file names.
    ///
    /// In dialects in which a name may be a part of a crawler's name, `a ... b` stands for crawlers
    /// that have both names in their own: see [`distinct_crawlers`](crate::distinct_crawlers()).
    pub crawlers: Vec<ProductToken>,
    /// The changes for these crawlers.
    pub changes: Changes,
}

/// Finds every difference between two files, for every crawler.
///
/// For crawlers that fall back to the group of another crawler, as Googlebot-News falls back to the
/// group for Googlebot, use [`file_changes_with`].
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_prove::file_changes;
///
/// let before = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
/// let after = RobotsTxt::parse(
///     "User-agent: *\nDisallow: /shop\n\nUser-agent: ExampleBot\nDisallow: /cart\n",
/// );
/// let changes = file_changes(&before, &after);
///
/// // ExampleBot has its own group now, so it ignores the rules for `*`.
/// assert_eq!(changes.newly_named[0].as_str(), "ExampleBot");
/// assert!(changes.classes[0].changes.is_none());
/// let class = &changes.classes[1];
/// assert_eq!(class.crawlers[0].as_str(), "ExampleBot");
/// assert_eq!(class.changes.newly_allowed[0].pattern, "/shop");
/// assert_eq!(class.changes.newly_disallowed[0].pattern, "/cart");
/// ```
#[must_use]
pub fn file_changes(before: &RobotsTxt<'_>, after: &RobotsTxt<'_>) -> FileChanges {
    file_changes_with(before, after, &[])
}

/// Finds every difference between two files, also for crawlers that fall back to the groups of
/// others or ignore some groups.
///
/// The result lists a family under its own name, whether or not a file contains that name.
///
/// # Example
///
/// ```
/// use gatepost::{CrawlerFamily, ProductToken, RobotsTxt};
/// use gatepost_prove::file_changes_with;
///
/// let before = RobotsTxt::parse("User-agent: Googlebot\nDisallow: /\n");
/// let after = RobotsTxt::parse("User-agent: Googlebot\nDisallow: /shop\n");
/// let [news, googlebot] = ["Googlebot-News", "Googlebot"].map(ProductToken::verbatim);
/// let news = CrawlerFamily::new(news).with_names([googlebot]);
/// let changes = file_changes_with(&before, &after, &[news]);
///
/// // Googlebot-News obeys the same rules as Googlebot, so both are in one class.
/// let names: Vec<_> = changes.classes[1].crawlers.iter().map(|name| name.as_str()).collect();
/// assert_eq!(names, ["Googlebot", "Googlebot-News"]);
/// ```
#[must_use]
pub fn file_changes_with(
    before: &RobotsTxt<'_>,
    after: &RobotsTxt<'_>,
    families: &[CrawlerFamily],
) -> FileChanges {
    file_changes_for(before, after, families, |_| true)
}

/// Finds every difference between two files, for those crawlers alone that somebody asks about.
///
/// `is_asked` is given the names of crawlers, `*` for all that neither file names. The result lists
/// no other crawlers, and says nothing about them.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_prove::file_changes_for;
///
/// let [before, after] = ["User-agent: a\nAllow: /\n", "User-agent: a\nDisallow: /\n"];
/// let [before, after] = [before, after].map(RobotsTxt::parse);
/// let changes = file_changes_for(&before, &after, &[], |crawler| crawler.as_str() != "a");
/// assert!(changes.is_none() && changes.classes.len() == 1);
/// ```
pub fn file_changes_for(
    before: &RobotsTxt<'_>,
    after: &RobotsTxt<'_>,
    families: &[CrawlerFamily],
    is_asked: impl Fn(&ProductToken) -> bool,
) -> FileChanges {
    let own: Vec<_> = families.iter().map(|family| family.name().clone()).collect();
    let distinct = distinct_crawlers_with(&[before, after], &own);
    let mut found = FileChanges { not_decided: distinct.not_decided, ..FileChanges::default() };
    let own: HashSet<_> = own.into_iter().collect();
    let others = distinct.crawlers.into_iter().filter(|crawler| !own.contains(crawler));
    let crawlers = others.map(CrawlerFamily::new).chain(families.iter().cloned());
    let crawlers = crawlers.filter(|crawler| is_asked(crawler.name()));
    let indexes = [before.group_index(), after.group_index()];
    let classes = crawler_classes(crawlers, |crawler| {
        let groups = indexes.each_ref().map(|index| crawler.group_in(index));
        let name = crawler.name();
        match groups.each_ref().map(|group| is_named_by(group, name)) {
            [false, true] => found.newly_named.push(name.clone()),
            [true, false] => found.no_longer_named.push(name.clone()),
            _ => {}
        }
        groups
    });
    let class = |class: gatepost::CrawlerClass<'_, CrawlerFamily, 2>| {
        let [before, after] = class.groups.each_ref().map(RuleList::of_group);
        let crawlers = class.crawlers.iter().map(|crawler| crawler.name().clone()).collect();
        CrawlerClass { crawlers, changes: changes(&before, &after) }
    };
    found.classes = classes.into_iter().map(class).collect();
    found
}

/// Returns whether a group was selected by this name, and not by another name of the crawler.
fn is_named_by(group: &CrawlerGroup<'_>, name: &ProductToken) -> bool {
    group.selected_by() == SelectedBy::Name && group.crawler() == name
}

#[cfg(test)]
mod tests {
    use gatepost::Dialect;

    use super::*;

    fn family(names: &[&str], ignores_star: bool, ignores_file: bool) -> CrawlerFamily {
        let mut names = names.iter().map(|name| ProductToken::new(name).unwrap());
        CrawlerFamily::new(names.next().unwrap())
            .with_names(names)
            .with_ignores_star(ignores_star)
            .with_ignores_file(ignores_file)
    }

    /// Returns the crawlers for whom something changes, and those who are newly named or no longer.
    fn changed(before: &str, after: &str, families: &[CrawlerFamily]) -> [Vec<String>; 3] {
        let (before, after) = (RobotsTxt::parse(before), RobotsTxt::parse(after));
        let found = file_changes_with(&before, &after, families);
        let changed = found.classes.iter().filter(|class| !class.changes.is_none());
        let changed = changed.flat_map(|class| class.crawlers.clone()).collect();
        [changed, found.newly_named, found.no_longer_named]
            .map(|names: Vec<ProductToken>| names.iter().map(ToString::to_string).collect())
    }

    const STAR: &str = "User-agent: *\nDisallow: /\n";
    const OWN: &str = "User-agent: b\nDisallow: /\n";
    const OF_FAMILY: &str = "User-agent: a\nDisallow: /\n";

    #[test]
    fn a_family_loses_its_rules_with_the_group_that_it_takes() {
        let families = [family(&["b", "a"], false, false)];
        assert_eq!(changed(OF_FAMILY, "", &families), [vec!["a", "b"], vec![], vec!["a"]]);
        // And it has its own where that is named.
        let both = format!("{OF_FAMILY}\nUser-agent: b\nAllow: /x\n");
        assert_eq!(changed(&both, OWN, &families), [vec!["a", "b"], vec![], vec!["a"]]);
        assert_eq!(changed(OF_FAMILY, &both, &families), [vec!["b"], vec!["b"], vec![]]);
    }

    #[test]
    fn one_that_ignores_star_obeys_its_own_group_alone() {
        let families = [family(&["b"], true, false)];
        assert_eq!(changed("", STAR, &families), [vec!["*"], vec![], vec![]]);
        assert_eq!(changed("", OWN, &families), [vec!["b"], vec!["b"], vec![]]);
        assert_eq!(changed(STAR, OWN, &families), [vec!["*", "b"], vec!["b"], vec![]]);
    }

    #[test]
    fn for_one_that_ignores_the_file_nothing_changes() {
        let families = [family(&["b"], false, true)];
        assert_eq!(changed("", STAR, &families), [vec!["*"], vec![], vec![]]);
        assert_eq!(changed("", OWN, &families), [vec![""; 0], vec![], vec![]]);
    }

    /// What changes is for crawlers alone that have both names in their own, as Googlebot has.
    #[test]
    fn crawlers_of_which_two_names_are_parts() {
        let one = "User-agent: bot\nDisallow: /1\n\nUser-agent: google\nDisallow: /2\n";
        let other = "User-agent: google\nDisallow: /2\n\nUser-agent: bot\nDisallow: /1\n";
        let [one, other] = [one, other].map(|f| RobotsTxt::parse_as(f, Dialect::PYTHON_3_11));
        let found = file_changes(&one, &other);
        let changed = found.classes.iter().filter(|class| !class.changes.is_none());
        let changed: Vec<_> = changed.flat_map(|class| &class.crawlers).collect();
        assert_eq!(changed, [&ProductToken::verbatim("bot ... google")]);
        assert!(found.newly_named.is_empty() && found.not_decided.is_none());
    }

    #[test]
    fn too_many_crawlers_are_not_decided() {
        let file = |order: &mut dyn Iterator<Item = usize>| -> String {
            order.map(|at| format!("User-agent: n{at}n\nDisallow: /{at}\n\n")).collect()
        };
        let (one, other) = (file(&mut (0..400)), file(&mut (0..400).rev()));
        let dialect = Dialect::PYTHON_3_11;
        let [one, other] = [&one, &other].map(|file| RobotsTxt::parse_as(file, dialect));
        let found = file_changes(&one, &other);
        assert_eq!(found.not_decided, Some(NotDecided::TooManyCrawlers));
        assert!(!found.is_none() && file_changes(&one, &one).is_none());
    }
}
