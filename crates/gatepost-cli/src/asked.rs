//! The crawlers that a command is about: failures of `gatepost_crawlers` with their help.

use gatepost::RobotsTxt;
use gatepost_crawlers::{InvalidCrawlerQuery, NoCrawlerNamed, meant_crawler, resolve_queries};

use crate::failure::{self, Failure};
use crate::render::text;

pub(crate) use gatepost_crawlers::{CrawlerQuery as CrawlerArg, ResolvedCrawler as Asked};

/// Parses the value of `--crawler`.
pub(crate) fn crawler_arg(text: &str) -> Result<CrawlerArg, String> {
    text.parse().map_err(|error: InvalidCrawlerQuery| {
        let several: Vec<_> = text.split(',').map(str::trim).collect();
        match several.as_slice() {
            [first, second, ..] if !text.contains('/') => {
                format!(
                    "this is not one crawler: repeat the option, as in `-c {first} -c {second}`"
                )
            }
            _ => error.to_string(),
        }
    })
}

/// Notes names that no crawler has and that are near to one: they may be slips.
pub(crate) fn note_unknown<'c>(crawlers: impl IntoIterator<Item = &'c Asked>) {
    for crawler in crawlers {
        let name = crawler.name.as_str();
        if let Some(meant) = crawler.known.is_none().then(|| meant_crawler(name)).flatten() {
            let (name, meant) = (text::readable(name), meant.token());
            failure::note(format_args!("no crawler is known as {name}: did you mean {meant}?"));
        }
    }
}

/// Notes such names among arguments.
pub(crate) fn note_unknown_in<'c>(arguments: impl IntoIterator<Item = &'c CrawlerArg>) {
    note_unknown(arguments.into_iter().filter_map(|argument| match argument {
        CrawlerArg::One(crawler) => Some(crawler),
        _ => None,
    }));
}

/// Returns the crawlers that arguments stand for, each once.
pub(crate) fn resolve(
    arguments: &[CrawlerArg],
    files: &[&RobotsTxt<'_>],
) -> Result<Vec<Asked>, Failure> {
    note_unknown_in(arguments);
    resolve_quietly(arguments, files)
}

/// Returns the crawlers that arguments stand for, each once, where nobody wrote their names.
pub(crate) fn resolve_quietly(
    arguments: &[CrawlerArg],
    files: &[&RobotsTxt<'_>],
) -> Result<Vec<Asked>, Failure> {
    resolve_queries(arguments, files).map_err(no_crawler_named)
}

/// Says what to ask instead of `@named` if a file names no crawler.
pub(crate) fn no_crawler_named(error: NoCrawlerNamed) -> Failure {
    Failure::new(error)
        .help("ask about `*`, which stands for crawlers without a group of their own")
}
