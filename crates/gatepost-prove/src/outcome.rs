//! The outcome of an attempt to prove a statement: three cases, never two.
//!
//! A statement about all URLs is proved, refuted by a URL, or not decided. Nothing is guessed: if a
//! bound is reached, or if no URL was found that the ordinary matcher confirms, the outcome says
//! so.
//!
//! Every example and every counterexample was given to the ordinary matcher, and carries its
//! decisions.

use std::fmt;

use gatepost::Verdict;

/// The outcome of an attempt to prove a statement about all URLs.
///
/// A `match` needs no wildcard: a proof ends in one of these three ways.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt};
/// use gatepost_prove::{ProofOutcome, RuleList, equivalent};
///
/// let robots = RobotsTxt::parse(
///     "User-agent: a\nDisallow: /shop\nUser-agent: b\nDisallow: /shop\nDisallow: /*cart\n",
/// );
/// let rules = |crawler| RuleList::of_group(&robots.group_for(&ProductToken::verbatim(crawler)));
///
/// assert!(equivalent(&rules("a"), &rules("a")).is_proved());
/// match equivalent(&rules("a"), &rules("b")) {
///     ProofOutcome::Refuted(counterexample) => assert_eq!(counterexample.path, "/cart"),
///     other => panic!("{other:?}"),
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "a proof ends in one of three ways")]
pub enum ProofOutcome<C> {
    /// The statement holds for every URL.
    Proved,
    /// The statement does not hold for this URL.
    Refuted(C),
    /// The statement could neither be proved nor refuted.
    NotDecided(NotDecided),
}

impl<C> ProofOutcome<C> {
    /// Returns `true` if the statement holds for every URL.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_prove::{Counterexample, ProofOutcome};
    ///
    /// assert!(ProofOutcome::<Counterexample>::Proved.is_proved());
    /// ```
    #[must_use]
    pub fn is_proved(&self) -> bool {
        matches!(self, ProofOutcome::Proved)
    }

    /// Returns the counterexample, if the statement was refuted.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_prove::ProofOutcome;
    ///
    /// assert_eq!(ProofOutcome::Refuted("/cart").counterexample(), Some(&"/cart"));
    /// assert_eq!(ProofOutcome::<&str>::Proved.counterexample(), None);
    /// ```
    #[must_use]
    pub fn counterexample(&self) -> Option<&C> {
        match self {
            ProofOutcome::Refuted(counterexample) => Some(counterexample),
            _ => None,
        }
    }

    /// Returns the reason why the statement was neither proved nor refuted, if that is the case.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_prove::{NotDecided, ProofOutcome};
    ///
    /// let outcome = ProofOutcome::<&str>::NotDecided(NotDecided::TooManySteps);
    /// assert_eq!(outcome.not_decided(), Some(NotDecided::TooManySteps));
    /// ```
    #[must_use]
    pub fn not_decided(&self) -> Option<NotDecided> {
        match self {
            ProofOutcome::NotDecided(why) => Some(*why),
            _ => None,
        }
    }
}

/// The reason why a statement is neither proved nor refuted. Its `Display` is the reason in words.
///
/// # Example
///
/// ```
/// use gatepost::Dialect;
/// use gatepost_prove::{NotDecided, PathSet};
///
/// let stars = |letters: &str| format!("/*{}", letters.repeat(2_000));
/// let paths = |letters| PathSet::new(&stars(letters), Dialect::RFC9309);
/// let found = paths("a*").intersection(&paths("b*"));
/// assert_eq!(found, Err(NotDecided::TooManySteps));
/// assert_eq!(
///     NotDecided::TooManySteps.to_string(),
///     "the patterns overlap in too many ways to check them all",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum NotDecided {
    /// The patterns overlap in too many ways to check them all.
    TooManySteps,
    /// The proof found a difference for paths that contain arbitrary text, but no URL that shows
    /// it.
    NoExample,
    /// The two sides belong to different dialects.
    DialectsDiffer,
    /// Which of two rules decides depends on how much of the path each pattern matches, so no order
    /// of the rules holds for all paths; and no URL was found that refutes the statement.
    RankDependsOnPath,
    /// Crawler names can contain several of the names in the files, in too many ways to check them
    /// all.
    TooManyCrawlers,
}

impl NotDecided {
    /// Returns the name of the reason as the command's JSON writes it.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_prove::NotDecided;
    ///
    /// assert_eq!(NotDecided::TooManySteps.name(), "too-many-steps");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            NotDecided::TooManySteps => "too-many-steps",
            NotDecided::NoExample => "no-example",
            NotDecided::DialectsDiffer => "dialects-differ",
            NotDecided::RankDependsOnPath => "rank-depends-on-path",
            NotDecided::TooManyCrawlers => "too-many-crawlers",
        }
    }
}

impl fmt::Display for NotDecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotDecided::TooManySteps => "the patterns overlap in too many ways to check them all",
            NotDecided::NoExample => "no URL was found that shows the difference",
            NotDecided::RankDependsOnPath => {
                "which rule decides depends on how much of the URL each pattern matches"
            }
            NotDecided::TooManyCrawlers => {
                "crawler names can contain the names in the files in too many ways to check all"
            }
            NotDecided::DialectsDiffer => "the two sides belong to different dialects",
        })
    }
}

impl std::error::Error for NotDecided {}

/// A line about which a question was not decided, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct UndecidedLine {
    /// The line of the rule.
    pub line: usize,
    /// Why the question was not decided.
    pub reason: NotDecided,
}

/// The decision of a list of rules about a path, and the line that decides.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt, UrlPath};
/// use gatepost_prove::Decision;
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
/// let verdict = robots.group_for(&ProductToken::any()).verdict(&UrlPath::new("/shop/cart")?);
/// let decision = Decision::from(&verdict);
/// assert_eq!((decision.is_allowed, decision.line), (false, Some(2)));
/// # Ok::<(), gatepost::InvalidUrl>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Decision {
    /// Whether the path is allowed.
    #[cfg_attr(feature = "serde", serde(rename = "allowed"))]
    pub is_allowed: bool,
    /// The line of the rule that decides; none where no rule does.
    pub line: Option<usize>,
}

impl From<&Verdict<'_>> for Decision {
    fn from(verdict: &Verdict<'_>) -> Decision {
        let line = verdict.rule().map(|rule| rule.line());
        Decision { is_allowed: verdict.is_allowed(), line }
    }
}

/// A path, and the decision of a list of rules about it, confirmed by the ordinary matcher.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct DecidedPath {
    /// Path and query, as they may be written in a URL.
    pub path: String,
    /// The decision about the path.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub decision: Decision,
}

/// A path that two lists of rules decide differently, confirmed by the ordinary matcher.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Counterexample {
    /// Path and query, as they may be written in a URL.
    pub path: String,
    /// The decision of the first list.
    pub before: Decision,
    /// The decision of the second list.
    pub after: Decision,
}
