//! `gatepost find --splits`: where two dialects differ on one file, for all URLs, and why; or the
//! proof that they do not.

use std::io::{self, Write};

use anstyle::Style;
use gatepost_report::format::{csv, json, markdown};
use gatepost_report::{DialectCause, SplitOutcome, SplitReport, find_splits};

use crate::arguments::Format;
use crate::commands::find::FindArgs;
use crate::failure::Failure;
use crate::render::{self, Out, text};
use crate::{Done, Status, asked};

const BOLD: Style = Style::new().bold();

pub(crate) fn run(args: &FindArgs) -> Done {
    let &[first, second] = args.splits.as_slice() else {
        return Err(Failure::new("two dialects are compared, no more and no fewer")
            .help("write both with a comma between them: --splits google,python"));
    };
    if first == second {
        return Err(Failure::new(format_args!("{first} does not differ from itself"))
            .help("name another dialect behind the comma"));
    }
    let file = args.robots.read(first)?;
    file.warn_of_kind();
    let bytes = file.bytes;
    let reports = find_splits(&bytes, first, second, args.crawler.as_ref())
        .map_err(asked::no_crawler_named)?;

    let mut out = render::out(args.format == Format::Text);
    match args.format {
        Format::Json => out.write_all(&json::lines(&reports))?,
        Format::Csv => out.write_all(&csv::table(&reports))?,
        Format::Markdown => out.write_all(markdown::splits(&reports).as_bytes())?,
        _ => print_text(&mut out, &reports)?,
    }
    out.flush()?;
    let has = |outcome| reports.iter().any(|report| report.outcome == outcome);
    Ok(match (has(SplitOutcome::Split), has(SplitOutcome::NotDecided)) {
        (true, _) => Status::Yes,
        (false, true) => Status::CouldNotTell,
        (false, false) => Status::No,
    })
}

fn print_text(out: &mut Out, reports: &[SplitReport]) -> io::Result<()> {
    // Each cause is explained once.
    let mut known: Vec<&DialectCause> = Vec::new();
    for SplitReport { title, regions, reason, outcome, .. } in reports {
        let title = text::printable(title);
        match outcome {
            SplitOutcome::None => writeln!(out, "{title}")?,
            _ => writeln!(out, "{BOLD}{title}{BOLD:#}")?,
        }
        for region in regions {
            writeln!(out, "  {}", text::printable(&region.pattern))?;
            writeln!(out, "    {}", text::printable(&region.title))?;
            for cause in &region.because {
                if known.contains(&cause) {
                    writeln!(out, "    {}, as above", cause.about)?;
                    continue;
                }
                known.push(cause);
                writeln!(out, "    {}", cause.about)?;
                writeln!(out, "      in {}: {}", region.first.dialect, cause.first)?;
                writeln!(out, "      in {}: {}", region.second.dialect, cause.second)?;
            }
        }
        match (reason, regions.is_empty()) {
            (Some(why), true) => writeln!(out, "  {why}")?,
            (Some(why), false) => {
                writeln!(out, "  not decided: there may be more, because {why}")?;
            }
            (None, _) => {}
        }
    }
    // All reports have the same notes.
    for note in reports.first().iter().flat_map(|report| &report.notes) {
        writeln!(out, "note: {note}")?;
    }
    Ok(())
}
