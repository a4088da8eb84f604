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
pub struct TakenGroup<'r> {
    group: CrawlerGroup<'r>,
    taken_by: TakenBy,
}

/// How a crawler comes to the group that it takes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TakenBy {
    /// A group names it.
    Name,
    /// A group has another name of it.
    Alias(&'static str),
    /// No group names it, and one has this name, to which it falls back.
    Family(&'static str),
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
    /// use gatepost_crawlers::{TakenBy, by_token};
    ///
    /// let robots = RobotsTxt::parse(
    ///     "User-agent: Googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n",
    /// );
    /// let taken = |token| by_token(token).unwrap().group_in(&robots);
    /// assert_eq!(taken("Googlebot-Image").taken_by(), &TakenBy::Family("Googlebot"));
    /// assert_eq!(taken("bingbot").taken_by(), &TakenBy::Star);
    ///
    /// let ads = taken("AdsBot-Google");
    /// assert_eq!(ads.taken_by(), &TakenBy::IgnoresStar);
    /// assert!(ads.group().verdict(&UrlPath::new("/b")?).is_allowed());
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    pub fn group_in<'r>(&self, robots: &'r RobotsTxt<'r>) -> TakenGroup<'r> {
        self.take(|names| robots.group_for_any_of(names))
    }

    /// The same, for many crawlers of one file.
    pub fn group_in_index<'r>(&self, index: &GroupIndex<'r>) -> TakenGroup<'r> {
        self.take(|names| index.group_for_any_of(names))
    }

    fn take<'r>(&self, select: impl FnOnce(&[ProductToken]) -> CrawlerGroup<'r>) -> TakenGroup<'r> {
        if self.robots() == RobotsBehaviour::IgnoresFile {
            // By its own name, whatever the file has: the group is to be nobody else's.
            let group = select(&[ProductToken::verbatim(self.token())]).without_groups();
            return TakenGroup { group, taken_by: TakenBy::DoesNotAsk };
        }
        let group = select(&self.names());
        let found = |name: &&'static str| *name == group.crawler().as_str();
        let taken_by = match group.selected_by() {
            SelectedBy::Name => {
                let alias = self.aliases().iter().copied().find(found).map(TakenBy::Alias);
                let family = || self.falls_back_to().iter().copied().find(found);
                alias.or_else(|| family().map(TakenBy::Family)).unwrap_or(TakenBy::Name)
            }
            SelectedBy::Star if self.ignores_star() => TakenBy::IgnoresStar,
            SelectedBy::Star => TakenBy::Star,
            _ => TakenBy::NoGroup,
        };
        match taken_by {
            TakenBy::IgnoresStar => TakenGroup { group: group.without_groups(), taken_by },
            _ => TakenGroup { group, taken_by },
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
    /// use gatepost_crawlers::{TakenBy, by_token};
    ///
    /// let crawler = by_token("Googlebot-Image").unwrap();
    /// assert_eq!(
    ///     crawler.remarks(&TakenBy::Family("Googlebot")),
    ///     ["Googlebot-Image takes the group for Googlebot, as no group names it"],
    /// );
    /// ```
    pub fn remarks(&self, taken_by: &TakenBy) -> Vec<String> {
        let mut remarks = Vec::new();
        let token = self.token();
        let says = match (self.known_by(), self.page()) {
            (KnownBy::Community, _) => ", says a community list".to_owned(),
            (_, Some(page)) => format!(": {page}"),
            (_, None) => format!(", says {}", self.known_by()),
        };
        match taken_by {
            TakenBy::Family(name) => {
                remarks.push(format!("{token} takes the group for {name}, as no group names it"));
            }
            TakenBy::Alias(name) => remarks.push(format!("{name} is another name of {token}")),
            TakenBy::IgnoresStar => {
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

impl<'r> TakenGroup<'r> {
    /// What it obeys: nothing, where it ignores what there is.
    pub fn group(&self) -> &CrawlerGroup<'r> {
        &self.group
    }

    /// The same, to keep.
    pub fn into_group(self) -> CrawlerGroup<'r> {
        self.group
    }

    /// How it comes to it.
    pub fn taken_by(&self) -> &TakenBy {
        &self.taken_by
    }

    /// The name by which the file has it, `*` for those that none names.
    pub fn name_in_file(&self) -> Option<&str> {
        match self.taken_by {
            TakenBy::Name | TakenBy::Alias(_) | TakenBy::Family(_) => {
                Some(self.group.crawler().as_str())
            }
            TakenBy::Star => Some("*"),
            TakenBy::NoGroup | TakenBy::IgnoresStar | TakenBy::DoesNotAsk => None,
        }
    }
}

/// What a crawler obeys that the directory does not have: it answers to one name.
impl<'r> From<CrawlerGroup<'r>> for TakenGroup<'r> {
    fn from(group: CrawlerGroup<'r>) -> TakenGroup<'r> {
        let taken_by = match group.selected_by() {
            SelectedBy::Name => TakenBy::Name,
            SelectedBy::Star => TakenBy::Star,
            _ => TakenBy::NoGroup,
        };
        TakenGroup { group, taken_by }
    }
}

impl TakenBy {
    /// Its name in data: `family`.
    pub fn name(&self) -> &'static str {
        match self {
            TakenBy::Name => "name",
            TakenBy::Alias(_) => "alias",
            TakenBy::Family(_) => "family",
            TakenBy::Star => "star",
            TakenBy::NoGroup => "no-group",
            TakenBy::IgnoresStar => "ignores-star",
            TakenBy::DoesNotAsk => "does-not-ask",
        }
    }
}

/// In words.
impl fmt::Display for TakenBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TakenBy::Name => f.write_str("its own group"),
            TakenBy::Alias(name) => write!(f, "its other name: {name}"),
            TakenBy::Family(name) => write!(f, "its family: {name}"),
            TakenBy::Star => f.write_str("the group for *"),
            TakenBy::NoGroup => f.write_str("no group is for it"),
            TakenBy::IgnoresStar => f.write_str("no group names it, and it ignores *"),
            TakenBy::DoesNotAsk => f.write_str("does not ask robots.txt"),
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
    fn check(file: &str, token: &str, expected: TakenBy, lines: &[usize]) {
        let robots = RobotsTxt::parse(file);
        let crawler = by_token(token).unwrap();
        for taken in [crawler.group_in(&robots), crawler.group_in_index(&robots.group_index())] {
            assert_eq!(taken.taken_by(), &expected, "{token}");
            let found: Vec<_> = taken.group().rules().map(|rule| rule.line()).collect();
            assert_eq!(found, lines, "{token}");
        }
    }

    #[test]
    fn families_of_google() {
        check(FILE, "Googlebot-News", TakenBy::Name, &[2]);
        check(FILE, "Googlebot", TakenBy::Name, &[8]);
        check(FILE, "Storebot-Google", TakenBy::Star, &[5]);
        for token in ["Googlebot-Image", "Googlebot-Video", "Google-InspectionTool"] {
            check(FILE, token, TakenBy::Family("Googlebot"), &[8]);
        }
        check(FILE, "Google-CloudVertexBot", TakenBy::Family("Googlebot"), &[8]);
        check(FILE, "GoogleOther-Image", TakenBy::Star, &[5]);
        check(FILE, "Google-Extended", TakenBy::Star, &[5]);
    }

    #[test]
    fn some_ignore_star() {
        for token in
            ["AdsBot-Google", "AdsBot-Google-Mobile", "Mediapartners-Google", "APIs-Google"]
        {
            check(FILE, token, TakenBy::IgnoresStar, &[]);
            let own = format!("User-agent: *\nDisallow: /\nUser-agent: {token}\nDisallow: /a\n");
            check(&own, token, TakenBy::Name, &[4]);
            check("User-agent: x\nDisallow: /\n", token, TakenBy::NoGroup, &[]);
        }
    }

    #[test]
    fn some_do_not_ask() {
        let file = "User-agent: Google-Safety\nUser-agent: *\nDisallow: /\n";
        check(file, "Google-Safety", TakenBy::DoesNotAsk, &[]);
        check(file, "Googlebot", TakenBy::Star, &[3]);
    }

    #[test]
    fn families_of_others() {
        check(FILE, "Applebot", TakenBy::Family("Googlebot"), &[8]);
        check("User-agent: Yandex\nDisallow: /\n", "YandexBot", TakenBy::Family("Yandex"), &[2]);
        let both = "User-agent: Yandex\nDisallow: /\nUser-agent: yandexbot\nDisallow: /a\n";
        check(both, "YandexBot", TakenBy::Name, &[4]);
        let facebot = "User-agent: facebot\nDisallow: /\n";
        check(facebot, "facebookexternalhit", TakenBy::Alias("Facebot"), &[2]);
    }

    #[test]
    fn nothing_is_for_anybody_in_an_empty_file() {
        check("", "Googlebot-Image", TakenBy::NoGroup, &[]);
    }
}
