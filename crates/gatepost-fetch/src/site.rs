//! One host in memory: its entry, and the prepared rules of the crawlers that asked.
//!
//! A file is parsed when a crawler asks about the host for the first time. Only its bytes and the
//! rule sets are kept, not the parsed file. A crawl asks about one host after another, and pays for
//! each piece of memory that is no longer in the processor's cache; so what an answer needs lies
//! together, including the rules of the first crawler.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use gatepost::{AccessPolicy, CrawlerRules, Dialect, MayFetch, ProductToken, RobotsTxt, UrlPath};

use crate::entry::{CLOCK_SLACK, Entry};

/// The number of further crawlers whose rules are kept prepared. Nearly every caller asks as one
/// crawler.
const OTHERS: usize = 4;

/// Holds the entry of one host, and the rules of the crawlers that asked.
#[derive(Debug)]
pub(crate) struct Site {
    fresh_from: SystemTime,
    fresh_until: SystemTime,
    /// What may be fetched, unless that depends on how long the file has been missing.
    always: Option<MayFetch>,
    first: OnceLock<CrawlerRules>,
    others: RwLock<Vec<Arc<CrawlerRules>>>,
    dialect: Dialect,
    pub(crate) entry: Arc<Entry>,
}

/// Says whether a crawler may fetch a page, and why.
///
/// # Example
///
/// ```no_run
/// # async fn example(robots: gatepost_fetch::RobotsCache) -> Result<(), Box<dyn std::error::Error>> {
/// let crawler = gatepost::ProductToken::new("ExampleBot")?;
/// let permission = robots.may_fetch("https://example.com/a", &crawler).await?;
/// println!("{}, decided by line {:?}", permission.is_allowed(), permission.line());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Permission {
    allowed: bool,
    may_fetch: MayFetch,
    /// 0 if no rule decided.
    line: u32,
    /// `None` for the rules of the site's first crawler.
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

    /// Estimates the memory of a site: the file, the rules of one crawler, and the record.
    ///
    /// The bench `cached` measures it.
    pub(crate) fn weight(&self) -> u64 {
        let file = self.entry.copy().map_or(0, |copy| copy.bytes.len());
        2_000 + 9 * file as u64 / 2
    }

    fn robots(&self) -> Option<RobotsTxt<'_>> {
        Some(RobotsTxt::parse_as(&self.entry.copy()?.bytes, self.dialect))
    }

    /// Returns the rules of a crawler that is not the first to ask.
    fn others(&self, names: &[ProductToken]) -> Arc<CrawlerRules> {
        let others = self.others.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = others.iter().find(|rules| rules.is_for(names)) {
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
        robots.crawler_rules(names)
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
            // robots.txt itself may always be fetched: RFC 9309 section 2.2.2.
            let allowed = may_fetch == MayFetch::Everything || path.normal() == b"/robots.txt";
            return Permission { allowed, may_fetch, line: 0, others: None, site };
        }
        let first = site.first.get_or_init(|| site.prepare(names));
        let others = (!first.is_for(names)).then(|| site.others(names));
        let rules = others.as_deref().unwrap_or(first);
        let verdict = rules.verdict(path);
        let line = verdict.rule().map_or(0, |rule| rule.line() as u32);
        Permission { allowed: verdict.is_allowed(), may_fetch, line, others, site }
    }

    /// Returns whether the crawler may fetch the page.
    ///
    /// # Example
    ///
    /// ```no_run
    /// # fn example(permission: gatepost_fetch::Permission) {
    /// if permission.is_allowed() {
    ///     // Fetch it.
    /// }
    /// # }
    /// ```
    #[must_use]
    pub fn is_allowed(&self) -> bool {
        self.allowed
    }

    /// Returns what decided: the rules of the file or of an older copy, that there is no file, or
    /// that it is unreachable.
    ///
    /// # Example
    ///
    /// ```no_run
    /// # fn example(permission: gatepost_fetch::Permission) {
    /// if permission.may_fetch() == gatepost::MayFetch::Nothing {
    ///     println!("robots.txt is unreachable; try again later");
    /// }
    /// # }
    /// ```
    #[must_use]
    pub fn may_fetch(&self) -> MayFetch {
        self.may_fetch
    }

    /// Returns the line of the rule that decided, if one did.
    ///
    /// # Example
    ///
    /// ```no_run
    /// # fn example(permission: gatepost_fetch::Permission) {
    /// if let Some(line) = permission.line() {
    ///     println!("decided by line {line} of robots.txt");
    /// }
    /// # }
    /// ```
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        (self.line > 0).then_some(self.line as usize)
    }

    /// Returns how long the site asks the crawler to wait between two requests: `Crawl-delay`.
    ///
    /// # Example
    ///
    /// ```no_run
    /// # fn example(permission: gatepost_fetch::Permission) {
    /// let delay = permission.crawl_delay().unwrap_or_default();
    /// # }
    /// ```
    #[must_use]
    pub fn crawl_delay(&self) -> Option<Duration> {
        if !matches!(self.may_fetch, MayFetch::WhatTheRulesAllow | MayFetch::WhatTheCopyAllows) {
            return None;
        }
        self.others.as_deref().or(self.site.first.get())?.crawl_delay()
    }

    /// Returns the entry of the host: what was fetched, and how that went.
    ///
    /// # Example
    ///
    /// ```no_run
    /// # fn example(permission: gatepost_fetch::Permission) {
    /// for hop in &permission.entry().record().hops {
    ///     println!("{} {:?}", hop.url, hop.status);
    /// }
    /// # }
    /// ```
    #[must_use]
    pub fn entry(&self) -> &Entry {
        &self.site.entry
    }

    /// Parses the file or the copy that decided: to explain the answer, or to list its sitemaps.
    ///
    /// # Example
    ///
    /// ```no_run
    /// # fn example(permission: gatepost_fetch::Permission) {
    /// if let Some(robots) = permission.robots() {
    ///     println!("{} sitemaps", robots.sitemaps().count());
    /// }
    /// # }
    /// ```
    #[must_use]
    pub fn robots(&self) -> Option<RobotsTxt<'_>> {
        self.site.robots()
    }
}
