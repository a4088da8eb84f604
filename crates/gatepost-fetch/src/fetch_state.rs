//! One attempt to find out what a host's robots.txt says: RFC 9309 sections 2.3 to 2.5 as a state
//! machine.
//!
//! The outcome of a request goes in, and what to do next comes out: send this request, or done. It
//! makes no connection and asks no clock, so that any HTTP client can drive it, and every rule of the
//! RFC can be tested without one.
//!
//! # Algorithm
//!
//! Ask for `/robots.txt` of the host; with the headers that spare the body, where the copy from
//! before was found at this address. Follow redirects, as many as the policy does, to other hosts
//! too: the rules count for the host that was asked first. A redirect to an address that was asked
//! already goes round in circles, and is not followed again. Whatever else comes ends the attempt.

use std::sync::Arc;
use std::time::SystemTime;

use gatepost::{AccessPolicy, AccessResult, Dialect, FetchOutcome, ReadLimit, RobotsTxt};
use url::Url;

use crate::cache_key::CacheKey;
use crate::entry::{self, Entry, GoodCopy};
use crate::failure::Failure;
use crate::freshness::{self, Ttl};
use crate::headers::Headers;
use crate::record::{AttemptOutcome, FetchRecord, Hop, is_html};
use crate::redirect::{self, Target};

/// On whose policy files are fetched and kept.
///
/// # Example
///
/// ```
/// use gatepost::AccessPolicy;
/// use gatepost_fetch::FetchPolicy;
///
/// let mut policy = FetchPolicy::default();
/// assert_eq!(policy.access.name, "rfc9309");
/// policy.access = AccessPolicy::GOOGLE;
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FetchPolicy {
    /// What statuses and failures mean. The RFC's by default.
    pub access: AccessPolicy,
    /// How files are read, and how much of them. The RFC's by default.
    pub dialect: Dialect,
    /// How long answers count.
    pub ttl: Ttl,
}

impl Default for FetchPolicy {
    fn default() -> FetchPolicy {
        FetchPolicy {
            access: AccessPolicy::RFC9309,
            dialect: Dialect::RFC9309,
            ttl: Ttl::default(),
        }
    }
}

/// A request to send with GET.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Request {
    /// The address.
    pub url: Url,
    /// What to send as `If-None-Match`.
    pub if_none_match: Option<String>,
    /// What to send as `If-Modified-Since`.
    pub if_modified_since: Option<String>,
}

impl Request {
    fn is_conditional(&self) -> bool {
        self.if_none_match.is_some() || self.if_modified_since.is_some()
    }
}

/// An answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Response {
    /// Its HTTP status.
    pub status: u16,
    /// Its headers.
    pub headers: Headers,
    /// Its body, decompressed; past the read limit as much as the client likes. Only that of a 2xx
    /// counts.
    pub body: Vec<u8>,
    /// Whether the body goes on after what was read.
    pub is_cut: bool,
}

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Send this request, and hand its outcome to [`FetchState::next`].
    Request(Request),
    /// Nothing: this is known now. [`Entry::may_fetch`] says what to do with it: parse the body, use
    /// the copy from before, or take the file for unavailable or unreachable until
    /// [`Entry::fresh_until`].
    Done(Box<Entry>),
}

/// An attempt to fetch robots.txt.
///
/// # Source
///
/// RFC 9309, sections [2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.3),
/// [2.4](https://www.rfc-editor.org/rfc/rfc9309#section-2.4) and
/// [2.5](https://www.rfc-editor.org/rfc/rfc9309#section-2.5).
///
/// # Example
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use gatepost::MayFetch;
/// use gatepost_fetch::{Action, Response, CacheKey, FetchState, FetchPolicy};
///
/// let key = CacheKey::of("https://example.com/shop?page=2")?;
/// let (policy, now) = (FetchPolicy::default(), SystemTime::now());
/// let (mut state, request) = FetchState::start(key, None, policy, now);
/// assert_eq!(request.url.as_str(), "https://example.com/robots.txt");
///
/// // Your client sends it.
/// let answer = Response { status: 503, ..Response::default() };
/// match state.next(Ok(answer), None, now) {
///     Action::Request(_) => unreachable!("it was no redirect"),
///     Action::Done(entry) => {
///         assert_eq!(entry.may_fetch(policy.access, now), MayFetch::Nothing);
///         assert_eq!(entry.fresh_until(), now + Duration::from_secs(60));
///     }
/// }
/// # Ok::<(), gatepost_fetch::InvalidPage>(())
/// ```
#[derive(Clone, Debug)]
pub struct FetchState {
    key: CacheKey,
    policy: FetchPolicy,
    /// What is known from before.
    known: Option<Arc<Entry>>,
    started: SystemTime,
    hops: Vec<Hop>,
    /// The request that is under way.
    request: Request,
}

impl FetchState {
    /// Starts an attempt, with what is known of the host from before.
    pub fn start(
        key: CacheKey,
        known: Option<Arc<Entry>>,
        policy: FetchPolicy,
        now: SystemTime,
    ) -> (FetchState, Request) {
        let request = request(key.robots_txt_url(), known.as_deref());
        let state = FetchState {
            key,
            policy,
            known,
            started: now,
            hops: Vec::new(),
            request: request.clone(),
        };
        (state, request)
    }

    /// Takes the outcome of the request that is under way, and the address that was connected to if
    /// it is known, and says what to do next.
    pub fn next(
        &mut self,
        outcome: Result<Response, Failure>,
        address: Option<std::net::SocketAddr>,
        now: SystemTime,
    ) -> Action {
        let (answer, failure) = match outcome {
            Ok(answer) => (Some(answer), None),
            Err(failure) => (None, Some(failure)),
        };
        self.hops.push(Hop {
            url: self.request.url.as_str().to_owned(),
            address,
            status: answer.as_ref().map(|answer| answer.status),
            failure,
        });
        let Some(answer) = answer else {
            return self.done(AttemptOutcome::Failed, Response::default(), now);
        };
        if answer.status == 304 && self.request.is_conditional() {
            return self.done(AttemptOutcome::NotModified, answer, now);
        }
        match redirect::target(&self.request.url, answer.status, &answer.headers) {
            None => {
                let status = AttemptOutcome::Status(answer.status);
                self.done(status, answer, now)
            }
            Some(Target::Nowhere) => {
                let nowhere = AttemptOutcome::RedirectNowhere(answer.status);
                self.done(nowhere, answer, now)
            }
            Some(Target::Url(url)) if self.hops.iter().any(|hop| hop.url == url.as_str()) => {
                self.done(AttemptOutcome::RedirectLoop, answer, now)
            }
            Some(Target::Url(_)) if self.hops.len() > usize::from(self.policy.access.redirects) => {
                self.done(AttemptOutcome::TooManyRedirects, answer, now)
            }
            Some(Target::Url(url)) => {
                self.request = request(url, self.known.as_deref());
                Action::Request(self.request.clone())
            }
        }
    }

    /// What of a body counts, and whether the read limit cut it: whole lines within the limit.
    fn read(&self, mut body: Vec<u8>, is_cut: bool) -> (Arc<[u8]>, bool) {
        let limit = self.policy.dialect.read_limit.bytes();
        if !is_cut && body.len() <= limit {
            return (body.into(), false);
        }
        // Something follows; what does not matter. It tells a line that is whole from one that is cut.
        let limit = limit.min(body.len());
        body.truncate(limit + 1);
        body.resize(limit + 1, b'?');
        let limit = ReadLimit::below_floor(limit);
        let read = RobotsTxt::parse_up_to(&body, self.policy.dialect, limit).as_bytes().len();
        body.truncate(read);
        (body.into(), true)
    }

    fn done(&mut self, ended: AttemptOutcome, answer: Response, now: SystemTime) -> Action {
        let outcome = FetchOutcome::from(ended);
        let access = self.policy.access.access_result(outcome);
        let before = self.known.as_ref().and_then(|known| known.copy.as_ref());
        let is_file =
            matches!(ended, AttemptOutcome::Status(_)) && access == AccessResult::Successful;
        let (body, is_cut) =
            if is_file { self.read(answer.body, answer.is_cut) } else { Default::default() };
        let record = FetchRecord {
            started: self.started,
            finished: now,
            hops: std::mem::take(&mut self.hops),
            outcome: ended,
            bytes: body.len(),
            is_cut,
            is_html: is_html(&body),
            headers: answer.headers,
        };
        let copy = match (ended, access) {
            (AttemptOutcome::NotModified, _) => before.map(|copy| GoodCopy {
                headers: copy.headers.renewed_by(&record.headers),
                ..copy.clone()
            }),
            (_, AccessResult::Successful) => Some(GoodCopy {
                bytes: body,
                url: record.last_url().to_owned(),
                fetched: now,
                headers: record.headers.clone(),
                is_cut: record.is_cut,
            }),
            // There was a file and now there is none: the copy is history.
            (_, AccessResult::Unavailable) if !self.policy.access.copy_while_unavailable => None,
            _ => before.cloned(),
        };
        let missing_since = entry::is_missing(self.policy.access, outcome).then(|| {
            let before = self.known.as_ref().and_then(|known| known.missing_since);
            // A moment in the future is from before the clock was put back.
            before.filter(|since| *since <= now).unwrap_or(now)
        });
        let life = match access {
            AccessResult::Successful => {
                let headers = copy.as_ref().map_or(&record.headers, |copy| &copy.headers);
                let at_most = self.policy.access.cache_for;
                self.policy.ttl.of_answer(headers, self.policy.ttl.file, at_most, now)
            }
            AccessResult::Unavailable => {
                let headers = &record.headers;
                let at_most = self.policy.access.cache_for;
                let otherwise =
                    freshness::retry_after(headers, now).unwrap_or(self.policy.ttl.missing_file);
                self.policy.ttl.of_answer(headers, otherwise, at_most, now)
            }
            _ => {
                let missing = missing_since.and_then(|since| now.duration_since(since).ok());
                let asked = freshness::retry_after(&record.headers, now);
                self.policy.ttl.of_failure(
                    missing.unwrap_or_default(),
                    asked,
                    self.policy.access.cache_for,
                )
            }
        };
        let key = self.key.clone();
        Action::Done(Box::new(Entry { key, record, copy, missing_since, fresh_until: now + life }))
    }
}

/// A request, conditional where the copy from before was found at this very address.
fn request(url: Url, known: Option<&Entry>) -> Request {
    let copy = known.and_then(|known| known.copy.as_ref()).filter(|copy| copy.url == url.as_str());
    let header = |value: fn(&Headers) -> &Option<String>| {
        let value = copy.and_then(|copy| value(&copy.headers).clone());
        // What goes back must be what came, and be fit for a header.
        value.filter(|value| value.bytes().all(|byte| matches!(byte, b' '..=b'~')))
    };
    Request {
        if_none_match: header(|headers| &headers.etag),
        if_modified_since: header(|headers| &headers.last_modified),
        url,
    }
}
