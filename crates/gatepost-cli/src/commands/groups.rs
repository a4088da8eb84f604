//! `gatepost groups`: the rules that each crawler obeys, after groups are merged.

use std::io::{self, Write};

use anstyle::Style;
use clap::Args;
use gatepost_report::format::{csv, json, markdown};
use gatepost_report::{GroupsReport, groups, phrases};

use crate::arguments::{DialectArg, Format, RobotsArg, TABLES, one_of};
use crate::asked::{self, CrawlerArg, crawler_arg};
use crate::render::{self, text};
use crate::{Done, Status};

/// Show the rules that each crawler obeys, after groups are merged
///
/// A crawler obeys all groups that name it, or else those for `*`; never both. Some fall back to
/// the group of another crawler first, and some ignore `*`, as their operators document.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost groups robots.txt
  gatepost groups example.com --crawler GPTBot
  gatepost groups robots.txt --crawler Googlebot-Image --crawler @ai-search
  gatepost groups robots.txt --format json | jq .rules

JSON has one object for each crawler: `crawler`, `selected_by`, `group`,
`user_agent_lines`, `rules`, `crawl_delay`, `directives`, `reason`, `notes`,
`dialect`, `looked_up`.
docs/schema documents every field.

Exit status: 0, or 2 where the file cannot be read.")]
pub(crate) struct GroupsArgs {
    #[command(flatten)]
    pub(crate) robots: RobotsArg,

    /// Only this crawler, or the crawlers of this set; can be repeated
    #[arg(short, long = "crawler", value_name = "CRAWLER", value_parser = crawler_arg)]
    pub(crate) crawlers: Vec<CrawlerArg>,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    #[arg(value_parser = one_of(TABLES))]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) dialect: DialectArg,
}

const BOLD: Style = Style::new().bold();

pub(crate) fn run(args: &GroupsArgs) -> Done {
    let file = args.robots.read(args.dialect.for_others())?.parsed(args.dialect.dialect);
    let crawlers = asked::resolve(&args.crawlers, &[file.for_others()])?;
    let report = groups(&file, &crawlers);
    let mut out = render::out(args.format == Format::Text);
    match args.format {
        Format::Json => out.write_all(&json::lines(&report.crawlers))?,
        Format::Csv => out.write_all(&csv::table(&report.crawlers))?,
        Format::Markdown => out.write_all(markdown::groups(&report).as_bytes())?,
        _ => print_text(&mut out, &report)?,
    }
    out.flush()?;
    Ok(Status::Yes)
}

/// Prints crawlers that obey the same rules together.
fn print_text(out: &mut render::Out, report: &GroupsReport) -> io::Result<()> {
    for (at, set) in report.sets.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        let names = set.iter().map(|at| phrases::crawler(&report.crawlers[*at].crawler));
        let names = names.collect::<Vec<_>>().join(", ");
        let first = &report.crawlers[set[0]];
        let gap = if first.reason.is_empty() { "" } else { ": " };
        writeln!(out, "{BOLD}{}{BOLD:#}{gap}{}", text::printable(&names), first.reason)?;
        let mut lines: Vec<(usize, &str)> =
            first.rules.iter().map(|rule| (rule.line, rule.rule.as_str())).collect();
        lines.extend(first.directives.iter().map(|other| (other.line, other.directive.as_str())));
        lines.sort_unstable();
        for (line, text) in lines {
            writeln!(out, "{line:6}  {}", text::printable(text))?;
        }
        for note in &first.notes {
            writeln!(out, "        {note}")?;
        }
    }
    if !report.skipped.is_empty() {
        writeln!(out, "\n{BOLD}Lines without effect{BOLD:#}")?;
    }
    for skipped in &report.skipped {
        writeln!(out, "{:6}  {}", skipped.line, skipped.reason)?;
    }
    Ok(())
}
