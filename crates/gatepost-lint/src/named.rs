//! The crawlers that a file names, and what the directory knows about them.
//!
//! A name is looked up as all the words before a version, since some crawlers have several
//! (`Screaming Frog SEO Spider`), and then as the product token alone.

use std::ops::Range;

use gatepost::{Group, UserAgentLine};
use gatepost_crawlers::{Crawler, by_token, crawlers};

use crate::file::File;

/// One `User-agent` line that names a crawler.
#[derive(Clone, Debug)]
pub(crate) struct Named<'f> {
    pub(crate) line: UserAgentLine<'f>,
    pub(crate) group: Group<'f>,
    /// The name, without version and stars at its end.
    pub(crate) name: String,
    /// Whose name it is, if the directory has it.
    pub(crate) crawler: Option<&'static Crawler>,
}

impl Named<'_> {
    /// Where the name is.
    pub(crate) fn span(&self) -> Range<usize> {
        let start = self.line.value_span().start;
        start..start + self.name.len()
    }
}

/// Every line that names a crawler, in the order of the file: none for `*`, and none without a name.
pub(crate) fn all<'f>(file: &File<'f>) -> Vec<Named<'f>> {
    let mut named = Vec::new();
    for group in file.robots().groups() {
        for line in group.user_agents().filter(|line| !line.is_global()) {
            let words = words(line.value());
            let token = line.token();
            // A name that is no UTF-8 is nobody's, and has no length that could be shown.
            let (Ok(words), Ok(token)) = (std::str::from_utf8(words), std::str::from_utf8(token))
            else {
                continue;
            };
            let (name, crawler) = match (by_token(words), by_token(token)) {
                (None, Some(crawler)) => (token, Some(crawler)),
                (crawler, _) => (words, crawler),
            };
            if !name.is_empty() {
                named.push(Named { line, group, name: name.to_owned(), crawler });
            }
        }
    }
    named
}

/// What comes before a version or the next name of a list.
pub(crate) fn words(value: &[u8]) -> &[u8] {
    let end = value.iter().position(|byte| matches!(byte, b'/' | b',' | b';'));
    let words = value[..end.unwrap_or(value.len())].trim_ascii_end();
    let stars = words.iter().rev().take_while(|byte| **byte == b'*').count();
    &words[..words.len() - stars]
}

/// Whether a name is somebody's: of the directory, of a family that its crawlers fall back to, of the
/// site's own list, or a name that a draft gives a meaning.
pub(crate) fn is_known(file: &File<'_>, name: &str) -> bool {
    let is_name = |other: &str| other.eq_ignore_ascii_case(name);
    by_token(name).is_some()
        || file.config().known_crawlers().iter().any(|known| is_name(known))
        || crawlers().any(|crawler| crawler.falls_back_to().iter().any(|family| is_name(family)))
        // draft-kelley-aipref-training-preference-signal: a purpose in place of a crawler.
        || name.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("__usage_"))
}
