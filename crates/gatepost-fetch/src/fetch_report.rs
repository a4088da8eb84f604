//! The result of a fetch as one value with its words, for a command, a page or a server to show.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use gatepost::{AccessPolicy, AccessResult, MayFetch, RobotsTxt};
use serde::Serialize;

use crate::entry::Entry;
use crate::record::FetchRecord;

/// Reports how a fetch of robots.txt went, and what crawlers may do now.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FetchReport {
    /// The URL of the robots.txt.
    pub url: String,
    /// The result for the operator whose policy applies: successful, unavailable or unreachable.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub access: AccessResult,
    /// What that operator's crawlers may fetch: what-the-rules-allow, what-the-copy-allows,
    /// everything or nothing.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub may_fetch: MayFetch,
    /// The result in words.
    pub reason: String,
    /// Until when the result may be cached, in seconds since 1970.
    pub fresh_until: u64,
    /// What the crawlers of each operator may fetch, by the name of the operator's policy.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, String>"))]
    pub operators: BTreeMap<&'static str, MayFetch>,
    /// The operators that come to another result, in words.
    pub differing_operators: Vec<OperatorReason>,
    /// The size of the file, if there is one.
    pub size: Option<FileSize>,
    /// The size, and how long the result may be cached, in words.
    pub summary: String,
    /// What is unusual about the response, in words.
    pub notes: Vec<String>,
    /// Every request, and how the fetch ended.
    pub record: FetchRecord,
}

/// Says in words what the crawlers of one operator may fetch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OperatorReason {
    /// The name of the operator's policy.
    pub policy: &'static str,
    /// The result in words.
    pub reason: String,
}

/// Counts what is in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FileSize {
    /// The bytes, decompressed.
    pub bytes: usize,
    /// The lines.
    pub lines: usize,
    /// The groups.
    pub groups: usize,
}

impl FetchReport {
    /// Describes an entry for an operator's crawlers, at a time.
    ///
    /// `fetched_as` is the name that the client fetched with: a server that refuses it may accept
    /// another crawler.
    ///
    /// # Example
    ///
    /// ```
    /// use std::time::SystemTime;
    /// use gatepost::AccessPolicy;
    /// use gatepost_fetch::{CacheKey, Entry, FetchPolicy, FetchReport, Response};
    ///
    /// let (key, now) = (CacheKey::of("https://example.com/")?, SystemTime::now());
    /// let response = Response { status: 404, ..Response::default() };
    /// let entry = Entry::from_response(key, response, FetchPolicy::default(), now);
    /// let report = FetchReport::new(&entry, AccessPolicy::RFC9309, "ExampleBot", now);
    /// assert_eq!(report.summary, "may be cached for 1 hour");
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    pub fn new(
        entry: &Entry,
        policy: AccessPolicy,
        fetched_as: &str,
        now: SystemTime,
    ) -> FetchReport {
        let may_fetch = |policy: AccessPolicy| entry.may_fetch(policy, now);
        let reason = |policy: AccessPolicy| entry.reason(policy, now).to_string();
        let operators = AccessPolicy::ALL.iter().copied();
        let differing = operators.clone().filter(|other| may_fetch(*other) != may_fetch(policy));
        let size = entry.copy().map(|copy| {
            let robots = RobotsTxt::parse(&copy.bytes);
            FileSize {
                bytes: copy.bytes.len(),
                lines: robots.lines().count(),
                groups: robots.groups().len(),
            }
        });
        let since_1970 = entry.fresh_until().duration_since(SystemTime::UNIX_EPOCH);
        FetchReport {
            url: entry.key().robots_txt_url().into(),
            access: entry.access_result(policy),
            may_fetch: may_fetch(policy),
            reason: reason(policy),
            fresh_until: since_1970.unwrap_or_default().as_secs(),
            differing_operators: differing
                .map(|other| OperatorReason { policy: other.name, reason: reason(other) })
                .collect(),
            operators: operators.map(|policy| (policy.name, may_fetch(policy))).collect(),
            summary: summary(size, entry),
            size,
            notes: notes(entry, fetched_as),
            record: entry.record().clone(),
        }
    }
}

fn summary(size: Option<FileSize>, entry: &Entry) -> String {
    let life = entry.fresh_until().duration_since(entry.record().finished).unwrap_or_default();
    let life = format!("may be cached for {}", duration(life));
    match size {
        Some(FileSize { bytes, lines, groups }) => format!(
            "{}, {}, {}; {life}",
            count(bytes, "byte"),
            count(lines, "line"),
            count(groups, "group")
        ),
        None => life,
    }
}

fn notes(entry: &Entry, fetched_as: &str) -> Vec<String> {
    let mut notes: Vec<_> = entry.record().warnings().iter().map(ToString::to_string).collect();
    let status = entry.record().hops.last().and_then(|hop| hop.status);
    if matches!(status, Some(401 | 403 | 406 | 429 | 503)) {
        notes.push(format!(
            "the server may answer another crawler differently than it answered {fetched_as}"
        ));
    }
    notes
}

/// Rounds up to minutes.
fn duration(duration: Duration) -> String {
    let minutes = duration.as_secs().div_ceil(60) as usize;
    match (minutes / 60, minutes % 60) {
        (0, minutes) => count(minutes, "minute"),
        (hours, 0) => count(hours, "hour"),
        (hours, minutes) => format!("{} {}", count(hours, "hour"), count(minutes, "minute")),
    }
}

fn count(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
