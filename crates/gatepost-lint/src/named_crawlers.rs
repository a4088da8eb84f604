//! The crawlers that a file names, and what the directory knows about them.
//!
//! A `User-agent` line can be read as several names: `Screaming Frog SEO Spider` is one of four
//! words, and `Screaming` another. `gatepost_crawlers` decides which of them is a crawler's.

use std::ops::Range;

use gatepost::{Group, ProductToken, UserAgentLine};
use gatepost_crawlers::{Crawler, by_token, named_by, with_fallback};

use crate::file::File;

/// One `User-agent` line that names a crawler.
#[derive(Clone, Debug)]
pub(crate) struct NamedCrawler<'f> {
    pub(crate) line: UserAgentLine<'f>,
    pub(crate) group: Group<'f>,
    /// The name, without a version or trailing stars.
    pub(crate) name: ProductToken,
    /// The crawler of that name, if the directory has it.
    pub(crate) crawler: Option<&'static Crawler>,
}

impl NamedCrawler<'_> {
    /// Returns the place of the name.
    pub(crate) fn span(&self) -> Range<usize> {
        let start = self.line.value_span().start;
        start..start + self.name.as_str().len()
    }
}

/// Returns every line that names a crawler, in the order of the file. Lines for `*` and lines
/// without a name are left out.
pub(crate) fn all<'f>(file: &File<'f>) -> Vec<NamedCrawler<'f>> {
    let mut named = Vec::new();
    for group in file.robots().groups() {
        for line in group.user_agents() {
            if let Some((name, crawler)) = in_line(&line) {
                named.push(NamedCrawler { line, group, name, crawler });
            }
        }
    }
    named
}

/// Returns the name in a `User-agent` line, and its crawler. If the directory does not have the
/// name, it is all words before a version.
pub(crate) fn in_line(
    line: &UserAgentLine<'_>,
) -> Option<(ProductToken, Option<&'static Crawler>)> {
    let named = named_by(line)?;
    match named.known {
        Some(crawler) => Some((named.name, Some(crawler))),
        None => Some((line.crawler_names().last()?, None)),
    }
}

/// Returns whether a name is known: from the directory, as a group that its crawlers fall back to,
/// from the site's own list, or because a draft gives it a meaning.
pub(crate) fn is_known(file: &File<'_>, name: &str) -> bool {
    by_token(name).is_some()
        || with_fallback(name).next().is_some()
        || file.site().known_crawlers().iter().any(|known| known.eq_ignore_ascii_case(name))
        // draft-kelley-aipref-training-preference-signal: a purpose instead of a crawler.
        || name.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("__usage_"))
}
