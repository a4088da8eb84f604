//! The group of a file that a crawler obeys, and why: RFC 9309 section 2.2.1, and the documentation
//! of operators beyond it.
//!
//! A crawler obeys the groups that name it. If none does, it obeys those for the first of its other
//! names that a group has, and otherwise those for `*`. Some crawlers ignore `*`, and some never
//! ask for robots.txt. This is the only place that applies these facts: the matcher knows none of
//! them, in any dialect.

use std::fmt;

use gatepost::{CrawlerGroup, GroupIndex, ProductToken, RobotsTxt, SelectedBy};

use crate::crawler::{Crawler, KnownBy, RobotsBehaviour};

/// The group of a file that a crawler obeys, and why it is this one.
#[derive(Clone, Debug)]
pub struct SelectedGroup<'r> {
    group: CrawlerGroup<'r>,
    selected_by: GroupSelectedBy,
}

/// The reason why a crawler obeys its group.
///
/// [`SelectedBy`] is the part of this that robots.txt alone decides. With the `serde` feature the
/// reason serialises as its [name](GroupSelectedBy::name).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum GroupSelectedBy {
    /// A group names the crawler.
    Name,
    /// A group has this other name of the crawler.
    Alias(&'static str),
    /// No group names the crawler, and a group has this name, to which the crawler falls back.
    Fallback(&'static str),
    /// No group has any of the crawler's names, and there is one for `*`.
    Star,
    /// No group has any of the crawler's names, and there is none for `*`.
    NoGroup,
    /// No group has any of the crawler's names, and the crawler ignores those for `*`.
    IgnoresStar,
    /// The crawler fetches pages without asking for robots.txt.
    DoesNotAsk,
}

impl Crawler {
    /// Selects the group of a file that the crawler obeys.
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
    /// let selected = |token| by_token(token).unwrap().group_in(&robots);
    /// let image = selected("Googlebot-Image");
    /// assert_eq!(image.selected_by(), &GroupSelectedBy::Fallback("Googlebot"));
    /// assert_eq!(selected("bingbot").selected_by(), &GroupSelectedBy::Star);
    ///
    /// let ads = selected("AdsBot-Google");
    /// assert_eq!(ads.selected_by(), &GroupSelectedBy::IgnoresStar);
    /// assert!(ads.group().verdict(&UrlPath::new("/b")?).is_allowed());
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn group_in<'r>(&self, robots: &'r RobotsTxt<'r>) -> SelectedGroup<'r> {
        self.select(&self.names(), |names| robots.group_for_any_of(names))
    }

    /// Selects the group of an indexed file that the crawler obeys: for many crawlers of one file.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_crawlers::{CrawlerSet, GroupSelectedBy};
    ///
    /// let robots = RobotsTxt::parse("User-agent: GPTBot\nDisallow: /\n");
    /// let index = robots.group_index();
    /// let named = CrawlerSet::Ai.crawlers().filter(|crawler| {
    ///     *crawler.group_in_index(&index).selected_by() == GroupSelectedBy::Name
    /// });
    /// assert_eq!(named.count(), 1);
    /// ```
    #[must_use]
    pub fn group_in_index<'r>(&self, index: &GroupIndex<'r>) -> SelectedGroup<'r> {
        self.select(&self.names(), |names| index.group_for_any_of(names))
    }

    /// Selects the group that the crawler obeys under these names, its own first.
    pub(crate) fn select<'r>(
        &self,
        names: &[ProductToken],
        group_for_any_of: impl FnOnce(&[ProductToken]) -> CrawlerGroup<'r>,
    ) -> SelectedGroup<'r> {
        if self.ignores_file() {
            // Asked for under its own name alone, so that the group is not shown as another's.
            let group = group_for_any_of(&names[..1]).without_groups();
            return SelectedGroup { group, selected_by: GroupSelectedBy::DoesNotAsk };
        }
        let group = group_for_any_of(names);
        let selected_by = match group.selected_by() {
            // A crawler that is asked about under an alias looks for the group of that name first.
            SelectedBy::Name if *group.crawler() == names[0] => GroupSelectedBy::Name,
            SelectedBy::Name => self.selected_by_name(group.crawler().as_str()),
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

    /// Returns the reason for a group that was found under one of the crawler's names.
    fn selected_by_name(&self, name: &str) -> GroupSelectedBy {
        let find = |names: &'static [&'static str]| names.iter().copied().find(|of| *of == name);
        match (find(self.aliases()), find(self.falls_back_to())) {
            (Some(alias), _) => GroupSelectedBy::Alias(alias),
            (None, Some(fallback)) => GroupSelectedBy::Fallback(fallback),
            (None, None) => GroupSelectedBy::Name,
        }
    }

    /// Returns sentences about what the rules of the crawler's group do not show: that the group
    /// was written for another name, that the crawler is retired, that it may ignore the file. A
    /// crawler whose obedience is unknown has no remark about that.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::{GroupSelectedBy, by_token};
    ///
    /// let crawler = by_token("Googlebot-Image").unwrap();
    /// assert_eq!(
    ///     crawler.remarks(&GroupSelectedBy::Fallback("Googlebot")),
    ///     ["no group names Googlebot-Image, so it obeys the group for Googlebot"],
    /// );
    /// ```
    #[must_use]
    pub fn remarks(&self, selected_by: &GroupSelectedBy) -> Vec<String> {
        let mut remarks = Vec::new();
        let token = self.token();
        let source = match (self.known_by(), self.page()) {
            (KnownBy::Community, _) => ", according to a community list".to_owned(),
            (_, Some(page)) => format!(": {page}"),
            (_, None) => format!(", according to {}", self.known_by()),
        };
        match selected_by {
            GroupSelectedBy::Fallback(name) => {
                remarks.push(format!("no group names {token}, so it obeys the group for {name}"));
            }
            GroupSelectedBy::Alias(name) => {
                remarks.push(format!("{name} is another name for {token}"));
            }
            GroupSelectedBy::IgnoresStar => {
                remarks.push(format!("{token} ignores the group for *{source}"));
            }
            _ => {}
        }
        if self.is_retired() {
            let by = match self.renamed_to() {
                [] => String::new(),
                new => format!(" and was replaced by {}", new.join(" and ")),
            };
            remarks.push(format!("{token} is retired{by}"));
        }
        match self.robots() {
            RobotsBehaviour::MayIgnoreFile | RobotsBehaviour::IgnoresFile => {
                remarks.push(format!("{token} {}{source}", self.robots()));
            }
            RobotsBehaviour::ControlToken => remarks.push(format!("{token} {}", self.robots())),
            _ => {}
        }
        remarks
    }
}

impl<'r> SelectedGroup<'r> {
    /// Returns the group: without any rules if the crawler ignores everything that the file has for
    /// it.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_crawlers::by_token;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /\n");
    /// let rules = |token| by_token(token).unwrap().group_in(&robots).group().rules().count();
    /// assert_eq!((rules("bingbot"), rules("AdsBot-Google")), (1, 0));
    /// ```
    #[must_use]
    pub fn group(&self) -> &CrawlerGroup<'r> {
        &self.group
    }

    /// Consumes the selection and returns its group.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_crawlers::by_token;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /\n");
    /// let group = by_token("bingbot").unwrap().group_in(&robots).into_group();
    /// assert_eq!(group.rules().count(), 1);
    /// ```
    #[must_use]
    pub fn into_group(self) -> CrawlerGroup<'r> {
        self.group
    }

    /// Returns why the crawler obeys this group.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_crawlers::{GroupSelectedBy, by_token};
    ///
    /// let robots = RobotsTxt::parse("User-agent: Yandex\nDisallow: /\n");
    /// let selected = by_token("YandexBot").unwrap().group_in(&robots);
    /// assert_eq!(selected.selected_by(), &GroupSelectedBy::Fallback("Yandex"));
    /// ```
    #[must_use]
    pub fn selected_by(&self) -> &GroupSelectedBy {
        &self.selected_by
    }

    /// Returns the reason why no rule of the file applies, if the crawler itself is the reason: it
    /// ignores the file, or its groups for `*`.
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

    /// Returns the name of the group in the file, `*` included; none if the crawler obeys no group.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_crawlers::by_token;
    ///
    /// let robots = RobotsTxt::parse("User-agent: Googlebot\nDisallow: /\n");
    /// let selected = by_token("Googlebot-News").unwrap().group_in(&robots);
    /// assert_eq!(selected.name_in_file(), Some("Googlebot"));
    /// ```
    #[must_use]
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

/// Wraps the group of a crawler that is not in the directory, and so has one name.
impl<'r> From<CrawlerGroup<'r>> for SelectedGroup<'r> {
    fn from(group: CrawlerGroup<'r>) -> SelectedGroup<'r> {
        let selected_by = group.selected_by().into();
        SelectedGroup { group, selected_by }
    }
}

/// Adopts the reason for which the file alone selects a group, for a crawler with one name.
impl From<SelectedBy> for GroupSelectedBy {
    fn from(selected_by: SelectedBy) -> GroupSelectedBy {
        match selected_by {
            SelectedBy::Name => GroupSelectedBy::Name,
            SelectedBy::Star => GroupSelectedBy::Star,
            _ => GroupSelectedBy::NoGroup,
        }
    }
}

impl GroupSelectedBy {
    /// Returns the reason's name in data.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::GroupSelectedBy;
    ///
    /// assert_eq!(GroupSelectedBy::IgnoresStar.name(), "ignores-star");
    /// assert_eq!(GroupSelectedBy::Fallback("Googlebot").name(), "family");
    /// ```
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            GroupSelectedBy::Name => "name",
            GroupSelectedBy::Alias(_) => "alias",
            // The stable name in JSON; people read of a fallback group.
            GroupSelectedBy::Fallback(_) => "family",
            GroupSelectedBy::Star => "star",
            GroupSelectedBy::NoGroup => "no-group",
            GroupSelectedBy::IgnoresStar => "ignores-star",
            GroupSelectedBy::DoesNotAsk => "does-not-ask",
        }
    }
}

/// Writes the reason in words.
impl fmt::Display for GroupSelectedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GroupSelectedBy::Name => f.write_str("its own group"),
            GroupSelectedBy::Alias(name) => write!(f, "its other name: {name}"),
            GroupSelectedBy::Fallback(name) => write!(f, "its fallback group: {name}"),
            GroupSelectedBy::Star => f.write_str("the group for *"),
            GroupSelectedBy::NoGroup => f.write_str("no group applies to it"),
            GroupSelectedBy::IgnoresStar => {
                f.write_str("no group names it, and it ignores the group for *")
            }
            GroupSelectedBy::DoesNotAsk => RobotsBehaviour::IgnoresFile.fmt(f),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for GroupSelectedBy {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Written by hand, since a reason serialises without the name that it has.
#[cfg(feature = "schema")]
impl schemars::JsonSchema for GroupSelectedBy {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "GroupSelectedBy".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        use GroupSelectedBy::{Alias, DoesNotAsk, Fallback, IgnoresStar, Name, NoGroup, Star};
        let word = |by: GroupSelectedBy, description: &str| {
            schemars::json_schema!({
                "const": by.name(), "description": description, "type": "string",
            })
        };
        schemars::json_schema!({
            "description": "Why a crawler obeys the group that it obeys.",
            "oneOf": [
                word(Name, "A group names the crawler."),
                word(Alias(""), "A group has another name of the crawler."),
                word(
                    Fallback(""),
                    "No group names the crawler, and it obeys the group of another, as its \
                     operator documents.",
                ),
                word(Star, "No group names the crawler, so it obeys the group for `*`."),
                word(NoGroup, "No group names the crawler, and there is none for `*`."),
                word(IgnoresStar, "No group names the crawler, and it ignores the group for `*`."),
                word(DoesNotAsk, "The crawler fetches pages without asking for robots.txt."),
            ],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_token;

    /// The example of Google's documentation: which crawler obeys which of three groups.
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
        for selected in [crawler.group_in(&robots), crawler.group_in_index(&robots.group_index())] {
            assert_eq!(selected.selected_by(), &expected, "{token}");
            let found: Vec<_> = selected.group().rules().map(|rule| rule.line()).collect();
            assert_eq!(found, lines, "{token}");
        }
    }

    #[test]
    fn fallback_groups_of_google() {
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
    fn ads_crawlers_ignore_star() {
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
    fn safety_crawler_does_not_ask() {
        let file = "User-agent: Google-Safety\nUser-agent: *\nDisallow: /\n";
        check(file, "Google-Safety", GroupSelectedBy::DoesNotAsk, &[]);
        check(file, "Googlebot", GroupSelectedBy::Star, &[3]);
    }

    #[test]
    fn fallback_groups_of_others() {
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
    fn no_group_applies_in_an_empty_file() {
        check("", "Googlebot-Image", GroupSelectedBy::NoGroup, &[]);
    }
}
