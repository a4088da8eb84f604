//! `test`: may these crawlers fetch this URL, and which line decides?
//!
//! A [`Tester`] is prepared once for a file and some crawlers, and then tests one URL at a time, so
//! a list of millions can pass through it. Rules that several crawlers obey are tested once. For an
//! unreachable file there is a tester too, whose verdicts say so.

use std::collections::HashMap;
use std::fmt::{self, Write};

use gatepost::{CrawlerGroup, Dialect, RobotsTxt, RuleSet, UrlPath, Verdict};
use gatepost_crawlers::{GroupSelectedBy, ResolvedCrawler};
use serde::Serialize;

use crate::asked_url::{self, AskedUrl, NotAUrl, UrlSite, url_text};
use crate::decider::Decider;
use crate::explain::Explanation;
use crate::phrases;
use crate::place::Places;

/// The verdict on one URL for one crawler, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UrlVerdict {
    /// The URL, as given.
    pub url: String,
    /// The crawler: the name as given, or the name of the crawler of a `User-Agent` header. `*` is
    /// a crawler that no group names.
    pub crawler: String,
    /// Whether the crawler may fetch the URL, or null where the file does not apply to it: a file
    /// applies to the scheme, host and port that it was fetched from.
    pub allowed: Option<bool>,
    /// The rule, or the lack of one, that decides.
    pub decided_by: Decider,
    /// The line of the rule that decides, or null.
    pub line: Option<usize>,
    /// The rule that decides, or null.
    pub rule: Option<String>,
    /// The reason in a few words. Words may change.
    pub reason: String,
    /// How the group of the crawler was selected.
    pub selected_by: GroupSelectedBy,
    /// The name that the group has in the file, or null.
    pub group: Option<String>,
    /// The verdict in a sentence. Words may change.
    pub title: String,
    /// Facts about the crawler that the file does not show, in sentences: that it ignores the group
    /// for `*`, obeys the group of another crawler, or may not obey at all. Words may change.
    pub notes: Vec<String>,
    /// Remarks that add to the reason: the rule over which the deciding rule won, and the rule that
    /// nearly decided instead. Only present with [`Detail::Remarks`], which the command asks for
    /// about URLs that are arguments, and with an explanation. Words may change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remarks: Option<Vec<String>>,
    /// Everything that led to the verdict. Only present with [`Detail::Explanation`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
}

/// The amount of detail in a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Detail {
    /// The verdict and its reason: fast, whatever the length of the file.
    Verdict,
    /// Also the rules that nearly decided: this looks at each rule of the group.
    Remarks,
    /// Everything that led to the verdict, with places in the file.
    Explanation,
}

/// Answers whether crawlers may fetch URLs, for one file.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_crawlers::resolve_queries;
/// use gatepost_report::{Decider, Detail, Tester};
///
/// let robots = RobotsTxt::parse("User-agent: GPTBot\nDisallow: /\n");
/// let crawlers = resolve_queries(&["GPTBot".parse()?, "*".parse()?], &[&robots])?;
/// let tester = Tester::new(&robots, &crawlers, Detail::Verdict);
///
/// let [gptbot, others] = &tester.test(b"https://example.com/a")?[..] else { panic!() };
/// assert_eq!((gptbot.allowed, gptbot.line), (Some(false), Some(2)));
/// assert_eq!((others.allowed, others.decided_by), (Some(true), Decider::NoGroup));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tester<'r> {
    crawlers: Vec<TestedCrawler<'r>>,
    /// The rule sets. Crawlers that obey the same rules share one, which is asked once.
    rules: Vec<RuleSet>,
    dialect: Dialect,
    detail: Detail,
    places: Option<Places<'r>>,
    /// Why the file could not be read.
    unreachable: Option<String>,
    /// The site that the file applies to, where that is known.
    site: Option<UrlSite>,
}

/// A crawler, and everything about it that does not depend on the URL.
#[derive(Clone, Debug)]
struct TestedCrawler<'r> {
    name: String,
    selected_by: GroupSelectedBy,
    group_name: Option<String>,
    notes: Vec<String>,
    why_no_rules: Option<String>,
    /// The place of the crawler's rules.
    rules: usize,
    /// The group, for explanations; `None` if the file is unreachable.
    group: Option<CrawlerGroup<'r>>,
}

impl<'r> Tester<'r> {
    /// Prepares the rules of crawlers.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_crawlers::resolve_queries;
    /// use gatepost_report::{Detail, Tester};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /a/\n");
    /// let crawlers = resolve_queries(&["GPTBot".parse()?], &[&robots])?;
    /// let tester = Tester::new(&robots, &crawlers, Detail::Remarks);
    /// let remarks = tester.test(b"/a")?[0].remarks.clone().unwrap();
    /// assert!(remarks[0].starts_with("line 2 just misses"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(
        robots: &'r RobotsTxt<'r>,
        crawlers: &[ResolvedCrawler],
        detail: Detail,
    ) -> Tester<'r> {
        let mut tester = Tester {
            crawlers: Vec::with_capacity(crawlers.len()),
            rules: Vec::new(),
            dialect: robots.dialect(),
            detail,
            places: (detail == Detail::Explanation).then(|| Places::new(robots.as_bytes())),
            unreachable: None,
            site: None,
        };
        let index = robots.group_index();
        let mut places = HashMap::new();
        for crawler in crawlers {
            let selected = crawler.group_in(&index);
            let group = selected.group();
            let lines: Vec<_> = group.rules().map(|rule| rule.line()).collect();
            let rules = *places.entry((group.selected_by(), lines)).or_insert_with(|| {
                tester.rules.push(group.rule_set());
                tester.rules.len() - 1
            });
            tester.crawlers.push(TestedCrawler {
                name: crawler.name.to_string(),
                selected_by: *selected.selected_by(),
                group_name: selected.name_in_file().map(ToOwned::to_owned),
                notes: crawler.remarks(selected.selected_by()),
                why_no_rules: selected.why_no_rules().map(ToString::to_string),
                rules,
                group: Some(selected.into_group()),
            });
        }
        tester
    }

    /// Prepares verdicts for an unreachable file: crawlers may fetch nothing but robots.txt itself,
    /// unless they do not ask for it.
    ///
    /// `why` becomes the reason of the verdicts.
    ///
    /// # Source
    ///
    /// [RFC 9309, section 2.3.1.4](https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1.4).
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_crawlers::resolve_queries;
    /// use gatepost_report::{Decider, Tester};
    ///
    /// let crawlers = resolve_queries(&["GPTBot".parse()?], &[])?;
    /// let tester = Tester::unreachable(&crawlers, Dialect::RFC9309, "503 Service Unavailable");
    /// let report = &tester.test(b"/")?[0];
    /// assert_eq!((report.allowed, report.decided_by), (Some(false), Decider::Unreachable));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn unreachable(
        crawlers: &[ResolvedCrawler],
        dialect: Dialect,
        why: impl Into<String>,
    ) -> Tester<'static> {
        let nothing = RobotsTxt::parse_as(b"", dialect);
        let Tester { crawlers, rules, .. } = Tester::new(&nothing, crawlers, Detail::Verdict);
        let without_file =
            |crawler: TestedCrawler<'_>| TestedCrawler { group: None, group_name: None, ..crawler };
        Tester {
            crawlers: crawlers.into_iter().map(without_file).collect(),
            rules,
            dialect,
            detail: Detail::Verdict,
            places: None,
            unreachable: Some(why.into()),
            site: None,
        }
    }

    /// Restricts the verdicts to the URLs of a site: on others the file says nothing, and the tester
    /// answers [`Decider::NotCovered`]. Paths are those of the site.
    ///
    /// # Source
    ///
    /// [RFC 9309, section 2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.3).
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_crawlers::resolve_queries;
    /// use gatepost_report::{Decider, Detail, Tester, UrlSite};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /\n");
    /// let crawlers = resolve_queries(&["*".parse()?], &[&robots])?;
    /// let site = UrlSite::of("https://example.com")?;
    /// let tester = Tester::new(&robots, &crawlers, Detail::Verdict).with_site(site);
    /// assert_eq!(tester.test(b"https://example.com/")?[0].allowed, Some(false));
    /// let other = &tester.test(b"http://example.com/")?[0];
    /// assert_eq!((other.allowed, other.decided_by), (None, Decider::NotCovered));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_site(mut self, site: UrlSite) -> Tester<'r> {
        self.site = Some(site);
        self
    }

    /// Answers whether each crawler may fetch a URL, or a path that starts with `/`.
    ///
    /// # Errors
    ///
    /// This returns an error when `url` is neither.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_crawlers::resolve_queries;
    /// use gatepost_report::{Detail, Tester};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\n");
    /// let crawlers = resolve_queries(&["*".parse()?], &[&robots])?;
    /// let tester = Tester::new(&robots, &crawlers, Detail::Verdict);
    /// assert_eq!(tester.test(b"/a?b")?[0].reason, "has a query string");
    /// assert!(tester.test(b"a?b").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn test(&self, url: &[u8]) -> Result<Vec<UrlVerdict>, NotAUrl> {
        let mut buffered = self.buffered();
        buffered.test(url)?;
        Ok(buffered.verdicts)
    }

    /// Returns a tester that reuses the memory of its verdicts: for millions of URLs whose verdicts
    /// are printed at once.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_crawlers::resolve_queries;
    /// use gatepost_report::{Detail, Tester};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\n");
    /// let crawlers = resolve_queries(&["*".parse()?], &[&robots])?;
    /// let tester = Tester::new(&robots, &crawlers, Detail::Verdict);
    /// let mut buffered = tester.buffered();
    /// assert_eq!(buffered.test(b"/a?b")?[0].allowed, Some(false));
    /// assert_eq!(buffered.test(b"/a")?[0].allowed, Some(true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn buffered(&self) -> BufferedTester<'_, 'r> {
        let verdicts = self.crawlers.iter().map(TestedCrawler::without_url).collect();
        BufferedTester { tester: self, of_rules: Vec::new(), before: Vec::new(), verdicts }
    }

    /// Returns the notes of all verdicts, each once.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_crawlers::resolve_queries;
    /// use gatepost_report::{Detail, Tester};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /\n");
    /// let crawlers = resolve_queries(&["AdsBot-Google".parse()?], &[&robots])?;
    /// let tester = Tester::new(&robots, &crawlers, Detail::Verdict);
    /// assert!(tester.notes().next().unwrap().starts_with("AdsBot-Google ignores"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn notes(&self) -> impl Iterator<Item = &str> {
        self.crawlers.iter().flat_map(|crawler| crawler.notes.iter().map(String::as_str))
    }

    /// Returns the names of the crawlers, in the order of the verdicts on a URL.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_crawlers::resolve_queries;
    /// use gatepost_report::{Detail, Tester};
    ///
    /// let robots = RobotsTxt::parse("");
    /// let crawlers = resolve_queries(&["GPTBot".parse()?, "*".parse()?], &[&robots])?;
    /// let tester = Tester::new(&robots, &crawlers, Detail::Verdict);
    /// assert!(tester.crawlers().eq(["GPTBot", "*"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn crawlers(&self) -> impl ExactSizeIterator<Item = &str> {
        self.crawlers.iter().map(|crawler| crawler.name.as_str())
    }

    /// Writes that the file does not apply to a URL.
    fn write_not_covered(&self, why: &str, url: &[u8], out: &mut UrlVerdict) {
        let url = url_text(url);
        let site = self.site.as_ref().map(ToString::to_string).unwrap_or_default();
        (out.allowed, out.decided_by) = (None, Decider::NotCovered);
        (out.line, out.rule, out.remarks, out.explanation) = (None, None, None, None);
        write_over(&mut out.reason, format_args!("{why}: not covered by {site}/robots.txt"));
        write_over(&mut out.title, format_args!("{url} is not covered by {site}/robots.txt"));
        url.as_ref().clone_into(&mut out.url);
    }

    /// Writes what does not depend on the URL, but only on what decides about it.
    fn write_verdict(
        &self,
        crawler: &TestedCrawler<'_>,
        verdict: &Verdict<'_>,
        out: &mut UrlVerdict,
    ) {
        out.decided_by = Decider::of(verdict, crawler.selected_by);
        let mut allowed = verdict.is_allowed();
        out.line = verdict.rule().map(|rule| rule.line());
        match verdict.rule() {
            Some(rule) => {
                write_over(out.rule.get_or_insert_default(), format_args!("{rule}"));
            }
            None => out.rule = None,
        }
        match (&crawler.why_no_rules, out.decided_by) {
            (Some(why), Decider::NoGroup | Decider::DoesNotAsk) => {
                why.clone_into(&mut out.reason);
            }
            _ => write_over(&mut out.reason, format_args!("{}", verdict.reason())),
        }
        if let Some(why) = &self.unreachable {
            // Two things hold whatever the file says.
            if !matches!(out.decided_by, Decider::RobotsTxtItself | Decider::DoesNotAsk) {
                (out.decided_by, allowed) = (Decider::Unreachable, false);
                why.clone_into(&mut out.reason);
            }
        }
        out.allowed = Some(allowed);
    }

    /// Writes what depends on the URL.
    fn write_url(
        &self,
        crawler: &TestedCrawler<'_>,
        url: &str,
        path: &UrlPath<'_>,
        out: &mut UrlVerdict,
    ) {
        url.clone_into(&mut out.url);
        write_title(&mut out.title, &crawler.name, out.allowed == Some(true), url);
        (out.remarks, out.explanation) = match (&crawler.group, self.detail) {
            (Some(group), Detail::Remarks | Detail::Explanation) => {
                let explanation = group.explain(path);
                let applies = !matches!(out.decided_by, Decider::NoGroup | Decider::DoesNotAsk)
                    || crawler.why_no_rules.is_none();
                let whole = |places| Explanation::new(&explanation, places, applies);
                (Some(explanation.remarks()), self.places.as_ref().map(whole))
            }
            _ => (None, None),
        };
    }
}

impl TestedCrawler<'_> {
    /// Returns a verdict with everything that does not depend on the URL.
    fn without_url(&self) -> UrlVerdict {
        UrlVerdict {
            url: String::new(),
            crawler: self.name.clone(),
            allowed: None,
            decided_by: Decider::NotCovered,
            line: None,
            rule: None,
            reason: String::new(),
            selected_by: self.selected_by,
            group: self.group_name.clone(),
            title: String::new(),
            notes: self.notes.clone(),
            remarks: None,
            explanation: None,
        }
    }
}

/// A tester that overwrites its verdicts, made by [`Tester::buffered`].
#[derive(Clone, Debug)]
pub struct BufferedTester<'t, 'r> {
    tester: &'t Tester<'r>,
    /// One verdict for each rule set.
    of_rules: Vec<Verdict<'t>>,
    /// The verdicts on the URL before.
    before: Vec<Verdict<'t>>,
    verdicts: Vec<UrlVerdict>,
}

impl BufferedTester<'_, '_> {
    /// Answers whether each crawler may fetch a URL, or a path that starts with `/`.
    ///
    /// # Errors
    ///
    /// This returns an error when `url` is neither.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, ProductToken};
    /// use gatepost_crawlers::ResolvedCrawler;
    /// use gatepost_report::Tester;
    ///
    /// let crawlers = [ResolvedCrawler::new(ProductToken::any())];
    /// let tester = Tester::unreachable(&crawlers, Dialect::RFC9309, "503");
    /// assert_eq!(tester.buffered().test(b"/")?[0].reason, "503");
    /// # Ok::<(), gatepost_report::NotAUrl>(())
    /// ```
    pub fn test(&mut self, url: &[u8]) -> Result<&[UrlVerdict], NotAUrl> {
        let tester = self.tester;
        let asked = AskedUrl::new(url)?;
        if let Some(why) = tester.site.as_ref().and_then(|site| site.why_not_covered(&asked)) {
            self.verdicts.iter_mut().for_each(|out| tester.write_not_covered(why, url, out));
            return Ok(&self.verdicts);
        }
        let path = asked_url::path_of(asked, tester.dialect)?;
        let url = url_text(url);
        std::mem::swap(&mut self.of_rules, &mut self.before);
        self.of_rules.clear();
        self.of_rules.extend(tester.rules.iter().map(|rules| rules.verdict(&path)));
        for (crawler, out) in tester.crawlers.iter().zip(&mut self.verdicts) {
            let verdict = &self.of_rules[crawler.rules];
            // In a list, one rule often decides about many URLs in a row: its words stay.
            let is_written = out.decided_by != Decider::NotCovered
                && self.before.get(crawler.rules) == Some(verdict);
            if !is_written {
                tester.write_verdict(crawler, verdict, out);
            }
            tester.write_url(crawler, &url, &path, out);
        }
        Ok(&self.verdicts)
    }
}

fn write_over(text: &mut String, words: fmt::Arguments<'_>) {
    text.clear();
    text.write_fmt(words).expect("a String takes all that is written");
}

/// Explains whether a crawler may fetch a URL: the verdict, with its
/// [`explanation`](UrlVerdict::explanation).
///
/// To explain many URLs, use a [`Tester`] with [`Detail::Explanation`].
///
/// # Errors
///
/// This returns an error when `url` is neither a URL nor a path that starts with `/`.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt};
/// use gatepost_crawlers::ResolvedCrawler;
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /*?\nAllow: /*?page=\n");
/// let crawler = ResolvedCrawler::new(ProductToken::new("GPTBot")?);
/// let report = gatepost_report::explain(&robots, &crawler, b"/shop?page=2")?;
///
/// assert_eq!(report.title, "GPTBot may fetch /shop?page=2");
/// let explanation = report.explanation.unwrap();
/// assert_eq!(explanation.labels[2].place.line, 3);
/// assert!(explanation.labels[2].text.starts_with("this rule decides: 8 characters"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(
    robots: &RobotsTxt<'_>,
    crawler: &ResolvedCrawler,
    url: &[u8],
) -> Result<UrlVerdict, NotAUrl> {
    let tester = Tester::new(robots, std::slice::from_ref(crawler), Detail::Explanation);
    Ok(tester.test(url)?.swap_remove(0))
}

/// Writes the verdict in a sentence.
fn write_title(title: &mut String, crawler: &str, allowed: bool, url: &str) {
    let crawler = if crawler == "*" { phrases::UNNAMED_CRAWLERS } else { crawler };
    title.clear();
    title.push_str(crawler);
    title.push_str(if allowed { " may fetch " } else { " may not fetch " });
    title.push_str(url);
}
