//! What changes between two files, for every crawler there is.
//!
//! Crawlers differ only by the groups that they obey. A crawler that neither file names obeys what any
//! other such crawler does, so all crawlers there are come down to those that are named in either file
//! and one that is named in neither. Those that obey the same rules in both files are proved at once.

use std::collections::HashMap;

use gatepost::{ChosenBy, ProductToken, RobotsTxt, UserAgentLine};

use crate::changes::{Changes, changes};
use crate::rule_list::RuleList;

/// What changes between two files, made by [`file_changes`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileChanges {
    /// All crawlers, in classes that obey the same rules before, and the same rules after. The class
    /// of the crawlers that neither file names comes first, with `*` for them.
    pub classes: Vec<CrawlerClass>,
    /// Crawlers that the second file names and the first does not.
    pub newly_named: Vec<ProductToken>,
    /// Crawlers that the first file names and the second does not.
    pub no_longer_named: Vec<ProductToken>,
}

impl FileChanges {
    /// Whether no URL changes for any crawler: proved.
    pub fn is_none(&self) -> bool {
        self.classes.iter().all(|class| class.changes.is_none())
    }
}

/// Crawlers that obey the same rules before, and the same rules after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrawlerClass {
    /// The crawlers, as the files write their names; `*` stands for all that neither file names.
    pub crawlers: Vec<ProductToken>,
    /// What changes for them.
    pub changes: Changes,
}

/// Finds all that changes from one file to another, for every crawler.
///
/// Crawlers that obey other groups than their own, as Googlebot-News obeys those of Googlebot, are told
/// by [`file_changes_with`].
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_prove::file_changes;
///
/// let before = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
/// let after = RobotsTxt::parse(
///     "User-agent: *\nDisallow: /shop\n\nUser-agent: ExampleBot\nDisallow: /cart\n",
/// );
/// let changes = file_changes(&before, &after);
///
/// // ExampleBot has a group of its own now, so that those for `*` no longer are for it.
/// assert_eq!(changes.newly_named[0].as_str(), "ExampleBot");
/// assert!(changes.classes[0].changes.is_none());
/// let class = &changes.classes[1];
/// assert_eq!(class.crawlers[0].as_str(), "ExampleBot");
/// assert_eq!(class.changes.newly_allowed[0].pattern, "/shop");
/// assert_eq!(class.changes.newly_disallowed[0].pattern, "/cart");
/// ```
pub fn file_changes(before: &RobotsTxt<'_>, after: &RobotsTxt<'_>) -> FileChanges {
    file_changes_with(before, after, &[])
}

/// The same, for crawlers too that fall back to the groups of others.
///
/// A family is the names of one crawler: its own, and then those to whose groups it falls back, as in
/// [`RobotsTxt::group_for_any_of`]. It is told by its first name, whether a file has that or not.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt};
/// use gatepost_prove::file_changes_with;
///
/// let before = RobotsTxt::parse("User-agent: Googlebot\nDisallow: /\n");
/// let after = RobotsTxt::parse("User-agent: Googlebot\nDisallow: /shop\n");
/// let news = ["Googlebot-News", "Googlebot"].map(|name| ProductToken::new(name).unwrap());
/// let changes = file_changes_with(&before, &after, &[&news]);
///
/// // It obeys what Googlebot obeys, and so is in one class with it.
/// let names: Vec<_> = changes.classes[1].crawlers.iter().map(|name| name.as_str()).collect();
/// assert_eq!(names, ["Googlebot", "Googlebot-News"]);
/// ```
pub fn file_changes_with(
    before: &RobotsTxt<'_>,
    after: &RobotsTxt<'_>,
    families: &[&[ProductToken]],
) -> FileChanges {
    let mut found = FileChanges::default();
    // What the rules of each class are known by: their lines in both files.
    let mut known: HashMap<[Vec<usize>; 2], usize> = HashMap::new();
    let indexes = [before.group_index(), after.group_index()];
    let has_name = |family: &&&[ProductToken], crawler: &ProductToken| {
        let own = family.first().map(ProductToken::as_str);
        own.is_some_and(|own| own.eq_ignore_ascii_case(crawler.as_str()))
    };
    let mut crawlers: Vec<Vec<ProductToken>> = distinct_crawlers(&[before, after])
        .into_iter()
        .filter(|crawler| !families.iter().any(|family| has_name(&family, crawler)))
        .map(|crawler| vec![crawler])
        .collect();
    crawlers.extend(families.iter().filter(|family| !family.is_empty()).map(|f| f.to_vec()));
    for names in crawlers {
        let crawler = names[0].clone();
        let [of_before, of_after] =
            [&indexes[0], &indexes[1]].map(|index| index.group_for_any_of(&names));
        match [&of_before, &of_after].map(|group| group.chosen_by() == ChosenBy::Name) {
            [false, true] => found.newly_named.push(crawler.clone()),
            [true, false] => found.no_longer_named.push(crawler.clone()),
            _ => {}
        }
        let lines =
            [&of_before, &of_after].map(|group| group.rules().map(|rule| rule.line()).collect());
        if let Some(class) = known.get(&lines) {
            found.classes[*class].crawlers.push(crawler);
            continue;
        }
        known.insert(lines, found.classes.len());
        let changes = changes(&RuleList::of_group(&of_before), &RuleList::of_group(&of_after));
        found.classes.push(CrawlerClass { crawlers: vec![crawler], changes });
    }
    found
}

/// Lists every crawler that the files can tell from others: `*` for all that none names, and the rest
/// in the order of the files.
///
/// What holds for each of these holds for every crawler there is.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_prove::distinct_crawlers;
///
/// let robots = RobotsTxt::parse("User-agent: A\nUser-agent: B/1.0\nDisallow: /\nUser-agent: a\n");
/// let crawlers = distinct_crawlers(&[&robots]);
/// let names: Vec<_> = crawlers.iter().map(|crawler| crawler.as_str()).collect();
/// assert_eq!(names, ["*", "A", "B"]);
/// ```
pub fn distinct_crawlers(files: &[&RobotsTxt<'_>]) -> Vec<ProductToken> {
    let mut crawlers = vec![ProductToken::any()];
    let mut known = std::collections::HashSet::new();
    for file in files {
        for line in file.groups().flat_map(|group| group.user_agents()) {
            for crawler in names(&line) {
                if known.insert(crawler.as_str().to_ascii_lowercase()) {
                    crawlers.push(crawler);
                }
            }
        }
    }
    crawlers
}

/// The crawlers that a line names: its token, and a crawler whose name is all the words before the
/// first `/`, `,` or `;`.
fn names(line: &UserAgentLine<'_>) -> Vec<ProductToken> {
    let words = line.value().split(|octet| matches!(octet, b'/' | b',' | b';')).next();
    let words = String::from_utf8_lossy(words.unwrap_or_default()).trim_ascii_end().to_owned();
    let token = String::from_utf8_lossy(line.token()).into_owned();
    let texts = [token, words.trim_end_matches('*').to_owned(), words];
    let crawlers = texts.map(|text| ProductToken::verbatim(&text));
    crawlers.into_iter().filter(|crawler| line.names(crawler)).collect()
}
