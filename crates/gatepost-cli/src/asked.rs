//! Who is asked about, for the commands: failures of `gatepost_crawlers` with their help.

use gatepost::RobotsTxt;
use gatepost_crawlers::{InvalidCrawlerQuery, NoCrawlerNamed, named_crawlers, resolve_queries};
use gatepost_prove::{DistinctCrawlers, distinct_crawlers_with};

use crate::failure::Failure;

pub(crate) use gatepost_crawlers::{CrawlerQuery as CrawlerArg, ResolvedCrawler as Asked};

/// Parses what stands behind `--crawler`.
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

/// Says what to ask instead of `@named`, where a file names no crawler.
pub(crate) fn no_crawler_named(error: NoCrawlerNamed) -> Failure {
    Failure::new(error)
        .help("ask about `*`, which stands for crawlers without a group of their own")
}

/// Lists every crawler that files can tell from others, by the names that the directory has.
pub(crate) fn distinct(files: &[&RobotsTxt<'_>]) -> DistinctCrawlers {
    let named: Vec<_> = named_crawlers(files).into_iter().map(|crawler| crawler.name).collect();
    distinct_crawlers_with(files, &named)
}
