//! `gatepost find`: a path that a line decides, or that a crawler may or may not fetch; or the
//! proof that none exists.

use std::ffi::OsString;
use std::io::{self, Write};

use clap::{ArgGroup, Args};
use gatepost::Dialect;
use gatepost_crawlers::CrawlerQuery;
use gatepost_report::format::{csv, json, markdown};
use gatepost_report::{
    FindOutcome, FindReport, InsteadRule, find_decided_by, find_verdict, url_text,
};

use crate::arguments::{DialectArg, Format, RobotsArg, TABLES, one_dialect, one_of};
use crate::asked::{self, crawler_arg};
use crate::commands::find_splits;
use crate::failure::Failure;
use crate::render::text::{self, Row, Table};
use crate::render::{self, Out};
use crate::{Done, Status};

/// Find a path that a line decides, or that a crawler may or may not fetch
///
/// The answer is about all possible paths: if none exists, that is proved.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("what").required(true))]
// Made by clap, it is one line of 120 columns.
#[command(override_usage = "\
gatepost find [OPTIONS] --decided-by <LINE>     <ROBOTS.TXT>
       gatepost find [OPTIONS] --allowed <CRAWLER>     <ROBOTS.TXT>
       gatepost find [OPTIONS] --disallowed <CRAWLER>  <ROBOTS.TXT>
       gatepost find [OPTIONS] --splits <A,B>          <ROBOTS.TXT>")]
#[command(after_help = "\
Examples:
  gatepost find robots.txt --decided-by 4
  gatepost find robots.txt --decided-by 4 --crawler Googlebot
  gatepost find robots.txt --allowed GPTBot
  gatepost find robots.txt --disallowed '*' --under /shop/
  gatepost find robots.txt --splits google,python

Quote patterns and `*`, so that the shell leaves them alone.
A crawler is a product token, a User-Agent header or a set, such as @ai or
@named; for a set, a path for any of its crawlers is found. Known crawlers
follow their documentation: Googlebot-Image falls back to Googlebot's group.
/robots.txt itself is never reported, unless a rule decides it.

JSON is one object. These fields are stable:
  outcome   text          found, none (which is proved), not-decided
  path      text, null    as it may appear in a URL
  allowed   boolean       if there is a path
  line      number, null  of the rule that decides it
  rule      text, null    that rule
  crawlers  list          for which it was found; \"*\" is any without its own group
  none      list          `title`, `crawlers`, `reason`, `instead`
  title     text          the answer in words, which may change
  notes     list          of words about the crawler's group
The lines in `instead` decide in place of the line that was asked about.
With --splits it is one object a class of crawlers: `crawlers`, `outcome` (split, none,
not-decided), and `regions`: `pattern`, `path`, `first`, `second`, `because`.

Exit status: 0 found, 1 proved that none exists, 2 not decided or an error.")]
pub(crate) struct FindArgs {
    #[command(flatten)]
    pub(crate) robots: RobotsArg,

    /// Find a path that the rule on this line decides
    #[arg(long, value_name = "LINE", group = "what", value_parser = line)]
    pub(crate) decided_by: Option<usize>,

    /// Find a path that this crawler may fetch
    #[arg(long, value_name = "CRAWLER", group = "what", value_parser = crawler_arg)]
    pub(crate) allowed: Option<CrawlerQuery>,

    /// Find a path that this crawler may not fetch
    #[arg(long, value_name = "CRAWLER", group = "what", value_parser = crawler_arg)]
    pub(crate) disallowed: Option<CrawlerQuery>,

    /// Find paths on which these two dialects differ, as in google,python
    #[arg(long, value_name = "A,B", group = "what", value_delimiter = ',', num_args = 1)]
    #[arg(value_parser = one_dialect(), conflicts_with_all = ["dialect", "under"])]
    pub(crate) splits: Vec<Dialect>,

    /// With --decided-by and --splits: only for this crawler. By default, for every crawler that
    /// the line's group is for, or that the file can tell apart
    #[arg(short, long, value_name = "CRAWLER", value_parser = crawler_arg)]
    #[arg(conflicts_with_all = ["allowed", "disallowed"])]
    pub(crate) crawler: Option<CrawlerQuery>,

    /// With --allowed and --disallowed: only paths that this pattern matches; an absolute URL stands
    /// for its path
    #[arg(short, long, value_name = "PATTERN", default_value = "/")]
    #[arg(conflicts_with = "decided_by")]
    pub(crate) under: OsString,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    #[arg(value_parser = one_of(TABLES))]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) dialect: DialectArg,
}

pub(crate) fn run(args: &FindArgs) -> Done {
    if !args.splits.is_empty() {
        return find_splits::run(args);
    }
    let read = args.robots.read(args.dialect.for_others())?;
    let file = read.parsed(args.dialect.dialect);
    let robots = file.for_others();
    asked::note_unknown_in([&args.crawler, &args.allowed, &args.disallowed].into_iter().flatten());
    let under = &*url_text(args.under.as_encoded_bytes());
    let report = match (args.decided_by, &args.allowed, &args.disallowed) {
        (Some(line), ..) => find_decided_by(robots, line, args.crawler.as_ref()),
        (_, Some(crawlers), _) => find_verdict(&file, crawlers, true, under),
        (.., Some(crawlers)) => find_verdict(&file, crawlers, false, under),
        _ => unreachable!("clap requires one of the four"),
    };
    let report = report.map_err(|error| match error.help() {
        Some(help) => Failure::new(&error).help(text::printable(help)),
        None => Failure::new(&error),
    })?;
    let mut out = render::out(args.format == Format::Text);
    match args.format {
        Format::Json => out.write_all(&json::lines([&report]))?,
        Format::Csv => out.write_all(&csv::table([&report]))?,
        Format::Markdown => out.write_all(markdown::find(&report).as_bytes())?,
        _ => print_text(&mut out, &report)?,
    }
    out.flush()?;
    if report.outcome == FindOutcome::NotDecided {
        Failure::new(&report.title).print();
    }
    Ok(match report.outcome {
        FindOutcome::Found => Status::Yes,
        FindOutcome::None => Status::No,
        _ => Status::CouldNotTell,
    })
}

fn print_text(out: &mut Out, report: &FindReport) -> io::Result<()> {
    if let (Some(path), Some(verdict)) = (&report.path, &report.verdict) {
        let mut table = Table::new(&[""; 0]);
        table.push(Row::verdict_on(
            path,
            verdict.allowed,
            verdict.line,
            verdict.rule.as_deref(),
            report.reason.as_deref().unwrap_or_default(),
            &report.notes,
        ));
        out.write_all(&table.lay_out(text::width()))?;
    }
    for none in &report.none {
        writeln!(out, "proved: {}", text::printable(&none.title))?;
        for InsteadRule { line, rule, .. } in &none.instead {
            let rule = rule.as_deref().unwrap_or_default();
            writeln!(out, "  line {line} decides instead: {}", text::printable(rule))?;
        }
        if none.instead.is_empty() && !none.reason.is_empty() {
            writeln!(out, "  {}", text::printable(&none.reason))?;
        }
    }
    Ok(())
}

fn line(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(line) if line > 0 => Ok(line),
        _ => Err("write a line number, from 1".to_owned()),
    }
}
