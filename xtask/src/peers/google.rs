//! Compares `Dialect::GOOGLE` with google/robotstxt, on real files and on damaged ones.
//!
//! This compares the verdict and the deciding line, in both ways that Gatepost computes them: for
//! one question and for many. The random choices for a file depend only on the seed and its name,
//! so a slice of the corpus gets the same questions as the whole.

use std::collections::HashMap;
use std::io::{IsTerminal, Write};

use gatepost::{Dialect, ProductToken, RobotsTxt, RuleSet, Verdict};
use runner::random::Random;
use runner::{Answer, Corpus, Driver, Question, escaped, escaped_lines, minimal_lines};

use super::{Options, mutation};

/// The number of damaged versions of each file.
const MUTANTS: usize = 8;
/// The number of differences that are shown in full; most causes have many.
const SHOWN: usize = 20;

/// The numbers of files, questions and differences.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) files: usize,
    pub(crate) mutants: usize,
    pub(crate) questions: usize,
    pub(crate) differences: usize,
    shown: usize,
}

/// Compares all files of the corpus, or every Nth.
pub(crate) fn compare(
    corpus: &Corpus,
    google: &mut Driver,
    options: &Options,
) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let is_watched = std::io::stderr().is_terminal();
    for (index, file) in corpus.files.iter().enumerate().step_by(options.slice.get()) {
        if is_watched {
            eprint!("\r{} of {} files, {} questions ", index, corpus.files.len(), tally.questions);
            let _ = std::io::stderr().flush();
        }
        let mut random = Random::new(options.seed, &file.name);
        let asked = runner::as_it_is(&file.bytes, &file.urls, &mut random);
        tally.files += 1;
        compare_file(&file.name, &file.bytes, &asked, google, &mut tally)?;
        for mutant in 1..=MUTANTS {
            let other = &corpus.files[random.below(corpus.files.len())];
            let bytes = mutation::mutate(&file.bytes, &other.bytes, &mut random);
            let asked = runner::of_mutant(&bytes, &file.urls, &mut random);
            tally.mutants += 1;
            let name = format!("{}, mutant {mutant}", file.name);
            compare_file(&name, &bytes, &asked, google, &mut tally)?;
        }
    }
    if is_watched {
        eprint!("\r\x1b[K");
    }
    Ok(tally)
}

fn compare_file(
    name: &str,
    bytes: &[u8],
    asked: &[Question],
    google: &mut Driver,
    tally: &mut Tally,
) -> Result<(), String> {
    let theirs = google.ask(bytes, asked).map_err(|err| format!("{name}: {err}"))?;
    tally.questions += asked.len();
    let ours = ours(bytes, asked);
    let differs = |at: &usize| ours[*at].iter().any(|our| *our != theirs[*at]);
    let different: Vec<usize> = (0..asked.len()).filter(differs).collect();
    tally.differences += different.len();
    let Some(first) = different.first() else { return Ok(()) };
    if tally.shown < SHOWN {
        tally.shown += 1;
        let question = &asked[*first];
        show(name, bytes, question, google)?;
        if different.len() > 1 {
            println!("  and {} more questions about this file", different.len() - 1);
        }
    }
    Ok(())
}

/// Returns Gatepost's answers, each as `RobotsTxt` and as `RuleSet` give it.
fn ours(bytes: &[u8], asked: &[Question]) -> Vec<[Answer; 2]> {
    let robots = RobotsTxt::parse_as(bytes, Dialect::GOOGLE);
    let mut crawlers: HashMap<&str, (ProductToken, RuleSet)> = HashMap::new();
    let answers = asked.iter().map(|question| {
        let (crawler, rules) = crawlers.entry(&question.crawler).or_insert_with(|| {
            let crawler = ProductToken::verbatim(&question.crawler);
            let rules = robots.group_for(&crawler).rule_set();
            (crawler, rules)
        });
        let path = Dialect::GOOGLE.url_path(&question.url).expect("this dialect takes any text");
        [answer(&robots.verdict(crawler, &path)), answer(&rules.verdict(&path))]
    });
    answers.collect()
}

fn answer(verdict: &Verdict<'_>) -> Answer {
    let line = Some(verdict.rule().map_or(0, |rule| rule.line()));
    Answer::Verdict { allowed: verdict.is_allowed(), line }
}

/// Prints a difference, with the smallest part of the file that shows it.
fn show(name: &str, bytes: &[u8], question: &Question, google: &mut Driver) -> Result<(), String> {
    let question = std::slice::from_ref(question);
    let mut both = |bytes: &[u8]| -> Result<(Answer, [Answer; 2]), String> {
        let theirs = google.ask(bytes, question)?.remove(0);
        Ok((theirs, ours(bytes, question).remove(0)))
    };
    let bytes = minimal_lines(bytes, |bytes| {
        both(bytes).map(|(theirs, ours)| ours.iter().any(|our| *our != theirs))
    })?;
    let (theirs, [once, many]) = both(&bytes)?;
    println!("\ndifference: {name}, reduced to the lines that matter:");
    for (index, line) in escaped_lines(&bytes).enumerate() {
        println!("  {:>3} | {line}", index + 1);
    }
    println!("  crawler \"{}\"", escaped(question[0].crawler.as_bytes()));
    println!("  URL     \"{}\"", escaped(&question[0].url));
    println!("  google  {theirs}");
    println!("  ours    {once} (RobotsTxt::verdict)");
    println!("  ours    {many} (RuleSet::verdict)");
    Ok(())
}
