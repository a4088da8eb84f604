//! `gatepost test --dialect all`: the URLs about which readers of one file say different things.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use gatepost::{Dialect, FieldDifference, GroupIndex, RobotsTxt, Rule, Verdict};
use serde::Serialize;

use crate::arguments::Format;
use crate::asked;
use crate::commands::test::{Crawlers, TestArgs};
use crate::progress::Progress;
use crate::readers::Reasons;
use crate::render::csv::CsvTable;
use crate::render::json::JsonLines;
use crate::render::{self, Out, text};
use crate::url_list::{Url, UrlList};
use crate::{Done, Status};

const BOLD: Style = Style::new().bold();
const GREEN: Style = AnsiColor::Green.on_default();
const RED: Style = AnsiColor::Red.on_default();

pub(crate) fn run(args: &TestArgs, mut urls: UrlList<'_>) -> Done {
    let bytes = args.robots.read(Dialect::ALL[0])?.bytes;
    let read: Vec<RobotsTxt<'_>> =
        Dialect::ALL.iter().copied().map(|dialect| RobotsTxt::parse_as(&bytes, dialect)).collect();
    let asked = asked::resolve(&args.crawlers, &[&read[0]])?;
    let indexes: Vec<GroupIndex<'_>> = read.iter().map(RobotsTxt::group_index).collect();
    let readers = indexes.iter().map(|index| Crawlers::new(&asked, |asked| asked.group_in(index)));
    let readers: Vec<Crawlers<'_>> = readers.collect();

    let mut out = render::out(args.format == Format::Text);
    if args.format == Format::Csv {
        let header = ["url", "crawler", "dialect", "allowed", "line", "rule", "because"];
        out.write_all(&CsvTable::new(&header).into_bytes())?;
    }
    let mut reasons = Reasons::new(&bytes);
    let progress = Progress::new(&urls);
    let (mut count, mut differing) = (0, 0);
    let mut worst = Status::Yes;
    while let Some(batch) = urls.next_batch()? {
        for url in batch.urls() {
            if let Err(error) = Dialect::ALL[0].url_path(url.bytes) {
                progress.suspend(|| url.failure(error).print());
                worst = Status::CouldNotTell;
                continue;
            }
            count += 1;
            let mut differs = false;
            for (at, crawler) in asked.iter().enumerate() {
                let answers = answers(&readers, at, url, &mut reasons);
                if answers.len() < 2 {
                    continue;
                }
                let url = String::from_utf8_lossy(url.bytes);
                let told = Told { url: &url, crawler: crawler.name.as_str(), answers };
                match args.format {
                    Format::Json => {
                        let mut lines = JsonLines::default();
                        lines.push(&told);
                        out.write_all(&lines.into_bytes())?;
                    }
                    Format::Csv => out.write_all(&told.rows())?,
                    _ => told.print(&mut out, asked.len() > 1)?,
                }
                differs = true;
            }
            if differs {
                differing += 1;
                worst = worst.max(Status::No);
            }
        }
        progress.advance(&urls);
    }
    if args.format == Format::Text {
        let urls = if count == 1 { "URL" } else { "URLs" };
        if differing == 0 {
            writeln!(out, "All {} dialects agree on {count} {urls}.", Dialect::ALL.len())?;
        } else {
            let differ = if differing == 1 { "differs" } else { "differ" };
            writeln!(out, "\n{differing} of {count} {urls} {differ} between dialects.")?;
        }
    }
    out.flush()?;
    Ok(worst)
}

/// What readers say about one URL and crawler.
#[derive(Serialize)]
struct Told<'t> {
    url: &'t str,
    crawler: &'t str,
    answers: Vec<Answer<'t>>,
}

/// What some dialects say, and by which of their fields they come to it.
#[derive(Serialize)]
struct Answer<'r> {
    dialects: Vec<&'static str>,
    allowed: bool,
    line: Option<usize>,
    rule: Option<Rule<'r>>,
    because: Vec<FieldDifference>,
}

/// The answers of all dialects to the crawler at a place: first that of the default, with those that
/// agree; then the other verdict, once for each way to come to it. Just one where all agree.
fn answers<'r>(
    readers: &'r [Crawlers<'r>],
    at: usize,
    url: Url<'_>,
    reasons: &mut Reasons<'_>,
) -> Vec<Answer<'r>> {
    let mut answers: Vec<Answer<'r>> = Vec::new();
    for reader in readers {
        let (dialect, crawler) = (reader.dialect(), &reader.all[at]);
        // What the default takes for a URL, all take for one.
        let Ok(path) = dialect.url_path(url.bytes) else { continue };
        let verdict: Verdict<'r> = reader.rules_of(crawler).verdict(&path);
        let rule = verdict.rule();
        let line = rule.map(|rule| rule.line());
        let because: Vec<FieldDifference> = match answers.first() {
            Some(default) if default.allowed != verdict.is_allowed() => {
                reasons.of(crawler.asked, url.bytes, Dialect::ALL[0], dialect).to_vec()
            }
            _ => Vec::new(),
        };
        let known = answers.iter_mut().find(|known| {
            known.allowed == verdict.is_allowed()
                && (because.is_empty() || (known.line == line && known.reads_alike(&because)))
        });
        match known {
            Some(known) => known.dialects.push(dialect.name),
            None => answers.push(Answer {
                dialects: vec![dialect.name],
                allowed: verdict.is_allowed(),
                line,
                rule,
                because,
            }),
        }
    }
    answers
}

impl Answer<'_> {
    /// Whether these fields, with these values, are what makes the difference here too.
    fn reads_alike(&self, because: &[FieldDifference]) -> bool {
        let is_same = |(one, other): (&FieldDifference, &FieldDifference)| {
            one.field == other.field && one.second == other.second
        };
        self.because.len() == because.len() && self.because.iter().zip(because).all(is_same)
    }
}

impl Told<'_> {
    fn print(&self, out: &mut Out, names_crawler: bool) -> io::Result<()> {
        let crawler = match names_crawler {
            true => format!(" for {}", text::printable(self.crawler)),
            false => String::new(),
        };
        writeln!(out, "{BOLD}{}{BOLD:#}{crawler}", text::printable(self.url))?;
        for answer in &self.answers {
            let (style, verdict) =
                if answer.allowed { (GREEN, "allowed   ") } else { (RED, "disallowed") };
            let rule = match answer.rule {
                Some(rule) => {
                    format!("line {}  {}", rule.line(), text::printable(&rule.to_string()))
                }
                None => "no rule matches".to_owned(),
            };
            writeln!(out, "  {style}{verdict}{style:#}  {}: {rule}", answer.dialects.join(", "))?;
            for FieldDifference { about, first, second, .. } in &answer.because {
                writeln!(out, "    {about}: {second}")?;
                writeln!(out, "      in {}: {first}", Dialect::ALL[0])?;
            }
        }
        Ok(())
    }

    fn rows(&self) -> Vec<u8> {
        let mut table = CsvTable::default();
        for answer in &self.answers {
            let line = answer.line.map(|line| line.to_string()).unwrap_or_default();
            let rule = answer.rule.map(|rule| rule.to_string()).unwrap_or_default();
            let because: Vec<_> = answer.because.iter().map(|because| because.field).collect();
            let allowed = if answer.allowed { "true" } else { "false" };
            for dialect in &answer.dialects {
                let (url, crawler) = (self.url, self.crawler);
                table.push(&[url, crawler, dialect, allowed, &line, &rule, &because.join(" ")]);
            }
        }
        table.into_bytes()
    }
}
