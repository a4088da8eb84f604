//! Failures: the reasons why a request got no response.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Describes why a request got no response that could be read.
///
/// RFC 9309 and Google treat every kind alike: the file is unreachable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Failure {
    /// The kind of failure.
    kind: FailureKind,
    /// What went wrong, in words; it may be empty.
    detail: String,
}

/// Names the kind of a [`Failure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FailureKind {
    /// The host name has no address.
    Name,
    /// The guard refused the address.
    AddressRefused,
    /// The connection could not be made, or broke before the response.
    Connection,
    /// TLS failed: a certificate was rejected, or the two sides share no cipher or version.
    Tls,
    /// The time limit passed.
    #[serde(rename = "time-out")]
    TimedOut,
    /// The response is not HTTP.
    InvalidResponse,
    /// The body ended too early.
    Truncated,
    /// The body could not be decompressed.
    ContentCoding,
    /// The proxy could not connect.
    Proxy,
    /// Something went wrong on our side.
    Internal,
}

impl Failure {
    /// Creates a failure of the given kind; `detail` is for people.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::{Failure, FailureKind};
    ///
    /// assert_eq!(Failure::new(FailureKind::TimedOut, "").to_string(), "timed out");
    /// ```
    pub fn new(kind: FailureKind, detail: impl fmt::Display) -> Failure {
        Failure { kind, detail: detail.to_string() }
    }

    /// Returns the kind of failure.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::{Failure, FailureKind};
    ///
    /// assert_eq!(Failure::new(FailureKind::Tls, "expired").kind(), FailureKind::Tls);
    /// ```
    #[must_use]
    pub fn kind(&self) -> FailureKind {
        self.kind
    }

    /// Returns the detail, which may be empty.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::{Failure, FailureKind};
    ///
    /// assert_eq!(Failure::new(FailureKind::Tls, "expired").detail(), "expired");
    /// ```
    #[must_use]
    pub fn detail(&self) -> &str {
        &self.detail
    }
}

impl std::error::Error for Failure {}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            FailureKind::Name => "host name not found",
            FailureKind::AddressRefused => "address refused",
            FailureKind::Connection => "could not connect",
            FailureKind::Tls => "TLS failed",
            FailureKind::TimedOut => "timed out",
            FailureKind::InvalidResponse => "the response is not HTTP",
            FailureKind::Truncated => "the body ended too early",
            FailureKind::ContentCoding => "the body could not be decompressed",
            FailureKind::Proxy => "the proxy could not connect",
            FailureKind::Internal => "internal error",
        })?;
        if self.detail.is_empty() { Ok(()) } else { write!(f, ": {}", self.detail) }
    }
}
