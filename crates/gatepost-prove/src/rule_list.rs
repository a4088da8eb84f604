//! The rules of one crawler, prepared for proofs.
//!
//! A list contains the rules, the rule set that gives verdicts, and the forms of each pattern by
//! which a rule can decide. In most dialects a rule has one such pattern; if `Allow:
//! /folder/index.html` also opens `/folder/`, it has two. The rule set gives the verdicts, and
//! `gatepost` says which of two rules outranks the other, so nothing here compares two rules: that
//! is the job of its `precedence.rs`.

use std::collections::HashSet;

use gatepost::{
    CrawlerGroup, DecidingPattern, Dialect, Precedence, Rule, RuleSet, UrlPath, Verdict,
};

use crate::example::occurs;
use crate::form::Form;
use crate::literal_prefixes::LiteralPrefixes;
use crate::outcome::{Decision, NotDecided};
use crate::steps::count;

/// The rules that one crawler obeys, or any other rules of one dialect.
///
/// Results name rules by their lines, so no two rules may have the same line.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt, UrlPath};
/// use gatepost_prove::{RuleList, equivalent};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\nDisallow: /shop/cart\n");
/// let rules = RuleList::of_group(&robots.group_for(&ProductToken::any()));
/// assert_eq!(rules.decision(&UrlPath::new("/shop/cart")?).line, Some(3));
///
/// // Without line 3, nothing changes.
/// assert!(equivalent(&rules, &rules.without(&[3])).is_proved());
/// # Ok::<(), gatepost::InvalidUrl>(())
/// ```
#[derive(Clone, Debug)]
pub struct RuleList<'r> {
    dialect: Dialect,
    rules: Vec<Rule<'r>>,
    set: RuleSet,
    entries: Vec<Entry>,
    /// The forms of all entries, one after the other, and the entry of each.
    prefixes: LiteralPrefixes<Vec<u8>>,
    of_entry: Vec<(usize, usize)>,
    /// The number of entries with a star that has an effect.
    with_stars: usize,
    /// Whether any pattern has a star, with or without an effect.
    has_stars: bool,
}

/// A pattern by which a rule can decide.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The index of the rule.
    pub(crate) rule: usize,
    /// What makes two entries equivalent.
    pub(crate) key: Key,
    /// Its rank among all entries by precedence.
    pub(crate) rank: usize,
}

/// The paths and the verdict of an entry: two entries with equal keys are equivalent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) forms: Vec<Form>,
    pub(crate) allows: bool,
}

impl<'r> RuleList<'r> {
    /// Creates the list of rules that a crawler obeys.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    /// use gatepost_prove::RuleList;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// let rules = RuleList::of_group(&robots.group_for(&ProductToken::any()));
    /// assert_eq!(rules.rules().len(), 1);
    /// ```
    #[must_use]
    pub fn of_group(group: &CrawlerGroup<'r>) -> RuleList<'r> {
        RuleList::new(group.rules(), group.dialect())
    }

    /// Creates a list of any rules, all parsed in this dialect.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, RobotsTxt};
    /// use gatepost_prove::RuleList;
    ///
    /// let robots = RobotsTxt::parse(
    ///     "User-agent: a\nDisallow: /a\n\nUser-agent: b\nDisallow: /b\n",
    /// );
    /// let of_all = robots.groups().flat_map(|group| group.rules());
    /// assert_eq!(RuleList::new(of_all, Dialect::RFC9309).rules().len(), 2);
    /// ```
    pub fn new(rules: impl IntoIterator<Item = Rule<'r>>, dialect: Dialect) -> RuleList<'r> {
        let rules: Vec<Rule<'r>> = rules.into_iter().collect();
        let mut entries = Vec::with_capacity(rules.len());
        let mut patterns: Vec<(DecidingPattern<'_>, usize)> = Vec::with_capacity(rules.len());
        for (rule, of_rule) in rules.iter().enumerate() {
            for pattern in of_rule.deciding_patterns() {
                let mut forms = Form::all_of(pattern.pattern());
                forms.retain(|form| occurs(form, dialect));
                if !forms.is_empty() {
                    let key = Key { forms, allows: pattern.allows() };
                    patterns.push((pattern, entries.len()));
                    entries.push(Entry { rule, key, rank: 0 });
                }
            }
        }
        let has_stars = patterns.iter().any(|(by, _)| by.pattern().as_bytes().contains(&b'*'));
        patterns.sort_by(|(one, _), (other, _)| one.by_precedence(other));
        for (rank, (_, entry)) in patterns.iter().enumerate() {
            entries[*entry].rank = rank;
        }
        let has_star = |form: &Form| form.as_bytes().len() > form.literal_prefix().len();
        let with_stars = entries.iter().filter(|entry| entry.key.forms.iter().any(has_star));
        let with_stars = with_stars.count();
        let set = RuleSet::new(rules.iter().copied(), dialect);
        let forms = entries.iter().flat_map(|entry| &entry.key.forms);
        let prefixes = LiteralPrefixes::new(forms.map(|form| form.literal_prefix().to_vec()));
        let of_entry = entries.iter().enumerate();
        let of_entry =
            of_entry.flat_map(|(at, entry)| (0..entry.key.forms.len()).map(move |form| (at, form)));
        let of_entry = of_entry.collect();
        RuleList { dialect, rules, set, entries, prefixes, of_entry, with_stars, has_stars }
    }

    /// Creates a copy of the list without the rules of some lines.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    /// use gatepost_prove::RuleList;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\nDisallow: /cart\n");
    /// let rules = RuleList::of_group(&robots.group_for(&ProductToken::any()));
    /// assert_eq!(rules.without(&[2]).rules()[0].line(), 3);
    /// ```
    #[must_use]
    pub fn without(&self, lines: &[usize]) -> RuleList<'r> {
        let lines: HashSet<usize> = lines.iter().copied().collect();
        let stay = self.rules.iter().filter(|rule| !lines.contains(&rule.line()));
        RuleList::new(stay.copied(), self.dialect)
    }

    /// Returns the rules, in the order in which they were given.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    /// use gatepost_prove::RuleList;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// let rules = RuleList::of_group(&robots.group_for(&ProductToken::any()));
    /// assert_eq!(rules.rules()[0].to_string(), "Disallow: /shop");
    /// ```
    #[must_use]
    pub fn rules(&self) -> &[Rule<'r>] {
        &self.rules
    }

    /// Returns the dialect of the rules.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_prove::RuleList;
    ///
    /// assert_eq!(RuleList::new([], Dialect::GOOGLE).dialect(), Dialect::GOOGLE);
    /// ```
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Returns whether another list has the same rules in the same order, byte for byte.
    pub(crate) fn is_identical(&self, other: &RuleList<'_>) -> bool {
        self.dialect == other.dialect
            && self.rules.len() == other.rules.len()
            && self.rules.iter().zip(&other.rules).all(|(own, other)| {
                (own.is_allow(), own.value()) == (other.is_allow(), other.value())
            })
    }

    /// Returns whether, of any two rules, the same one outranks the other on all paths that both
    /// match.
    ///
    /// All proofs rest on this. If the rank depends on how much of the path a pattern matches, it
    /// holds only without stars.
    pub(crate) fn has_fixed_ranks(&self) -> bool {
        self.dialect.precedence != Precedence::LongestMatch || !self.has_stars
    }

    /// Returns an error if ranks depend on the path: then a statement that no word refutes is not
    /// proved.
    pub(crate) fn fixed_ranks(&self) -> Result<(), NotDecided> {
        if self.has_fixed_ranks() { Ok(()) } else { Err(NotDecided::RankDependsOnPath) }
    }

    /// Returns the decision of the rules about a path.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    /// use gatepost_prove::RuleList;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// let rules = RuleList::of_group(&robots.group_for(&ProductToken::any()));
    /// assert!(!rules.decision(&UrlPath::new("/shop/cart")?).is_allowed);
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn decision(&self, path: &UrlPath<'_>) -> Decision {
        Decision::from(&self.verdict(path))
    }

    pub(crate) fn verdict(&self, path: &UrlPath<'_>) -> Verdict<'_> {
        count(path.raw().len() + self.with_stars);
        self.set.verdict(path)
    }

    /// Returns the decision about a canonical word: it holds for all paths of the form that no
    /// higher-ranked rule decides.
    pub(crate) fn decision_on_word(&self, word: &[u8]) -> Decision {
        self.decision(&UrlPath::as_compared(word))
    }

    /// Returns the cost of a verdict about a word, in steps: see `Budget`.
    pub(crate) fn cost(&self, word: &[u8]) -> usize {
        word.len() + self.with_stars
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(crate) fn line(&self, entry: &Entry) -> usize {
        self.rules[entry.rule].line()
    }

    /// Returns the rules that match all paths of a form, given by its word; each rule once.
    pub(crate) fn covering(&self, word: &[u8]) -> Vec<usize> {
        let forms = self.prefixes.prefixes_of(word).flatten().map(|at| self.form(*at));
        let covering = forms.filter(|(_, form)| form.covers_word(word));
        let mut covering: Vec<usize> = covering.map(|(entry, _)| entry.rule).collect();
        covering.sort_unstable();
        covering.dedup();
        covering
    }

    /// Returns the forms that can have paths in common with a form, each with its entry.
    pub(crate) fn overlapping(&self, form: &Form) -> impl Iterator<Item = (&Entry, &Form)> {
        let overlapping = self.prefixes.overlapping(form.literal_prefix());
        overlapping.flatten().map(|at| self.form(*at))
    }

    fn form(&self, at: usize) -> (&Entry, &Form) {
        count(1);
        let (entry, form) = self.of_entry[at];
        let entry = &self.entries[entry];
        (entry, &entry.key.forms[form])
    }

    /// Returns the decision that some of the rules alone make about a word.
    pub(crate) fn decision_by(&self, rules: impl Iterator<Item = usize>, word: &[u8]) -> Decision {
        let rules = rules.inspect(|_| count(1)).map(|rule| self.rules[rule]);
        let set = RuleSet::new(rules, self.dialect);
        count(word.len());
        Decision::from(&set.verdict(&UrlPath::as_compared(word)))
    }
}
