//! Files, standard input, and lists of URLs.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::Path;

use gatepost::{Dialect, RobotsTxt};

use crate::failure::{self, Failure};

/// Reads the octets of a robots.txt file.
pub(crate) fn read_robots(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut octets = Vec::new();
    open(path)?
        .read_to_end(&mut octets)
        .map_err(|error| Failure::new(format_args!("cannot read {}: {error}", name(path))))?;
    Ok(octets)
}

/// Parses them, and says so where the read limit cuts.
pub(crate) fn parse<'o>(octets: &'o [u8], path: &Path, dialect: &'static Dialect) -> RobotsTxt<'o> {
    let robots = RobotsTxt::parse_as(octets, dialect);
    if robots.unread() > 0 {
        failure::warn(format_args!(
            "{}: only the first {} octets are read, as crawlers read no more: {} are left out",
            name(path),
            robots.octets().len(),
            robots.unread(),
        ));
    }
    robots
}

fn open(path: &Path) -> Result<Box<dyn Read>, Failure> {
    if is_stdin(path) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let failure = |error| Failure::new(format_args!("cannot read {}: {error}", name(path)));
    match File::open(path) {
        Ok(file) if file.metadata().is_ok_and(|data| data.is_dir()) => {
            Err(failure(io::Error::from(io::ErrorKind::IsADirectory)))
        }
        Ok(file) => Ok(Box::new(file)),
        Err(error) if path.to_string_lossy().contains("://") => Err(failure(error)
            .help(format_args!("fetch it first: curl -s {} | gatepost ... -", path.display()))),
        Err(error) => Err(failure(error)),
    }
}

pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What to call a file in messages.
pub(crate) fn name(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// URLs from arguments and then from a file, one at a time.
pub(crate) struct Urls<'a> {
    arguments: std::slice::Iter<'a, String>,
    file: Option<UrlFile<'a>>,
    line: Vec<u8>,
    /// Octets of the file that have been read, for progress.
    pub(crate) octets_read: u64,
}

struct UrlFile<'a> {
    path: &'a Path,
    reader: Box<dyn BufRead>,
    number: usize,
    size: Option<u64>,
}

/// One URL, and where it is from.
pub(crate) struct Url<'l> {
    pub(crate) octets: &'l [u8],
    /// The file and the number of the line.
    place: Option<(&'l Path, usize)>,
}

impl Url<'_> {
    /// An error about it, with its place.
    pub(crate) fn failure(&self, error: impl std::fmt::Display) -> Failure {
        match self.place {
            None => Failure::new(error),
            Some((path, line)) => Failure::new(format_args!("{}:{line}: {error}", name(path))),
        }
    }
}

impl<'a> Urls<'a> {
    pub(crate) fn new(
        arguments: &'a [String],
        path: Option<&'a Path>,
    ) -> Result<Urls<'a>, Failure> {
        let file = match path {
            None => None,
            Some(path) => {
                let size =
                    path.metadata().ok().filter(|data| data.is_file()).map(|data| data.len());
                let reader = Box::new(BufReader::with_capacity(1 << 16, open(path)?));
                Some(UrlFile { path, reader, number: 0, size })
            }
        };
        if arguments.is_empty() && file.is_none() {
            return Err(Failure::new("no URL to ask about")
                .help("give URLs or paths as arguments, or a file of them with --urls"));
        }
        Ok(Urls { arguments: arguments.iter(), file, line: Vec::new(), octets_read: 0 })
    }

    /// How many octets the file has, where there is one and it is known.
    pub(crate) fn size(&self) -> Option<u64> {
        self.file.as_ref()?.size
    }

    /// Whether there is a file, and somebody who would like to see how far it is read.
    pub(crate) fn wants_progress(&self) -> bool {
        self.file.is_some() && io::stderr().is_terminal() && !io::stdout().is_terminal()
    }

    /// The next URL. Blank lines of a file and those that start with `#` are passed over.
    pub(crate) fn next(&mut self) -> Result<Option<Url<'_>>, Failure> {
        if let Some(argument) = self.arguments.next() {
            return Ok(Some(Url { octets: argument.as_bytes(), place: None }));
        }
        let Some(file) = &mut self.file else { return Ok(None) };
        loop {
            self.line.clear();
            let read = file.reader.read_until(b'\n', &mut self.line).map_err(|error| {
                Failure::new(format_args!("cannot read {}: {error}", name(file.path)))
            })?;
            if read == 0 {
                return Ok(None);
            }
            self.octets_read += read as u64;
            file.number += 1;
            let url = self.line.trim_ascii();
            if !url.is_empty() && !url.starts_with(b"#") {
                // Found again, since the borrow checker cannot see that the loop ends here.
                let place = Some((file.path, file.number));
                return Ok(Some(Url { octets: self.line.trim_ascii(), place }));
            }
        }
    }
}
