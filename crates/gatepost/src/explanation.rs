//! A verdict with its explanation: the group and why it was selected, every rule that matches, and
//! the near misses.
//!
//! The words for people are made here and in `describe.rs`, once. The command, the web page and the
//! bindings only lay them out, so that all of them say the same.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use crate::dialect::{Dialect, Names, Precedence};
use crate::group::{CrawlerGroup, SelectedBy, UserAgentLine};
use crate::near_miss::NearMiss;
use crate::precedence::{LostBy, Rank};
use crate::product_token::ProductToken;
use crate::rule::Rule;
use crate::url_path::UrlPath;
use crate::verdict::{DecidedBy, Verdict};

/// A verdict with everything that led to it, made by
/// [`CrawlerGroup::explain`](crate::CrawlerGroup::explain).
///
/// # Example
///
/// ```
/// use gatepost::{LostBy, ProductToken, RobotsTxt, UrlPath};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\nAllow: /*?page=\n");
/// let group = robots.group_for(&ProductToken::new("ExampleBot")?);
/// let path = UrlPath::new("/shop?page=2")?;
/// let explanation = group.explain(&path);
///
/// let [decides, runner_up] = explanation.matching() else { panic!() };
/// assert_eq!((decides.rule().line(), decides.length()), (3, 8));
/// assert_eq!(runner_up.lost_by(), Some(LostBy::Bytes(5)));
/// assert_eq!(
///     explanation.reason(),
///     "contains ?page=; 5 characters longer than line 2",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation<'r> {
    dialect: Dialect,
    crawler: ProductToken,
    selected_by: SelectedBy,
    user_agents: Vec<UserAgentLine<'r>>,
    path: UrlPath<'static>,
    verdict: Verdict<'r>,
    matching: Vec<MatchingRule<'r>>,
    near_misses: Vec<NearMiss<'r>>,
}

/// A rule that matches.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MatchingRule<'r> {
    rule: Rule<'r>,
    rank: Rank,
    opens_folder: bool,
    stars: Vec<Range<usize>>,
    lost_by: Option<LostBy>,
}

/// Words about a place in the file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Label {
    /// The place, in bytes from the start of the file.
    pub span: Range<usize>,
    /// Whether this is the place that decides.
    pub is_primary: bool,
    /// The words about the place.
    pub text: String,
}

impl<'r> CrawlerGroup<'r> {
    /// Returns the verdict on a URL with everything that led to it.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\nAllow: /*?page=\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let explanation = group.explain(&UrlPath::new("/shop?page=2")?);
    /// assert_eq!(explanation.verdict(), group.verdict(explanation.path()));
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn explain(&self, path: &UrlPath<'_>) -> Explanation<'r> {
        Explanation::new(self, path)
    }
}

impl<'r> Explanation<'r> {
    fn new(group: &CrawlerGroup<'r>, path: &UrlPath<'_>) -> Explanation<'r> {
        let verdict = group.verdict(path);
        let mut matching = Vec::new();
        let mut near_misses = Vec::new();
        if !matches!(verdict.decided_by(), DecidedBy::RobotsTxtItself) {
            let compared = path.bytes(group.robots().dialect_ref().percent_encoding);
            for rule in group.rules() {
                if let Some(by) = rule.matched_by(&compared) {
                    let stars = by.pattern.stars(path).unwrap_or_default();
                    let (rank, opens_folder) = (rule.rank(&by.pattern, &compared), by.opens_folder);
                    matching.push(MatchingRule { rule, rank, opens_folder, stars, lost_by: None });
                }
            }
            matching.sort_by(|a, b| a.rank.by_precedence(&b.rank));
            let winner = matching.first().map(|winner| winner.rank);
            if let Some(winner) = winner {
                for loser in &mut matching[1..] {
                    loser.lost_by = Some(loser.rank.lost_to(&winner));
                }
            }
            near_misses = NearMiss::all(group.rules(), path, winner);
        }
        Explanation {
            dialect: group.robots().dialect(),
            crawler: group.crawler().clone(),
            selected_by: group.selected_by(),
            user_agents: group.user_agents().collect(),
            path: path.clone().into_owned(),
            verdict,
            matching,
            near_misses,
        }
    }

    /// Returns the verdict.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\nAllow: /*?page=\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let explanation = group.explain(&UrlPath::new("/shop?page=2")?);
    /// assert!(explanation.verdict().is_allowed());
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn verdict(&self) -> Verdict<'r> {
        self.verdict
    }

    /// Returns the name by which the crawler's group was found.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\nAllow: /*?page=\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let explanation = group.explain(&UrlPath::new("/shop?page=2")?);
    /// assert!(explanation.crawler().is_any());
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn crawler(&self) -> &ProductToken {
        &self.crawler
    }

    /// Returns how the crawler's group was selected.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, SelectedBy, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\nAllow: /*?page=\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let explanation = group.explain(&UrlPath::new("/shop?page=2")?);
    /// assert_eq!(explanation.selected_by(), SelectedBy::Star);
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn selected_by(&self) -> SelectedBy {
        self.selected_by
    }

    /// Returns the `User-agent` lines by which the group was selected.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\nAllow: /*?page=\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let explanation = group.explain(&UrlPath::new("/shop?page=2")?);
    /// assert_eq!(explanation.user_agents()[0].line(), 1);
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn user_agents(&self) -> &[UserAgentLine<'r>] {
        &self.user_agents
    }

    /// Returns the path that was asked about.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\nAllow: /*?page=\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let explanation = group.explain(&UrlPath::new("/shop?page=2")?);
    /// assert_eq!(explanation.path().raw(), b"/shop?page=2");
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn path(&self) -> &UrlPath<'static> {
        &self.path
    }

    /// Returns every rule that matches: the deciding rule, then the runner-up, and so on.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\nAllow: /*?page=\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let explanation = group.explain(&UrlPath::new("/shop?page=2")?);
    /// let lines: Vec<_> = explanation.matching().iter().map(|by| by.rule().line()).collect();
    /// assert_eq!(lines, [3, 2]);
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn matching(&self) -> &[MatchingRule<'r>] {
        &self.matching
    }

    /// Returns the rules that narrowly fail to match and would have decided.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\nAllow: /*?page=\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let explanation = group.explain(&UrlPath::new("/shop?page=2")?);
    /// assert!(explanation.near_misses().is_empty());
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn near_misses(&self) -> &[NearMiss<'r>] {
        &self.near_misses
    }

    /// Returns the reason for the verdict and the remarks, in one line.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\nAllow: /*?page=\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let explanation = group.explain(&UrlPath::new("/shop?page=2")?);
    /// assert_eq!(explanation.reason(), "contains ?page=; 5 characters longer than line 2");
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn reason(&self) -> String {
        let mut reason = self.verdict.reason().to_string();
        for remark in self.remarks() {
            reason += "; ";
            reason += &remark;
        }
        reason
    }

    /// Returns remarks that add to the reason: the contrary rule over which the deciding rule won,
    /// and the rule that narrowly fails to match.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\nAllow: /*?page=\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let explanation = group.explain(&UrlPath::new("/shop?page=2")?);
    /// assert_eq!(explanation.remarks(), ["5 characters longer than line 2"]);
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        let against = |other: &&MatchingRule<'_>| other.rank.allows() != self.verdict.is_allowed();
        if let Some(other) = self.matching.iter().find(against) {
            let line = other.rule.line();
            remarks.push(match other.lost_by {
                Some(LostBy::Bytes(more)) => {
                    format!("{} longer than line {line}", characters(more))
                }
                Some(LostBy::BytesTaken(more)) => {
                    format!("matches {} more of the path than line {line}", characters(more))
                }
                Some(LostBy::Order) => {
                    format!("comes before line {line}, and the first match decides")
                }
                _ if self.dialect.precedence == Precedence::LongestMatch => {
                    format!("matches as much of the path as line {line}, and Allow wins a tie")
                }
                _ => format!("as long as line {line}, and Allow wins a tie"),
            });
        }
        if let Some(near_miss) = self.near_misses.first() {
            remarks.push(format!(
                "line {} just misses: {}",
                near_miss.rule().line(),
                near_miss.kind()
            ));
        }
        remarks
    }

    /// Returns a label for each place in the file that matters, in the order of the file.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\nAllow: /*?page=\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let explanation = group.explain(&UrlPath::new("/shop?page=2")?);
    /// let labels = explanation.labels();
    /// assert_eq!(labels.len(), 3);
    /// assert!(labels[2].is_primary);
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn labels(&self) -> Vec<Label> {
        let mut labels = Vec::new();
        let mut label = |span, is_primary, text| labels.push(Label { span, is_primary, text });
        for line in &self.user_agents {
            let why = match self.selected_by {
                SelectedBy::Name => self.why_named(line),
                _ if self.crawler.is_any() => "this group applies".to_string(),
                _ => format!("this group applies: no group names {}", self.crawler),
            };
            label(line.value_span(), false, why);
        }
        for (at, matching) in self.matching.iter().enumerate() {
            let text = match (at, matching.lost_by) {
                (0, _) if matching.rule.is_empty() => {
                    "this rule decides: it is empty, so it restricts nothing".to_string()
                }
                (0, _) => self.why_it_decides(matching),
                (_, lost_by) => self.why_it_lost(matching, lost_by),
            };
            label(matching.rule.value_span(), at == 0, text);
        }
        for near_miss in &self.near_misses {
            let text = format!("this rule just misses: {}", near_miss.kind());
            label(near_miss.rule().value_span(), false, text);
        }
        labels.sort_by_key(|label| label.span.start);
        labels
    }

    fn why_named(&self, line: &UserAgentLine<'_>) -> String {
        let crawler = &self.crawler;
        let is_whole = line.token().eq_ignore_ascii_case(crawler.as_str().as_bytes());
        match self.dialect.names {
            Names::WithinCrawler | Names::AtStartOfWord if !is_whole => {
                format!("this group applies: its name is part of {crawler}")
            }
            Names::ContainsCrawler if !is_whole => {
                format!("this group applies: {crawler} is part of its name")
            }
            _ => format!("this group applies: it names {crawler}"),
        }
    }

    fn why_it_decides(&self, decides: &MatchingRule<'_>) -> String {
        let count = self.matching.len();
        let length = characters(decides.length());
        let (with, most) = match self.dialect.precedence {
            Precedence::FirstMatch if count == 1 => {
                return "this rule decides: it is the only one that matches".to_string();
            }
            Precedence::FirstMatch => {
                return format!("this rule decides: the first of {count} that match");
            }
            Precedence::LongestMatch => (format!("it matches {length} of the path"), "the most"),
            Precedence::LongestPattern => (length, "the longest"),
        };
        if decides.opens_folder {
            format!("this rule decides: its index page opens the folder, with {with}")
        } else if count == 1 {
            format!("this rule decides: {with}, the only one that matches")
        } else if self.ties() {
            format!("this rule decides: {with}, and Allow wins a tie")
        } else {
            format!("this rule decides: {with}, {most} of {count} that match")
        }
    }

    fn why_it_lost(&self, lost: &MatchingRule<'_>, lost_by: Option<LostBy>) -> String {
        let length = characters(lost.length());
        let with = match self.dialect.precedence {
            Precedence::LongestMatch => format!("and {length} of the path"),
            _ => format!("with {length}"),
        };
        match lost_by {
            Some(LostBy::Order) => "this rule matches too, and comes later".to_string(),
            Some(LostBy::Bytes(less) | LostBy::BytesTaken(less)) => {
                format!("this rule matches too, {with}: {less} fewer")
            }
            Some(LostBy::AllowWinsTie) => format!("this rule matches too, {with}"),
            _ => format!("this rule says the same, {with}"),
        }
    }

    /// Returns notes on the whole verdict: the authority for it, and the text that each `*`
    /// matched.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\nAllow: /*?page=\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let explanation = group.explain(&UrlPath::new("/shop?page=2")?);
    /// assert_eq!(explanation.notes()[0], "the longest match wins: RFC 9309, section 2.2.2");
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let name = self.dialect.name;
        notes.push(match (self.verdict.decided_by(), self.dialect.precedence) {
            (DecidedBy::Rule(_), Precedence::FirstMatch) => {
                format!("the first rule that matches decides: dialect {name}")
            }
            (DecidedBy::Rule(_), Precedence::LongestMatch) => {
                format!(
                    "the rule that matches the most characters of the path decides: dialect {name}"
                )
            }
            (DecidedBy::Rule(_), _) if self.ties() => {
                "between rules of one length Allow wins: RFC 9309, section 2.2.2".to_string()
            }
            (DecidedBy::Rule(_), _) if self.matching.len() > 1 => {
                "the longest match wins: RFC 9309, section 2.2.2".to_string()
            }
            (DecidedBy::Rule(_), _) => "a rule that matches decides: RFC 9309, section 2.2.2".to_string(),
            (DecidedBy::NoRuleMatches, _) => {
                "no rule matches, so the URL is allowed: RFC 9309, section 2.2.2".to_string()
            }
            (DecidedBy::NoGroup, _) => {
                "no group applies to this crawler, so it may fetch everything: RFC 9309, section 2.2.1"
                    .to_string()
            }
            (DecidedBy::RobotsTxtItself, _) => {
                "robots.txt itself is always allowed: RFC 9309, section 2.2.2".to_string()
            }
        });
        if let Some(decides) = self.matching.first() {
            let compared = self.compared(decides);
            let taken = decides
                .stars
                .iter()
                .map(|star| format!("`{}`", String::from_utf8_lossy(&compared[star.clone()])));
            let taken: Vec<_> = taken.collect();
            match taken.as_slice() {
                [] => {}
                [one] => notes.push(format!("the `*` matched {one}")),
                several => notes.push(format!("the `*` matched {}", several.join(", then "))),
            }
        }
        notes
    }

    /// Returns the bytes of the path with which a rule was compared.
    pub(crate) fn compared(&self, matching: &MatchingRule<'_>) -> Cow<'_, [u8]> {
        matching.rule.pattern().compared(&self.path)
    }

    fn ties(&self) -> bool {
        self.matching.get(1).is_some_and(|second| second.lost_by == Some(LostBy::AllowWinsTie))
    }
}

impl<'r> MatchingRule<'r> {
    /// Returns the rule.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\nAllow: /*?page=\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let explanation = group.explain(&UrlPath::new("/shop?page=2")?);
    /// assert_eq!(explanation.matching()[0].rule().line(), 3);
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn rule(&self) -> Rule<'r> {
        self.rule
    }

    /// Returns the length of the pattern that matches, in bytes; under
    /// [`Precedence::LongestMatch`](crate::Precedence::LongestMatch), how many bytes of the path it
    /// matches.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\nAllow: /*?page=\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let explanation = group.explain(&UrlPath::new("/shop?page=2")?);
    /// assert_eq!(explanation.matching()[0].length(), 8);
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn length(&self) -> usize {
        self.rank.length
    }

    /// Returns the bytes of the path that each `*` of the pattern matched: see
    /// [`PathPattern::stars`](crate::PathPattern::stars).
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\nAllow: /*?page=\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let explanation = group.explain(&UrlPath::new("/shop?page=2")?);
    /// assert_eq!(explanation.matching()[0].stars(), [1..5]);
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn stars(&self) -> &[Range<usize>] {
        &self.stars
    }

    /// Returns why the rule does not decide, or `None` for the deciding rule.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{LostBy, ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\nAllow: /*?page=\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let explanation = group.explain(&UrlPath::new("/shop?page=2")?);
    /// assert_eq!(explanation.matching()[1].lost_by(), Some(LostBy::Bytes(5)));
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn lost_by(&self) -> Option<LostBy> {
        self.lost_by
    }
}

fn characters(count: usize) -> String {
    if count == 1 { "1 character".to_string() } else { format!("{count} characters") }
}

#[cfg(test)]
mod tests {
    use crate::{ProductToken, RobotsTxt, UrlPath};

    const FILE: &str = "\
User-agent: *
Disallow: /*.pdf$
Disallow: /*?
Allow: /*?page=
Allow: /page
Disallow: /*.ph
";

    #[track_caller]
    fn reason(url: &str, expected: &str) {
        let robots = RobotsTxt::parse(FILE);
        let path = UrlPath::new(url).unwrap();
        assert_eq!(robots.group_for(&ProductToken::any()).explain(&path).reason(), expected);
    }

    #[test]
    fn reasons() {
        reason("/files/report.pdf", "ends in .pdf");
        reason(
            "/files/report.pdf?dl=1",
            "has a query string; line 2 just misses: a query string follows",
        );
        reason("/files/report.PDF", "no rule matches; line 2 just misses: letter case counts");
        reason("/shop?page=2", "contains ?page=; 5 characters longer than line 3");
        reason("/page.php5", "starts with /page; as long as line 6, and Allow wins a tie");
        reason("/shop", "no rule matches");
        reason("/robots.txt", "robots.txt itself is always allowed");
    }

    #[test]
    fn labels_are_in_the_order_of_the_file() {
        let robots = RobotsTxt::parse(FILE);
        let group = robots.group_for(&ProductToken::new("Googlebot").unwrap());
        let path = UrlPath::new("/shop?page=2").unwrap();
        let labels: Vec<_> = group.explain(&path).labels().into_iter().map(|l| l.text).collect();
        assert_eq!(
            labels,
            [
                "this group applies: no group names Googlebot",
                "this rule matches too, with 3 characters: 5 fewer",
                "this rule decides: 8 characters, the longest of 2 that match",
            ]
        );
    }

    #[test]
    fn notes_show_what_the_stars_matched() {
        let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*/a*b\n");
        let path = UrlPath::new("/x/y/axb").unwrap();
        let notes = robots.group_for(&ProductToken::any()).explain(&path).notes();
        assert_eq!(notes[1], "the `*` matched `x/y`, then `x`");
    }
}
