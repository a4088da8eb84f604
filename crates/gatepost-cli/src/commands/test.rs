//! `gatepost test`: verdicts, a URL at a time.

use std::io::{self, Write};
use std::path::Path;

use gatepost::{CrawlerGroup, RuleSet, UrlPath};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{Format, TestArgs};
use crate::failure::Failure;
use crate::input::{self, Url, Urls};
use crate::render::csv::CsvTable;
use crate::render::json::JsonLines;
use crate::render::snippet::Source;
use crate::render::text::{Row, Table};
use crate::render::{self, Out};
use crate::{Done, Status};

pub(crate) fn run(args: &TestArgs) -> Done {
    if input::is_stdin(&args.robots) && args.urls.as_deref().is_some_and(input::is_stdin) {
        return Err(Failure::new("standard input cannot be both robots.txt and the list of URLs")
            .help("give one of them as a file"));
    }
    if args.explain && args.format == Format::Csv {
        return Err(Failure::new("an explanation does not fit into a table")
            .help("use --format json, or leave --explain out"));
    }
    let dialect = args.dialect.dialect;
    // A bad argument is told before anything is printed.
    for url in &args.url {
        dialect.url_path(url).map_err(Failure::new)?;
    }
    let mut urls = Urls::new(&args.url, args.urls.as_deref())?;
    let octets = input::read_robots(&args.robots)?;
    let robots = input::parse(&octets, &args.robots, dialect);
    let crawlers: Vec<Crawler<'_>> = args
        .crawlers
        .iter()
        .map(|token| {
            let group = robots.group_for(token);
            Crawler { name: token.as_str(), rules: group.rule_set(), group }
        })
        .collect();

    let mut printer = Printer::new(args, &octets, &crawlers);
    let progress = Progress::new(&urls);
    let mut worst = Status::Yes;
    while let Some(url) = urls.next()? {
        match dialect.url_path(url.octets) {
            Err(error) => {
                worst = Status::CouldNotTell;
                progress.suspend(|| url.failure(error).print());
            }
            Ok(path) => {
                if !printer.print(&url, &path, &crawlers)? {
                    worst = worst.max(Status::No);
                }
            }
        }
        progress.advance(urls.octets_read);
    }
    printer.finish()?;
    Ok(worst)
}

/// A crawler that is asked about.
pub(crate) struct Crawler<'r> {
    pub(crate) name: &'r str,
    pub(crate) group: CrawlerGroup<'r>,
    pub(crate) rules: RuleSet,
}

/// Lays verdicts out as they come.
enum Printer<'a> {
    Table(Table),
    Snippets { source: Source<'a>, out: Out, is_first: bool },
    Json(JsonLines, bool),
    Csv(CsvTable),
}

impl<'a> Printer<'a> {
    fn new(args: &'a TestArgs, octets: &'a [u8], crawlers: &[Crawler<'_>]) -> Printer<'a> {
        let out = render::out(args.format);
        match args.format {
            Format::Json => Printer::Json(JsonLines::new(out), args.explain),
            Format::Csv => Printer::Csv(CsvTable::new(out)),
            Format::Text if args.explain => {
                let source = Source::new(octets, Path::new(&args.robots));
                Printer::Snippets { source, out, is_first: true }
            }
            Format::Text if crawlers.len() == 1 => Printer::Table(Table::new::<&str>(out, &[])),
            Format::Text => {
                let names: Vec<_> = crawlers.iter().map(|crawler| crawler.name).collect();
                Printer::Table(Table::new(out, &names))
            }
        }
    }

    /// Prints the verdicts on one URL, and returns whether all are that it is allowed.
    fn print(
        &mut self,
        url: &Url<'_>,
        path: &UrlPath<'_>,
        crawlers: &[Crawler<'_>],
    ) -> io::Result<bool> {
        let url = String::from_utf8_lossy(url.octets);
        let verdicts = crawlers.iter().map(|crawler| (crawler, crawler.rules.verdict(path)));
        match self {
            Printer::Table(table) => table.push(match crawlers {
                [only] => Row::explanation(&url, &only.group.explain(path)),
                _ => Row::verdicts(&url, verdicts.clone().map(|(_, verdict)| verdict)),
            })?,
            Printer::Snippets { source, out, is_first } => {
                for crawler in crawlers {
                    let blank_line = if std::mem::take(is_first) { "" } else { "\n" };
                    let snippet = source.explain(&url, &crawler.group.explain(path));
                    writeln!(out, "{blank_line}{snippet}")?;
                }
            }
            Printer::Json(lines, explain) => {
                for (crawler, verdict) in verdicts.clone() {
                    let explanation = explain.then(|| crawler.group.explain(path));
                    lines.verdict(&url, crawler.name, &verdict, explanation.as_ref())?;
                }
            }
            Printer::Csv(table) => {
                for (crawler, verdict) in verdicts.clone() {
                    table.verdict(&url, crawler.name, &verdict)?;
                }
            }
        }
        Ok(verdicts.map(|(_, verdict)| verdict).all(|verdict| verdict.is_allowed()))
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Printer::Table(table) => table.finish().map(drop),
            Printer::Snippets { mut out, .. } => out.flush(),
            Printer::Json(lines, _) => lines.finish(),
            Printer::Csv(table) => table.finish(),
        }
    }
}

/// How far the list of URLs is read, where somebody watches.
struct Progress(Option<ProgressBar>);

impl Progress {
    fn new(urls: &Urls<'_>) -> Progress {
        if !urls.wants_progress() {
            return Progress(None);
        }
        let bar = match urls.size() {
            Some(size) => ProgressBar::new(size).with_style(
                ProgressStyle::with_template("{bar:30} {bytes}/{total_bytes} {eta}")
                    .expect("the template is well-formed"),
            ),
            None => ProgressBar::new_spinner(),
        };
        Progress(Some(bar))
    }

    fn advance(&self, octets_read: u64) {
        if let Some(bar) = &self.0 {
            bar.set_position(octets_read);
        }
    }

    fn suspend(&self, print: impl FnOnce()) {
        match &self.0 {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
