//! `gatepost verify`: whether a file says what its owner expects, proved where it is about all
//! URLs.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use clap::Args;
use gatepost_report::{
    CheckedExpectation, Expectation, ExpectationOutcome, InvalidExpectations, VerifyReport,
    first_expectations, format, verify,
};

use crate::arguments::{DialectArg, Format, RobotsArg, one_of};
use crate::asked;
use crate::failure::Failure;
use crate::render::text::{self, Cell, Row, Table};
use crate::render::{self, Out};
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
  all-allowed = [\"/assets/*.css$\"]      # every URL that these patterns match
  all-disallowed = [\"/private/\"]
  dialect = \"google\"                  # only if not as each crawler parses it

An absolute URL stands for its path. Crawlers of a set that never fetch
robots.txt are listed and break nothing, unless --strict asks for it.

A crawler is a product token, a User-Agent header or a set: @search, @ai,
@ai-training, @ai-search, @user-fetch, @seo, @all, @named (by robots.txt).
Known crawlers follow their documentation: Googlebot-Image falls back to
Googlebot's group, and AdsBot-Google ignores `*`.

JSON is one object for each expectation, and last the rules that no expectation
touches; docs/schema documents every field.

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

    /// Count crawlers of a set that never fetch robots.txt as broken, too
    #[arg(long)]
    pub(crate) strict: bool,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    #[arg(value_parser = one_of(FORMATS))]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) dialect: DialectArg,
}

const FORMATS: &[Format] =
    &[Format::Text, Format::Json, Format::Junit, Format::Markdown, Format::Github];

pub(crate) fn run(args: &VerifyArgs) -> Done {
    let expects_stdin = args.expectations.as_deref().is_some_and(input::is_stdin);
    if expects_stdin && args.robots.robots.is_stdin() {
        return Err(input::stdin_twice("robots.txt", "the expectations"));
    }
    let file = args.robots.read(args.dialect.for_others())?.parsed(args.dialect.dialect);
    let Some(path) = &args.expectations else {
        let mut out = render::out(false);
        out.write_all(first_expectations(&file).as_bytes())?;
        out.flush()?;
        return Ok(Status::Yes);
    };
    let text = String::from_utf8(input::read(path)?)
        .map_err(|_| Failure::new(format_args!("{} is not UTF-8", input::name(path))))?;
    let mut expectations =
        Expectation::parse_file(&text, &file).map_err(|error| invalid(path, &error))?;
    let by_name = expectations.iter().filter(|expectation| !expectation.is_for_set);
    let names: BTreeSet<_> = by_name.clone().map(|of| of.crawler.name.clone()).collect();
    let once = names.iter().filter_map(|name| by_name.clone().find(|of| of.crawler.name == *name));
    asked::note_unknown(once.map(|expectation| &expectation.crawler));
    if args.strict {
        expectations.iter_mut().for_each(|expectation| expectation.is_for_set = false);
    }
    if let Some(site) = args.robots.robots.url_site() {
        let checked = expectations.iter().try_for_each(|of| of.check_site(&site));
        checked.map_err(|error| invalid(path, &error))?;
    }
    let report = verify(&file, &expectations).map_err(|error| invalid(path, &error))?;

    let mut out = render::out(args.format == Format::Text);
    match args.format {
        Format::Json => {
            let mut lines = format::json::Lines::default();
            report.checked.iter().for_each(|checked| lines.push(checked));
            lines.push(&report.coverage);
            out.write_all(&lines.into_bytes())?;
        }
        Format::Junit => out.write_all(&format::junit::verify(&report))?,
        Format::Markdown => out.write_all(format::markdown::verify(&report).as_bytes())?,
        Format::Github => {
            out.write_all(
                format::github::verify(&report, &args.robots.robots.machine_name()).as_bytes(),
            )?;
        }
        _ => print_text(&mut out, &report)?,
    }
    out.flush()?;
    let status = |checked: &CheckedExpectation| match checked.outcome {
        ExpectationOutcome::Holds | ExpectationOutcome::NeverAsks => Status::Yes,
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

const BOLD: Style = Style::new().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default();

fn print_text(out: &mut Out, report: &VerifyReport) -> io::Result<()> {
    let mut table = Table::default();
    for checked in &report.checked {
        let outcome = match checked.outcome {
            ExpectationOutcome::Holds => Cell::yes_or_no(true, "holds", ""),
            ExpectationOutcome::NeverAsks => Cell::open("never asks"),
            ExpectationOutcome::Broken => Cell::yes_or_no(false, "", "BROKEN"),
            _ => Cell::yes_or_no(false, "", "NOT DECIDED"),
        };
        let cells = vec![
            outcome,
            Cell::plain(text::printable(&checked.crawler)),
            Cell::plain(checked.expected.to_string()),
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
