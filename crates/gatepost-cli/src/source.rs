//! Where a robots.txt comes from: a file, standard input, a live site, or Git.
//!
//! An argument is parsed once, here, and every command accepts every kind of source. If a file of
//! the given name exists, it is used; otherwise the text is a site if it is a URL or can be a host.

use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;

use clap::builder::{OsStringValueParser, TypedValueParser};
use gatepost::{AccessPolicy, Dialect, RobotsTxt};
use gatepost_crawlers::ResolvedCrawler;
use gatepost_fetch::SiteUrl;
use gatepost_report::{ContentKind, FileAccess, ParsedFile, UrlSite};

use crate::arguments::{RobotsArg, TimeoutArg};
use crate::failure::{self, Failure};
use crate::input;
use crate::live::Live;
use crate::render::text::printable;

/// Endings of names that are more likely files than hosts.
const FILE_ENDINGS: &[&str] =
    &["txt", "bak", "old", "new", "orig", "robots", "toml", "json", "yml", "yaml", "csv", "html"];

/// The source of a robots.txt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Stdin,
    File(PathBuf),
    Site(SiteUrl),
    /// An object as Git names it: `HEAD~1:robots.txt`.
    Git(String),
}

/// A robots.txt, wherever it comes from.
pub(crate) struct RobotsFile {
    pub(crate) bytes: Vec<u8>,
    /// The name of the file in messages: a path or a URL.
    pub(crate) path: PathBuf,
}

/// The content of a source.
pub(crate) enum Robots {
    File(RobotsFile),
    /// The file is unreachable, so nothing may be fetched; the text is the reason.
    Unreachable(String),
}

impl Source {
    /// Parses an argument of the command line.
    pub(crate) fn parser() -> impl TypedValueParser<Value = Source> {
        OsStringValueParser::new().try_map(Source::from_os)
    }

    fn from_os(text: OsString) -> Result<Source, String> {
        match text.to_str() {
            Some(text) => Source::from_text(text),
            // Neither a host nor a URL is anything but text.
            None => Ok(Source::File(text.into())),
        }
    }

    fn from_text(text: &str) -> Result<Source, String> {
        if text == "-" {
            return Ok(Source::Stdin);
        }
        if let Some(object) = text.strip_prefix("git:") {
            return Ok(Source::Git(object.to_owned()));
        }
        if Path::new(text).exists() {
            return Ok(Source::File(text.into()));
        }
        let is_url = input::is_url(text);
        if is_url || could_be_host(text) {
            return text.parse().map(Source::Site).map_err(|error| format!("{error}"));
        }
        Ok(Source::File(text.into()))
    }

    pub(crate) fn is_stdin(&self) -> bool {
        *self == Source::Stdin
    }

    /// Returns the site, if the source is one.
    pub(crate) fn site(&self) -> Option<&SiteUrl> {
        match self {
            Source::Site(site) => Some(site),
            _ => None,
        }
    }

    /// Returns the site that its file applies to, if it is fetched.
    pub(crate) fn url_site(&self) -> Option<UrlSite> {
        UrlSite::of(self.site()?.key().as_str()).ok()
    }

    /// Refuses a source that cannot be written back: a live site, or an object of Git.
    pub(crate) fn require_writable(&self) -> Result<(), Failure> {
        let name = self.name();
        match self {
            Source::Stdin | Source::File(_) => Ok(()),
            Source::Site(_) => Err(Failure::new(format_args!(
                "cannot write to the live site {name}"
            ))
            .help(format_args!(
                "save its file first: `gatepost fetch {name} --output robots.txt`"
            ))),
            Source::Git(object) => {
                let object = printable(object);
                Err(Failure::new(format_args!("cannot write to {name}"))
                    .help(format_args!("save it first: `git show {object} > robots.txt`")))
            }
        }
    }

    /// Returns the name for messages, with characters escaped that control a terminal.
    pub(crate) fn name(&self) -> String {
        match self {
            Source::Stdin => "standard input".to_owned(),
            Source::File(path) => printable(&path.to_string_lossy()).into_owned(),
            Source::Site(site) => printable(site.page()).into_owned(),
            Source::Git(object) => printable(&format!("git:{object}")).into_owned(),
        }
    }

    /// Returns the name for machine formats; standard input is `-`.
    pub(crate) fn machine_name(&self) -> String {
        if self.is_stdin() { "-".to_owned() } else { self.name() }
    }

    /// Reads the robots.txt, or says why it is unreachable.
    pub(crate) fn read_or_why_not(
        &self,
        dialect: Dialect,
        timeout: TimeoutArg,
    ) -> Result<Robots, Failure> {
        let file = |bytes, path: PathBuf| RobotsFile::new(bytes, path).map(Robots::File);
        match self {
            Source::Stdin => {
                let mut bytes = Vec::new();
                input::stdin().read_to_end(&mut bytes)?;
                file(bytes, "-".into())
            }
            Source::File(path) => file(input::read(path)?, path.clone()),
            Source::Git(object) => file(read_git(object)?, format!("git:{object}").into()),
            Source::Site(site) => {
                let live = self.fetch(site, dialect, timeout)?;
                if let Some(bytes) = live.as_bytes() {
                    return file(bytes.to_vec(), live.url().into());
                }
                Ok(Robots::Unreachable(live.reason()))
            }
        }
    }

    fn fetch(
        &self,
        site: &SiteUrl,
        dialect: Dialect,
        timeout: TimeoutArg,
    ) -> Result<Live, Failure> {
        let live = Live::fetch(site, dialect, timeout)?;
        if live.name_is_unknown() && !site.has_scheme() {
            let host = site.page().strip_prefix("https://").unwrap_or(site.page());
            let ended = live.ended();
            return Err(Failure::new(format_args!("{host} is neither a file nor a host: {ended}")));
        }
        live.tell();
        if live.as_bytes().is_none() && !site.has_scheme() && live.could_be_http() {
            let host = site.page().replacen("https://", "http://", 1);
            failure::note(format_args!(
                "a host without a scheme is asked over https; if it has none, try {}",
                printable(&host)
            ));
        }
        Ok(live)
    }

    /// Reads the robots.txt, for a command that needs its content.
    pub(crate) fn read(
        &self,
        dialect: Dialect,
        timeout: TimeoutArg,
    ) -> Result<RobotsFile, Failure> {
        match self.read_or_why_not(dialect, timeout)? {
            Robots::File(file) => Ok(file),
            Robots::Unreachable(why) => Err(Failure::new(format_args!(
                "cannot read robots.txt from {}: {why}",
                self.name()
            ))
            .help("try again later, or save a copy and give that file")),
        }
    }
}

impl FromStr for Source {
    type Err = String;

    fn from_str(text: &str) -> Result<Source, String> {
        Source::from_text(text)
    }
}

impl From<&Path> for Source {
    /// Creates the source of a file, whatever its name.
    fn from(path: &Path) -> Source {
        Source::File(path.to_owned())
    }
}

impl RobotsArg {
    pub(crate) fn read(&self, dialect: Dialect) -> Result<RobotsFile, Failure> {
        self.robots.read(dialect, self.timeout)
    }
}

/// A robots.txt that is asked about for several crawlers, to whom the outcome of a fetch may mean
/// different things.
pub(crate) struct FileForCrawlers {
    /// Empty if a site has no file that crawlers may go by.
    pub(crate) file: RobotsFile,
    live: Option<Live>,
}

impl FileForCrawlers {
    /// What the outcome of the fetch means for a crawler: the rules decide in a file of one's own.
    pub(crate) fn access_of(&self, crawler: &ResolvedCrawler) -> FileAccess {
        self.live.as_ref().map_or(FileAccess::Rules, |live| live.access_of(crawler.policy()))
    }

    /// Whether nobody knows what the file says, as RFC 9309 has statuses.
    pub(crate) fn is_unreachable(&self) -> bool {
        let access = |live: &Live| live.access_of(AccessPolicy::RFC9309);
        matches!(self.live.as_ref().map(access), Some(FileAccess::Nothing(_)))
    }

    /// Whether the rules of a file decide for anybody.
    pub(crate) fn has_rules(&self) -> bool {
        self.live.as_ref().is_none_or(|live| live.entry.copy().is_some())
    }
}

impl RobotsArg {
    /// Reads the robots.txt for crawlers that act on a failed fetch in their own ways.
    pub(crate) fn read_for_crawlers(&self, dialect: Dialect) -> Result<FileForCrawlers, Failure> {
        let Source::Site(site) = &self.robots else {
            return Ok(FileForCrawlers { file: self.read(dialect)?, live: None });
        };
        let live = self.robots.fetch(site, dialect, self.timeout)?;
        let bytes = live.entry.copy().map_or_else(Vec::new, |copy| copy.bytes.to_vec());
        let file = RobotsFile::new(bytes, live.url().into())?;
        Ok(FileForCrawlers { file, live: Some(live) })
    }
}

impl RobotsFile {
    /// Creates a file, and refuses bytes that are not text.
    fn new(bytes: Vec<u8>, path: PathBuf) -> Result<RobotsFile, Failure> {
        let kind = ContentKind::of(&bytes);
        if !kind.is_binary() {
            return Ok(RobotsFile { bytes, path });
        }
        let name = input::name(&path);
        let failure = Failure::new(format_args!("{name} is {kind}, not a robots.txt file"));
        Err(match kind.help() {
            Some(help) => failure.help(help),
            None => failure,
        })
    }

    /// Warns if the file is UTF-16, a web page or other XML.
    pub(crate) fn warn_of_kind(&self) {
        let name = input::name(&self.path);
        match ContentKind::of(&self.bytes) {
            kind if kind.is_utf_16() => failure::warn(format_args!(
                "{name} is UTF-16: crawlers expect UTF-8 and find no rules in it"
            )),
            ContentKind::Html => failure::warn(format_args!(
                "{name} is a web page, not a robots.txt file: crawlers still look for rules in it"
            )),
            ContentKind::Xml => failure::warn(format_args!(
                "{name} is XML, not a robots.txt file: crawlers still look for rules in it"
            )),
            _ => {}
        }
    }

    /// Parses the file for each crawler as asked, and warns if the read limit cuts it, or if it is
    /// not what it should be.
    pub(crate) fn parsed(&self, dialect: Option<Dialect>) -> ParsedFile {
        self.parse(dialect.unwrap_or_default());
        ParsedFile::new(self.bytes.clone()).with_dialect(dialect)
    }

    /// Parses the file, and warns if the read limit cuts it, or if it is not what it should be.
    pub(crate) fn parse(&self, dialect: Dialect) -> RobotsTxt<'_> {
        self.warn_of_kind();
        let robots = RobotsTxt::parse_as(&self.bytes, dialect);
        if robots.unread() > 0 {
            failure::warn(format_args!(
                "{}: only the first {} bytes are used, as crawlers do; the remaining {} are ignored",
                input::name(&self.path),
                robots.as_bytes().len(),
                robots.unread(),
            ));
        }
        robots
    }
}

/// Returns `true` if a text can be a host and is not more likely the name of a file.
fn could_be_host(text: &str) -> bool {
    let host = text.strip_suffix('/').unwrap_or(text);
    let ending = host.trim_end_matches('.').rsplit('.').next().unwrap_or_default();
    SiteUrl::can_be_host(text) && !FILE_ENDINGS.contains(&ending.to_lowercase().as_str())
}

fn read_git(object: &str) -> Result<Vec<u8>, Failure> {
    let cannot = |why: &str| {
        Failure::new(format_args!("cannot read git:{}: {}", printable(object), why.trim()))
            .help("write git:REVISION:PATH, as in git:HEAD~1:robots.txt")
    };
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output();
        let output = output.map_err(|error| cannot(&error.to_string()))?;
        match output.status.success() {
            true => Ok(output.stdout),
            false => Err(cannot(&String::from_utf8_lossy(&output.stderr))),
        }
    };
    // Git shows a revision or a folder as a listing, which would be parsed as robots.txt.
    let kind = git(&["cat-file", "-t", "--end-of-options", object])?;
    match kind.trim_ascii() {
        b"blob" => git(&["show", "--end-of-options", object]),
        b"tree" => Err(cannot("it is a folder")),
        kind => Err(cannot(&format!("it is a {}", String::from_utf8_lossy(kind)))),
    }
}

/// Refuses to read standard input as two files.
pub(crate) fn require_one_stdin(sources: &[Source]) -> Result<(), Failure> {
    match sources.iter().filter(|source| source.is_stdin()).count() {
        0 | 1 => Ok(()),
        _ => Err(input::stdin_twice("one file", "another")),
    }
}

#[cfg(test)]
mod tests {
    use super::Source;

    #[test]
    fn each_kind() {
        let kind = |text: &str| match Source::from_text(text) {
            Ok(Source::Stdin) => "stdin",
            Ok(Source::File(_)) => "file",
            Ok(Source::Site(_)) => "site",
            Ok(Source::Git(_)) => "git",
            Err(_) => "error",
        };
        for (text, expected) in [
            ("-", "stdin"),
            ("robots.txt", "file"),
            ("ROBOTS.TXT", "file"),
            ("./example.com", "file"),
            ("robots", "file"),
            ("C:\\robots.txt", "file"),
            // The folder of this crate has files of these names.
            ("Cargo.toml", "file"),
            ("src", "file"),
            ("example.com", "site"),
            ("example.com.", "site"),
            ("localhost:8080", "site"),
            ("[::1]:80", "site"),
            ("HTTPS://example.com/a", "site"),
            ("https://", "error"),
            ("git:HEAD:robots.txt", "git"),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
    }
}
