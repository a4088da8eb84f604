//! Why there was no answer.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a request got no answer that could be read.
///
/// For the RFC and for Google all of them are one: the file is unreachable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    kind: FailureKind,
    detail: String,
}

/// The kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FailureKind {
    /// The host's name has no address.
    Name,
    /// The guard refuses the address.
    AddressRefused,
    /// No connection, or a connection that broke before the answer.
    Connection,
    /// No secure connection: a certificate was refused, or the two sides have no method in common.
    Tls,
    /// The time was up.
    TimeOut,
    /// What came is no HTTP.
    InvalidResponse,
    /// The body broke off before its end.
    Truncated,
    /// The body could not be decompressed.
    ContentCoding,
    /// The proxy did not connect.
    Proxy,
    /// Something went wrong on this side.
    Internal,
}

impl Failure {
    /// Creates a failure; the detail is for people.
    pub fn new(kind: FailureKind, detail: impl fmt::Display) -> Failure {
        Failure { kind, detail: detail.to_string() }
    }

    /// Its kind.
    pub fn kind(&self) -> FailureKind {
        self.kind
    }

    /// What was said about it.
    pub fn detail(&self) -> &str {
        &self.detail
    }
}

impl std::error::Error for Failure {}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            FailureKind::Name => "the name has no address",
            FailureKind::AddressRefused => "the address is refused",
            FailureKind::Connection => "no connection",
            FailureKind::Tls => "no secure connection",
            FailureKind::TimeOut => "time-out",
            FailureKind::InvalidResponse => "the answer is no HTTP",
            FailureKind::Truncated => "the body broke off",
            FailureKind::ContentCoding => "the body could not be decompressed",
            FailureKind::Proxy => "the proxy did not connect",
            FailureKind::Internal => "internal failure",
        })?;
        if self.detail.is_empty() { Ok(()) } else { write!(f, ": {}", self.detail) }
    }
}
