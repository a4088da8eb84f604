//! `gatepost minimise`: a file without the rules that have no effect.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use gatepost_report::format::{json, markdown};
use gatepost_report::{MinimiseReport, minimise};

use crate::arguments::{COMMENTS, Format, OneDialectArg, RobotsArg, one_of};
use crate::failure::{self, Failure};
use crate::render::{self, text};
use crate::write::write_whole;
use crate::{Done, Status, input};

/// Print the file without the rules that have no effect
///
/// It is proved that no URL changes for any crawler. Only rules are removed, each with the comment
/// behind it; everything else stays, byte for byte, and each group keeps one rule, because only a
/// rule ends its list of User-agent lines. What was removed, and why, is printed to standard error.
#[derive(Args, Debug)]
#[command(visible_alias = "minimize")]
#[command(after_help = "\
Examples:
  gatepost minimise robots.txt > smaller.txt
  gatepost minimise robots.txt --write robots.txt
  gatepost minimise robots.txt --format json | jq .removed

JSON and Markdown are printed in place of the file; use --write to have both.
JSON is one object; docs/schema/README.md documents its fields. The main ones:
  removed      list     `line`, `rule`, `by`: the lines that decide instead; `reason`
  proved       boolean  whether no URL changes for any crawler
  not_decided  list     `line` (null: the whole file) and `reason`

Line numbers are those of the file as it was. If it is not proved that no URL
changes, the file is printed unchanged, and nothing is written.

Exit status: 0, or 2 if something was not decided or on an error.")]
pub(crate) struct MinimiseArgs {
    #[command(flatten)]
    pub(crate) robots: RobotsArg,

    /// Write the file here, whole or not at all, instead of to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    #[arg(value_parser = one_of(COMMENTS))]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) dialect: OneDialectArg,
}

pub(crate) fn run(args: &MinimiseArgs) -> Done {
    let file = args.robots.read(args.dialect.dialect)?;
    let dialect = file.parse(args.dialect.dialect).dialect();
    let report = minimise(&file.bytes, dialect);
    let write = args.write.as_deref().filter(|file| !input::is_stdin(file));
    if let Some(file) = write.filter(|_| report.proved) {
        write_whole(file, &report.file)?;
    }
    // A file, even as text: no byte of it may be lost.
    let mut out = render::out(false);
    match (args.format, write) {
        (Format::Json, _) => out.write_all(&json::lines([&report]))?,
        (Format::Markdown, _) => out.write_all(markdown::minimise(&report).as_bytes())?,
        (_, None) => out.write_all(&report.file)?,
        (_, Some(_)) => {}
    }
    out.flush()?;
    if !report.proved {
        let kept = match (write, args.format) {
            (Some(file), _) => format!("{} was not written", input::name(file)),
            (None, Format::Text) => "the file is printed unchanged".to_owned(),
            (None, _) => "nothing is removed".to_owned(),
        };
        Failure::new(&report.title).help(kept).print();
    } else if args.format == Format::Text {
        print_removed(&report);
    }
    let is_decided = report.proved && report.not_decided.is_empty();
    Ok(if is_decided { Status::Yes } else { Status::CouldNotTell })
}

/// Prints to standard error what was removed, and why.
fn print_removed(report: &MinimiseReport) {
    for removed in &report.removed {
        let (line, rule) = (removed.line, text::printable(&removed.rule));
        anstream::eprintln!("line {line}: {rule}  {}", removed.reason);
    }
    for kept in &report.not_decided {
        let line = kept.line.map(|line| format!("line {line} stays: ")).unwrap_or_default();
        failure::warn(format_args!("not decided: {line}{}", kept.reason));
    }
    anstream::eprintln!("{}", report.title);
}
