//! `gatepost diff`: what changes between two files, for all URLs, and on the owner's own.

use std::io::Write;

use clap::Args;
use gatepost_report::{AskedUrl, FileComparison, Gate, GateOutcome, format, phrases};

use crate::arguments::{Format, OneDialectArg, TimeoutArg, one_of};
use crate::asked;
use crate::failure::{self, Failure};
use crate::progress::Progress;
use crate::render::text::printable;
use crate::render::{self, changes};
use crate::source::{Source, require_one_stdin};
use crate::url_list::{UrlList, UrlsArg};
use crate::{Done, Status};

const FORMATS: &[Format] =
    &[Format::Text, Format::Json, Format::Markdown, Format::Github, Format::Junit];

/// Compare two files for all URLs and every crawler, with proof
///
/// For each class of crawlers, shows which URLs are newly disallowed and newly allowed, as
/// patterns, each with a path that shows it and the lines that decide it.
#[derive(Args, Debug)]
#[command(mut_arg("urls", |urls| urls.help(
    "Also show which of these URLs change: one a line, a table (CSV, also with tabs) or a sitemap"
)))]
#[command(after_help = "\
Examples:
  gatepost diff robots.txt new-robots.txt
  gatepost diff git:HEAD:robots.txt robots.txt --deny newly-disallowed=Googlebot
  gatepost diff https://example.com robots.txt
  gatepost diff old.txt new.txt --urls urls.txt --format markdown

Crawlers that fall back to a group in one of the files are listed too, such as
Googlebot-Image, which obeys the group for Googlebot. `all other crawlers` have
no group of their own; a crawler that ignores `*` is listed only if a file names
it. `a ... b` stands for crawlers that have both in their names, in dialects
that look for names within names.
A pattern is the region that changes, except where longer rules decide.
Nothing is sampled: what is not listed does not change, unless the report says
that it could not be decided.

JSON is one object; docs/schema documents every field. With --format junit each
--deny is a test; with --format github all is annotated in NEW.

Exit status: 0, or 1 if a --deny is broken, or 2 if something could not be
decided.")]
pub(crate) struct DiffArgs {
    /// The file as it was; `-` reads standard input, git:REVISION:PATH asks Git, and a host or a
    /// URL fetches that site's file
    #[arg(value_name = "OLD", value_parser = Source::parser())]
    pub(crate) old: Source,

    /// The file as it will be
    #[arg(value_name = "NEW", value_parser = Source::parser())]
    pub(crate) new: Source,

    /// Fail if this happens: newly-disallowed, newly-allowed or any; the first two may be followed
    /// by =CRAWLER, for one crawler or a set such as @ai
    #[arg(long, value_name = "WHAT")]
    pub(crate) deny: Vec<Gate>,

    // The URLs of which it is also shown which change.
    #[command(flatten)]
    pub(crate) list: UrlsArg,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    #[arg(value_parser = one_of(FORMATS))]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) timeout: TimeoutArg,

    #[command(flatten)]
    pub(crate) dialect: OneDialectArg,
}

pub(crate) fn run(args: &DiffArgs) -> Done {
    require_one_stdin(&[args.old.clone(), args.new.clone()])?;
    let is_stdin = args.old.is_stdin() || args.new.is_stdin();
    args.list.require_other_stdin("robots.txt", is_stdin)?;
    let dialect = args.dialect.dialect;
    let read = |source: &Source| source.read(dialect, args.timeout);
    let (old, new) = (read(&args.old)?, read(&args.new)?);
    let (old, new) = (old.parse(dialect), new.parse(dialect));
    asked::note_unknown_in(args.deny.iter().filter_map(Gate::crawlers));
    let mut comparison =
        FileComparison::new(&old, &new, &args.deny).map_err(asked::no_crawler_named)?;
    let mut worst = Status::Yes;
    if args.list.urls.is_some() {
        comparison.expect_urls();
        let sites = [&args.old, &args.new].map(Source::url_site);
        let mut not_covered = 0;
        let mut urls = UrlList::new(&[], &args.list)?;
        let progress = Progress::new(&urls);
        while let Some(batch) = urls.next_batch()? {
            for url in batch.urls() {
                let test = |url| {
                    let asked = AskedUrl::new(url)?;
                    let mut sites = sites.iter().flatten().peekable();
                    if sites.peek().is_some() && !sites.any(|site| site.covers(&asked)) {
                        not_covered += 1;
                        return Ok(());
                    }
                    comparison.test(url)
                };
                if let Err(wrong) = url.ask(test) {
                    urls.tell(&progress, &wrong);
                    worst = Status::CouldNotTell;
                }
            }
            progress.advance(&urls);
        }
        worst = worst.max(urls.finish());
        if not_covered > 0 {
            let urls = phrases::count(not_covered, "URL is", "URLs are");
            failure::warn(format_args!("{urls} not covered by the files: of other sites"));
        }
    }
    let report = comparison.into_report();

    let mut out = render::out(args.format == Format::Text);
    match args.format {
        Format::Json => writeln!(out, "{}", format::json::line(&report))?,
        Format::Markdown => out.write_all(format::markdown::diff(&report).as_bytes())?,
        Format::Github => {
            out.write_all(format::github::diff(&report, &args.new.machine_name()).as_bytes())?;
        }
        Format::Junit => out.write_all(&format::junit::diff(&report))?,
        _ => changes::print(&mut out, &report)?,
    }
    out.flush()?;

    let has = |outcome| report.gates.iter().any(|gate| gate.outcome == outcome);
    let broken = report.gates.iter().filter(|gate| gate.outcome == GateOutcome::Broken);
    for gate in broken {
        Failure::new(printable(&gate.title)).print();
    }
    Ok(match worst {
        Status::Yes if has(GateOutcome::Broken) => Status::No,
        Status::Yes if has(GateOutcome::NotDecided) => Status::CouldNotTell,
        worst => worst,
    })
}
