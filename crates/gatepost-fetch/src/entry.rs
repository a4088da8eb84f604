//! What is known of one host: how the last attempt went, the last good copy, and until when that
//! counts.

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

/// How far a clock may be put back without making everything old.
pub(crate) const CLOCK_SLACK: Duration = Duration::from_secs(1);

/// The file as it was when it was last fetched successfully.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct GoodCopy {
    /// The file, as far as it is read. Whoever stores an entry stores this separately.
    #[serde(skip)]
    pub bytes: Arc<[u8]>,
    /// Where it was found, redirects followed.
    pub url: String,
    /// When it was fetched, in seconds since 1970 where it is written down.
    #[serde(with = "unix_time")]
    pub fetched: SystemTime,
    /// The headers that it came with, and those that renewed it.
    pub headers: Headers,
    /// Whether the read limit cut it.
    pub is_cut: bool,
}

/// What is known of one host's robots.txt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub(crate) key: CacheKey,
    pub(crate) record: FetchRecord,
    pub(crate) copy: Option<GoodCopy>,
    /// Since when every attempt has found the file unreachable, or whatever else the policy treats
    /// so.
    #[serde(with = "unix_time::option", default)]
    pub(crate) missing_since: Option<SystemTime>,
    #[serde(with = "unix_time")]
    pub(crate) fresh_until: SystemTime,
}

impl Entry {
    /// Whom the file speaks for.
    pub fn key(&self) -> &CacheKey {
        &self.key
    }

    /// How the last attempt went.
    pub fn record(&self) -> &FetchRecord {
        &self.record
    }

    /// The last good copy, which the last attempt brought, confirmed or failed to replace.
    pub fn copy(&self) -> Option<&GoodCopy> {
        self.copy.as_ref()
    }

    /// Puts the file back into an entry that was read from where it had been written down without.
    pub fn set_bytes(&mut self, bytes: Arc<[u8]>) {
        if let Some(copy) = &mut self.copy {
            copy.bytes = bytes;
        }
    }

    /// Until when this counts without asking again.
    pub fn fresh_until(&self) -> SystemTime {
        self.fresh_until
    }

    /// Whether this still counts. An entry from the future does not: the clock was put back, and
    /// nobody knows how old it is.
    pub fn is_fresh(&self, now: SystemTime) -> bool {
        self.record.finished <= now + CLOCK_SLACK && now < self.fresh_until
    }

    /// Since when the file has been missing without a break.
    pub fn missing_since(&self) -> Option<SystemTime> {
        self.missing_since
    }

    /// What the last attempt came to, for this operator.
    pub fn access_result(&self, policy: AccessPolicy) -> AccessResult {
        policy.access_result(self.record.outcome.into())
    }

    /// What a crawler of this operator may do now.
    pub fn may_fetch(&self, policy: AccessPolicy, now: SystemTime) -> MayFetch {
        policy.may_fetch(self.record.outcome.into(), self.history(now))
    }

    /// The same for the host that a redirect led to, where it led to that host's own robots.txt; none
    /// where it led elsewhere, or nowhere.
    #[cfg_attr(not(feature = "client"), allow(dead_code))]
    pub(crate) fn for_target(&self, target: CacheKey) -> Option<Entry> {
        let has_ended =
            matches!(self.record.outcome, AttemptOutcome::Status(_) | AttemptOutcome::NotModified);
        let is_own = self.record.last_url() == target.robots_txt_url().as_str();
        // Whether a file that is missing was there before, only an attempt of its own can tell.
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

    /// When the server wants to be asked again, if it said so; a pause for its pages too.
    pub fn retry_after(&self) -> Option<SystemTime> {
        let wait = freshness::retry_after(&self.record.headers, self.record.finished)?;
        // At most a day: what a header says is not trusted without bounds.
        self.record.finished.checked_add(wait.min(Duration::from_secs(24 * 60 * 60)))
    }

    /// What this comes to, in words.
    ///
    /// # Example
    ///
    /// ```text
    /// status 404: there is no file, so everything may be fetched
    /// ```
    pub fn reason(&self, policy: AccessPolicy, now: SystemTime) -> FetchReason {
        FetchReason {
            ended: self.ended(),
            access: self.access_result(policy),
            may_fetch: self.may_fetch(policy, now),
            copy_is_from: self.copy.as_ref().map(|copy| copy.fetched),
        }
    }

    fn ended(&self) -> String {
        match (self.record.outcome, self.record.failure()) {
            (AttemptOutcome::Status(status), _) => format!("status {status}"),
            (AttemptOutcome::NotModified, _) => "status 304, not modified".to_owned(),
            (AttemptOutcome::TooManyRedirects, _) => {
                // The last one was not followed.
                format!("more than {} redirects", self.record.hops.len() - 1)
            }
            (AttemptOutcome::RedirectLoop, _) => "redirects in a circle".to_owned(),
            (AttemptOutcome::RedirectNowhere(status), _) => {
                format!("status {status} without an address on the web")
            }
            (AttemptOutcome::Failed, Some(failure)) => failure.to_string(),
            (AttemptOutcome::Failed, None) => "no answer".to_owned(),
        }
    }
}

/// What an entry comes to, in words: [`Entry::reason`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchReason {
    ended: String,
    access: AccessResult,
    may_fetch: MayFetch,
    copy_is_from: Option<SystemTime>,
}

impl fmt::Display for FetchReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let taken_for = match self.access {
            AccessResult::Successful => "there is a file",
            AccessResult::Unavailable => "there is no file",
            _ => "the file is unreachable",
        };
        write!(f, "{}: {taken_for}, so ", self.ended)?;
        match (self.may_fetch, self.copy_is_from) {
            (MayFetch::WhatTheRulesAllow, _) => f.write_str("its rules count"),
            (MayFetch::WhatTheCopyAllows, Some(from)) => {
                write!(f, "the rules of the copy from {} count", httpdate::fmt_http_date(from))
            }
            (MayFetch::Everything, _) => f.write_str("everything may be fetched"),
            _ => f.write_str("nothing may be fetched"),
        }
    }
}

/// What an attempt that ended so means for how long the file has been missing.
pub(crate) fn is_missing(policy: AccessPolicy, outcome: FetchOutcome) -> bool {
    match policy.access_result(outcome) {
        AccessResult::Successful => false,
        AccessResult::Unavailable => policy.copy_while_unavailable,
        _ => true,
    }
}
