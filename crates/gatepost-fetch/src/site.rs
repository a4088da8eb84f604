//! One host in memory: what is known of it, and the rules of those who asked, prepared.
//!
//! A file is parsed when a crawler asks about the host for the first time. What is kept is its octets
//! and the rule sets, no other form of the file.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use gatepost::{AccessPolicy, Dialect, MayFetch, ProductToken, RobotsTxt, RuleSet, UrlPath};

use crate::entry::Entry;

/// How many crawlers' rules are kept prepared. Nearly everybody asks as one.
const PREPARED: usize = 4;

/// What is known of one host, and the rules of those who asked.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) entry: Arc<Entry>,
    dialect: &'static Dialect,
    prepared: RwLock<Vec<(Box<[ProductToken]>, Arc<CrawlerRules>)>>,
}

/// The rules of one crawler.
#[derive(Debug)]
pub(crate) struct CrawlerRules {
    rules: RuleSet,
    crawl_delay: Option<Duration>,
}

/// Whether a crawler may fetch a page, and how that is known.
#[derive(Clone, Debug)]
pub struct Permission {
    allowed: bool,
    may_fetch: MayFetch,
    /// 0 where no rule decided.
    line: u32,
    rules: Option<Arc<CrawlerRules>>,
    site: Arc<Site>,
}

impl Site {
    pub(crate) fn new(entry: Entry, dialect: &'static Dialect) -> Site {
        Site { entry: Arc::new(entry), dialect, prepared: RwLock::default() }
    }

    /// How much memory it takes, roughly: the file, the rules of a crawler or two, and the record.
    pub(crate) fn weight(&self) -> u64 {
        let file = self.entry.copy().map_or(0, |copy| copy.octets.len());
        1_500 + 3 * file as u64
    }

    fn robots(&self) -> Option<RobotsTxt<'_>> {
        Some(RobotsTxt::parse_as(&self.entry.copy()?.octets, self.dialect))
    }

    fn rules(&self, names: &[ProductToken]) -> Option<Arc<CrawlerRules>> {
        let prepared = self.prepared.read().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, rules)) = prepared.iter().find(|(of, _)| **of == *names) {
            return Some(rules.clone());
        }
        drop(prepared);
        let robots = self.robots()?;
        let group = robots.group_for_any_of(names);
        let crawl_delay = group.crawl_delay();
        let rules = Arc::new(CrawlerRules { rules: group.rule_set(), crawl_delay });
        let mut prepared = self.prepared.write().unwrap_or_else(PoisonError::into_inner);
        if prepared.len() == PREPARED {
            prepared.remove(0);
        }
        prepared.push((names.into(), rules.clone()));
        Some(rules)
    }
}

impl Permission {
    pub(crate) fn of(
        site: Arc<Site>,
        names: &[ProductToken],
        path: &UrlPath<'_>,
        policy: &AccessPolicy,
        now: SystemTime,
    ) -> Permission {
        let may_fetch = site.entry.may_fetch(policy, now);
        let rules = match may_fetch {
            MayFetch::WhatTheRulesAllow | MayFetch::WhatTheCopyAllows => site.rules(names),
            _ => None,
        };
        let (allowed, line) = match &rules {
            Some(rules) => {
                let verdict = rules.rules.verdict(path);
                (verdict.is_allowed(), verdict.rule().map_or(0, |rule| rule.line() as u32))
            }
            // The file itself may always be asked for: RFC 9309 section 2.2.2.
            None => (may_fetch == MayFetch::Everything || path.normal() == b"/robots.txt", 0),
        };
        Permission { allowed, may_fetch, line, rules, site }
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
        self.rules.as_ref()?.crawl_delay
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
