//! `gatepost crawlers`: what is known about crawlers.

use std::io::{self, Write};

use anstyle::Style;
use clap::Args;
use gatepost_crawlers::{Crawler, CrawlerSet, Purpose, by_header, by_token, crawlers};
use gatepost_report::CrawlerReport;
use gatepost_report::format::csv;

use crate::arguments::{Format, TEXT_JSON_CSV, one_of};
use crate::failure::Failure;
use crate::render::json::JsonLines;
use crate::render::text::{self, Cell, Row, Table};
use crate::render::{self, Out};
use crate::{Done, Status};

/// Show what is known about a crawler: its operator, its purpose, how it treats robots.txt
///
/// A crawler is found by its product token, by a whole User-Agent header, or by a set such as @ai;
/// without any of these, all crawlers are listed. A header proves nothing: anybody can send it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost crawlers GPTBot
  gatepost crawlers 'facebookexternalhit/1.1 Facebot Twitterbot/1.0'
  gatepost crawlers --purpose ai-training
  gatepost crawlers @ai --format json | jq -r .crawler

Sets: @search, @ai, @ai-training, @ai-search, @user-fetch, @seo, @all. Retired
crawlers are in none of them.

JSON is one object a crawler; docs/schema/README.md documents its fields. The
main ones:
  crawler   text   its product token
  operator  text   or null
  purposes  list   the main one first
  robots    text   obeys, ignores-star, may-ignore-file, ignores-file,
                   control-token, unknown
  headers   list   verbatim
  source    text   where this is from, and `read`, the day it was read

Exit status: 0, or 1 if none is known, or 2 on an error.")]
pub(crate) struct CrawlersArgs {
    /// A product token, a whole User-Agent header, or a set
    #[arg(value_name = "NAME|HEADER")]
    name: Option<String>,

    /// Only crawlers with this purpose: search, ai-training, ai-search, user-fetch, ads, preview, seo,
    /// archive, security, other
    #[arg(short, long, value_name = "PURPOSE", value_parser = purpose)]
    purpose: Option<Purpose>,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    #[arg(value_parser = one_of(TEXT_JSON_CSV))]
    format: Format,
}

fn purpose(text: &str) -> Result<Purpose, String> {
    Purpose::by_name(text).ok_or_else(|| {
        let names: Vec<_> = Purpose::ALL.iter().map(|purpose| purpose.name()).collect();
        format!("known purposes are {}", names.join(", "))
    })
}

pub(crate) fn run(args: &CrawlersArgs) -> Done {
    let mut found = match args.name.as_deref() {
        None => crawlers().collect(),
        Some(name) => look_up(name)?,
    };
    if let Some(purpose) = args.purpose {
        found.retain(|crawler| crawler.purposes().contains(&purpose));
    }
    if found.is_empty() {
        nothing_found(args).print();
        return Ok(Status::No);
    }
    let mut out = render::out(args.format == Format::Text);
    let reports: Vec<_> = found.into_iter().map(CrawlerReport::new).collect();
    match (args.format, reports.as_slice()) {
        (Format::Json, all) => {
            let mut lines = JsonLines::default();
            all.iter().for_each(|crawler| lines.push(crawler));
            out.write_all(&lines.into_bytes())?;
        }
        (Format::Csv, all) => out.write_all(&csv::table(all))?,
        (_, [one]) => {
            print_one(&mut out, one)?;
            if args.name.as_ref().is_some_and(|name| by_token(name).is_none()) {
                writeln!(
                    out,
                    "Anybody can send this header; only the IP address shows who sent it."
                )?;
            }
        }
        (_, many) => print_table(&mut out, many)?,
    }
    out.flush()?;
    Ok(Status::Yes)
}

fn look_up(name: &str) -> Result<Vec<&'static Crawler>, Failure> {
    let Some(set) = name.strip_prefix('@') else {
        return Ok(by_token(name).or_else(|| by_header(name)).into_iter().collect());
    };
    match CrawlerSet::by_name(set) {
        Some(set) => Ok(set.crawlers().collect()),
        None if set == "named" => Err(Failure::new("@named needs a robots.txt file")
            .help("use gatepost access robots.txt --crawlers @named")),
        None => Err(Failure::new(format_args!("unknown set {}", text::printable(name)))
            .help("`gatepost crawlers --help` lists them")),
    }
}

/// Says that no crawler was found, and which have similar names.
fn nothing_found(args: &CrawlersArgs) -> Failure {
    let what = text::printable(args.name.as_deref().unwrap_or("the directory"));
    if let Some(purpose) = args.purpose {
        let message = format!("no crawler of {what} fetches for the purpose {}", purpose.name());
        return Failure::new(message);
    }
    let failure = Failure::new(format_args!("no crawler is known as {what}"));
    let part = what.to_ascii_lowercase();
    let is_like = |crawler: &&Crawler| {
        let token = crawler.token().to_ascii_lowercase();
        part.len() > 2 && token.contains(&part)
    };
    let like: Vec<_> = crawlers().filter(is_like).map(Crawler::token).take(5).collect();
    match like.as_slice() {
        [] => failure.help("a robots.txt file can name any crawler, known or unknown"),
        like => failure.help(format_args!("similar names: {}", like.join(", "))),
    }
}

const BOLD: Style = Style::new().bold();

fn print_table(out: &mut Out, crawlers: &[CrawlerReport]) -> io::Result<()> {
    let mut table = Table::new(&[] as &[&str]);
    for crawler in crawlers {
        table.push(Row::of(vec![
            Cell::plain(crawler.crawler),
            Cell::plain(crawler.operator.unwrap_or("?")),
            Cell::plain(crawler.purpose_text.as_str()),
            Cell::plain(crawler.robots_text.as_str()),
        ]));
    }
    out.write_all(&table.lay_out(text::width()))
}

fn print_one(out: &mut Out, crawler: &CrawlerReport) -> io::Result<()> {
    writeln!(out, "{BOLD}{}{BOLD:#}", crawler.crawler)?;
    for fact in &crawler.facts {
        writeln!(out, "  {:14}{}", fact.label, fact.text)?;
    }
    Ok(())
}
