//! `gatepost groups`: what each crawler obeys, after groups are merged.

use std::io::{self, Write};

use anstyle::Style;
use clap::Args;
use gatepost::{CrawlerGroup, ProductToken, RobotsTxt, Rule, SelectedBy};
use gatepost_crawlers::{GroupSelectedBy, SelectedGroup, named_crawlers};
use serde::Serialize;

use crate::arguments::{DialectArg, Format, RobotsArg, TEXT_JSON_CSV, one_of};
use crate::asked::{self, Asked, CrawlerArg, crawler_arg};
use crate::render::json::JsonLines;
use crate::render::{self, text};
use crate::{Done, Status};
use gatepost_report::format::csv::Table as CsvTable;

/// Show the rules that each crawler obeys, after groups are merged
///
/// A crawler obeys all groups that name it, or else those for `*`; never both. Some take that of
/// another in between, and some ignore `*`, as their operators document.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost groups robots.txt
  gatepost groups example.com --crawler GPTBot
  gatepost groups robots.txt --crawler Googlebot-Image --crawler @ai-search
  gatepost groups robots.txt --format json | jq .rules

JSON is one object a line. These fields are stable:
  crawler           text        as given, or as the file names it
  selected_by         text        how it came to its group: name, alias, family,
                                star, no-group, ignores-star, does-not-ask
  group             text, null  the name that the group has
  user_agent_lines  list        the lines by which it was chosen
  rules             list        `line`, `rule` and `length` in bytes
  crawl_delay       number, null  in seconds; whether the crawler keeps it is
                                told by `gatepost crawlers`

Exit status: 0, or 2 where the file cannot be read.")]
pub(crate) struct GroupsArgs {
    #[command(flatten)]
    pub(crate) robots: RobotsArg,

    /// Only this crawler, or the crawlers of this set; can be repeated
    #[arg(short, long = "crawler", value_name = "CRAWLER", value_parser = crawler_arg)]
    pub(crate) crawlers: Vec<CrawlerArg>,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    #[arg(value_parser = one_of(TEXT_JSON_CSV))]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) dialect: DialectArg,
}

const BOLD: Style = Style::new().bold();

pub(crate) fn run(args: &GroupsArgs) -> Done {
    let file = args.robots.read(args.dialect.dialect)?;
    let robots = file.parse(args.dialect.dialect);
    let crawlers = match args.crawlers.as_slice() {
        [] => all_named(&robots),
        asked => asked::resolve(asked, &[&robots])?,
    };
    let index = robots.group_index();
    let group = |asked: Asked| Taken { taken: asked.group_in(&index), asked };
    let groups: Vec<_> = crawlers.into_iter().map(group).collect();
    let mut out = render::out(args.format == Format::Text);
    match args.format {
        Format::Json => {
            let mut lines = JsonLines::default();
            groups.iter().for_each(|group| lines.push(&Merged::new(group)));
            out.write_all(&lines.into_bytes())?;
        }
        Format::Csv => {
            let mut table = CsvTable::with_header(&["crawler", "line", "rule", "length"]);
            for Taken { asked, taken } in &groups {
                for rule in taken.group().rules() {
                    let (line, length) =
                        (rule.line().to_string(), rule.pattern().length().to_string());
                    table.row(&[asked.name.as_str(), &line, &rule.to_string(), &length]);
                }
            }
            out.write_all(&table.into_bytes())?;
        }
        _ => print_text(&mut out, &robots, &groups, args.crawlers.is_empty())?,
    }
    out.flush()?;
    Ok(Status::Yes)
}

/// Every crawler that the file names, in its order, and last any other.
fn all_named(robots: &RobotsTxt<'_>) -> Vec<Asked> {
    let mut crawlers = named_crawlers(&[robots]);
    crawlers.push(Asked::new(ProductToken::any()));
    crawlers
}

/// A crawler and what it takes.
struct Taken<'r> {
    asked: Asked,
    taken: SelectedGroup<'r>,
}

impl<'r> Taken<'r> {
    fn group(&self) -> &CrawlerGroup<'r> {
        self.taken.group()
    }
}

/// What a crawler obeys, for machines.
#[derive(Serialize)]
struct Merged<'r> {
    crawler: &'r ProductToken,
    selected_by: &'static str,
    group: Option<&'r str>,
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
    fn new(Taken { asked, taken }: &'r Taken<'r>) -> Merged<'r> {
        let group = taken.group();
        let rule = |rule: Rule<'r>| MergedRule {
            line: rule.line(),
            rule,
            length: rule.pattern().length(),
        };
        Merged {
            crawler: &asked.name,
            selected_by: taken.selected_by().name(),
            group: taken.name_in_file(),
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
    groups: &[Taken<'_>],
    is_whole_file: bool,
) -> io::Result<()> {
    let mut sets: Vec<Vec<&Taken<'_>>> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for taken in groups {
        let group = taken.group();
        let lines: Vec<_> = group.rules().map(|rule| rule.line()).collect();
        // Why there is none is told too, and so is whose group it is.
        let why =
            (group.selected_by() == SelectedBy::NoGroup).then(|| taken.taken.selected_by().clone());
        let key = (why, is_of_another(&taken.taken), lines, own_lines(group));
        let place = *places.entry(key).or_insert_with(|| {
            sets.push(Vec::new());
            sets.len() - 1
        });
        sets[place].push(taken);
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

/// Whether the group is for another name of the crawler, or for its family.
fn is_of_another(taken: &SelectedGroup<'_>) -> bool {
    matches!(taken.selected_by(), GroupSelectedBy::Alias(_) | GroupSelectedBy::Fallback(_))
}

fn print_set(out: &mut render::Out, crawlers: &[&Taken<'_>]) -> io::Result<()> {
    let name = |taken: &&Taken<'_>| match taken.asked.name.is_any() {
        true => "any other crawler".to_owned(),
        false => text::printable(taken.asked.name.as_str()).into_owned(),
    };
    let names: Vec<_> = crawlers.iter().map(name).collect();
    let (group, selected_by) = (crawlers[0].group(), crawlers[0].taken.selected_by());
    let why = match selected_by {
        GroupSelectedBy::NoGroup => ": no group, everything is allowed".to_owned(),
        GroupSelectedBy::Star if !crawlers[0].asked.name.is_any() => {
            ": not named, so the group for *".to_owned()
        }
        GroupSelectedBy::Alias(_) | GroupSelectedBy::Fallback(_) => {
            format!(": not named, so {selected_by}")
        }
        GroupSelectedBy::IgnoresStar | GroupSelectedBy::DoesNotAsk => format!(": {selected_by}"),
        _ => String::new(),
    };
    writeln!(out, "{BOLD}{}{BOLD:#}{why}", names.join(", "))?;
    let mut lines: Vec<(usize, String)> =
        group.rules().map(|rule| (rule.line(), rule.to_string())).collect();
    lines.extend(
        group.other_records().filter(|record| record.key() != gatepost::Key::Sitemap).map(
            |record| {
                let (key, value) = (record.key_bytes(), record.value());
                let text = |bytes| String::from_utf8_lossy(bytes);
                (record.line(), format!("{}: {}", text(key), text(value)))
            },
        ),
    );
    lines.sort();
    for (line, text) in &lines {
        writeln!(out, "{line:6}  {}", text::printable(text))?;
    }
    if lines.is_empty() && group.selected_by() != SelectedBy::NoGroup {
        writeln!(out, "        no rules, everything is allowed")?;
    }
    Ok(())
}
