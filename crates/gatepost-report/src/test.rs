//! `test`: may these crawlers fetch this URL, and which line decides?
//!
//! A [`Tester`] is prepared once for a file and some crawlers, and then tests one URL at a time, so
//! a list of millions can pass through it. Rules that several crawlers obey are tested once. For an
//! unreachable file there is a tester too, whose verdicts say so.

use std::collections::HashMap;
use std::fmt::{self, Write};

use gatepost::{CrawlerGroup, Dialect, RobotsTxt, RuleSet, UrlPath, Verdict};
use gatepost_crawlers::{GroupSelectedBy, ResolvedCrawler, SelectedGroup};
use serde::Serialize;

use crate::answer::Answer;
use crate::asked_url::{self, AskedUrl, NotAUrl, UrlSite, url_text};
use crate::decider::Decider;
use crate::explain::Explanation;
use crate::parsed_file::{self, AskedFile, GroupIndexes};
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
    /// The dialect in which the crawler parses the file.
    pub dialect: &'static str,
    /// Whose parser that is, in words, if it is not that of RFC 9309; else null. Words may change.
    pub parsed_as: Option<String>,
    /// The text that the parser looks up in the file as the crawler's name, if it is given a whole
    /// `User-Agent` header; else null.
    pub looked_up: Option<String>,
    /// The answer of RFC 9309, if the crawler parses the file in another dialect of its own; else
    /// null.
    pub rfc9309: Option<Answer>,
    /// The answer of RFC 9309 in words, if it is another verdict; else null. Words may change.
    pub differs: Option<String>,
}

/// What the outcome of fetching robots.txt means for one crawler.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileAccess {
    /// The rules of the file decide.
    Rules,
    /// The crawler may fetch everything, for this reason.
    Everything(String),
    /// The crawler may fetch nothing, for this reason.
    Nothing(String),
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
    detail: Detail,
    places: Option<Places<'r>>,
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
    dialect: Dialect,
    looked_up: Option<String>,
    /// The place of the rules that it obeys by RFC 9309, if it parses the file otherwise.
    rfc9309: Option<usize>,
    access: FileAccess,
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
        file: impl Into<AskedFile<'r>>,
        crawlers: &[ResolvedCrawler],
        detail: Detail,
    ) -> Tester<'r> {
        let file = file.into();
        let mut tester = Tester {
            crawlers: Vec::with_capacity(crawlers.len()),
            rules: Vec::new(),
            detail,
            // Dialects may read less of the file, and what they read is its beginning.
            places: (detail == Detail::Explanation).then(|| Places::new(file.as_bytes())),
            site: None,
        };
        let mut indexes = GroupIndexes::new(file);
        let mut places = HashMap::new();
        for crawler in crawlers {
            let mut rules_of = |selected: &SelectedGroup<'_>| {
                let group = selected.group();
                let lines: Vec<_> = group.rules().map(|rule| rule.line()).collect();
                *places.entry((group.dialect(), group.selected_by(), lines)).or_insert_with(|| {
                    tester.rules.push(group.rule_set());
                    tester.rules.len() - 1
                })
            };
            let selected = crawler.group_in(indexes.for_crawler(crawler));
            let rules = rules_of(&selected);
            let beside = file.rfc9309_beside(crawler);
            let rfc9309 = beside.map(|robots| rules_of(&crawler.group_in(indexes.of(robots))));
            let dialect = selected.group().dialect();
            let looked_up = parsed_file::looked_up(crawler, dialect);
            let mut notes = crawler.remarks(selected.selected_by());
            notes.extend(
                looked_up
                    .iter()
                    .map(|name| format!("{} looks for `{name}` in the file", dialect.title())),
            );
            tester.crawlers.push(TestedCrawler {
                name: crawler.name.to_string(),
                selected_by: *selected.selected_by(),
                group_name: selected.name_in_file().map(ToOwned::to_owned),
                notes,
                why_no_rules: selected.why_no_rules().map(ToString::to_string),
                rules,
                dialect,
                looked_up,
                rfc9309,
                access: FileAccess::Rules,
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
        let access = FileAccess::Nothing(why.into());
        let without_file = |crawler: TestedCrawler<'_>| TestedCrawler {
            group: None,
            group_name: None,
            access: access.clone(),
            ..crawler
        };
        Tester {
            crawlers: crawlers.into_iter().map(without_file).collect(),
            rules,
            detail: Detail::Verdict,
            places: None,
            site: None,
        }
    }

    /// Sets what the outcome of fetching the file means for each crawler, in the order in which
    /// they were given: operators act differently on one status.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::resolve_queries;
    /// use gatepost_report::{Decider, Detail, FileAccess, ParsedFile, Tester};
    ///
    /// let file = ParsedFile::new("");
    /// let crawlers = resolve_queries(&["Googlebot".parse()?, "GPTBot".parse()?], &[])?;
    /// let nothing = FileAccess::Nothing("429 Too Many Requests".to_owned());
    /// let everything = FileAccess::Everything("429 Too Many Requests".to_owned());
    /// let tester = Tester::new(&file, &crawlers, Detail::Verdict).with_access([nothing, everything]);
    /// let verdicts = tester.test(b"/")?;
    /// assert_eq!((verdicts[0].allowed, verdicts[1].allowed), (Some(false), Some(true)));
    /// assert_eq!(verdicts[1].decided_by, Decider::Unavailable);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_access(mut self, access: impl IntoIterator<Item = FileAccess>) -> Tester<'r> {
        for (crawler, access) in self.crawlers.iter_mut().zip(access) {
            crawler.access = access;
        }
        self
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

    /// Says which crawlers are answered as another parser than that of RFC 9309 parses the file,
    /// in sentences: one for each such parser.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_crawlers::resolve_queries;
    /// use gatepost_report::{Detail, ParsedFile, Tester};
    ///
    /// let file = ParsedFile::new("User-agent: *\nDisallow: /\n");
    /// let crawlers = resolve_queries(&["Googlebot".parse()?, "GPTBot".parse()?], &[])?;
    /// let tester = Tester::new(&file, &crawlers, Detail::Verdict);
    /// assert_eq!(tester.parsers(), ["as Google parses it: Googlebot"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn parsers(&self) -> Vec<String> {
        let first = self.crawlers.first().map(|crawler| crawler.dialect);
        if self.crawlers.iter().all(|crawler| Some(crawler.dialect) == first) {
            return first.and_then(parsed_file::parsed_as).into_iter().collect();
        }
        let mut of_dialects: Vec<(String, Vec<&str>)> = Vec::new();
        for crawler in &self.crawlers {
            let Some(words) = parsed_file::parsed_as(crawler.dialect) else { continue };
            match of_dialects.iter_mut().find(|(known, _)| *known == words) {
                Some((_, names)) => names.push(&crawler.name),
                None => of_dialects.push((words, vec![&crawler.name])),
            }
        }
        let sentence = |(words, names): (String, Vec<&str>)| match names.as_slice() {
            [first, others @ ..] if others.len() > 5 => {
                format!("{words}: {first} and {} others", others.len())
            }
            names => format!("{words}: {}", names.join(", ")),
        };
        of_dialects.into_iter().map(sentence).collect()
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
        (out.rfc9309, out.differs) = (None, None);
        write_over(&mut out.reason, format_args!("{why}: not covered by {site}/robots.txt"));
        write_over(&mut out.title, format_args!("{url} is not covered by {site}/robots.txt"));
        url.as_ref().clone_into(&mut out.url);
    }

    /// Writes what does not depend on the URL, but only on what decides about it.
    fn write_verdict(
        &self,
        crawler: &TestedCrawler<'_>,
        verdict: &Verdict<'_>,
        rfc9309: Option<&Verdict<'_>>,
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
        let by_status = match &crawler.access {
            FileAccess::Rules => None,
            FileAccess::Everything(why) => Some((Decider::Unavailable, true, why)),
            FileAccess::Nothing(why) => Some((Decider::Unreachable, false, why)),
        };
        if let Some((decider, may, why)) = by_status {
            // Two things hold whatever the file says.
            if !matches!(out.decided_by, Decider::RobotsTxtItself | Decider::DoesNotAsk) {
                (out.decided_by, allowed) = (decider, may);
                why.clone_into(&mut out.reason);
            }
        }
        out.allowed = Some(allowed);
        out.rfc9309 = rfc9309.filter(|_| by_status.is_none()).map(Answer::from);
        let other = out.rfc9309.as_ref().filter(|answer| answer.allowed != allowed);
        out.differs = other.map(|answer| {
            let would = if answer.allowed { "would allow it" } else { "would disallow it" };
            format!("RFC 9309 {would} ({})", answer.by())
        });
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
            dialect: self.dialect.name,
            parsed_as: parsed_file::parsed_as(self.dialect),
            looked_up: self.looked_up.clone(),
            rfc9309: None,
            differs: None,
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
        let text = url_text(url);
        std::mem::swap(&mut self.of_rules, &mut self.before);
        self.of_rules.clear();
        let mut path = asked_url::path_of(AskedUrl::new(url)?, Dialect::RFC9309)?;
        let mut accepted = Dialect::RFC9309.urls;
        // A path depends on which texts a dialect takes for URLs, in which few differ.
        for rules in &tester.rules {
            if rules.dialect().urls != accepted {
                accepted = rules.dialect().urls;
                path = asked_url::path_of(AskedUrl::new(url)?, rules.dialect())?;
            }
            self.of_rules.push(rules.verdict(&path));
        }
        for (crawler, out) in tester.crawlers.iter().zip(&mut self.verdicts) {
            let verdict = &self.of_rules[crawler.rules];
            let rfc9309 = crawler.rfc9309.map(|at| &self.of_rules[at]);
            if crawler.dialect.urls != accepted && tester.detail != Detail::Verdict {
                accepted = crawler.dialect.urls;
                path = asked_url::path_of(AskedUrl::new(url)?, crawler.dialect)?;
            }
            // In a list, one rule often decides about many URLs in a row: its words stay.
            let is_as_before = |at: usize| self.before.get(at) == Some(&self.of_rules[at]);
            let is_written = out.decided_by != Decider::NotCovered
                && is_as_before(crawler.rules)
                && crawler.rfc9309.is_none_or(is_as_before);
            if !is_written {
                tester.write_verdict(crawler, verdict, rfc9309, out);
            }
            tester.write_url(crawler, &text, &path, out);
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
pub fn explain<'r>(
    file: impl Into<AskedFile<'r>>,
    crawler: &ResolvedCrawler,
    url: &[u8],
) -> Result<UrlVerdict, NotAUrl> {
    let tester = Tester::new(file, std::slice::from_ref(crawler), Detail::Explanation);
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
