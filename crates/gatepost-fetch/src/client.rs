//! An HTTP client with a single purpose: GET a robots.txt, up to the read limit, within a time
//! limit.
//!
//! Each request uses a connection of its own: a host is asked once a day, so nothing is worth
//! keeping open. Redirects are followed by `fetch_state.rs` and not here, so that each hop has its
//! own address check, time limit and line in the record.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use http_body_util::{BodyExt, Empty};
use hyper::StatusCode;
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::header::{
    ACCEPT, ACCEPT_ENCODING, CONNECTION, HOST, IF_MODIFIED_SINCE, IF_NONE_MATCH,
    PROXY_AUTHORIZATION, USER_AGENT,
};
use hyper_util::rt::TokioIo;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};
use tokio_rustls::rustls::RootCertStore;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use url::Position;

use crate::cache_key::CacheKey;
use crate::connect::{self, Connector};
use crate::content_coding::{self, Body, Wanted};
use crate::entry::Entry;
use crate::failure::{Failure, FailureKind};
use crate::fetch_state::{Action, FetchPolicy, FetchState, Request, Response};
use crate::guard::AddressGuard;
use crate::headers::Headers;
use crate::host_limits::HostLimits;
use crate::identity::Identity;
use crate::proxy::Proxies;
use crate::resolve::{Resolve, SystemResolver};

/// The longest response head that is read, in bytes.
const LONGEST_HEAD: usize = 64 * 1024;

type Clock = Arc<dyn Fn() -> SystemTime + Send + Sync>;

/// Fetches robots.txt files.
///
/// A clone is cheap and shares the limits of its original.
///
/// # Example
///
/// ```no_run
/// use gatepost_fetch::{CacheKey, Client, FetchPolicy, Identity};
///
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let identity = Identity::new("ExampleBot", "ExampleBot/1.0 (+https://example.com/bot)")?;
/// let client = Client::builder(identity).build()?;
/// let key = CacheKey::of("https://example.com/")?;
/// let entry = client.fetch(key, None, FetchPolicy::default()).await;
/// println!("{}", entry.reason(gatepost::AccessPolicy::RFC9309, std::time::SystemTime::now()));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Client(Arc<Inner>);

struct Inner {
    identity: Identity,
    connector: Connector,
    request_timeout: Duration,
    total_timeout: Duration,
    max_concurrency: Semaphore,
    host_limits: HostLimits,
    clock: Clock,
}

impl Client {
    /// Builds the client.
    ///
    /// # Errors
    ///
    /// This returns an error when the client has both a guard and a proxy, or when there are no
    /// certificates to trust.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::{AddressGuard, Client, Identity, Proxies};
    ///
    /// let identity = Identity::new("ExampleBot", "ExampleBot/1.0")?;
    /// let both = Client::builder(identity).guard(AddressGuard::public_only()).proxies(Proxies::from_env());
    /// assert!(both.build().is_err());
    /// # Ok::<(), gatepost_fetch::InvalidIdentity>(())
    /// ```
    pub fn builder(identity: Identity) -> ClientBuilder {
        ClientBuilder {
            identity,
            request_timeout: Duration::from_secs(10),
            total_timeout: Duration::from_secs(30),
            max_concurrency: 256,
            max_concurrency_per_host: 4,
            guard: None,
            proxies: None,
            trusted: None,
            resolver: None,
            clock: Arc::new(SystemTime::now),
        }
    }

    /// Returns the identity that the client sends.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::{Client, Identity};
    ///
    /// let identity = Identity::new("ExampleBot", "ExampleBot/1.0")?;
    /// let client = Client::builder(identity.clone()).build()?;
    /// assert_eq!(client.identity(), &identity);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.0.identity
    }

    /// Returns the current time by the client's clock.
    pub(crate) fn now(&self) -> SystemTime {
        (self.0.clock)()
    }

    /// Fetches the robots.txt of a host, following redirects; `known` is the entry from before, if
    /// any.
    ///
    /// It always returns an entry, at the latest when the total time limit has passed. A failure is
    /// part of the entry: see [`Entry::may_fetch`]. Dropping the future cancels the attempt and
    /// leaves nothing behind.
    ///
    /// # Example
    ///
    /// ```no_run
    /// use gatepost_fetch::{CacheKey, Client, FetchPolicy, Identity};
    ///
    /// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// let client = Client::builder(Identity::new("ExampleBot", "ExampleBot/1.0")?).build()?;
    /// let key = CacheKey::of("https://example.com/")?;
    /// let first = client.fetch(key.clone(), None, FetchPolicy::default()).await;
    /// // Later: a conditional request, if the server sent an ETag or a date.
    /// let second = client.fetch(key, Some(first.into()), FetchPolicy::default()).await;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn fetch(
        &self,
        key: CacheKey,
        known: Option<Arc<Entry>>,
        policy: FetchPolicy,
    ) -> Entry {
        let client = &*self.0;
        let _place = client.max_concurrency.acquire().await;
        let deadline = Instant::now() + client.total_timeout;
        let limit = policy.dialect.read_limit.bytes();
        let (mut state, mut request) = FetchState::start(key, known, policy, self.now());
        loop {
            let mut address = None;
            let outcome = client.within_time(&request, limit, deadline, &mut address).await;
            match state.next(outcome, address, self.now()) {
                Action::Request(next) => request = next,
                Action::Done(entry) => {
                    report(&entry, policy);
                    return *entry;
                }
            }
        }
    }
}

/// Emits the event about an attempt. The names of its counters are those that metrics layers of
/// `tracing` look for.
fn report(entry: &Entry, policy: FetchPolicy) {
    let record = entry.record();
    tracing::debug!(
        monotonic_counter.gatepost_fetches = 1_u64,
        monotonic_counter.gatepost_requests = record.hops.len() as u64,
        histogram.gatepost_fetch_seconds =
            record.finished.duration_since(record.started).unwrap_or_default().as_secs_f64(),
        host = %entry.key(),
        access = ?entry.access_result(policy.access),
        outcome = ?record.outcome,
        bytes = record.bytes,
        "fetched robots.txt"
    );
}

impl Inner {
    /// Sends one request, within its own time limit and the total one.
    async fn within_time(
        &self,
        request: &Request,
        limit: usize,
        deadline: Instant,
        address: &mut Option<SocketAddr>,
    ) -> Result<Response, Failure> {
        let host = &request.url[Position::BeforeHost..Position::AfterPort];
        let Ok(_place) = timeout_at(deadline, self.host_limits.take(host.to_owned())).await else {
            return Err(self.time_out(deadline));
        };
        let own = deadline.min(Instant::now() + self.request_timeout);
        let mut partial = None;
        let result = timeout_at(own, self.exchange(request, limit, address, &mut partial)).await;
        match result {
            Ok(Ok(answer)) => Ok(answer),
            // Once the read limit is reached, it does not matter how the rest of the response
            // fails.
            _ if partial.as_ref().is_some_and(|(_, body): &(_, Body)| body.has_enough()) => {
                let (answer, body) = partial.expect("just looked at");
                Ok(Response { body: body.into_bytes(), is_cut: true, ..answer })
            }
            Ok(Err(failure)) => Err(failure),
            Err(_) => Err(self.time_out(deadline)),
        }
    }

    fn time_out(&self, deadline: Instant) -> Failure {
        let detail = if Instant::now() >= deadline {
            format!("not finished within {:?} in total", self.total_timeout)
        } else {
            format!("not finished within {:?}", self.request_timeout)
        };
        Failure::new(FailureKind::TimedOut, detail)
    }

    async fn exchange(
        &self,
        request: &Request,
        limit: usize,
        address: &mut Option<SocketAddr>,
        partial: &mut Option<(Response, Body)>,
    ) -> Result<Response, Failure> {
        let connection = self.connector.connect(&request.url, address).await?;
        let proxy = connection.proxy;
        let message =
            self.message(request, proxy.as_ref().map(|proxy| proxy.authorization.as_ref()))?;
        let handshake = http1::Builder::new()
            .max_buf_size(LONGEST_HEAD)
            .handshake(TokioIo::new(connection.stream));
        let (mut sender, driver) = handshake.await.map_err(|error| head_failure(&error))?;
        // Dropped with this future, so that nothing is left running.
        let mut drivers = JoinSet::new();
        drivers.spawn(driver);
        let answer = sender.send_request(message).await.map_err(|error| head_failure(&error))?;
        if proxy.is_some() && answer.status() == StatusCode::PROXY_AUTHENTICATION_REQUIRED {
            return Err(Failure::new(FailureKind::Proxy, "status 407"));
        }
        read(answer, limit, partial).await
    }

    fn message(
        &self,
        request: &Request,
        through: Option<Option<&hyper::header::HeaderValue>>,
    ) -> Result<hyper::Request<Empty<Bytes>>, Failure> {
        let url = &request.url;
        // A proxy needs the whole URL.
        let from = if through.is_some() { Position::BeforeScheme } else { Position::BeforePath };
        let mut message = hyper::Request::builder()
            .uri(&url[from..Position::AfterQuery])
            .header(HOST, &url[Position::BeforeHost..Position::AfterPort])
            .header(USER_AGENT, self.identity.header())
            .header(ACCEPT, "text/plain, */*;q=0.5")
            .header(ACCEPT_ENCODING, content_coding::ACCEPTED)
            .header(CONNECTION, "close");
        let authorization = through.flatten();
        if let Some(authorization) = authorization {
            message = message.header(PROXY_AUTHORIZATION, authorization);
        }
        if let Some(etag) = &request.if_none_match {
            message = message.header(IF_NONE_MATCH, etag);
        }
        if let Some(date) = &request.if_modified_since {
            message = message.header(IF_MODIFIED_SINCE, date);
        }
        message.body(Empty::new()).map_err(|error| Failure::new(FailureKind::Internal, error))
    }
}

/// Reads a response, and its body up to the read limit.
async fn read(
    answer: hyper::Response<Incoming>,
    limit: usize,
    partial: &mut Option<(Response, Body)>,
) -> Result<Response, Failure> {
    let (head, mut incoming) = answer.into_parts();
    let headers = head.headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
    let answer = Response {
        status: head.status.as_u16(),
        headers: Headers::from_iter(headers),
        ..Response::default()
    };
    // The body of an error page does not matter.
    if !head.status.is_success() {
        return Ok(answer);
    }
    let body = Body::new(answer.headers.content_encoding.as_deref(), limit)?;
    let (_, body) = partial.insert((answer, body));
    let mut is_cut = false;
    while let Some(frame) = incoming.frame().await {
        let frame =
            frame.map_err(|error| Failure::new(FailureKind::Truncated, connect::root(&error)))?;
        let Some(bytes) = frame.data_ref() else { continue };
        if body.push(bytes)? == Wanted::Enough {
            is_cut = true;
            break;
        }
    }
    let (answer, body) = partial.take().expect("just put there");
    let body = if is_cut { body.into_bytes() } else { body.finish()? };
    Ok(Response { body, is_cut, ..answer })
}

fn head_failure(error: &hyper::Error) -> Failure {
    let kind =
        if error.is_parse() { FailureKind::InvalidResponse } else { FailureKind::Connection };
    Failure::new(kind, connect::root(error))
}

/// Builds a [`Client`].
///
/// # Example
///
/// ```
/// use std::time::Duration;
/// use gatepost_fetch::{Client, Identity};
///
/// let identity = Identity::new("ExampleBot", "ExampleBot/1.0")?;
/// let client = Client::builder(identity).request_timeout(Duration::from_secs(5)).build()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a builder does nothing until it is built"]
pub struct ClientBuilder {
    identity: Identity,
    request_timeout: Duration,
    total_timeout: Duration,
    max_concurrency: usize,
    max_concurrency_per_host: usize,
    guard: Option<AddressGuard>,
    proxies: Option<Proxies>,
    trusted: Option<String>,
    resolver: Option<Arc<dyn Resolve>>,
    clock: Clock,
}

impl ClientBuilder {
    /// Sets the time limit of one request, from its connection to the last byte (default 10
    /// seconds).
    ///
    /// # Example
    ///
    /// ```
    /// use std::time::Duration;
    /// use gatepost_fetch::{Client, Identity};
    ///
    /// let identity = Identity::new("ExampleBot", "ExampleBot/1.0")?;
    /// let client = Client::builder(identity).request_timeout(Duration::from_secs(5)).build()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn request_timeout(mut self, time: Duration) -> ClientBuilder {
        self.request_timeout = time;
        self
    }

    /// Sets the time limit of an attempt with all its redirects (default 30 seconds).
    ///
    /// # Example
    ///
    /// ```
    /// use std::time::Duration;
    /// use gatepost_fetch::{Client, Identity};
    ///
    /// let identity = Identity::new("ExampleBot", "ExampleBot/1.0")?;
    /// let client = Client::builder(identity).total_timeout(Duration::from_secs(10)).build()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn total_timeout(mut self, time: Duration) -> ClientBuilder {
        self.total_timeout = time;
        self
    }

    /// Sets the maximum number of concurrent attempts (default 256, at least 1).
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::{Client, Identity};
    ///
    /// let identity = Identity::new("ExampleBot", "ExampleBot/1.0")?;
    /// let client = Client::builder(identity).max_concurrency(32).build()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn max_concurrency(mut self, attempts: usize) -> ClientBuilder {
        self.max_concurrency = attempts.clamp(1, Semaphore::MAX_PERMITS);
        self
    }

    /// Sets the maximum number of concurrent requests to one host, redirects included (default 4,
    /// at least 1).
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::{Client, Identity};
    ///
    /// let identity = Identity::new("ExampleBot", "ExampleBot/1.0")?;
    /// let client = Client::builder(identity).max_concurrency_per_host(1).build()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn max_concurrency_per_host(mut self, requests: usize) -> ClientBuilder {
        self.max_concurrency_per_host = requests.clamp(1, Semaphore::MAX_PERMITS);
        self
    }

    /// Refuses addresses that the guard refuses: for servers that fetch on behalf of strangers.
    ///
    /// A guarded client cannot use a proxy, because the proxy would resolve the names.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::{AddressGuard, Client, Identity};
    ///
    /// let identity = Identity::new("ExampleBot", "ExampleBot/1.0")?;
    /// let client = Client::builder(identity).guard(AddressGuard::public_only()).build()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn guard(mut self, guard: AddressGuard) -> ClientBuilder {
        self.guard = Some(guard);
        self
    }

    /// Uses proxies (default none).
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::{Client, Identity, Proxies};
    ///
    /// let identity = Identity::new("ExampleBot", "ExampleBot/1.0")?;
    /// let client = Client::builder(identity).proxies(Proxies::from_env()).build()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn proxies(mut self, proxies: Proxies) -> ClientBuilder {
        self.proxies = Some(proxies);
        self
    }

    /// Trusts these certificates (PEM) and no others.
    ///
    /// By default the client trusts those of the system, or of the file that `SSL_CERT_FILE` names.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::{Client, Identity};
    ///
    /// let identity = Identity::new("ExampleBot", "ExampleBot/1.0")?;
    /// let error = Client::builder(identity).only_trust("not PEM").build().unwrap_err();
    /// assert!(error.to_string().starts_with("no certificates to trust"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn only_trust(mut self, certificates: &str) -> ClientBuilder {
        self.trusted = Some(certificates.to_owned());
        self
    }

    /// Resolves host names with `resolver` instead of the system's resolver.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_fetch::{Addresses, Client, Identity, Resolve};
    ///
    /// struct Loopback;
    ///
    /// impl Resolve for Loopback {
    ///     fn resolve<'a>(&'a self, _: &'a str) -> Addresses<'a> {
    ///         Box::pin(async { Ok(vec!["127.0.0.1".parse().expect("an address")]) })
    ///     }
    /// }
    ///
    /// let identity = Identity::new("ExampleBot", "ExampleBot/1.0")?;
    /// let client = Client::builder(identity).resolver(Loopback).build()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resolver(mut self, resolver: impl Resolve) -> ClientBuilder {
        self.resolver = Some(Arc::new(resolver));
        self
    }

    /// Uses `clock` instead of the system's clock: for tests, and for replaying a crawl.
    ///
    /// # Example
    ///
    /// ```
    /// use std::time::SystemTime;
    /// use gatepost_fetch::{Client, Identity};
    ///
    /// let identity = Identity::new("ExampleBot", "ExampleBot/1.0")?;
    /// let client = Client::builder(identity).clock(|| SystemTime::UNIX_EPOCH).build()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clock(
        mut self,
        clock: impl Fn() -> SystemTime + Send + Sync + 'static,
    ) -> ClientBuilder {
        self.clock = Arc::new(clock);
        self
    }

    /// Builds the client.
    ///
    /// # Errors
    ///
    /// This returns an error when there is both a guard and a proxy, or when there are no
    /// certificates that could be trusted.
    pub fn build(self) -> Result<Client, ClientError> {
        if self.guard.is_some() && self.proxies.is_some() {
            return Err(ClientError(
                "a guarded client cannot use a proxy: it could not check which address the proxy connects to"
                    .to_owned(),
            ));
        }
        let roots = roots(self.trusted.as_deref())?;
        let connector = Connector {
            resolver: self.resolver.unwrap_or_else(|| Arc::new(SystemResolver)),
            guard: self.guard,
            proxies: self.proxies,
            tls: connect::tls(roots).map_err(|error| ClientError(error.to_string()))?,
            user_agent: self.identity.header().to_owned(),
        };
        Ok(Client(Arc::new(Inner {
            identity: self.identity,
            connector,
            request_timeout: self.request_timeout,
            total_timeout: self.total_timeout,
            max_concurrency: Semaphore::new(self.max_concurrency),
            host_limits: HostLimits::new(self.max_concurrency_per_host),
            clock: self.clock,
        })))
    }
}

/// Loads the certificates to trust: those given, or the system's.
fn roots(given: Option<&str>) -> Result<RootCertStore, ClientError> {
    let mut why = String::new();
    let certificates: Vec<CertificateDer<'static>> = match given {
        Some(pem) => CertificateDer::pem_slice_iter(pem.as_bytes())
            .collect::<Result<_, _>>()
            .map_err(|error| ClientError(format!("certificates to trust: {error}")))?,
        None => {
            let found = rustls_native_certs::load_native_certs();
            why.extend(found.errors.first().map(|error| format!(" ({error})")));
            found.certs
        }
    };
    let mut roots = RootCertStore::empty();
    // Systems ship some certificates that cannot be parsed.
    let (added, _) = roots.add_parsable_certificates(certificates);
    if added == 0 {
        return Err(ClientError(format!(
            "no certificates to trust{why}: \
             install the package ca-certificates, or name a file in SSL_CERT_FILE"
        )));
    }
    Ok(roots)
}

/// The error returned by [`ClientBuilder::build`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientError(String);

impl std::error::Error for ClientError {}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("identity", &self.0.identity).finish_non_exhaustive()
    }
}
