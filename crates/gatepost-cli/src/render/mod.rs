//! Layouts of reports for people. The words about verdicts come from the reports.

pub(crate) mod changes;
pub(crate) mod findings;
pub(crate) mod snippet;
pub(crate) mod text;
pub(crate) mod unified;
pub(crate) mod verdicts;

use std::io::{self, BufWriter, Write};

/// Standard output, written in large pieces.
pub(crate) type Out = BufWriter<Box<dyn Write>>;

/// Opens standard output. On a terminal, text for people has colour.
pub(crate) fn out(is_for_people: bool) -> Out {
    let stdout: Box<dyn Write> = match is_for_people {
        true => Box::new(anstream::stdout().lock()),
        false => Box::new(io::stdout().lock()),
    };
    BufWriter::with_capacity(1 << 16, stdout)
}

/// Opens standard error, for commands that print a file to standard output.
pub(crate) fn stderr() -> Out {
    BufWriter::new(Box::new(anstream::stderr()))
}
