//! `gatepost test --dialect all`: the URLs on which the parsers of one file disagree, and why.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use gatepost::{Dialect, RobotsTxt};
use gatepost_report::format::csv::{self, Csv};
use gatepost_report::format::{json, markdown};
use gatepost_report::{AskedUrl, DialectDisagreement, DialectTester, UrlSite, url_text};

use crate::arguments::Format;
use crate::asked;
use crate::commands::test::TestArgs;
use crate::progress::Progress;
use crate::render::{self, Out, text};
use crate::url_list::{Url, UrlList};
use crate::{Done, Status, failure};

const BOLD: Style = Style::new().bold();
const GREEN: Style = AnsiColor::Green.on_default();
const RED: Style = AnsiColor::Red.on_default();

pub(crate) fn run(args: &TestArgs, mut urls: UrlList<'_>) -> Done {
    let file = args.robots.read(Dialect::default())?;
    file.warn_of_kind();
    let bytes = file.bytes;
    let crawlers = asked::resolve(&args.crawlers, &[&RobotsTxt::parse(&bytes)])?;
    let mut tester = DialectTester::new(&bytes, &crawlers);
    let site = args.robots.robots.url_site();

    let mut out = render::out(args.format == Format::Text);
    if args.format == Format::Csv {
        out.write_all(&csv::rows::<DialectDisagreement>(DialectDisagreement::HEADER, []))?;
    }
    let progress = Progress::new(&urls);
    let mut worst = Status::Yes;
    let mut kept = Vec::new();
    while let Some(batch) = urls.next_batch()? {
        for url in batch.urls() {
            if let Some(why) = not_covered(&url, site.as_ref()) {
                progress.suspend(|| failure::warn(&why));
                if url.is_argument() {
                    worst = Status::CouldNotTell;
                }
                continue;
            }
            let found = match url.ask(|url| tester.test(url)) {
                Ok(found) => found,
                Err(wrong) => {
                    urls.tell(&progress, &wrong);
                    worst = Status::CouldNotTell;
                    continue;
                }
            };
            if !found.is_empty() {
                worst = worst.max(Status::No);
            }
            match args.format {
                Format::Json => out.write_all(&json::lines(&found))?,
                Format::Csv => out.write_all(&csv::rows(&[], &found))?,
                Format::Markdown => kept.extend(found),
                _ => {
                    for found in &found {
                        print(&mut out, found, crawlers.len() > 1)?;
                    }
                }
            }
        }
        progress.advance(&urls);
    }
    let worst = worst.max(urls.finish());
    let summary = tester.summary();
    match args.format {
        Format::Json | Format::Csv => {}
        Format::Markdown => out.write_all(markdown::disagreements(&kept, &summary).as_bytes())?,
        _ => {
            let gap = if summary.differ == 0 { "" } else { "\n" };
            writeln!(out, "{gap}{}", summary.title)?;
        }
    }
    out.flush()?;
    Ok(worst)
}

/// Says why the file of a site does not apply to a URL.
fn not_covered(url: &Url<'_>, site: Option<&UrlSite>) -> Option<String> {
    let site = site?;
    let (url, why) = url
        .ask(|url| Ok((url, site.why_not_covered(&AskedUrl::new(url)?))))
        .ok()
        .and_then(|(url, why)| Some((url_text(url), why?)))?;
    Some(format!("{} is not covered by {site}/robots.txt: {why}", text::readable(&url)))
}

fn print(out: &mut Out, found: &DialectDisagreement, names_crawler: bool) -> io::Result<()> {
    let crawler = match names_crawler {
        true => format!(" for {}", text::printable(&found.crawler)),
        false => String::new(),
    };
    writeln!(out, "{BOLD}{}{BOLD:#}{crawler}", text::printable(&found.url))?;
    for answer in &found.answers {
        let (style, verdict) =
            if answer.allowed { (GREEN, "allowed   ") } else { (RED, "disallowed") };
        let why = match (answer.line, &answer.rule) {
            (Some(line), Some(rule)) => format!("line {line}  {}", text::printable(rule)),
            _ => text::printable(&answer.reason).into_owned(),
        };
        writeln!(out, "  {style}{verdict}{style:#}  {}: {why}", answer.dialects.join(", "))?;
        for cause in &answer.because {
            writeln!(out, "    {}: {}", cause.about, cause.second)?;
            writeln!(out, "      in {}: {}", Dialect::default(), cause.first)?;
        }
    }
    Ok(())
}
