//! How long an answer counts: RFC 9309 section 2.4, with RFC 9111 where a server uses it.
//!
//! A file counts as long as its server says, at most as long as the operator's policy allows (24
//! hours) and at least for a few minutes: a server that forbids caching would otherwise be asked for
//! robots.txt before every page. A failure is asked about again soon, and then ever more seldom.

use std::time::{Duration, SystemTime};

use crate::headers::Headers;

const MINUTE: Duration = Duration::from_secs(60);

/// How long answers count that do not say so themselves, and within which bounds.
///
/// # Example
///
/// ```
/// use std::time::Duration;
/// use gatepost_fetch::Ttl;
///
/// let mut ttl = Ttl::default();
/// ttl.min = Duration::from_secs(60);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ttl {
    /// How long an answer counts at least, whatever its headers say. 5 minutes by default.
    pub min: Duration,
    /// How long a file counts whose headers say nothing. 24 hours by default; the policy's own limit
    /// stands above it.
    pub file: Duration,
    /// How long it counts that there is no file, where headers say nothing. An hour by default.
    pub missing_file: Duration,
    /// How soon a file that was unreachable for the first time is asked for again. A minute by
    /// default. Then it waits as long again as it has been unreachable, so that each wait doubles.
    pub min_retry: Duration,
    /// How long it waits at most. An hour by default.
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
    /// How long an answer counts that was a file or said that there is none.
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

    /// How long to wait after a failure, with what the server asks for.
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

/// How long a copy is fresh, by its headers: RFC 9111 section 4.2. `s-maxage` is for caches that
/// strangers share, which this is not.
pub(crate) fn freshness_lifetime(headers: &Headers, now: SystemTime) -> Option<Duration> {
    let age = headers.age.as_deref().and_then(seconds).unwrap_or_default();
    let mut max_age = None;
    for directive in headers.cache_control.as_deref().unwrap_or_default().split(',') {
        let (name, value) = directive.split_once('=').unwrap_or((directive, ""));
        match name.trim().to_ascii_lowercase().as_str() {
            "no-store" | "no-cache" => return Some(Duration::ZERO),
            "max-age" if max_age.is_none() => {
                // A value that is no number is stale: RFC 9111 section 4.2.1.
                max_age = Some(seconds(value.trim().trim_matches('"')).unwrap_or_default());
            }
            _ => {}
        }
    }
    if let Some(max_age) = max_age {
        return Some(max_age.saturating_sub(age));
    }
    let expires = headers.expires.as_deref()?;
    // A date that is none means already expired: RFC 9111 section 5.3.
    let Ok(expires) = httpdate::parse_http_date(expires) else { return Some(Duration::ZERO) };
    let date = headers.date.as_deref().and_then(|date| httpdate::parse_http_date(date).ok());
    let lifetime = expires.duration_since(date.unwrap_or(now)).unwrap_or_default();
    Some(lifetime.saturating_sub(age))
}

/// When a server wants to be asked again: RFC 9110 section 10.2.3, seconds or a date.
pub(crate) fn retry_after(headers: &Headers, now: SystemTime) -> Option<Duration> {
    let value = headers.retry_after.as_deref()?;
    seconds(value).or_else(|| {
        let date = httpdate::parse_http_date(value).ok()?;
        Some(date.duration_since(now).unwrap_or_default())
    })
}

/// A number of seconds. One too large to hold is as good as for ever, and is cut later.
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
    fn expires_is_counted_from_the_servers_own_date() {
        let expires = ("Expires", "Sun, 06 Nov 1994 10:49:37 GMT");
        assert_eq!(lifetime(&[expires]), Some(2 * HOUR));
        let date = ("Date", "Sun, 06 Nov 1994 09:49:37 GMT");
        assert_eq!(lifetime(&[expires, date]), Some(HOUR));
        assert_eq!(lifetime(&[("Expires", "0")]), Some(0));
        assert_eq!(lifetime(&[("Cache-Control", "max-age=5"), expires]), Some(5));
    }

    #[test]
    fn time_in_other_caches_counts() {
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
