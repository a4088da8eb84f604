//! `test`: may these crawlers fetch this URL, and which line decides?
//!
//! A [`Tester`] is prepared once for a file and some crawlers, and then asked about one URL at a time:
//! a list of millions passes through it. Crawlers that obey the same rules are asked once. Where the
//! file is unreachable there is a tester too, whose verdicts say so.

use std::collections::HashMap;

use gatepost::{CrawlerGroup, Dialect, InvalidUrl, RobotsTxt, RuleSet, UrlPath, Verdict};
use gatepost_crawlers::ResolvedCrawler;
use serde::Serialize;

use crate::explain::Explanation;
use crate::phrases::text;
use crate::place::Places;
use crate::selection::{Decider, Selection};

/// Whether one crawler may fetch one URL, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UrlVerdict {
    /// The URL, as given.
    pub url: String,
    /// The crawler: the name as given, or the name of the crawler of a `User-Agent` header. `*` is
    /// a crawler that no group names.
    pub crawler: String,
    /// Whether the crawler may fetch the URL.
    pub allowed: bool,
    /// What decides.
    pub decided_by: Decider,
    /// The line of the rule that decides, or null.
    pub line: Option<usize>,
    /// The rule that decides, or null.
    pub rule: Option<String>,
    /// Why, in a few words, which may change.
    pub reason: String,
    /// How the crawler came to its group.
    pub selected_by: Selection,
    /// The name that the group has in the file, or null.
    pub group: Option<String>,
    /// The verdict in a sentence, whose words may change.
    pub title: String,
    /// What is known about the crawler beside the file: that it ignores the group for `*`, takes
    /// the group of another crawler, or may not obey at all; in sentences, which may change.
    pub notes: Vec<String>,
    /// What the reason leaves out: over which rule the deciding one won, and which rule nearly
    /// decided instead. Only present with [`Detail::Remarks`], which the command asks for about
    /// URLs that are arguments, and with an explanation. Words may change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remarks: Option<Vec<String>>,
    /// Everything that led to the verdict. Only present where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
}

/// How much a verdict says about its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Detail {
    /// The verdict and its reason: fast, whatever the length of the file.
    Verdict,
    /// Also which rules nearly decided: each rule of the group is looked at.
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
/// assert_eq!((gptbot.allowed, gptbot.line), (false, Some(2)));
/// assert_eq!((others.allowed, others.decided_by), (true, Decider::NoGroup));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tester<'r> {
    crawlers: Vec<TestedCrawler<'r>>,
    /// The rules of crawlers that obey the same are prepared, and asked, once.
    rules: Vec<RuleSet>,
    dialect: Dialect,
    detail: Detail,
    places: Option<Places<'r>>,
    /// Why the file could not be read.
    unreachable: Option<String>,
}

/// A crawler, and what does not depend on the URL.
#[derive(Clone, Debug)]
struct TestedCrawler<'r> {
    name: String,
    selected_by: Selection,
    group_name: Option<String>,
    notes: Vec<String>,
    why_no_rules: Option<String>,
    /// The place of its rules.
    rules: usize,
    /// To explain; none where the file is unreachable.
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
                selected_by: selected.selected_by().into(),
                group_name: selected.name_in_file().map(ToOwned::to_owned),
                notes: crawler.remarks(selected.selected_by()),
                why_no_rules: selected.why_no_rules().map(ToString::to_string),
                rules,
                group: Some(selected.into_group()),
            });
        }
        tester
    }

    /// Prepares verdicts where the file is unreachable: nothing may be fetched but robots.txt itself,
    /// except by crawlers that do not ask.
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
    /// assert_eq!((report.allowed, report.decided_by), (false, Decider::Unreachable));
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
        }
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
    pub fn test(&self, url: &[u8]) -> Result<Vec<UrlVerdict>, InvalidUrl> {
        let path = self.dialect.url_path(url)?;
        let verdicts: Vec<_> = self.rules.iter().map(|rules| rules.verdict(&path)).collect();
        let url = text(url);
        let verdict = |crawler: &TestedCrawler<'_>| {
            self.verdict(crawler, &url, &path, &verdicts[crawler.rules])
        };
        Ok(self.crawlers.iter().map(verdict).collect())
    }

    /// Returns what is known about the crawlers beside the file, in sentences: the notes of all
    /// verdicts, each once.
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
    pub fn crawlers(&self) -> impl ExactSizeIterator<Item = &str> {
        self.crawlers.iter().map(|crawler| crawler.name.as_str())
    }

    fn verdict(
        &self,
        crawler: &TestedCrawler<'_>,
        url: &str,
        path: &UrlPath<'_>,
        verdict: &Verdict<'_>,
    ) -> UrlVerdict {
        let mut decided_by = Decider::of(verdict, crawler.selected_by);
        let mut allowed = verdict.is_allowed();
        let mut reason = match (&crawler.why_no_rules, decided_by) {
            (Some(why), Decider::NoGroup | Decider::DoesNotAsk) => why.clone(),
            _ => verdict.reason().to_string(),
        };
        if let Some(why) = &self.unreachable {
            // Two things hold whatever the file says.
            if !matches!(decided_by, Decider::RobotsTxtItself | Decider::DoesNotAsk) {
                (decided_by, allowed, reason) = (Decider::Unreachable, false, why.clone());
            }
        }
        let (remarks, explanation) = match (&crawler.group, self.detail) {
            (Some(group), Detail::Remarks | Detail::Explanation) => {
                let explanation = group.explain(path);
                let applies = !matches!(decided_by, Decider::NoGroup | Decider::DoesNotAsk)
                    || crawler.why_no_rules.is_none();
                let whole = |places| Explanation::new(&explanation, places, applies);
                (Some(explanation.remarks()), self.places.as_ref().map(whole))
            }
            _ => (None, None),
        };
        UrlVerdict {
            url: url.to_owned(),
            crawler: crawler.name.clone(),
            allowed,
            decided_by,
            line: verdict.rule().map(|rule| rule.line()),
            rule: verdict.rule().map(|rule| rule.to_string()),
            reason,
            selected_by: crawler.selected_by,
            group: crawler.group_name.clone(),
            title: title(&crawler.name, allowed, url),
            notes: crawler.notes.clone(),
            remarks,
            explanation,
        }
    }
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
) -> Result<UrlVerdict, InvalidUrl> {
    let tester = Tester::new(robots, std::slice::from_ref(crawler), Detail::Explanation);
    Ok(tester.test(url)?.swap_remove(0))
}

/// The verdict in a sentence.
fn title(crawler: &str, allowed: bool, url: &str) -> String {
    let crawler = if crawler == "*" { "crawlers without a group of their own" } else { crawler };
    let may = if allowed { " may fetch " } else { " may not fetch " };
    [crawler, may, url].concat()
}
