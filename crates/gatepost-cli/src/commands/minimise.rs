//! `gatepost minimise`: the same file without the rules that change nothing.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use gatepost_prove::{MinimisedFile, minimise_file};
use serde::Serialize;

use crate::arguments::{DialectArg, RobotsArg, TextOrJson};
use crate::failure::{self, Failure};
use crate::render::json::JsonLines;
use crate::render::{self, text};
use crate::write::write_whole;
use crate::{Done, Status, input};

/// Print the file without the rules that change nothing, proved for all URLs and every crawler
///
/// Only lines of rules go, each with the comment behind it. All else stays, byte for byte, and each
/// group keeps a rule, since only a rule ends its list of User-agent lines. What went, and why, is told
/// on standard error.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost minimise robots.txt > smaller.txt
  gatepost minimise robots.txt --write robots.txt
  gatepost minimise robots.txt --format json | jq .removed

JSON is one object, in place of the file. Use --write to have both.
These fields are stable:
  removed      list       `line`, `rule`, and `by`: the lines that decide instead
  proved       boolean    that no URL changes for any crawler
  not_decided  list       `line` (null: the whole file) and `reason`

Line numbers are those of the file as it was.
Where it is not proved that no URL changes, the file is printed as it was, and
nothing is written.

Exit status: 0, or 2 where it could not tell.")]
pub(crate) struct MinimiseArgs {
    #[command(flatten)]
    pub(crate) robots: RobotsArg,

    /// Write the file here, all of it or nothing, and not to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: TextOrJson,

    #[command(flatten)]
    pub(crate) dialect: DialectArg,
}

pub(crate) fn run(args: &MinimiseArgs) -> Done {
    let file = args.robots.read(args.dialect.dialect)?;
    let robots = file.parse(args.dialect.dialect);
    let smaller = minimise_file(&file.bytes, robots.dialect());
    let write = args.write.as_deref().filter(|file| !input::is_stdin(file));
    if let (Some(file), None) = (write, &smaller.kept_because) {
        write_whole(file, &smaller.bytes)?;
    }
    // Not for people, even as text: no byte of the file may be lost.
    let mut out = render::out(false);
    match (args.format, write) {
        (TextOrJson::Json, _) => {
            let mut lines = JsonLines::default();
            lines.push(&Report::new(&smaller));
            out.write_all(&lines.into_bytes())?;
        }
        (TextOrJson::Text, None) => out.write_all(&smaller.bytes)?,
        (TextOrJson::Text, Some(_)) => {}
    }
    out.flush()?;
    if args.format == TextOrJson::Text {
        tell(&smaller);
    }
    if let Some(why) = &smaller.kept_because {
        let kept = match (write, args.format) {
            (Some(file), _) => format!("{} was not written", file.display()),
            (None, TextOrJson::Text) => "the file is printed as it was".to_owned(),
            (None, TextOrJson::Json) => "nothing is removed".to_owned(),
        };
        Failure::new(format_args!("not decided: {why}")).help(kept).print();
    }
    let is_decided = smaller.kept_because.is_none() && smaller.not_decided.is_empty();
    Ok(if is_decided { Status::Yes } else { Status::CouldNotTell })
}

/// What was removed and why, on standard error.
fn tell(smaller: &MinimisedFile) {
    if smaller.kept_because.is_some() {
        return;
    }
    for removed in &smaller.removed {
        let (line, rule) = (removed.line, text::printable(&removed.rule));
        anstream::eprintln!("line {line}: {rule}  {removed}");
    }
    for (line, why) in &smaller.not_decided {
        failure::warn(format_args!("not decided: line {line} stays, as {why}"));
    }
    let removed = smaller.removed.len();
    match removed {
        0 => anstream::eprintln!("nothing was removed"),
        1 => anstream::eprintln!("1 rule removed; no URL changes for any crawler: proved"),
        _ => anstream::eprintln!("{removed} rules removed; no URL changes for any crawler: proved"),
    }
}

#[derive(Serialize)]
struct Report<'r> {
    removed: Vec<RemovedReport<'r>>,
    proved: bool,
    not_decided: Vec<NotDecidedReport>,
}

#[derive(Serialize)]
struct RemovedReport<'r> {
    line: usize,
    rule: &'r str,
    by: &'r [usize],
}

#[derive(Serialize)]
struct NotDecidedReport {
    line: Option<usize>,
    reason: String,
}

impl<'r> Report<'r> {
    fn new(smaller: &'r MinimisedFile) -> Report<'r> {
        let removed = smaller.removed.iter();
        let removed = removed.map(|removed| RemovedReport {
            line: removed.line,
            rule: &removed.rule,
            by: &removed.by,
        });
        let of_file = smaller.kept_because.iter();
        let of_file = of_file.map(|why| NotDecidedReport { line: None, reason: why.to_string() });
        let of_lines = smaller.not_decided.iter();
        let of_lines = of_lines
            .map(|(line, why)| NotDecidedReport { line: Some(*line), reason: why.to_string() });
        Report {
            removed: removed.collect(),
            proved: smaller.kept_because.is_none(),
            not_decided: of_file.chain(of_lines).collect(),
        }
    }
}
