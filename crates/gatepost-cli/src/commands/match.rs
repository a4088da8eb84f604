//! `gatepost match`: patterns without a file around them.

use std::ffi::OsString;
use std::io::Write;

use clap::Args;
use gatepost_report::format::csv::{self, Csv};
use gatepost_report::format::{json, markdown};
use gatepost_report::{PatternMatch, PatternMatcher, url_text};

use crate::arguments::{Format, OneDialectArg, one_of};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::render;
use crate::render::text::{self, Cell, Row, Table};
use crate::url_list::{UrlList, UrlsArg};
use crate::{Done, Status};

/// Show which paths a pattern matches, and what each * matches
///
/// With several patterns, also on how many paths each two of them differ.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost match '/*.pdf$' /a/b/c/d.pdf '/a/b/c/d.pdf?x=1'
  gatepost match --pattern /fish --pattern '/fish*' --urls urls.txt

Quote patterns: the shell has its own use for * and $.

JSON has one object a line: `url`, `pattern`, `matches`, `length`, `stars`,
`reason`; with several patterns, last `patterns`, `paths`, `differ`, `title`.
docs/schema documents every field.

Exit status: 0 all match, 1 some do not, 2 could not tell.
With several patterns: 0 they never differ, 1 they do.")]
pub(crate) struct MatchArgs {
    /// The pattern, if there is no --pattern, and then URLs, or paths that start with /
    #[arg(value_name = "PATTERN] [URL")]
    pub(crate) operands: Vec<OsString>,

    /// A pattern; can be repeated
    #[arg(short, long = "pattern", value_name = "PATTERN")]
    pub(crate) patterns: Vec<OsString>,

    #[command(flatten)]
    pub(crate) list: UrlsArg,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    #[arg(value_parser = one_of(&[Format::Text, Format::Json, Format::Csv, Format::Markdown]))]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) dialect: OneDialectArg,
}

pub(crate) fn run(args: &MatchArgs) -> Done {
    let dialect = args.dialect.dialect;
    let (patterns, arguments) = match (args.patterns.as_slice(), args.operands.as_slice()) {
        ([], [pattern, urls @ ..]) => (std::slice::from_ref(pattern), urls),
        ([], []) => {
            return Err(Failure::new("no pattern to match")
                .help("give one, quoted: gatepost match '/*.pdf$' /a/b.pdf"));
        }
        (patterns, urls) => (patterns, urls),
    };
    let patterns: &[String] = &patterns
        .iter()
        .map(|pattern| url_text(pattern.as_encoded_bytes()).into_owned())
        .collect::<Vec<_>>();
    let mut matcher = PatternMatcher::new(patterns.iter().map(String::as_str), dialect);
    let mut urls = UrlList::new(arguments, &args.list)?;
    let mut out = render::out(args.format == Format::Text);
    let progress = Progress::new(&urls);
    let (mut all_match, mut worst) = (true, Status::Yes);
    // A comment on a pull request is one table, and short.
    let mut for_markdown = Vec::new();
    while let Some(batch) = urls.next_batch()? {
        let mut reports = Vec::new();
        for url in batch.urls() {
            match url.ask(|url| matcher.test(url)) {
                Ok(of_url) => reports.extend(of_url),
                Err(wrong) => {
                    worst = Status::CouldNotTell;
                    urls.tell(&progress, &wrong);
                }
            }
        }
        all_match &= reports.iter().all(|report| report.matches);
        match args.format {
            Format::Json => out.write_all(&json::lines(&reports))?,
            Format::Csv => {
                let header = if batch.is_first { PatternMatch::HEADER } else { &[] };
                out.write_all(&csv::rows(header, &reports))?;
            }
            Format::Markdown => for_markdown.extend(reports),
            _ => out.write_all(&table(patterns, &reports, batch.is_first))?,
        }
        progress.advance(&urls);
    }
    worst = worst.max(urls.finish());
    let comparisons = matcher.comparisons();
    match args.format {
        Format::Json => out.write_all(&json::lines(&comparisons))?,
        // A table has one kind of row.
        Format::Csv => {}
        Format::Markdown => {
            out.write_all(markdown::pattern_matches(&for_markdown, &comparisons).as_bytes())?;
        }
        _ => {
            for (at, comparison) in comparisons.iter().enumerate() {
                let gap = if at == 0 { "\n" } else { "" };
                writeln!(out, "{gap}{}", text::printable(&comparison.title))?;
            }
        }
    }
    out.flush()?;
    let yes = match patterns {
        [_] => all_match,
        _ => comparisons.iter().all(|comparison| comparison.differ == 0),
    };
    Ok(worst.max(if yes { Status::Yes } else { Status::No }))
}

/// Makes a table with a row for each URL: a column for each of several patterns, or the reason for
/// a single one.
fn table(patterns: &[String], reports: &[PatternMatch], is_first: bool) -> Vec<u8> {
    let columns = if is_first && patterns.len() > 1 { patterns } else { &[] };
    let mut table = Table::new(columns);
    for of_url in reports.chunks(patterns.len()) {
        let mut cells = vec![Cell::plain(text::printable(&of_url[0].url))];
        cells.extend(
            of_url.iter().map(|report| Cell::yes_or_no(report.matches, "matches", "no match")),
        );
        let reason = match of_url {
            [only] => text::printable(&only.reason).into_owned(),
            _ => String::new(),
        };
        table.push(Row { reason, ..Row::of(cells) });
    }
    table.lay_out(text::width())
}
