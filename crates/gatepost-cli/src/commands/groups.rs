//! `gatepost groups`: what each crawler obeys, after groups are merged.

use std::io::{self, Write};
use std::path::PathBuf;

use anstyle::Style;
use clap::Args;
use gatepost::{ChosenBy, CrawlerGroup, ProductToken, RobotsTxt, Rule};
use serde::Serialize;

use crate::arguments::{DialectArg, Format, crawler};
use crate::render::csv::CsvTable;
use crate::render::json::JsonLines;
use crate::render::{self, text};
use crate::{Done, Status, input};

/// Show the rules that each crawler obeys, after groups are merged
///
/// A crawler obeys all groups that name it, or else those for `*`; never both.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost groups robots.txt
  gatepost groups robots.txt --crawler Googlebot
  gatepost groups robots.txt --format json | jq .rules

Exit status: 0, or 2 where the file cannot be read.")]
pub(crate) struct GroupsArgs {
    /// The robots.txt file; `-` reads it from standard input
    #[arg(value_name = "ROBOTS.TXT")]
    pub(crate) robots: PathBuf,

    /// Only this crawler; can be repeated
    #[arg(short, long = "crawler", value_name = "NAME", value_parser = crawler)]
    pub(crate) crawlers: Vec<ProductToken>,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) dialect: DialectArg,
}

const BOLD: Style = Style::new().bold();

pub(crate) fn run(args: &GroupsArgs) -> Done {
    let octets = input::read_robots(&args.robots)?;
    let robots = input::parse(&octets, &args.robots, args.dialect.dialect);
    let crawlers =
        if args.crawlers.is_empty() { all_named(&robots) } else { args.crawlers.clone() };
    let index = robots.group_index();
    let names = crawlers.iter().map(std::slice::from_ref);
    let groups: Vec<_> = names.map(|names| index.group_for_any_of(names)).collect();
    let mut out = render::out(args.format == Format::Text);
    match args.format {
        Format::Text => print_text(&mut out, &robots, &groups, args.crawlers.is_empty())?,
        Format::Json => {
            let mut lines = JsonLines::default();
            groups.iter().for_each(|group| lines.push(&Merged::new(group)));
            out.write_all(&lines.octets())?;
        }
        Format::Csv => {
            let mut table = CsvTable::new(&["crawler", "line", "rule", "length"]);
            for group in &groups {
                for rule in group.rules() {
                    let (line, length) =
                        (rule.line().to_string(), rule.pattern().length().to_string());
                    table.push(&[group.crawler().as_str(), &line, &rule.to_string(), &length]);
                }
            }
            out.write_all(&table.octets())?;
        }
    }
    out.flush()?;
    Ok(Status::Yes)
}

/// Every crawler that the file names, in its order, and last any other.
fn all_named(robots: &RobotsTxt<'_>) -> Vec<ProductToken> {
    let mut tokens: Vec<ProductToken> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for line in robots.groups().flat_map(|group| group.user_agents()) {
        let text = String::from_utf8_lossy(line.token());
        if !line.is_global() && !text.is_empty() && seen.insert(text.to_ascii_lowercase()) {
            tokens.push(ProductToken::verbatim(&text));
        }
    }
    tokens.push(ProductToken::any());
    tokens
}

/// What a crawler obeys, for machines.
#[derive(Serialize)]
struct Merged<'r> {
    crawler: &'r ProductToken,
    chosen_by: ChosenBy,
    user_agent_lines: Vec<usize>,
    rules: Vec<MergedRule<'r>>,
    crawl_delay: Option<f64>,
}

#[derive(Serialize)]
struct MergedRule<'r> {
    line: usize,
    rule: Rule<'r>,
    length: usize,
}

impl<'r> Merged<'r> {
    fn new(group: &'r CrawlerGroup<'r>) -> Merged<'r> {
        let rule = |rule: Rule<'r>| MergedRule {
            line: rule.line(),
            rule,
            length: rule.pattern().length(),
        };
        Merged {
            crawler: group.crawler(),
            chosen_by: group.chosen_by(),
            user_agent_lines: group.user_agents().map(|line| line.line()).collect(),
            rules: group.rules().map(rule).collect(),
            crawl_delay: group.crawl_delay().map(|delay| delay.as_secs_f64()),
        }
    }
}

/// Crawlers that obey the same groups are printed together.
fn print_text(
    out: &mut render::Out,
    robots: &RobotsTxt<'_>,
    groups: &[CrawlerGroup<'_>],
    is_whole_file: bool,
) -> io::Result<()> {
    let mut sets: Vec<Vec<&CrawlerGroup<'_>>> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for group in groups {
        let lines: Vec<_> = group.rules().map(|rule| rule.line()).collect();
        let key = (group.chosen_by() == ChosenBy::NoGroup, lines, own_lines(group));
        let place = *places.entry(key).or_insert_with(|| {
            sets.push(Vec::new());
            sets.len() - 1
        });
        sets[place].push(group);
    }
    for (at, crawlers) in sets.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        print_set(out, crawlers)?;
    }
    let skipped: Vec<_> = robots.skipped().collect();
    if is_whole_file && !skipped.is_empty() {
        writeln!(out, "\n{BOLD}Lines that say nothing{BOLD:#}")?;
        for skipped in skipped {
            writeln!(out, "{:6}  {}", skipped.line(), skipped.reason())?;
        }
    }
    Ok(())
}

/// The lines of a group's other records, by which two groups without rules can differ.
fn own_lines(group: &CrawlerGroup<'_>) -> Vec<usize> {
    group.other_records().map(|record| record.line()).collect()
}

fn print_set(out: &mut render::Out, crawlers: &[&CrawlerGroup<'_>]) -> io::Result<()> {
    let name = |group: &&CrawlerGroup<'_>| match group.crawler().is_any() {
        true => "any other crawler".to_owned(),
        false => text::printable(group.crawler().as_str()).into_owned(),
    };
    let names: Vec<_> = crawlers.iter().map(name).collect();
    let group = crawlers[0];
    let why = match group.chosen_by() {
        ChosenBy::NoGroup => ": no group, everything is allowed",
        ChosenBy::Star if !group.crawler().is_any() => ": not named, so the group for *",
        _ => "",
    };
    writeln!(out, "{BOLD}{}{BOLD:#}{why}", names.join(", "))?;
    let mut lines: Vec<(usize, String)> =
        group.rules().map(|rule| (rule.line(), rule.to_string())).collect();
    lines.extend(
        group.other_records().filter(|record| record.key() != gatepost::Key::Sitemap).map(
            |record| {
                let (key, value) = (record.key_octets(), record.value());
                let text = |octets| String::from_utf8_lossy(octets);
                (record.line(), format!("{}: {}", text(key), text(value)))
            },
        ),
    );
    lines.sort();
    for (line, text) in &lines {
        writeln!(out, "{line:6}  {}", text::printable(text))?;
    }
    if lines.is_empty() && group.chosen_by() != ChosenBy::NoGroup {
        writeln!(out, "        no rules, everything is allowed")?;
    }
    Ok(())
}
