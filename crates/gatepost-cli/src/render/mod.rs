//! How answers are laid out. No words about verdicts are made here.

pub(crate) mod changes;
pub(crate) mod findings;
pub(crate) mod snippet;
pub(crate) mod text;
pub(crate) mod unified;
pub(crate) mod verdicts;

use std::io::{self, BufWriter, Write};

/// Standard output, written in large pieces.
pub(crate) type Out = BufWriter<Box<dyn Write>>;

/// Standard output; for people with colour on a terminal.
pub(crate) fn out(is_for_people: bool) -> Out {
    let stdout: Box<dyn Write> = match is_for_people {
        true => Box::new(anstream::stdout().lock()),
        false => Box::new(io::stdout().lock()),
    };
    BufWriter::with_capacity(1 << 16, stdout)
}

/// Standard error, where standard output takes a file.
pub(crate) fn stderr() -> Out {
    BufWriter::new(Box::new(anstream::stderr()))
}
