//! Which files are meant: those that are named, and every robots.txt in the folders that are. What is no
//! file may be a site, as elsewhere.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use gatepost::Dialect;
use walkdir::{DirEntry, WalkDir};

use crate::arguments::{RobotsArg, TimeoutArg};
use crate::failure::Failure;
use crate::input::{self, RobotsFile};

/// What could not be read, and why.
pub(crate) struct Unread {
    pub(crate) path: PathBuf,
    pub(crate) failure: Failure,
}

/// The files that some paths mean, in their order and each folder's by name; or why a path means none.
///
/// In folders, hidden ones and `node_modules` are passed over, as their files are others'. Links to files
/// are followed, and links to folders are not.
pub(crate) fn find(paths: &[PathBuf]) -> Vec<Result<PathBuf, Unread>> {
    let mut files = Vec::new();
    for path in paths {
        match !input::is_stdin(path) && path.is_dir() {
            false => files.push(Ok(path.clone())),
            true => find_in(path, &mut files),
        }
    }
    files
}

fn find_in(folder: &Path, files: &mut Vec<Result<PathBuf, Unread>>) {
    let found = files.len();
    let walk = WalkDir::new(folder).sort_by_file_name().into_iter();
    for entry in walk.filter_entry(|entry| entry.depth() == 0 || !is_passed_over(entry)) {
        match entry {
            Ok(entry) => {
                let path = entry.path();
                if entry.file_name() == "robots.txt" && path.is_file() {
                    files.push(Ok(path.strip_prefix(".").unwrap_or(path).to_owned()));
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

/// Reads a file that was found.
pub(crate) fn read(file: Result<PathBuf, Unread>) -> Result<(PathBuf, Vec<u8>), Unread> {
    let path = file?;
    match input::read(&path) {
        Ok(bytes) => Ok((path, bytes)),
        Err(failure) => {
            let failure = if input::page(&path).is_some() { no_file(&path) } else { failure };
            Err(Unread { path, failure })
        }
    }
}

/// Reads a file that was found, or fetches that of the site that is meant.
pub(crate) fn read_or_fetch(
    file: Result<PathBuf, Unread>,
    timeout: TimeoutArg,
) -> Result<(PathBuf, Vec<u8>), Unread> {
    let robots = RobotsArg { robots: file?, timeout };
    match input::robots(&robots, Dialect::ALL[0]) {
        Ok(RobotsFile { bytes, path }) => Ok((path, bytes)),
        Err(failure) => Err(Unread { path: robots.robots, failure }),
    }
}

/// A site is named where something is to be written.
pub(crate) fn no_file(site: &Path) -> Failure {
    let site = input::name(site);
    Failure::new(format_args!("{site} is no file that could be written"))
        .help(format_args!("`gatepost fetch {site} --output robots.txt` saves that of the site"))
}

fn is_passed_over(entry: &DirEntry) -> bool {
    let is_hidden = |name: &OsStr| name.as_encoded_bytes().starts_with(b".");
    entry.file_type().is_dir()
        && (is_hidden(entry.file_name()) || entry.file_name() == "node_modules")
}
