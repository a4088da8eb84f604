//! An HTTP client for one thing: GET a robots.txt, as far as it is read, within a time.
//!
//! One connection a request: a host is asked once a day, so there is nothing to keep open. Redirects
//! are not followed here but by `fetch_state.rs`, so that each hop has its own check, time and line
//! in the record.

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

/// The longest head of an answer that is read.
const LONGEST_HEAD: usize = 64 * 1024;

type Clock = Arc<dyn Fn() -> SystemTime + Send + Sync>;

/// Fetches robots.txt files.
///
/// # Example
///
/// ```no_run
/// use gatepost_fetch::{CacheKey, Client, Identity, FetchPolicy};
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
    /// Starts to build a client that asks as this crawler.
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

    /// Who asks.
    pub fn identity(&self) -> &Identity {
        &self.0.identity
    }

    /// What time it is.
    pub(crate) fn now(&self) -> SystemTime {
        (self.0.clock)()
    }

    /// Fetches the robots.txt of a host, redirects followed, with what is known from before.
    ///
    /// This always comes to something, at the latest when the total time is up. Dropped, it leaves
    /// nothing behind.
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

/// Tells subscribers how an attempt went. The names of the counters are those that metrics layers of
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
    /// One request, within its own time and the total.
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
            // Whatever happens once there is as much as is read, the rest was not waited for.
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
            format!("no end within {:?} in all", self.total_timeout)
        } else {
            format!("no end within {:?}", self.request_timeout)
        };
        Failure::new(FailureKind::TimeOut, detail)
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
        // Goes with this future: nothing is left running.
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
        // A proxy is told the whole address.
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

/// Reads an answer, as much of its body as counts.
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
    // What an error page says does not matter.
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
    /// How long one request may take, from its connection to the last byte that is read. 10 seconds
    /// by default.
    pub fn request_timeout(mut self, time: Duration) -> ClientBuilder {
        self.request_timeout = time;
        self
    }

    /// How long all requests of one attempt may take, redirects followed. 30 seconds by default.
    pub fn total_timeout(mut self, time: Duration) -> ClientBuilder {
        self.total_timeout = time;
        self
    }

    /// How many attempts may be under way at once. 256 by default.
    pub fn max_concurrency(mut self, attempts: usize) -> ClientBuilder {
        self.max_concurrency = attempts.clamp(1, Semaphore::MAX_PERMITS);
        self
    }

    /// How many requests one host may get at once, whoever redirects to it. 4 by default.
    pub fn max_concurrency_per_host(mut self, requests: usize) -> ClientBuilder {
        self.max_concurrency_per_host = requests.clamp(1, Semaphore::MAX_PERMITS);
        self
    }

    /// Refuses addresses: for servers that fetch on behalf of strangers. A guarded client cannot use
    /// a proxy, since it is the proxy that would look names up.
    pub fn guard(mut self, guard: AddressGuard) -> ClientBuilder {
        self.guard = Some(guard);
        self
    }

    /// Uses proxies; none by default.
    pub fn proxies(mut self, proxies: Proxies) -> ClientBuilder {
        self.proxies = Some(proxies);
        self
    }

    /// Trusts these certificates, in PEM, and no others; by default those of the system, or of the
    /// file that `SSL_CERT_FILE` names.
    pub fn only_trust(mut self, certificates: &str) -> ClientBuilder {
        self.trusted = Some(certificates.to_owned());
        self
    }

    /// Looks names up with this instead of the system's resolver.
    pub fn resolver(mut self, resolver: impl Resolve) -> ClientBuilder {
        self.resolver = Some(Arc::new(resolver));
        self
    }

    /// Takes the time from here instead of the system's clock: for tests, and for replaying a crawl.
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
                "a guarded client uses no proxy: it could not see which address the proxy connects to"
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

/// The certificates to trust: those given, or else the system's.
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
    // Systems have some that are too odd to be of use.
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
