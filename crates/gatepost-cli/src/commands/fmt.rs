//! `gatepost fmt`: robots.txt files in their canonical format.

use std::io::{self, IsTerminal, Write};

use clap::Args;
use gatepost::RobotsTxt;
use gatepost_lint::format;

use crate::arguments::TimeoutArg;
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
    #[arg(long)]
    pub(crate) diff: bool,
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
        if RobotsTxt::parse(&bytes).unread() > 0 {
            let name = input::name(&path);
            let failure =
                Failure::new(format_args!("{name} is longer than the read limit of crawlers"))
                    .help("formatting would change which part of the file they read");
            progress.suspend(|| failure.print());
            worst = Status::CouldNotTell;
            continue;
        }
        let formatted = format(&bytes);
        if formatted.is_utf_16 {
            let failure = Failure::new(format_args!("{} is UTF-16", input::name(&path))).help(
                "`gatepost lint --fix --unsafe` converts it to UTF-8 and shows what that changes",
            );
            progress.suspend(|| failure.print());
            worst = Status::CouldNotTell;
            continue;
        }
        if !formatted.left_out.is_empty() {
            let what: Vec<_> = formatted.left_out.iter().map(|step| step.to_string()).collect();
            let (name, what) = (input::name(&path), what.join(", "));
            progress.suspend(|| {
                failure::warn(format_args!(
                    "{name}: not proved to change no answer, so it stays as it was: {what}"
                ));
            });
        }
        let is_changed = formatted.bytes != bytes;
        if args.diff && is_changed {
            unified::print(&mut out, &path, &bytes, &formatted.bytes)?;
        }
        if args.check && is_changed {
            progress.suspend(|| anstream::eprintln!("{} would change", input::name(&path)));
        }
        if args.check || args.diff {
            worst = worst.max(if is_changed { Status::No } else { Status::Yes });
        } else if let Err(failure) = write::over_or_out(&path, &bytes, &formatted.bytes) {
            progress.suspend(|| failure.print());
            worst = Status::CouldNotTell;
        }
    }
    out.flush()?;
    Ok(worst)
}
