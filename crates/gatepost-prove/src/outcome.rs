//! What an attempt to prove comes to: three cases, never two.
//!
//! A statement about all URLs is proved, or it is refuted by a URL, or it is not decided. Nothing is
//! guessed: where a bound is hit, or where a URL could not be found that the ordinary matcher agrees
//! on, the answer is that there is none.

use std::fmt;

use gatepost::Verdict;

/// What an attempt to prove a statement comes to.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt};
/// use gatepost_prove::{Outcome, RuleList, equivalent};
///
/// let robots = RobotsTxt::parse(
///     "User-agent: a\nDisallow: /shop\nUser-agent: b\nDisallow: /shop\nDisallow: /*cart\n",
/// );
/// let rules = |crawler| RuleList::of_group(&robots.group_for(&ProductToken::verbatim(crawler)));
///
/// assert!(equivalent(&rules("a"), &rules("a")).is_proved());
/// match equivalent(&rules("a"), &rules("b")) {
///     Outcome::Refuted(counterexample) => assert_eq!(counterexample.path, "/cart"),
///     other => panic!("{other:?}"),
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<C> {
    /// It holds for every URL.
    Proved,
    /// It does not hold for this one.
    Refuted(C),
    /// Neither could be shown.
    NotDecided(NotDecided),
}

impl<C> Outcome<C> {
    /// Whether it holds for every URL.
    pub fn is_proved(&self) -> bool {
        matches!(self, Outcome::Proved)
    }

    /// The counterexample, where there is one.
    pub fn counterexample(&self) -> Option<&C> {
        match self {
            Outcome::Refuted(counterexample) => Some(counterexample),
            _ => None,
        }
    }
}

/// Why a statement is neither proved nor refuted.
///
/// # Example
///
/// ```
/// use gatepost::Dialect;
/// use gatepost_prove::{NotDecided, PathSet};
///
/// let stars = |letter: &str| PathSet::new(&format!("/*{}", letter.repeat(2_000)), Dialect::RFC9309);
/// let found = stars("a*").intersection(&stars("b*"));
/// assert_eq!(found, Err(NotDecided::TooManySteps));
/// assert_eq!(
///     NotDecided::TooManySteps.to_string(),
///     "the patterns overlap in too many ways to go through them all",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NotDecided {
    /// The patterns overlap in too many ways to go through them all.
    TooManySteps,
    /// There is a difference if the patterns leave any text free, but no URL was found that shows it.
    NoExample,
    /// The two sides are read in different dialects.
    DialectsDiffer,
    /// Which of two rules decides depends on how much of the path each takes, so that it is not the same
    /// for all paths that both match; and no URL was found that settles the question.
    RankDependsOnPath,
    /// Names name crawlers of which they are but a part, in too many ways to go through them all.
    TooManyCrawlers,
}

impl fmt::Display for NotDecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotDecided::TooManySteps => {
                "the patterns overlap in too many ways to go through them all"
            }
            NotDecided::NoExample => "no URL was found that shows the difference",
            NotDecided::RankDependsOnPath => {
                "which rule decides depends on how much of the URL each takes"
            }
            NotDecided::TooManyCrawlers => {
                "names in the files occur together in the names of too many crawlers to go through \
                 them all"
            }
            NotDecided::DialectsDiffer => "the two sides are read in different dialects",
        })
    }
}

impl std::error::Error for NotDecided {}

/// What one side says about a path, and by which line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Answer {
    /// Whether the path is allowed.
    pub is_allowed: bool,
    /// The line of the rule that decides; none where no rule does.
    pub line: Option<usize>,
}

impl From<&Verdict<'_>> for Answer {
    fn from(verdict: &Verdict<'_>) -> Answer {
        let line = verdict.rule().map(|rule| rule.line());
        Answer { is_allowed: verdict.is_allowed(), line }
    }
}

/// A path, and what a list of rules says about it. The ordinary matcher was asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Example {
    /// Path and query, as they may stand in a URL.
    pub path: String,
    /// What is said about it.
    pub answer: Answer,
}

/// A path about which two sides say different things. The ordinary matcher was asked for both.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Counterexample {
    /// Path and query, as they may stand in a URL.
    pub path: String,
    /// What the first side says about it.
    pub before: Answer,
    /// What the second side says about it.
    pub after: Answer,
}
