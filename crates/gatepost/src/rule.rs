//! One `Allow` or `Disallow` line of a group: RFC 9309 section 2.2.2.
//!
//! A rule is a pattern and what it says. Whether the pattern matches is `path_pattern.rs`, whether
//! the rule decides is `precedence.rs`.

use alloc::string::String;
use core::fmt;
use core::ops::Range;

use memchr::memrchr;

use crate::dialect::Dialect;
use crate::path_pattern::{self, PathPattern};
use crate::precedence::Rank;
use crate::url_path::UrlPath;

/// One `Allow` or `Disallow` line of a group.
#[derive(Clone, Copy)]
pub struct Rule<'r> {
    value: &'r [u8],
    start: usize,
    line: usize,
    allow: bool,
    dialect: &'static Dialect,
}

impl<'r> Rule<'r> {
    pub(crate) fn new(
        value: &'r [u8],
        start: usize,
        line: usize,
        allow: bool,
        dialect: &'static Dialect,
    ) -> Rule<'r> {
        Rule { value, start, line, allow, dialect }
    }

    /// Whether it says `Allow`.
    pub fn is_allow(&self) -> bool {
        self.allow
    }

    /// The number of its line; the first line is 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Its value as written, octet for octet.
    pub fn value(&self) -> &'r [u8] {
        self.value
    }

    /// Where the value lies in the file.
    pub fn value_span(&self) -> Range<usize> {
        self.start..self.start + self.value.len()
    }

    /// Its pattern.
    pub fn pattern(&self) -> PathPattern<'r> {
        PathPattern::new_as(self.value, self.dialect)
    }

    /// Whether it decides against the other rule, where both match.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /page\nAllow: /page\nDisallow: /pages\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let rules: Vec<_> = group.rules().collect();
    /// assert!(rules[1].outranks(&rules[0]), "Allow wins a tie");
    /// assert!(rules[2].outranks(&rules[1]), "the longer one wins");
    /// ```
    pub fn outranks(&self, other: &Rule<'_>) -> bool {
        self.rank(&self.pattern()).outranks(&other.rank(&other.pattern()))
    }

    /// Whether it has no value, and so no say: in most dialects such a line only ends the list of
    /// `User-agent` lines.
    pub fn is_empty(&self) -> bool {
        self.value.is_empty()
    }

    /// The patterns by which it can decide: its own, and where the dialect reads an index page as
    /// its folder, that one. None where an empty rule has no say.
    pub(crate) fn deciding_patterns(&self) -> impl Iterator<Item = DecidingPattern<'r>> + use<'r> {
        let own = (!self.is_empty() || self.dialect.empty_rule_decides)
            .then(|| DecidingPattern { pattern: self.pattern(), opens_folder: false });
        let folder = self.folder_of_index_page();
        own.into_iter().chain(folder.map(|pattern| DecidingPattern { pattern, opens_folder: true }))
    }

    /// What counts when it is compared with others, if it matches by `pattern`.
    pub(crate) fn rank(&self, pattern: &PathPattern<'_>) -> Rank {
        Rank { length: pattern.length(), allow: self.allow, line: self.line }
    }

    /// The pattern of the folder, for `Allow: /folder/index.html`.
    fn folder_of_index_page(&self) -> Option<PathPattern<'r>> {
        if !self.allow || !self.dialect.index_page_opens_folder {
            return None;
        }
        let slash = memrchr(b'/', self.value)?;
        let is_index = self.value[slash..].starts_with(b"/index.htm");
        is_index.then(|| PathPattern::closed_as(&self.value[..=slash], self.dialect))
    }

    /// The pattern by which it matches a path, if it does and may decide.
    pub(crate) fn matched_by(&self, path: &UrlPath<'_>) -> Option<DecidingPattern<'r>> {
        // Most rules are about other paths, and need not be brought to normal form to see that.
        if !self.dialect.index_page_opens_folder
            && path_pattern::begins_otherwise(
                self.value,
                path.octets(self.dialect.percent_encoding),
            )
        {
            return None;
        }
        self.deciding_patterns().find(|deciding| deciding.pattern.matches(path))
    }
}

/// A pattern by which a rule can decide.
pub(crate) struct DecidingPattern<'r> {
    pub(crate) pattern: PathPattern<'r>,
    /// Whether it is not the rule's own, but that of the folder whose index page the rule allows.
    pub(crate) opens_folder: bool,
}

impl fmt::Display for Rule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = if self.allow { "Allow:" } else { "Disallow:" };
        let space = if self.value.is_empty() { "" } else { " " };
        write!(f, "{key}{space}{}", String::from_utf8_lossy(self.value))
    }
}

impl fmt::Debug for Rule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rule({}, line {})", self, self.line)
    }
}
