//! `gatepost test`: verdicts on URLs.

use std::collections::HashMap;
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use clap::Args;
use gatepost::{DecidedBy, Dialect, RobotsTxt, RuleSet, UrlPath, Verdict};
use gatepost_crawlers::{GroupSelectedBy, SelectedGroup};
use gatepost_fetch::CacheKey;

use crate::arguments::{Dialects, Format, RobotsArg, TEXT_JSON_CSV, one_dialect_or_all, one_of};
use crate::asked::{self, Asked, CrawlerArg, crawler_arg};
use crate::commands::test_readers;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::render::csv::CsvTable;
use crate::render::json::JsonLines;
use crate::render::snippet::Source;
use crate::render::text::{Row, Table};
use crate::source::{Robots, RobotsFile};
use crate::url_list::{UrlBatch, UrlList};
use crate::{Done, Status, failure, input, render};

/// Tell which URLs a crawler may fetch, with the line that decides
///
/// For each URL: the verdict, the deciding line and its rule, and the reason. With several crawlers,
/// one column each; with many, those with one verdict together.
///
/// A crawler of the directory takes the group that its operator documents: Googlebot-Image that for
/// Googlebot where none names it, AdsBot-Google none for `*`. So it does in every dialect.
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

JSON is one object a line. These fields are stable:
  url         text          as given
  crawler     text          as given; of a header, its crawler's name
  allowed     boolean
  decided_by  text          rule, no-rule-matches, no-group, robots-txt-itself,
                            does-not-ask, unreachable
  line        number, null  of the rule that decides
  rule        text, null    that rule
  reason      text          in words, which may change
  selected_by   text          how it came to its group: name, alias, family, star,
                            no-group, ignores-star, does-not-ask
  group       text, null    the name that the group has
The crawler \"*\" is one that no group names. With --explain there is also `explanation`.

Exit status: 0 all allowed, 1 some disallowed, 2 could not tell.")]
pub(crate) struct TestArgs {
    #[command(flatten)]
    pub(crate) robots: RobotsArg,

    /// URLs, or paths that start with /; none are needed where ROBOTS.TXT is itself the URL of a page
    #[arg(value_name = "URL")]
    pub(crate) url: Vec<String>,

    /// A product token, a User-Agent header, or a set: @search, @ai, @ai-training, @ai-search,
    /// @user-fetch, @seo, @all, @named (by the file); can be repeated. `*` is a crawler that no
    /// group names
    #[arg(short, long = "crawler", value_name = "CRAWLER", default_value = "*")]
    #[arg(value_parser = crawler_arg)]
    pub(crate) crawlers: Vec<CrawlerArg>,

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
    #[arg(value_parser = one_of(TEXT_JSON_CSV))]
    pub(crate) format: Format,

    /// How to read the file: as RFC 9309 has it, or as one reader does
    #[arg(short, long, value_name = "DIALECT", default_value = "rfc9309")]
    #[arg(value_parser = one_dialect_or_all())]
    pub(crate) dialect: Dialects,
}

pub(crate) fn run(args: &TestArgs) -> Done {
    let operand = &args.robots.robots;
    if operand.is_stdin() && args.urls.as_deref().is_some_and(input::is_stdin) {
        return Err(Failure::new("standard input cannot be both robots.txt and the list of URLs")
            .help("give one of them as a file"));
    }
    if args.explain && args.format == Format::Csv {
        return Err(Failure::new("an explanation does not fit into a table")
            .help("use --format json, or leave --explain out"));
    }
    let dialect = match args.dialect {
        Dialects::One(dialect) => dialect,
        Dialects::All if args.explain => {
            return Err(Failure::new("an explanation is that of one dialect")
                .help("leave --explain out, or name the dialect"));
        }
        // What the default takes for a URL, all take for one.
        Dialects::All => Dialect::ALL[0],
    };
    // A bad argument is told before anything is printed.
    for url in &args.url {
        dialect.url_path(url).map_err(Failure::new)?;
    }
    let site = operand.site().map(|site| site.page().to_owned());
    let own_page = own_page(args);
    let arguments = own_page.as_ref().map_or(&args.url[..], std::slice::from_ref);
    let mut urls = UrlList::new(arguments, args.urls.as_deref())?;
    if let Some(site) = &site {
        warn_of_other_hosts(site, arguments);
    }
    if let Dialects::All = args.dialect {
        return test_readers::run(args, urls);
    }
    let file = match args.robots.read_or_why_not(dialect)? {
        Robots::File(file) => file,
        Robots::Unreachable(why) => return unreachable(args, dialect, &mut urls, &why),
    };
    let robots = file.parse(dialect);
    let asked = asked::resolve(&args.crawlers, &[&robots])?;
    let index = robots.group_index();
    let crawlers = Crawlers::new(&asked, |asked| asked.group_in(&index));
    let layout = Layout::new(args, &file, &crawlers);

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
            out.write_all(&page.bytes)?;
            worst = worst.max(page.worst);
        }
        progress.advance(&urls);
    }
    if args.format == Format::Text && !args.explain && !crawlers.are_many() {
        let remarks = crawlers.all.iter().flat_map(|crawler| &crawler.remarks);
        for remark in remarks {
            writeln!(out, "note: {}", render::text::printable(remark))?;
        }
    }
    out.flush()?;
    Ok(worst)
}

/// The operand that names the site, where it is also what is asked about: the URL of a page, and
/// nothing else to ask about. That robots.txt itself may be fetched is not worth a question.
fn own_page(args: &TestArgs) -> Option<String> {
    let is_robots_txt = |path: UrlPath<'_>| path.normal() == b"/robots.txt";
    let page = args.robots.robots.site()?.page().to_owned();
    let asks_itself = args.url.is_empty() && args.urls.is_none();
    (asks_itself && !UrlPath::new(&page).is_ok_and(is_robots_txt)).then_some(page)
}

/// A file speaks for one scheme, host and port: RFC 9309 section 2.3.
fn warn_of_other_hosts(site: &str, urls: &[String]) {
    let Ok(site) = CacheKey::of(site) else { return };
    for url in urls {
        if CacheKey::of(url).is_ok_and(|key| key != site) {
            failure::warn(format_args!(
                "{url} is none of {site}, whose file says nothing about it"
            ));
        }
    }
}

/// Answers where nobody knows what the file says: all who ask for it are refused.
fn unreachable(args: &TestArgs, dialect: Dialect, urls: &mut UrlList<'_>, why: &str) -> Done {
    let nothing = RobotsTxt::parse_as(b"", dialect);
    let asked = asked::resolve(&args.crawlers, &[&nothing])?;
    let index = nothing.group_index();
    let crawlers = Crawlers::new(&asked, |asked| asked.group_in(&index));
    let mut out = render::out(args.format == Format::Text);
    let mut worst = Status::Yes;
    while let Some(batch) = urls.next_batch()? {
        let mut table = Table::new(&[] as &[&str]);
        let mut lines = JsonLines::default();
        let mut csv = if batch.is_first { CsvTable::of_verdicts() } else { CsvTable::default() };
        for url in batch.urls() {
            let path = match dialect.url_path(url.bytes) {
                Ok(path) => path,
                Err(error) => {
                    url.failure(error).print();
                    worst = Status::CouldNotTell;
                    continue;
                }
            };
            let url = &*String::from_utf8_lossy(url.bytes);
            let mut allowed_by = None;
            let mut is_refused = false;
            for crawler in &crawlers.all {
                let verdict = crawlers.rules_of(crawler).verdict(&path);
                // Not what nobody knows, but what is so whatever the file says.
                let (decided_by, instead) = crawler.decided_by(&verdict);
                let is_certain = matches!(verdict.decided_by(), DecidedBy::RobotsTxtItself)
                    || decided_by == GroupSelectedBy::DoesNotAsk.name();
                if is_certain {
                    let reason = verdict.reason().to_string();
                    allowed_by = Some(instead.map_or(reason, ToString::to_string));
                    lines.push_verdict(url, crawler, &verdict, None);
                    csv.push_verdict(url, crawler, &verdict);
                } else {
                    is_refused = true;
                    lines.push_unreachable(url, crawler, why);
                    csv.push_unreachable(url, crawler, why);
                }
            }
            if is_refused {
                worst = worst.max(Status::No);
            }
            let reason = if is_refused { why } else { allowed_by.as_deref().unwrap_or_default() };
            table.push(Row::without_file(url, !is_refused, reason));
        }
        out.write_all(&match args.format {
            Format::Json => lines.into_bytes(),
            Format::Csv => csv.into_bytes(),
            _ => table.lay_out(render::text::width()),
        })?;
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

/// The crawlers that are asked about.
pub(crate) struct Crawlers<'r> {
    pub(crate) all: Vec<Crawler<'r>>,
    /// The rules of crawlers that obey the same are prepared, and asked, once.
    rules: Vec<RuleSet>,
}

/// A crawler that is asked about.
pub(crate) struct Crawler<'r> {
    pub(crate) asked: &'r Asked,
    pub(crate) taken: SelectedGroup<'r>,
    remarks: Vec<String>,
    /// The place of its rules.
    rules: usize,
}

impl<'r> Crawlers<'r> {
    /// With more than so many, columns are too many to be read.
    const MANY: usize = 6;

    pub(crate) fn new(
        asked: &'r [Asked],
        group_of: impl Fn(&Asked) -> SelectedGroup<'r>,
    ) -> Crawlers<'r> {
        let mut crawlers = Crawlers { all: Vec::new(), rules: Vec::new() };
        let mut places = HashMap::new();
        for asked in asked {
            let taken = group_of(asked);
            let group = taken.group();
            let lines: Vec<_> = group.rules().map(|rule| rule.line()).collect();
            let rules = *places.entry((group.selected_by(), lines)).or_insert_with(|| {
                crawlers.rules.push(group.rule_set());
                crawlers.rules.len() - 1
            });
            let remarks = asked.remarks(taken.selected_by());
            crawlers.all.push(Crawler { asked, taken, remarks, rules });
        }
        crawlers
    }

    fn are_many(&self) -> bool {
        self.all.len() > Crawlers::MANY
    }

    /// The dialect in which they read: all read one file, and so in one.
    pub(crate) fn dialect(&self) -> Dialect {
        self.rules[0].dialect()
    }

    /// The rules that one of them obeys.
    pub(crate) fn rules_of(&self, crawler: &Crawler<'_>) -> &RuleSet {
        &self.rules[crawler.rules]
    }
}

impl Crawler<'_> {
    pub(crate) fn name(&self) -> &str {
        self.asked.name.as_str()
    }

    /// What decides, in a word for machines, and in words where the rules of the file have no say.
    pub(crate) fn decided_by(
        &self,
        verdict: &Verdict<'_>,
    ) -> (&'static str, Option<&GroupSelectedBy>) {
        match (verdict.decided_by(), self.taken.why_no_rules()) {
            (DecidedBy::NoGroup, Some(GroupSelectedBy::DoesNotAsk)) => {
                (GroupSelectedBy::DoesNotAsk.name(), Some(&GroupSelectedBy::DoesNotAsk))
            }
            (decided_by @ DecidedBy::NoGroup, why) => (decided_by.name(), why),
            (decided_by, _) => (decided_by.name(), None),
        }
    }
}

/// What is printed about one batch.
struct Page {
    bytes: Vec<u8>,
    worst: Status,
    failures: Vec<Failure>,
}

impl Page {
    fn new(batch: &UrlBatch<'_>, crawlers: &Crawlers<'_>, layout: &Layout<'_>) -> Page {
        let mut page = Page { bytes: Vec::new(), worst: Status::Yes, failures: Vec::new() };
        let mut writer = Writer::new(layout, batch.is_first);
        let mut verdicts = Vec::with_capacity(crawlers.rules.len());
        for url in batch.urls() {
            let path = match crawlers.dialect().url_path(url.bytes) {
                Ok(path) => path,
                Err(error) => {
                    page.failures.push(url.failure(error));
                    page.worst = Status::CouldNotTell;
                    continue;
                }
            };
            verdicts.clear();
            verdicts.extend(crawlers.rules.iter().map(|rules| rules.verdict(&path)));
            if !verdicts.iter().all(Verdict::is_allowed) {
                page.worst = page.worst.max(Status::No);
            }
            writer.write(&String::from_utf8_lossy(url.bytes), &path, crawlers, &verdicts);
        }
        page.bytes = writer.into_bytes();
        page
    }
}

/// How verdicts are laid out.
enum Layout<'a> {
    Table {
        crawlers: Vec<&'a str>,
        width: usize,
    },
    /// Crawlers with one verdict together.
    ByVerdict {
        width: usize,
    },
    // Boxed, as it is many times the size of the other layouts.
    Snippets(Box<Source<'a>>),
    Json {
        explain: bool,
    },
    Csv,
}

impl<'a> Layout<'a> {
    fn new(args: &TestArgs, file: &'a RobotsFile, crawlers: &Crawlers<'a>) -> Layout<'a> {
        let width = render::text::width();
        match args.format {
            Format::Json => Layout::Json { explain: args.explain },
            Format::Csv => Layout::Csv,
            _ if args.explain => Layout::Snippets(Box::new(Source::new(&file.bytes, &file.path))),
            _ if crawlers.are_many() => Layout::ByVerdict { width },
            _ => {
                let names = crawlers.all.iter().map(|crawler| crawler.asked.name.as_str());
                Layout::Table { crawlers: names.collect(), width }
            }
        }
    }
}

/// Lays out the verdicts of one batch.
enum Writer<'l> {
    Table(Table, usize),
    ByVerdict(Vec<u8>, usize),
    Snippets { source: &'l Source<'l>, bytes: Vec<u8>, is_first: bool },
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
            Layout::ByVerdict { width } => Writer::ByVerdict(Vec::new(), *width),
            Layout::Snippets(source) => Writer::Snippets { source, bytes: Vec::new(), is_first },
            Layout::Json { explain } => Writer::Json(JsonLines::default(), *explain),
            Layout::Csv if is_first => Writer::Csv(CsvTable::of_verdicts()),
            Layout::Csv => Writer::Csv(CsvTable::default()),
        }
    }

    /// Adds the verdicts on one URL, one for each list of rules.
    fn write(
        &mut self,
        url: &str,
        path: &UrlPath<'_>,
        crawlers: &Crawlers<'_>,
        verdicts: &[Verdict<'_>],
    ) {
        let all = crawlers.all.iter().map(|crawler| (crawler, &verdicts[crawler.rules]));
        match self {
            Writer::Table(table, _) => table.push(match crawlers.all.as_slice() {
                [only] => {
                    let mut row = Row::explanation(url, &only.taken.group().explain(path));
                    if let (_, Some(instead)) = only.decided_by(&verdicts[only.rules]) {
                        row.reason = instead.to_string();
                    }
                    row
                }
                _ => Row::verdicts(url, all),
            }),
            Writer::ByVerdict(bytes, width) => {
                render::text::by_verdict(bytes, url, all, *width);
            }
            Writer::Snippets { source, bytes, is_first } => {
                for (crawler, verdict) in all {
                    if !std::mem::take(is_first) {
                        bytes.push(b'\n');
                    }
                    let explanation = crawler.taken.group().explain(path);
                    // Where the file has no say, neither has the RFC.
                    let mut notes = match crawler.decided_by(verdict) {
                        (_, Some(_)) => Vec::new(),
                        _ => explanation.notes(),
                    };
                    notes.extend(crawler.remarks.iter().cloned());
                    let name = &crawler.asked.name;
                    bytes.extend(source.explain(url, name, &explanation, notes).bytes());
                    bytes.push(b'\n');
                }
            }
            Writer::Json(lines, explain) => {
                for (crawler, verdict) in all {
                    let explanation = explain.then(|| crawler.taken.group().explain(path));
                    lines.push_verdict(url, crawler, verdict, explanation.as_ref());
                }
            }
            Writer::Csv(table) => {
                for (crawler, verdict) in all {
                    table.push_verdict(url, crawler, verdict);
                }
            }
        }
    }

    fn into_bytes(self) -> Vec<u8> {
        match self {
            Writer::Table(table, width) => table.lay_out(width),
            Writer::ByVerdict(bytes, _) | Writer::Snippets { bytes, .. } => bytes,
            Writer::Json(lines, _) => lines.into_bytes(),
            Writer::Csv(table) => table.into_bytes(),
        }
    }
}
