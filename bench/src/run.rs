//! What `main` does: start the engines, run the groups, print.

use std::path::Path;

use crate::arguments::{Arguments, USAGE};
use crate::child;
use crate::corpus::Corpus;
use crate::engines::{self, Count, GATEPOST, GATEPOST_UNLIMITED, NAMES};
use crate::groups::{Bench, GROUPS};
use crate::report;
use crate::results::Results;
use crate::targets;

/// Runs the bench. `count` tells how many bytes a closure leaves allocated.
///
/// # Errors
///
/// This returns an error when the arguments say nothing, there is no corpus, or a driver breaks.
pub fn run(arguments: &[String], count: Count) -> Result<(), String> {
    let arguments = Arguments::read(arguments)?;
    // Several peers panic on real files: that is counted, and not told each time.
    std::panic::set_hook(Box::new(|_| ()));
    if let Some((case, engine)) = &arguments.child {
        return child::serve(case, engine, arguments.quick, count);
    }
    if arguments.help {
        print!("{USAGE}");
        return Ok(());
    }
    if arguments.list {
        let groups: Vec<&str> = GROUPS.iter().map(|group| group.name).collect();
        println!("groups: {}\nengines: {}", groups.join(", "), NAMES.join(", "));
        return Ok(());
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut corpus = Corpus::find(&folder.join(".."))?;
    if arguments.quick {
        corpus.thin(16);
    }
    let (mut peers, mut missing) = (Vec::new(), Vec::new());
    for name in NAMES {
        let wanted = |asked: &String| asked == name || name == GATEPOST;
        if !arguments.engines.is_empty() && !arguments.engines.iter().any(wanted) {
            continue;
        }
        match engines::start(name) {
            Ok(peer) => peers.push(peer),
            Err(why) => missing.push(format!("{name}: {why}")),
        }
    }
    let results = Results::default();
    let mut bench = Bench { corpus, peers, results, quick: arguments.quick, count };
    println!("{}\n", report::setting(&bench));
    for why in &missing {
        println!("NOT MEASURED: {why}\n");
    }
    for group in GROUPS {
        if arguments.groups.is_empty() || arguments.groups.iter().any(|name| name == group.name) {
            (group.measure)(&mut bench)?;
            println!("## {}\n", group.name);
            for table in (group.tables)(&bench.results) {
                println!("{table}");
            }
        }
    }
    let targets = targets::table(&bench.results);
    if !targets.rows.is_empty() {
        println!("{targets}");
        targets::lost(&bench.results).iter().for_each(|line| println!("{line}"));
    }
    if arguments.report {
        report::write(folder, &bench, &missing)?;
        println!("written: RESULTS.md, results.svg");
    }
    ours_is_right(&bench.results)
}

/// A peer that is wrong is marked; that ours is wrong is a failure of the bench.
fn ours_is_right(results: &Results) -> Result<(), String> {
    for group in GROUPS {
        for engine in [GATEPOST, GATEPOST_UNLIMITED] {
            // Its read limit hides the last names of those files, as the analysis says.
            if (group.name, engine) == ("many-agents", GATEPOST) {
                continue;
            }
            let wrong = ["wrong", "failed"].map(|measure| results.sum(group.name, engine, measure));
            if wrong != [0.0, 0.0] {
                let wrongness = results.wrongness(group.name, engine);
                return Err(format!("{engine} is wrong in group {}: {wrongness}", group.name));
            }
        }
    }
    Ok(())
}
