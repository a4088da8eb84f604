//! One attempt to fetch a host's robots.txt, as a state machine: RFC 9309 sections 2.3 to 2.5.
//!
//! The result of a request goes in; the next action comes out: send this request, or done. The
//! state machine makes no connection and reads no clock, so any HTTP client can drive it, and every
//! rule of the RFC can be tested without a network.
//!
//! # Algorithm
//!
//! Request `/robots.txt` from the host. Make the request conditional if the copy from before came
//! from this very URL. Follow as many redirects as the policy allows, to other hosts too: the rules
//! apply to the host that was asked first. A redirect to a URL that was already requested is a
//! redirect loop and is not followed. Any other response ends the attempt.

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

/// Configures how files are fetched, parsed and cached.
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
    /// How statuses and failures are interpreted. By default, as in RFC 9309.
    pub access: AccessPolicy,
    /// How files are parsed, and how many bytes of them are read. By default, as in RFC 9309.
    pub dialect: Dialect,
    /// How long responses are cached.
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

/// Describes a GET request to send.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Request {
    /// The URL to request.
    pub url: Url,
    /// The value of `If-None-Match`, if any.
    pub if_none_match: Option<String>,
    /// The value of `If-Modified-Since`, if any.
    pub if_modified_since: Option<String>,
}

impl Request {
    fn is_conditional(&self) -> bool {
        self.if_none_match.is_some() || self.if_modified_since.is_some()
    }
}

/// Holds an HTTP response, as the caller's client received it.
///
/// # Example
///
/// ```
/// use gatepost_fetch::{Headers, Response};
///
/// let response = Response {
///     status: 200,
///     headers: Headers::from_iter([("Content-Type", &b"text/plain"[..])]),
///     body: b"User-agent: *\nDisallow: /private\n".to_vec(),
///     ..Response::default()
/// };
/// assert!(!response.is_cut);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "callers build it")]
pub struct Response {
    /// The HTTP status.
    pub status: u16,
    /// The headers.
    pub headers: Headers,
    /// The decompressed body. It may end anywhere past the read limit. Only the body of a 2xx
    /// response is used.
    pub body: Vec<u8>,
    /// Whether the body continues past what was read.
    pub is_cut: bool,
}

/// Says what the caller has to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a caller has to act on each")]
pub enum Action {
    /// Send this request and pass its result to [`FetchState::next`].
    Request(Request),
    /// The attempt has ended with this entry. [`Entry::may_fetch`] says what it means: obey the
    /// file, obey the copy from before, or treat the file as unavailable or unreachable until
    /// [`Entry::fresh_until`].
    Done(Box<Entry>),
}

/// Drives one attempt to fetch robots.txt.
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
/// // Your own client sends the request and receives this response.
/// let answer = Response { status: 503, ..Response::default() };
/// match state.next(Ok(answer), None, now) {
///     Action::Request(_) => unreachable!("503 is not a redirect"),
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
    /// The entry from before.
    known: Option<Arc<Entry>>,
    started: SystemTime,
    hops: Vec<Hop>,
    /// The request in flight.
    request: Request,
}

impl FetchState {
    /// Starts an attempt, and returns the first request.
    ///
    /// `known` is the entry from before, if there is one.
    ///
    /// # Example
    ///
    /// ```
    /// use std::time::SystemTime;
    /// use gatepost_fetch::{CacheKey, FetchPolicy, FetchState};
    ///
    /// let key = CacheKey::of("https://example.com/a")?;
    /// let (_, request) = FetchState::start(key, None, FetchPolicy::default(), SystemTime::now());
    /// assert_eq!(request.url.path(), "/robots.txt");
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
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

    /// Processes the result of the request in flight, and returns the next action.
    ///
    /// `address` is the address that the client connected to, if it is known.
    ///
    /// # Example
    ///
    /// ```
    /// use std::time::SystemTime;
    /// use gatepost_fetch::{Action, CacheKey, FetchPolicy, FetchState, Headers, Response};
    ///
    /// let (key, now) = (CacheKey::of("https://example.com/")?, SystemTime::now());
    /// let (mut state, _) = FetchState::start(key, None, FetchPolicy::default(), now);
    /// let headers = Headers::from_iter([("Location", &b"https://www.example.com/robots.txt"[..])]);
    /// let response = Response { status: 301, headers, ..Response::default() };
    /// let Action::Request(next) = state.next(Ok(response), None, now) else { panic!() };
    /// assert_eq!(next.url.as_str(), "https://www.example.com/robots.txt");
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
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

    /// Ends an attempt whose caller follows no more redirects.
    pub(crate) fn abandon_redirect(&mut self, now: SystemTime) -> Entry {
        match self.done(AttemptOutcome::TooManyRedirects, Response::default(), now) {
            Action::Done(entry) => *entry,
            Action::Request(_) => unreachable!("`done` ends the attempt"),
        }
    }

    /// Keeps the whole lines of a body within the read limit, and returns whether the limit cut it.
    fn read(&self, mut body: Vec<u8>, is_cut: bool) -> (Arc<[u8]>, bool) {
        let limit = self.policy.dialect.read_limit.bytes();
        if !is_cut && body.len() <= limit {
            return (body.into(), false);
        }
        // The byte past the limit shows whether the last line is whole; its value does not matter.
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
            // The file is gone, and so is its copy.
            (_, AccessResult::Unavailable) if !self.policy.access.copy_while_unavailable => None,
            _ => before.cloned(),
        };
        let missing_since = entry::is_missing(self.policy.access, outcome).then(|| {
            let before = self.known.as_ref().and_then(|known| known.missing_since);
            // A time in the future dates from before the clock was set back.
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

impl Entry {
    /// Creates an entry from one response to a request for robots.txt, for example one from an
    /// archive.
    ///
    /// A redirect is not followed: the entry is that of a chain with too many redirects.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{AccessPolicy, MayFetch};
    /// # use std::time::SystemTime;
    /// # use gatepost_fetch::{CacheKey, Entry, FetchPolicy, Response};
    /// # let (key, now) = (CacheKey::of("https://example.com/")?, SystemTime::now());
    /// let response = Response { status: 503, ..Response::default() };
    /// let entry = Entry::from_response(key, response, FetchPolicy::default(), now);
    /// assert_eq!(entry.may_fetch(AccessPolicy::RFC9309, now), MayFetch::Nothing);
    /// # Ok::<(), gatepost_fetch::InvalidPage>(())
    /// ```
    #[must_use]
    pub fn from_response(
        key: CacheKey,
        response: Response,
        policy: FetchPolicy,
        now: SystemTime,
    ) -> Entry {
        let (mut state, _) = FetchState::start(key, None, policy, now);
        match state.next(Ok(response), None, now) {
            Action::Done(entry) => *entry,
            Action::Request(_) => state.abandon_redirect(now),
        }
    }
}

/// Builds a request, conditional if the copy from before came from this very URL.
fn request(url: Url, known: Option<&Entry>) -> Request {
    let copy = known.and_then(|known| known.copy.as_ref()).filter(|copy| copy.url == url.as_str());
    let header = |value: fn(&Headers) -> &Option<String>| {
        let value = copy.and_then(|copy| value(&copy.headers).clone());
        // The value is sent back as it came, so it must be valid in a header.
        value.filter(|value| value.bytes().all(|byte| matches!(byte, b' '..=b'~')))
    };
    Request {
        if_none_match: header(|headers| &headers.etag),
        if_modified_since: header(|headers| &headers.last_modified),
        url,
    }
}
