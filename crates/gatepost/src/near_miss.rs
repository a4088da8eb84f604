//! Rules that look as though they match, but do not.
//!
//! People ask about these: why is my PDF with `?x=1` not blocked, why does `/admin` not cover
//! `/Admin`? A near miss is reported only if the rule would have decided, had it matched. None of
//! this affects a verdict.

use alloc::vec::Vec;
use core::fmt;

use memchr::memchr;

use crate::path_pattern::{self, PathPattern};
use crate::percent;
use crate::precedence::Rank;
use crate::rule::Rule;
use crate::url_path::UrlPath;

/// A rule that narrowly fails to match, and why.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NearMiss<'r> {
    rule: Rule<'r>,
    kind: NearMissKind,
}

/// The reason why a rule narrowly fails to match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum NearMissKind {
    /// The pattern starts with neither `/` nor `*`, so it matches no path.
    NoLeadingSlash,
    /// The pattern ends in `$`, but a query string follows in the path.
    QueryString,
    /// The pattern ends in `/`, but the path does not.
    MissingSlash,
    /// Letter case differs.
    LetterCase,
    /// A reserved character is percent-encoded in one of the two only.
    PercentEncoding,
}

impl<'r> NearMiss<'r> {
    /// Returns the rules that narrowly fail to match and would outrank `winner`.
    pub(crate) fn all(
        rules: impl Iterator<Item = Rule<'r>>,
        path: &UrlPath<'_>,
        winner: Option<Rank>,
    ) -> Vec<NearMiss<'r>> {
        let nearly = rules.filter(|rule| !rule.is_empty()).filter_map(|rule| {
            let pattern = rule.pattern();
            let rank = rule.usual_rank(&pattern);
            let would_decide = winner.is_none_or(|winner| rank.outranks(&winner));
            let kind = would_decide.then(|| pattern.near_miss(path))??;
            Some((rank, NearMiss { rule, kind }))
        });
        let mut nearly: Vec<_> = nearly.collect();
        nearly.sort_by(|(a, _), (b, _)| a.by_precedence(b));
        nearly.into_iter().map(|(_, near_miss)| near_miss).collect()
    }

    /// Returns the rule.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /Admin\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let explanation = group.explain(&UrlPath::new("/admin")?);
    /// let near_miss = &explanation.near_misses()[0];
    /// assert_eq!(near_miss.rule().line(), 2);
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn rule(&self) -> Rule<'r> {
        self.rule
    }

    /// Returns why the rule does not match.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{NearMissKind, ProductToken, RobotsTxt, UrlPath};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /Admin\n");
    /// let group = robots.group_for(&ProductToken::any());
    /// let explanation = group.explain(&UrlPath::new("/admin")?);
    /// let near_miss = &explanation.near_misses()[0];
    /// assert_eq!(*near_miss.kind(), NearMissKind::LetterCase);
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn kind(&self) -> &NearMissKind {
        &self.kind
    }
}

impl PathPattern<'_> {
    /// Returns why the pattern does not match a path, if it looks as though it should.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{NearMissKind, PathPattern, UrlPath};
    ///
    /// let path = UrlPath::new("/a.pdf?x=1")?;
    /// assert_eq!(PathPattern::new("/*.pdf$").near_miss(&path), Some(NearMissKind::QueryString));
    /// assert_eq!(PathPattern::new("/*.pdf").near_miss(&path), None);
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn near_miss(&self, path: &UrlPath<'_>) -> Option<NearMissKind> {
        if self.matches(path) {
            return None;
        }
        let bytes = &*self.compared(path);
        let path_ends = memchr(b'?', bytes).unwrap_or(bytes.len());
        let (before_query, query) = bytes.split_at(path_ends);
        if !self.can_match() {
            let meant = match UrlPath::new(self.as_bytes()) {
                Ok(absolute) => absolute.raw().to_vec(),
                Err(_) => [b"/", self.as_bytes()].concat(),
            };
            let meant = path_pattern::matches(&meant, self.is_closed(), bytes);
            meant.then_some(NearMissKind::NoLeadingSlash)
        } else if self.is_closed() && !query.is_empty() && self.matches_bytes(before_query) {
            Some(NearMissKind::QueryString)
        } else if !before_query.ends_with(b"/")
            && self.as_bytes().ends_with(b"/")
            && self.matches_bytes(&[before_query, b"/", query].concat())
        {
            Some(NearMissKind::MissingSlash)
        } else if either(self.as_bytes(), bytes, |byte| byte.is_ascii_uppercase())
            && changed(self, bytes, <[u8]>::to_ascii_lowercase)
        {
            Some(NearMissKind::LetterCase)
        } else if either(self.as_bytes(), bytes, |byte| *byte == b'%')
            && changed(self, bytes, percent::decoded)
        {
            Some(NearMissKind::PercentEncoding)
        } else {
            None
        }
    }
}

/// Returns `true` if pattern or path has a byte that a change would affect.
fn either(pattern: &[u8], path: &[u8], is_changed: impl Fn(&u8) -> bool) -> bool {
    pattern.iter().chain(path).any(is_changed)
}

/// Returns `true` if the pattern matches after the same change to both sides.
fn changed(pattern: &PathPattern<'_>, path: &[u8], change: fn(&[u8]) -> Vec<u8>) -> bool {
    path_pattern::matches(&change(pattern.as_bytes()), pattern.is_closed(), &change(path))
}

impl fmt::Display for NearMissKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NearMissKind::NoLeadingSlash => "a pattern must start with / or *",
            NearMissKind::QueryString => "a query string follows",
            NearMissKind::MissingSlash => "the path has no slash at its end",
            NearMissKind::LetterCase => "letter case counts",
            NearMissKind::PercentEncoding => "percent-encoding differs",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, ProductToken, RobotsTxt};

    #[track_caller]
    fn check(file: &str, url: &str, expected: &[(usize, NearMissKind)]) {
        let robots = RobotsTxt::parse(file);
        let group = robots.group_for(&ProductToken::any());
        let path = UrlPath::new(url).unwrap();
        let found: Vec<_> = group
            .explain(&path)
            .near_misses()
            .iter()
            .map(|m| (m.rule().line(), *m.kind()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn kinds() {
        let file = |value| format!("User-agent: *\nDisallow: {value}\n");
        check(&file("/*.pdf$"), "/a.pdf?x=1", &[(2, NearMissKind::QueryString)]);
        check(&file("/account/"), "/account", &[(2, NearMissKind::MissingSlash)]);
        check(&file("/account/"), "/account?x", &[(2, NearMissKind::MissingSlash)]);
        check(&file("/account/?"), "/account?x", &[]);
        check(&file("/Admin"), "/admin/x", &[(2, NearMissKind::LetterCase)]);
        check(&file("private/"), "/private/x", &[(2, NearMissKind::NoLeadingSlash)]);
        check(&file("https://h.example/a"), "/ab", &[(2, NearMissKind::NoLeadingSlash)]);
        check(&file("/a/b"), "/a%2fb", &[(2, NearMissKind::PercentEncoding)]);
        check(&file("/a*"), "/%2A", &[]);
        check(&file("/b"), "/a", &[]);
    }

    #[test]
    fn only_those_that_would_decide() {
        check("User-agent: *\nAllow: /a.pdf?\nDisallow: /*.pdf$\n", "/a.pdf?x", &[]);
        check(
            "User-agent: *\nDisallow: /*?\nDisallow: /*.pdf$\n",
            "/a.pdf?x",
            &[(3, NearMissKind::QueryString)],
        );
    }

    #[test]
    fn google_compares_the_url_as_it_came() {
        let robots = RobotsTxt::parse_as("User-agent: *\nDisallow: /~a\n", Dialect::GOOGLE);
        let path = UrlPath::new("/%7Ea").unwrap();
        let explanation = robots.group_for(&ProductToken::any()).explain(&path);
        assert_eq!(*explanation.near_misses()[0].kind(), NearMissKind::PercentEncoding);
    }
}
