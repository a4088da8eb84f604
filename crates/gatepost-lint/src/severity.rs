//! The severity of a finding.

use std::fmt;
use std::str::FromStr;

/// The severity of a finding. Severities are ordered: `Info < Warning < Error`.
///
/// # Example
///
/// ```
/// use gatepost_lint::Severity;
///
/// assert_eq!("warning".parse(), Ok(Severity::Warning));
/// assert!(Severity::Error > Severity::Warning);
/// assert_eq!(Severity::Info.to_string(), "info");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[expect(clippy::exhaustive_enums, reason = "three levels, as in SARIF")]
pub enum Severity {
    /// Informational: may well be intentional.
    Info,
    /// Probably a mistake.
    Warning,
    /// A mistake: the line does not do what it says.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

impl FromStr for Severity {
    type Err = UnknownSeverity;

    fn from_str(text: &str) -> Result<Severity, UnknownSeverity> {
        match text {
            "info" => Ok(Severity::Info),
            "warning" => Ok(Severity::Warning),
            "error" => Ok(Severity::Error),
            _ => Err(UnknownSeverity(text.to_owned())),
        }
    }
}

/// The error returned when a severity is parsed from any other text.
///
/// Its message is for people and is not stable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSeverity(String);

impl fmt::Display for UnknownSeverity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown severity `{}`: expected `error`, `warning` or `info`", self.0)
    }
}

impl std::error::Error for UnknownSeverity {}
