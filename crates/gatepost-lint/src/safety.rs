//! What an edit does to verdicts: for every crawler, in every dialect, by proof.
//!
//! The file before and the file after are read in each dialect. Crawlers whose rules are the same,
//! line for line, get the same verdicts; for all others, their rules before and after are proved to
//! say the same about every URL, or there is one on which they do not.

use std::collections::HashSet;
use std::fmt;

use gatepost::{Dialect, RobotsTxt, Rule};
use gatepost_prove::{Answer, Outcome, RuleList, distinct_crawlers, equivalent};

use crate::class::GroupKey;
use crate::file::{File, Reading};

/// What a fix does to verdicts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Safety {
    /// No URL gets another verdict, for any crawler, in any dialect: proved.
    KeepsEveryAnswer,
    /// Some URL gets another verdict: this one does.
    ChangesAnswers(Box<AnswerChange>),
    /// Neither could be shown in the steps that a file is given.
    NotProved,
}

/// A URL whose verdict a fix changes. The ordinary matcher was asked for both.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnswerChange {
    /// The dialect that sees the change: the first in [`Dialect::ALL`].
    pub dialect: &'static Dialect,
    /// A crawler that does; `*` stands for those that the file does not name.
    pub crawler: String,
    /// Path and query.
    pub path: String,
    /// The verdict before.
    pub before: Answer,
    /// The verdict after.
    pub after: Answer,
}

impl fmt::Display for AnswerChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answer = if self.after.is_allowed { "allowed" } else { "disallowed" };
        write!(f, "`{}` becomes {answer}", self.path)?;
        if self.crawler != "*" {
            write!(f, " for {}", self.crawler)?;
        }
        if self.dialect != Dialect::ALL[0] {
            write!(f, " in the {} dialect", self.dialect)?;
        }
        Ok(())
    }
}

/// Proves that a file with other octets says the same as before, or finds a URL that changes.
pub(crate) fn of_edited(file: &File<'_>, after: &[u8]) -> Safety {
    let mut is_proved = true;
    for reading in file.readings() {
        let rules: usize = reading.robots.groups().map(|group| group.rules().len()).sum();
        if !file.spend(rules + 64) {
            return Safety::NotProved;
        }
        match in_dialect(reading, after) {
            Safety::KeepsEveryAnswer => {}
            Safety::NotProved => is_proved = false,
            changes => return changes,
        }
    }
    if is_proved { Safety::KeepsEveryAnswer } else { Safety::NotProved }
}

fn in_dialect(reading: &Reading<'_>, after: &[u8]) -> Safety {
    let dialect = reading.robots.dialect();
    let after = RobotsTxt::parse_as(after, dialect);
    let indexes = [reading.robots.group_index(), after.group_index()];
    let mut known = HashSet::new();
    let mut is_proved = true;
    for crawler in distinct_crawlers(&[reading.robots, &after]) {
        let [of_before, of_after] =
            [&indexes[0], &indexes[1]].map(|index| index.group_for_any_of(&[crawler.clone()]));
        let named = [&of_before, &of_after].map(|group| group.chosen_by());
        // Who falls back to whose group is not known here, so a name that comes or goes may count.
        is_proved &= named[0] == named[1];
        if !known.insert([GroupKey::of(&of_before), GroupKey::of(&of_after)]) {
            continue;
        }
        if is_same(of_before.rules(), of_after.rules()) {
            continue;
        }
        let before = reading.class_of(&crawler).rules();
        match equivalent(before, &RuleList::of_group(&of_after)) {
            Outcome::Proved => {}
            Outcome::NotDecided(_) => is_proved = false,
            Outcome::Refuted(found) => {
                return Safety::ChangesAnswers(Box::new(AnswerChange {
                    dialect,
                    crawler: crawler.as_str().to_owned(),
                    path: found.path,
                    before: found.before,
                    after: found.after,
                }));
            }
        }
    }
    if is_proved { Safety::KeepsEveryAnswer } else { Safety::NotProved }
}

/// Whether two lists of rules are the same, but for their lines.
fn is_same<'r>(
    before: impl Iterator<Item = Rule<'r>>,
    after: impl Iterator<Item = Rule<'r>>,
) -> bool {
    let said = |rule: Rule<'r>| (rule.is_allow(), rule.value());
    before.map(said).eq(after.map(said))
}
