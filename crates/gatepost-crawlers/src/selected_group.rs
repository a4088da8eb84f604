//! The group of a file that a crawler takes, and how it comes to it: RFC 9309 section 2.2.1, and what
//! operators document beyond it.
//!
//! A crawler takes the groups that name it; where none does, those of the first other name that it
//! answers to and a group has; and then those for `*`. Some ignore `*`, and some do not ask at all.
//! Here is the one place that applies this: the matcher knows nothing of it, in no dialect.

use std::fmt;

use gatepost::{CrawlerGroup, GroupIndex, ProductToken, RobotsTxt, SelectedBy};

use crate::crawler::{Crawler, KnownBy, RobotsBehaviour};

/// What a crawler obeys in one file, and how it comes to it.
#[derive(Clone, Debug)]
pub struct SelectedGroup<'r> {
    group: CrawlerGroup<'r>,
    selected_by: GroupSelectedBy,
}

/// How a crawler comes to the group that it takes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GroupSelectedBy {
    /// A group names it.
    Name,
    /// A group has another name of it.
    Alias(&'static str),
    /// No group names it, and one has this name, to which it falls back.
    Fallback(&'static str),
    /// No group names it or its family, and there is one for `*`.
    Star,
    /// No group names it or its family, and there is none for `*`.
    NoGroup,
    /// No group names it or its family, and it ignores those for `*`.
    IgnoresStar,
    /// It does not ask robots.txt.
    DoesNotAsk,
}

impl Crawler {
    /// The group that it takes in a file.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{RobotsTxt, UrlPath};
    /// use gatepost_crawlers::{GroupSelectedBy, by_token};
    ///
    /// let robots = RobotsTxt::parse(
    ///     "User-agent: Googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n",
    /// );
    /// let taken = |token| by_token(token).unwrap().group_in(&robots);
    /// assert_eq!(taken("Googlebot-Image").selected_by(), &GroupSelectedBy::Fallback("Googlebot"));
    /// assert_eq!(taken("bingbot").selected_by(), &GroupSelectedBy::Star);
    ///
    /// let ads = taken("AdsBot-Google");
    /// assert_eq!(ads.selected_by(), &GroupSelectedBy::IgnoresStar);
    /// assert!(ads.group().verdict(&UrlPath::new("/b")?).is_allowed());
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    pub fn group_in<'r>(&self, robots: &'r RobotsTxt<'r>) -> SelectedGroup<'r> {
        self.take(|names| robots.group_for_any_of(names))
    }

    /// The same, for many crawlers of one file.
    pub fn group_in_index<'r>(&self, index: &GroupIndex<'r>) -> SelectedGroup<'r> {
        self.take(|names| index.group_for_any_of(names))
    }

    fn take<'r>(
        &self,
        select: impl FnOnce(&[ProductToken]) -> CrawlerGroup<'r>,
    ) -> SelectedGroup<'r> {
        if self.robots() == RobotsBehaviour::IgnoresFile {
            // By its own name, whatever the file has: the group is to be nobody else's.
            let group = select(&[ProductToken::verbatim(self.token())]).without_groups();
            return SelectedGroup { group, selected_by: GroupSelectedBy::DoesNotAsk };
        }
        let group = select(&self.names());
        let found = |name: &&'static str| *name == group.crawler().as_str();
        let selected_by = match group.selected_by() {
            SelectedBy::Name => {
                let alias = self.aliases().iter().copied().find(found).map(GroupSelectedBy::Alias);
                let family = || self.falls_back_to().iter().copied().find(found);
                alias
                    .or_else(|| family().map(GroupSelectedBy::Fallback))
                    .unwrap_or(GroupSelectedBy::Name)
            }
            SelectedBy::Star if self.ignores_star() => GroupSelectedBy::IgnoresStar,
            SelectedBy::Star => GroupSelectedBy::Star,
            _ => GroupSelectedBy::NoGroup,
        };
        match selected_by {
            GroupSelectedBy::IgnoresStar => {
                SelectedGroup { group: group.without_groups(), selected_by }
            }
            _ => SelectedGroup { group, selected_by },
        }
    }
}

impl Crawler {
    /// What to know about it beside the rules of its group, in sentences: how it came to the group, if
    /// not by its own name or `*`, and whether it obeys. Whether that is not known is not told.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::{GroupSelectedBy, by_token};
    ///
    /// let crawler = by_token("Googlebot-Image").unwrap();
    /// assert_eq!(
    ///     crawler.remarks(&GroupSelectedBy::Fallback("Googlebot")),
    ///     ["Googlebot-Image takes the group for Googlebot, as no group names it"],
    /// );
    /// ```
    pub fn remarks(&self, selected_by: &GroupSelectedBy) -> Vec<String> {
        let mut remarks = Vec::new();
        let token = self.token();
        let says = match (self.known_by(), self.page()) {
            (KnownBy::Community, _) => ", says a community list".to_owned(),
            (_, Some(page)) => format!(": {page}"),
            (_, None) => format!(", says {}", self.known_by()),
        };
        match selected_by {
            GroupSelectedBy::Fallback(name) => {
                remarks.push(format!("{token} takes the group for {name}, as no group names it"));
            }
            GroupSelectedBy::Alias(name) => {
                remarks.push(format!("{name} is another name of {token}"))
            }
            GroupSelectedBy::IgnoresStar => {
                remarks.push(format!("{token} ignores the group for *{says}"));
            }
            _ => {}
        }
        if self.is_retired() {
            let by = match self.renamed_to() {
                [] => String::new(),
                new => format!(", in favour of {}", new.join(" and ")),
            };
            remarks.push(format!("{token} is retired{by}"));
        }
        match self.robots() {
            RobotsBehaviour::MayIgnoreFile | RobotsBehaviour::IgnoresFile => {
                remarks.push(format!("{token} {}{says}", self.robots()));
            }
            RobotsBehaviour::ControlToken => remarks.push(format!("{token} {}", self.robots())),
            _ => {}
        }
        remarks
    }
}

impl<'r> SelectedGroup<'r> {
    /// What it obeys: nothing, where it ignores what there is.
    pub fn group(&self) -> &CrawlerGroup<'r> {
        &self.group
    }

    /// The same, to keep.
    pub fn into_group(self) -> CrawlerGroup<'r> {
        self.group
    }

    /// How it comes to it.
    pub fn selected_by(&self) -> &GroupSelectedBy {
        &self.selected_by
    }

    /// Returns the reason why no rule of the file applies, where the crawler itself is the reason: it
    /// ignores the file or its groups for `*`.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_crawlers::{GroupSelectedBy, by_token};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /\n");
    /// let why = |token| by_token(token).unwrap().group_in(&robots).why_no_rules().cloned();
    /// assert_eq!(why("AdsBot-Google"), Some(GroupSelectedBy::IgnoresStar));
    /// assert_eq!(why("Googlebot"), None);
    /// ```
    #[must_use]
    pub fn why_no_rules(&self) -> Option<&GroupSelectedBy> {
        let is_why = |by: &&GroupSelectedBy| {
            matches!(by, GroupSelectedBy::DoesNotAsk | GroupSelectedBy::IgnoresStar)
        };
        Some(&self.selected_by).filter(is_why)
    }

    /// The name by which the file has it, `*` for those that none names.
    pub fn name_in_file(&self) -> Option<&str> {
        match self.selected_by {
            GroupSelectedBy::Name | GroupSelectedBy::Alias(_) | GroupSelectedBy::Fallback(_) => {
                Some(self.group.crawler().as_str())
            }
            GroupSelectedBy::Star => Some("*"),
            GroupSelectedBy::NoGroup
            | GroupSelectedBy::IgnoresStar
            | GroupSelectedBy::DoesNotAsk => None,
        }
    }
}

/// What a crawler obeys that the directory does not have: it answers to one name.
impl<'r> From<CrawlerGroup<'r>> for SelectedGroup<'r> {
    fn from(group: CrawlerGroup<'r>) -> SelectedGroup<'r> {
        let selected_by = match group.selected_by() {
            SelectedBy::Name => GroupSelectedBy::Name,
            SelectedBy::Star => GroupSelectedBy::Star,
            _ => GroupSelectedBy::NoGroup,
        };
        SelectedGroup { group, selected_by }
    }
}

impl GroupSelectedBy {
    /// Its name in data: `family`.
    pub fn name(&self) -> &'static str {
        match self {
            GroupSelectedBy::Name => "name",
            GroupSelectedBy::Alias(_) => "alias",
            GroupSelectedBy::Fallback(_) => "family",
            GroupSelectedBy::Star => "star",
            GroupSelectedBy::NoGroup => "no-group",
            GroupSelectedBy::IgnoresStar => "ignores-star",
            GroupSelectedBy::DoesNotAsk => "does-not-ask",
        }
    }
}

/// In words.
impl fmt::Display for GroupSelectedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GroupSelectedBy::Name => f.write_str("its own group"),
            GroupSelectedBy::Alias(name) => write!(f, "its other name: {name}"),
            GroupSelectedBy::Fallback(name) => write!(f, "its family: {name}"),
            GroupSelectedBy::Star => f.write_str("the group for *"),
            GroupSelectedBy::NoGroup => f.write_str("no group is for it"),
            GroupSelectedBy::IgnoresStar => f.write_str("no group names it, and it ignores *"),
            GroupSelectedBy::DoesNotAsk => f.write_str("does not ask robots.txt"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_token;

    /// Google's own table: who takes which of three groups.
    const FILE: &str = "\
User-agent: googlebot-news
Disallow: /1

User-agent: *
Disallow: /2

User-agent: googlebot
Disallow: /3
";

    #[track_caller]
    fn check(file: &str, token: &str, expected: GroupSelectedBy, lines: &[usize]) {
        let robots = RobotsTxt::parse(file);
        let crawler = by_token(token).unwrap();
        for taken in [crawler.group_in(&robots), crawler.group_in_index(&robots.group_index())] {
            assert_eq!(taken.selected_by(), &expected, "{token}");
            let found: Vec<_> = taken.group().rules().map(|rule| rule.line()).collect();
            assert_eq!(found, lines, "{token}");
        }
    }

    #[test]
    fn families_of_google() {
        check(FILE, "Googlebot-News", GroupSelectedBy::Name, &[2]);
        check(FILE, "Googlebot", GroupSelectedBy::Name, &[8]);
        check(FILE, "Storebot-Google", GroupSelectedBy::Star, &[5]);
        for token in ["Googlebot-Image", "Googlebot-Video", "Google-InspectionTool"] {
            check(FILE, token, GroupSelectedBy::Fallback("Googlebot"), &[8]);
        }
        check(FILE, "Google-CloudVertexBot", GroupSelectedBy::Fallback("Googlebot"), &[8]);
        check(FILE, "GoogleOther-Image", GroupSelectedBy::Star, &[5]);
        check(FILE, "Google-Extended", GroupSelectedBy::Star, &[5]);
    }

    #[test]
    fn some_ignore_star() {
        for token in
            ["AdsBot-Google", "AdsBot-Google-Mobile", "Mediapartners-Google", "APIs-Google"]
        {
            check(FILE, token, GroupSelectedBy::IgnoresStar, &[]);
            let own = format!("User-agent: *\nDisallow: /\nUser-agent: {token}\nDisallow: /a\n");
            check(&own, token, GroupSelectedBy::Name, &[4]);
            check("User-agent: x\nDisallow: /\n", token, GroupSelectedBy::NoGroup, &[]);
        }
    }

    #[test]
    fn some_do_not_ask() {
        let file = "User-agent: Google-Safety\nUser-agent: *\nDisallow: /\n";
        check(file, "Google-Safety", GroupSelectedBy::DoesNotAsk, &[]);
        check(file, "Googlebot", GroupSelectedBy::Star, &[3]);
    }

    #[test]
    fn families_of_others() {
        check(FILE, "Applebot", GroupSelectedBy::Fallback("Googlebot"), &[8]);
        check(
            "User-agent: Yandex\nDisallow: /\n",
            "YandexBot",
            GroupSelectedBy::Fallback("Yandex"),
            &[2],
        );
        let both = "User-agent: Yandex\nDisallow: /\nUser-agent: yandexbot\nDisallow: /a\n";
        check(both, "YandexBot", GroupSelectedBy::Name, &[4]);
        let facebot = "User-agent: facebot\nDisallow: /\n";
        check(facebot, "facebookexternalhit", GroupSelectedBy::Alias("Facebot"), &[2]);
    }

    #[test]
    fn nothing_is_for_anybody_in_an_empty_file() {
        check("", "Googlebot-Image", GroupSelectedBy::NoGroup, &[]);
    }
}
