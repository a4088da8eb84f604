//! The arguments that several commands share.

use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use gatepost::Dialect;

use crate::source::Source;

/// Where robots.txt comes from.
#[derive(Args, Debug)]
pub(crate) struct RobotsArg {
    /// The robots.txt file; `-` reads standard input, a host or URL fetches that site's file,
    /// and git:REVISION:PATH asks Git
    #[arg(value_name = "ROBOTS.TXT", value_parser = Source::parser())]
    pub(crate) robots: Source,

    #[command(flatten)]
    pub(crate) timeout: TimeoutArg,
}

#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct TimeoutArg {
    /// Time limit for fetching
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    #[arg(display_order = 100)]
    pub(crate) timeout: Duration,
}

#[derive(Args, Debug)]
pub(crate) struct DialectArg {
    /// Parse the file as this parser or search engine does, for every crawler. Without it, known
    /// crawlers parse it as the directory says, and all others by RFC 9309
    #[arg(short, long, value_name = "DIALECT", value_parser = one_dialect())]
    pub(crate) dialect: Option<Dialect>,
}

impl DialectArg {
    /// The dialect of crawlers that are not in the directory.
    pub(crate) fn for_others(&self) -> Dialect {
        self.dialect.unwrap_or_default()
    }
}

/// The dialect of commands that ask about no crawler.
#[derive(Args, Debug)]
pub(crate) struct OneDialectArg {
    /// Parse the file as this parser or search engine does
    #[arg(short, long, value_name = "DIALECT", default_value = "rfc9309", value_parser = one_dialect())]
    pub(crate) dialect: Dialect,
}

/// One dialect, or all.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Dialects {
    One(Dialect),
    All,
}

/// The format of a report. Each command offers those that make sense for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Text,
    Json,
    Csv,
    Markdown,
    Junit,
    Sarif,
    Github,
}

impl Format {
    const ALL: &[(Format, &str, &str)] = &[
        (Format::Text, "text", "For people"),
        (Format::Json, "json", "One object a line"),
        (Format::Csv, "csv", "A table with a header"),
        (Format::Markdown, "markdown", "For a comment on a pull request"),
        (Format::Junit, "junit", "A JUnit report, for CI servers"),
        (Format::Sarif, "sarif", "SARIF 2.1.0, for code scanning"),
        (Format::Github, "github", "Annotations of a GitHub workflow"),
    ];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    /// For people
    Text,
    /// One object
    Json,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let most = Duration::from_secs(24 * 60 * 60);
    seconds
        .filter(|seconds| !seconds.is_zero() && *seconds <= most)
        .ok_or_else(|| "write a number of seconds, above 0 and up to a day".to_owned())
}

/// Accepts the name of one of these formats.
pub(crate) fn one_of(formats: &[Format]) -> impl TypedValueParser<Value = Format> + use<> {
    let named = Format::ALL.iter().filter(|(format, ..)| formats.contains(format));
    let values = named.map(|(_, name, help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(values.collect::<Vec<_>>()).map(|text| {
        let named = Format::ALL.iter().find(|(_, name, _)| *name == text);
        named.expect("one of their names").0
    })
}

/// The formats of reports that people comment on.
pub(crate) const COMMENTS: &[Format] = &[Format::Text, Format::Json, Format::Markdown];

/// The formats of reports that fit into a table.
pub(crate) const TABLES: &[Format] = &[Format::Text, Format::Json, Format::Csv, Format::Markdown];

fn named_dialects() -> impl Iterator<Item = PossibleValue> {
    Dialect::ALL
        .iter()
        .copied()
        .map(|dialect| PossibleValue::new(dialect.name).help(dialect.about()))
}

/// Parses the name of a dialect.
pub(crate) fn one_dialect() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(named_dialects())
        .map(|name| Dialect::by_name(&name).expect("one of their names"))
}

/// Parses the name of a dialect, or `all`.
pub(crate) fn one_dialect_or_all() -> impl TypedValueParser<Value = Dialects> {
    let all = PossibleValue::new("all").help("All of them: shows where they disagree");
    PossibleValuesParser::new(named_dialects().chain([all]))
        .map(|name| Dialect::by_name(&name).map_or(Dialects::All, Dialects::One))
}
