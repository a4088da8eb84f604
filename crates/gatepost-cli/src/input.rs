//! Files and standard input: how they are read, and their names in messages.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::failure::Failure;
use crate::render::text::printable;

/// Reads the bytes of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    open(path)?
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::new(format_args!("cannot read {}: {error}", name(path))))?;
    Ok(bytes)
}

/// Opens a file for reading.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read>, Failure> {
    if is_stdin(path) {
        return Ok(Box::new(stdin()));
    }
    let failure = |error| Failure::new(format_args!("cannot read {}: {error}", name(path)));
    match File::open(path) {
        Ok(file) if file.metadata().is_ok_and(|data| data.is_dir()) => {
            Err(failure(io::Error::from(io::ErrorKind::IsADirectory)))
        }
        Ok(file) => Ok(Box::new(file)),
        Err(error) => Err(failure(error)),
    }
}

/// The failure of a command that would read standard input twice.
pub(crate) fn stdin_twice(one: &str, other: &str) -> Failure {
    Failure::new(format_args!("standard input cannot be both {one} and {other}"))
        .help("give one of them as a file")
}

pub(crate) fn stdin() -> impl Read {
    io::stdin().lock()
}

pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the name of a file for messages, with characters escaped that control a terminal.
pub(crate) fn name(path: &Path) -> String {
    match is_stdin(path) {
        true => "standard input".to_owned(),
        false => printable(&path.to_string_lossy()).into_owned(),
    }
}

/// Returns `true` if a text is meant as the URL of a site.
pub(crate) fn is_url(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.starts_with("https://") || text.starts_with("http://")
}
