//! Counts how often each lint rule fires on real files, and prints samples of its findings to
//! judge.

use std::collections::BTreeMap;
use std::time::Instant;

use gatepost_lint::{Config, Finding, LineIndex, Safety, Severity, lint};
use runner::random::Random;
use runner::{Corpus, File};

use crate::Outcome;

/// The options of `cargo xtask lint-corpus`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Print a sample of the findings of this rule instead of the table
    #[arg(long)]
    rule: Option<String>,
    /// Only findings of this severity
    #[arg(long)]
    severity: Option<Severity>,
    /// How many findings to print, at most one per file
    #[arg(long, default_value_t = 20, requires = "rule")]
    sample: usize,
    /// Another sample than the default one
    #[arg(long, default_value_t = 1, requires = "rule")]
    seed: u64,
}

pub(crate) fn run(options: Options) -> Outcome {
    let Options { rule, severity, sample, seed } = options;
    if let Some(name) = &rule {
        gatepost_lint::rule(name).ok_or_else(|| format!("unknown rule `{name}`"))?;
    }
    let corpus = Corpus::find()?;
    let start = Instant::now();
    let mut slowest = (0.0, "");
    let mut found: Vec<(&File, Vec<Finding>)> = Vec::new();
    for file in &corpus.files {
        let start = Instant::now();
        found.push((file, lint(&file.bytes, &Config::default()).findings));
        let seconds = start.elapsed().as_secs_f64();
        if seconds > slowest.0 {
            slowest = (seconds, &file.name);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    for (_, findings) in &mut found {
        findings.retain(|finding| severity.is_none_or(|severity| finding.severity == severity));
    }
    match rule {
        Some(rule) => print_sample(&mut found, &rule, sample, seed),
        None => {
            print_table(&found);
            println!(
                "\n{} files in {seconds:.1} s; the slowest took {:.2} s: {}",
                found.len(),
                slowest.0,
                slowest.1
            );
        }
    }
    Ok(true)
}

/// Prints how many findings each rule has, and in how many files, by severity.
fn print_table(found: &[(&File, Vec<Finding>)]) {
    let mut counts: BTreeMap<(&str, Severity), (usize, usize)> = BTreeMap::new();
    for (_, findings) in found {
        let mut of_file: BTreeMap<(&str, Severity), usize> = BTreeMap::new();
        for finding in findings {
            *of_file.entry((finding.rule, finding.severity)).or_default() += 1;
        }
        for (key, count) in of_file {
            let (findings, files) = counts.entry(key).or_default();
            *findings += count;
            *files += 1;
        }
    }
    println!("| rule | severity | findings | files |\n| --- | --- | --- | --- |");
    for ((rule, severity), (findings, files)) in &counts {
        println!("| {rule} | {severity} | {findings} | {files} |");
    }
    for rule in gatepost_lint::rules() {
        if !counts.keys().any(|(name, _)| *name == rule.name) {
            println!("| {} | {} | 0 | 0 |", rule.name, rule.severity);
        }
    }
}

fn print_sample(found: &mut [(&File, Vec<Finding>)], rule: &str, sample: usize, seed: u64) {
    let mut random = Random::new(seed, rule);
    // Shuffled, so that the first files with a finding are a sample.
    random.shuffle(found);
    let mut shown = 0;
    for (file, findings) in found {
        findings.retain(|finding| finding.rule == rule);
        if findings.is_empty() {
            continue;
        }
        if shown == sample {
            break;
        }
        shown += 1;
        print_finding(file, &findings[random.below(findings.len())]);
    }
}

fn print_finding(file: &File, finding: &Finding) {
    let positions = LineIndex::new(&file.bytes);
    let (line, column) = positions.line_column(finding.span.start);
    let text = |line: usize| {
        let text = file.bytes.split(|byte| *byte == b'\n').nth(line - 1).unwrap_or_default();
        let text = String::from_utf8_lossy(text);
        text.trim_end().chars().take(160).collect::<String>()
    };
    println!("{}:{line}:{column}: {}: {}", file.name, finding.severity, finding.message);
    println!("    | {}", text(line));
    for label in &finding.labels {
        let (line, _) = positions.line_column(label.span.start);
        println!("    {line} | {} -- {}", text(line), label.text);
    }
    if let Some(example) = &finding.example {
        println!("    = {example}");
    }
    for note in &finding.notes {
        println!("    = {note}");
    }
    if let Some(fix) = &finding.fix {
        let safety = match &fix.safety {
            Safety::KeepsEveryAnswer => "keeps every answer".to_owned(),
            Safety::ChangesAnswers(change) => change.to_string(),
            _ => "not proved".to_owned(),
        };
        println!("    = fix: {} ({safety})", fix.title);
    }
}
