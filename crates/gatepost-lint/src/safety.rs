//! The effect of a fix on verdicts, as data. `grading/` finds it.

use std::fmt;

use gatepost::Dialect;
use gatepost_prove::Decision;

/// The effect of a fix on the verdicts of a file.
///
/// # Example
///
/// ```
/// use gatepost_lint::{Config, Safety, lint};
///
/// let file = b"User-agent: *\nDisallow: private/\n";
/// let fix = lint(file, &Config::default()).findings.remove(0).fix.unwrap();
/// let Safety::ChangesAnswers(change) = fix.safety else { panic!("it blocks more") };
/// assert_eq!(change.to_string(), "`/private/` becomes disallowed");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Safety {
    /// Every URL keeps its verdict, for every crawler in every dialect. This is proved.
    KeepsEveryAnswer,
    /// Some URL gets another verdict; this is one.
    ChangesAnswers(Box<AnswerChange>),
    /// Neither could be shown within the budget that the proofs of one file have.
    NotProved,
}

impl Safety {
    /// Returns the name of the variant in kebab case, as the machine formats write it.
    ///
    /// # Example
    ///
    /// ```
    /// assert_eq!(gatepost_lint::Safety::KeepsEveryAnswer.name(), "keeps-every-answer");
    /// ```
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Safety::KeepsEveryAnswer => "keeps-every-answer",
            Safety::ChangesAnswers(_) => "changes-answers",
            Safety::NotProved => "not-proved",
        }
    }

    /// Returns the URL whose verdict changes, if one is known.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_lint::{Config, lint};
    ///
    /// let file = b"User-agent: *\nDisallow: private/\n";
    /// let fix = lint(file, &Config::default()).findings.remove(0).fix.unwrap();
    /// assert_eq!(fix.safety.change().unwrap().path, "/private/");
    /// ```
    #[must_use]
    pub fn change(&self) -> Option<&AnswerChange> {
        match self {
            Safety::ChangesAnswers(change) => Some(change),
            Safety::KeepsEveryAnswer | Safety::NotProved => None,
        }
    }
}

/// A URL whose verdict a fix changes, confirmed by the ordinary matcher before and after.
///
/// # Example
///
/// ```
/// use gatepost_lint::{Config, Safety, lint};
///
/// let file = b"User-agent: *\nDisallow: private/\n";
/// let fix = lint(file, &Config::default()).findings.remove(0).fix.unwrap();
/// let Safety::ChangesAnswers(change) = fix.safety else { panic!("it blocks more") };
/// assert_eq!((change.crawler.as_str(), change.path.as_str()), ("*", "/private/"));
/// assert!(change.before.is_allowed && !change.after.is_allowed);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnswerChange {
    /// The first dialect of [`Dialect::ALL`] in which the verdict changes.
    pub dialect: Dialect,
    /// A crawler whose verdict changes; `*` stands for crawlers that no group names.
    pub crawler: String,
    /// Path and query of the URL.
    pub path: String,
    /// The verdict before the fix.
    pub before: Decision,
    /// The verdict after the fix, with line numbers of the fixed file.
    pub after: Decision,
}

impl fmt::Display for AnswerChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answer = if self.after.is_allowed { "allowed" } else { "disallowed" };
        write!(f, "`{}` becomes {answer}", self.path)?;
        if self.crawler != "*" {
            write!(f, " for {}", self.crawler)?;
        }
        if self.dialect != Dialect::default() {
            write!(f, " in the {} dialect", self.dialect)?;
        }
        Ok(())
    }
}
