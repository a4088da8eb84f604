//! The groups of many crawlers at once: RFC 9309 section 2.2.1.
//!
//! [`RobotsTxt::group_for`] looks at every `User-agent` line, which is right for one crawler. Whoever
//! asks about all that a file names would look at every line for every line. An index looks at them
//! once; the answers are the same. Where a name need not be the crawler's whole name there is nothing
//! to look up by, and each question is asked as it is.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::dialect::{GroupChoice, Names, TokenEnd};
use crate::group::{ChosenBy, CrawlerGroup};
use crate::group_choice::is_everybodys;
use crate::product_token::{self, ProductToken};
use crate::robots_txt::RobotsTxt;

/// The groups of a file by the names in it, made by [`RobotsTxt::group_index`].
#[derive(Clone, Debug)]
pub struct GroupIndex<'r> {
    robots: &'r RobotsTxt<'r>,
    /// By names in small letters; ascending.
    named: BTreeMap<Vec<u8>, Vec<u32>>,
    global: Vec<u32>,
}

impl RobotsTxt<'_> {
    /// Prepares for questions about the groups of many crawlers.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse("User-agent: A\nDisallow: /1\n\nUser-agent: *\nDisallow: /2\n");
    /// let index = robots.group_index();
    /// for name in ["A", "B"] {
    ///     let names = [ProductToken::new(name)?];
    ///     let lines = |group: gatepost::CrawlerGroup<'_>| -> Vec<usize> {
    ///         group.rules().map(|rule| rule.line()).collect()
    ///     };
    ///     let one_by_one = robots.group_for_any_of(&names);
    ///     assert_eq!(lines(index.group_for_any_of(&names)), lines(one_by_one));
    /// }
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    pub fn group_index(&self) -> GroupIndex<'_> {
        let mut index = GroupIndex { robots: self, named: BTreeMap::new(), global: Vec::new() };
        // A group is filed once, however often it has a name.
        let file = |groups: &mut Vec<u32>, group: usize| {
            if groups.last() != Some(&(group as u32)) {
                groups.push(group as u32);
            }
        };
        if !index.can_look_up() {
            return index;
        }
        for (at, group) in self.groups().enumerate() {
            if is_everybodys(&group) {
                file(&mut index.global, at);
            }
            for line in group.user_agents() {
                if line.is_global() {
                    file(&mut index.global, at);
                }
                for name in product_token::names_in(line.value(), self.dialect()) {
                    file(index.named.entry(name.to_ascii_lowercase()).or_default(), at);
                }
            }
        }
        index
    }
}

impl<'r> GroupIndex<'r> {
    /// Whether the groups of a crawler are all those that have its name.
    fn can_look_up(&self) -> bool {
        let dialect = self.robots.dialect();
        dialect.names == Names::Equal
            && dialect.token_end != TokenEnd::Slash
            && dialect.group_choice == GroupChoice::All
    }

    /// The same as [`RobotsTxt::group_for_any_of`].
    pub fn group_for_any_of(&self, names: &[ProductToken]) -> CrawlerGroup<'r> {
        if !self.can_look_up() {
            return self.robots.group_for_any_of(names);
        }
        let of =
            |name: &ProductToken| self.named.get(&name.as_str().as_bytes().to_ascii_lowercase());
        let found = names.iter().find_map(|name| Some((name, of(name)?)));
        let (chosen_by, crawler, groups) = match (found, self.global.is_empty()) {
            (Some((name, groups)), _) => (ChosenBy::Name, Some(name), groups.clone()),
            (None, false) => (ChosenBy::Star, names.first(), self.global.clone()),
            (None, true) => (ChosenBy::NoGroup, names.first(), Vec::new()),
        };
        let crawler = crawler.cloned().unwrap_or_else(ProductToken::any);
        CrawlerGroup::new(self.robots, chosen_by, crawler, groups)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;

    #[test]
    fn agrees_with_looking_at_every_line() {
        let values = ["a", "A/1", "a b", "b*", "*", "* a", "", "a1", "B, a", "**", "a b/2", "é"];
        let crawlers = ["a", "A", "b", "a b", "a1", "", "*", "é", "c"].map(ProductToken::verbatim);
        for first in values {
            for second in values {
                for third in values {
                    let file = alloc::format!(
                        "User-agent: {first}\nUser-agent: {second}\nAllow: /\nUser-agent: {third}\n"
                    );
                    for dialect in Dialect::ALL.iter().copied() {
                        let robots = RobotsTxt::parse_as(&file, dialect);
                        let index = robots.group_index();
                        for at in 0..crawlers.len() - 1 {
                            let names = &crawlers[at..at + 2];
                            let one_by_one = robots.group_for_any_of(names);
                            let indexed = index.group_for_any_of(names);
                            assert_eq!(
                                alloc::format!("{one_by_one:?}"),
                                alloc::format!("{indexed:?}"),
                                "{file:?} {names:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}
