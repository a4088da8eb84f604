//! `gatepost dialects`: which dialects there are, who uses each, and how two differ.

use std::io::{self, Write};

use anstyle::Style;
use clap::Args;
use gatepost::Dialect;
use gatepost_report::format::json;
use gatepost_report::{DialectReport, dialect, dialects};

use crate::arguments::{TextOrJson, one_dialect};
use crate::render::{self, Out, text};
use crate::{Done, Status};

/// List the dialects of robots.txt, who uses each, and how two differ
///
/// A dialect is how a crawler's software reads the file. `--dialect` of other commands chooses one.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost dialects
  gatepost dialects google
  gatepost dialects google python
  gatepost find robots.txt --splits google,python

JSON is one object a dialect; docs/schema/README.md documents its fields. The
main ones:
  dialect        text  its name, for --dialect
  about          text  whose parser it describes
  used_by        list  crawlers, frameworks and libraries
  compared_with  text  the other dialect, rfc9309 if none was given
  differences    list  `about`, and what it is in the other (`first`) and here
                       (`second`)")]
pub(crate) struct DialectsArgs {
    /// A dialect; without one, all are listed
    #[arg(value_name = "DIALECT", value_parser = one_dialect())]
    dialect: Option<Dialect>,

    /// The dialect to compare it with
    #[arg(value_name = "OTHER", default_value = "rfc9309", value_parser = one_dialect())]
    other: Dialect,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: TextOrJson,
}

const BOLD: Style = Style::new().bold();

pub(crate) fn run(args: &DialectsArgs) -> Done {
    let reports = match args.dialect {
        Some(one) => vec![dialect(one, args.other)],
        None => dialects(),
    };
    let mut out = render::out(args.format == TextOrJson::Text);
    match args.format {
        TextOrJson::Json => out.write_all(&json::lines(&reports))?,
        TextOrJson::Text => {
            for (at, report) in reports.iter().enumerate() {
                if at > 0 {
                    writeln!(out)?;
                }
                print_text(&mut out, report, args.dialect.is_some())?;
            }
        }
    }
    out.flush()?;
    Ok(Status::Yes)
}

/// Prints a dialect; `whole` with each difference.
fn print_text(out: &mut Out, report: &DialectReport, whole: bool) -> io::Result<()> {
    let width = text::width().min(90) - 4;
    writeln!(out, "{BOLD}{}{BOLD:#}", report.dialect)?;
    let mut print = |words: &str| {
        text::wrap(words, width).iter().try_for_each(|line| writeln!(out, "    {line}"))
    };
    print(&report.about)?;
    if !report.used_by.is_empty() {
        print(&format!("used by: {}", report.used_by.join(", ")))?;
    }
    print(&report.title)?;
    for difference in report.differences.iter().filter(|_| whole) {
        writeln!(out, "{}", difference.about)?;
        for (dialect, value) in
            [(&report.compared_with, &difference.first), (&report.dialect, &difference.second)]
        {
            let lines = text::wrap(&format!("in {dialect}: {value}"), width);
            lines.iter().try_for_each(|line| writeln!(out, "    {line}"))?;
        }
    }
    Ok(())
}
