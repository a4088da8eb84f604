//! Files that name crawlers by the thousand.

use super::{Bench, Group, across};
use crate::results::{Results, Table, time};

pub(super) const GROUP: Group = Group { name: NAME, analysis: ANALYSIS, measure, tables };

const NAME: &str = "many-agents";

const ANALYSIS: &str = "\
A group that 200,000 crawlers are named in, and 20,000 groups for one crawler each; the last crawler asks.
Both files are larger than the 500 KiB that RFC 9309 has a crawler read, and an engine that stops there
(gatepost, robotxt) never sees the name: it is marked, and its time is of what it read. The row
gatepost-unlimited is ours with the limit lifted. The third file is within the limit.

Finding a crawler's groups is a pass over the names, once a file. Engines that look for the group at every
question (robotparser, Protego) pay for it each time, and show it in the first table.";

fn measure(bench: &mut Bench) -> Result<(), String> {
    bench.run_cases(NAME);
    Ok(())
}

fn tables(results: &Results) -> Vec<Table> {
    vec![
        across(results, NAME, "One check of many", "check", time),
        across(results, NAME, "Time to be ready", "ready", time),
        across(results, NAME, "Parse and ask once", "once", time),
    ]
}
