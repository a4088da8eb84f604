//! Crawlers in classes that obey the same rules.
//!
//! A file that names a hundred crawlers often has three sets of rules. Callers can prove, prepare
//! or print something once per class instead of once per crawler. Crawlers are in one class if they
//! obey the rules of the same lines. A crawler whose group has no rules and a crawler without a
//! group share a class, since both may fetch everything. This file does not select groups:
//! `group_index.rs`.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use crate::group::CrawlerGroup;

/// Crawlers that obey the same rules in each of `N` files, made by [`crawler_classes`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CrawlerClass<'r, C, const N: usize = 1> {
    /// The crawlers, in the order in which they were given; never empty.
    pub crawlers: Vec<C>,
    /// The groups that the first of them obeys, one for each file.
    pub groups: [CrawlerGroup<'r>; N],
}

/// Sorts crawlers into classes that obey the rules of the same lines in each of `N` files.
///
/// Classes come in the order of their first crawlers. The caller chooses the type of a crawler:
/// `groups_of` returns the group that it obeys in each file. This takes time in proportion to all
/// the rules that all the crawlers obey.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt, crawler_classes};
///
/// let robots = RobotsTxt::parse("User-agent: A\nUser-agent: B\nDisallow: /1\n");
/// let crawlers = ["A", "B", "C"].map(ProductToken::verbatim);
/// let classes = crawler_classes(&crawlers, |crawler| [robots.group_for(crawler)]);
///
/// assert_eq!(classes.len(), 2);
/// assert_eq!(classes[0].crawlers, [&crawlers[0], &crawlers[1]]);
/// assert_eq!(classes[0].groups[0].rules().count(), 1);
/// ```
#[must_use]
pub fn crawler_classes<'r, C, const N: usize>(
    crawlers: impl IntoIterator<Item = C>,
    mut groups_of: impl FnMut(&C) -> [CrawlerGroup<'r>; N],
) -> Vec<CrawlerClass<'r, C, N>> {
    let mut classes: Vec<CrawlerClass<'r, C, N>> = Vec::new();
    let mut places = BTreeMap::new();
    for crawler in crawlers {
        let groups = groups_of(&crawler);
        let lines: [Vec<usize>; N] =
            groups.each_ref().map(|group| group.rules().map(|rule| rule.line()).collect());
        match places.get(&lines) {
            Some(place) => {
                let class: &mut CrawlerClass<'r, C, N> = &mut classes[*place];
                class.crawlers.push(crawler);
            }
            None => {
                places.insert(lines, classes.len());
                classes.push(CrawlerClass { crawlers: vec![crawler], groups });
            }
        }
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ProductToken, RobotsTxt};

    #[test]
    fn a_class_is_the_same_in_every_file() {
        let one = RobotsTxt::parse("User-agent: a\nUser-agent: b\nUser-agent: c\nAllow: /\n");
        let other = RobotsTxt::parse("User-agent: a\nAllow: /1\n\nUser-agent: b\n");
        let names = ["b", "a", "c", "d"].map(ProductToken::verbatim);
        let classes = crawler_classes(&names, |name| [one.group_for(name), other.group_for(name)]);
        let crawlers: Vec<Vec<&str>> = classes
            .iter()
            .map(|class| class.crawlers.iter().map(|name| name.as_str()).collect())
            .collect();
        // `b` has a group without rules in the second file, and `c` has none.
        assert_eq!(crawlers, [vec!["b", "c"], vec!["a"], vec!["d"]]);
    }
}
