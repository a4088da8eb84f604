//! One `Allow` or `Disallow` line of a group: RFC 9309 section 2.2.2.
//!
//! A rule is a pattern, and whether it allows or disallows. `path_pattern.rs` matches the pattern;
//! `precedence.rs` says which rule decides.

use alloc::string::String;
use core::fmt;
use core::ops::Range;

use core::cmp::Ordering;

use alloc::vec::Vec;
use memchr::memrchr;

use crate::dialect::{
    Dialect, EmptyRules, IndexPages, MissingSlash, PercentEncoding, Precedence, Specials,
};
use crate::path_pattern::{self, PathPattern};
use crate::precedence::Rank;

/// One `Allow` or `Disallow` line of a group.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rule<'r> {
    value: &'r [u8],
    start: usize,
    line: usize,
    allow: bool,
    dialect: &'r Dialect,
}

impl<'r> Rule<'r> {
    pub(crate) fn new(
        value: &'r [u8],
        start: usize,
        line: usize,
        allow: bool,
        dialect: &'r Dialect,
    ) -> Rule<'r> {
        Rule { value, start, line, allow, dialect }
    }

    /// Returns `true` for an `Allow` line.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// let group = robots.groups().next().unwrap();
    /// let rule = group.rules().next().unwrap();
    /// assert!(!rule.is_allow());
    /// ```
    #[must_use]
    pub fn is_allow(&self) -> bool {
        self.allow
    }

    /// Returns the number of the line; the first line is 1.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// let group = robots.groups().next().unwrap();
    /// let rule = group.rules().next().unwrap();
    /// assert_eq!(rule.line(), 2);
    /// ```
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the rule as if it were in another line.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let rule = group.rules().next().unwrap().at_line(7);
    /// assert_eq!((rule.line(), rule.value()), (7, &b"/shop"[..]));
    /// ```
    #[must_use]
    pub fn at_line(self, line: usize) -> Rule<'r> {
        Rule { line, ..self }
    }

    /// Returns the value as written, byte for byte.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// let group = robots.groups().next().unwrap();
    /// let rule = group.rules().next().unwrap();
    /// assert_eq!(rule.value(), b"/shop");
    /// ```
    #[must_use]
    pub fn value(&self) -> &'r [u8] {
        self.value
    }

    /// Returns the place of the value in the file.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// let group = robots.groups().next().unwrap();
    /// let rule = group.rules().next().unwrap();
    /// assert_eq!(rule.value_span(), 24..29);
    /// ```
    #[must_use]
    pub fn value_span(&self) -> Range<usize> {
        self.start..self.start + self.value.len()
    }

    /// Returns the pattern of the rule.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// let group = robots.groups().next().unwrap();
    /// let rule = group.rules().next().unwrap();
    /// assert_eq!(rule.pattern().as_bytes(), b"/shop");
    /// ```
    #[must_use]
    pub fn pattern(&self) -> PathPattern<'r> {
        PathPattern::read(self.value, self.dialect)
    }

    /// Returns `true` if this rule wins over the other one where both match.
    ///
    /// Under [`Precedence::LongestMatch`] the winner depends on the path, so rules with stars
    /// cannot be compared in isolation; this then compares them by the length of their patterns.
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
    #[must_use]
    pub fn outranks(&self, other: &Rule<'_>) -> bool {
        self.usual_rank(&self.pattern()).outranks(&other.usual_rank(&other.pattern()))
    }

    /// Returns `true` if the value is empty. In most dialects such a rule has no effect but to end
    /// the list of `User-agent` lines.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// let group = robots.groups().next().unwrap();
    /// let rule = group.rules().next().unwrap();
    /// assert!(!rule.is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.value.is_empty()
    }

    /// Returns the patterns by which the rule can decide.
    ///
    /// That is its own pattern; the pattern of a folder, where the dialect reads an index page as
    /// its folder; and a pattern with a literal `$` at its end, where the dialect accepts that
    /// reading too. A rule without a value has none, unless the dialect gives it a meaning.
    /// Patterns that outrank the others come first, so the first that matches gives the rank of the
    /// rule.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// let group = robots.groups().next().unwrap();
    /// let rule = group.rules().next().unwrap();
    /// assert_eq!(rule.deciding_patterns().count(), 1);
    /// ```
    pub fn deciding_patterns(&self) -> impl Iterator<Item = DecidingPattern<'r>> + use<'r> {
        let by = |pattern| DecidingPattern { pattern, opens_folder: false, rule: *self };
        let literal = self.with_literal_dollar().map(by);
        let own = self.own_pattern().map(by);
        let folder = self.folder_of_index_page();
        let folder = folder.map(|pattern| DecidingPattern { opens_folder: true, ..by(pattern) });
        literal.into_iter().chain(own).chain(folder)
    }

    /// Returns `true` if the rule can decide by its own pattern only.
    pub(crate) fn decides_by_own_alone(&self) -> bool {
        !self.is_empty()
            && self.dialect.index_pages == IndexPages::AreOrdinary
            && self.dialect.specials != Specials::StarAndLastDollarAlsoLiteral
    }

    fn own_pattern(&self) -> Option<PathPattern<'r>> {
        match self.dialect.empty_rules {
            _ if !self.is_empty() => Some(self.pattern()),
            EmptyRules::AllowAll => Some(self.pattern()),
            EmptyRules::DisallowIsAllowSlash if !self.allow => {
                Some(PathPattern::read(b"/", self.dialect))
            }
            _ => None,
        }
    }

    /// Returns the rank of the rule if it matches a path, as compared, by `pattern`.
    pub(crate) fn rank(&self, pattern: &PathPattern<'_>, path: &[u8]) -> Rank {
        let usual = self.usual_rank(pattern);
        match self.dialect.precedence {
            Precedence::LongestMatch => {
                let taken =
                    path_pattern::bytes_taken(pattern.as_bytes(), pattern.is_closed(), path);
                Rank { length: taken, ..usual }
            }
            _ => usual,
        }
    }

    /// Returns the rank of the rule if it matches by `pattern`, without regard to the path.
    pub(crate) fn usual_rank(&self, pattern: &PathPattern<'_>) -> Rank {
        let is_empty = self.is_empty();
        let says_slash = self.dialect.empty_rules == EmptyRules::DisallowIsAllowSlash;
        Rank {
            precedence: self.dialect.precedence,
            length: match self.dialect.precedence {
                // How many bytes of a path it matches, if it has no star.
                Precedence::LongestMatch => pattern.as_bytes().len(),
                _ => pattern.length(),
            },
            allow: self.allow || (is_empty && says_slash),
            is_empty,
            line: self.line,
        }
    }

    /// Returns the pattern of the folder, for `Allow: /folder/index.html`.
    fn folder_of_index_page(&self) -> Option<PathPattern<'r>> {
        match self.dialect.index_pages {
            _ if !self.allow => None,
            IndexPages::AreOrdinary => None,
            IndexPages::OpenFolder => {
                let slash = memrchr(b'/', self.value)?;
                let is_index = self.value[slash..].starts_with(b"/index.htm");
                is_index.then(|| PathPattern::closed_as(&self.value[..=slash], self.dialect))
            }
            IndexPages::OpenFolderIfWhole => {
                let own = self.pattern();
                let is_index = !own.is_closed() && own.as_bytes().ends_with(b"/index.html");
                is_index.then(|| own.closed_before(b"index.html".len()))
            }
        }
    }

    /// Returns the pattern with every `$` literal, in a dialect that also reads the last one so.
    fn with_literal_dollar(&self) -> Option<PathPattern<'r>> {
        let is_both = self.dialect.specials == Specials::StarAndLastDollarAlsoLiteral;
        if !is_both || !self.value.ends_with(b"$") {
            return None;
        }
        let pieces: Vec<&[u8]> = self.value.split(|byte| *byte == b'$').collect();
        Some(PathPattern::read(&pieces.join(&b"%24"[..]), self.dialect).into_owned())
    }

    /// Returns the pattern by which the rule matches a path, as compared, if it can decide.
    pub(crate) fn matched_by(&self, path: &[u8]) -> Option<DecidingPattern<'r>> {
        // Most rules are about other paths, which shows before they are brought to normal form.
        let dialect = self.dialect;
        let is_compared_as_written = matches!(
            dialect.percent_encoding,
            PercentEncoding::BothSides | PercentEncoding::PatternOnly
        ) && dialect.missing_slash == MissingSlash::Stays
            && dialect.index_pages == IndexPages::AreOrdinary;
        if is_compared_as_written && path_pattern::begins_otherwise(self.value, path) {
            return None;
        }
        if self.decides_by_own_alone() {
            let pattern = self.pattern();
            let matches = pattern.matches_bytes(path);
            return matches.then_some(DecidingPattern {
                pattern,
                opens_folder: false,
                rule: *self,
            });
        }
        self.deciding_patterns().find(|deciding| deciding.pattern.matches_bytes(path))
    }
}

/// A pattern by which a rule can decide, made by [`Rule::deciding_patterns`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DecidingPattern<'r> {
    pub(crate) pattern: PathPattern<'r>,
    /// Whether this is the pattern of the folder whose index page the rule allows.
    pub(crate) opens_folder: bool,
    rule: Rule<'r>,
}

impl<'r> DecidingPattern<'r> {
    /// Returns the pattern.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// let group = robots.groups().next().unwrap();
    /// let rule = group.rules().next().unwrap();
    /// let deciding = rule.deciding_patterns().next().unwrap();
    /// assert_eq!(deciding.pattern(), &rule.pattern());
    /// ```
    #[must_use]
    pub fn pattern(&self) -> &PathPattern<'r> {
        &self.pattern
    }

    /// Returns `true` if a match allows the path. For a rule without a value this is not what its
    /// key says.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// let group = robots.groups().next().unwrap();
    /// let rule = group.rules().next().unwrap();
    /// let deciding = rule.deciding_patterns().next().unwrap();
    /// assert!(!deciding.allows());
    /// ```
    #[must_use]
    pub fn allows(&self) -> bool {
        self.rule.usual_rank(&self.pattern).allows()
    }

    /// Orders patterns of one dialect: where both match, the one that decides comes first.
    ///
    /// Under [`Precedence::LongestMatch`] the winner depends on the path, so patterns with stars
    /// cannot be compared in isolation; this then compares them by their length.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// let group = robots.groups().next().unwrap();
    /// let rule = group.rules().next().unwrap();
    /// let deciding = rule.deciding_patterns().next().unwrap();
    /// assert!(deciding.by_precedence(&deciding).is_eq());
    /// ```
    #[must_use]
    pub fn by_precedence(&self, other: &DecidingPattern<'_>) -> Ordering {
        let other = other.rule.usual_rank(&other.pattern);
        self.rule.usual_rank(&self.pattern).by_precedence(&other)
    }
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
