//! `gatepost crawlers`: what is known about crawlers.

use std::io::{self, Write};

use anstyle::Style;
use clap::Args;
use gatepost_crawlers::Purpose;
use gatepost_report::format::{csv, json, markdown};
use gatepost_report::{CrawlerReport, crawlers};

use crate::arguments::{Format, TABLES, one_of};
use crate::failure::Failure;
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

    /// Only crawlers with this purpose: search, ai-training, ai-search, user-fetch, ads, preview,
    /// seo, archive, security, other
    #[arg(short, long, value_name = "PURPOSE", value_parser = purpose)]
    purpose: Option<Purpose>,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    #[arg(value_parser = one_of(TABLES))]
    format: Format,
}

fn purpose(text: &str) -> Result<Purpose, String> {
    Purpose::by_name(text).ok_or_else(|| {
        let names: Vec<_> = Purpose::ALL.iter().map(|purpose| purpose.name()).collect();
        format!("known purposes are {}", names.join(", "))
    })
}

const BOLD: Style = Style::new().bold();

pub(crate) fn run(args: &CrawlersArgs) -> Done {
    let report = match crawlers(args.name.as_deref(), args.purpose) {
        Ok(report) => report,
        Err(none) => {
            let failure = Failure::new(text::printable(&none.to_string()));
            let failure = match none.help() {
                Some(help) => failure.help(help),
                None => failure,
            };
            if !none.is_answer() {
                return Err(failure);
            }
            failure.print();
            return Ok(Status::No);
        }
    };
    let mut out = render::out(args.format == Format::Text);
    match args.format {
        Format::Json => out.write_all(&json::lines(&report.crawlers))?,
        Format::Csv => out.write_all(&csv::table(&report.crawlers))?,
        Format::Markdown => out.write_all(markdown::crawlers(&report).as_bytes())?,
        _ => {
            match report.crawlers.as_slice() {
                [one] => print_one(&mut out, one)?,
                many => print_table(&mut out, many)?,
            }
            for note in &report.notes {
                writeln!(out, "{note}")?;
            }
        }
    }
    out.flush()?;
    Ok(Status::Yes)
}

fn print_table(out: &mut Out, crawlers: &[CrawlerReport]) -> io::Result<()> {
    let mut table = Table::default();
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
