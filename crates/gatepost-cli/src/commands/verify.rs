//! `gatepost verify`: whether a file says what its owner expects, proved where it is about all URLs.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use clap::{Args, ValueEnum};
use gatepost_report::{
    CheckedExpectation, Expectation, ExpectationOutcome, InvalidExpectations, VerifyReport,
    first_expectations, verify,
};

use crate::arguments::{DialectArg, RobotsArg};
use crate::failure::Failure;
use crate::render::json::JsonLines;
use crate::render::text::{self, Cell, Row, Table};
use crate::render::{self, Out, junit};
use crate::{Done, Status, input};

/// Check that a robots.txt file says what its owner expects
///
/// An expectation about a pattern is proved for every URL that the pattern matches. Rules that no
/// expectation touches are listed.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost verify --init robots.txt > expectations.toml
  gatepost verify robots.txt expectations.toml
  gatepost verify robots.txt expectations.toml --format junit > report.xml

An expectation file is TOML:
  [[expect]]
  crawlers = [\"Googlebot\", \"@ai\", \"*\"] # * is any crawler without its own group
  allowed = [\"/\", \"/shop?page=2\"]      # these URLs
  disallowed = [\"/cart\"]
  all-allowed = [\"/*.css$\"]             # every URL that these patterns match
  all-disallowed = [\"/private/\"]

A crawler is a product token, a User-Agent header or a set: @search, @ai,
@ai-training, @ai-search, @user-fetch, @seo, @all, @named (by robots.txt).
Known crawlers follow their documentation: Googlebot-Image falls back to
Googlebot's group, and AdsBot-Google ignores `*`.

Exit status: 0 all hold, 1 some are broken, 2 not decided or an error.")]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) robots: RobotsArg,

    /// The expectation file
    #[arg(value_name = "EXPECTATIONS", required_unless_present = "init", conflicts_with = "init")]
    pub(crate) expectations: Option<PathBuf>,

    /// Print a first expectation file that the file meets now
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
    /// One object a line; the last lists the rules without expectations
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
    let text = String::from_utf8(input::read(path)?)
        .map_err(|_| Failure::new(format_args!("{} is not UTF-8", input::name(path))))?;
    let expectations =
        Expectation::parse_file(&text, &robots).map_err(|error| invalid(path, &error))?;
    let report = verify(&robots, &expectations).map_err(|error| invalid(path, &error))?;

    let mut out = render::out(args.format == VerifyFormat::Text);
    match args.format {
        VerifyFormat::Text => print_text(&mut out, &report)?,
        VerifyFormat::Json => {
            let mut lines = JsonLines::default();
            report.checked.iter().for_each(|checked| lines.push(checked));
            lines.push(&report.coverage);
            out.write_all(&lines.into_bytes())?;
        }
        VerifyFormat::Junit => {
            let cases: Vec<_> = report.checked.iter().map(test_case).collect();
            out.write_all(&junit::report("robots.txt", &cases)?)?;
        }
    }
    out.flush()?;
    let status = |checked: &CheckedExpectation| match checked.outcome {
        ExpectationOutcome::Holds => Status::Yes,
        ExpectationOutcome::Broken => Status::No,
        _ => Status::CouldNotTell,
    };
    Ok(report.checked.iter().map(status).max().unwrap_or(Status::Yes))
}

fn invalid(path: &Path, error: &InvalidExpectations) -> Failure {
    let line = error.line().map_or(String::new(), |line| format!(":{line}"));
    Failure::new(format_args!("{}{line}: {error}", input::name(path)))
        .help("`gatepost verify --help` shows what an expectation file looks like")
}

fn test_case(checked: &CheckedExpectation) -> junit::Case {
    let outcome = match (&checked.why, checked.outcome) {
        (None, _) => junit::Outcome::Passed,
        (Some(why), ExpectationOutcome::Broken) => junit::Outcome::Failure(why.clone()),
        (Some(why), _) => junit::Outcome::Error(why.clone()),
    };
    let name = format!("{} {}", checked.expected, checked.of);
    junit::Case { class: checked.crawler.clone(), name, outcome }
}

const BOLD: Style = Style::new().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default();

fn print_text(out: &mut Out, report: &VerifyReport) -> io::Result<()> {
    let mut table = Table::new(&[] as &[&str]);
    for checked in &report.checked {
        let outcome = match checked.outcome {
            ExpectationOutcome::Holds => Cell::yes_or_no(true, "holds", ""),
            ExpectationOutcome::Broken => Cell::yes_or_no(false, "", "BROKEN"),
            _ => Cell::yes_or_no(false, "", "NOT DECIDED"),
        };
        let cells = vec![
            outcome,
            Cell::plain(text::printable(&checked.crawler)),
            Cell::plain(checked.expected.name()),
            Cell::plain(text::printable(&checked.of)),
        ];
        let remarks = checked.why.iter().map(|why| text::printable(why).into_owned()).collect();
        table.push(Row { remarks, ..Row::of(cells) });
    }
    out.write_all(&table.lay_out(text::width()))?;
    writeln!(out, "\n{BOLD}{}{BOLD:#}", report.title)?;
    let untouched = &report.coverage.untouched;
    if !untouched.is_empty() {
        writeln!(out, "\n{YELLOW}No expectation touches{YELLOW:#}")?;
        for rule in untouched {
            writeln!(out, "{:6}  {}", rule.line, text::printable(&rule.rule))?;
        }
    }
    Ok(())
}
