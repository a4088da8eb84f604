//! Lists of URLs: arguments, and files of any shape that tools write.
//!
//! They are read in batches, so that a list of any length takes the memory of a few, and so that
//! several batches can be worked on at once and still be printed in order. A text that is not a URL
//! is reported with its line, and the other URLs are still answered.

use std::cell::Cell;
use std::ffi::OsString;
use std::io::{self, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use clap::Args;
use gatepost_report::{ListedUrls, NotAUrl, UrlListError, UrlListOptions, UrlListReader, phrases};

use crate::failure::{self, Failure};
use crate::progress::Progress;
use crate::render::text;
use crate::{Status, input};

/// The number of URLs in a batch.
const BATCH: usize = 2000;

/// The number of invalid lines that are reported one by one.
const TOLD: usize = 10;

/// The arguments for a list of URLs.
#[derive(Args, Debug, Default)]
pub(crate) struct UrlsArg {
    /// A list of URLs: one a line, a table (CSV, also with tabs) or a sitemap; `-` reads standard
    /// input
    #[arg(short, long, value_name = "FILE")]
    pub(crate) urls: Option<PathBuf>,

    /// The column of --urls that has the URLs: its name, or its number, from 1
    #[arg(long, value_name = "NAME", requires = "urls")]
    pub(crate) column: Option<String>,

    /// Each whole line of --urls is a URL, with the commas and spaces in it
    #[arg(long, requires = "urls", conflicts_with = "column")]
    pub(crate) whole_lines: bool,
}

impl UrlsArg {
    /// Refuses to read standard input both as this list and as `other`.
    pub(crate) fn require_other_stdin(&self, other: &str, is_stdin: bool) -> Result<(), Failure> {
        match self.urls.as_deref().is_some_and(input::is_stdin) && is_stdin {
            true => Err(input::stdin_twice(other, "the list of URLs")),
            false => Ok(()),
        }
    }

    fn options(&self) -> UrlListOptions {
        let mut options = UrlListOptions::default();
        options.column.clone_from(&self.column);
        options.whole_lines = self.whole_lines;
        options
    }
}

/// URLs from arguments and then from a file.
pub(crate) struct UrlList<'a> {
    arguments: &'a [OsString],
    file: Option<UrlFile<'a>>,
    batches: usize,
    /// The number of lines that are not URLs.
    wrong: usize,
}

struct UrlFile<'a> {
    path: &'a Path,
    reader: UrlListReader<'a>,
    size: Option<u64>,
    bytes_read: Rc<Cell<u64>>,
}

impl<'a> UrlList<'a> {
    pub(crate) fn new(
        arguments: &'a [OsString],
        urls: &'a UrlsArg,
    ) -> Result<UrlList<'a>, Failure> {
        let file = urls.urls.as_deref().map(|path| UrlFile::open(path, &urls.options()));
        let file = file.transpose()?;
        if arguments.is_empty() && file.is_none() {
            return Err(Failure::new("no URL to ask about")
                .help("give URLs or paths as arguments, or a file of them with --urls"));
        }
        Ok(UrlList { arguments, file, batches: 0, wrong: 0 })
    }

    /// Returns the size of the file in bytes, if there is a file of known size.
    pub(crate) fn size(&self) -> Option<u64> {
        self.file.as_ref()?.size
    }

    /// Returns how many bytes of the file have been read.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.file.as_ref().map_or(0, |file| file.bytes_read.get())
    }

    /// Returns `true` if there is a file and a person who watches its progress.
    pub(crate) fn wants_progress(&self) -> bool {
        self.file.is_some() && io::stderr().is_terminal() && !io::stdout().is_terminal()
    }

    /// Returns the next URLs, or none at the end.
    pub(crate) fn next_batch(&mut self) -> Result<Option<UrlBatch<'a>>, Failure> {
        let is_first = self.batches == 0;
        self.batches += 1;
        let arguments = std::mem::take(&mut self.arguments);
        let mut batch = UrlBatch { is_first, arguments, listed: ListedUrls::default(), path: None };
        if let Some(file) = &mut self.file {
            batch.path = Some(file.path);
            let most = BATCH.saturating_sub(arguments.len());
            file.reader.read(&mut batch.listed, most).map_err(|error| {
                Failure::new(format_args!("cannot read {}: {error}", input::name(file.path)))
            })?;
        }
        let is_empty = batch.arguments.is_empty() && batch.listed.iter().len() == 0;
        Ok((!is_empty).then_some(batch))
    }

    /// Reports an invalid URL; of a list, only the first [`TOLD`].
    pub(crate) fn tell(&mut self, progress: &Progress, wrong: &Wrong) {
        if wrong.is_listed {
            self.wrong += 1;
        }
        if !wrong.is_listed || self.wrong <= TOLD {
            progress.suspend(|| wrong.failure.print());
        }
    }

    /// Reports the number of other invalid lines, and fails if no line was a URL.
    pub(crate) fn finish(&self) -> Status {
        let Some(UrlFile { path, reader, .. }) = &self.file else { return Status::Yes };
        if let Some(more) = self.wrong.checked_sub(TOLD).filter(|more| *more > 0) {
            let more = phrases::count(more as u64, "more line is", "more lines are");
            Failure::new(format_args!("{}: {more} not URLs", input::name(path))).print();
        }
        match reader.urls() {
            0 => {
                Failure::new(format_args!("no line of {} is a URL", input::name(path))).print();
                Status::CouldNotTell
            }
            _ => Status::Yes,
        }
    }
}

impl<'a> UrlFile<'a> {
    /// Opens a list, and reports its format unless it is one URL per line.
    fn open(path: &'a Path, options: &UrlListOptions) -> Result<UrlFile<'a>, Failure> {
        let size = path.metadata().ok().filter(|data| data.is_file()).map(|data| data.len());
        let bytes_read = Rc::new(Cell::new(0));
        let file = Counted { reader: input::open(path)?, bytes: Rc::clone(&bytes_read) };
        let reader = BufReader::with_capacity(1 << 16, file);
        let reader = UrlListReader::new(reader, options).map_err(|error| no_list(path, &error))?;
        if let Some(about) = reader.about() {
            let about = text::readable(about);
            failure::note(format_args!("{}: read as {about}", input::name(path)));
        }
        Ok(UrlFile { path, reader, size, bytes_read })
    }
}

fn no_list(path: &Path, error: &UrlListError) -> Failure {
    let failure =
        Failure::new(format_args!("cannot read URLs from {}: {error}", input::name(path)));
    match error.help() {
        Some(help) => failure.help(text::readable(help)),
        None => failure,
    }
}

/// Counts the bytes that are read.
struct Counted<R> {
    reader: R,
    bytes: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.bytes.set(self.bytes.get() + read as u64);
        Ok(read)
    }
}

/// Some URLs of a list.
pub(crate) struct UrlBatch<'a> {
    /// Whether the batch is the first of its list.
    pub(crate) is_first: bool,
    arguments: &'a [OsString],
    listed: ListedUrls,
    path: Option<&'a Path>,
}

impl UrlBatch<'_> {
    pub(crate) fn urls(&self) -> impl Iterator<Item = Url<'_>> {
        let arguments = self.arguments.iter();
        let arguments =
            arguments.map(|argument| Url { url: Ok(argument.as_encoded_bytes()), place: None });
        let listed = self.listed.iter().map(|listed| Url {
            url: listed.url,
            place: self.path.map(|path| (path, listed.line)),
        });
        arguments.chain(listed)
    }
}

/// A URL, and its place in a file.
#[derive(Clone, Copy)]
pub(crate) struct Url<'l> {
    url: Result<&'l [u8], &'l NotAUrl>,
    /// The file and the number of the line.
    place: Option<(&'l Path, usize)>,
}

/// The failure of a text that is not a URL.
pub(crate) struct Wrong {
    failure: Failure,
    is_listed: bool,
}

impl<'l> Url<'l> {
    /// Returns whether the URL is an argument, and not from a list.
    pub(crate) fn is_argument(&self) -> bool {
        self.place.is_none()
    }

    /// Calls `ask` with the URL, if it is valid.
    pub(crate) fn ask<T>(
        &self,
        ask: impl FnOnce(&'l [u8]) -> Result<T, NotAUrl>,
    ) -> Result<T, Wrong> {
        self.url
            .map_err(|error| self.wrong(error))
            .and_then(|url| ask(url).map_err(|error| self.wrong(&error)))
    }

    fn wrong(&self, error: &NotAUrl) -> Wrong {
        let what = text::readable(error.what());
        let failure = match self.place {
            None => Failure::new(what),
            Some((path, line)) => {
                Failure::new(format_args!("{}:{line}: {what}", input::name(path)))
            }
        };
        Wrong {
            failure: failure.help(text::readable(error.help())),
            is_listed: !self.is_argument(),
        }
    }
}
