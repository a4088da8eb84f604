//! `diff`: what changes between two files, for every crawler and all URLs, and on a list of URLs.
//!
//! `gatepost-prove` proves what changes: for each class of crawlers that obey the same rules, the
//! patterns whose URLs change, each with a path that shows it. This module adds the words that
//! people need before a file goes live: that the whole site is closed, that a crawler obeys another
//! group than before (`group_move.rs`), and whether a gate is broken (`gate.rs`).

use gatepost::{CrawlerFamily, Names, ProductToken, RobotsTxt, RuleSet, SelectedBy};
use gatepost_crawlers::{
    NoCrawlerNamed, ResolvedCrawler, distinct_families, named_crawlers, resolve_queries,
};
use gatepost_prove::{
    Change, Changes, CrawlerClass, FileChanges, distinct_crawlers, distinct_crawlers_with,
    file_changes_with,
};
use serde::Serialize;

use crate::answer::{Answer, RuleTexts};
use crate::asked_url::{self, NotAUrl, url_text};
use crate::gate::{Gate, GateReport};
use crate::group_move::{GroupMove, group_moves};
use crate::phrases;

/// The changes from one file to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FileDiff {
    /// Whether it is proved that no URL changes for any crawler.
    pub proved_equal: bool,
    /// Crawlers that the new file names and the old one does not.
    pub newly_named: Vec<String>,
    /// Crawlers that the old file names and the new one does not.
    pub no_longer_named: Vec<String>,
    /// Why crawlers of further classes may exist; absent if all classes are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_decided: Option<String>,
    /// All crawlers, in classes that obey the same rules before, and the same rules after.
    pub classes: Vec<ClassDiff>,
    /// For each class with changes, which URLs of the given list change; absent without a list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub urls: Vec<UrlChanges>,
    /// The dialect in which both files are parsed.
    pub dialect: String,
    /// The extent of the changes, in a sentence.
    pub title: String,
    /// Crawlers whose rules come from another group than before.
    pub moves: Vec<GroupMove>,
    /// Notes on crawlers for which it is proved that no URL changes, and on crawlers for which
    /// nothing could be decided.
    pub notes: Vec<String>,
    /// The gates, and whether each is kept.
    pub gates: Vec<GateReport>,
}

/// The changes for crawlers that obey the same rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ClassDiff {
    /// The crawlers; `*` stands for all that neither file names. `a ... b` stands for crawlers that
    /// have both in their names, in dialects that look for names within names.
    pub crawlers: Vec<String>,
    /// The patterns whose URLs were allowed and are now disallowed.
    pub newly_disallowed: Vec<PatternChange>,
    /// The patterns whose URLs were disallowed and are now allowed.
    pub newly_allowed: Vec<PatternChange>,
    /// Why more changes may exist, or null if these are all.
    pub not_decided: Option<String>,
    /// Whether the whole site was open and is now closed, as when the file of a staging site goes
    /// live.
    pub closes_site: bool,
    /// The warning that the site is closed, or null.
    pub warning: Option<String>,
}

/// A pattern whose URLs change, except URLs that a longer rule decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PatternChange {
    /// The pattern.
    pub pattern: String,
    /// A path that the pattern matches and that changes.
    pub path: String,
    /// The answer of the old file about the path.
    pub before: Answer,
    /// The answer of the new file about the path.
    pub after: Answer,
    /// The change of the path, in words.
    pub title: String,
}

/// The URLs of a list that change for a class of crawlers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UrlChanges {
    /// The crawlers, as in `classes`.
    pub crawlers: Vec<String>,
    /// The number of URLs that were compared.
    pub asked: usize,
    /// The URLs that change.
    pub changed: Vec<UrlChange>,
    /// The number of URLs that change, in words.
    pub title: String,
}

/// A URL that changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UrlChange {
    /// The URL, as given.
    pub url: String,
    /// The answer of the old file about the URL.
    pub before: Answer,
    /// The answer of the new file about the URL.
    pub after: Answer,
    /// The change of the URL, in words.
    pub title: String,
}

/// Finds everything that changes from one file to another.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
///
/// let old = RobotsTxt::parse("User-agent: *\nDisallow: /cart\n");
/// let new = RobotsTxt::parse("User-agent: *\nDisallow: /\n");
/// let report = gatepost_report::diff(&old, &new);
/// assert!(report.classes[0].closes_site);
/// assert_eq!(
///     report.classes[0].newly_disallowed[0].title,
///     "`/`: was allowed (no rule matches), now disallowed (line 2)",
/// );
/// ```
#[must_use]
pub fn diff(old: &RobotsTxt<'_>, new: &RobotsTxt<'_>) -> FileDiff {
    FileComparison::found(old, new, &[], Vec::new()).into_report()
}

/// A comparison of two files, with gates and URLs to try.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_report::{FileComparison, GateOutcome};
///
/// let old = RobotsTxt::parse("User-agent: *\nDisallow: /cart\n");
/// let new = RobotsTxt::parse("User-agent: *\nDisallow: /c\n");
/// let gates = ["newly-disallowed=Googlebot".parse()?];
/// let mut comparison = FileComparison::new(&old, &new, &gates)?;
/// comparison.test(b"https://example.com/careers")?;
///
/// let report = comparison.into_report();
/// assert_eq!(report.urls[0].title, "1 of 1 URL changes for crawlers without their own group");
/// assert_eq!(report.gates[0].outcome, GateOutcome::Broken);
/// assert_eq!(
///     report.gates[0].title,
///     "Googlebot may no longer fetch `/c` (line 2), which `newly-disallowed=Googlebot` forbids",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FileComparison<'r> {
    old: &'r RobotsTxt<'r>,
    new: &'r RobotsTxt<'r>,
    found: FileChanges,
    gates: Vec<GateReport>,
    /// For each class with changes, its rules before and after; prepared for the first URL.
    urls: Option<Vec<ClassUrls>>,
}

#[derive(Debug)]
struct ClassUrls {
    crawlers: Vec<String>,
    old: RuleSet,
    new: RuleSet,
    asked: usize,
    changed: Vec<UrlChange>,
}

impl<'r> FileComparison<'r> {
    /// Compares two files, and holds what changes to some gates.
    ///
    /// # Errors
    ///
    /// This returns an error when a gate is for `@named`, and the files name no crawler.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_report::FileComparison;
    ///
    /// let empty = RobotsTxt::parse("");
    /// assert!(FileComparison::new(&empty, &empty, &["any".parse()?])?.into_report().proved_equal);
    /// assert!(FileComparison::new(&empty, &empty, &["newly-allowed=@named".parse()?]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        old: &'r RobotsTxt<'r>,
        new: &'r RobotsTxt<'r>,
        gates: &[Gate],
    ) -> Result<FileComparison<'r>, NoCrawlerNamed> {
        let resolve = |gate: &Gate| match gate.crawlers() {
            None => Ok(None),
            Some(query) => resolve_queries(std::slice::from_ref(query), &[old, new]).map(Some),
        };
        let crawlers = gates.iter().map(resolve).collect::<Result<Vec<_>, _>>()?;
        Ok(FileComparison::found(old, new, gates, crawlers))
    }

    fn found(
        old: &'r RobotsTxt<'r>,
        new: &'r RobotsTxt<'r>,
        gates: &[Gate],
        crawlers: Vec<Option<Vec<ResolvedCrawler>>>,
    ) -> FileComparison<'r> {
        let files = [old, new];
        let mut families = distinct_families(&files, &distinct_crawlers(&files).crawlers);
        for crawler in crawlers.iter().flatten().flatten() {
            let is_it = |family: &CrawlerFamily| *family.name() == crawler.name;
            // Where names are compared in parts, the names in the files do not tell its class.
            let is_hidden = old.dialect().names != Names::Equal || is_merged(&crawler.name, &files);
            if is_hidden && !families.iter().any(is_it) {
                families.push(crawler.family());
            }
        }
        let found = file_changes_with(old, new, &families);
        let is_open = found.not_decided.is_some()
            || found.classes.iter().any(|class| class.changes.not_decided.is_some());
        let gates = gates.iter().zip(&crawlers);
        let gates = gates.map(|(gate, crawlers)| gate.judge(crawlers.as_deref(), &found, is_open));
        let gates = gates.collect();
        FileComparison { old, new, found, gates, urls: None }
    }

    /// Compares the answers of both files about a URL, for each class of crawlers with changes.
    ///
    /// # Errors
    ///
    /// This returns an error when `url` is neither a URL nor a path that starts with `/`.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_report::FileComparison;
    ///
    /// let [old, new] = ["", "User-agent: *\nDisallow: /a\n"].map(RobotsTxt::parse);
    /// let mut comparison = FileComparison::new(&old, &new, &[])?;
    /// comparison.test(b"/a")?;
    /// comparison.test(b"/b")?;
    /// let urls = &comparison.into_report().urls[0];
    /// assert_eq!((urls.asked, urls.changed.len()), (2, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn test(&mut self, url: &[u8]) -> Result<(), NotAUrl> {
        let path = asked_url::path(url, self.old.dialect())?;
        for class in self.class_urls() {
            let (before, after) = (class.old.verdict(&path), class.new.verdict(&path));
            class.asked += 1;
            if before.is_allowed() != after.is_allowed() {
                let (url, before, after) =
                    (url_text(url).into_owned(), (&before).into(), (&after).into());
                let title = title_of(&url, &before, &after);
                class.changed.push(UrlChange { url, before, after, title });
            }
        }
        Ok(())
    }

    /// Prepares for URLs, so that the report lists the classes even if the list of URLs is empty.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_report::FileComparison;
    ///
    /// let [old, new] = ["", "User-agent: *\nDisallow: /a\n"].map(RobotsTxt::parse);
    /// let mut comparison = FileComparison::new(&old, &new, &[])?;
    /// comparison.expect_urls();
    /// assert_eq!(comparison.into_report().urls[0].asked, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn expect_urls(&mut self) {
        self.class_urls();
    }

    fn class_urls(&mut self) -> &mut [ClassUrls] {
        let (old, new, found) = (self.old, self.new, &self.found);
        self.urls.get_or_insert_with(|| {
            let indexes = [old, new].map(RobotsTxt::group_index);
            let changing = found.classes.iter().filter(|class| !class.changes.is_none());
            let class_urls = |class: &CrawlerClass| {
                let crawler = ResolvedCrawler::new(class.crawlers[0].clone());
                let rules = |at: usize| crawler.group_in(&indexes[at]).group().rule_set();
                let crawlers = names(&class.crawlers);
                let (old, new) = (rules(0), rules(1));
                ClassUrls { crawlers, old, new, asked: 0, changed: Vec::new() }
            };
            changing.map(class_urls).collect()
        })
    }

    /// Returns the report of everything that was found.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    /// use gatepost_report::FileComparison;
    ///
    /// let [old, new] = ["", "# nothing\n"].map(RobotsTxt::parse);
    /// let report = FileComparison::new(&old, &new, &[])?.into_report();
    /// assert_eq!(report.title, "No URL changes for any crawler: proved.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn into_report(self) -> FileDiff {
        let FileComparison { old, new, found, gates, urls } = self;
        let moves = group_moves(old, new, &found);
        let texts = [RuleTexts::new(old), RuleTexts::new(new)];
        let classes: Vec<_> =
            found.classes.iter().map(|class| ClassDiff::new(class, &texts)).collect();
        FileDiff {
            proved_equal: found.is_none(),
            newly_named: names(&found.newly_named),
            no_longer_named: names(&found.no_longer_named),
            not_decided: found.not_decided.map(|why| why.to_string()),
            urls: urls.into_iter().flatten().map(ClassUrls::into_changes).collect(),
            dialect: old.dialect().name.to_owned(),
            title: title(&found),
            moves,
            notes: notes(&found, &classes),
            classes,
            gates,
        }
    }
}

impl FileDiff {
    /// Returns the classes of crawlers for whom something changes, or may change.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let [old, new] = ["", "User-agent: a\nDisallow: /\n"].map(RobotsTxt::parse);
    /// let report = gatepost_report::diff(&old, &new);
    /// assert_eq!(report.classes.len(), 2);
    /// assert_eq!(report.changed_classes().next().unwrap().crawlers, ["a"]);
    /// ```
    pub fn changed_classes(&self) -> impl Iterator<Item = &ClassDiff> {
        self.classes.iter().filter(|class| class.changes())
    }
}

impl ClassDiff {
    fn new(class: &CrawlerClass, texts: &[RuleTexts; 2]) -> ClassDiff {
        let Changes { newly_disallowed, newly_allowed, not_decided, .. } = &class.changes;
        let crawlers = names(&class.crawlers);
        let changes = |changes: &[Change]| {
            changes.iter().map(|change| PatternChange::new(change, texts)).collect()
        };
        let closes_site =
            newly_disallowed.iter().any(|change| matches!(&*change.pattern, "/" | "/*"));
        let who = phrases::some_crawlers(&crawlers);
        let warning = closes_site
            .then(|| format!("The whole site is closed to {who}. Was this file meant to go live?"));
        ClassDiff {
            crawlers,
            newly_disallowed: changes(newly_disallowed),
            newly_allowed: changes(newly_allowed),
            not_decided: not_decided.map(|why| why.to_string()),
            closes_site,
            warning,
        }
    }

    /// Returns whether a URL changes for these crawlers, or may change.
    ///
    /// # Example
    ///
    /// ```
    /// let file = gatepost::RobotsTxt::parse("User-agent: *\nDisallow: /\n");
    /// assert!(!gatepost_report::diff(&file, &file).classes[0].changes());
    /// ```
    #[must_use]
    pub fn changes(&self) -> bool {
        !self.newly_disallowed.is_empty()
            || !self.newly_allowed.is_empty()
            || self.not_decided.is_some()
    }
}

impl PatternChange {
    fn new(change: &Change, [old, new]: &[RuleTexts; 2]) -> PatternChange {
        let example = &change.counterexample;
        let (before, after) = (old.answer(example.before), new.answer(example.after));
        let title = title_of(&example.path, &before, &after);
        let (pattern, path) = (change.pattern.clone(), example.path.clone());
        PatternChange { pattern, path, before, after, title }
    }
}

impl ClassUrls {
    fn into_changes(self) -> UrlChanges {
        let ClassUrls { crawlers, asked, changed, .. } = self;
        let urls = phrases::count(asked as u64, "URL", "URLs");
        let change = if asked == 1 { "changes" } else { "change" };
        let number = phrases::number(changed.len() as u64);
        let who = phrases::some_crawlers(&crawlers);
        let title = format!("{number} of {urls} {change} for {who}");
        UrlChanges { crawlers, asked, changed, title }
    }
}

/// Returns whether files name a crawler by a line that is listed under another of its names: `Foo
/// Bar` names `Foo` too.
fn is_merged(crawler: &ProductToken, files: &[&RobotsTxt<'_>]) -> bool {
    let is_named =
        files.iter().any(|file| file.group_for(crawler).selected_by() == SelectedBy::Name);
    let named = || named_crawlers(files).into_iter().map(|crawler| crawler.name);
    is_named
        && !distinct_crawlers_with(files, &named().collect::<Vec<_>>()).crawlers.contains(crawler)
}

fn names(crawlers: &[ProductToken]) -> Vec<String> {
    crawlers.iter().map(ToString::to_string).collect()
}

fn title_of(path: &str, before: &Answer, after: &Answer) -> String {
    format!("`{path}`: was {before}, now {after}")
}

const NOTHING: &str = "No URL changes for any crawler: proved.";

fn title(found: &FileChanges) -> String {
    if found.is_none() {
        return NOTHING.to_owned();
    }
    let count = |of: fn(&Changes) -> &[Change]| -> u64 {
        found.classes.iter().map(|class| of(&class.changes).len() as u64).sum()
    };
    let disallowed = count(|changes| &changes.newly_disallowed);
    let allowed = count(|changes| &changes.newly_allowed);
    match (disallowed, allowed) {
        (0, 0) => "No change was found, but not everything could be decided.".to_owned(),
        (disallowed, 0) => {
            format!("{} newly disallowed.", phrases::count(disallowed, "pattern", "patterns"))
        }
        (0, allowed) => {
            format!("{} newly allowed.", phrases::count(allowed, "pattern", "patterns"))
        }
        (disallowed, allowed) => format!(
            "{} newly disallowed, {} newly allowed.",
            phrases::count(disallowed, "pattern", "patterns"),
            phrases::number(allowed),
        ),
    }
}

fn notes(found: &FileChanges, classes: &[ClassDiff]) -> Vec<String> {
    let mut notes = Vec::new();
    let same: Vec<String> = classes
        .iter()
        .filter(|class| !class.changes())
        .flat_map(|of| of.crawlers.clone())
        .collect();
    if !found.is_none() && !same.is_empty() {
        notes.push(format!("No URL changes for {}: proved.", phrases::crawlers(&same)));
    }
    if let Some(why) = found.not_decided {
        notes.push(format!("Not decided for {}, because {why}.", phrases::OTHER_CLASSES));
    }
    notes
}
