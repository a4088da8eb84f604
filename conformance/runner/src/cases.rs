//! Reads the conformance files: cases that ask about URLs, and the declared differences of peers.
//!
//! `conformance/README.md` describes the format. A case keeps its questions as they are written;
//! `Case::differences` makes of them what an implementation can be asked.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::driver::{Answer, Driver, Question};
use crate::minimal::escaped;

/// A crawler that no file names.
pub(crate) const NOBODY: &str = "UnnamedBot";

/// A case that asks about URLs.
#[derive(Debug)]
pub struct Case {
    /// The folder.
    dialect: String,
    robots: Vec<u8>,
    crawler: String,
    /// Each URL with the answer of the folder's dialect.
    urls: Vec<(Vec<u8>, bool)>,
    /// The line that decides, if the case names it.
    line: Option<usize>,
}

/// A file `conformance/peers/<name>.toml`.
#[derive(Debug, Deserialize)]
pub struct Declared {
    /// The version on which the differences were found, with other words.
    pub version: String,
    /// Whether the cases are asked, or the differences were recorded once.
    pub run: bool,
    /// The cases in which it differs.
    #[serde(default)]
    pub differs: Vec<Differs>,
}

/// A case in which an implementation differs from RFC 9309, and why.
#[derive(Debug, Deserialize)]
pub struct Differs {
    /// The name of the case, with its folder and file.
    pub case: String,
    /// The reason.
    pub why: String,
}

#[derive(Deserialize)]
struct CaseFile {
    #[serde(default)]
    case: Vec<WrittenCase>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct WrittenCase {
    name: String,
    robots: Option<String>,
    robots_escaped: Option<String>,
    robots_parts: Option<Vec<Part>>,
    #[serde(default)]
    crawler: String,
    #[serde(default)]
    allowed: Vec<String>,
    #[serde(default)]
    allowed_escaped: Vec<String>,
    #[serde(default)]
    allowed_parts: Vec<Vec<Part>>,
    #[serde(default)]
    disallowed: Vec<String>,
    #[serde(default)]
    disallowed_escaped: Vec<String>,
    #[serde(default)]
    disallowed_parts: Vec<Vec<Part>>,
    line: Option<usize>,
}

#[derive(Deserialize)]
struct Part {
    text: String,
    times: Option<usize>,
}

impl WrittenCase {
    fn robots(&self) -> Result<Vec<u8>, String> {
        match (&self.robots, &self.robots_escaped, &self.robots_parts) {
            (Some(text), None, None) => Ok(text.clone().into_bytes()),
            (None, Some(text), None) => unescape(text),
            (None, None, Some(parts)) => concat(parts),
            _ => Err("expected exactly one form of `robots`".to_owned()),
        }
    }

    fn allowed(&self) -> Result<Vec<Vec<u8>>, String> {
        urls(&self.allowed, &self.allowed_escaped, &self.allowed_parts)
    }

    fn disallowed(&self) -> Result<Vec<Vec<u8>>, String> {
        urls(&self.disallowed, &self.disallowed_escaped, &self.disallowed_parts)
    }

    fn read(self, dialect: &str) -> Result<Case, String> {
        let allowed = self.allowed()?.into_iter().map(|url| (url, true));
        let urls = allowed.chain(self.disallowed()?.into_iter().map(|url| (url, false))).collect();
        let (dialect, robots) = (dialect.to_owned(), self.robots()?);
        Ok(Case { dialect, robots, crawler: self.crawler, urls, line: self.line })
    }
}

impl Case {
    /// Asks the questions, and lists those that get another answer than expected.
    ///
    /// If the case belongs to the implementation's own dialect, this compares the deciding line
    /// too, where the implementation reports one.
    ///
    /// # Errors
    ///
    /// This returns an error when the driver fails.
    pub fn differences(&self, driver: &mut Driver) -> Result<Vec<String>, String> {
        let peer = driver.peer();
        let is_own = peer.dialect.is_some_and(|dialect| dialect.name == self.dialect);
        let ask = |(url, _): &(Vec<u8>, bool)| match is_own && peer.accepts_any_text {
            true => Question { crawler: self.crawler.clone(), url: url.clone() },
            false => whole(&self.crawler, url),
        };
        let questions: Vec<Question> = self.urls.iter().map(ask).collect();
        let answers = driver.ask(&self.robots, &questions)?;
        let mut differences = Vec::new();
        for ((question, (_, expected)), said) in questions.iter().zip(&self.urls).zip(answers) {
            let agrees = match said {
                Answer::Verdict { allowed, line } => {
                    let compared = line.filter(|_| is_own).and(self.line);
                    allowed == *expected && (compared.is_none() || compared == line)
                }
                Answer::Nothing(_) => false,
            };
            if !agrees {
                differences.push(format!("{}: {said}", escaped(&question.url)));
            }
        }
        Ok(differences)
    }
}

/// Reads all cases of a dialect that ask about URLs, by `<dialect>/<file>/<name>`.
///
/// # Errors
///
/// This returns an error when a file cannot be read, or a name is used twice.
pub fn cases(suite: &Path, dialect: &str) -> Result<BTreeMap<String, Case>, String> {
    let mut cases = BTreeMap::new();
    for path in toml_files(&suite.join(dialect))? {
        let file: CaseFile = read(&path)?;
        for written in file.case {
            let name = format!("{dialect}/{}/{}", stem(&path), written.name);
            let case = written.read(dialect).map_err(|err| format!("{name}: {err}"))?;
            if !case.urls.is_empty() && cases.insert(name.clone(), case).is_some() {
                return Err(format!("two cases are called `{name}`"));
            }
        }
    }
    Ok(cases)
}

/// Reads the declarations about peers, by the peers' names.
///
/// # Errors
///
/// This returns an error when a file cannot be read, or a reason is missing.
pub fn declared(suite: &Path) -> Result<BTreeMap<String, Declared>, String> {
    let mut peers = BTreeMap::new();
    for path in toml_files(&suite.join("peers"))? {
        let declared: Declared = read(&path)?;
        for differs in &declared.differs {
            if differs.why.trim().is_empty() {
                let path = path.display();
                return Err(format!(
                    "{path}: `{}` is declared to differ without a reason",
                    differs.case
                ));
            }
        }
        peers.insert(stem(&path), declared);
    }
    Ok(peers)
}

/// Makes a question with an absolute URL and the name of a crawler.
fn whole(crawler: &str, url: &[u8]) -> Question {
    let url = match url.first() {
        Some(b'/' | b'?' | b';') => [b"https://example.com".as_slice(), url].concat(),
        _ => url.to_vec(),
    };
    let crawler = if crawler == "*" { NOBODY } else { crawler };
    Question { crawler: crawler.to_owned(), url }
}

fn urls(plain: &[String], escaped: &[String], parts: &[Vec<Part>]) -> Result<Vec<Vec<u8>>, String> {
    let plain = plain.iter().map(|url| Ok(url.clone().into_bytes()));
    let escaped = escaped.iter().map(|url| unescape(url));
    let parts = parts.iter().map(|parts| concat(parts));
    plain.chain(escaped).chain(parts).collect()
}

fn concat(parts: &[Part]) -> Result<Vec<u8>, String> {
    let parts = parts.iter().map(|part| Ok(unescape(&part.text)?.repeat(part.times.unwrap_or(1))));
    parts.collect::<Result<Vec<_>, String>>().map(|parts| parts.concat())
}

/// Replaces `\n`, `\r`, `\t`, `\\` and `\xHH` with the bytes that they represent.
///
/// # Errors
///
/// This returns an error when a backslash is not part of an escape.
pub fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let (byte, length) = match (byte, after) {
            (b'\\', [b'n', ..]) => (b'\n', 2),
            (b'\\', [b'r', ..]) => (b'\r', 2),
            (b'\\', [b't', ..]) => (b'\t', 2),
            (b'\\', [b'\\', ..]) => (b'\\', 2),
            (b'\\', [b'x', high, low, ..]) => match (digit(*high), digit(*low)) {
                (Some(high), Some(low)) => (high << 4 | low, 4),
                _ => return Err(format!("`\\x` without two hex digits in `{text}`")),
            },
            (b'\\', _) => return Err(format!("unknown escape in `{text}`")),
            _ => (byte, 1),
        };
        bytes.push(byte);
        rest = &rest[length..];
    }
    Ok(bytes)
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

/// Lists the TOML files of a folder, sorted by name; none if the folder does not exist.
fn toml_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let unreadable = |err| format!("`{}` could not be read: {err}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        files.push(entry.map_err(unreadable)?.path());
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    Ok(files)
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    let text = fs::read_to_string(path)
        .map_err(|err| format!("`{}` could not be read: {err}", path.display()))?;
    toml::from_str(&text).map_err(|err| format!("{}: {err}", path.display()))
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        assert_eq!(unescape(r"a\n\r\t\\\x0B\xffé").unwrap(), b"a\n\r\t\\\x0b\xff\xc3\xa9");
        assert!(unescape(r"\xf").is_err() && unescape(r"\q").is_err() && unescape(r"\").is_err());
    }

    #[test]
    fn urls_become_absolute() {
        assert_eq!(whole("*", b"?a").url, b"https://example.com?a");
        assert_eq!(whole("*", b"http://h/a").url, b"http://h/a");
        assert_eq!(whole("*", b"/").crawler, NOBODY);
        assert_eq!(whole("FooBot", b"/").crawler, "FooBot");
    }
}
