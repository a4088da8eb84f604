//! Measures files of 50 to 5,000 rules, a tenth of them with stars.

use super::{Bench, Group, across};
use crate::results::{Results, Table, time};

pub(super) const GROUP: Group = Group { name: NAME, analysis: ANALYSIS, measure, tables };

const NAME: &str = "many-rules";

const ANALYSIS: &str = "\
Generated files of 50, 500 and 5,000 rules, a tenth of them with stars and a fifth `Allow`; 1,000 paths,
half made from the rules and half from the same words. The second table is the cost of getting ready,
starting from bytes: an engine that answers fast after a second of compiling is no help to a crawler that
visits a million sites. The third table is one question with nothing prepared.

An engine that tries one rule after another (robotxt, texting_robots) needs a hundred times as long for
5,000 rules as for 50. cylon's automaton does not, but is slow to build. Gatepost's time should grow with
the number of candidate rules, not with the number of rules.";

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
