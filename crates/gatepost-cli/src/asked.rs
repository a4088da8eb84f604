//! Who is asked about, for the commands: failures of `gatepost_crawlers` with their help.

use gatepost::{CrawlerFamily, RobotsTxt};
use gatepost_crawlers::{
    InvalidCrawlerQuery, NoCrawlerNamed, distinct_families, named_crawlers, resolve_queries,
};
use gatepost_prove::{DistinctCrawlers, distinct_crawlers, distinct_crawlers_with};

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

/// Lists the crawlers that a comparison of files must look at one by one.
pub(crate) fn families(files: &[&RobotsTxt<'_>]) -> Vec<CrawlerFamily> {
    distinct_families(files, &distinct_crawlers(files).crawlers)
}

/// Lists every crawler that files can tell from others, by the names that the directory has.
pub(crate) fn distinct(files: &[&RobotsTxt<'_>]) -> DistinctCrawlers {
    let named: Vec<_> = named_crawlers(files).into_iter().map(|crawler| crawler.name).collect();
    distinct_crawlers_with(files, &named)
}
