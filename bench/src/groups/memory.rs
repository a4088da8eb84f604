//! Measures the memory that a parsed file needs, without the file itself.

use super::{Bench, CRAWLER, Group, cell, reads_corpus};
use crate::results::{Results, Table, digits};

pub(super) const GROUP: Group = Group { name: NAME, analysis: ANALYSIS, measure, tables };

const NAME: &str = "memory";
const CASE: &str = "real files";

const ANALYSIS: &str = "\
Bytes that are still allocated after a file was parsed, measured by a counting allocator, as a multiple
of the file's own bytes; the file belongs to the caller and is not included. A constant of 1 KiB is
subtracted first, because a file of twenty bytes would otherwise be meaningless. The next columns are
what getting ready for one crawler adds.

Gatepost borrows the file and keeps twelve bytes per rule for all crawlers; its `RuleSet` is a copy of
one crawler's rules, without the file. texting_robots, robotxt and cylon keep only one crawler's rules,
which for files with many groups is less than the file. The interpreters of Python and Node are not
measured.";

fn measure(bench: &mut Bench) -> Result<(), String> {
    for peer in bench.peers.iter_mut().filter(|peer| reads_corpus(&***peer)) {
        let name = peer.about().name;
        let (mut parsed, mut both) = (Vec::new(), Vec::new());
        for file in &bench.corpus.files {
            let Some(bytes) = peer.memory(&file.bytes, CRAWLER, bench.count) else { continue };
            let over =
                |held: usize| held.saturating_sub(1024) as f64 / file.bytes.len().max(1) as f64;
            parsed.push((bytes.parsed, over(bytes.parsed)));
            both.push((bytes.parsed + bytes.prepared, over(bytes.parsed + bytes.prepared)));
        }
        if parsed.is_empty() {
            continue;
        }
        for (held, bytes, median, p99, most) in [
            (&mut parsed, "parsed-bytes", "parsed-median", "parsed-p99", "parsed-most"),
            (&mut both, "both-bytes", "both-median", "both-p99", "both-most"),
        ] {
            let at = |share: f64| ((held.len() as f64 * share) as usize).min(held.len() - 1);
            let (half, last_percent, last) = (at(0.5), at(0.99), at(1.0));
            held.sort_by_key(|(bytes, _)| *bytes);
            let bytes = (bytes, held[half].0 as f64);
            held.sort_by(|a, b| a.1.total_cmp(&b.1));
            let shares =
                [(median, held[half].1), (p99, held[last_percent].1), (most, held[last].1)];
            bench.results.add(NAME, CASE, name, &[bytes]);
            bench.results.add(NAME, CASE, name, &shares);
        }
    }
    bench.run_cases(NAME);
    Ok(())
}

/// Returns a measure of an engine over the real files.
pub(crate) fn figure(results: &Results, engine: &str, measure: &str) -> Option<f64> {
    results.get(NAME, CASE, engine, measure)
}

fn tables(results: &Results) -> Vec<Table> {
    let real = results.engines(NAME).into_iter();
    let real = real.filter(|engine| figure(results, engine, "parsed-bytes").is_some());
    let rows = real.map(|engine| {
        let text = |measure, text: fn(f64) -> String| {
            figure(results, &engine, measure).map_or("-".to_owned(), text)
        };
        let whole = |bytes: f64| format!("{bytes}");
        let shares = ["parsed-median", "parsed-p99", "parsed-most"].map(|m| text(m, digits));
        let both = ["both-median", "both-p99", "both-most"].map(|m| text(m, digits));
        let mut row = vec![engine.clone(), text("parsed-bytes", whole)];
        row.extend(shares);
        row.push(text("both-bytes", whole));
        row.extend(both);
        row
    });
    let columns = [
        "engine",
        "parsed: median bytes",
        "of the file, median",
        "p99",
        "most",
        "and ready: median bytes",
        "of the file, median",
        "p99",
        "most",
    ];
    let real = Table {
        title: "Real files: bytes held, and those past 1 KiB as a multiple of the file".to_owned(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    };
    let engines: Vec<String> = results
        .engines(NAME)
        .into_iter()
        .filter(|engine| {
            results
                .cases(NAME)
                .iter()
                .any(|case| results.get(NAME, case, engine, "parsed").is_some())
        })
        .collect();
    let cases = results.cases(NAME).into_iter().filter(|case| case != CASE);
    let rows = cases.map(|case| {
        let of = |engine: &String| {
            let held = |measure| results.get(NAME, &case, engine, measure);
            let share = |held: f64, of: f64| digits(held / of);
            match (held("parsed"), held("prepared"), held("bytes")) {
                (Some(parsed), Some(prepared), Some(bytes)) => {
                    format!("{} + {}", share(parsed, bytes), share(prepared, bytes))
                }
                _ => cell(results, NAME, &case, engine, "parsed", digits),
            }
        };
        [vec![case.clone()], engines.iter().map(of).collect()].concat()
    });
    let rows = rows.collect();
    let columns = [vec!["case".to_owned()], engines.clone()].concat();
    let title =
        "Hostile files: bytes held when parsed + ready, as a multiple of the file".to_owned();
    vec![real, Table { title, columns, rows }]
}
