//! Lists of URLs: arguments, and files with one URL per line.
//!
//! They are read in batches, so that a list of any length takes the memory of a few, and so that
//! several batches can be worked on at once and still be printed in order.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::ops::Range;
use std::path::Path;

use gatepost_report::NotAUrl;

use crate::failure::Failure;
use crate::input;
use crate::render::text;

/// The number of URLs in a batch.
const BATCH: usize = 2000;

/// URLs from arguments and then from a file.
pub(crate) struct UrlList<'a> {
    arguments: &'a [OsString],
    file: Option<UrlFile<'a>>,
    batches: usize,
}

struct UrlFile<'a> {
    path: &'a Path,
    reader: Box<dyn BufRead>,
    line: usize,
    size: Option<u64>,
    bytes_read: u64,
}

impl<'a> UrlList<'a> {
    pub(crate) fn new(
        arguments: &'a [OsString],
        path: Option<&'a Path>,
    ) -> Result<UrlList<'a>, Failure> {
        let file = match path {
            None => None,
            Some(path) => {
                let file = path.metadata().ok().filter(|data| data.is_file());
                let reader = BufReader::with_capacity(1 << 16, input::open(path)?);
                Some(UrlFile {
                    path,
                    reader: Box::new(reader),
                    line: 0,
                    size: file.map(|data| data.len()),
                    bytes_read: 0,
                })
            }
        };
        if arguments.is_empty() && file.is_none() {
            return Err(Failure::new("no URL to ask about")
                .help("give URLs or paths as arguments, or a file of them with --urls"));
        }
        Ok(UrlList { arguments, file, batches: 0 })
    }

    /// Returns the size of the file in bytes, if there is a file of known size.
    pub(crate) fn size(&self) -> Option<u64> {
        self.file.as_ref()?.size
    }

    /// Returns how many bytes of the file have been read.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.file.as_ref().map_or(0, |file| file.bytes_read)
    }

    /// Returns `true` if there is a file and a person who watches its progress.
    pub(crate) fn wants_progress(&self) -> bool {
        self.file.is_some() && io::stderr().is_terminal() && !io::stdout().is_terminal()
    }

    /// Returns the next URLs, or none at the end. Blank lines and lines that start with `#` are
    /// skipped.
    pub(crate) fn next_batch(&mut self) -> Result<Option<UrlBatch<'a>>, Failure> {
        let path = self.file.as_ref().map(|file| file.path);
        let mut batch =
            UrlBatch { is_first: self.batches == 0, path, bytes: Vec::new(), urls: Vec::new() };
        self.batches += 1;
        for argument in std::mem::take(&mut self.arguments) {
            let argument = argument.as_encoded_bytes();
            batch.bytes.extend_from_slice(argument);
            batch.push(batch.bytes.len() - argument.len(), None);
        }
        if let Some(file) = &mut self.file {
            while batch.urls.len() < BATCH {
                let start = batch.bytes.len();
                let read = file.reader.read_until(b'\n', &mut batch.bytes).map_err(|error| {
                    Failure::new(format_args!("cannot read {}: {error}", input::name(file.path)))
                })?;
                if read == 0 {
                    break;
                }
                file.bytes_read += read as u64;
                file.line += 1;
                batch.push(start, Some(file.line));
            }
        }
        Ok((!batch.urls.is_empty()).then_some(batch))
    }
}

/// Some URLs of a list.
pub(crate) struct UrlBatch<'a> {
    /// Whether the batch is the first of its list.
    pub(crate) is_first: bool,
    path: Option<&'a Path>,
    bytes: Vec<u8>,
    /// The place of each URL in `bytes`, and its line in the file.
    urls: Vec<(Range<usize>, Option<usize>)>,
}

impl UrlBatch<'_> {
    /// Adds the text from `start` on, if it is a URL.
    fn push(&mut self, start: usize, line: Option<usize>) {
        let text = &self.bytes[start..];
        let url = text.trim_ascii();
        if line.is_none() || !(url.is_empty() || url.starts_with(b"#")) {
            let start = start + (text.len() - text.trim_ascii_start().len());
            self.urls.push((start..start + url.len(), line));
        }
    }

    pub(crate) fn urls(&self) -> impl Iterator<Item = Url<'_>> {
        self.urls.iter().map(|(span, line)| Url {
            bytes: &self.bytes[span.clone()],
            place: self.path.zip(*line),
        })
    }
}

/// A URL, and its place in a file.
#[derive(Clone, Copy)]
pub(crate) struct Url<'l> {
    pub(crate) bytes: &'l [u8],
    /// The file and the number of the line.
    place: Option<(&'l Path, usize)>,
}

impl Url<'_> {
    /// Returns `true` if the URL is an argument, and not from a list.
    pub(crate) fn is_argument(&self) -> bool {
        self.place.is_none()
    }

    /// Turns an error about the URL into a failure with its place.
    pub(crate) fn failure(&self, error: &NotAUrl) -> Failure {
        match self.place {
            None => self::failure(error),
            Some((path, line)) => {
                let error = text::readable(&error.to_string());
                Failure::new(format_args!("{}:{line}: {error}", input::name(path)))
            }
        }
    }
}

/// Returns an argument that is not a URL.
pub(crate) fn failure(error: &NotAUrl) -> Failure {
    Failure::new(text::readable(error.what())).help(text::readable(error.help()))
}
