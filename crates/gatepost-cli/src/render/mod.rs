//! How answers are laid out. No words about verdicts are made here.

pub(crate) mod csv;
pub(crate) mod json;
pub(crate) mod snippet;
pub(crate) mod text;

use std::io::{self, BufWriter, Write};

use crate::cli::Format;

/// Standard output, written in large pieces.
pub(crate) type Out = BufWriter<Box<dyn Write>>;

/// Standard output; for people with colour on a terminal.
pub(crate) fn out(format: Format) -> Out {
    let stdout: Box<dyn Write> = match format {
        Format::Text => Box::new(anstream::stdout().lock()),
        Format::Json | Format::Csv => Box::new(io::stdout().lock()),
    };
    BufWriter::with_capacity(1 << 16, stdout)
}
