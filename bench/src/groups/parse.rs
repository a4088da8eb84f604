//! Measures parsing real files, in megabytes per second, in tiers by size.

use super::{Bench, CRAWLER, Group, reads_corpus};
use crate::engines::{Batch, Work};
use crate::results::{Results, Table, WRONG, digits};

pub(super) const GROUP: Group = Group { name: NAME, analysis: ANALYSIS, measure, tables };

const NAME: &str = "parse";

const ANALYSIS: &str = "\
How fast real files are parsed, in megabytes per second: a pass over all files of a tier, best of several
passes. Bytes past an engine's own read limit are not included.

The engines do not do the same work here. Gatepost and robotparser parse for every crawler at once;
texting_robots, robotxt and cylon parse for one crawler and discard the groups of the others, but bring
its patterns to the form in which they match. The second table therefore adds, for Gatepost, the choice
of a crawler's groups and its `RuleSet`: **this is comparable with what robotxt and texting_robots do
when they parse**. Google's library and robotstxt keep nothing at all: their parsing consists of passing
lines to a function.

Gatepost keeps the places of values, twelve bytes per rule, and copies nothing: it spends its time on
finding line ends and colons. robotxt makes a vector of all lines, then an owned, normalised pattern per
rule; texting_robots builds a list with nom and compiles a regex for each rule with a `$`; cylon reads
character by character through an async reader and builds an automaton.";

fn measure(bench: &mut Bench) -> Result<(), String> {
    let effort = bench.effort_for_pass();
    for tier in bench.corpus.tiers() {
        let files: Vec<&[u8]> = tier.files.iter().map(|file| file.bytes.as_slice()).collect();
        let batch = Batch { crawler: CRAWLER, files, questions: Vec::new() };
        for peer in bench.peers.iter_mut().filter(|peer| reads_corpus(&***peer)) {
            let (name, reads) = (peer.about().name, peer.about().reads);
            for (work, ns_of, bytes_of) in
                [(Work::Parse, "parse-ns", "parse-bytes"), (Work::Ready, "ready-ns", "ready-bytes")]
            {
                let outcome = peer.batch(work, &batch, effort)?;
                let able = batch.files.iter().zip(&outcome.answers);
                let able = able.filter(|(_, answer)| answer.is_some());
                let bytes: usize = able.map(|(file, _)| file.len().min(reads)).sum();
                let figures = [(ns_of, outcome.ns), (bytes_of, bytes as f64)];
                bench.results.add(NAME, tier.name, name, &figures);
                if work == Work::Parse {
                    let failed = outcome.answers.iter().filter(|answer| answer.is_none()).count();
                    let figures = [("asked", tier.files.len() as f64), ("failed", failed as f64)];
                    bench.results.add(NAME, tier.name, name, &figures);
                }
            }
            eprintln!("{NAME}: {}: {name}", tier.name);
        }
    }
    Ok(())
}

/// Returns the megabytes per second over all tiers.
pub(crate) fn speed(results: &Results, engine: &str, ready: bool) -> Option<f64> {
    let [ns, bytes] = measures(ready);
    let [ns, bytes] = [ns, bytes].map(|measure| results.sum(NAME, engine, measure));
    (ns > 0.0).then(|| bytes * 1e3 / ns)
}

fn measures(ready: bool) -> [&'static str; 2] {
    if ready { ["ready-ns", "ready-bytes"] } else { ["parse-ns", "parse-bytes"] }
}

fn tables(results: &Results) -> Vec<Table> {
    let tiers = results.cases(NAME);
    let table = |title: &str, ready| {
        let rows = results.engines(NAME).into_iter().map(|engine| {
            let [ns, bytes] = measures(ready);
            let of_tier = |tier: &String| {
                let ns = results.get(NAME, tier, &engine, ns)?;
                let speed = results.get(NAME, tier, &engine, bytes)? * 1e3 / ns;
                let is_right = results.is_right(NAME, tier, &engine);
                Some(digits(speed) + if is_right { "" } else { WRONG })
            };
            let mut row = vec![engine.clone()];
            row.push(speed(results, &engine, ready).map_or("-".to_owned(), digits));
            row.extend(tiers.iter().map(|tier| of_tier(tier).unwrap_or("-".to_owned())));
            row.push(results.wrongness(NAME, &engine));
            row
        });
        let columns = ["engine", "all"].map(str::to_owned).into_iter().chain(tiers.clone());
        let columns = columns.chain(["files that it cannot read".to_owned()]).collect();
        Table { title: title.to_owned(), columns, rows: rows.collect() }
    };
    vec![
        table("Parsing alone, MB/s", false),
        table("Parsing, and being ready for many questions of one crawler, MB/s", true),
    ]
}
