//! Outcomes as data, with the `serde` feature: the types whose shape `derive` cannot give.
//!
//! Field names and the kebab-case names of cases and reasons are stable.

use serde::ser::{Serialize, Serializer};

use crate::dead::Decides;
use crate::minimise_file::KeptBecause;
use crate::outcome::{DecidedPath, NotDecided, ProofOutcome};

/// `outcome` is `proved`, `refuted` or `not-decided`; the other fields depend on it.
#[derive(serde::Serialize)]
struct ProofOutcomeFields<'o, C> {
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<&'o C>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<NotDecided>,
}

impl<C: Serialize> Serialize for ProofOutcome<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let outcome = match self {
            ProofOutcome::Proved => "proved",
            ProofOutcome::Refuted(_) => "refuted",
            ProofOutcome::NotDecided(_) => "not-decided",
        };
        let (counterexample, reason) = (self.counterexample(), self.not_decided());
        ProofOutcomeFields { outcome, counterexample, reason }.serialize(serializer)
    }
}

/// `decides` is `path`, `never` or `not-decided`; the other fields depend on it.
#[derive(serde::Serialize)]
struct DecidesFields<'d> {
    decides: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<&'d DecidedPath>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'d [usize]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<NotDecided>,
}

impl Serialize for Decides {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (decides, example, by, reason) = match self {
            Decides::Path(example) => ("path", Some(example), None, None),
            Decides::Never(by) => ("never", None, Some(&**by), None),
            Decides::NotDecided(why) => ("not-decided", None, None, Some(*why)),
        };
        DecidesFields { decides, example, by, reason }.serialize(serializer)
    }
}

impl Serialize for KeptBecause {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
