//! Groups of measurements, one file each, and the functions that they share.

pub(crate) mod hostile;
mod many_agents;
mod many_rules;
pub(crate) mod memory;
pub(crate) mod oneshot;
pub(crate) mod parse;
pub(crate) mod prebuilt;

use crate::cases::RECIPES;
use crate::child;
use crate::clock::Effort;
use crate::corpus::Corpus;
use crate::engines::{Count, GATEPOST_UNLIMITED, Peer};
use crate::results::{Results, Table, WRONG};

/// The crawler that asks about real files.
pub(crate) const CRAWLER: &str = "Googlebot";

/// A group of measurements that belong together.
pub(crate) struct Group {
    pub(crate) name: &'static str,
    /// An explanation of the measurements, and of why the winner wins.
    pub(crate) analysis: &'static str,
    pub(crate) measure: fn(&mut Bench) -> Result<(), String>,
    pub(crate) tables: fn(&Results) -> Vec<Table>,
}

pub(crate) const GROUPS: [&Group; 7] = [
    &parse::GROUP,
    &oneshot::GROUP,
    &prebuilt::GROUP,
    &many_rules::GROUP,
    &many_agents::GROUP,
    &hostile::GROUP,
    &memory::GROUP,
];

/// The state that all measurements share.
pub(crate) struct Bench {
    pub(crate) corpus: Corpus,
    pub(crate) peers: Vec<Box<dyn Peer>>,
    pub(crate) results: Results,
    pub(crate) quick: bool,
    pub(crate) count: Count,
}

impl Bench {
    /// Returns the effort for one file of thousands.
    fn effort_for_file(&self) -> Effort {
        if self.quick { Effort::QUICK } else { Effort::FILE }
    }

    /// Returns the effort for a pass over many files.
    fn effort_for_pass(&self) -> Effort {
        if self.quick { Effort::QUICK } else { Effort::CASE }
    }

    /// Runs a group's generated files, each with each engine in a process of its own.
    fn run_cases(&mut self, group: &'static str) {
        for recipe in RECIPES.iter().filter(|recipe| recipe.group == group) {
            for peer in &self.peers {
                let engine = peer.about().name;
                match child::run(recipe, engine, self.quick) {
                    Ok(outcome) => {
                        let figures = [
                            ("once", outcome.once_ns),
                            ("ready", outcome.ready_ns),
                            ("check", outcome.check_ns),
                            ("asked", outcome.asked as f64),
                            ("wrong", outcome.wrong as f64),
                            ("failed", outcome.failed as f64),
                            ("bytes", outcome.bytes as f64),
                        ];
                        self.results.add(group, recipe.name, engine, &figures);
                        if let Some((parsed, prepared)) = outcome.memory {
                            let figures =
                                [("parsed", parsed as f64), ("prepared", prepared as f64)];
                            self.results.add(group, recipe.name, engine, &figures);
                        }
                    }
                    Err(why) => self.results.fail(group, recipe.name, engine, why),
                }
                eprintln!("{group}: {}: {engine}", recipe.name);
            }
        }
    }
}

/// Returns `true` if an engine runs on real files.
///
/// Gatepost without a read limit does not, since it differs only on the very largest files.
fn reads_corpus(peer: &dyn Peer) -> bool {
    peer.about().name != GATEPOST_UNLIMITED
}

/// Formats a case's figure, or the reason why it is missing.
fn cell(
    results: &Results,
    group: &str,
    case: &str,
    engine: &str,
    measure: &str,
    text: fn(f64) -> String,
) -> String {
    if let Some(why) = results.failure(group, case, engine) {
        return why.to_owned();
    }
    match results.get(group, case, engine, measure) {
        Some(value) if results.is_right(group, case, engine) => text(value),
        Some(value) => text(value) + WRONG,
        None => "-".to_owned(),
    }
}

/// Makes a table of one measure of a group: a row per engine, a column per case.
fn across(
    results: &Results,
    group: &str,
    title: &str,
    measure: &str,
    text: fn(f64) -> String,
) -> Table {
    let cases = results.cases(group);
    let rows = results.engines(group).into_iter().map(|engine| {
        let cells = cases.iter().map(|case| cell(results, group, case, &engine, measure, text));
        let cells: Vec<String> = cells.collect();
        [vec![engine], cells].concat()
    });
    let rows = rows.collect();
    Table { title: title.to_owned(), columns: [vec!["engine".to_owned()], cases].concat(), rows }
}
