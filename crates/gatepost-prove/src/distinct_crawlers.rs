//! Crawlers that stand for all crawlers.
//!
//! Crawlers differ only in the groups that they obey. In dialects in which a name in a file has to
//! be a crawler's whole name, the names of all files and one crawler that no file names are enough.
//!
//! # Names that occur in a crawler's name
//!
//! `bot` and `google` both name Googlebot, which may select its group by one name in one file and
//! by the other name in the other file. A crawler selects the best of the names that occur in its
//! own, in an order that depends only on the file. So a crawler that selects its groups by `a` and
//! by `b` selects the same groups as a crawler called `a ... b`, provided that no name overlaps
//! with the text between: the only names in `a ... b` are those in `a` and those in `b`, and the
//! first crawler's name contains all of them too. If a whole name is preferred to any part, `a ...`
//! stands for the crawlers of which `a` is only a part.
//!
//! # Names in which a crawler's name occurs
//!
//! Here, the longer a crawler's name, the fewer names contain it. A crawler that selects its groups
//! by `a` and by `b` occurs in both, and so in a common text of the two that cannot be extended by
//! a character in either direction. That text selects the same groups.

use std::collections::{HashMap, HashSet};

use gatepost::{
    CrawlerGroup, Dialect, Group, GroupIndex, GroupSelection, Names, ProductToken, RobotsTxt,
    SelectedBy, TokenEnd, UserAgentLine,
};

use crate::outcome::NotDecided;

/// The budget of `User-agent` lines to look at for crawlers that no line names whole. A file of a
/// hundred groups needs half of it.
const STEPS: usize = 1 << 21;

/// Candidates for the text between two names: the first that overlaps with no name of the files.
const BETWEEN: &[&str] =
    &[" ... ", "+", "~", "|", "!", "=", ":", ".", "(", "&", "'", "@", "\"", "<"];

/// Crawlers that stand for all crawlers, found by [`distinct_crawlers`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct DistinctCrawlers {
    /// `*` for all crawlers that no file names, then the names in the order of the files, then
    /// crawlers that no line names whole: `a ... b` has both names in its own.
    pub crawlers: Vec<ProductToken>,
    /// Why other crawlers may select groups that none of these selects, if that was not decided.
    pub not_decided: Option<NotDecided>,
}

/// Lists every crawler that the files distinguish from others.
///
/// A statement that holds for each of these crawlers holds for every crawler, unless the list is
/// marked as not decided. A crawler's name is text without surrounding white space: a product token,
/// or what a parser is given in its place, such as a whole `User-Agent` header.
///
/// # Example
///
/// ```
/// use gatepost::{Dialect, RobotsTxt};
/// use gatepost_prove::distinct_crawlers;
///
/// let names = |files: &[&RobotsTxt<'_>]| -> Vec<String> {
///     distinct_crawlers(files).crawlers.iter().map(ToString::to_string).collect()
/// };
/// let robots = RobotsTxt::parse("User-agent: A\nUser-agent: B/1.0\nDisallow: /\nUser-agent: a\n");
/// assert_eq!(names(&[&robots]), ["*", "A", "B"]);
///
/// // In Python 3.11, `bot` and `google` both name Googlebot.
/// let dialect = Dialect::PYTHON_3_11;
/// let before = RobotsTxt::parse_as("User-agent: bot\nDisallow: /\n", dialect);
/// let after = RobotsTxt::parse_as("User-agent: google\nDisallow: /\n", dialect);
/// assert_eq!(names(&[&before, &after]), ["*", "bot", "google", "bot ... google"]);
/// ```
#[must_use]
pub fn distinct_crawlers(files: &[&RobotsTxt<'_>]) -> DistinctCrawlers {
    distinct_crawlers_with(files, &[])
}

/// Lists every crawler that the files distinguish from others, under names that the caller prefers.
///
/// A line such as `User-agent: Foo Bar` names a crawler called `Foo` and one called `Foo Bar`. If
/// no file distinguishes the two, one of them is listed: the one in `preferred`, or else the first.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt};
/// use gatepost_prove::distinct_crawlers_with;
///
/// let robots = RobotsTxt::parse("User-agent: Foo Bar\nDisallow: /\n");
/// let listed = |preferred: &[ProductToken]| -> String {
///     distinct_crawlers_with(&[&robots], preferred).crawlers[1].to_string()
/// };
/// assert_eq!(listed(&[]), "Foo");
/// assert_eq!(listed(&[ProductToken::verbatim("foo bar")]), "Foo Bar");
///
/// // Another line distinguishes them.
/// let robots = RobotsTxt::parse("User-agent: Foo Bar\nDisallow: /\n\nUser-agent: Foo\n");
/// assert_eq!(distinct_crawlers_with(&[&robots], &[]).crawlers.len(), 3);
/// ```
#[must_use]
pub fn distinct_crawlers_with(
    files: &[&RobotsTxt<'_>],
    preferred: &[ProductToken],
) -> DistinctCrawlers {
    let by_parts = files.iter().filter(|file| file.dialect().names != Names::Equal);
    let named = named(files, preferred);
    if by_parts.count() == 0 {
        return DistinctCrawlers { crawlers: named, not_decided: None };
    }
    let indexes: Vec<_> = files.iter().map(|file| file.group_index()).collect();
    let groups = files.iter().flat_map(|file| file.groups());
    let lines = groups.flat_map(|group| group.user_agents());
    // A long value costs as much as several lines.
    let lines = lines.map(|line| 1 + line.value().len() / 16).sum();
    let choices = vec![HashMap::new(); files.len()];
    let known = HashSet::new();
    let mut search = Search { indexes, lines, steps: STEPS, choices, known, crawlers: named };
    let not_decided = search.run(files).err();
    DistinctCrawlers { crawlers: search.crawlers, not_decided }
}

/// `*`, and each name once. Where names are compared whole, of names that the same lines have only
/// the preferred one.
fn named(files: &[&RobotsTxt<'_>], preferred: &[ProductToken]) -> Vec<ProductToken> {
    // The names in the order of the files, each with its lines.
    let mut named: Vec<(ProductToken, Vec<(usize, usize)>)> = Vec::new();
    let mut places: HashMap<ProductToken, usize> = HashMap::new();
    for (at, file) in files.iter().enumerate() {
        for line in file.groups().flat_map(|group| group.user_agents()) {
            for name in names(&line, file.dialect()) {
                let place = *places.entry(name.clone()).or_insert_with(|| {
                    named.push((name, Vec::new()));
                    named.len() - 1
                });
                named[place].1.push((at, line.line()));
            }
        }
    }
    let mut crawlers = vec![ProductToken::any()];
    if files.iter().any(|file| file.dialect().names != Names::Equal) {
        crawlers.extend(named.into_iter().map(|(name, _)| name));
        return crawlers;
    }
    let preferred: HashSet<&ProductToken> = preferred.iter().collect();
    let mut places: HashMap<Vec<(usize, usize)>, usize> = HashMap::new();
    for (name, mut lines) in named {
        // A line may contain a name twice: `a, a`.
        lines.dedup();
        match places.get(&lines) {
            Some(place) if preferred.contains(&name) => crawlers[*place] = name,
            Some(_) => {}
            None => {
                places.insert(lines, crawlers.len());
                crawlers.push(name);
            }
        }
    }
    crawlers
}

/// Returns the crawlers that a line names whole. If a line is not UTF-8, these are its pieces that
/// are: a crawler's name is text, which may occur in them.
///
/// Where the whole name of a crawler is looked up before it is cut at `/`, a value with a `/` names
/// a crawler that is called by exactly this text, such as a header with its version.
fn names(line: &UserAgentLine<'_>, dialect: Dialect) -> Vec<ProductToken> {
    let mut names: Vec<_> = line.crawler_names().collect();
    // In dialects that cut some values to nothing, the line names a crawler without a name.
    names.push(ProductToken::verbatim(""));
    if std::str::from_utf8(line.value()).is_err() {
        let pieces = line.value().utf8_chunks().map(|chunk| chunk.valid().trim());
        names.extend(pieces.filter(|piece| !piece.is_empty()).map(ProductToken::verbatim));
    }
    let by_whole_name = dialect.group_selection == GroupSelection::WholeNameThenFirst;
    let is_whole = |name: &ProductToken| name.as_str().as_bytes() == line.value();
    names.retain(|name| line.names(name) || (by_whole_name && is_whole(name)));
    names
}

/// The identity of a selection of groups in one file: the way, and the first line of each group.
type Choice = (SelectedBy, Vec<Option<usize>>);

struct Search<'r> {
    indexes: Vec<GroupIndex<'r>>,
    /// The number of lines that one question looks at.
    lines: usize,
    /// The number of lines that may still be looked at.
    steps: usize,
    /// The selections in each file, numbered.
    choices: Vec<HashMap<Choice, usize>>,
    /// The combinations of selections in all files that some listed crawler makes.
    known: HashSet<Vec<usize>>,
    crawlers: Vec<ProductToken>,
}

impl<'r> Search<'r> {
    /// Adds crawlers that select other groups than the crawlers that are named whole.
    fn run(&mut self, files: &[&'r RobotsTxt<'r>]) -> Result<(), NotDecided> {
        let has_choice = |choice| files.iter().any(|file| file.dialect().group_selection == choice);
        let part_is_whole = has_choice(GroupSelection::WholeNameThenFirst);
        let dialects = files.iter().map(|file| file.dialect());
        let by_parts: Vec<_> = dialects.filter(|dialect| dialect.names != Names::Equal).collect();
        let have_same_names = files.windows(2).all(|two| has_same_names(two[0], two[1]));
        if self.crawlers.len() == 1 {
            return Ok(());
        }
        let are_of_one_kind = by_parts.windows(2).all(|two| two[0].names == two[1].names);
        let are_few = by_parts.len() <= 2 || have_same_names;
        if !by_parts.iter().all(|dialect| best_name_decides(*dialect))
            || !are_of_one_kind
            || !are_few
        {
            return Err(NotDecided::TooManyCrawlers);
        }
        if have_same_names && !part_is_whole {
            return Ok(());
        }
        for at in 0..self.crawlers.len() {
            let crawler = self.crawlers[at].clone();
            let choice = self.choice(&crawler)?;
            self.known.insert(choice);
        }
        if by_parts.iter().all(|dialect| dialect.names != Names::ContainsCrawler) {
            let is_cut = by_parts.iter().any(|dialect| dialect.names == Names::WithinCrawler);
            let is_ranked = has_choice(GroupSelection::LongestName);
            return self.add_joined(is_ranked, have_same_names, is_cut);
        }
        match files {
            [one, other] if one.dialect() == other.dialect() => self.add_common(one, other),
            _ => Err(NotDecided::TooManyCrawlers),
        }
    }

    /// Adds crawlers whose names contain one name of the files, or two.
    fn add_joined(
        &mut self,
        is_ranked_by_name: bool,
        have_same_names: bool,
        is_cut: bool,
    ) -> Result<(), NotDecided> {
        // What is behind a `/` is cut off before names are compared in parts.
        let can_be_part = |name: &&ProductToken| !(is_cut && name.as_str().contains('/'));
        let names = self.crawlers[1..].iter().filter(can_be_part).map(|name| name.to_string());
        let names: Vec<String> = names.collect();
        let bytes: Vec<String> = names.iter().map(|name| name.to_ascii_lowercase()).collect();
        let is_apart = |between: &&&str| !bytes.iter().any(|name| overlaps(name, between));
        let between = BETWEEN.iter().find(is_apart).ok_or(NotDecided::TooManyCrawlers)?;
        // Names with the same selection are interchangeable, unless the name itself determines its
        // rank.
        let mut parts: Vec<(String, Vec<usize>)> = Vec::new();
        let mut parts_of = HashSet::new();
        for name in names {
            let choice = self.add(format!("{name}{between}").trim_end())?;
            if parts_of.insert(choice.clone()) || is_ranked_by_name {
                parts.push((name, choice));
            }
        }
        if have_same_names {
            return Ok(());
        }
        for (at, (one, of_one)) in parts.iter().enumerate() {
            for (other, of_other) in &parts[..at] {
                self.spend(1)?;
                // In each file it selects what one of the two selects.
                if differing(of_one, of_other) > 1 {
                    self.add(&format!("{other}{between}{one}"))?;
                }
            }
        }
        Ok(())
    }

    /// Adds crawlers whose names are maximal common texts of a name in each file.
    fn add_common(&mut self, one: &RobotsTxt<'_>, other: &RobotsTxt<'_>) -> Result<(), NotDecided> {
        let [ones, others] = [one, other].map(texts);
        let mut seen = HashSet::new();
        for one in &ones {
            for other in &others {
                self.spend(one.len() * other.len() / 8 + 1)?;
                for text in common(one, other) {
                    for name in [text.trim(), &text] {
                        if !name.is_empty() && seen.insert(name.to_owned()) {
                            self.add(name)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds a crawler unless another selects the same groups.
    fn add(&mut self, name: &str) -> Result<Vec<usize>, NotDecided> {
        let crawler = ProductToken::verbatim(name);
        let choice = self.choice(&crawler)?;
        if self.known.insert(choice.clone()) {
            self.crawlers.push(crawler);
        }
        Ok(choice)
    }

    /// Returns the selection of a crawler in each file.
    fn choice(&mut self, crawler: &ProductToken) -> Result<Vec<usize>, NotDecided> {
        self.spend(self.lines)?;
        let names = std::slice::from_ref(crawler);
        let selected = self.indexes.iter().map(|index| choice_of(&index.group_for_any_of(names)));
        let numbered = selected.zip(&mut self.choices).map(|(choice, known)| {
            let next = known.len();
            *known.entry(choice).or_insert(next)
        });
        Ok(numbered.collect())
    }

    fn spend(&mut self, steps: usize) -> Result<(), NotDecided> {
        self.steps = self.steps.checked_sub(steps).ok_or(NotDecided::TooManyCrawlers)?;
        Ok(())
    }
}

/// Returns whether the best matching name decides, as the proof in the module comment requires.
fn best_name_decides(dialect: Dialect) -> bool {
    match (dialect.names, dialect.group_selection) {
        (Names::ContainsCrawler, GroupSelection::First) => dialect.token_end == TokenEnd::ValueEnd,
        (Names::WithinCrawler | Names::AtStartOfWord, choice) => choice != GroupSelection::All,
        _ => false,
    }
}

fn choice_of(group: &CrawlerGroup<'_>) -> Choice {
    let first = |group: Group<'_>| group.user_agents().next().map(|line| line.line());
    (group.selected_by(), group.groups().map(first).collect())
}

/// Returns the number of files in which two selections differ.
fn differing(one: &[usize], other: &[usize]) -> usize {
    one.iter().zip(other).filter(|(one, other)| one != other).count()
}

/// Returns whether two files have the same names in the same groups, so that every crawler selects
/// the same groups in both.
fn has_same_names(one: &RobotsTxt<'_>, other: &RobotsTxt<'_>) -> bool {
    let values = |file: &RobotsTxt<'_>| -> Vec<Vec<Vec<u8>>> {
        let of_group = |line: UserAgentLine<'_>| line.value().to_owned();
        file.groups().map(|group| group.user_agents().map(of_group).collect()).collect()
    };
    one.dialect() == other.dialect() && values(one) == values(other)
}

/// Returns whether a name could occur across the edge of a text that stands between others, or in
/// it.
fn overlaps(name: &str, text: &str) -> bool {
    let ends =
        |at: usize| name.ends_with(&text[..at]) || name.starts_with(&text[text.len() - at..]);
    let is_within = !name.is_empty() && text.contains(name);
    is_within || name.contains(text) || (1..=text.len()).any(ends)
}

/// Returns the values of a file in lower case, cut where they are not UTF-8.
fn texts(file: &RobotsTxt<'_>) -> Vec<Vec<char>> {
    let lines = file.groups().flat_map(|group| group.user_agents());
    let lines = lines.filter(|line| !line.is_global());
    let chunks = lines.flat_map(|line| line.value().utf8_chunks());
    let texts: HashSet<String> = chunks.map(|chunk| chunk.valid().to_ascii_lowercase()).collect();
    let mut texts: Vec<_> = texts.iter().map(|text| text.chars().collect()).collect();
    texts.sort();
    texts
}

/// Returns the common texts of two values that cannot be extended in either direction.
fn common(one: &[char], other: &[char]) -> Vec<String> {
    let mut found = Vec::new();
    // The length of the common text that ends at each column, in the row above.
    let mut above = vec![0; other.len() + 1];
    for at in 0..=one.len() {
        let mut row = vec![0; other.len() + 1];
        for to in 0..=other.len() {
            if at < one.len() && to < other.len() && one[at] == other[to] {
                row[to + 1] = above[to] + 1;
            } else if above[to] > 0 {
                found.push(one[at - above[to]..at].iter().collect());
            }
        }
        above = row;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The naive twin: whatever a crawler is called, versions included, a listed crawler selects the
    /// same groups.
    #[test]
    fn no_crawler_with_a_version_is_lost() {
        let values = ["a/1", "a", "b/1 (a)", "ba", "*", "b", "/1", "c/1"];
        let called = [
            "a", "a/1", "a/2", "A/1", "b", "b/1 (a)", "b/2", "ba", "ba/1", "c", "c/1", "c/2", "x",
            "x/1", "a b", "a b/1", "ab/a",
        ];
        let called = called.map(ProductToken::verbatim);
        let mut whole = 0;
        for dialect in [Dialect::PYTHON, Dialect::PYTHON_3_11, Dialect::ROBOTS_PARSER] {
            for choice in 0..values.len().pow(3) {
                let [one, two, three] =
                    [1, values.len(), values.len().pow(2)].map(|by| choice / by % values.len());
                let (one, two, three) = (values[one], values[two], values[three]);
                let one = format!("User-agent: {one}\nAllow: /\nUser-agent: {two}\nAllow: /a\n");
                let other = format!("User-agent: {three}\nAllow: /\n");
                let [one, other] = [&one, &other].map(|file| RobotsTxt::parse_as(file, dialect));
                let both = [&one, &other];
                let choices =
                    |name: &ProductToken| both.map(|file| choice_of(&file.group_for(name)));
                let listed = distinct_crawlers(&both);
                assert!(listed.not_decided.is_none());
                let known: HashSet<_> = listed.crawlers.iter().map(choices).collect();
                for name in &called {
                    assert!(known.contains(&choices(name)), "{dialect} {name} {listed:?} {both:?}");
                }
                whole += usize::from(listed.crawlers.iter().any(|name| name.as_str() == "a/1"));
            }
        }
        assert!(whole > 100, "only {whole}");
    }

    /// The naive twin: every name that a line has selects the groups that a listed crawler selects.
    #[test]
    fn no_crawler_of_a_line_with_several_names_is_lost() {
        let values = ["a b", "a", "a b/1", "b", "a c", "*", "a*", "a, b"];
        let names = ["a", "b", "a b", "a c", "a*", "c"].map(ProductToken::verbatim);
        let equal = Dialect::ALL.iter().filter(|dialect| dialect.names == Names::Equal);
        let (mut files, mut dropped) = (0, 0);
        for dialect in equal {
            for choice in 0..values.len().pow(3) {
                let [one, two, three] =
                    [1, values.len(), values.len().pow(2)].map(|by| choice / by % values.len());
                let one =
                    format!("User-agent: {}\nAllow: /\nUser-agent: {}\n", values[one], values[two]);
                let other = format!("User-agent: {}\nAllow: /\n", values[three]);
                let [one, other] = [&one, &other].map(|file| RobotsTxt::parse_as(file, *dialect));
                let both = [&one, &other];
                let choices =
                    |name: &ProductToken| both.map(|file| choice_of(&file.group_for(name)));
                for preferred in [&[][..], &names[2..3]] {
                    let listed = distinct_crawlers_with(&both, preferred).crawlers;
                    let known: HashSet<_> = listed.iter().map(choices).collect();
                    for name in &names {
                        assert!(known.contains(&choices(name)), "{dialect} {name} {listed:?}");
                        dropped += usize::from(!listed.contains(name));
                    }
                    files += 1;
                }
            }
        }
        assert!(files > 1_000 && dropped > 1_000, "{files} {dropped}");
    }
}
