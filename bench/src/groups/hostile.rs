//! Measures hostile files, written to slow a crawler down.

use super::{Bench, Group, cell};
use crate::engines::GATEPOST;
use crate::results::{Results, Table, time};

pub(super) const GROUP: Group = Group { name: NAME, analysis: ANALYSIS, measure, tables };

const NAME: &str = "hostile";

const ANALYSIS: &str = "\
Anybody can publish a robots.txt, and crawlers have to read it. The cases: one pattern of 20 to 2,000
stars, compared with a path of one repeated letter that fails to match only at the last byte; a line of
20 MB; 5,000 rules that differ only in their last bytes; 900 rules, each a prefix of the next; 2,000
rules with stars around one literal, asked about paths that are full of it. Each engine runs each case in
a process of its own, which is stopped after 5 s, including all repetitions and its start.

Matching is linear if each piece between stars is placed at its leftmost match: anything that fits after
a later match also fits after the leftmost one. Engines that try every place, or turn a pattern into a
backtracking regex, do not finish. The file of 20 MB is past the limit of gatepost and robotxt, which
read 500 KiB of it and drop the line; gatepost-unlimited reads it all.";

fn measure(bench: &mut Bench) -> Result<(), String> {
    bench.run_cases(NAME);
    Ok(())
}

fn tables(results: &Results) -> Vec<Table> {
    let engines = results.engines(NAME);
    let table = |title: &str, measure: &str| {
        let rows = results.cases(NAME).into_iter().map(|case| {
            let cells =
                engines.iter().map(|engine| cell(results, NAME, &case, engine, measure, time));
            let cells: Vec<String> = cells.collect();
            [vec![case.clone()], cells].concat()
        });
        let rows = rows.collect();
        let columns = [vec!["case".to_owned()], engines.clone()].concat();
        Table { title: title.to_owned(), columns, rows }
    };
    vec![table("One check, when ready", "check"), table("Parse and ask once", "once")]
}

/// The noise of the measurement: times that differ by less are considered equal.
const NOISE: f64 = 1.05;

/// Returns the cases in which our engine is slower than the fastest peer that finishes with right
/// answers, with both times, and how many cases were compared.
pub(crate) fn slower(results: &Results, ours: &str) -> (Vec<String>, usize) {
    let mut slower = Vec::new();
    let mut compared = 0;
    for case in results.cases(NAME) {
        for measure in ["check", "once"] {
            let Some(our_ns) = results.get(NAME, &case, ours, measure) else { continue };
            let engines =
                results.engines(NAME).into_iter().filter(|name| !name.starts_with(GATEPOST));
            let right = engines.filter(|engine| results.is_right(NAME, &case, engine));
            let times = right.filter_map(|engine| {
                results.get(NAME, &case, &engine, measure).map(|ns| (ns, engine))
            });
            let Some((ns, engine)) = times.min_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
            compared += 1;
            if our_ns > NOISE * ns {
                let (our_ns, ns) = (time(our_ns), time(ns));
                slower.push(format!("{case} ({measure}): {our_ns}, {engine} {ns}"));
            }
        }
    }
    (slower, compared)
}
