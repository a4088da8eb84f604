//! `gatepost crawlers`: what is known of the crawlers there are.

use std::io::{self, Write};

use anstyle::Style;
use clap::Args;
use gatepost_crawlers::{Crawler, CrawlerSet, Purpose, by_header, by_token, crawlers};
use serde::Serialize;

use crate::arguments::{Format, TEXT_JSON_CSV, one_of};
use crate::failure::Failure;
use crate::render::json::JsonLines;
use crate::render::text::{self, Cell, Row, Table};
use crate::render::{self, Out};
use crate::{Done, Status};
use gatepost_report::format::csv::Table as CsvTable;

/// Tell what is known of a crawler: its operator, its purpose, what it makes of robots.txt
///
/// A crawler is found by its product token, by a whole User-Agent header, or by a set such as @ai;
/// without any, all are listed. A header proves nothing: anybody can send it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost crawlers GPTBot
  gatepost crawlers 'facebookexternalhit/1.1 Facebot Twitterbot/1.0'
  gatepost crawlers --purpose ai-training
  gatepost crawlers @ai --format json | jq -r .crawler

Sets: @search, @ai, @ai-training, @ai-search, @user-fetch, @seo, @all. Retired
crawlers are in none of them.

JSON is one object a line. These fields are stable:
  crawler          text           its product token
  operator         text, null
  aliases          list           other names in robots.txt
  falls_back_to    list           whose group it takes where none names it
  purposes         list           the main one first
  ai               boolean
  robots           text           obeys, ignores-star, may-ignore-file,
                                  ignores-file, control-token, unknown
  crawl_delay      boolean, null  whether it keeps a Crawl-delay
  retired          boolean
  renamed_to       list
  renamed_from     list
  headers          list           verbatim
  header_patterns  list           documented in part: `...` was left out
  headers_source   text, null     where they are from, if not from `source`
  page             text, null
  ip_ranges        list           addresses of lists of addresses
  note             text, null     in words, which may change
  known_by         text           operator, survey, community
  source           text
  read             text           the day on which the source was read

Exit status: 0, or 1 where there is none, or 2 for bad arguments.")]
pub(crate) struct CrawlersArgs {
    /// A product token, a whole User-Agent header, or a set
    #[arg(value_name = "NAME|HEADER")]
    name: Option<String>,

    /// Only those that fetch for this: search, ai-training, ai-search, user-fetch, ads, preview, seo,
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
        format!("there are {}", names.join(", "))
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
    match (args.format, found.as_slice()) {
        (Format::Json, all) => {
            let mut lines = JsonLines::default();
            all.iter().for_each(|crawler| lines.push(&Report::new(crawler)));
            out.write_all(&lines.into_bytes())?;
        }
        (Format::Csv, all) => out.write_all(&csv(all))?,
        (_, [one]) => {
            print_one(&mut out, one)?;
            if args.name.as_ref().is_some_and(|name| by_token(name).is_none()) {
                writeln!(out, "Anybody can send this header: only addresses tell who it was.")?;
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
        None => Err(Failure::new(format_args!("there is no set {}", text::printable(name)))
            .help("`gatepost crawlers --help` lists them")),
    }
}

/// That there is none, and which there are that are like it.
fn nothing_found(args: &CrawlersArgs) -> Failure {
    let what = text::printable(args.name.as_deref().unwrap_or("the directory"));
    if let Some(purpose) = args.purpose {
        let message = format!("nothing of {what} fetches for the purpose {}", purpose.name());
        return Failure::new(message);
    }
    let failure = Failure::new(format_args!("no crawler of the directory is known as {what}"));
    let part = what.to_ascii_lowercase();
    let is_like = |crawler: &&Crawler| {
        let token = crawler.token().to_ascii_lowercase();
        part.len() > 2 && token.contains(&part)
    };
    let like: Vec<_> = crawlers().filter(is_like).map(Crawler::token).take(5).collect();
    match like.as_slice() {
        [] => failure.help("a robots.txt file can name any crawler, known or not"),
        like => failure.help(format_args!("there are {}", like.join(", "))),
    }
}

const BOLD: Style = Style::new().bold();

fn print_table(out: &mut Out, crawlers: &[&Crawler]) -> io::Result<()> {
    let mut table = Table::new(&[] as &[&str]);
    for crawler in crawlers {
        let retired = if crawler.is_retired() { "; retired" } else { "" };
        table.push(Row::of(vec![
            Cell::plain(crawler.token()),
            Cell::plain(crawler.operator().unwrap_or("?")),
            Cell::plain(purposes(crawler)),
            Cell::plain(format!("{}{retired}", crawler.robots())),
        ]));
    }
    out.write_all(&table.lay_out(text::width()))
}

fn print_one(out: &mut Out, crawler: &Crawler) -> io::Result<()> {
    writeln!(out, "{BOLD}{}{BOLD:#}", crawler.token())?;
    let mut line = |name: &str, value: &str| match value {
        "" => Ok(()),
        value => writeln!(out, "  {name:14}{value}"),
    };
    line("operator", crawler.operator().unwrap_or("not known"))?;
    line("purpose", &purposes(crawler))?;
    line("robots.txt", &crawler.robots().to_string())?;
    let mut names = vec![crawler.token()];
    names.extend(crawler.aliases().iter().chain(crawler.falls_back_to()));
    if !crawler.ignores_star() {
        names.push("*");
    }
    if !crawler.ignores_file() {
        line("group", &names.join(", else "))?;
    }
    line(
        "Crawl-delay",
        match crawler.honours_crawl_delay() {
            Some(true) => "kept",
            Some(false) => "not kept",
            None => "not known",
        },
    )?;
    line("retired", if crawler.is_retired() { "yes" } else { "" })?;
    line("now", &crawler.renamed_to().join(", "))?;
    line("formerly", &crawler.renamed_from().join(", "))?;
    for header in crawler.headers() {
        line("header", header)?;
    }
    for pattern in crawler.header_patterns() {
        line("header part", pattern)?;
    }
    line("headers from", crawler.headers_source().unwrap_or_default())?;
    for address in crawler.ip_ranges() {
        line("addresses", address)?;
    }
    line("page", crawler.page().unwrap_or_default())?;
    line("note", crawler.note().unwrap_or_default())?;
    line("known by", &format!("{}, read {}", crawler.known_by(), crawler.read()))?;
    line("source", crawler.source())
}

fn purposes(crawler: &Crawler) -> String {
    let all: Vec<_> = crawler.purposes().iter().map(Purpose::to_string).collect();
    all.join(", ")
}

fn csv(crawlers: &[&Crawler]) -> Vec<u8> {
    let mut table = CsvTable::with_header(&[
        "crawler",
        "operator",
        "purposes",
        "ai",
        "robots",
        "falls_back_to",
        "retired",
        "page",
        "known_by",
        "source",
        "read",
    ]);
    for crawler in crawlers {
        let names: Vec<_> = crawler.purposes().iter().map(|purpose| purpose.name()).collect();
        table.row(&[
            crawler.token(),
            crawler.operator().unwrap_or_default(),
            &names.join(" "),
            if crawler.is_ai() { "true" } else { "false" },
            crawler.robots().name(),
            &crawler.falls_back_to().join(" "),
            if crawler.is_retired() { "true" } else { "false" },
            crawler.page().unwrap_or_default(),
            crawler.known_by().name(),
            crawler.source(),
            crawler.read(),
        ]);
    }
    table.into_bytes()
}

#[derive(Serialize)]
struct Report {
    crawler: &'static str,
    operator: Option<&'static str>,
    aliases: &'static [&'static str],
    falls_back_to: &'static [&'static str],
    purposes: Vec<&'static str>,
    ai: bool,
    robots: &'static str,
    crawl_delay: Option<bool>,
    retired: bool,
    renamed_to: &'static [&'static str],
    renamed_from: &'static [&'static str],
    headers: &'static [&'static str],
    header_patterns: &'static [&'static str],
    headers_source: Option<&'static str>,
    page: Option<&'static str>,
    ip_ranges: &'static [&'static str],
    note: Option<&'static str>,
    known_by: &'static str,
    source: &'static str,
    read: &'static str,
}

impl Report {
    fn new(crawler: &Crawler) -> Report {
        Report {
            crawler: crawler.token(),
            operator: crawler.operator(),
            aliases: crawler.aliases(),
            falls_back_to: crawler.falls_back_to(),
            purposes: crawler.purposes().iter().map(|purpose| purpose.name()).collect(),
            ai: crawler.is_ai(),
            robots: crawler.robots().name(),
            crawl_delay: crawler.honours_crawl_delay(),
            retired: crawler.is_retired(),
            renamed_to: crawler.renamed_to(),
            renamed_from: crawler.renamed_from(),
            headers: crawler.headers(),
            header_patterns: crawler.header_patterns(),
            headers_source: crawler.headers_source(),
            page: crawler.page(),
            ip_ranges: crawler.ip_ranges(),
            note: crawler.note(),
            known_by: crawler.known_by().name(),
            source: crawler.source(),
            read: crawler.read(),
        }
    }
}
