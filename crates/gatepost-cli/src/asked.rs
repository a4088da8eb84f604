//! The crawlers that a command is about: failures of `gatepost_crawlers` with their help.

use gatepost::RobotsTxt;
use gatepost_crawlers::{InvalidCrawlerQuery, NoCrawlerNamed, resolve_queries};

use crate::failure::Failure;

pub(crate) use gatepost_crawlers::{CrawlerQuery as CrawlerArg, ResolvedCrawler as Asked};

/// Parses the value of `--crawler`.
pub(crate) fn crawler_arg(text: &str) -> Result<CrawlerArg, InvalidCrawlerQuery> {
    text.parse()
}

/// Returns the crawlers that arguments stand for, each once.
pub(crate) fn resolve(
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
