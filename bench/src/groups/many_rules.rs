//! Files of 50 to 5,000 rules, of which a tenth with stars.

use super::{Bench, Group, across};
use crate::results::{Results, Table, time};

pub(super) const GROUP: Group = Group { name: NAME, analysis: ANALYSIS, measure, tables };

const NAME: &str = "many-rules";

const ANALYSIS: &str = "\
Made files of 50, 500 and 5,000 rules, a tenth of them with stars and a fifth `Allow`; 1,000 paths, of
which half are made from the rules and half of the same words. The second table is what being ready costs,
from bytes on: an engine that answers fast after a second of compiling is no help to a crawler that
meets a million sites. The third is one question with nothing prepared.

An engine that tries one rule after another (robotxt, texting_robots) costs a hundred times as much at
5,000 rules as at 50. cylon's automaton does not, and takes its time to build. Gatepost should grow with the
rules that come into question, not with the rules.";

fn measure(bench: &mut Bench) -> Result<(), String> {
    bench.run_cases(NAME);
    Ok(())
}

fn tables(results: &Results) -> Vec<Table> {
    let mut checks = across(results, NAME, "One check of many", "check", time);
    checks.columns.push("wrong answers".to_owned());
    for row in &mut checks.rows {
        row.push(results.wrongness(NAME, &row[0]));
    }
    vec![
        checks,
        across(results, NAME, "Time to be ready", "ready", time),
        across(results, NAME, "Parse and ask once", "once", time),
    ]
}
