//! `gatepost test`: verdicts on URLs.

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use clap::Args;
use gatepost::{CrawlerGroup, ProductToken, RuleSet, UrlPath, Verdict};

use crate::arguments::{DialectArg, Format, crawler};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::render::csv::CsvTable;
use crate::render::json::JsonLines;
use crate::render::snippet::Source;
use crate::render::text::{Row, Table};
use crate::url_list::{UrlBatch, UrlList};
use crate::{Done, Status, input, render};

/// Tell which URLs a crawler may fetch, with the line that decides
///
/// For each URL: the verdict, the deciding line and its rule, and the reason. With several crawlers,
/// one column each.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost test robots.txt /shop?sort=price /files/report.pdf
  gatepost test robots.txt -c Googlebot -c GPTBot https://example.com/a.pdf
  gatepost test robots.txt --explain /shop?page=2
  gatepost test robots.txt --urls urls.txt --format csv > verdicts.csv
  curl -s https://example.com/robots.txt | gatepost test - -c GPTBot /

JSON is one object a line. These fields are stable:
  url         text          as given
  crawler     text          as given; \"*\" is one that no group names
  allowed     boolean
  decided_by  text          rule, no-rule-matches, no-group, robots-txt-itself
  line        number, null  of the rule that decides
  rule        text, null    that rule
  reason      text          in words, which may change
With --explain there is also `explanation`.

Exit status: 0 all allowed, 1 some disallowed, 2 could not tell.")]
pub(crate) struct TestArgs {
    /// The robots.txt file; `-` reads it from standard input
    #[arg(value_name = "ROBOTS.TXT")]
    pub(crate) robots: PathBuf,

    /// URLs, or paths that start with /
    #[arg(value_name = "URL")]
    pub(crate) url: Vec<String>,

    /// A crawler, by its product token; can be repeated. `*` is one that no group names
    #[arg(short, long = "crawler", value_name = "NAME", default_value = "*", value_parser = crawler)]
    pub(crate) crawlers: Vec<ProductToken>,

    /// A file with one URL a line; `-` reads standard input
    #[arg(short, long, value_name = "FILE")]
    pub(crate) urls: Option<PathBuf>,

    /// How many threads to work on a long list with; 0 is one a processor
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    pub(crate) jobs: usize,

    /// Show the whole decision under the lines of the file
    #[arg(short, long)]
    pub(crate) explain: bool,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) dialect: DialectArg,
}

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
    let mut urls = UrlList::new(&args.url, args.urls.as_deref())?;
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
    let layout = Layout::new(args, &octets, &crawlers);

    let mut out = render::out(args.format == Format::Text);
    let progress = Progress::new(&urls);
    let mut worst = Status::Yes;
    loop {
        let mut batches = Vec::new();
        while batches.len() < jobs(args) {
            let Some(batch) = urls.next_batch()? else { break };
            batches.push(batch);
        }
        if batches.is_empty() {
            break;
        }
        for page in at_once(&batches, |batch| Page::new(batch, &crawlers, &layout)) {
            progress.suspend(|| page.failures.iter().for_each(Failure::print));
            out.write_all(&page.octets)?;
            worst = worst.max(page.worst);
        }
        progress.advance(&urls);
    }
    out.flush()?;
    Ok(worst)
}

fn jobs(args: &TestArgs) -> usize {
    match args.jobs {
        0 => thread::available_parallelism().map_or(1, NonZero::get),
        jobs => jobs,
    }
}

/// Works on all at once, and returns what came of each in their order.
fn at_once<I: Sync, O: Send>(all: &[I], work: impl Fn(&I) -> O + Sync) -> Vec<O> {
    if let [only] = all {
        return vec![work(only)];
    }
    let work = &work;
    thread::scope(|scope| {
        let threads: Vec<_> = all.iter().map(|one| scope.spawn(move || work(one))).collect();
        threads.into_iter().map(|thread| thread.join().expect("work does not panic")).collect()
    })
}

/// A crawler that is asked about.
struct Crawler<'r> {
    name: &'r str,
    group: CrawlerGroup<'r>,
    rules: RuleSet,
}

/// What is printed about one batch.
struct Page {
    octets: Vec<u8>,
    worst: Status,
    failures: Vec<Failure>,
}

impl Page {
    fn new(batch: &UrlBatch<'_>, crawlers: &[Crawler<'_>], layout: &Layout<'_>) -> Page {
        let mut page = Page { octets: Vec::new(), worst: Status::Yes, failures: Vec::new() };
        let mut writer = Writer::new(layout, batch.is_first);
        let mut verdicts = Vec::with_capacity(crawlers.len());
        for url in batch.urls() {
            // All crawlers read one file, and so one dialect.
            let path = match crawlers[0].rules.dialect().url_path(url.octets) {
                Ok(path) => path,
                Err(error) => {
                    page.failures.push(url.failure(error));
                    page.worst = Status::CouldNotTell;
                    continue;
                }
            };
            verdicts.clear();
            verdicts.extend(crawlers.iter().map(|crawler| crawler.rules.verdict(&path)));
            if !verdicts.iter().all(Verdict::is_allowed) {
                page.worst = page.worst.max(Status::No);
            }
            writer.write(&String::from_utf8_lossy(url.octets), &path, crawlers, &verdicts);
        }
        page.octets = writer.octets();
        page
    }
}

/// How verdicts are laid out.
enum Layout<'a> {
    Table { crawlers: Vec<&'a str>, width: usize },
    Snippets(Source<'a>),
    Json { explain: bool },
    Csv,
}

impl<'a> Layout<'a> {
    fn new(args: &'a TestArgs, octets: &[u8], crawlers: &[Crawler<'a>]) -> Layout<'a> {
        match args.format {
            Format::Json => Layout::Json { explain: args.explain },
            Format::Csv => Layout::Csv,
            Format::Text if args.explain => Layout::Snippets(Source::new(octets, &args.robots)),
            Format::Text => {
                let names = crawlers.iter().map(|crawler| crawler.name).collect();
                Layout::Table { crawlers: names, width: render::text::width() }
            }
        }
    }
}

/// Lays out the verdicts of one batch.
enum Writer<'l> {
    Table(Table, usize),
    Snippets { source: &'l Source<'l>, octets: Vec<u8>, is_first: bool },
    Json(JsonLines, bool),
    Csv(CsvTable),
}

impl<'l> Writer<'l> {
    fn new(layout: &'l Layout<'_>, is_first: bool) -> Writer<'l> {
        match layout {
            Layout::Table { crawlers, width } => {
                let names = if is_first && crawlers.len() > 1 { crawlers.as_slice() } else { &[] };
                Writer::Table(Table::new(names), *width)
            }
            Layout::Snippets(source) => Writer::Snippets { source, octets: Vec::new(), is_first },
            Layout::Json { explain } => Writer::Json(JsonLines::default(), *explain),
            Layout::Csv if is_first => Writer::Csv(CsvTable::of_verdicts()),
            Layout::Csv => Writer::Csv(CsvTable::default()),
        }
    }

    /// Adds the verdicts on one URL, one for each crawler.
    fn write(
        &mut self,
        url: &str,
        path: &UrlPath<'_>,
        crawlers: &[Crawler<'_>],
        verdicts: &[Verdict<'_>],
    ) {
        match self {
            Writer::Table(table, _) => table.push(match crawlers {
                [only] => Row::explanation(url, &only.group.explain(path)),
                _ => Row::verdicts(url, verdicts),
            }),
            Writer::Snippets { source, octets, is_first } => {
                for crawler in crawlers {
                    if !std::mem::take(is_first) {
                        octets.push(b'\n');
                    }
                    octets.extend(source.explain(url, &crawler.group.explain(path)).bytes());
                    octets.push(b'\n');
                }
            }
            Writer::Json(lines, explain) => {
                for (crawler, verdict) in crawlers.iter().zip(verdicts) {
                    let explanation = explain.then(|| crawler.group.explain(path));
                    lines.push_verdict(url, crawler.name, verdict, explanation.as_ref());
                }
            }
            Writer::Csv(table) => {
                for (crawler, verdict) in crawlers.iter().zip(verdicts) {
                    table.push_verdict(url, crawler.name, verdict);
                }
            }
        }
    }

    fn octets(self) -> Vec<u8> {
        match self {
            Writer::Table(table, width) => table.lay_out(width),
            Writer::Snippets { octets, .. } => octets,
            Writer::Json(lines, _) => lines.octets(),
            Writer::Csv(table) => table.octets(),
        }
    }
}
