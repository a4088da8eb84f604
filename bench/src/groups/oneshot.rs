//! Measures parsing a file and asking one question, as a crawler does that visits each site once.

use super::{Bench, CRAWLER, Group, reads_corpus};
use gatepost::ReadLimit;

use crate::engines::{Batch, Work};
use crate::questions;
use crate::results::{Results, Table, WRONG, time};

pub(super) const GROUP: Group = Group { name: NAME, analysis: ANALYSIS, measure, tables };

const NAME: &str = "oneshot";

const ANALYSIS: &str = "\
For each file of the corpus in turn, the file is parsed and one question is asked: the mean time per
file. This is the cost for a crawler that visits a site once, and for a command.

Gatepost reads each rule of the crawler's groups when it is asked (`RobotsTxt::verdict`) and prepares
nothing. Peers that compile patterns (texting_robots, cylon, Protego) compile all of them to answer once.
robotxt comes next because it only sorts strings, and Google's library because it stores nothing.";

fn measure(bench: &mut Bench) -> Result<(), String> {
    let effort = bench.effort_for_pass();
    for tier in bench.corpus.tiers() {
        let files: Vec<&[u8]> = tier.files.iter().map(|file| file.bytes.as_slice()).collect();
        // Each file has twelve questions of all kinds; ask another one of them for each file.
        let question = |(index, file)| {
            questions::about(file, &bench.corpus, CRAWLER, 12).swap_remove(index % 12)
        };
        let questions = tier.files.iter().enumerate().map(question).collect();
        let batch = Batch { crawler: CRAWLER, files, questions };
        for peer in bench.peers.iter_mut().filter(|peer| reads_corpus(&***peer)) {
            let (name, claims) = (peer.about().name, peer.about().claims);
            let limit = ReadLimit::below_floor(peer.about().reads);
            let outcome = peer.batch(Work::Once, &batch, effort)?;
            let mut wrong = 0;
            for ((file, question), answer) in
                batch.files.iter().zip(&batch.questions).zip(&outcome.answers)
            {
                let question = std::slice::from_ref(question);
                let right = questions::right_answers(file, CRAWLER, question, claims, limit);
                wrong += usize::from(answer.is_some_and(|answer| answer != right[0]));
            }
            let able = outcome.answers.iter().flatten().count();
            let figures = [
                ("ns", outcome.ns),
                ("files", able as f64),
                ("asked", batch.files.len() as f64),
                ("wrong", wrong as f64),
                ("failed", (batch.files.len() - able) as f64),
            ];
            bench.results.add(NAME, tier.name, name, &figures);
            eprintln!("{NAME}: {}: {name}", tier.name);
        }
    }
    Ok(())
}

/// Returns the mean time per file over all tiers, in nanoseconds.
pub(crate) fn mean(results: &Results, engine: &str) -> Option<f64> {
    let files = results.sum(NAME, engine, "files");
    (files > 0.0).then(|| results.sum(NAME, engine, "ns") / files)
}

fn tables(results: &Results) -> Vec<Table> {
    let tiers = results.cases(NAME);
    let rows = results.engines(NAME).into_iter().map(|engine| {
        let of_tier = |tier: &String| {
            let files = results.get(NAME, tier, &engine, "files").filter(|files| *files > 0.0)?;
            let mean = results.get(NAME, tier, &engine, "ns")? / files;
            let is_right = results.is_right(NAME, tier, &engine);
            Some(time(mean) + if is_right { "" } else { WRONG })
        };
        let mut row = vec![engine.clone(), mean(results, &engine).map_or("-".to_owned(), time)];
        row.extend(tiers.iter().map(|tier| of_tier(tier).unwrap_or("-".to_owned())));
        row.push(results.wrongness(NAME, &engine));
        row
    });
    let columns = ["engine", "all"].map(str::to_owned).into_iter().chain(tiers.clone());
    let columns = columns.chain(["wrong answers".to_owned()]).collect();
    vec![Table {
        title: "Parse and ask once, mean time a file".to_owned(),
        columns,
        rows: rows.collect(),
    }]
}
