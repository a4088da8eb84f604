//! One host in memory: what is known of it, and the rules of those who asked, prepared.
//!
//! A file is parsed when a crawler asks about the host for the first time. What is kept is its bytes
//! and the rule sets, no other form of the file. A crawl asks about one host after the other, and
//! pays for each place in memory that it has not looked at lately; so what an answer needs lies
//! together, the rules of the first crawler among it.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use gatepost::{AccessPolicy, Dialect, MayFetch, ProductToken, RobotsTxt, RuleSet, UrlPath};

use crate::entry::{CLOCK_SLACK, Entry};

/// How many more crawlers' rules are kept prepared. Nearly everybody asks as one.
const OTHERS: usize = 4;

/// What is known of one host, and the rules of those who asked.
#[derive(Debug)]
pub(crate) struct Site {
    fresh_from: SystemTime,
    fresh_until: SystemTime,
    /// What may be fetched, unless it depends on how long the file has been missing.
    always: Option<MayFetch>,
    first: OnceLock<CrawlerRules>,
    others: RwLock<Vec<Arc<CrawlerRules>>>,
    dialect: Dialect,
    pub(crate) entry: Arc<Entry>,
}

/// The rules of one crawler.
#[derive(Debug)]
pub(crate) struct CrawlerRules {
    names: Names,
    crawl_delay: Option<Duration>,
    rules: RuleSet,
}

/// The names that a crawler goes by.
#[derive(Debug, PartialEq, Eq)]
enum Names {
    /// A single one, as nearly always, in place.
    Short([u8; 30], u8),
    Any(Box<[ProductToken]>),
}

/// Whether a crawler may fetch a page, and how that is known.
#[derive(Clone, Debug)]
pub struct Permission {
    allowed: bool,
    may_fetch: MayFetch,
    /// 0 where no rule decided.
    line: u32,
    /// Those of the site's first crawler, if none are here.
    others: Option<Arc<CrawlerRules>>,
    site: Arc<Site>,
}

impl Site {
    pub(crate) fn new(entry: Entry, dialect: Dialect, policy: AccessPolicy) -> Site {
        let finished = entry.record().finished;
        Site {
            fresh_from: finished.checked_sub(CLOCK_SLACK).unwrap_or(finished),
            fresh_until: entry.fresh_until(),
            always: entry.missing_since().is_none().then(|| entry.may_fetch(policy, finished)),
            first: OnceLock::new(),
            others: RwLock::default(),
            dialect,
            entry: Arc::new(entry),
        }
    }

    /// [`Entry::is_fresh`].
    pub(crate) fn is_fresh(&self, now: SystemTime) -> bool {
        self.fresh_from <= now && now < self.fresh_until
    }

    /// How much memory it takes, roughly: the file, the rules of a crawler, and the record. The bench
    /// `cached` measures it.
    pub(crate) fn weight(&self) -> u64 {
        let file = self.entry.copy().map_or(0, |copy| copy.bytes.len());
        2_000 + 9 * file as u64 / 2
    }

    fn robots(&self) -> Option<RobotsTxt<'_>> {
        Some(RobotsTxt::parse_as(&self.entry.copy()?.bytes, self.dialect))
    }

    /// The rules of one that is not the first to ask.
    fn others(&self, names: &[ProductToken]) -> Arc<CrawlerRules> {
        let wanted = Names::of(names);
        let others = self.others.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = others.iter().find(|rules| rules.names == wanted) {
            return rules.clone();
        }
        drop(others);
        let rules = Arc::new(self.prepare(names));
        let mut others = self.others.write().unwrap_or_else(PoisonError::into_inner);
        if others.len() == OTHERS {
            others.remove(0);
        }
        others.push(rules.clone());
        rules
    }

    fn prepare(&self, names: &[ProductToken]) -> CrawlerRules {
        let nothing = RobotsTxt::parse_as(b"", self.dialect);
        let robots = self.robots().unwrap_or(nothing);
        let group = robots.group_for_any_of(names);
        let (crawl_delay, rules) = (group.crawl_delay(), group.rule_set());
        CrawlerRules { names: Names::of(names), crawl_delay, rules }
    }
}

impl Names {
    fn of(names: &[ProductToken]) -> Names {
        if let [name] = names {
            let name = name.as_str().as_bytes();
            let mut text = [0; 30];
            if let Some(place) = text.get_mut(..name.len()) {
                place.copy_from_slice(name);
                return Names::Short(text, name.len() as u8);
            }
        }
        Names::Any(names.into())
    }

    fn are(&self, names: &[ProductToken]) -> bool {
        match (self, names) {
            (Names::Short(text, length), [name]) => {
                text[..usize::from(*length)] == *name.as_str().as_bytes()
            }
            (Names::Short(..), _) => false,
            (Names::Any(own), names) => **own == *names,
        }
    }
}

impl Permission {
    pub(crate) fn of(
        site: Arc<Site>,
        names: &[ProductToken],
        path: &UrlPath<'_>,
        policy: AccessPolicy,
        now: SystemTime,
    ) -> Permission {
        let may_fetch = site.always.unwrap_or_else(|| site.entry.may_fetch(policy, now));
        if !matches!(may_fetch, MayFetch::WhatTheRulesAllow | MayFetch::WhatTheCopyAllows) {
            // The file itself may always be asked for: RFC 9309 section 2.2.2.
            let allowed = may_fetch == MayFetch::Everything || path.normal() == b"/robots.txt";
            return Permission { allowed, may_fetch, line: 0, others: None, site };
        }
        let first = site.first.get_or_init(|| site.prepare(names));
        let others = (!first.names.are(names)).then(|| site.others(names));
        let rules = others.as_deref().unwrap_or(first);
        let verdict = rules.rules.verdict(path);
        let line = verdict.rule().map_or(0, |rule| rule.line() as u32);
        Permission { allowed: verdict.is_allowed(), may_fetch, line, others, site }
    }

    /// Whether the page may be fetched.
    pub fn is_allowed(&self) -> bool {
        self.allowed
    }

    /// What decided: the rules of the file or of a copy, or that there is no file, or that nobody
    /// knows.
    pub fn may_fetch(&self) -> MayFetch {
        self.may_fetch
    }

    /// The line of the rule that decided, where one did.
    pub fn line(&self) -> Option<usize> {
        (self.line > 0).then_some(self.line as usize)
    }

    /// How long the crawler is asked to wait between two requests: `Crawl-delay`.
    pub fn crawl_delay(&self) -> Option<Duration> {
        if !matches!(self.may_fetch, MayFetch::WhatTheRulesAllow | MayFetch::WhatTheCopyAllows) {
            return None;
        }
        self.others.as_deref().or(self.site.first.get())?.crawl_delay
    }

    /// What is known of the host, and how that came about.
    pub fn entry(&self) -> &Entry {
        &self.site.entry
    }

    /// The file, or the copy of it, that there is: to explain the answer, or to look for sitemaps.
    pub fn robots(&self) -> Option<RobotsTxt<'_>> {
        self.site.robots()
    }
}
