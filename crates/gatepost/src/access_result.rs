//! What a crawler may fetch after an attempt to fetch robots.txt: RFC 9309 sections 2.3.1 and 2.4.
//!
//! This is a pure function of the outcome and of the age of what is known; nothing is fetched here.
//! Where operators differ, the difference is data: an [`AccessPolicy`] with its source.

use core::fmt;
use core::time::Duration;

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The outcome of an attempt to fetch robots.txt, after redirects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum FetchOutcome {
    /// The last response had this HTTP status.
    Status(u16),
    /// The server sent more redirects than the policy follows.
    TooManyRedirects,
    /// No response: name resolution, connection or TLS failed or timed out, or the response was not
    /// HTTP.
    NetworkError,
}

/// The meaning of a fetch outcome: the file exists, does not exist, or cannot be known.
///
/// # Source
///
/// [RFC 9309, section 2.3.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum AccessResult {
    /// The file was fetched, and its rules apply.
    Successful,
    /// The site has no file.
    Unavailable,
    /// The site may or may not have a file.
    Unreachable,
}

/// What a crawler may fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum MayFetch {
    /// What the rules of the fetched file allow.
    WhatTheRulesAllow,
    /// What the rules of the last good copy allow.
    WhatTheCopyAllows,
    /// Everything.
    Everything,
    /// Nothing.
    Nothing,
}

/// The history of a site before an attempt that did not find the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[expect(clippy::exhaustive_structs, reason = "callers build it")]
pub struct History {
    /// How long the file has been unreachable, up to now. For a policy that also uses its copy
    /// while the file is unavailable, this is how long the file has been unreachable or
    /// unavailable.
    pub unreachable_for: Duration,
    /// Whether a copy of the file is left from the last successful fetch.
    pub has_copy: bool,
}

/// A policy: how one operator's crawlers act on the outcome of fetching robots.txt.
///
/// # Example
///
/// ```
/// use gatepost::{AccessPolicy, AccessResult, FetchOutcome, History, MayFetch};
///
/// let too_many_requests = FetchOutcome::Status(429);
/// assert_eq!(AccessPolicy::RFC9309.access_result(too_many_requests), AccessResult::Unavailable);
/// assert_eq!(AccessPolicy::GOOGLE.access_result(too_many_requests), AccessResult::Unreachable);
///
/// let may = |outcome| AccessPolicy::RFC9309.may_fetch(outcome, History::default());
/// assert_eq!(may(FetchOutcome::Status(200)), MayFetch::WhatTheRulesAllow);
/// assert_eq!(may(FetchOutcome::Status(404)), MayFetch::Everything);
/// assert_eq!(may(FetchOutcome::Status(503)), MayFetch::Nothing);
/// assert_eq!(may(FetchOutcome::NetworkError), MayFetch::Nothing);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AccessPolicy {
    /// The name of the policy.
    pub name: &'static str,
    /// Statuses from 400 to 499 that mean that the file is unreachable.
    pub unreachable_client_errors: &'static [u16],
    /// Statuses from 400 to 499 that disallow everything.
    pub forbidding_client_errors: &'static [u16],
    /// The maximum number of redirects in a row. With more, the file is unavailable.
    pub redirects: u8,
    /// Whether a last good copy is used while the file is unreachable, from the start.
    pub copy_from_the_start: bool,
    /// How long nothing may be fetched from an unreachable site of which there is no copy.
    pub nothing_for: Duration,
    /// How long a file may be unreachable before its last good copy is no longer used.
    pub copy_for: Duration,
    /// Whether the last good copy is also used while the file is unavailable: for as long as
    /// `copy_for`, from the first response without a file.
    pub copy_while_unavailable: bool,
    /// How old a copy may become while the file can be reached.
    pub cache_for: Duration,
}

impl AccessPolicy {
    /// RFC 9309.
    ///
    /// # Source
    ///
    /// [Section 2.3.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1), with 30 days for its
    /// "reasonably long period", and [section
    /// 2.4](https://www.rfc-editor.org/rfc/rfc9309#section-2.4).
    pub const RFC9309: AccessPolicy = AccessPolicy {
        name: "rfc9309",
        unreachable_client_errors: &[],
        forbidding_client_errors: &[],
        redirects: 5,
        copy_from_the_start: true,
        nothing_for: Duration::from_secs(30 * DAY.as_secs()),
        copy_for: Duration::from_secs(30 * DAY.as_secs()),
        copy_while_unavailable: false,
        cache_for: DAY,
    };

    /// Google: 429 is treated as a server error. While the file is unreachable, nothing may be
    /// fetched for 12 hours; then the last good copy applies for 30 days, or everything may be
    /// fetched if there is no copy.
    ///
    /// # Source
    ///
    /// <https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec#http-status-codes>
    pub const GOOGLE: AccessPolicy = AccessPolicy {
        name: "google",
        unreachable_client_errors: &[429],
        forbidding_client_errors: &[],
        redirects: 5,
        copy_from_the_start: false,
        nothing_for: Duration::from_secs(12 * HOUR.as_secs()),
        copy_for: Duration::from_secs(12 * HOUR.as_secs() + 30 * DAY.as_secs()),
        copy_while_unavailable: false,
        cache_for: DAY,
    };

    /// Common Crawl: 403 disallows everything, and 429 means that the file is unreachable for now.
    ///
    /// # Source
    ///
    /// <https://github.com/commoncrawl/robotstxt-experiments>, the poster of WAC 2025.
    pub const COMMON_CRAWL: AccessPolicy = AccessPolicy {
        name: "ccbot",
        unreachable_client_errors: &[429],
        forbidding_client_errors: &[403],
        redirects: 5,
        copy_from_the_start: true,
        nothing_for: Duration::from_secs(30 * DAY.as_secs()),
        copy_for: Duration::from_secs(30 * DAY.as_secs()),
        copy_while_unavailable: false,
        cache_for: DAY,
    };

    /// Amazon: after any unsuccessful response the last good copy applies for 30 days, or
    /// everything may be fetched if there is no copy.
    ///
    /// # Source
    ///
    /// <https://developer.amazon.com/amazonbot>
    pub const AMAZON: AccessPolicy = AccessPolicy {
        name: "amazon",
        unreachable_client_errors: &[],
        forbidding_client_errors: &[],
        redirects: 5,
        copy_from_the_start: true,
        nothing_for: Duration::ZERO,
        copy_for: Duration::from_secs(30 * DAY.as_secs()),
        copy_while_unavailable: true,
        cache_for: DAY,
    };

    /// All published policies, the default first.
    pub const ALL: &'static [AccessPolicy] = &[
        AccessPolicy::RFC9309,
        AccessPolicy::GOOGLE,
        AccessPolicy::COMMON_CRAWL,
        AccessPolicy::AMAZON,
    ];

    /// Finds a policy by its name.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::AccessPolicy;
    ///
    /// assert_eq!(AccessPolicy::by_name("ccbot"), Some(AccessPolicy::COMMON_CRAWL));
    /// assert_eq!(AccessPolicy::by_name("altavista"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<AccessPolicy> {
        AccessPolicy::ALL.iter().copied().find(|policy| policy.name == name)
    }

    /// Makes a policy from this one by changing what differs.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{AccessPolicy, AccessResult, FetchOutcome};
    ///
    /// let polite = AccessPolicy::RFC9309.with(|policy| {
    ///     policy.name = "polite";
    ///     policy.unreachable_client_errors = &[429];
    /// });
    /// assert_eq!(polite.access_result(FetchOutcome::Status(429)), AccessResult::Unreachable);
    /// ```
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut AccessPolicy)) -> AccessPolicy {
        change(&mut self);
        self
    }

    /// Returns what the outcome of a fetch means under this policy.
    ///
    /// A redirect without a usable address (3xx) means that there is no file. A status that HTTP
    /// does not define is treated like no response.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{AccessPolicy, AccessResult, FetchOutcome};
    ///
    /// let result = AccessPolicy::RFC9309.access_result(FetchOutcome::Status(404));
    /// assert_eq!(result, AccessResult::Unavailable);
    /// ```
    #[must_use]
    pub fn access_result(self, outcome: FetchOutcome) -> AccessResult {
        match outcome {
            FetchOutcome::Status(200..=299) => AccessResult::Successful,
            FetchOutcome::Status(300..=399) | FetchOutcome::TooManyRedirects => {
                AccessResult::Unavailable
            }
            FetchOutcome::Status(status @ 400..=499)
                if !self.unreachable_client_errors.contains(&status) =>
            {
                AccessResult::Unavailable
            }
            FetchOutcome::Status(_) | FetchOutcome::NetworkError => AccessResult::Unreachable,
        }
    }

    /// Returns what a crawler may fetch after an attempt to fetch robots.txt.
    ///
    /// # Example
    ///
    /// ```
    /// use core::time::Duration;
    /// use gatepost::{AccessPolicy, FetchOutcome, History, MayFetch};
    ///
    /// let down_for = |days: u64, has_copy| {
    ///     let unreachable_for = Duration::from_secs(days * 24 * 60 * 60);
    ///     let history = History { unreachable_for, has_copy };
    ///     AccessPolicy::RFC9309.may_fetch(FetchOutcome::Status(503), history)
    /// };
    /// assert_eq!(down_for(1, true), MayFetch::WhatTheCopyAllows);
    /// assert_eq!(down_for(1, false), MayFetch::Nothing);
    /// assert_eq!(down_for(30, true), MayFetch::Everything);
    /// ```
    #[must_use]
    pub fn may_fetch(self, outcome: FetchOutcome, history: History) -> MayFetch {
        if matches!(outcome, FetchOutcome::Status(s) if self.forbidding_client_errors.contains(&s))
        {
            return MayFetch::Nothing;
        }
        match self.access_result(outcome) {
            AccessResult::Successful => MayFetch::WhatTheRulesAllow,
            AccessResult::Unavailable if !self.copy_while_unavailable => MayFetch::Everything,
            AccessResult::Unavailable | AccessResult::Unreachable => {
                self.may_fetch_without_file(history)
            }
        }
    }

    fn may_fetch_without_file(self, history: History) -> MayFetch {
        let History { unreachable_for, has_copy } = history;
        let in_grace = unreachable_for < self.nothing_for;
        if has_copy && unreachable_for < self.copy_for && (self.copy_from_the_start || !in_grace) {
            MayFetch::WhatTheCopyAllows
        } else if in_grace {
            MayFetch::Nothing
        } else {
            MayFetch::Everything
        }
    }
}

/// RFC 9309.
impl Default for AccessPolicy {
    fn default() -> AccessPolicy {
        AccessPolicy::RFC9309
    }
}

impl fmt::Display for AccessPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses() {
        let result = |status| AccessPolicy::RFC9309.access_result(FetchOutcome::Status(status));
        for (status, expected) in [
            (200, AccessResult::Successful),
            (204, AccessResult::Successful),
            (304, AccessResult::Unavailable),
            (401, AccessResult::Unavailable),
            (403, AccessResult::Unavailable),
            (404, AccessResult::Unavailable),
            (429, AccessResult::Unavailable),
            (500, AccessResult::Unreachable),
            (503, AccessResult::Unreachable),
            (100, AccessResult::Unreachable),
            (0, AccessResult::Unreachable),
            (600, AccessResult::Unreachable),
        ] {
            assert_eq!(result(status), expected, "{status}");
        }
    }

    #[test]
    fn google_stops_then_uses_the_copy_then_goes_on() {
        let after = |hours: u32, has_copy| {
            let history = History { unreachable_for: HOUR * hours, has_copy };
            AccessPolicy::GOOGLE.may_fetch(FetchOutcome::Status(500), history)
        };
        assert_eq!(after(1, true), MayFetch::Nothing);
        assert_eq!(after(13, true), MayFetch::WhatTheCopyAllows);
        assert_eq!(after(13, false), MayFetch::Everything);
        assert_eq!(after(24 * 31, true), MayFetch::Everything);
    }

    #[test]
    fn common_crawl_keeps_out_when_forbidden() {
        let may = |status| {
            AccessPolicy::COMMON_CRAWL.may_fetch(FetchOutcome::Status(status), History::default())
        };
        assert_eq!(may(403), MayFetch::Nothing);
        assert_eq!(may(404), MayFetch::Everything);
    }

    #[test]
    fn amazon_uses_its_copy_or_else_goes_on() {
        let after = |status, days: u32, has_copy| {
            let history = History { unreachable_for: DAY * days, has_copy };
            AccessPolicy::AMAZON.may_fetch(FetchOutcome::Status(status), history)
        };
        for status in [301, 403, 404, 500] {
            assert_eq!(after(status, 1, true), MayFetch::WhatTheCopyAllows, "{status}");
            assert_eq!(after(status, 1, false), MayFetch::Everything, "{status}");
            assert_eq!(after(status, 30, true), MayFetch::Everything, "{status}");
        }
        assert_eq!(after(200, 0, true), MayFetch::WhatTheRulesAllow);
    }
}
