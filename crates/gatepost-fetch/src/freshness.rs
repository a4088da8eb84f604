//! How long a response stays fresh: RFC 9309 section 2.4, and RFC 9111 where the server uses it.
//!
//! A file stays fresh for as long as its server says, but no longer than the operator's policy
//! allows (24 hours) and no shorter than a few minutes: otherwise a server that forbids caching
//! would be asked for robots.txt before every page. A failed fetch is retried soon, and then at
//! growing intervals.

use std::time::{Duration, SystemTime};

use crate::headers::Headers;

const MINUTE: Duration = Duration::from_secs(60);

/// Sets how long responses stay fresh when they do not say so themselves, and the bounds for those
/// that do.
///
/// # Example
///
/// ```
/// use std::time::Duration;
/// use gatepost_fetch::{FetchPolicy, Ttl};
///
/// let mut ttl = Ttl::default();
/// ttl.min = Duration::from_secs(60);
/// let mut policy = FetchPolicy::default();
/// policy.ttl = ttl;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ttl {
    /// Minimum time for which a response stays fresh, whatever its headers say (default 5 minutes).
    pub min: Duration,
    /// Time for which a file stays fresh if its headers do not say (default 24 hours). The access
    /// policy's own limit takes precedence.
    pub file: Duration,
    /// Time for which a missing file is remembered if the headers do not say (default 1 hour).
    pub missing_file: Duration,
    /// Wait before the first retry of an unreachable file (default 1 minute). Each further wait is
    /// as long as the file has been unreachable, so the waits double.
    pub min_retry: Duration,
    /// Maximum wait before a retry (default 1 hour).
    pub max_retry: Duration,
}

impl Default for Ttl {
    fn default() -> Ttl {
        Ttl {
            min: 5 * MINUTE,
            file: 24 * 60 * MINUTE,
            missing_file: 60 * MINUTE,
            min_retry: MINUTE,
            max_retry: 60 * MINUTE,
        }
    }
}

impl Ttl {
    /// Returns how long a response stays fresh that was a file, or that showed that there is none.
    pub(crate) fn of_answer(
        &self,
        headers: &Headers,
        otherwise: Duration,
        at_most: Duration,
        now: SystemTime,
    ) -> Duration {
        let said = freshness_lifetime(headers, now);
        said.unwrap_or(otherwise).max(self.min).min(at_most)
    }

    /// Returns how long to wait after a failed fetch, given what the server asked for.
    pub(crate) fn of_failure(
        &self,
        unreachable_for: Duration,
        retry_after: Option<Duration>,
        at_most: Duration,
    ) -> Duration {
        let own = unreachable_for.min(self.max_retry).max(self.min_retry);
        retry_after.unwrap_or(own).max(self.min_retry).min(at_most)
    }
}

/// Returns how long a copy stays fresh by its headers: RFC 9111 section 4.2.
///
/// `s-maxage` is ignored: it is for shared caches, and this one is private.
pub(crate) fn freshness_lifetime(headers: &Headers, now: SystemTime) -> Option<Duration> {
    let age = headers.age.as_deref().and_then(seconds).unwrap_or_default();
    let mut max_age = None;
    for directive in headers.cache_control.as_deref().unwrap_or_default().split(',') {
        let (name, value) = directive.split_once('=').unwrap_or((directive, ""));
        match name.trim().to_ascii_lowercase().as_str() {
            "no-store" | "no-cache" => return Some(Duration::ZERO),
            "max-age" if max_age.is_none() => {
                // An invalid value means stale: RFC 9111 section 4.2.1.
                max_age = Some(seconds(value.trim().trim_matches('"')).unwrap_or_default());
            }
            _ => {}
        }
    }
    if let Some(max_age) = max_age {
        return Some(max_age.saturating_sub(age));
    }
    let expires = headers.expires.as_deref()?;
    // An invalid date means already expired: RFC 9111 section 5.3.
    let Ok(expires) = httpdate::parse_http_date(expires) else { return Some(Duration::ZERO) };
    let date = headers.date.as_deref().and_then(|date| httpdate::parse_http_date(date).ok());
    let lifetime = expires.duration_since(date.unwrap_or(now)).unwrap_or_default();
    Some(lifetime.saturating_sub(age))
}

/// Returns how long the server asks to wait: RFC 9110 section 10.2.3, seconds or a date.
pub(crate) fn retry_after(headers: &Headers, now: SystemTime) -> Option<Duration> {
    let value = headers.retry_after.as_deref()?;
    seconds(value).or_else(|| {
        let date = httpdate::parse_http_date(value).ok()?;
        Some(date.duration_since(now).unwrap_or_default())
    })
}

/// Parses a number of seconds. One too large to hold becomes a very long time, which is cut later.
fn seconds(text: &str) -> Option<Duration> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(Duration::from_secs(text.parse().unwrap_or(u32::MAX.into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: u64 = 60 * 60;

    /// Sunday, 6 November 1994, 8:49:37.
    fn now() -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777)
    }

    fn lifetime(headers: &[(&str, &str)]) -> Option<u64> {
        let headers = headers.iter().map(|(name, value)| (*name, value.as_bytes())).collect();
        freshness_lifetime(&headers, now()).map(|lifetime| lifetime.as_secs())
    }

    #[test]
    fn cache_control() {
        let of = |value| lifetime(&[("Cache-Control", value)]);
        assert_eq!(of("max-age=600"), Some(600));
        assert_eq!(of("public, MAX-AGE=600, s-maxage=9"), Some(600));
        assert_eq!(of("max-age=\"600\""), Some(600));
        assert_eq!(of("max-age=1, max-age=2"), Some(1));
        assert_eq!(of("max-age=-1"), Some(0));
        assert_eq!(of("max-age=99999999999999999999"), Some(u32::MAX.into()));
        assert_eq!(of("no-store"), Some(0));
        assert_eq!(of("max-age=600, no-cache"), Some(0));
        assert_eq!(of("public"), None);
    }

    #[test]
    fn expires_is_relative_to_the_servers_own_date() {
        let expires = ("Expires", "Sun, 06 Nov 1994 10:49:37 GMT");
        assert_eq!(lifetime(&[expires]), Some(2 * HOUR));
        let date = ("Date", "Sun, 06 Nov 1994 09:49:37 GMT");
        assert_eq!(lifetime(&[expires, date]), Some(HOUR));
        assert_eq!(lifetime(&[("Expires", "0")]), Some(0));
        assert_eq!(lifetime(&[("Cache-Control", "max-age=5"), expires]), Some(5));
    }

    #[test]
    fn age_in_other_caches_is_subtracted() {
        assert_eq!(lifetime(&[("Cache-Control", "max-age=600"), ("Age", "500")]), Some(100));
        assert_eq!(lifetime(&[("Cache-Control", "max-age=600"), ("Age", "700")]), Some(0));
    }

    #[test]
    fn seconds_or_a_date() {
        let of = |value: &str| {
            let headers = Headers::from_iter([("Retry-After", value.as_bytes())]);
            retry_after(&headers, now()).map(|wait| wait.as_secs())
        };
        assert_eq!(of("120"), Some(120));
        assert_eq!(of("Sun, 06 Nov 1994 08:51:37 GMT"), Some(120));
        assert_eq!(of("Sun, 06 Nov 1994 08:00:00 GMT"), Some(0));
        assert_eq!(of("soon"), None);
    }

    #[test]
    fn answers_are_kept_within_bounds() {
        let day = Duration::from_secs(24 * HOUR);
        let ttl = Ttl::default();
        let of = |value: &str| {
            let headers = Headers::from_iter([("Cache-Control", value.as_bytes())]);
            ttl.of_answer(&headers, day, day, now()).as_secs()
        };
        assert_eq!(of("max-age=31536000"), 24 * HOUR);
        assert_eq!(of("max-age=7200"), 2 * HOUR);
        assert_eq!(of("no-store"), 5 * 60);
        assert_eq!(of(""), 24 * HOUR);
    }

    #[test]
    fn waits_double() {
        let ttl = Ttl::default();
        let day = Duration::from_secs(24 * HOUR);
        let mut down = Duration::ZERO;
        let mut waits = Vec::new();
        for _ in 0..9 {
            let wait = ttl.of_failure(down, None, day);
            waits.push(wait.as_secs() / 60);
            down += wait;
        }
        assert_eq!(waits, [1, 1, 2, 4, 8, 16, 32, 60, 60]);
        let asked = |seconds| ttl.of_failure(down, Some(Duration::from_secs(seconds)), day);
        assert_eq!(asked(0).as_secs(), 60);
        assert_eq!(asked(90).as_secs(), 90);
        assert_eq!(asked(u64::MAX).as_secs(), 24 * HOUR);
    }
}
