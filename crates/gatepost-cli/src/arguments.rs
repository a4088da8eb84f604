//! The arguments that several commands share.

use clap::{Args, ValueEnum};
use gatepost::Dialect;

#[derive(Args, Debug)]
pub(crate) struct DialectArg {
    /// How to read the file: `rfc9309`, or `google` as Google's open-source parser does
    #[arg(short, long, value_name = "DIALECT", default_value = "rfc9309", value_parser = dialect)]
    pub(crate) dialect: &'static Dialect,
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

fn dialect(text: &str) -> Result<&'static Dialect, String> {
    Dialect::by_name(text).ok_or_else(|| {
        let names: Vec<_> = Dialect::ALL.iter().map(|dialect| dialect.name).collect();
        format!("there are {}", names.join(" and "))
    })
}
