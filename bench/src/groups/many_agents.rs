//! Measures files that name thousands of crawlers.

use super::{Bench, Group, across};
use crate::results::{Results, Table, time};

pub(super) const GROUP: Group = Group { name: NAME, analysis: ANALYSIS, measure, tables };

const NAME: &str = "many-agents";

const ANALYSIS: &str = "\
One group that names 200,000 crawlers, and 20,000 groups for one crawler each; the last crawler asks.
Both files are larger than the 500 KiB that RFC 9309 requires a crawler to read, so an engine that stops
there (gatepost, robotxt) never sees the name: it is marked, and its time covers only what it read. The
row gatepost-unlimited is Gatepost without the limit. The third file is within the limit.

Finding a crawler's groups takes one pass over the names per file. Engines that look for the group at
every question (robotparser, Protego) pay for it each time, as the first table shows.";

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
