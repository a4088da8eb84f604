//! The groups of many crawlers at once: RFC 9309 section 2.2.1.
//!
//! [`RobotsTxt::group_for`] looks at every `User-agent` line, which is right for one crawler.
//! Resolving every crawler of a file that way is quadratic in its `User-agent` lines. An index
//! reads the lines once, and gives the same answers.
//!
//! Where names are compared whole, the index is a map. Where a name can be a part of another, the
//! names are sorted by the dialect's preference, and the first that fits decides; one comparison of
//! two words rejects nearly all names that do not fit.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;

use crate::dialect::{Dialect, GroupSelection, Names};
use crate::group::{CrawlerGroup, SelectedBy};
use crate::group_selection::{self, Written, is_everybodys};
use crate::product_token::{self, Folded, ProductToken};
use crate::robots_txt::RobotsTxt;

/// The groups of a file by the names in it, made by [`RobotsTxt::group_index`].
#[derive(Clone, Debug)]
pub struct GroupIndex<'r> {
    robots: &'r RobotsTxt<'r>,
    /// Groups by whole name in lower case; empty where names are not compared whole.
    whole: BTreeMap<Vec<u8>, Vec<u32>>,
    /// For crawlers without a whole name in `whole`: the first part that fits decides.
    parts: Vec<Part>,
    global: Vec<u32>,
}

/// Names that can be a part of another name.
#[derive(Clone, Debug)]
struct Part {
    /// Any of these has to fit; without names, the part fits every crawler.
    names: Vec<Folded>,
    groups: Vec<u32>,
}

impl RobotsTxt<'_> {
    /// Prepares the file for questions about the groups of many crawlers.
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
    #[must_use]
    pub fn group_index(&self) -> GroupIndex<'_> {
        let (whole, parts) = match (self.dialect_ref().names, self.dialect_ref().group_selection) {
            (Names::Equal, choice) => (self.by_whole_name(choice), Vec::new()),
            (_, GroupSelection::First) => (BTreeMap::new(), self.by_place()),
            (_, GroupSelection::LongestName) => (BTreeMap::new(), self.by_length()),
            (_, GroupSelection::WholeNameThenFirst) => self.by_whole_name_then_place(),
            (_, GroupSelection::All) => Default::default(),
        };
        let groups = (0..).zip(self.groups());
        let global = groups.filter(|(_, group)| {
            is_everybodys(group) || group.user_agents().any(|line| line.is_global())
        });
        let global = global.map(|(at, _)| at);
        let global = match self.dialect_ref().group_selection {
            GroupSelection::First => global.take(1).collect(),
            _ => global.collect(),
        };
        GroupIndex { robots: self, whole, parts, global }
    }

    /// Files all groups of each name, or the first group without `*`.
    fn by_whole_name(&self, choice: GroupSelection) -> BTreeMap<Vec<u8>, Vec<u32>> {
        let mut whole: BTreeMap<Vec<u8>, Vec<u32>> = BTreeMap::new();
        for (at, group) in (0..).zip(self.groups()) {
            let is_first = choice == GroupSelection::First;
            if is_first && group.user_agents().any(|line| line.is_global()) {
                continue;
            }
            for line in group.user_agents() {
                for name in product_token::names_in(line.value(), self.dialect_ref()) {
                    let groups = whole.entry(name.to_ascii_lowercase()).or_default();
                    // A group is filed once, however often it has a name.
                    if groups.is_empty() || (!is_first && groups.last() != Some(&at)) {
                        groups.push(at);
                    }
                }
            }
        }
        whole
    }

    /// Lists the first group that has each name and no `*`.
    fn by_place(&self) -> Vec<Part> {
        let whole = self.by_whole_name(GroupSelection::First);
        let mut parts: Vec<Part> = (whole.into_iter())
            .map(|(name, groups)| Part { names: vec![Folded::new(&name)], groups })
            .collect();
        parts.sort_by_key(|part| part.groups[0]);
        parts
    }

    /// Lists the names by descending length, in the order of the file where two are equally long.
    /// Names after `*`, which is a name of one byte, are left out.
    fn by_length(&self) -> Vec<Part> {
        let mut names = group_selection::names_of(self);
        names.sort_by_key(|(name, _)| core::cmp::Reverse(name.len()));
        let parts = names.into_iter().map(|(name, groups)| match &*name {
            b"*" => Part { names: Vec::new(), groups: Vec::new() },
            _ => Part { names: vec![Folded::new(&name)], groups },
        });
        parts.collect()
    }

    /// Files all groups of each whole name, and the parts of names by their first place in the
    /// file.
    fn by_whole_name_then_place(&self) -> (BTreeMap<Vec<u8>, Vec<u32>>, Vec<Part>) {
        let names = group_selection::names_of(self);
        let mut written = Written::new(self);
        let mut known: BTreeSet<&[u32]> = BTreeSet::new();
        let mut parts = Vec::new();
        for (_, groups) in names.iter().filter(|(_, groups)| known.insert(groups)) {
            let names: Vec<Folded> = written.in_all(groups).into_iter().map(Folded::new).collect();
            if !names.is_empty() {
                parts.push(Part { names, groups: groups.clone() });
            }
        }
        let whole = names.into_iter().filter(|(name, _)| name != b"*").collect();
        (whole, parts)
    }
}

/// Returns `true` if an index can select groups as the dialect does. It can for every published
/// dialect.
fn can_index(dialect: &Dialect) -> bool {
    match dialect.names {
        Names::Equal => {
            matches!(dialect.group_selection, GroupSelection::All | GroupSelection::First)
        }
        _ => dialect.group_selection != GroupSelection::All,
    }
}

impl<'r> GroupIndex<'r> {
    /// Returns the dialect in which the file was parsed.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse_as("", Dialect::GOOGLE);
    /// assert_eq!(robots.group_index().dialect(), Dialect::GOOGLE);
    /// ```
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.robots.dialect()
    }

    /// Returns the rules that a crawler with several names obeys, as
    /// [`RobotsTxt::group_for_any_of`] does.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// let group = robots.group_index().group_for_any_of(&[ProductToken::any()]);
    /// assert_eq!(group.rules().count(), 1);
    /// ```
    #[must_use]
    pub fn group_for_any_of(&self, names: &[ProductToken]) -> CrawlerGroup<'r> {
        if !can_index(self.robots.dialect_ref()) {
            return self.robots.group_for_any_of(names);
        }
        let found = names.iter().find_map(|name| Some((name, self.groups_named(name)?)));
        let (selected_by, crawler, groups) = match (found, self.global.is_empty()) {
            (Some((name, groups)), _) => (SelectedBy::Name, Some(name), groups.to_vec()),
            (None, false) => (SelectedBy::Star, names.first(), self.global.clone()),
            (None, true) => (SelectedBy::NoGroup, names.first(), Vec::new()),
        };
        let crawler = crawler.cloned().unwrap_or_else(ProductToken::any);
        CrawlerGroup::new(self.robots, selected_by, crawler, groups)
    }

    /// Returns the groups for a crawler by its name, if there are any.
    fn groups_named(&self, name: &ProductToken) -> Option<&[u32]> {
        let dialect = self.robots.dialect_ref();
        let crawler = Folded::of_crawler(name, dialect);
        let whole = match (dialect.names, &crawler) {
            (Names::Equal, Some(crawler)) => self.whole.get(crawler.as_bytes()),
            _ => self.whole.get(&name.as_str().as_bytes().to_ascii_lowercase()),
        };
        if let Some(groups) = whole {
            return Some(groups);
        }
        let crawler = crawler?;
        let fits = |part: &&Part| {
            part.names.is_empty() || part.names.iter().any(|name| name.names(&crawler, dialect))
        };
        let part = self.parts.iter().find(fits)?;
        (!part.groups.is_empty()).then_some(&*part.groups)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_looking_at_every_line() {
        let values = [
            "a", "A/1", "a b", "b*", "*", "* a", "", "a1", "B, a", "**", "a b/2", "\u{e9}", "ba",
            "a-ba", "aba",
        ];
        let crawlers = [
            "a", "A", "b", "a b", "a1", "", "*", "\u{e9}", "c", "BA", "a-ba b", "ab a/1", "aba",
            "*/1", "x a",
        ];
        let crawlers = crawlers.map(ProductToken::verbatim);
        let mut named = 0;
        for first in values {
            for second in values {
                for third in values {
                    let file = alloc::format!(
                        "User-agent: {first}\nUser-agent: {second}\nAllow: /\nUser-agent: {third}\n\
                         Allow: /b\nUser-agent: {second}\n"
                    );
                    for dialect in Dialect::ALL.iter().copied() {
                        let robots = RobotsTxt::parse_as(&file, dialect);
                        let index = robots.group_index();
                        for at in 0..crawlers.len() - 1 {
                            let names = &crawlers[at..at + 2];
                            let one_by_one = robots.group_for_any_of(names);
                            let indexed = index.group_for_any_of(names);
                            named += usize::from(indexed.selected_by() == SelectedBy::Name);
                            assert!(one_by_one.is_same(&indexed), "{dialect} {file:?} {names:?}");
                        }
                    }
                }
            }
        }
        assert!(named > 100_000, "only {named} are named");
    }

    /// Names that are not UTF-8, and occur within a character of a crawler's name.
    #[test]
    fn agrees_on_what_is_no_text() {
        let values = [&b"\xC3"[..], b"\xA9", b"a\xC3", b"\xC3\xA9", b"a", b"*\xFF"];
        let crawlers = ["\u{e9}", "a\u{e9}", "a", "\u{c3}"].map(ProductToken::verbatim);
        for first in values {
            for second in values {
                let file =
                    [b"User-agent: ", first, b"\nAllow: /\nUser-agent: ", second, b"\nAllow: /\n"];
                let file = file.concat();
                for dialect in Dialect::ALL.iter().copied() {
                    let robots = RobotsTxt::parse_as(&file, dialect);
                    let index = robots.group_index();
                    for crawler in &crawlers {
                        let (by_line, indexed) = (
                            robots.group_for(crawler),
                            index.group_for_any_of(core::slice::from_ref(crawler)),
                        );
                        let file = file.escape_ascii();
                        assert!(by_line.is_same(&indexed), "{dialect} {file} {crawler}");
                    }
                }
            }
        }
    }
}
