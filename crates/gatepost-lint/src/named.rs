//! The crawlers that a file names, and what the directory knows about them.
//!
//! Of the names in a line, `gatepost_crawlers` says which is a crawler's: `Screaming Frog SEO Spider` is
//! one with four words.

use std::ops::Range;

use gatepost::{Group, ProductToken, RobotsTxt, UserAgentLine};
use gatepost_crawlers::{Crawler, by_token, named_by, named_crawlers, with_fallback};
use gatepost_prove::{DistinctCrawlers, distinct_crawlers_with};

use crate::file::File;

/// One `User-agent` line that names a crawler.
#[derive(Clone, Debug)]
pub(crate) struct Named<'f> {
    pub(crate) line: UserAgentLine<'f>,
    pub(crate) group: Group<'f>,
    /// The name, without version and stars at its end.
    pub(crate) name: ProductToken,
    /// Whose name it is, if the directory has it.
    pub(crate) crawler: Option<&'static Crawler>,
}

impl Named<'_> {
    /// Where the name is.
    pub(crate) fn span(&self) -> Range<usize> {
        let start = self.line.value_span().start;
        start..start + self.name.as_str().len()
    }
}

/// Every line that names a crawler, in the order of the file: none for `*`, and none without a name.
pub(crate) fn all<'f>(file: &File<'f>) -> Vec<Named<'f>> {
    let mut named = Vec::new();
    for group in file.robots().groups() {
        for line in group.user_agents() {
            if let Some((name, crawler)) = in_line(&line) {
                named.push(Named { line, group, name, crawler });
            }
        }
    }
    named
}

/// The name in a `User-agent` line, and whose it is. A name that the directory does not have is all the
/// words before a version.
pub(crate) fn in_line(
    line: &UserAgentLine<'_>,
) -> Option<(ProductToken, Option<&'static Crawler>)> {
    let named = named_by(line)?;
    match named.known {
        Some(crawler) => Some((named.name, Some(crawler))),
        None => Some((line.crawler_names().last()?, None)),
    }
}

/// Every crawler that files can tell from others, by the names that the directory has.
pub(crate) fn distinct(files: &[&RobotsTxt<'_>]) -> DistinctCrawlers {
    let named: Vec<_> = named_crawlers(files).into_iter().map(|crawler| crawler.name).collect();
    distinct_crawlers_with(files, &named)
}

/// Returns `true` if a name has a known meaning: it is a crawler or a fallback group of the directory, on
/// the site's own list, or defined by a draft.
pub(crate) fn is_known(file: &File<'_>, name: &str) -> bool {
    by_token(name).is_some()
        || with_fallback(name).next().is_some()
        || file.config().known_crawlers().iter().any(|known| known.eq_ignore_ascii_case(name))
        // draft-kelley-aipref-training-preference-signal: a purpose in place of a crawler.
        || name.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("__usage_"))
}
