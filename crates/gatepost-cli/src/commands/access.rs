//! `gatepost access`: the part of a site that each crawler may reach.
//!
//! The answer and its words come from `gatepost_report::access`.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use clap::Args;
use gatepost_crawlers::CrawlerSet;
use gatepost_report::format::{csv, json, markdown};
use gatepost_report::{AccessReport, CrawlerAccess, Reach, access_after_fetch, phrases};

use crate::arguments::{DialectArg, Format, RobotsArg, TABLES, one_of};
use crate::asked::{self, CrawlerArg, crawler_arg};
use crate::render::text;
use crate::render::{self, Out};
use crate::{Done, Status};

/// Show what each crawler may reach: everything, nothing or part of the site
///
/// What the file says is proved for all URLs, except for /robots.txt itself, which is always
/// allowed. Whether a crawler obeys is in the directory; `gatepost crawlers NAME` shows the source.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost access robots.txt --crawlers @ai
  gatepost access robots.txt --crawlers @search --crawlers '*'
  gatepost access robots.txt --crawlers @ai-training --format markdown

JSON is one object a crawler; docs/schema/README.md documents its fields. The
main ones:
  crawler  text        its product token
  reaches  text        everything, nothing, part, not-decided
  rules    list        `line` and `rule` of the rules that decide any URL
  robots   text, null  obeys, ignores-star, may-ignore-file, ignores-file,
                       control-token, unknown; null: not in the directory
A control token fetches nothing: `nothing` means that the file refuses what the
token stands for.

Exit status: 0, or 2 if something is not decided or on an error.")]
pub(crate) struct AccessArgs {
    #[command(flatten)]
    robots: RobotsArg,

    /// A product token, a User-Agent header, or a set: @search, @ai, @ai-training, @ai-search,
    /// @user-fetch, @seo, @all, @named (by the file); can be repeated. Without it, @named and @all
    #[arg(short, long = "crawlers", alias = "crawler", value_name = "CRAWLER")]
    #[arg(value_parser = crawler_arg)]
    crawlers: Vec<CrawlerArg>,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    #[arg(value_parser = one_of(TABLES))]
    format: Format,

    #[command(flatten)]
    dialect: DialectArg,
}

pub(crate) fn run(args: &AccessArgs) -> Done {
    let read = args.robots.read_for_crawlers(args.dialect.for_others())?;
    let file = read.file.parsed(args.dialect.dialect);
    let robots = file.for_others();
    let crawlers = match args.crawlers.as_slice() {
        [] => {
            // A file that names no crawler still applies to those of the directory.
            let named = asked::resolve_quietly(&[CrawlerArg::Named], &[robots]).unwrap_or_default();
            let named = named.into_iter().map(CrawlerArg::One);
            let all: Vec<_> = named.chain([CrawlerArg::Set(CrawlerSet::All)]).collect();
            asked::resolve_quietly(&all, &[robots])?
        }
        asked => asked::resolve(asked, &[robots])?,
    };
    let report = access_after_fetch(&file, &crawlers, |crawler| read.access_of(crawler));
    let mut out = render::out(args.format == Format::Text);
    match args.format {
        Format::Json => out.write_all(&json::lines(&report.crawlers))?,
        Format::Csv => out.write_all(&csv::table(&report.crawlers))?,
        Format::Markdown => out.write_all(markdown::access(&report).as_bytes())?,
        _ => print_text(&mut out, &report)?,
    }
    out.flush()?;
    let is_open = report.crawlers.iter().any(|crawler| crawler.reaches == Reach::NotDecided);
    Ok(if is_open || read.is_unreachable() { Status::CouldNotTell } else { Status::Yes })
}

const BOLD: Style = Style::new().bold();

/// The sections of the text output.
const SECTIONS: &[(&str, Style, Reach)] = &[
    ("Fully blocked", AnsiColor::Red.on_default(), Reach::Nothing),
    ("Partly blocked", AnsiColor::Yellow.on_default(), Reach::Part),
    ("Not blocked", AnsiColor::Green.on_default(), Reach::Everything),
    ("Not decided", AnsiColor::Yellow.on_default(), Reach::NotDecided),
];

fn print_text(out: &mut Out, report: &AccessReport) -> io::Result<()> {
    writeln!(out, "{}\n{}", report.title, report.obedience)?;
    for (what, style, reach) in SECTIONS {
        let mut of_reach: Vec<Vec<&CrawlerAccess>> = Vec::new();
        for crawler in report.crawlers.iter().filter(|crawler| crawler.reaches == *reach) {
            match of_reach.iter_mut().find(|class| class[0].class == crawler.class) {
                Some(class) => class.push(crawler),
                None => of_reach.push(vec![crawler]),
            }
        }
        for class in of_reach {
            writeln!(out, "\n{BOLD}{style}{what}{style:#}{BOLD:#}")?;
            print_class(out, class)?;
        }
    }
    Ok(())
}

/// Prints crawlers that obey the same rules.
fn print_class(out: &mut Out, mut class: Vec<&CrawlerAccess>) -> io::Result<()> {
    if let Some(why) = &class[0].not_decided {
        writeln!(out, "  {}", text::printable(why))?;
    }
    let (shown, more) = class[0].shown_rules();
    for rule in shown {
        writeln!(out, "{:6}  {}", rule.line, text::printable(&rule.rule))?;
    }
    if more > 0 {
        writeln!(out, "        and {more} more rules")?;
    }
    // Crawlers that came to the rules in one way, and treat them alike, stand together.
    let mut together: Vec<(&str, Vec<&str>)> = Vec::new();
    class.sort_by_key(|crawler| crawler.uncertainty());
    for crawler in class {
        let name = phrases::crawler(&crawler.crawler);
        match together.iter_mut().find(|(known, _)| *known == crawler.how) {
            Some((_, names)) => names.push(name),
            None => together.push((&crawler.how, vec![name])),
        }
    }
    for (how, names) in together {
        writeln!(out, "  {how}")?;
        for line in text::wrapped(&names, text::width().saturating_sub(4)) {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}
