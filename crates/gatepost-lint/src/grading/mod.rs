//! The effect of a fix on verdicts: proved for every crawler, in every dialect.
//!
//! The file before and after the fix is compared in each dialect. Crawlers whose rules stay the
//! same, line for line, keep their verdicts. For all others, the rules before and after are proved
//! to give the same verdict for every URL, or a URL is found for which they do not.
//!
//! # Two ways
//!
//! - Any edit can be compared on the whole file (`whole_file.rs`), which parses the file again in
//!   each dialect and compares all rules of all crawlers that it affects.
//! - Most fixes change the value of one rule, or remove lines from groups that keep others
//!   (`rule_edit.rs`). All other lines are then read as before, and only paths that an edited rule
//!   matches can get another verdict. Rules that match none of those paths can be left out on both
//!   sides (`affected_rules.rs`), so that the proof costs what the edited rules overlap with, not
//!   what the file holds. Equivalent dialects share the result.
//!
//! A test compares the two ways on thousands of small files.

mod affected_rules;
mod rule_edit;
mod whole_file;

use std::collections::HashMap;

use gatepost_prove::{ProofOutcome, RuleList, equivalent};

use crate::file::File;
use crate::fix::{self, Edit, Fix};
use crate::reading::Reading;
use crate::safety::{AnswerChange, Safety};

use self::affected_rules::{AffectedClasses, Proofs};

impl File<'_> {
    /// Proves the effect of a fix on verdicts, and records it. A fix that was graded before stays
    /// as it is: rules whose message depends on the grade ask for it, and the linter asks for all
    /// others.
    pub(crate) fn grade(&self, fix: Fix) -> Fix {
        fix.graded(|edits| grade(self, edits))
    }
}

/// Proves that a file keeps every verdict with some edits, or finds a URL that does not.
fn grade(file: &File<'_>, edits: &[Edit]) -> Safety {
    if !file.proving.spend_in_any_case(1) {
        return Safety::NotProved;
    }
    let mut after = None;
    let mut is_proved = true;
    let mut proofs = Proofs::default();
    let mut affected: HashMap<usize, Option<AffectedClasses<'_>>> = HashMap::new();
    let are_plain = edits.iter().all(|edit| rule_edit::is_plain(file, edit));
    for (at, reading) in file.readings().iter().enumerate() {
        let model = if are_plain { file.representative(at) } else { at };
        let few_rules = if is_read_whole(file, reading, edits) {
            let find = || AffectedClasses::new(file, model, edits);
            affected.entry(model).or_insert_with(find).as_ref()
        } else {
            None
        };
        let safety = match few_rules {
            Some(affected) => affected_rules::grade(file, at, affected, &mut proofs),
            // The whole file is parsed again, which takes time even if it has no rules.
            None if !file.proving.spend_in_any_case(16 * file.lines().len()) => {
                return Safety::NotProved;
            }
            None => {
                let after = after.get_or_insert_with(|| fix::apply(file.as_bytes(), edits));
                whole_file::grade(reading, after)
            }
        };
        match safety {
            Safety::KeepsEveryAnswer => {}
            Safety::NotProved => is_proved = false,
            changes @ Safety::ChangesAnswers(_) => return changes,
        }
    }
    Safety::of_proof(is_proved)
}

impl Safety {
    /// Returns the grade if no URL was found whose verdict changes.
    fn of_proof(is_proved: bool) -> Safety {
        if is_proved { Safety::KeepsEveryAnswer } else { Safety::NotProved }
    }
}

/// Returns whether the dialect of a reading reads all of the file, before and after the edits.
fn is_read_whole(file: &File<'_>, reading: &Reading<'_>, edits: &[Edit]) -> bool {
    let added: usize = edits.iter().map(|edit| edit.text.len()).sum();
    let limit = reading.robots.dialect().read_limit.bytes();
    reading.robots.unread() == 0 && file.as_bytes().len() + added <= limit
}

/// Compares the rules of a crawler before and after.
fn compare(before: &RuleList<'_>, after: &RuleList<'_>, crawler: &str) -> Safety {
    match equivalent(before, after) {
        ProofOutcome::Proved => Safety::KeepsEveryAnswer,
        ProofOutcome::NotDecided(_) => Safety::NotProved,
        ProofOutcome::Refuted(found) => Safety::ChangesAnswers(Box::new(AnswerChange {
            dialect: before.dialect(),
            crawler: crawler.to_owned(),
            path: found.path,
            before: found.before,
            after: found.after,
        })),
    }
}

#[cfg(test)]
mod tests {
    use gatepost::{Dialect, Precedence, RobotsTxt};

    use super::*;
    use crate::site::Site;

    /// Returns the kind of a grade, and the dialect in which a verdict changes.
    fn kind(safety: &Safety) -> (std::mem::Discriminant<Safety>, Option<&'static str>) {
        let dialect = match safety {
            Safety::ChangesAnswers(change) => Some(change.dialect.name),
            _ => None,
        };
        (std::mem::discriminant(safety), dialect)
    }

    #[test]
    fn affected_rules_are_enough() {
        assert!(check_every(11 * 23) > 200);
    }

    // Takes a minute without optimisation; `.ci/run` has it with the corpus.
    #[test]
    #[ignore = "slow"]
    fn affected_rules_are_enough_on_many_files() {
        assert!(check_every(11) > 5_000);
    }

    /// Checks on every `step`-th small file that comparing the affected rules gives the same grade
    /// as comparing the whole file, in each dialect and in all together. Returns how often the
    /// affected rules were compared.
    fn check_every(step: usize) -> usize {
        const LINES: &[&str] = &[
            "Disallow: /a\n",
            "Allow: /a*\n",
            "Disallow: /a*b\n",
            "Allow: /*b$\n",
            "Disallow:\n",
            "Allow: /a/index.html\n",
            "Allow: /a$\n",
            "Disallow: //\n",
            "Disallow: /a\0\n",
            "Disallow: /a # b\n",
            "User-agent: a\n",
            "User-agent: *\n",
            "Sitemap: /a\n",
        ];
        let site = Site::default();
        let mut local = 0;
        for choice in (0..LINES.len().pow(4)).step_by(step) {
            let lines = (0..4).map(|at| LINES[choice / LINES.len().pow(at) % LINES.len()]);
            let bytes: String =
                ["User-agent: a\nUser-agent: b\n"].into_iter().chain(lines).collect();
            let bytes = bytes.as_bytes();
            let robots: Vec<RobotsTxt<'_>> = Dialect::ALL
                .iter()
                .copied()
                .map(|dialect| RobotsTxt::parse_as(bytes, dialect))
                .collect();
            let file = File::new(bytes, &robots, &site);
            let values = file.robots().groups().flat_map(|group| group.rules());
            let values: Vec<_> = values.map(|rule| rule.value_span()).collect();
            let mut fixes: Vec<Vec<Edit>> =
                values.iter().map(|value| vec![Edit::new(value.clone(), "/ab")]).collect();
            let becomes = ["/a*", "/a$", "//", "/a#b", ""][choice % 5];
            fixes.extend(values.iter().map(|value| vec![Edit::new(value.clone(), becomes)]));
            fixes.extend((3..=6).map(|line| vec![Edit::new(file.whole_line(line), "")]));
            fixes.extend((3..=5).map(|line| {
                vec![Edit::new(file.whole_line(line), ""), Edit::new(file.whole_line(line + 1), "")]
            }));
            for edits in fixes {
                let after = fix::apply(bytes, &edits);
                let mut proofs = Proofs::default();
                let mut all = Safety::KeepsEveryAnswer;
                for (at, reading) in file.readings().iter().enumerate() {
                    let mut safety = whole_file::grade(reading, &after);
                    let affected = is_read_whole(&file, reading, &edits)
                        .then(|| AffectedClasses::new(&file, at, &edits))
                        .flatten();
                    if let Some(affected) = affected {
                        local += 1;
                        let few = affected_rules::grade(&file, at, &affected, &mut proofs);
                        // Under `LongestMatch` fewer rules can make undecided pairs decidable.
                        let is_fixed =
                            reading.robots.dialect().precedence != Precedence::LongestMatch;
                        if is_fixed || safety != Safety::NotProved {
                            let file = bytes.escape_ascii();
                            assert_eq!(kind(&few), kind(&safety), "{file} {edits:?}");
                        }
                        safety = few;
                    }
                    all = match (all, safety) {
                        (changes @ Safety::ChangesAnswers(_), _) => changes,
                        (all, Safety::KeepsEveryAnswer) => all,
                        (_, other) => other,
                    };
                }
                // Sharing proofs between equivalent readings changes no grade.
                let shared = super::grade(&file, &edits);
                assert_eq!(kind(&shared), kind(&all), "{} {edits:?}", bytes.escape_ascii());
            }
        }
        local
    }
}
