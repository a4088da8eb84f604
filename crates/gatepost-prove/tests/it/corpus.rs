//! Proofs about real files.
//!
//! These tests are ignored by default: they need a corpus and about a minute.

use std::time::{Duration, Instant};

use gatepost::{ProductToken, ReadLimit, RobotsTxt};
use gatepost_prove::{
    ProofOutcome, RuleList, changes, dead, decided_by, equivalent, file_changes, minimise,
    redundant,
};

use crate::oracle::checks::{Both, check_region, file_of};
use crate::oracle::{List, Search, search};
use crate::real_files::{corpus, files};

/// The oracle checks lists of at most this many rules, for this many edits of each, and visits at
/// most this many states for a pair.
const RULES_FOR_ORACLE: usize = 25;
const EDITS_FOR_ORACLE: usize = 4;
const STATES: usize = 1_000;

/// The time that each question took; printed, never asserted.
#[derive(Default)]
struct Times(Vec<(Duration, String)>);

impl Times {
    fn measure<T>(&mut self, what: &str, ask: impl FnOnce() -> T) -> T {
        let started = Instant::now();
        let answer = ask();
        self.0.push((started.elapsed(), what.to_owned()));
        answer
    }

    fn print(&mut self) {
        self.0.sort_unstable();
        let total: Duration = self.0.iter().map(|(took, _)| *took).sum();
        let (median, slowest) = (&self.0[self.0.len() / 2].0, self.0.last().unwrap());
        println!("{} questions in {total:?}, median {median:?}, slowest {slowest:?}", self.0.len());
    }
}

/// Edits of a list: reversed, without trailing stars, and without each of ten rules.
fn edits<'r>(all: &RuleList<'r>, stripped: &'r RobotsTxt<'r>) -> Vec<(String, RuleList<'r>)> {
    let reversed = RuleList::new(all.rules().iter().rev().copied(), all.dialect());
    let without_stars = RuleList::of_group(&stripped.group_for(&ProductToken::any()));
    let mut edits =
        vec![("reversed".to_owned(), reversed), ("without stars".to_owned(), without_stars)];
    let step = all.rules().len().div_ceil(10).max(1);
    for rule in all.rules().iter().step_by(step) {
        let line = rule.line();
        edits.push((format!("without line {line}"), all.without(&[line])));
    }
    edits
}

/// A file of the rules for `*` without the stars at their ends.
fn without_trailing_stars(all: &RuleList<'_>) -> Vec<u8> {
    let rules: Vec<(bool, &[u8])> = (all.rules().iter())
        .map(|rule| {
            let stars = rule.value().iter().rev().take_while(|byte| **byte == b'*').count();
            let value =
                &rule.value()[..(rule.value().len() - stars).max(1).min(rule.value().len())];
            (rule.is_allow(), value)
        })
        .collect();
    file_of(&rules)
}

#[test]
#[ignore = "slow: needs a corpus, run by .ci/run"]
fn all_edits_of_real_files_are_decided() {
    let mut times = Times::default();
    let (mut same, mut refuted, mut without_stars, mut confirmed) = (0, 0, 0, 0);
    for (name, bytes) in &files(&corpus()) {
        let robots = RobotsTxt::parse(bytes);
        let all = RuleList::of_group(&robots.group_for(&ProductToken::any()));
        let stripped = without_trailing_stars(&all);
        let limit = ReadLimit::NONE;
        let stripped = RobotsTxt::parse_up_to(&stripped, all.dialect(), limit);
        for (at, (what, edited)) in edits(&all, &stripped).into_iter().enumerate() {
            let about = format!("{name} {what}");
            let outcome = times.measure(&about, || equivalent(&all, &edited));
            let found = times.measure(&about, || changes(&all, &edited));
            assert_eq!(found.not_decided, None, "{about}");
            assert_eq!(found.is_none(), outcome.is_proved(), "{about}");
            match outcome {
                ProofOutcome::Proved => same += 1,
                ProofOutcome::Refuted(_) if what == "without stars" => without_stars += 1,
                ProofOutcome::Refuted(_) => refuted += 1,
                ProofOutcome::NotDecided(why) => panic!("{about}: {why}"),
            }
            assert!(what != "reversed" || found.is_none(), "{about}");
            // The search grows with the rules; on most files it ends.
            if all.rules().len() <= RULES_FOR_ORACLE && at < EDITS_FOR_ORACLE {
                let [a, b] = [&all, &edited]
                    .map(|list| List::new(list.rules().iter().copied(), list.dialect()));
                match search(&[&a, &b], STATES, |decided| decided[0].0 != decided[1].0) {
                    Search::Found(path) => {
                        confirmed += 1;
                        let was_allowed = a.decide(&path).0;
                        check_region(&found, was_allowed, &path, all.dialect(), &about);
                    }
                    Search::None => {
                        confirmed += 1;
                        assert!(found.is_none(), "{about}");
                    }
                    Search::Unfinished => {}
                }
            }
        }
    }
    println!("{same} proved the same, {refuted} refuted, {without_stars} more by stars at the end");
    println!("the oracle finished and agreed on {confirmed}");
    times.print();
    assert!(same > 0 && refuted > 0 && confirmed > 0);
}

#[test]
#[ignore = "slow: needs a corpus, run by .ci/run"]
fn lines_of_real_files_are_decided() {
    let mut times = Times::default();
    let (mut rules, mut dead_ones, mut redundant_ones, mut gone) = (0, 0, 0, 0);
    for (name, bytes) in &files(&corpus()) {
        let robots = RobotsTxt::parse(bytes);
        let both = Both::new(&robots);
        let all = &both.rules;
        rules += all.rules().len();
        let dead = times.measure(&format!("{name} dead"), || dead(all));
        let redundant = times.measure(&format!("{name} redundant"), || redundant(all));
        assert_eq!(redundant.not_decided, [], "{name}");
        let minimised = times.measure(&format!("{name} minimise"), || minimise(all));
        assert_eq!(minimised.not_decided, [], "{name}");
        dead_ones += dead.len();
        redundant_ones += redundant.lines.len();
        gone += minimised.lines.len();
        assert!(equivalent(all, &all.without(&minimised.lines)).is_proved(), "{name}");
        for line in dead.iter().step_by(dead.len().div_ceil(5).max(1)) {
            assert!(redundant.lines.iter().any(|other| other.line == line.line), "{name}");
            decided_by(all, line.line);
        }
        for line in redundant.lines.iter().step_by(redundant.lines.len().div_ceil(5).max(1)) {
            assert!(equivalent(all, &all.without(&[line.line])).is_proved(), "{name}");
        }
    }
    println!(
        "of {rules} rules {dead_ones} are dead, {redundant_ones} can go alone, {gone} together"
    );
    times.print();
}

#[test]
#[ignore = "slow: needs a corpus, run by .ci/run"]
fn real_files_are_compared_for_every_crawler() {
    let mut times = Times::default();
    let files = files(&corpus());
    let (mut classes, mut crawlers) = (0, 0);
    for (at, (name, bytes)) in files.iter().enumerate() {
        let robots = RobotsTxt::parse(bytes);
        let same = times.measure(name, || file_changes(&robots, &robots));
        assert!(same.is_none() && same.newly_named.is_empty(), "{name}");
        let (other_name, other) = &files[(at + 1) % files.len()];
        let other = RobotsTxt::parse(other);
        let about = format!("{name} to {other_name}");
        let found = times.measure(&about, || file_changes(&robots, &other));
        classes += found.classes.len();
        crawlers += found.classes.iter().map(|class| class.crawlers.len()).sum::<usize>();
        for class in &found.classes {
            assert_eq!(class.changes.not_decided, None, "{about}");
        }
    }
    println!("{crawlers} crawlers in {classes} classes");
    times.print();
}
