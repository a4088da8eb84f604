//! The arguments that several commands share.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use gatepost::Dialect;

#[derive(Args, Debug)]
pub(crate) struct DialectArg {
    /// How to read the file: as RFC 9309 has it, or as one reader does
    #[arg(short, long, value_name = "DIALECT", default_value = "rfc9309", value_parser = one_dialect())]
    pub(crate) dialect: &'static Dialect,
}

/// One dialect, or all.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Dialects {
    One(&'static Dialect),
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One object a line
    Json,
    /// A table with a header
    Csv,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    /// For people
    Text,
    /// One object
    Json,
}

fn named_dialects() -> impl Iterator<Item = PossibleValue> {
    Dialect::ALL.iter().map(|dialect| PossibleValue::new(dialect.name).help(dialect.about))
}

/// Takes the name of a dialect.
pub(crate) fn one_dialect() -> impl TypedValueParser<Value = &'static Dialect> {
    PossibleValuesParser::new(named_dialects())
        .map(|name| Dialect::by_name(&name).expect("one of their names"))
}

/// Takes the name of a dialect, or `all`.
pub(crate) fn one_dialect_or_all() -> impl TypedValueParser<Value = Dialects> {
    let all = PossibleValue::new("all").help("each of them: only what they differ on is shown");
    PossibleValuesParser::new(named_dialects().chain([all]))
        .map(|name| Dialect::by_name(&name).map_or(Dialects::All, Dialects::One))
}
