//! The entry of one host: how the last attempt went, the last good copy, and how long both stay
//! fresh.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use gatepost::{AccessPolicy, AccessResult, FetchOutcome, History, MayFetch};
use serde::{Deserialize, Serialize};

use crate::cache_key::CacheKey;
use crate::freshness;
use crate::headers::Headers;
use crate::record::{AttemptOutcome, FetchRecord};
use crate::unix_time;

/// How far the clock may be set back before entries are treated as stale.
pub(crate) const CLOCK_SLACK: Duration = Duration::from_secs(1);

/// Holds the file as it was when it was last fetched successfully.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct GoodCopy {
    /// The bytes of the file, up to the read limit. A store keeps them apart from the entry.
    #[serde(skip)]
    pub bytes: Arc<[u8]>,
    /// The URL that it came from, after redirects.
    pub url: String,
    /// When it was fetched. Serialised as seconds since 1970.
    #[serde(with = "unix_time")]
    pub fetched: SystemTime,
    /// The headers that it came with, updated by later confirmations.
    pub headers: Headers,
    /// Whether the read limit cut it.
    pub is_cut: bool,
}

/// Holds what is known about one host's robots.txt.
///
/// # Example
///
/// ```
/// use gatepost::{AccessPolicy, MayFetch};
/// # use std::time::SystemTime;
/// # use gatepost_fetch::{CacheKey, Entry, FetchPolicy, Response};
/// # let (key, now) = (CacheKey::of("https://example.com/")?, SystemTime::now());
/// let response = Response { status: 404, ..Response::default() };
/// let entry = Entry::from_response(key, response, FetchPolicy::default(), now);
/// assert_eq!(entry.may_fetch(AccessPolicy::RFC9309, now), MayFetch::Everything);
/// # Ok::<(), gatepost_fetch::InvalidPage>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub(crate) key: CacheKey,
    pub(crate) record: FetchRecord,
    pub(crate) copy: Option<GoodCopy>,
    /// Since when every attempt has found the file unreachable, or in a state that the policy
    /// treats alike.
    #[serde(with = "unix_time::option", default)]
    pub(crate) missing_since: Option<SystemTime>,
    #[serde(with = "unix_time")]
    pub(crate) fresh_until: SystemTime,
}

impl Entry {
    /// Returns the key: the scheme, host and port that the file applies to.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::time::SystemTime;
    /// # use gatepost_fetch::{CacheKey, Entry, FetchPolicy, Response};
    /// # let (key, now) = (CacheKey::of("https://example.com/")?, SystemTime::now());
    /// let response = Response { status: 200, ..Response::default() };
    /// let entry = Entry::from_response(key, response, FetchPolicy::default(), now);
    /// assert_eq!(entry.key().as_str(), "https://example.com");
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    pub fn key(&self) -> &CacheKey {
        &self.key
    }

    /// Returns how the last attempt went.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::time::SystemTime;
    /// # use gatepost_fetch::{CacheKey, Entry, FetchPolicy, Response};
    /// # let (key, now) = (CacheKey::of("https://example.com/")?, SystemTime::now());
    /// let response = Response { status: 200, ..Response::default() };
    /// let entry = Entry::from_response(key, response, FetchPolicy::default(), now);
    /// assert_eq!(entry.record().hops.len(), 1);
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    pub fn record(&self) -> &FetchRecord {
        &self.record
    }

    /// Returns the last good copy, which the last attempt brought, confirmed or failed to replace.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::time::SystemTime;
    /// # use gatepost_fetch::{CacheKey, Entry, FetchPolicy, Response};
    /// # let (key, now) = (CacheKey::of("https://example.com/")?, SystemTime::now());
    /// let response = Response { status: 404, ..Response::default() };
    /// let entry = Entry::from_response(key, response, FetchPolicy::default(), now);
    /// assert!(entry.copy().is_none());
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    pub fn copy(&self) -> Option<&GoodCopy> {
        self.copy.as_ref()
    }

    /// Restores the bytes of the copy in an entry that was stored without them.
    ///
    /// It does nothing if the entry has no copy.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::time::SystemTime;
    /// # use gatepost_fetch::{CacheKey, Entry, FetchPolicy, Response};
    /// # let (key, now) = (CacheKey::of("https://example.com/")?, SystemTime::now());
    /// let response = Response { status: 200, body: b"User-agent: *\n".to_vec(), ..Response::default() };
    /// let mut entry = Entry::from_response(key, response, FetchPolicy::default(), now);
    /// entry.set_bytes(b"User-agent: a\n"[..].into());
    /// assert_eq!(&*entry.copy().unwrap().bytes, b"User-agent: a\n");
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    pub fn set_bytes(&mut self, bytes: Arc<[u8]>) {
        if let Some(copy) = &mut self.copy {
            copy.bytes = bytes;
        }
    }

    /// Returns the time until which the entry may be used without asking again.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::time::SystemTime;
    /// # use gatepost_fetch::{CacheKey, Entry, FetchPolicy, Response};
    /// # let (key, now) = (CacheKey::of("https://example.com/")?, SystemTime::now());
    /// let response = Response { status: 200, ..Response::default() };
    /// let entry = Entry::from_response(key, response, FetchPolicy::default(), now);
    /// assert!(entry.fresh_until() > now);
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    pub fn fresh_until(&self) -> SystemTime {
        self.fresh_until
    }

    /// Returns whether the entry may still be used without asking again.
    ///
    /// An entry from the future is stale: the clock was set back, so its age is unknown.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use std::time::SystemTime;
    /// # use gatepost_fetch::{CacheKey, Entry, FetchPolicy, Response};
    /// # let (key, now) = (CacheKey::of("https://example.com/")?, SystemTime::now());
    /// let response = Response { status: 200, ..Response::default() };
    /// let entry = Entry::from_response(key, response, FetchPolicy::default(), now);
    /// assert!(entry.is_fresh(now));
    /// assert!(!entry.is_fresh(now + Duration::from_secs(25 * 60 * 60)));
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    pub fn is_fresh(&self, now: SystemTime) -> bool {
        self.record.finished <= now + CLOCK_SLACK && now < self.fresh_until
    }

    /// Returns since when the file has been missing without interruption, if it is.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::time::SystemTime;
    /// # use gatepost_fetch::{CacheKey, Entry, FetchPolicy, Response};
    /// # let (key, now) = (CacheKey::of("https://example.com/")?, SystemTime::now());
    /// let response = Response { status: 503, ..Response::default() };
    /// let entry = Entry::from_response(key, response, FetchPolicy::default(), now);
    /// assert_eq!(entry.missing_since(), Some(now));
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    pub fn missing_since(&self) -> Option<SystemTime> {
        self.missing_since
    }

    /// Returns the result of the last attempt, as this operator interprets it.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{AccessPolicy, AccessResult};
    /// # use std::time::SystemTime;
    /// # use gatepost_fetch::{CacheKey, Entry, FetchPolicy, Response};
    /// # let (key, now) = (CacheKey::of("https://example.com/")?, SystemTime::now());
    /// let response = Response { status: 429, ..Response::default() };
    /// let entry = Entry::from_response(key, response, FetchPolicy::default(), now);
    /// assert_eq!(entry.access_result(AccessPolicy::RFC9309), AccessResult::Unavailable);
    /// assert_eq!(entry.access_result(AccessPolicy::GOOGLE), AccessResult::Unreachable);
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    pub fn access_result(&self, policy: AccessPolicy) -> AccessResult {
        policy.access_result(self.record.outcome.into())
    }

    /// Returns what this operator's crawlers may fetch now.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{AccessPolicy, MayFetch};
    /// # use std::time::SystemTime;
    /// # use gatepost_fetch::{CacheKey, Entry, FetchPolicy, Response};
    /// # let (key, now) = (CacheKey::of("https://example.com/")?, SystemTime::now());
    /// let response = Response { status: 500, ..Response::default() };
    /// let entry = Entry::from_response(key, response, FetchPolicy::default(), now);
    /// assert_eq!(entry.may_fetch(AccessPolicy::RFC9309, now), MayFetch::Nothing);
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    pub fn may_fetch(&self, policy: AccessPolicy, now: SystemTime) -> MayFetch {
        policy.may_fetch(self.record.outcome.into(), self.history(now))
    }

    /// Returns this entry as that of the host that a redirect led to, if it led to that host's own
    /// robots.txt.
    #[cfg_attr(not(feature = "client"), allow(dead_code))]
    pub(crate) fn for_target(&self, target: CacheKey) -> Option<Entry> {
        let has_ended =
            matches!(self.record.outcome, AttemptOutcome::Status(_) | AttemptOutcome::NotModified);
        let is_own = self.record.last_url() == target.robots_txt_url().as_str();
        // Only an attempt of its own can show whether a missing file was there before.
        if !has_ended || !is_own || self.record.hops.len() < 2 || self.missing_since.is_some() {
            return None;
        }
        let hops = self.record.hops[self.record.hops.len() - 1..].to_vec();
        let copy = self.copy.clone();
        let record = FetchRecord { hops, ..self.record.clone() };
        Some(Entry {
            key: target,
            record,
            copy,
            missing_since: None,
            fresh_until: self.fresh_until,
        })
    }

    fn history(&self, now: SystemTime) -> History {
        let missing = self.missing_since.map(|since| now.duration_since(since).unwrap_or_default());
        History { unreachable_for: missing.unwrap_or_default(), has_copy: self.copy.is_some() }
    }

    /// Returns when the server wants to be asked again, if it said so. This applies to its pages
    /// too.
    ///
    /// A wait of more than a day is shortened to a day.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::time::SystemTime;
    /// # use gatepost_fetch::{CacheKey, Entry, FetchPolicy, Response};
    /// # let (key, now) = (CacheKey::of("https://example.com/")?, SystemTime::now());
    /// let response = Response { status: 503, ..Response::default() };
    /// let entry = Entry::from_response(key, response, FetchPolicy::default(), now);
    /// assert_eq!(entry.retry_after(), None);
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    pub fn retry_after(&self) -> Option<SystemTime> {
        let wait = freshness::retry_after(&self.record.headers, self.record.finished)?;
        // A header is not trusted without bounds.
        self.record.finished.checked_add(wait.min(Duration::from_secs(24 * 60 * 60)))
    }

    /// Describes the entry in words: what happened, and what it means for this operator's crawlers.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::AccessPolicy;
    /// # use std::time::SystemTime;
    /// # use gatepost_fetch::{CacheKey, Entry, FetchPolicy, Response};
    /// # let (key, now) = (CacheKey::of("https://example.com/")?, SystemTime::now());
    /// let response = Response { status: 404, ..Response::default() };
    /// let entry = Entry::from_response(key, response, FetchPolicy::default(), now);
    /// assert_eq!(
    ///     entry.reason(AccessPolicy::RFC9309, now).to_string(),
    ///     "404 Not Found: there is no robots.txt, so everything may be fetched",
    /// );
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    pub fn reason(&self, policy: AccessPolicy, now: SystemTime) -> FetchReason {
        FetchReason {
            ended: self.ended(),
            access: self.access_result(policy),
            is_missing: matches!(self.record.outcome, AttemptOutcome::Status(404 | 410)),
            may_fetch: self.may_fetch(policy, now),
            copy_is_from: self.copy.as_ref().map(|copy| copy.fetched),
        }
    }

    fn ended(&self) -> String {
        match (self.record.outcome, self.record.failure()) {
            (AttemptOutcome::Status(status), _) => status_line(status),
            (AttemptOutcome::NotModified, _) => status_line(304),
            (AttemptOutcome::TooManyRedirects, _) => {
                // The last redirect was not followed.
                format!("more than {} redirects", self.record.hops.len() - 1)
            }
            (AttemptOutcome::RedirectLoop, _) => "redirect loop".to_owned(),
            (AttemptOutcome::RedirectNowhere(status), _) => {
                format!("{}, a redirect without a usable target", status_line(status))
            }
            (AttemptOutcome::Failed, Some(failure)) => failure.to_string(),
            (AttemptOutcome::Failed, None) => "no response".to_owned(),
        }
    }
}

/// Describes an entry in words; made by [`Entry::reason`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchReason {
    ended: String,
    access: AccessResult,
    /// Whether the server says that there is no such file.
    is_missing: bool,
    may_fetch: MayFetch,
    copy_is_from: Option<SystemTime>,
}

impl fmt::Display for FetchReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.ended)?;
        f.write_str(match self.access {
            AccessResult::Successful => "robots.txt was fetched, ",
            AccessResult::Unavailable if self.is_missing => "there is no robots.txt, ",
            AccessResult::Unavailable => "robots.txt could not be read, ",
            _ => "robots.txt is unreachable, ",
        })?;
        match (self.may_fetch, self.copy_is_from) {
            (MayFetch::WhatTheRulesAllow, _) => f.write_str("and its rules apply"),
            (MayFetch::WhatTheCopyAllows, Some(from)) => {
                write!(f, "so the rules of the copy from {} apply", httpdate::fmt_http_date(from))
            }
            (MayFetch::Everything, _) => f.write_str("so everything may be fetched"),
            _ => f.write_str("so nothing may be fetched"),
        }
    }
}

/// Formats a status with its standard phrase, such as `404 Not Found`.
fn status_line(status: u16) -> String {
    match standard_phrase(status) {
        Some(phrase) => format!("{status} {phrase}"),
        None => format!("status {status}"),
    }
}

/// Returns the phrase of a status that robots.txt requests really get: RFC 9110 section 15.
fn standard_phrase(status: u16) -> Option<&'static str> {
    Some(match status {
        200 => "OK",
        204 => "No Content",
        301 => "Moved Permanently",
        302 => "Found",
        303 => "See Other",
        304 => "Not Modified",
        307 => "Temporary Redirect",
        308 => "Permanent Redirect",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        406 => "Not Acceptable",
        410 => "Gone",
        429 => "Too Many Requests",
        451 => "Unavailable For Legal Reasons",
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        _ => return None,
    })
}

/// Returns whether an attempt with this outcome prolongs the time for which the file has been
/// missing.
pub(crate) fn is_missing(policy: AccessPolicy, outcome: FetchOutcome) -> bool {
    match policy.access_result(outcome) {
        AccessResult::Successful => false,
        AccessResult::Unavailable => policy.copy_while_unavailable,
        _ => true,
    }
}
