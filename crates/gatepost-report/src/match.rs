//! `match`: the paths that a pattern matches, without a file around it.
//!
//! A [`PatternMatcher`] is prepared once and asked about one URL at a time, so that a list of any
//! length can pass through it. It also finds the number of paths on which each two of its patterns
//! differ.

use gatepost::{Dialect, NearMissKind, PathPattern, RobotsTxt, UrlPath};
use gatepost_lint::regex_syntax;
use serde::Serialize;

use crate::asked_url::{self, NotAUrl, url_text};
use crate::phrases::{self, text};

/// A pattern and a path, and whether the pattern matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PatternMatch {
    /// The URL, as given.
    pub url: String,
    /// The pattern, as given.
    pub pattern: String,
    /// Whether the pattern matches.
    pub matches: bool,
    /// The length of the pattern in bytes: the longest pattern that matches decides.
    pub length: usize,
    /// The text that each `*` matches, or null if the pattern does not match.
    pub stars: Option<Vec<String>>,
    /// What each `*` matches, or why the pattern nearly matches, in words; may be empty. Words may
    /// change.
    pub reason: String,
}

/// The number of paths on which two patterns differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PatternComparison {
    /// The two patterns, as given.
    pub patterns: [String; 2],
    /// The number of paths that were compared.
    pub paths: u64,
    /// The number of these paths that only one of the patterns matches.
    pub differ: u64,
    /// The numbers in a sentence.
    pub title: String,
}

/// Compares patterns with one path after another.
///
/// # Example
///
/// ```
/// use gatepost::Dialect;
/// use gatepost_report::PatternMatcher;
///
/// let mut matcher = PatternMatcher::new(["/fish", "/fish$"], Dialect::RFC9309);
/// let [open, closed] = &matcher.test(b"/fishes")?[..] else { panic!() };
/// assert!(open.matches && !closed.matches);
/// assert_eq!(matcher.comparisons()[0].title, "/fish and /fish$ differ on 1 of 1 path");
/// # Ok::<(), gatepost_report::NotAUrl>(())
/// ```
#[derive(Clone, Debug)]
pub struct PatternMatcher<'p> {
    dialect: Dialect,
    patterns: Vec<(&'p str, Option<PathPattern<'p>>)>,
    paths: u64,
    /// The number of paths on which each two patterns differ.
    differ: Vec<u64>,
}

impl<'p> PatternMatcher<'p> {
    /// Prepares patterns in a dialect.
    ///
    /// Each pattern is parsed as the value of a rule: white space around it and a comment are cut
    /// off, and an empty pattern matches nothing.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_report::PatternMatcher;
    ///
    /// let mut matcher = PatternMatcher::new(["/a"], Dialect::GOOGLE);
    /// assert!(matcher.test(b"/ab").unwrap()[0].matches);
    /// let mut matcher = PatternMatcher::new([""], Dialect::GOOGLE);
    /// assert!(!matcher.test(b"/").unwrap()[0].matches);
    /// ```
    #[must_use]
    pub fn new(
        patterns: impl IntoIterator<Item = &'p str>,
        dialect: Dialect,
    ) -> PatternMatcher<'p> {
        let prepared = |text: &'p str| {
            let value = rule_value(text, dialect);
            (text, value.map(|value| PathPattern::new_as(value, dialect)))
        };
        let patterns: Vec<_> = patterns.into_iter().map(prepared).collect();
        let pairs = patterns.len() * patterns.len().saturating_sub(1) / 2;
        PatternMatcher { dialect, patterns, paths: 0, differ: vec![0; pairs] }
    }

    /// Compares every pattern with a URL, or with a path that starts with `/`.
    ///
    /// # Errors
    ///
    /// This returns an error when `url` is neither.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_report::PatternMatcher;
    ///
    /// let mut matcher = PatternMatcher::new(["/*/b"], Dialect::RFC9309);
    /// assert_eq!(matcher.test(b"/a/b")?[0].reason, "* matches a");
    /// assert!(matcher.test(b"a/b").is_err());
    /// # Ok::<(), gatepost_report::NotAUrl>(())
    /// ```
    pub fn test(&mut self, url: &[u8]) -> Result<Vec<PatternMatch>, NotAUrl> {
        let path = asked_url::path(url, self.dialect)?;
        let url = url_text(url);
        let report = |(value, pattern): &(&str, Option<PathPattern<'_>>)| {
            let stars = pattern.as_ref().and_then(|pattern| stars(pattern, &path));
            PatternMatch {
                url: url.clone().into_owned(),
                pattern: (*value).to_owned(),
                matches: stars.is_some(),
                length: pattern.as_ref().map_or(0, PathPattern::length),
                reason: match pattern {
                    Some(pattern) => reason(value, pattern, &path, stars.as_deref()),
                    None => "a rule without a value matches nothing".to_owned(),
                },
                stars,
            }
        };
        let reports: Vec<_> = self.patterns.iter().map(report).collect();
        self.paths += 1;
        for (differ, (a, b)) in self.differ.iter_mut().zip(pairs(reports.len())) {
            *differ += u64::from(reports[a].matches != reports[b].matches);
        }
        Ok(reports)
    }

    /// Returns, for each two patterns, the number of paths so far on which they differ.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_report::PatternMatcher;
    ///
    /// let mut matcher = PatternMatcher::new(["/a", "/b", "/c"], Dialect::RFC9309);
    /// matcher.test(b"/a")?;
    /// assert_eq!(matcher.comparisons().len(), 3);
    /// # Ok::<(), gatepost_report::NotAUrl>(())
    /// ```
    #[must_use]
    pub fn comparisons(&self) -> Vec<PatternComparison> {
        let comparison = |((a, b), differ): ((usize, usize), &u64)| {
            let patterns = [self.patterns[a].0.to_owned(), self.patterns[b].0.to_owned()];
            let paths = phrases::count(self.paths, "path", "paths");
            let number = phrases::number(*differ);
            let title =
                format!("{} and {} differ on {number} of {paths}", patterns[0], patterns[1]);
            PatternComparison { patterns, paths: self.paths, differ: *differ, title }
        };
        pairs(self.patterns.len()).zip(&self.differ).map(comparison).collect()
    }
}

/// Returns the part of a text that would be the value of a rule, or `None` if the rule would be
/// empty.
fn rule_value(text: &str, dialect: Dialect) -> Option<&str> {
    const BEFORE: &str = "User-agent: *\nDisallow: ";
    let file = format!("{BEFORE}{text}\n");
    let robots = RobotsTxt::parse_as(&file, dialect);
    let rule = robots.groups().flat_map(|group| group.rules()).find(|rule| !rule.is_empty())?;
    let span = rule.value_span();
    // The second line of a text with a line break is another rule.
    (rule.line() == 2).then(|| text.get(span.start - BEFORE.len()..span.end - BEFORE.len()))?
}

/// Returns all pairs of `count` items.
fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |a| (a + 1..count).map(move |b| (a, b)))
}

/// Returns the text that each `*` matches, if the pattern matches.
fn stars(pattern: &PathPattern<'_>, path: &UrlPath<'_>) -> Option<Vec<String>> {
    let compared = pattern.compared(path);
    Some(pattern.stars(path)?.into_iter().map(|star| text(&compared[star])).collect())
}

fn reason(
    value: &str,
    pattern: &PathPattern<'_>,
    path: &UrlPath<'_>,
    stars: Option<&[String]>,
) -> String {
    match stars {
        Some([]) => String::new(),
        Some(stars) => {
            let matched = |star: &String| match star.as_str() {
                "" => "nothing".to_owned(),
                star => star.to_owned(),
            };
            let matched: Vec<_> = stars.iter().map(matched).collect();
            format!("* matches {}", matched.join(", then "))
        }
        None => match (regex_syntax(value), pattern.near_miss(path)) {
            (Some(syntax), _) => format!(
                "`{syntax}` is regular expression syntax; only `*`, and `$` at the end, are special"
            ),
            (None, Some(near_miss)) => near_miss.to_string(),
            (None, None) if !pattern.can_match() => NearMissKind::NoLeadingSlash.to_string(),
            (None, None) => String::new(),
        },
    }
}
