//! The command line.

use crate::engines::NAMES;
use crate::groups::GROUPS;

pub(crate) const USAGE: &str = "\
Usage: cargo run --release -- [options]

  --group NAME    only this group (may be repeated): parse, oneshot, prebuilt, many-rules,
                  many-agents, hostile, memory
  --engine NAME   only this engine (may be repeated), and gatepost
  --quick         one file in sixteen, fewer questions and batches: to see that it runs
  --report        write RESULTS.md and results.svg besides
  --list          name the groups and engines
  --help          this

Real files come from GATEPOST_CORPUS, ../shared/corpus beside the repository, or target/corpus
(`cargo xtask corpus`).
";

/// What is asked for.
#[derive(Debug, Default)]
pub(crate) struct Arguments {
    pub(crate) groups: Vec<String>,
    pub(crate) engines: Vec<String>,
    pub(crate) quick: bool,
    pub(crate) report: bool,
    pub(crate) list: bool,
    pub(crate) help: bool,
    /// A case and an engine: this process is a child that runs the one with the other.
    pub(crate) child: Option<(String, String)>,
}

impl Arguments {
    pub(crate) fn read(arguments: &[String]) -> Result<Arguments, String> {
        let mut read = Arguments::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value =
                || rest.next().cloned().ok_or_else(|| format!("`{argument}` needs a value"));
            match argument.as_str() {
                "--group" => read.groups.push(value()?),
                "--engine" => read.engines.push(value()?),
                "--quick" => read.quick = true,
                "--report" => read.report = true,
                "--list" => read.list = true,
                "--help" | "-h" => read.help = true,
                "--child" => read.child = Some((value()?, value()?)),
                unknown => return Err(format!("unknown argument `{unknown}`\n\n{USAGE}")),
            }
        }
        for group in &read.groups {
            if !GROUPS.iter().any(|known| known.name == group) {
                let known: Vec<&str> = GROUPS.iter().map(|group| group.name).collect();
                return Err(format!("no group `{group}`: there are {}", known.join(", ")));
            }
        }
        for engine in &read.engines {
            if !NAMES.contains(&engine.as_str()) {
                return Err(format!("no engine `{engine}`: there are {}", NAMES.join(", ")));
            }
        }
        if read.report && !(read.groups.is_empty() && read.engines.is_empty()) {
            return Err("a report is of all groups and engines".to_owned());
        }
        Ok(read)
    }
}
