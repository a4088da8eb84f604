//! The same answers, fast, for many URLs: RFC 9309 section 2.2.2.
//!
//! [`CrawlerGroup::verdict`](crate::CrawlerGroup::verdict) reads each rule anew, which is right for
//! one question. A rule set brings every pattern to normal form once and sorts by precedence, so
//! that the first pattern that matches decides. It borrows nothing, and can be kept and shared.
//!
//! `tests/twins.rs` compares both with the definition.

use alloc::vec::Vec;
use core::ops::Range;

use crate::dialect::Dialect;
use crate::group::{ChosenBy, CrawlerGroup};
use crate::path_pattern;
use crate::precedence::Rank;
use crate::rule::Rule;
use crate::url_path::UrlPath;
use crate::verdict::{DecidedBy, Verdict};

/// The rules of one crawler, prepared for many URLs.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt, UrlPath};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*.pdf$\nDisallow: /*?\n");
/// let rules = robots.group_for(&ProductToken::new("ExampleBot")?).rule_set();
/// drop(robots);
///
/// let allowed = ["/a.pdf", "/a?b", "/a.pdf?x", "/a.PDF"]
///     .map(|url| rules.verdict(&UrlPath::new(url).unwrap()).is_allowed());
/// assert_eq!(allowed, [false, false, false, true]);
/// # Ok::<(), gatepost::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug)]
pub struct RuleSet {
    dialect: &'static Dialect,
    has_group: bool,
    /// By precedence: the first that matches decides.
    rules: Vec<Prepared>,
    /// Values as written, and patterns as compared where they differ.
    octets: Vec<u8>,
}

#[derive(Clone, Debug)]
struct Prepared {
    rank: Rank,
    opens_folder: bool,
    is_closed: bool,
    pattern: Range<usize>,
    value: Range<usize>,
    value_start: usize,
}

impl RuleSet {
    pub(crate) fn new(group: &CrawlerGroup<'_>) -> RuleSet {
        let mut octets = Vec::new();
        let mut push = |text: &[u8]| {
            let start = octets.len();
            octets.extend_from_slice(text);
            start..octets.len()
        };
        let mut rules = Vec::new();
        for rule in group.rules() {
            let value = push(rule.value());
            for by in rule.deciding_patterns().filter(|by| by.pattern.can_match()) {
                let pattern = by.pattern;
                let compared = pattern.octets();
                let as_written = rule.value().starts_with(compared);
                rules.push(Prepared {
                    rank: rule.rank(&pattern),
                    opens_folder: by.opens_folder,
                    is_closed: pattern.is_closed(),
                    pattern: match as_written {
                        true => value.start..value.start + compared.len(),
                        false => push(compared),
                    },
                    value: value.clone(),
                    value_start: rule.value_span().start,
                });
            }
        }
        rules.sort_by(|a, b| a.rank.by_precedence(&b.rank));
        let has_group = group.chosen_by() != ChosenBy::NoGroup;
        RuleSet { dialect: group.robots().dialect(), has_group, rules, octets }
    }

    /// May the crawler fetch this URL, and which rule decided?
    pub fn verdict(&self, path: &UrlPath<'_>) -> Verdict<'_> {
        if self.dialect.robots_txt_is_exempt && path.is_robots_txt() {
            return Verdict::without_rule(DecidedBy::RobotsTxtItself);
        }
        let path = path.octets(self.dialect.percent_encoding);
        let decides = |rule: &&Prepared| {
            path_pattern::matches(&self.octets[rule.pattern.clone()], rule.is_closed, path)
        };
        match self.rules.iter().find(decides) {
            Some(found) => {
                let Rank { allow, line, .. } = found.rank;
                let value = &self.octets[found.value.clone()];
                let rule = Rule::new(value, found.value_start, line, allow, self.dialect);
                Verdict::by_rule(found.rank.allows(), rule, found.opens_folder)
            }
            None if self.has_group => Verdict::without_rule(DecidedBy::NoRuleMatches),
            None => Verdict::without_rule(DecidedBy::NoGroup),
        }
    }

    /// The dialect in which the file was read.
    pub fn dialect(&self) -> &'static Dialect {
        self.dialect
    }
}
