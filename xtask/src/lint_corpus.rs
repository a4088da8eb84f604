//! How often each rule of the linter fires on real files, and samples to judge its findings by.

use std::collections::BTreeMap;
use std::time::Instant;

use gatepost_lint::{Config, Finding, LineIndex, Safety, Severity, lint};

use crate::Outcome;
use crate::corpus::{Corpus, File};
use crate::peers::random::Random;

const USAGE: &str = "\
Usage: cargo xtask lint-corpus [--rule <name> [--severity <severity>] [--sample <number>]
       [--seed <number>]]

Lints the corpus (see `cargo xtask peers --help` for where it is looked for) and prints how often each
rule fires. With --rule, prints a sample of its findings instead, of one severity if asked, and 20 unless
told otherwise; each file is in it at most once, and the same seed gives the same sample.
";

pub(crate) fn run(arguments: &[String]) -> Outcome {
    let (mut rule, mut severity, mut sample, mut seed) = (None, None, 20, 1);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || rest.next().ok_or(format!("`{argument}` needs a value\n\n{USAGE}"));
        let number = |text: &String| {
            text.parse::<u64>().map_err(|_| format!("`{text}` is no number\n\n{USAGE}"))
        };
        match argument.as_str() {
            "--rule" => rule = Some(value()?.clone()),
            "--severity" => {
                let parsed = value()?.parse::<Severity>();
                severity = Some(parsed.map_err(|err| format!("{err}\n\n{USAGE}"))?);
            }
            "--sample" => sample = number(value()?)? as usize,
            "--seed" => seed = number(value()?)?,
            "--help" | "-h" => {
                print!("{USAGE}");
                return Ok(true);
            }
            unknown => return Err(format!("unknown argument `{unknown}`\n\n{USAGE}")),
        }
    }
    if let Some(name) = &rule {
        gatepost_lint::rule(name).ok_or_else(|| format!("no rule is called `{name}`"))?;
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

/// How many findings a rule has, and in how many files, by severity.
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
