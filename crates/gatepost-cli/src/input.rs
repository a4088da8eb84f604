//! Files, standard input and live sites: the one place where ROBOTS.TXT is read.
//!
//! A file of that name always wins. What is no file is a site where it is a URL or could be a host.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use gatepost::{Dialect, RobotsTxt};

use crate::arguments::RobotsArg;
use crate::failure::{self, Failure};
use crate::live::{self, Live};
use crate::render::text::printable;

/// A last label that ends the name of a file sooner than that of a host.
const FILE_ENDINGS: &[&str] =
    &["txt", "bak", "old", "new", "orig", "robots", "toml", "json", "yml", "yaml", "csv", "html"];

/// A robots.txt file, wherever it is from.
pub(crate) struct RobotsFile {
    pub(crate) bytes: Vec<u8>,
    /// What to call it: its path or its URL.
    pub(crate) path: PathBuf,
}

/// What there is to go by.
pub(crate) enum Robots {
    File(RobotsFile),
    /// Nobody knows what the file says, so nothing may be fetched; why.
    Unreachable(String),
}

impl RobotsFile {
    /// Parses it, and says so where the read limit cuts.
    pub(crate) fn parse(&self, dialect: Dialect) -> RobotsTxt<'_> {
        let robots = RobotsTxt::parse_as(&self.bytes, dialect);
        if robots.unread() > 0 {
            failure::warn(format_args!(
                "{}: only the first {} bytes are read, as crawlers read no more: {} are left out",
                name(&self.path),
                robots.as_bytes().len(),
                robots.unread(),
            ));
        }
        robots
    }
}

/// Reads a robots.txt, for a command that needs to know what it says.
pub(crate) fn robots(arg: &RobotsArg, dialect: Dialect) -> Result<RobotsFile, Failure> {
    match robots_or_why_not(arg, dialect)? {
        Robots::File(file) => Ok(file),
        Robots::Unreachable(_) => Err(Failure::new(format_args!(
            "nobody knows what the robots.txt of {} says",
            name(&arg.robots)
        ))
        .help("try again later, or save a copy and name that file")),
    }
}

/// Reads a robots.txt, for a command to which it is an answer that nobody knows what it says.
pub(crate) fn robots_or_why_not(arg: &RobotsArg, dialect: Dialect) -> Result<Robots, Failure> {
    let Some(page) = page(&arg.robots) else {
        let bytes = read(&arg.robots)?;
        return Ok(Robots::File(RobotsFile { bytes, path: arg.robots.clone() }));
    };
    let live = Live::fetch(&page, dialect, arg.timeout)?;
    if live.name_is_unknown() && !is_url(&arg.robots) {
        return Err(Failure::new(format_args!(
            "{} is neither a file nor a host: {}",
            name(&arg.robots),
            live.ended()
        )));
    }
    live.tell();
    match live.as_bytes() {
        Some(bytes) => {
            Ok(Robots::File(RobotsFile { bytes: bytes.to_vec(), path: live.url().into() }))
        }
        None => Ok(Robots::Unreachable(live.reason())),
    }
}

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
        return Ok(Box::new(io::stdin().lock()));
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

pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What to call a file in messages: no name steers the terminal.
pub(crate) fn name(path: &Path) -> String {
    match is_stdin(path) {
        true => "standard input".to_owned(),
        false => printable(&path.to_string_lossy()).into_owned(),
    }
}

/// The page of a site that an operand names, if it is the name of no file.
pub(crate) fn page(operand: &Path) -> Option<String> {
    if is_stdin(operand) || operand.exists() {
        return None;
    }
    let text = operand.to_str()?;
    if is_url(operand) {
        return Some(text.to_owned());
    }
    live::is_host(text, FILE_ENDINGS).then(|| format!("https://{text}"))
}

pub(crate) fn is_url(operand: &Path) -> bool {
    let text = operand.to_string_lossy().to_ascii_lowercase();
    text.starts_with("https://") || text.starts_with("http://")
}
