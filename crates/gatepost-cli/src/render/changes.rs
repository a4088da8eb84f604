//! What changes between two files: for people, for machines, and for a pull request.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use gatepost::ProductToken;
use gatepost_prove::{Change, Changes, CrawlerClass, Decision, FileChanges};
use serde::Serialize;

use crate::commands::diff::{Move, OnUrls, Side};
use crate::render::json::JsonLines;
use crate::render::{Out, text};

const BOLD: Style = Style::new().bold();
const RED: Style = AnsiColor::Red.on_default();
const GREEN: Style = AnsiColor::Green.on_default();

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One object
    Json,
    /// For a comment on a pull request
    Markdown,
}

pub(crate) fn print(
    out: &mut Out,
    format: Format,
    found: &FileChanges,
    moves: &[Move],
    on_urls: &[OnUrls],
) -> io::Result<()> {
    match format {
        Format::Text => print_text(out, found, moves, on_urls),
        Format::Json => print_json(out, found, on_urls),
        Format::Markdown => print_markdown(out, found, moves, on_urls),
    }
}

/// Whether all that was open is closed now, as when the file of a staging site goes live.
fn closes_everything(changes: &Changes) -> bool {
    changes.newly_disallowed.iter().any(|change| matches!(&*change.pattern, "/" | "/*"))
}

/// The classes in which something changes, or may, and all crawlers of the others.
fn split(found: &FileChanges) -> (Vec<&CrawlerClass>, Vec<ProductToken>) {
    let (same, changed): (Vec<_>, Vec<_>) =
        found.classes.iter().partition(|class| class.changes.is_none());
    (changed, same.into_iter().flat_map(|class| class.crawlers.clone()).collect())
}

/// A verdict and its line.
fn words(is_allowed: bool, line: Option<usize>) -> String {
    let verdict = if is_allowed { "allowed" } else { "disallowed" };
    match line {
        Some(line) => format!("{verdict} by line {line}"),
        None => format!("{verdict} by no rule"),
    }
}

fn side(side: &Side) -> String {
    words(side.allowed, side.line)
}

fn answer(answer: Decision) -> String {
    words(answer.is_allowed, answer.line)
}

const NOTHING: &str = "No URL changes for any crawler: proved.";

fn print_text(
    out: &mut Out,
    found: &FileChanges,
    moves: &[Move],
    on_urls: &[OnUrls],
) -> io::Result<()> {
    let (changed, same) = split(found);
    for class in changed.iter().filter(|class| closes_everything(&class.changes)) {
        let names = text::names(&class.crawlers);
        writeln!(
            out,
            "{RED}THE WHOLE SITE IS CLOSED{RED:#} to {names}. Was this file meant to go live?"
        )?;
    }
    for Move { crawlers, what } in moves {
        writeln!(out, "{BOLD}{}{BOLD:#} {what}.", text::names(crawlers))?;
    }
    for class in &changed {
        writeln!(out, "{BOLD}{}{BOLD:#}", text::names(&class.crawlers))?;
        let Changes { newly_disallowed, newly_allowed, not_decided, .. } = &class.changes;
        for (what, style, changes) in [
            ("newly disallowed", RED, newly_disallowed),
            ("newly allowed   ", GREEN, newly_allowed),
        ] {
            for Change { pattern, counterexample, .. } in changes {
                let (before, after) = (answer(counterexample.before), answer(counterexample.after));
                let (pattern, path) =
                    (text::printable(pattern), text::printable(&counterexample.path));
                writeln!(out, "  {style}{what}{style:#}  {pattern}")?;
                writeln!(out, "    {path} was {before} and is {after}")?;
            }
        }
        if let Some(why) = not_decided {
            writeln!(out, "  not decided: there may be more, as {why}")?;
        }
    }
    match (found.is_none(), same.is_empty()) {
        (true, _) => writeln!(out, "{NOTHING}")?,
        (false, false) => writeln!(out, "No URL changes for {}: proved.", text::names(&same))?,
        (false, true) => {}
    }
    if let Some(why) = found.not_decided {
        writeln!(out, "Not decided for {}, as {why}.", text::NOT_NAMED_WHOLE)?;
    }
    for OnUrls { crawlers, asked, changed } in on_urls {
        let names = text::names(crawlers);
        writeln!(out, "\n{} of {asked} URLs change for {BOLD}{names}{BOLD:#}", changed.len())?;
        for url in changed {
            let style = if url.after.allowed { GREEN } else { RED };
            let (before, after) = (side(&url.before), side(&url.after));
            writeln!(out, "  {}", text::printable(&url.url))?;
            writeln!(out, "    was {before} and is {style}{after}{style:#}")?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct Report<'r> {
    /// Whether it is proved that no URL changes for any crawler.
    proved_equal: bool,
    newly_named: &'r [ProductToken],
    no_longer_named: &'r [ProductToken],
    /// Why there may be crawlers of yet other classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_decided: Option<String>,
    classes: Vec<ClassReport<'r>>,
    #[serde(skip_serializing_if = "<[OnUrls]>::is_empty")]
    urls: &'r [OnUrls],
}

#[derive(Serialize)]
struct ClassReport<'r> {
    crawlers: &'r [ProductToken],
    newly_disallowed: Vec<ChangeReport<'r>>,
    newly_allowed: Vec<ChangeReport<'r>>,
    not_decided: Option<String>,
}

#[derive(Serialize)]
struct ChangeReport<'r> {
    pattern: &'r str,
    path: &'r str,
    before: AnswerReport,
    after: AnswerReport,
}

#[derive(Serialize)]
struct AnswerReport {
    allowed: bool,
    line: Option<usize>,
}

impl<'r> ChangeReport<'r> {
    fn new(change: &'r Change) -> ChangeReport<'r> {
        let Change { pattern, counterexample, .. } = change;
        let report =
            |answer: Decision| AnswerReport { allowed: answer.is_allowed, line: answer.line };
        ChangeReport {
            pattern,
            path: &counterexample.path,
            before: report(counterexample.before),
            after: report(counterexample.after),
        }
    }
}

fn print_json(out: &mut Out, found: &FileChanges, on_urls: &[OnUrls]) -> io::Result<()> {
    let classes = found.classes.iter().map(|CrawlerClass { crawlers, changes, .. }| ClassReport {
        crawlers,
        newly_disallowed: changes.newly_disallowed.iter().map(ChangeReport::new).collect(),
        newly_allowed: changes.newly_allowed.iter().map(ChangeReport::new).collect(),
        not_decided: changes.not_decided.map(|why| why.to_string()),
    });
    let mut lines = JsonLines::default();
    lines.push(&Report {
        proved_equal: found.is_none(),
        newly_named: &found.newly_named,
        no_longer_named: &found.no_longer_named,
        not_decided: found.not_decided.map(|why| why.to_string()),
        classes: classes.collect(),
        urls: on_urls,
    });
    out.write_all(&lines.into_bytes())
}

fn print_markdown(
    out: &mut Out,
    found: &FileChanges,
    moves: &[Move],
    on_urls: &[OnUrls],
) -> io::Result<()> {
    let (changed, same) = split(found);
    writeln!(out, "### robots.txt\n")?;
    for class in changed.iter().filter(|class| closes_everything(&class.changes)) {
        writeln!(out, "> **The whole site is closed** to {}.\n", text::names(&class.crawlers))?;
    }
    for Move { crawlers, what } in moves {
        writeln!(out, "- **{}** {what}.", text::names(crawlers))?;
    }
    for class in &changed {
        writeln!(out, "\n**{}**\n", text::names(&class.crawlers))?;
        writeln!(out, "| | pattern | such as | before | after |\n| --- | --- | --- | --- | --- |")?;
        let Changes { newly_disallowed, newly_allowed, not_decided, .. } = &class.changes;
        for (what, changes) in
            [("newly disallowed", newly_disallowed), ("newly allowed", newly_allowed)]
        {
            for Change { pattern, counterexample, .. } in changes {
                let (before, after) = (answer(counterexample.before), answer(counterexample.after));
                let (pattern, path) = (code(pattern), code(&counterexample.path));
                writeln!(out, "| {what} | {pattern} | {path} | {before} | {after} |")?;
            }
        }
        if let Some(why) = not_decided {
            writeln!(out, "\nNot decided: there may be more, as {why}.")?;
        }
    }
    match (found.is_none(), same.is_empty()) {
        (true, _) => writeln!(out, "{NOTHING}")?,
        (false, false) => writeln!(out, "\nNo URL changes for {}: proved.", text::names(&same))?,
        (false, true) => {}
    }
    if let Some(why) = found.not_decided {
        writeln!(out, "\nNot decided for {}, as {why}.", text::NOT_NAMED_WHOLE)?;
    }
    for OnUrls { crawlers, asked, changed } in on_urls {
        let names = text::names(crawlers);
        writeln!(out, "\n{} of {asked} URLs change for **{names}**.\n", changed.len())?;
        for url in changed {
            let (before, after) = (side(&url.before), side(&url.after));
            writeln!(out, "- {} was {before} and is {after}", code(&url.url))?;
        }
    }
    Ok(())
}

/// As code in a Markdown table: a pipe in it would end the cell.
fn code(text: &str) -> String {
    format!("`{}`", text::printable(text).replace('|', "\\|").replace('`', "%60"))
}
