//! `gatepost verify`: whether a file says what its owner expects, proved where it is about all URLs.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use clap::{Args, ValueEnum};
use gatepost::{Dialect, ProductToken, RobotsTxt, UrlPath};
use gatepost_crawlers::GroupSelectedBy;
use gatepost_prove::{
    Answer, Decides, Outcome, PathSet, RuleList, always, coverage, decided_by, file_changes_with,
};
use serde::Serialize;

use crate::arguments::{DialectArg, RobotsArg};
use crate::asked::{self, Asked};
use crate::expectations::{self, Expectation, Paths};
use crate::failure::Failure;
use crate::render::json::JsonLines;
use crate::render::text::{self, Cell, Row, Table};
use crate::render::{self, Out, junit};
use crate::{Done, Status, input};

/// Tell whether a file says what its owner expects, proved where it is about all URLs
///
/// Also tells which rules decide nothing that is expected.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost verify --init robots.txt > expectations.toml
  gatepost verify robots.txt expectations.toml
  gatepost verify robots.txt expectations.toml --format junit > report.xml

An expectation file is TOML:
  [[expect]]
  crawlers = [\"Googlebot\", \"@ai\", \"*\"] # * is one that no group names
  allowed = [\"/\", \"/shop?page=2\"]      # these URLs
  disallowed = [\"/cart\"]
  all-allowed = [\"/*.css$\"]             # every URL that these patterns match
  all-disallowed = [\"/private/\"]

A crawler is a product token, a User-Agent header or a set: @search, @ai,
@ai-training, @ai-search, @user-fetch, @seo, @all, @named (by robots.txt). It
takes the group that its operator documents, by its family where none names it.

Exit status: 0 all hold, 1 some are broken, 2 could not tell.")]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) robots: RobotsArg,

    /// The expectation file
    #[arg(value_name = "EXPECTATIONS", required_unless_present = "init", conflicts_with = "init")]
    pub(crate) expectations: Option<PathBuf>,

    /// Print a first expectation file, from what the file says now
    #[arg(long)]
    pub(crate) init: bool,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: VerifyFormat,

    #[command(flatten)]
    pub(crate) dialect: DialectArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum VerifyFormat {
    /// For people
    Text,
    /// One object a line, and last what is not covered
    Json,
    /// A JUnit report
    Junit,
}

pub(crate) fn run(args: &VerifyArgs) -> Done {
    let file = args.robots.read(args.dialect.dialect)?;
    let robots = file.parse(args.dialect.dialect);
    let Some(path) = &args.expectations else {
        let mut out = render::out(false);
        out.write_all(first_expectations(&robots).as_bytes())?;
        out.flush()?;
        return Ok(Status::Yes);
    };
    let expectations = expectations::read(path, &robots)?;
    let mut touched = BTreeSet::new();
    let mut checked = Vec::new();
    let index = robots.group_index();
    for expectation in &expectations {
        let taken = expectation.crawler.group_in(&index);
        let rules = RuleList::of_group(taken.group());
        let found =
            check(expectation, &rules, robots.dialect(), &mut touched).map_err(|error| {
                Failure::new(format_args!("{}:{}: {error}", input::name(path), expectation.line))
            })?;
        checked.push(Checked::new(expectation, found, taken.selected_by()));
    }
    let untouched: Vec<Untouched> = robots
        .groups()
        .flat_map(|group| group.rules())
        .filter(|rule| !rule.is_empty() && !touched.contains(&rule.line()))
        .map(|rule| Untouched { line: rule.line(), rule: rule.to_string() })
        .collect();

    let mut out = render::out(args.format == VerifyFormat::Text);
    match args.format {
        VerifyFormat::Text => print_text(&mut out, &checked, &untouched)?,
        VerifyFormat::Json => {
            let mut lines = JsonLines::default();
            checked.iter().for_each(|checked| lines.push(checked));
            lines.push(&Coverage { untouched: &untouched });
            out.write_all(&lines.into_bytes())?;
        }
        VerifyFormat::Junit => {
            let cases: Vec<_> = checked.iter().map(Checked::test_case).collect();
            out.write_all(&junit::report("robots.txt", &cases)?)?;
        }
    }
    out.flush()?;
    Ok(checked.iter().map(|checked| checked.status()).max().unwrap_or(Status::Yes))
}

/// What came of an expectation.
pub(crate) enum Found {
    Holds,
    Broken { path: String, answer: Answer },
    NotDecided(String),
}

/// An expectation and what came of it.
#[derive(Serialize)]
pub(crate) struct Checked {
    pub(crate) crawler: ProductToken,
    /// `allowed`, `disallowed`, `all-allowed` or `all-disallowed`.
    pub(crate) expected: &'static str,
    pub(crate) of: String,
    /// The line of the expectation file.
    pub(crate) expectation_line: usize,
    /// `holds`, `broken` or `not-decided`.
    pub(crate) outcome: &'static str,
    /// A path on which it is broken.
    pub(crate) path: Option<String>,
    /// The line of robots.txt that decides that path.
    pub(crate) line: Option<usize>,
    /// What is wrong, in words.
    pub(crate) why: Option<String>,
}

impl Checked {
    fn new(expectation: &Expectation, found: Found, selected_by: &GroupSelectedBy) -> Checked {
        let Expectation { crawler, paths, allowed, line } = expectation;
        let (expected, of) = match (paths, allowed) {
            (Paths::Url(url), true) => ("allowed", url),
            (Paths::Url(url), false) => ("disallowed", url),
            (Paths::All(pattern), true) => ("all-allowed", pattern),
            (Paths::All(pattern), false) => ("all-disallowed", pattern),
        };
        let (outcome, path, decides, why) = match found {
            Found::Holds => ("holds", None, None, None),
            Found::Broken { path, answer } => {
                let verdict = if answer.is_allowed { "allowed" } else { "disallowed" };
                let by = answer.line.map_or("no rule".to_owned(), |line| format!("line {line}"));
                let how = match selected_by {
                    GroupSelectedBy::Name | GroupSelectedBy::Star | GroupSelectedBy::NoGroup => {
                        String::new()
                    }
                    other => format!("; {other}"),
                };
                let why = format!("{path} is {verdict} by {by}{how}");
                ("broken", Some(path), answer.line, Some(why))
            }
            Found::NotDecided(why) => ("not-decided", None, None, Some(why)),
        };
        Checked {
            crawler: crawler.name.clone(),
            expected,
            of: of.clone(),
            expectation_line: *line,
            outcome,
            path,
            line: decides,
            why,
        }
    }

    fn test_case(&self) -> junit::Case {
        let outcome = match (&self.why, self.outcome) {
            (None, _) => junit::Outcome::Passed,
            (Some(why), "broken") => junit::Outcome::Failure(why.clone()),
            (Some(why), _) => junit::Outcome::Error(why.clone()),
        };
        let name = format!("{} {}", self.expected, self.of);
        junit::Case { class: self.crawler.as_str().to_owned(), name, outcome }
    }

    fn status(&self) -> Status {
        match self.outcome {
            "holds" => Status::Yes,
            "broken" => Status::No,
            _ => Status::CouldNotTell,
        }
    }
}

/// A rule that decides nothing that is expected.
#[derive(Serialize)]
struct Untouched {
    line: usize,
    rule: String,
}

#[derive(Serialize)]
struct Coverage<'c> {
    untouched: &'c [Untouched],
}

fn check(
    expectation: &Expectation,
    rules: &RuleList<'_>,
    dialect: Dialect,
    touched: &mut BTreeSet<usize>,
) -> Result<Found, gatepost::InvalidUrl> {
    match &expectation.paths {
        Paths::Url(url) => {
            let answer = rules.answer(&dialect.url_path(url)?);
            touched.extend(answer.line);
            Ok(match answer.is_allowed == expectation.allowed {
                true => Found::Holds,
                false => Found::Broken { path: url.clone(), answer },
            })
        }
        Paths::All(pattern) => {
            let paths = PathSet::new(pattern, dialect);
            let coverage = coverage(rules, &paths);
            touched.extend(coverage.lines);
            // What may be touched is not said to be untouched.
            touched.extend(coverage.not_decided.iter().map(|(line, _)| line));
            Ok(match always(rules, &paths, expectation.allowed) {
                Outcome::Proved => Found::Holds,
                Outcome::Refuted(example) => {
                    Found::Broken { path: example.path, answer: example.answer }
                }
                Outcome::NotDecided(why) => Found::NotDecided(why.to_string()),
            })
        }
    }
}

const BOLD: Style = Style::new().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default();

fn print_text(out: &mut Out, checked: &[Checked], untouched: &[Untouched]) -> io::Result<()> {
    let mut table = Table::new(&[] as &[&str]);
    for checked in checked {
        let cells = vec![
            Cell::yes_or_no(
                checked.outcome == "holds",
                "holds",
                match checked.outcome {
                    "broken" => "BROKEN",
                    _ => "NOT DECIDED",
                },
            ),
            Cell::plain(text::printable(checked.crawler.as_str())),
            Cell::plain(checked.expected),
            Cell::plain(text::printable(&checked.of)),
        ];
        let remarks = checked.why.iter().map(|why| text::printable(why).into_owned()).collect();
        table.push(Row { remarks, ..Row::of(cells) });
    }
    out.write_all(&table.lay_out(text::width()))?;
    let count = |outcome| checked.iter().filter(|checked| checked.outcome == outcome).count();
    let (all, holds) = (checked.len(), count("holds"));
    writeln!(out, "\n{BOLD}{holds} of {all} expectations hold{BOLD:#}")?;
    if !untouched.is_empty() {
        writeln!(out, "\n{YELLOW}No expectation touches{YELLOW:#}")?;
        for Untouched { line, rule } in untouched {
            writeln!(out, "{line:6}  {}", text::printable(rule))?;
        }
    }
    Ok(())
}

/// An expectation file that the robots.txt file meets, with a path for each rule that decides one.
fn first_expectations(robots: &RobotsTxt<'_>) -> String {
    let mut text = "\
# What robots.txt has to say, made by `gatepost verify --init` from what it says now.
# Check it with: gatepost verify robots.txt THIS-FILE
#
# allowed, disallowed          these URLs
# all-allowed, all-disallowed  every URL that these patterns match
"
    .to_owned();
    // Nothing changes from a file to itself, but the crawlers come in classes.
    let index = robots.group_index();
    for class in file_changes_with(robots, robots, &asked::families(&[robots])).classes {
        let taken = Asked::new(class.crawlers[0].clone()).group_in(&index);
        let rules = RuleList::of_group(taken.group());
        let root = rules.answer(&UrlPath::as_compared("/"));
        let mut paths = vec![("/".to_owned(), root.is_allowed)];
        for rule in rules.rules() {
            if let Decides::Path(example) = decided_by(&rules, rule.line()) {
                paths.push((example.path, example.answer.is_allowed));
            }
        }
        paths.dedup();
        let list = |texts: Vec<&str>| {
            let quoted: Vec<_> = texts.into_iter().map(quoted).collect();
            format!("[{}]", quoted.join(", "))
        };
        let crawlers = class.crawlers.iter().map(ProductToken::as_str).collect();
        text += &format!("\n[[expect]]\ncrawlers = {}\n", list(crawlers));
        for (key, allowed) in [("allowed", true), ("disallowed", false)] {
            let of_kind = paths.iter().filter(|(_, is_allowed)| *is_allowed == allowed);
            let of_kind: Vec<_> = of_kind.map(|(path, _)| path.as_str()).collect();
            if !of_kind.is_empty() {
                text += &format!("{key} = {}\n", list(of_kind));
            }
        }
    }
    text
}

/// As a TOML text, whose escapes are those of JSON.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text is JSON")
}
