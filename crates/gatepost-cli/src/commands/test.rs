//! `gatepost test`: verdicts on URLs.

use std::ffi::OsString;
use std::io::Write;
use std::num::NonZero;
use std::thread;

use clap::Args;
use gatepost::UrlPath;
use gatepost_report::format::csv::{self, Csv};
use gatepost_report::format::{json, junit, markdown};
use gatepost_report::{Decider, Detail, Tester, UrlVerdict};

use crate::arguments::{Dialects, Format, RobotsArg, one_dialect_or_all, one_of};
use crate::asked::{self, CrawlerArg, crawler_arg};
use crate::commands::test_dialects;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::render::snippet::Source;
use crate::render::text::Table;
use crate::render::verdicts;
use crate::source::RobotsFile;
use crate::url_list::{Url, UrlBatch, UrlList, UrlsArg, Wrong};
use crate::{Done, Status, render};

/// Show which URLs a crawler may fetch, and the line that decides
///
/// For each URL: the verdict, the deciding line and its rule, and the reason. Several crawlers have
/// a column each; many are listed by verdict.
///
/// Known crawlers follow their documentation: Googlebot-Image falls back to the group for Googlebot,
/// AdsBot-Google ignores the group for `*`, and all of Google's crawlers parse the file as Google's
/// parser does. If RFC 9309 says otherwise, a line tells so.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost test robots.txt /shop?sort=price /files/report.pdf
  gatepost test robots.txt -c Googlebot -c GPTBot https://example.com/a.pdf
  gatepost test robots.txt -c @ai /
  gatepost test robots.txt --explain /shop?page=2
  gatepost test robots.txt --urls urls.txt --format csv > verdicts.csv
  gatepost test https://example.com/shop?page=2 -c GPTBot
  gatepost test example.com --urls urls.txt

JSON has one object for each URL and crawler: `url`, `crawler`, `allowed`,
`decided_by`, `line`, `rule`, `reason`, `selected_by`, `group`, `title`,
`notes`, `dialect`, `parsed_as`, `looked_up`, `rfc9309`, `differs`; also
`remarks` for URLs that are arguments, and `explanation` with --explain.
docs/schema documents every field. `allowed` is null where a fetched file does
not cover the URL, which is on another host or has another scheme or port.

Exit status: 0 all allowed, 1 some disallowed, 2 could not tell: a URL is not
one or is not covered, or robots.txt could not be read.")]
pub(crate) struct TestArgs {
    #[command(flatten)]
    pub(crate) robots: RobotsArg,

    /// URLs, or paths that start with /; may be omitted if ROBOTS.TXT is the URL of a page
    #[arg(value_name = "URL")]
    pub(crate) url: Vec<OsString>,

    /// A product token, a User-Agent header, or a set: @search, @ai, @ai-training, @ai-search,
    /// @user-fetch, @seo, @all, @named (by the file); can be repeated. `*` stands for
    /// crawlers without a group of their own, and a+b for one that obeys the group for a, else b
    #[arg(short, long = "crawler", value_name = "CRAWLER", default_value = "*")]
    #[arg(value_parser = crawler_arg)]
    pub(crate) crawlers: Vec<CrawlerArg>,

    #[command(flatten)]
    pub(crate) list: UrlsArg,

    /// Number of threads for a long list; 0 uses one per processor
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    pub(crate) jobs: usize,

    /// Show everything that led to the verdict, under the lines of the file
    #[arg(short, long)]
    pub(crate) explain: bool,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    #[arg(value_parser = one_of(FORMATS))]
    pub(crate) format: Format,

    /// Parse the file as this parser or search engine does, for every crawler. Without it, known
    /// crawlers parse it as the directory says, and all others by RFC 9309
    #[arg(short, long, value_name = "DIALECT", value_parser = one_dialect_or_all())]
    pub(crate) dialect: Option<Dialects>,
}

const FORMATS: &[Format] =
    &[Format::Text, Format::Json, Format::Csv, Format::Markdown, Format::Junit];

pub(crate) fn run(args: &TestArgs) -> Done {
    let operand = &args.robots.robots;
    args.list.require_other_stdin("robots.txt", operand.is_stdin())?;
    if args.explain && !matches!(args.format, Format::Text | Format::Json) {
        return Err(Failure::new("an explanation does not fit into a table")
            .help("use --format json, or leave --explain out"));
    }
    let dialect = match args.dialect {
        None => None,
        Some(Dialects::One(dialect)) => Some(dialect),
        Some(Dialects::All) if args.explain => {
            return Err(Failure::new("--explain needs one dialect")
                .help("leave --explain out, or name the dialect"));
        }
        Some(Dialects::All) if args.format == Format::Junit => {
            return Err(Failure::new("JUnit has no place for several verdicts on one URL")
                .help("use --format json, or name the dialect"));
        }
        // What the default accepts as a URL, all accept.
        Some(Dialects::All) => None,
    };
    let own_page = own_page(args);
    let arguments = own_page.as_ref().map_or(&args.url[..], std::slice::from_ref);
    let mut urls = UrlList::new(arguments, &args.list)?;
    if let Some(Dialects::All) = args.dialect {
        return test_dialects::run(args, urls);
    }
    let read = args.robots.read_for_crawlers(dialect.unwrap_or_default())?;
    let file = read.file.parsed(dialect);
    let crawlers = asked::resolve(&args.crawlers, &[file.for_others()])?;
    // Without a file, nothing nearly decides.
    let shown = read.has_rules().then_some(&read.file);
    let detail = shown.map_or(Detail::Verdict, |_| detail(args, crawlers.len()));
    let access: Vec<_> = crawlers.iter().map(|crawler| read.access_of(crawler)).collect();
    let tester = Tester::new(&file, &crawlers, detail).with_access(access);
    answer(args, &mut urls, &of_site(tester, args), shown)
}

/// Limits a tester to the site of a fetched file, which says nothing about other sites.
fn of_site<'r>(tester: Tester<'r>, args: &TestArgs) -> Tester<'r> {
    match args.robots.robots.url_site() {
        Some(site) => tester.with_site(site),
        None => tester,
    }
}

/// Returns the detail of the verdicts. The cost of near misses grows with the file, so a long list
/// has them only if they are shown.
fn detail(args: &TestArgs, crawlers: usize) -> Detail {
    match args.format {
        _ if args.explain => Detail::Explanation,
        Format::Csv | Format::Junit => Detail::Verdict,
        Format::Text if crawlers > 1 => Detail::Verdict,
        Format::Json if args.list.urls.is_some() => Detail::Verdict,
        _ => Detail::Remarks,
    }
}

/// Answers all URLs, a batch at a time.
fn answer(
    args: &TestArgs,
    urls: &mut UrlList<'_>,
    tester: &Tester<'_>,
    file: Option<&RobotsFile>,
) -> Done {
    let layout = Layout::new(args, tester, file);
    let mut out = render::out(args.format == Format::Text);
    let progress = Progress::new(urls);
    let mut worst = Status::Yes;
    let mut covers_any = false;
    let mut kept = Vec::new();
    loop {
        let mut batches = Vec::new();
        while batches.len() < jobs(args) {
            let Some(batch) = urls.next_batch()? else { break };
            batches.push(batch);
        }
        if batches.is_empty() {
            break;
        }
        for page in at_once(&batches, |batch| Page::new(batch, tester, &layout)) {
            page.wrong.iter().for_each(|wrong| urls.tell(&progress, wrong));
            out.write_all(&page.bytes)?;
            worst = worst.max(page.worst);
            covers_any |= page.covers_any;
            kept.extend(page.kept);
        }
        progress.advance(urls);
    }
    match layout {
        Layout::Whole if args.format == Format::Junit => {
            out.write_all(&junit::verdicts(&args.robots.robots.name(), &kept))?;
        }
        Layout::Whole => out.write_all(markdown::verdicts(&kept).as_bytes())?,
        Layout::Table { .. } => {
            let parsers = tester.parsers();
            for note in parsers.iter().map(String::as_str).chain(tester.notes()) {
                writeln!(out, "note: {}", render::text::printable(note))?;
            }
        }
        _ => {}
    }
    out.flush()?;
    let worst = worst.max(urls.finish());
    Ok(if covers_any { worst } else { Status::CouldNotTell })
}

/// Returns the page that ROBOTS.TXT names, if there is nothing else to ask about. It returns `None`
/// for robots.txt itself, which is always allowed.
fn own_page(args: &TestArgs) -> Option<OsString> {
    let is_robots_txt = |path: UrlPath<'_>| path.normal() == b"/robots.txt";
    let page = args.robots.robots.site()?.page().to_owned();
    let asks_itself = args.url.is_empty() && args.list.urls.is_none();
    (asks_itself && !UrlPath::new(&page).is_ok_and(is_robots_txt)).then(|| page.into())
}

fn jobs(args: &TestArgs) -> usize {
    match args.jobs {
        0 => thread::available_parallelism().map_or(1, NonZero::get),
        jobs => jobs,
    }
}

/// Runs a task for each item in parallel, and returns the results in the order of the items.
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

/// Returns the status that the verdicts on one URL ask for. In a list, what the file does not apply
/// to is only shown.
fn status(url: &Url<'_>, verdicts: &[UrlVerdict]) -> Status {
    let status = |verdict: &UrlVerdict| match (verdict.allowed, verdict.decided_by) {
        (Some(true), _) => Status::Yes,
        // The file could not be read, so its rules are unknown.
        (_, Decider::Unreachable) => Status::CouldNotTell,
        (Some(false), _) => Status::No,
        (None, _) if url.is_argument() => Status::CouldNotTell,
        (None, _) => Status::Yes,
    };
    verdicts.iter().map(status).max().unwrap_or(Status::Yes)
}

/// The output for one batch.
struct Page {
    bytes: Vec<u8>,
    worst: Status,
    /// Whether the file applies to any of the URLs.
    covers_any: bool,
    wrong: Vec<Wrong>,
    /// The verdicts of a format that needs all of them.
    kept: Vec<UrlVerdict>,
}

impl Page {
    fn new(batch: &UrlBatch<'_>, tester: &Tester<'_>, layout: &Layout<'_>) -> Page {
        let mut page = Page {
            bytes: Vec::new(),
            worst: Status::Yes,
            covers_any: false,
            wrong: Vec::new(),
            kept: Vec::new(),
        };
        let mut buffered = tester.buffered();
        let mut lines = json::Lines::default();
        let mut rows = match layout {
            Layout::Csv if batch.is_first => csv::Table::with_header(UrlVerdict::HEADER),
            _ => csv::Table::default(),
        };
        let mut table = match layout {
            Layout::Table { names, .. } if batch.is_first => Table::new(names),
            _ => Table::default(),
        };
        for url in batch.urls() {
            let buffered = &mut buffered;
            let verdicts = match url.ask(move |url| buffered.test(url)) {
                Ok(verdicts) => verdicts,
                Err(wrong) => {
                    page.wrong.push(wrong);
                    page.worst = Status::CouldNotTell;
                    continue;
                }
            };
            page.covers_any |= verdicts.iter().any(|verdict| verdict.allowed.is_some());
            page.worst = page.worst.max(status(&url, verdicts));
            match layout {
                Layout::Json => verdicts.iter().for_each(|verdict| lines.push(verdict)),
                Layout::Csv => verdicts.iter().for_each(|verdict| verdict.push_to(&mut rows)),
                Layout::Table { .. } => verdicts::push_row(&mut table, verdicts),
                Layout::ByVerdict { width } => {
                    verdicts::write_by_verdict(&mut page.bytes, verdicts, *width);
                }
                Layout::Snippets(source) => {
                    for verdict in verdicts {
                        // A blank line stands between two.
                        if !(batch.is_first && page.bytes.is_empty()) {
                            page.bytes.push(b'\n');
                        }
                        page.bytes.extend(source.verdict(verdict).into_bytes());
                        page.bytes.push(b'\n');
                    }
                }
                Layout::Whole => page.kept.extend_from_slice(verdicts),
            }
        }
        match layout {
            Layout::Table { width, .. } => page.bytes = table.lay_out(*width),
            Layout::Json => page.bytes = lines.into_bytes(),
            Layout::Csv => page.bytes = rows.into_bytes(),
            _ => {}
        }
        page
    }
}

/// A layout of verdicts.
enum Layout<'a> {
    /// A table, with names of the columns if there are several crawlers.
    Table {
        names: Vec<&'a str>,
        width: usize,
    },
    /// Crawlers with the same verdict together.
    ByVerdict {
        width: usize,
    },
    // Boxed, as it is many times the size of the other layouts.
    Snippets(Box<Source<'a>>),
    Json,
    Csv,
    /// All verdicts at the end, for formats that need all of them.
    Whole,
}

impl<'a> Layout<'a> {
    /// The maximum number of crawlers for which a table with a column each is readable.
    const MANY: usize = 6;

    fn new(args: &TestArgs, tester: &'a Tester<'_>, file: Option<&'a RobotsFile>) -> Layout<'a> {
        let width = render::text::width();
        match (args.format, file) {
            (Format::Json, _) => Layout::Json,
            (Format::Csv, _) => Layout::Csv,
            (Format::Markdown | Format::Junit, _) => Layout::Whole,
            (_, Some(file)) if args.explain => {
                Layout::Snippets(Box::new(Source::new(&file.bytes, &file.path)))
            }
            _ if tester.crawlers().len() > Layout::MANY => Layout::ByVerdict { width },
            _ => {
                let names: Vec<_> = tester.crawlers().collect();
                Layout::Table { names: if names.len() > 1 { names } else { Vec::new() }, width }
            }
        }
    }
}
