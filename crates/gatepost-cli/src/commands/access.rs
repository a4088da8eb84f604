//! `gatepost access`: what each crawler may reach with a file.
//!
//! *Does this block AI?* has three parts: what the file says to each crawler, how the crawler comes to
//! that, and whether it asks at all. The first is proved for all URLs; the others are the directory's.

use std::collections::HashMap;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use clap::{Args, ValueEnum};
use gatepost::{RobotsTxt, Rule};
use gatepost_crawlers::{
    Crawler, CrawlerSet, GroupSelectedBy, Purpose, RobotsBehaviour, SelectedGroup,
};
use gatepost_prove::{PathSet, ProofOutcome, RuleList, always, dead};
use serde::Serialize;

use crate::arguments::{DialectArg, RobotsArg};
use crate::asked::{self, Asked, CrawlerArg, crawler_arg};
use crate::render::json::JsonLines;
use crate::render::text;
use crate::render::{self, Out};
use crate::{Done, Status};
use gatepost_report::format::csv::Table as CsvTable;

/// Tell what each crawler may reach: everything, nothing or part, and whether it asks
///
/// What the file says is proved for all URLs; /robots.txt itself is always allowed and left aside.
/// Whether a crawler obeys is from the directory: `gatepost crawlers NAME` shows its source.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost access robots.txt --crawlers @ai
  gatepost access robots.txt --crawlers @search --crawlers '*'
  gatepost access robots.txt --crawlers @ai-training --format markdown

JSON is one object a line. These fields are stable:
  crawler           text        its product token
  operator          text, null
  purposes          list        as `gatepost crawlers` has them
  reaches           text        everything, nothing, part, not-decided
  selected_by         text        how it came to its group: name, alias, family,
                                star, no-group, ignores-star, does-not-ask
  group             text, null  the name that the group has
  user_agent_lines  list        the lines by which it was chosen
  rules             list        `line` and `rule`, of those that decide anything
  robots            text, null  whether it obeys: obeys, ignores-star,
                                may-ignore-file, ignores-file, control-token,
                                unknown; null: it is not in the directory
  page              text, null  about it
A control token fetches nothing: `nothing` means that the file refuses what it
stands for.

Exit status: 0, or 2 where the file cannot be read or something is not decided.")]
pub(crate) struct AccessArgs {
    #[command(flatten)]
    robots: RobotsArg,

    /// A product token, a User-Agent header, or a set: @search, @ai, @ai-training, @ai-search,
    /// @user-fetch, @seo, @all, @named (by the file); can be repeated. Without it, @named and @all
    #[arg(short, long = "crawlers", alias = "crawler", value_name = "CRAWLER")]
    #[arg(value_parser = crawler_arg)]
    crawlers: Vec<CrawlerArg>,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: AccessFormat,

    #[command(flatten)]
    dialect: DialectArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AccessFormat {
    /// For people
    Text,
    /// One object a line
    Json,
    /// A table with a header
    Csv,
    /// For a comment on a pull request
    Markdown,
}

pub(crate) fn run(args: &AccessArgs) -> Done {
    let file = args.robots.read(args.dialect.dialect)?;
    let robots = file.parse(args.dialect.dialect);
    let crawlers = match args.crawlers.as_slice() {
        [] => {
            // A file that names none has all the same something to say to the others.
            let named = asked::resolve(&[CrawlerArg::Named], &[&robots]).unwrap_or_default();
            let named = named.into_iter().map(CrawlerArg::One);
            let all: Vec<_> = named.chain([CrawlerArg::Set(CrawlerSet::All)]).collect();
            asked::resolve(&all, &[&robots])?
        }
        asked => asked::resolve(asked, &[&robots])?,
    };
    let table = AccessTable::new(&robots, crawlers);
    let mut out = render::out(args.format == AccessFormat::Text);
    match args.format {
        AccessFormat::Text => table.print_text(&mut out)?,
        AccessFormat::Json => table.print_json(&mut out)?,
        AccessFormat::Csv => table.print_csv(&mut out)?,
        AccessFormat::Markdown => table.print_markdown(&mut out)?,
    }
    out.flush()?;
    let is_open = table.classes.iter().any(|class| matches!(class.reach, Reach::NotDecided(_)));
    Ok(if is_open { Status::CouldNotTell } else { Status::Yes })
}

/// What may be reached of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Reach {
    Nothing,
    Part,
    Everything,
    NotDecided(String),
}

impl Reach {
    fn of(rules: &RuleList<'_>) -> Reach {
        let all = PathSet::new("/", rules.dialect());
        let mut why = None;
        for (allowed, reach) in [(true, Reach::Everything), (false, Reach::Nothing)] {
            match always(rules, &all, allowed) {
                ProofOutcome::Proved => return reach,
                ProofOutcome::Refuted(_) => {}
                ProofOutcome::NotDecided(open) => why = Some(open.to_string()),
            }
        }
        why.map_or(Reach::Part, Reach::NotDecided)
    }

    fn name(&self) -> &'static str {
        match self {
            Reach::Nothing => "nothing",
            Reach::Part => "part",
            Reach::Everything => "everything",
            Reach::NotDecided(_) => "not-decided",
        }
    }
}

/// Crawlers that obey the same rules.
struct Class<'r> {
    reach: Reach,
    /// Those that decide anything.
    rules: Vec<Rule<'r>>,
}

/// A crawler, how it came to its rules, and the place of its class.
struct Line<'r> {
    asked: Asked,
    taken: SelectedGroup<'r>,
    class: usize,
}

struct AccessTable<'r> {
    classes: Vec<Class<'r>>,
    lines: Vec<Line<'r>>,
}

impl<'r> AccessTable<'r> {
    fn new(robots: &'r RobotsTxt<'r>, crawlers: Vec<Asked>) -> AccessTable<'r> {
        let mut table = AccessTable { classes: Vec::new(), lines: Vec::new() };
        let mut places = HashMap::new();
        let index = robots.group_index();
        for asked in crawlers {
            let taken = asked.group_in(&index);
            let of_group: Vec<_> = taken.group().rules().collect();
            let lines: Vec<_> = of_group.iter().map(Rule::line).collect();
            let class = *places.entry(lines).or_insert_with(|| {
                let rules = RuleList::of_group(taken.group());
                let dead: Vec<_> = dead(&rules).into_iter().map(|covered| covered.line).collect();
                let decides = |rule: &Rule<'_>| !rule.is_empty() && !dead.contains(&rule.line());
                table.classes.push(Class {
                    reach: Reach::of(&rules),
                    rules: of_group.into_iter().filter(decides).collect(),
                });
                table.classes.len() - 1
            });
            table.lines.push(Line { asked, taken, class });
        }
        table
    }

    fn reach(&self, line: &Line<'_>) -> &Reach {
        &self.classes[line.class].reach
    }

    fn print_text(&self, out: &mut Out) -> io::Result<()> {
        let width = text::width();
        writeln!(out, "{}", self.summary())?;
        for (what, style, name) in SECTIONS {
            let is_in = |class: &usize| self.classes[*class].reach.name() == *name;
            for class in (0..self.classes.len()).filter(is_in) {
                writeln!(out, "\n{BOLD}{style}{what}{style:#}{BOLD:#}")?;
                let Class { reach, rules } = &self.classes[class];
                if let Reach::NotDecided(why) = reach {
                    writeln!(out, "  {}", text::printable(why))?;
                }
                for rule in rules.iter().take(MANY_RULES) {
                    writeln!(out, "{:6}  {}", rule.line(), text::printable(&rule.to_string()))?;
                }
                if let Some(more) = rules.len().checked_sub(MANY_RULES).filter(|more| *more > 0) {
                    writeln!(out, "        and {more} rules more")?;
                }
                // Those who come to it in one way, and do the same with it, stand together.
                let mut together: Vec<(String, Vec<&str>)> = Vec::new();
                let mut of_class: Vec<_> =
                    self.lines.iter().filter(|line| line.class == class).collect();
                of_class.sort_by_key(|line| line.how_sure());
                for line in of_class {
                    let (how, name) = (line.how(), line.name());
                    match together.iter_mut().find(|(known, _)| *known == how) {
                        Some((_, names)) => names.push(name),
                        None => together.push((how, vec![name])),
                    }
                }
                for (how, names) in together {
                    writeln!(out, "  {how}")?;
                    for line in text::wrapped(&names, width.saturating_sub(4)) {
                        writeln!(out, "    {line}")?;
                    }
                }
            }
        }
        Ok(())
    }

    /// How many may reach what; and since that is only what the file says, how many obey.
    fn summary(&self) -> String {
        let count = |is_counted: &dyn Fn(&Line<'_>) -> bool| {
            self.lines.iter().filter(|line| is_counted(line)).count()
        };
        let reaches = |name| count(&|line| self.reach(line).name() == name);
        let robots = |robots| count(&|line| line.asked.known.map(Crawler::robots) == robots);
        let told = [
            (reaches("nothing"), "nothing"),
            (reaches("part"), "a part"),
            (reaches("everything"), "everything"),
            (reaches("not-decided"), "not decided"),
        ];
        let obey = [
            (
                robots(Some(RobotsBehaviour::Obeys)) + robots(Some(RobotsBehaviour::IgnoresStar)),
                "said to obey",
            ),
            (robots(Some(RobotsBehaviour::MayIgnoreFile)), "may ignore the file"),
            (robots(Some(RobotsBehaviour::IgnoresFile)), "do not ask"),
            (robots(Some(RobotsBehaviour::ControlToken)), "control tokens"),
            (robots(Some(RobotsBehaviour::Unknown)) + robots(None), "not known"),
        ];
        let list = |counts: &[(usize, &str)]| {
            let counts = counts.iter().filter(|(count, _)| *count > 0);
            counts.map(|(count, what)| format!("{what} {count}")).collect::<Vec<_>>().join(", ")
        };
        format!("May reach: {}.\nOf these: {}.", list(&told), list(&obey))
    }

    fn print_json(&self, out: &mut Out) -> io::Result<()> {
        let mut lines = JsonLines::default();
        for line in &self.lines {
            let Class { reach, rules } = &self.classes[line.class];
            let known = line.asked.known;
            lines.push(&Report {
                crawler: line.asked.name.as_str(),
                operator: known.and_then(Crawler::operator),
                purposes: line.purposes(),
                reaches: reach.name(),
                selected_by: line.taken.selected_by().name(),
                group: line.taken.name_in_file(),
                user_agent_lines: line.user_agent_lines(),
                rules: rules.iter().map(|rule| RuleReport { line: rule.line(), rule }).collect(),
                robots: known.map(|known| known.robots().name()),
                page: known.and_then(Crawler::page),
            });
        }
        out.write_all(&lines.into_bytes())
    }

    fn print_csv(&self, out: &mut Out) -> io::Result<()> {
        let mut table = CsvTable::with_header(&[
            "crawler",
            "operator",
            "purposes",
            "reaches",
            "selected_by",
            "group",
            "lines",
            "robots",
            "page",
        ]);
        for line in &self.lines {
            let Class { reach, rules } = &self.classes[line.class];
            let known = line.asked.known;
            let lines: Vec<_> = rules.iter().map(|rule| rule.line().to_string()).collect();
            table.row(&[
                line.asked.name.as_str(),
                known.and_then(Crawler::operator).unwrap_or_default(),
                &line.purposes().join(" "),
                reach.name(),
                line.taken.selected_by().name(),
                line.taken.name_in_file().unwrap_or_default(),
                &lines.join(" "),
                known.map_or("", |known| known.robots().name()),
                known.and_then(Crawler::page).unwrap_or_default(),
            ]);
        }
        out.write_all(&table.into_bytes())
    }

    fn print_markdown(&self, out: &mut Out) -> io::Result<()> {
        writeln!(out, "{}\n", self.summary())?;
        writeln!(out, "| crawler | operator | may reach | by | rules |")?;
        writeln!(out, "| --- | --- | --- | --- | --- |")?;
        for line in &self.lines {
            let Class { reach, rules } = &self.classes[line.class];
            let operator = line.asked.known.and_then(Crawler::operator).unwrap_or_default();
            let lines: Vec<_> = rules.iter().map(Rule::line).collect();
            let lines = match lines.as_slice() {
                [] => String::new(),
                [some @ .., _] if some.len() >= MANY_RULES => {
                    format!("{} and more", text::lines(&lines[..MANY_RULES]))
                }
                lines => text::lines(lines),
            };
            let reaches = match reach {
                Reach::NotDecided(why) => format!("not decided: {why}"),
                reach => reach.name().to_owned(),
            };
            let cell = |text: &str| text::printable(text).replace('|', "\\|");
            let (name, how) = (cell(line.name()), cell(&line.how()));
            writeln!(out, "| {name} | {operator} | {reaches} | {how} | {lines} |")?;
        }
        Ok(())
    }
}

/// More rules than so many are not shown to people.
const MANY_RULES: usize = 12;

const BOLD: Style = Style::new().bold();

/// The parts of the text, by the name of what may be reached.
const SECTIONS: &[(&str, Style, &str)] = &[
    ("May reach nothing", AnsiColor::Red.on_default(), "nothing"),
    ("May reach a part", AnsiColor::Yellow.on_default(), "part"),
    ("May reach everything", AnsiColor::Green.on_default(), "everything"),
    ("Not decided", AnsiColor::Yellow.on_default(), "not-decided"),
];

impl Line<'_> {
    /// How it came to its rules, and what it makes of them.
    fn how(&self) -> String {
        let selected_by = self.taken.selected_by();
        let Some(known) = self.asked.known else {
            let is_any = self.asked.name.is_any();
            let unknown = if is_any { "" } else { "; not in the directory" };
            return format!("{selected_by}{unknown}");
        };
        let retired = if known.is_retired() { "; is retired" } else { "" };
        match (selected_by, known.robots()) {
            (GroupSelectedBy::DoesNotAsk, _)
            | (_, RobotsBehaviour::Obeys | RobotsBehaviour::IgnoresStar) => {
                format!("{selected_by}{retired}")
            }
            (_, robots) => format!("{selected_by}; {robots}{retired}"),
        }
    }

    /// Its name, for people.
    fn name(&self) -> &str {
        if self.asked.name.is_any() { "any other crawler" } else { self.asked.name.as_str() }
    }

    /// Those who obey first, and last those of whom that is not known.
    fn how_sure(&self) -> usize {
        match self.asked.known.map(Crawler::robots) {
            Some(RobotsBehaviour::Obeys | RobotsBehaviour::IgnoresStar) => 0,
            Some(RobotsBehaviour::ControlToken) => 1,
            Some(RobotsBehaviour::MayIgnoreFile) => 2,
            Some(RobotsBehaviour::IgnoresFile) => 3,
            _ => 4,
        }
    }

    fn purposes(&self) -> Vec<&'static str> {
        let purposes = self.asked.known.map(Crawler::purposes).unwrap_or_default();
        purposes.iter().map(|purpose: &Purpose| purpose.name()).collect()
    }

    fn user_agent_lines(&self) -> Vec<usize> {
        self.taken.group().user_agents().map(|line| line.line()).collect()
    }
}

#[derive(Serialize)]
struct Report<'r> {
    crawler: &'r str,
    operator: Option<&'static str>,
    purposes: Vec<&'static str>,
    reaches: &'static str,
    selected_by: &'static str,
    group: Option<&'r str>,
    user_agent_lines: Vec<usize>,
    rules: Vec<RuleReport<'r>>,
    robots: Option<&'static str>,
    page: Option<&'static str>,
}

#[derive(Serialize)]
struct RuleReport<'r> {
    line: usize,
    rule: &'r Rule<'r>,
}
