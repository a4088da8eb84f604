//! Reads the conformance files: cases that ask about URLs, and the declared differences of peers.
//!
//! `conformance/README.md` describes the format.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::engine::Question;

/// A crawler that no file names, for cases that ask for `*`.
const NOBODY: &str = "UnnamedBot";

/// A case that asks about URLs.
pub(crate) struct Case {
    pub(crate) robots: Vec<u8>,
    /// Each question with the answer of the folder's dialect.
    pub(crate) questions: Vec<(Question, bool)>,
    /// The line that decides, if the case names it.
    pub(crate) line: Option<usize>,
}

/// A file `conformance/peers/<name>.toml`.
#[derive(Deserialize)]
pub(crate) struct Declared {
    pub(crate) version: String,
    /// Whether this suite runs the engine.
    pub(crate) run: bool,
    #[serde(default)]
    pub(crate) differs: Vec<Differs>,
}

/// A case in which an engine differs from RFC 9309, and why.
#[derive(Deserialize)]
pub(crate) struct Differs {
    pub(crate) case: String,
    pub(crate) why: String,
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

    fn read(&self, dialect: &str) -> Result<Case, String> {
        let ask = |url, allowed| (question(dialect, &self.crawler, url), allowed);
        let allowed = self.allowed()?.into_iter().map(|url| ask(url, true));
        let disallowed = self.disallowed()?.into_iter().map(|url| ask(url, false));
        let questions = allowed.chain(disallowed).collect();
        Ok(Case { robots: self.robots()?, questions, line: self.line })
    }
}

/// Reads all cases of a dialect that ask about URLs, by `<dialect>/<file>/<name>`.
pub(crate) fn cases(suite: &Path, dialect: &str) -> Result<BTreeMap<String, Case>, String> {
    let mut cases = BTreeMap::new();
    for path in toml_files(&suite.join(dialect))? {
        let file: CaseFile = read(&path)?;
        for written in file.case {
            let name = format!("{dialect}/{}/{}", stem(&path), written.name);
            let case = written.read(dialect).map_err(|err| format!("{name}: {err}"))?;
            if !case.questions.is_empty() && cases.insert(name.clone(), case).is_some() {
                return Err(format!("two cases are called `{name}`"));
            }
        }
    }
    Ok(cases)
}

/// Reads the declarations about peers, by the peers' names.
pub(crate) fn declared(suite: &Path) -> Result<BTreeMap<String, Declared>, String> {
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

/// Makes a question from the URL and crawler of a case.
///
/// Google's library gets them as written; the others need absolute URLs and the name of a crawler.
fn question(dialect: &str, crawler: &str, url: Vec<u8>) -> Question {
    if dialect == "google" {
        return Question { crawler: crawler.to_owned(), url };
    }
    let url = match url.first() {
        Some(b'/' | b'?' | b';') => [b"https://example.com".as_slice(), &url].concat(),
        _ => url,
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
pub(crate) fn unescape(text: &str) -> Result<Vec<u8>, String> {
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
    fn urls_become_absolute_for_engines_other_than_googles() {
        let asked = |dialect, url: &str| question(dialect, "*", url.into());
        assert_eq!(asked("rfc9309", "?a").url, b"https://example.com?a");
        assert_eq!(asked("rfc9309", "http://h/a").url, b"http://h/a");
        assert_eq!(asked("rfc9309", "/").crawler, NOBODY);
        assert_eq!(asked("google", "/a"), Question { crawler: "*".into(), url: b"/a".to_vec() });
    }
}
