//! Files and standard input.

use std::fs::File;
use std::io::{self, Read};
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

/// Opens a file for reading.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read>, Failure> {
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
