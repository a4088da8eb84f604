//! `gatepost.toml`: what the owner of a site says about the linting of it.
//!
//! It is looked for beside each file and in the folders above, as far as the root of the repository. The
//! nearest one counts alone: nothing is merged.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use gatepost::ProductToken;
use gatepost_lint::{Config, Level};
use serde::Deserialize;
use toml::Spanned;

use crate::failure::Failure;
use crate::input;
use crate::render::snippet::Source;

const NAME: &str = "gatepost.toml";
const HELP: &str = "`gatepost lint --help` shows what a gatepost.toml looks like";

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    site: Option<Spanned<String>>,
    known_crawlers: Vec<Spanned<String>>,
    rules: BTreeMap<Spanned<String>, Spanned<String>>,
}

/// The settings of each file.
pub(crate) enum Settings {
    /// These are for all.
    Given(Rc<Config>),
    /// These are of the folders that were looked at.
    Found(HashMap<PathBuf, Rc<Config>>),
}

impl Settings {
    /// Those of a file, or else those that each linted file has near it.
    pub(crate) fn new(file: Option<&Path>) -> Result<Settings, Failure> {
        match file {
            Some(file) => Ok(Settings::Given(Rc::new(read(file)?))),
            None => Ok(Settings::Found(HashMap::new())),
        }
    }

    /// The settings for a robots.txt file; standard input is in the current folder.
    pub(crate) fn of(&mut self, robots: &Path) -> Result<Rc<Config>, Failure> {
        let found = match self {
            Settings::Given(config) => return Ok(Rc::clone(config)),
            Settings::Found(found) => found,
        };
        let absolute = std::path::absolute(robots).map_err(|error| {
            Failure::new(format_args!("cannot find {}: {error}", input::name(robots)))
        })?;
        let folder = absolute.parent().unwrap_or(&absolute);
        if let Some(config) = found.get(folder) {
            return Ok(Rc::clone(config));
        }
        let config = Rc::new(match nearest(folder) {
            Some(file) => read(&file)?,
            None => Config::default(),
        });
        found.insert(folder.to_owned(), Rc::clone(&config));
        Ok(config)
    }
}

/// The nearest settings file, from a folder upwards.
fn nearest(folder: &Path) -> Option<PathBuf> {
    for folder in folder.ancestors() {
        let file = folder.join(NAME);
        if file.is_file() {
            return Some(file);
        }
        if folder.join(".git").exists() {
            return None;
        }
    }
    None
}

fn read(path: &Path) -> Result<Config, Failure> {
    let bytes = input::read(path)?;
    let shown = relative(path);
    let wrong = |span: Range<usize>, what: &str| {
        let source = Source::new(&bytes, &shown);
        Failure::rendered(what, source.error(span, what, Some(HELP)))
    };
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        wrong(error.valid_up_to()..error.valid_up_to() + 1, "a settings file has to be UTF-8")
    })?;
    let file: File = toml::from_str(text)
        .map_err(|error| wrong(error.span().unwrap_or(0..0), &in_words_of_toml(error.message())))?;
    let mut config = Config::default();
    if let Some(site) = &file.site {
        config.set_site(host(site.get_ref()).map_err(|what| wrong(site.span(), &what))?);
    }
    for crawler in &file.known_crawlers {
        let token = ProductToken::new(crawler.get_ref())
            .map_err(|error| wrong(crawler.span(), &error.to_string()))?;
        config.add_known_crawler(token.as_str());
    }
    for (rule, level) in &file.rules {
        let what = level.get_ref();
        let parsed = match what.as_str() {
            "off" => Level::Off,
            severity => Level::At(severity.parse().map_err(|_| {
                let what =
                    format!("unknown severity `{what}`: there are error, warning, info, off");
                wrong(level.span(), &what)
            })?),
        };
        config
            .set_level(rule.get_ref(), parsed)
            .map_err(|error| wrong(rule.span(), &error.to_string()))?;
    }
    Ok(config)
}

/// What a reader of Rust types says, in the words of TOML.
fn in_words_of_toml(message: &str) -> String {
    let words = [
        ("unknown field", "unknown key"),
        ("a sequence", "a list, as in `[\"ShopBot\"]`"),
        ("a map", "a table"),
    ];
    words.iter().fold(message.to_owned(), |message, (word, other)| message.replace(word, other))
}

/// The host of a site's URL, with its port if it has one.
fn host(url: &str) -> Result<&str, String> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let Some(host) = rest.map(|rest| rest.strip_suffix('/').unwrap_or(rest)) else {
        return Err(format!("`{url}` is no site: it starts with `https://` or `http://`"));
    };
    match host.find(|c: char| c.is_ascii_whitespace() || "/?#@".contains(c)) {
        _ if host.is_empty() => Err(format!("`{url}` names no host")),
        None => Ok(host),
        Some(_) => Err(format!("`{url}` is more than a site: write only its scheme and host")),
    }
}

/// How the user would write a path that was found from an absolute one.
fn relative(path: &Path) -> PathBuf {
    let current = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(current).unwrap_or(path).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_sites() {
        assert_eq!(host("https://www.example.com"), Ok("www.example.com"));
        assert_eq!(host("http://localhost:8080/"), Ok("localhost:8080"));
        for url in ["www.example.com", "https://", "https://a.example/shop", "https://u@a.example"]
        {
            assert!(host(url).is_err(), "{url}");
        }
    }
}
