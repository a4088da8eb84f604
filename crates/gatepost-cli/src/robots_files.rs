//! The robots.txt files that arguments mean: the named files, and every robots.txt in the named
//! folders. A text that is not a file may be a site.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use gatepost::{Dialect, ReadLimit};
use gatepost_report::ContentKind;
use walkdir::{DirEntry, WalkDir};

use crate::arguments::TimeoutArg;
use crate::failure::Failure;
use crate::input;
use crate::source::{RobotsFile, Source};

/// A file that could not be read, and the reason.
pub(crate) struct Unread {
    pub(crate) path: PathBuf,
    pub(crate) failure: Failure,
}

/// Finds the files that arguments mean, in the order of the arguments, and within a folder by name;
/// or the reason why an argument means none.
///
/// Hidden folders and `node_modules` are skipped, because their files belong to others. Links to
/// files are followed, and links to folders are not.
pub(crate) fn find(sources: &[Source]) -> Vec<Result<Source, Unread>> {
    let mut files = Vec::new();
    for source in sources {
        match source {
            Source::File(path) if path.is_dir() => find_in(path, &mut files),
            source => files.push(Ok(source.clone())),
        }
    }
    files
}

fn find_in(folder: &Path, files: &mut Vec<Result<Source, Unread>>) {
    let found = files.len();
    let walk = WalkDir::new(folder).sort_by_file_name().into_iter();
    for entry in walk.filter_entry(|entry| entry.depth() == 0 || !is_passed_over(entry)) {
        match entry {
            Ok(entry) => {
                let path = entry.path();
                if entry.file_name() == "robots.txt" && path.is_file() {
                    files.push(Ok(path.strip_prefix(".").unwrap_or(path).into()));
                }
            }
            Err(error) => {
                let path = error.path().unwrap_or(folder).to_owned();
                let failure = Failure::new(format_args!("cannot search: {error}"));
                files.push(Err(Unread { path, failure }));
            }
        }
    }
    if files.len() == found {
        let failure = Failure::new(format_args!("no robots.txt in {}", input::name(folder)))
            .help("name the file itself if it is called otherwise");
        files.push(Err(Unread { path: folder.to_owned(), failure }));
    }
}

/// The number of bytes of a site's file that are fetched.
const LONGEST: usize = 20_000_000;

/// Reads a file that was found, or fetches it.
pub(crate) fn read(
    file: Result<Source, Unread>,
    timeout: TimeoutArg,
) -> Result<(PathBuf, Vec<u8>), Unread> {
    let source = file?;
    // Text past the read limit is a finding, so more than the limit is fetched.
    let limit = ReadLimit::new(LONGEST).expect("more than the RFC asks for");
    let dialect = Dialect::default().with(|dialect| dialect.read_limit = limit);
    match source.read(dialect, timeout) {
        Ok(RobotsFile { bytes, path }) => Ok((path, bytes)),
        Err(failure) => Err(Unread { path: source.name().into(), failure }),
    }
}

fn is_passed_over(entry: &DirEntry) -> bool {
    let is_hidden = |name: &OsStr| name.as_encoded_bytes().starts_with(b".");
    entry.file_type().is_dir()
        && (is_hidden(entry.file_name()) || entry.file_name() == "node_modules")
}

/// Returns why a file must not be fixed, if it is a web page or other XML: whatever is
/// written to it, it does not become a robots.txt file.
pub(crate) fn not_rewritten(path: &Path, bytes: &[u8]) -> Option<Failure> {
    let kind = ContentKind::of(bytes);
    matches!(kind, ContentKind::Html | ContentKind::Xml).then(|| {
        Failure::new(format_args!("{} is {kind}, not a robots.txt file", input::name(path)))
            .help("it stays as it was")
    })
}
