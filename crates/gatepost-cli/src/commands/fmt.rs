//! `gatepost fmt`: robots.txt files in their canonical format.

use std::io::{self, IsTerminal, Write};

use clap::Args;
use gatepost_report::format::json;
use gatepost_report::{FormatOutcome, fmt};

use crate::arguments::{TextOrJson, TimeoutArg};
use crate::failure::{self, Failure};
use crate::progress::Progress;
use crate::render::{self, unified};
use crate::robots_files::{self, Unread};
use crate::source::{Source, require_one_stdin};
use crate::{Done, Status, input, write};

/// Format robots.txt files without changing their meaning
///
/// Writes each line as `Key: value  # comment`, with a blank line before each group, LF line ends
/// and no byte order mark. Order, values and comments stay. Each step is proved to change no
/// answer, for every crawler and in every dialect; a step that is not proved is left out and
/// reported.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost fmt robots.txt
  gatepost fmt --check public/
  curl -s https://example.com/robots.txt | gatepost fmt -
  gatepost fmt --check --format json public/ | jq .title

JSON is one object a file; docs/schema/README.md documents its fields. The main
ones:
  outcome   text  unchanged, changed, not-formatted
  steps     list  what changes: byte-order-mark, line-ends, keys, spacing,
                  blank-lines
  left_out  list  the steps that are not proved to change no answer
  changes   list  `line`, `before`, `after`; null for a blank line that is added
                  or removed
For standard input it is printed in place of the file.

Exit status: 0, or 1 if --check or --diff finds a file that would change, or 2
if a file could not be read, written or formatted.")]
pub(crate) struct FmtArgs {
    /// robots.txt files; `-` formats standard input to standard output; folders are searched for
    /// robots.txt
    #[arg(value_name = "FILE", required = true, value_parser = Source::parser())]
    pub(crate) files: Vec<Source>,

    /// Only list the files that would change; write nothing
    #[arg(long)]
    pub(crate) check: bool,

    /// Show what would change, as a diff, and write nothing
    #[arg(long, conflicts_with = "format")]
    pub(crate) diff: bool,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: TextOrJson,
}

pub(crate) fn run(args: &FmtArgs) -> Done {
    args.files.iter().try_for_each(Source::require_writable)?;
    require_one_stdin(&args.files)?;
    let files = robots_files::find(&args.files);
    let progress = Progress::of_files(files.len());
    let mut out = render::out(io::stdout().is_terminal());
    let mut worst = Status::Yes;
    for file in files {
        progress.advance_file();
        let (path, bytes) = match robots_files::read(file, TimeoutArg::default()) {
            Ok(read) => read,
            Err(Unread { failure, .. }) => {
                progress.suspend(|| failure.print());
                worst = Status::CouldNotTell;
                continue;
            }
        };
        let report = fmt(&input::name(&path), &bytes);
        if args.format == TextOrJson::Json {
            out.write_all(&json::lines([&report]))?;
        }
        if report.outcome == FormatOutcome::NotFormatted {
            let failure = Failure::new(&report.title).help(report.notes.join("; "));
            progress.suspend(|| failure.print());
            worst = Status::CouldNotTell;
            continue;
        }
        for note in &report.notes {
            progress.suspend(|| failure::warn(note));
        }
        let is_changed = report.outcome == FormatOutcome::Changed;
        if args.diff && is_changed {
            unified::print(&mut out, &path, &bytes, &report.bytes)?;
        }
        if args.check && is_changed && args.format == TextOrJson::Text {
            progress.suspend(|| anstream::eprintln!("{}", report.title));
        }
        if args.check || args.diff {
            worst = worst.max(if is_changed { Status::No } else { Status::Yes });
        } else if args.format == TextOrJson::Json && input::is_stdin(&path) {
            // Standard output has the report in place of the file.
        } else if let Err(failure) = write::over_or_out(&path, &bytes, &report.bytes) {
            progress.suspend(|| failure.print());
            worst = Status::CouldNotTell;
        }
    }
    out.flush()?;
    Ok(worst)
}
