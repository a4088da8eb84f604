//! Crawlers that stand for all there are.
//!
//! Crawlers differ only by the groups that they take. Where a name in a file is a crawler's whole name,
//! the names of all files and one crawler that none names are enough.
//!
//! # Names that occur in a crawler's name
//!
//! `bot` and `google` both name Googlebot, and it may take its group in one file by the one and in the
//! other by the other. What a reader chooses is the best of the names that occur, by an order that
//! hangs on the file alone. So a crawler that takes its groups by `a` and by `b` takes the same ones as
//! one called `a ... b`, if no name has anything of what is between: that one has no name in it but
//! those of `a` and of `b`, all of which the first has as well. Where a whole name is chosen before any
//! part, `a ...` stands for the crawlers of which `a` is a part alone.
//!
//! # Names that a crawler's name occurs in
//!
//! Here fewer names fit the longer a crawler's name is. One that takes its groups by `a` and by `b`
//! occurs in both, and so in a text that both have and that neither has with one character more; which
//! takes the same groups.

use std::collections::{HashMap, HashSet};

use gatepost::{
    CrawlerGroup, Dialect, Group, GroupIndex, GroupSelection, Names, ProductToken, RobotsTxt,
    SelectedBy, TokenEnd, UserAgentLine,
};

use crate::outcome::NotDecided;

/// How many `User-agent` lines are looked at for crawlers that no line names whole. A file of a hundred
/// groups takes half of it.
const STEPS: usize = 1 << 21;

/// What can be between two names: the first that has nothing in common with any name of the files.
const BETWEEN: &[&str] =
    &[" ... ", "+", "~", "|", "!", "=", ":", ".", "(", "&", "'", "@", "\"", "<"];

/// Crawlers that stand for all there are, made by [`distinct_crawlers`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct DistinctCrawlers {
    /// `*` for all that no file names, then the names in the order of the files, and then those by
    /// which crawlers are meant that no line names whole: `a ... b` has both names in its own.
    pub crawlers: Vec<ProductToken>,
    /// Why there may be crawlers that take other groups than all of these, if so.
    pub not_decided: Option<NotDecided>,
}

/// Lists every crawler that the files can tell from others.
///
/// What holds for each of these holds for every crawler there is, unless that was not decided. A crawler's
/// name is text with no `/` in it and no white space around it, as [`ProductToken::new`] has it.
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
pub fn distinct_crawlers(files: &[&RobotsTxt<'_>]) -> DistinctCrawlers {
    distinct_crawlers_with(files, &[])
}

/// Lists every crawler that the files can tell from others, by names that the caller prefers.
///
/// A line such as `User-agent: Foo Bar` names a crawler called `Foo` and one called `Foo Bar`. Where no
/// file can tell the two apart, one of them is listed: the one among `preferred`, or else the first.
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
/// // Another line tells them apart.
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
    // A long value counts as several.
    let lines = lines.map(|line| 1 + line.value().len() / 16).sum();
    let choices = vec![HashMap::new(); files.len()];
    let known = HashSet::new();
    let mut search = Search { indexes, lines, steps: STEPS, choices, known, crawlers: named };
    let not_decided = search.run(files).err();
    DistinctCrawlers { crawlers: search.crawlers, not_decided }
}

/// `*`, and each name once. Where names are compared whole, of names that the same lines have only the
/// preferred one.
fn named(files: &[&RobotsTxt<'_>], preferred: &[ProductToken]) -> Vec<ProductToken> {
    // The names in the order of the files, each with the lines that have it.
    let mut named: Vec<(ProductToken, Vec<(usize, usize)>)> = Vec::new();
    let mut places: HashMap<ProductToken, usize> = HashMap::new();
    for (at, file) in files.iter().enumerate() {
        for line in file.groups().flat_map(|group| group.user_agents()) {
            for name in names(&line) {
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
        // A line may have a name twice: `a, a`.
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

/// The crawlers that a line names whole. Where a line has no UTF-8, the pieces that are: crawlers are
/// called by text, which may occur in them.
fn names(line: &UserAgentLine<'_>) -> Vec<ProductToken> {
    let mut names: Vec<_> = line.crawler_names().collect();
    // Dialects that cut a value to nothing name a crawler that is called so.
    names.push(ProductToken::verbatim(""));
    if std::str::from_utf8(line.value()).is_err() {
        let pieces = line.value().utf8_chunks().map(|chunk| chunk.valid().trim());
        names.extend(pieces.filter(|piece| !piece.is_empty()).map(ProductToken::verbatim));
    }
    names.retain(|name| line.names(name));
    names
}

/// What makes two choices of groups in one file the same: how, and the first line of each.
type Choice = (SelectedBy, Vec<Option<usize>>);

struct Search<'r> {
    indexes: Vec<GroupIndex<'r>>,
    /// How many lines one question looks at.
    lines: usize,
    /// How many lines may yet be looked at.
    steps: usize,
    /// The choices of each file, numbered.
    choices: Vec<HashMap<Choice, usize>>,
    /// The choices of all files that some crawler takes together.
    known: HashSet<Vec<usize>>,
    crawlers: Vec<ProductToken>,
}

impl<'r> Search<'r> {
    /// Adds the crawlers that take other groups than those that are named whole.
    fn run(&mut self, files: &[&'r RobotsTxt<'r>]) -> Result<(), NotDecided> {
        let has_choice = |choice| files.iter().any(|file| file.dialect().group_selection == choice);
        let part_is_whole = has_choice(GroupSelection::WholeNameThenFirst);
        let dialects = files.iter().map(|file| file.dialect());
        let by_parts: Vec<_> = dialects.filter(|dialect| dialect.names != Names::Equal).collect();
        let is_alike = files.windows(2).all(|two| is_named_alike(two[0], two[1]));
        if self.crawlers.len() == 1 {
            return Ok(());
        }
        let are_of_one_kind = by_parts.windows(2).all(|two| two[0].names == two[1].names);
        let are_few = by_parts.len() <= 2 || is_alike;
        if !by_parts.iter().all(|dialect| takes_best(*dialect)) || !are_of_one_kind || !are_few {
            return Err(NotDecided::TooManyCrawlers);
        }
        if is_alike && !part_is_whole {
            return Ok(());
        }
        for at in 0..self.crawlers.len() {
            let crawler = self.crawlers[at].clone();
            let choice = self.choice(&crawler)?;
            self.known.insert(choice);
        }
        if by_parts.iter().all(|dialect| dialect.names != Names::ContainsCrawler) {
            return self.add_joined(has_choice(GroupSelection::LongestName), is_alike);
        }
        match files {
            [one, other] if one.dialect() == other.dialect() => self.add_common(one, other),
            _ => Err(NotDecided::TooManyCrawlers),
        }
    }

    /// Adds crawlers whose names have one name in them, or two.
    fn add_joined(&mut self, is_ranked_by_name: bool, is_alike: bool) -> Result<(), NotDecided> {
        let names: Vec<String> = self.crawlers[1..].iter().map(|name| name.to_string()).collect();
        let bytes: Vec<String> = names.iter().map(|name| name.to_ascii_lowercase()).collect();
        let is_apart = |between: &&&str| !bytes.iter().any(|name| meet(name, between));
        let between = BETWEEN.iter().find(is_apart).ok_or(NotDecided::TooManyCrawlers)?;
        // Names of one choice are as good as each other, unless a choice does not tell how good.
        let mut parts: Vec<(String, Vec<usize>)> = Vec::new();
        let mut parts_of = HashSet::new();
        for name in names {
            let choice = self.add(format!("{name}{between}").trim_end())?;
            if parts_of.insert(choice.clone()) || is_ranked_by_name {
                parts.push((name, choice));
            }
        }
        if is_alike {
            return Ok(());
        }
        for (at, (one, of_one)) in parts.iter().enumerate() {
            for (other, of_other) in &parts[..at] {
                self.spend(1)?;
                // In each file it takes what one of the two takes.
                if differing(of_one, of_other) > 1 {
                    self.add(&format!("{other}{between}{one}"))?;
                }
            }
        }
        Ok(())
    }

    /// Adds crawlers whose names are in a name of either file, and are not with one character more.
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

    /// Adds a crawler if none takes the same groups.
    fn add(&mut self, name: &str) -> Result<Vec<usize>, NotDecided> {
        let crawler = ProductToken::verbatim(name);
        let choice = self.choice(&crawler)?;
        if self.known.insert(choice.clone()) {
            self.crawlers.push(crawler);
        }
        Ok(choice)
    }

    /// What a crawler takes in each file.
    fn choice(&mut self, crawler: &ProductToken) -> Result<Vec<usize>, NotDecided> {
        self.spend(self.lines)?;
        let names = std::slice::from_ref(crawler);
        let taken = self.indexes.iter().map(|index| choice_of(&index.group_for_any_of(names)));
        let numbered = taken.zip(&mut self.choices).map(|(choice, known)| {
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

/// Whether it is the best of the names that fit that decides, as the module comment needs it.
fn takes_best(dialect: Dialect) -> bool {
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

/// In how many files two choices are not the same.
fn differing(one: &[usize], other: &[usize]) -> usize {
    one.iter().zip(other).filter(|(one, other)| one != other).count()
}

/// Whether two files have the same names in the same groups, so that every crawler takes the same ones.
fn is_named_alike(one: &RobotsTxt<'_>, other: &RobotsTxt<'_>) -> bool {
    let values = |file: &RobotsTxt<'_>| -> Vec<Vec<Vec<u8>>> {
        let of_group = |line: UserAgentLine<'_>| line.value().to_owned();
        file.groups().map(|group| group.user_agents().map(of_group).collect()).collect()
    };
    one.dialect() == other.dialect() && values(one) == values(other)
}

/// Whether a name could occur where a text is put beside others, and take a part of it.
fn meet(name: &str, text: &str) -> bool {
    let ends =
        |at: usize| name.ends_with(&text[..at]) || name.starts_with(&text[text.len() - at..]);
    let is_within = !name.is_empty() && text.contains(name);
    is_within || name.contains(text) || (1..=text.len()).any(ends)
}

/// What the lines of a file say in small letters, but for what is no text.
fn texts(file: &RobotsTxt<'_>) -> Vec<Vec<char>> {
    let lines = file.groups().flat_map(|group| group.user_agents());
    let lines = lines.filter(|line| !line.is_global());
    let chunks = lines.flat_map(|line| line.value().utf8_chunks());
    let texts: HashSet<String> = chunks.map(|chunk| chunk.valid().to_ascii_lowercase()).collect();
    let mut texts: Vec<_> = texts.iter().map(|text| text.chars().collect()).collect();
    texts.sort();
    texts
}

/// The texts that two have in common, as long as they can be where they are.
fn common(one: &[char], other: &[char]) -> Vec<String> {
    let mut found = Vec::new();
    // How long what ends here is, in the row above.
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
