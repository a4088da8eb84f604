//! Classes of crawlers that obey the same groups, with proofs about their rules.
//!
//! All crawlers that a file does not name form one class. The crawlers that it names form as many
//! classes as there are different sets of groups for them. What is proved for one crawler of a
//! class holds for all of them. Proofs are made when a rule first asks for them, and kept.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

use gatepost::{
    CrawlerGroup, Dialect, GroupIndex, ProductToken, RobotsTxt, Rule, RuleSet, SelectedBy, UrlPath,
};
use gatepost_crawlers::named_crawlers;
use gatepost_prove::{
    CoveredLine, Decision, DistinctCrawlers, PathSet, Redundant, RuleList, always, dead,
    distinct_crawlers_with, redundant,
};

use crate::finding::Example;
use crate::pattern_traits::{PatternTraits, is_plain};
use crate::rules_by_prefix::RulesByPrefix;

/// The maximum number of pairs of a rule and a rule with a star that are compared to find redundant
/// rules.
const PAIRS: usize = 1 << 22;

/// A class of crawlers that obey the same groups.
#[derive(Debug)]
pub(crate) struct Class<'f> {
    /// The crawlers as the file spells them; `*` stands for those that it does not name.
    crawlers: Vec<ProductToken>,
    dialect: Dialect,
    group: CrawlerGroup<'f>,
    /// The rules of the class in the order of the file.
    written: Vec<Rule<'f>>,
    is_only_one: bool,
    traits: OnceCell<PatternTraits>,
    rules_by_prefix: OnceCell<RulesByPrefix<'f>>,
    set: OnceCell<RuleSet>,
    rules: OnceCell<RuleList<'f>>,
    unrepeated: OnceCell<RuleList<'f>>,
    first: OnceCell<HashMap<usize, usize>>,
    dead: OnceCell<Vec<CoveredLine>>,
    redundant: OnceCell<Redundant>,
}

/// Identifies a selection of groups by the lines that the groups start with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct GroupKey(Vec<usize>);

impl GroupKey {
    pub(crate) fn of(group: &CrawlerGroup<'_>) -> GroupKey {
        let first = group.groups().filter_map(|group| group.user_agents().next());
        GroupKey(first.map(|user_agent| user_agent.line()).collect())
    }
}

/// The classes of a file. The class of the crawlers that it does not name comes first.
#[derive(Debug)]
pub(crate) struct Classes<'f> {
    pub(crate) classes: Vec<Class<'f>>,
    /// Whether every crawler certainly belongs to one of the classes.
    pub(crate) are_all: bool,
    index: GroupIndex<'f>,
    by_key: HashMap<GroupKey, usize>,
}

pub(crate) fn of_file<'f>(robots: &'f RobotsTxt<'f>) -> Classes<'f> {
    let index = robots.group_index();
    let mut by_key: HashMap<GroupKey, usize> = HashMap::new();
    let mut classes: Vec<Class<'f>> = Vec::new();
    let distinct = distinct_crawlers(&[robots]);
    for crawler in distinct.crawlers {
        let group = index.group_for_any_of(std::slice::from_ref(&crawler));
        let key = GroupKey::of(&group);
        if let Some(class) = by_key.get(&key) {
            classes[*class].crawlers.push(crawler);
            continue;
        }
        by_key.insert(key, classes.len());
        classes.push(Class {
            crawlers: vec![crawler],
            dialect: robots.dialect(),
            written: group.rules().collect(),
            group,
            is_only_one: false,
            traits: OnceCell::new(),
            rules_by_prefix: OnceCell::new(),
            set: OnceCell::new(),
            rules: OnceCell::new(),
            unrepeated: OnceCell::new(),
            first: OnceCell::new(),
            dead: OnceCell::new(),
            redundant: OnceCell::new(),
        });
    }
    if let [only] = classes.as_mut_slice() {
        only.is_only_one = true;
    }
    Classes { classes, are_all: distinct.not_decided.is_none(), index, by_key }
}

/// Returns every crawler that files can distinguish, by the names that the directory has for it.
pub(crate) fn distinct_crawlers(files: &[&RobotsTxt<'_>]) -> DistinctCrawlers {
    let named: Vec<_> = named_crawlers(files).into_iter().map(|crawler| crawler.name).collect();
    distinct_crawlers_with(files, &named)
}

impl<'f> Classes<'f> {
    /// Returns the class of a crawler; `None` if not all classes are known and it is in an unknown
    /// one.
    pub(crate) fn of_crawler(&self, crawler: &ProductToken) -> Option<&Class<'f>> {
        let group = self.index.group_for_any_of(std::slice::from_ref(crawler));
        Some(&self.classes[*self.by_key.get(&GroupKey::of(&group))?])
    }
}

impl<'f> Class<'f> {
    pub(crate) fn crawlers(&self) -> &[ProductToken] {
        &self.crawlers
    }

    pub(crate) fn group(&self) -> &CrawlerGroup<'f> {
        &self.group
    }

    pub(crate) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Returns whether this is the class of the crawlers that the file does not name.
    pub(crate) fn is_unnamed(&self) -> bool {
        self.group.selected_by() != SelectedBy::Name
    }

    /// Returns the rules of the class, in the order of the file.
    pub(crate) fn written(&self) -> &[Rule<'f>] {
        &self.written
    }

    /// Returns the index of the rule on a line.
    pub(crate) fn place_of(&self, line: usize) -> Option<usize> {
        self.written.binary_search_by_key(&line, Rule::line).ok()
    }

    /// Returns whether its crawlers obey the rule on a line.
    pub(crate) fn has_line(&self, line: usize) -> bool {
        self.place_of(line).is_some()
    }

    pub(crate) fn rule_count(&self) -> usize {
        self.written.len()
    }

    /// Returns the traits of its rules that decide in which other dialects they give the same
    /// verdicts.
    pub(crate) fn traits(&self) -> PatternTraits {
        *self.traits.get_or_init(|| PatternTraits::of(&self.written))
    }

    /// Returns the rules of the class, sorted by their literal prefixes.
    pub(crate) fn rules_by_prefix(&self) -> &RulesByPrefix<'f> {
        self.rules_by_prefix.get_or_init(|| RulesByPrefix::new(&self.written))
    }

    /// Returns the crawlers of the class, as a phrase for messages.
    pub(crate) fn who(&self) -> String {
        let named = || self.crawlers.iter().filter(|crawler| !crawler.is_any());
        let any = self.crawlers.len() - named().count();
        let names: Vec<&str> = named().map(ProductToken::as_str).collect();
        match (any, names.as_slice()) {
            _ if self.is_only_one => "every crawler".to_owned(),
            (1, []) => "crawlers that no group names".to_owned(),
            (1, _) => "most crawlers".to_owned(),
            (_, [one]) => (*one).to_owned(),
            (_, [one, other]) => format!("{one} and {other}"),
            (_, [one, others @ ..]) => format!("{one} and {} others", others.len()),
            (_, []) => unreachable!("a class has a crawler"),
        }
    }

    /// Returns the rules of the class, prepared for proofs.
    pub(crate) fn rules(&self) -> &RuleList<'f> {
        self.rules.get_or_init(|| RuleList::of_group(&self.group))
    }

    /// Returns the lines that repeat the verdict of an earlier line for the same pattern, each with
    /// the first such line.
    pub(crate) fn repeated(&self) -> &HashMap<usize, usize> {
        self.first.get_or_init(|| {
            let mut first: HashMap<PatternKey<'_>, usize> = HashMap::new();
            let rules = self.written.iter().filter(|rule| !rule.is_empty());
            let repeated = rules.filter_map(|rule| {
                let line = *first.entry(pattern_key(rule, rule.is_allow())).or_insert(rule.line());
                (line != rule.line()).then_some((rule.line(), line))
            });
            repeated.collect()
        })
    }

    /// Returns the rules of the class without repetitions, so that a file of ten thousand equal
    /// lines is proved as fast as a file of one.
    fn unrepeated(&self) -> &RuleList<'f> {
        if self.repeated().is_empty() {
            return self.rules();
        }
        self.unrepeated.get_or_init(|| {
            let is_first = |rule: &&Rule<'f>| !self.repeated().contains_key(&rule.line());
            RuleList::new(self.written.iter().filter(is_first).copied(), self.dialect)
        })
    }

    /// Returns the rules that decide no URL, without repetitions.
    pub(crate) fn dead(&self) -> &[CoveredLine] {
        self.dead.get_or_init(|| dead(self.unrepeated()))
    }

    /// Returns the rules of which each can be removed on its own, without repetitions; none if
    /// there are too many rules to find out.
    pub(crate) fn redundant(&self) -> &Redundant {
        self.redundant.get_or_init(|| {
            let rules = self.unrepeated();
            let stars = rules.rules().iter().filter(|rule| rule.value().contains(&b'*')).count();
            let is_short = rules.rules().len() * stars <= PAIRS;
            if is_short { redundant(rules) } else { Redundant::default() }
        })
    }

    /// Returns the verdict that its crawlers get for a path.
    pub(crate) fn answer(&self, path: &UrlPath<'_>) -> Decision {
        // The prover has the rules of the default dialect ready, and repetitions never decide.
        if self.dialect == Dialect::ALL[0] {
            return self.unrepeated().decision(path);
        }
        Decision::from(&self.set.get_or_init(|| self.group.rule_set()).verdict(path))
    }

    /// Returns whether every URL is disallowed for its crawlers. This is proved.
    pub(crate) fn is_fully_disallowed(&self) -> bool {
        // One path refutes it for nearly all classes, at hardly any cost.
        self.example("/").is_some_and(|example| !example.is_allowed)
            && always(self.rules(), &PathSet::new("/", self.dialect), false).is_proved()
    }

    /// Returns a path and the verdict that its crawlers get for it; `None` if the path is not one.
    pub(crate) fn example(&self, path: &str) -> Option<Example> {
        let answer = self.answer(&UrlPath::new(path).ok()?);
        Some(Example {
            path: path.to_owned(),
            crawler: self.who(),
            is_allowed: answer.is_allowed,
            line: answer.line,
        })
    }
}

/// The bytes of a pattern, whether it is closed, and a verdict.
type PatternKey<'r> = (Cow<'r, [u8]>, bool, bool);

/// Identifies rules that have the same pattern and verdict.
pub(crate) fn pattern_key<'r>(rule: &Rule<'r>, allows: bool) -> PatternKey<'r> {
    if is_plain(rule.value()) {
        return (Cow::Borrowed(rule.value()), false, allows);
    }
    let pattern = rule.pattern();
    (Cow::Owned(pattern.as_bytes().to_vec()), pattern.is_closed(), allows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::File;
    use crate::site::Site;

    /// Checks that the rules without repetitions, and the few rules that can match a path, give the
    /// verdicts of all rules, also if an equivalent reading selected them.
    #[test]
    fn answers_are_those_of_all_rules() {
        let lines = [
            "Disallow: /a",
            "Allow: /a*",
            "Disallow: /a*b",
            "Allow: /*b$",
            "Allow: /a/index.html",
            "Disallow: /%61/",
            "Disallow: /a/b",
            "Allow: /a",
            "Disallow:",
            "Disallow: //",
            "User-agent: b",
        ];
        let paths = [
            "/",
            "/a",
            "/ab",
            "/a/b",
            "/a/",
            "/b",
            "/a/index.html",
            "/axb/c",
            "//",
            "///a",
            "/a/b/a",
        ];
        let site = Site::default();
        let mut shared = 0;
        for choice in (0..lines.len().pow(5)).step_by(37) {
            let lines = (0..5).map(|at| lines[choice / lines.len().pow(at) % lines.len()]);
            let lines: Vec<&str> = ["User-agent: a"].into_iter().chain(lines).collect();
            let bytes = lines.join("\n");
            let robots: Vec<RobotsTxt<'_>> = Dialect::ALL
                .iter()
                .copied()
                .map(|dialect| RobotsTxt::parse_as(&bytes, dialect))
                .collect();
            let file = File::new(bytes.as_bytes(), &robots, &site);
            for (at, reading) in file.readings().iter().enumerate() {
                shared += usize::from(file.representative(at) < at);
                for (place, class) in reading.classes().iter().enumerate() {
                    for url in paths.map(|path| UrlPath::new(path).unwrap()) {
                        let expected = Decision::from(&class.group().verdict(&url));
                        let dialect = class.dialect();
                        assert_eq!(class.answer(&url), expected, "{dialect} {bytes} {url:?}");
                        let by_prefix = file.rules_by_prefix(at, place);
                        let rules = by_prefix.of_path(&url.compared_in(dialect)).into_iter();
                        let few = RuleSet::new(rules.map(|at| class.written()[at]), dialect);
                        assert_eq!(
                            Decision::from(&few.verdict(&url)),
                            expected,
                            "{dialect} {bytes} {url:?}"
                        );
                    }
                }
            }
        }
        assert!(shared > 10_000, "only {shared} share their prefixes");
    }
}
