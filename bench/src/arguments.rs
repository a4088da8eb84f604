//! The command line.

use clap::Parser;
use clap::builder::PossibleValuesParser;

use crate::engines::NAMES;
use crate::groups::GROUPS;

/// Measures Gatepost beside its peers
///
/// Reads real files from the folder that GATEPOST_CORPUS names, from ../shared/corpus beside the
/// repository, or from target/corpus (`cargo xtask corpus` downloads them).
#[derive(Debug, Parser)]
#[command(name = "bench", bin_name = "cargo run --release --")]
pub(crate) struct Arguments {
    /// Measure only this group (may be repeated)
    #[arg(long = "group", value_name = "NAME", value_parser = group_names())]
    pub(crate) groups: Vec<String>,
    /// Measure only this engine, and gatepost (may be repeated)
    #[arg(long = "engine", value_name = "NAME", value_parser = PossibleValuesParser::new(NAMES))]
    pub(crate) engines: Vec<String>,
    /// Check that everything runs: one file in sixteen, fewer questions and batches
    #[arg(long)]
    pub(crate) quick: bool,
    /// Write RESULTS.md and results.svg too, which need all groups and engines
    #[arg(long, conflicts_with_all = ["groups", "engines"])]
    pub(crate) report: bool,
    /// List the groups and engines
    #[arg(long)]
    pub(crate) list: bool,
    /// Run one case with one engine, as a child of this program.
    #[arg(long, hide = true, num_args = 2, value_names = ["CASE", "ENGINE"])]
    pub(crate) child: Option<Vec<String>>,
    /// Answer questions about files as this engine, as a driver of `conformance/runner`.
    #[arg(long, hide = true, value_name = "ENGINE", value_parser = PossibleValuesParser::new(NAMES))]
    pub(crate) answer: Option<String>,
}

fn group_names() -> PossibleValuesParser {
    PossibleValuesParser::new(GROUPS.map(|group| group.name))
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::Arguments;

    #[test]
    fn options_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_report_needs_all_groups() {
        let parse = |options: &[&str]| Arguments::try_parse_from([&["bench"], options].concat());
        assert!(parse(&["--report", "--quick"]).is_ok());
        assert!(parse(&["--report", "--group", "parse"]).is_err());
        assert!(parse(&["--report", "--engine", "cylon"]).is_err());
    }

    #[test]
    fn groups_and_engines_may_be_repeated() {
        let options = ["bench", "--group", "parse", "--group", "memory", "--engine", "cylon"];
        let arguments = Arguments::try_parse_from(options).unwrap();
        assert_eq!(arguments.groups, ["parse", "memory"]);
        assert_eq!(arguments.engines, ["cylon"]);
        assert!(Arguments::try_parse_from(["bench", "--group", "speed"]).is_err());
    }

    #[test]
    fn a_child_runs_one_case_with_one_engine() {
        let options = ["bench", "--child", "hostile/one line of 20 MB", "protego", "--quick"];
        let arguments = Arguments::try_parse_from(options).unwrap();
        let child = ["hostile/one line of 20 MB", "protego"].map(str::to_owned);
        assert_eq!(arguments.child, Some(child.to_vec()));
        assert!(arguments.quick);
    }
}
