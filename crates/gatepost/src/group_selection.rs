//! Selects the groups that a crawler obeys: RFC 9309 section 2.2.1, and the ways of other dialects.
//!
//! In the RFC a crawler obeys all groups that name it; if none does, all groups for `*`. Some
//! dialects select differently, mostly because a name in the file may be only part of the crawler's
//! name, so that several names can fit. Selection takes linear time in the `User-agent` lines. For
//! many crawlers, `group_index.rs` gives the same answers faster.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use crate::dialect::GroupSelection;
use crate::group::{CrawlerGroup, Group, SelectedBy};
use crate::product_token::{self, ProductToken};
use crate::robots_txt::RobotsTxt;
use crate::url_path::UrlPath;
use crate::verdict::Verdict;

impl RobotsTxt<'_> {
    /// Returns the rules that a crawler obeys: those of all groups that name it, or else of the
    /// groups for `*`.
    ///
    /// # Source
    ///
    /// [RFC 9309, section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1).
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(
    ///     "User-agent: A\nDisallow: /1\n\nUser-agent: *\nDisallow: /2\n\nUser-agent: a\nDisallow: /3\n",
    /// );
    /// let lines = |crawler| -> Vec<usize> {
    ///     let group = robots.group_for(&ProductToken::new(crawler).unwrap());
    ///     group.rules().map(|rule| rule.line()).collect()
    /// };
    /// assert_eq!(lines("A"), [2, 8]);
    /// assert_eq!(lines("B"), [5]);
    /// ```
    #[must_use]
    pub fn group_for(&self, crawler: &ProductToken) -> CrawlerGroup<'_> {
        self.group_for_any_of(core::slice::from_ref(crawler))
    }

    /// Returns the rules that a crawler with several names obeys. The first name that any group has
    /// decides; without such a group, the groups for `*` apply.
    ///
    /// The caller has to supply the fallback names, which the crawler's operator documents.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    ///
    /// // Google's image crawler obeys the group for Googlebot if no group names it.
    /// let robots = RobotsTxt::parse("User-agent: Googlebot\nDisallow: /private\n");
    /// let names = [ProductToken::new("Googlebot-Image")?, ProductToken::new("Googlebot")?];
    /// assert_eq!(robots.group_for(&names[0]).rules().count(), 0);
    /// assert_eq!(robots.group_for_any_of(&names).rules().count(), 1);
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn group_for_any_of(&self, names: &[ProductToken]) -> CrawlerGroup<'_> {
        let choice = choose(self, names);
        let crawler = names.get(choice.name).or(names.first()).cloned();
        let crawler = crawler.unwrap_or_else(ProductToken::any);
        CrawlerGroup::new(self, choice.by, crawler, choice.groups)
    }

    /// Returns the verdict on a URL for a crawler, with the rule that decided.
    ///
    /// This is for a single URL. For many, ask the crawler's [`RuleSet`](crate::RuleSet):
    /// `robots.group_for(&crawler).rule_set()`.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// let verdict = robots.verdict(&ProductToken::any(), &UrlPath::new("/shop/cart")?);
    /// assert!(!verdict.is_allowed());
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn verdict(&self, crawler: &ProductToken, path: &UrlPath<'_>) -> Verdict<'_> {
        self.group_for(crawler).verdict(path)
    }
}

/// The groups that a crawler obeys.
struct Choice {
    by: SelectedBy,
    /// The place of the name that found the groups, or the number of names if none did.
    name: usize,
    /// Ascending.
    groups: Vec<u32>,
}

/// Chooses the groups for a crawler with several names, of which the first that a group has
/// decides.
fn choose(robots: &RobotsTxt<'_>, names: &[ProductToken]) -> Choice {
    let choice = robots.dialect_ref().group_selection;
    if choice == GroupSelection::All {
        return all(robots, names);
    }
    for (at, name) in names.iter().enumerate() {
        let groups = match choice {
            GroupSelection::First => first_named(robots, name),
            GroupSelection::LongestName => with_longest_name(robots, name),
            _ => with_whole_name_or_first(robots, name),
        };
        if !groups.is_empty() {
            return Choice { by: SelectedBy::Name, name: at, groups };
        }
    }
    let mut groups = global(robots);
    if choice == GroupSelection::First {
        groups.truncate(1);
    }
    let by = if groups.is_empty() { SelectedBy::NoGroup } else { SelectedBy::Star };
    Choice { by, name: names.len(), groups }
}

fn all(robots: &RobotsTxt<'_>, names: &[ProductToken]) -> Choice {
    let mut best = names.len();
    let (mut named, mut global) = (Vec::new(), Vec::new());
    for (index, group) in robots.groups().enumerate() {
        let mut is_global = is_everybodys(&group);
        let mut name = names.len();
        for line in group.user_agents() {
            is_global |= line.is_global();
            name = names[..name].iter().position(|n| line.names(n)).unwrap_or(name);
        }
        if name < best {
            best = name;
            named.clear();
        }
        if name == best && name < names.len() {
            named.push(index as u32);
        }
        if is_global {
            global.push(index as u32);
        }
    }
    let (by, groups) = match (named.is_empty(), global.is_empty()) {
        (false, _) => (SelectedBy::Name, named),
        (true, false) => (SelectedBy::Star, global),
        (true, true) => (SelectedBy::NoGroup, Vec::new()),
    };
    Choice { by, name: best, groups }
}

/// Returns the groups for `*`.
fn global(robots: &RobotsTxt<'_>) -> Vec<u32> {
    let groups = robots.groups().enumerate();
    let global = groups.filter(|(_, group)| {
        is_everybodys(group) || group.user_agents().any(|line| line.is_global())
    });
    global.map(|(at, _)| at as u32).collect()
}

/// Returns `true` if a group has no `User-agent` line, as in a file without any.
pub(crate) fn is_everybodys(group: &Group<'_>) -> bool {
    group.user_agents().len() == 0
}

/// Returns the first group that names the crawler and has no `*`.
fn first_named(robots: &RobotsTxt<'_>, crawler: &ProductToken) -> Vec<u32> {
    let mut groups = robots.groups();
    let first = groups.position(|group| {
        group.user_agents().any(|line| line.names(crawler))
            && !group.user_agents().any(|line| line.is_global())
    });
    first.map(|at| at as u32).into_iter().collect()
}

/// Returns each name of the file in lower case with its groups, in the order in which the names
/// first occur, including `*`.
pub(crate) fn names_of(robots: &RobotsTxt<'_>) -> Vec<(Vec<u8>, Vec<u32>)> {
    let mut known: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    let mut names: Vec<(Vec<u8>, Vec<u32>)> = Vec::new();
    for (at, group) in robots.groups().enumerate() {
        for line in group.user_agents() {
            let star = line.is_global().then_some(Cow::Borrowed(&b"*"[..]));
            for name in
                star.into_iter().chain(product_token::names_in(line.value(), robots.dialect_ref()))
            {
                let name = name.to_ascii_lowercase();
                let place = *known.entry(name).or_insert_with_key(|name| {
                    names.push((name.clone(), Vec::new()));
                    names.len() - 1
                });
                let groups = &mut names[place].1;
                if groups.last() != Some(&(at as u32)) {
                    groups.push(at as u32);
                }
            }
        }
    }
    names
}

/// Returns the groups with the longest name that fits, or none if `*` is as long and comes first.
fn with_longest_name(robots: &RobotsTxt<'_>, crawler: &ProductToken) -> Vec<u32> {
    let mut longest: Option<(Vec<u8>, Vec<u32>)> = None;
    for (name, groups) in names_of(robots) {
        let fits = name == b"*" || product_token::is_name_of(&name, crawler, robots.dialect_ref());
        if fits && longest.as_ref().is_none_or(|(other, _)| name.len() > other.len()) {
            longest = Some((name, groups));
        }
    }
    longest.filter(|(name, _)| name != b"*").map_or(Vec::new(), |(_, groups)| groups)
}

/// Returns the groups that have the whole name, or else those with the first name that fits.
///
/// A name fits only if it fits together with all other names of each of its groups, in their letter
/// case. This is an accident of `merge_entries` in Python's parser. It is rare in files, but
/// decides the verdict there.
fn with_whole_name_or_first(robots: &RobotsTxt<'_>, crawler: &ProductToken) -> Vec<u32> {
    let names = names_of(robots);
    let whole = names
        .iter()
        .find(|(name, _)| name != b"*" && name.eq_ignore_ascii_case(crawler.as_str().as_bytes()));
    if let Some((_, groups)) = whole {
        return groups.clone();
    }
    let mut written = Written::new(robots);
    let mut known: BTreeMap<&[u32], bool> = BTreeMap::new();
    for (_, groups) in &names {
        let fits = *known.entry(groups).or_insert_with(|| {
            let names = |value| product_token::is_name_of(value, crawler, robots.dialect_ref());
            written.in_all(groups).into_iter().any(names)
        });
        if fits {
            return groups.clone();
        }
    }
    Vec::new()
}

/// The names in the `User-agent` lines of groups, except `*`.
pub(crate) struct Written<'r> {
    robots: &'r RobotsTxt<'r>,
    /// The values of each group that was looked at.
    values: BTreeMap<u32, BTreeSet<&'r [u8]>>,
}

impl<'r> Written<'r> {
    pub(crate) fn new(robots: &'r RobotsTxt<'r>) -> Written<'r> {
        Written { robots, values: BTreeMap::new() }
    }

    /// Returns the values that all of some groups have, letter for letter.
    pub(crate) fn in_all(&mut self, groups: &[u32]) -> Vec<&'r [u8]> {
        for group in groups {
            self.values.entry(*group).or_insert_with(|| {
                let lines = Group::new(self.robots, *group as usize).user_agents();
                lines.map(|line| line.value()).filter(|value| *value != b"*").collect()
            });
        }
        let Some(fewest) = groups.iter().min_by_key(|group| self.values[group].len()) else {
            return Vec::new();
        };
        let is_in_all =
            |value: &&&[u8]| groups.iter().all(|group| self.values[group].contains(**value));
        self.values[fewest].iter().filter(is_in_all).copied().collect()
    }
}
