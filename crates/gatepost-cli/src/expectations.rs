//! Expectation files: what a robots.txt file has to say, as its owner means it.

use std::ops::Range;
use std::path::Path;

use gatepost::RobotsTxt;
use serde::Deserialize;
use toml::Spanned;

use crate::asked::{self, Asked, crawler_arg};
use crate::failure::Failure;
use crate::input;

/// One line of an expectation file, for one crawler.
#[derive(Debug)]
pub(crate) struct Expectation {
    pub(crate) crawler: Asked,
    pub(crate) paths: Paths,
    pub(crate) allowed: bool,
    /// On which line it stands.
    pub(crate) line: usize,
}

#[derive(Debug)]
pub(crate) enum Paths {
    /// This URL.
    Url(String),
    /// Every URL that this pattern matches.
    All(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    expect: Vec<Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Table {
    crawlers: Vec<Spanned<String>>,
    #[serde(default)]
    allowed: Vec<Spanned<String>>,
    #[serde(default)]
    disallowed: Vec<Spanned<String>>,
    #[serde(default)]
    all_allowed: Vec<Spanned<String>>,
    #[serde(default)]
    all_disallowed: Vec<Spanned<String>>,
}

/// Reads them; `@named` are the crawlers that `robots` names.
pub(crate) fn read(path: &Path, robots: &RobotsTxt<'_>) -> Result<Vec<Expectation>, Failure> {
    let text = String::from_utf8(input::read(path)?)
        .map_err(|_| Failure::new(format_args!("{} is not UTF-8", input::name(path))))?;
    let cannot = |span: Option<Range<usize>>, what: &str| {
        let place = span.map_or(String::new(), |span| format!(":{}", line_of(&text, span.start)));
        Failure::new(format_args!("{}{place}: {what}", input::name(path)))
            .help("`gatepost verify --help` shows what an expectation file looks like")
    };
    let file: File =
        toml::from_str(&text).map_err(|error| cannot(error.span(), error.message()))?;
    let mut expectations = Vec::new();
    for table in file.expect {
        let mut crawlers = Vec::new();
        for crawler in table.crawlers {
            let argument = crawler_arg(crawler.get_ref())
                .map_err(|error| cannot(Some(crawler.span()), &error.to_string()))?;
            crawlers.extend(asked::resolve(&[argument], &[robots])?);
        }
        for crawler in crawlers {
            let url: fn(String) -> Paths = Paths::Url;
            for (texts, paths, allowed) in [
                (&table.allowed, url, true),
                (&table.disallowed, url, false),
                (&table.all_allowed, Paths::All, true),
                (&table.all_disallowed, Paths::All, false),
            ] {
                expectations.extend(texts.iter().map(|text_of| Expectation {
                    crawler: crawler.clone(),
                    paths: paths(text_of.get_ref().clone()),
                    allowed,
                    line: line_of(&text, text_of.span().start),
                }));
            }
        }
    }
    if expectations.is_empty() {
        return Err(cannot(None, "nothing is expected"));
    }
    Ok(expectations)
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}
