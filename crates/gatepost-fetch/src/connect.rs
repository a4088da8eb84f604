//! A connection to one host: its addresses, the guard, TCP, the proxy and TLS.
//!
//! Nothing is resolved between the guard's check and the connection. Addresses are tried in the
//! order in which they were found, each a quarter of a second after the one before, and the first
//! that answers is used (a simple form of RFC 8305).

use std::error::Error;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Empty;
use hyper::client::conn::http1;
use hyper::header::{HOST, PROXY_AUTHORIZATION, USER_AGENT};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{self, ClientConfig};
use url::{Host, Url};

use crate::failure::{Failure, FailureKind};
use crate::guard::AddressGuard;
use crate::proxy::{Proxies, Proxy};
use crate::resolve::Resolve;

/// The maximum number of addresses of one host that are tried, and the interval between them.
const TRIED: usize = 6;
const APART: Duration = Duration::from_millis(250);

/// A byte stream over which a request can be sent.
pub(crate) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// Makes connections.
pub(crate) struct Connector {
    pub(crate) resolver: Arc<dyn Resolve>,
    pub(crate) guard: Option<AddressGuard>,
    pub(crate) proxies: Option<Proxies>,
    pub(crate) tls: TlsConnector,
    pub(crate) user_agent: String,
}

/// A connection over which one request can be sent.
pub(crate) struct Connection {
    pub(crate) stream: Box<dyn Stream>,
    /// The proxy that the request itself is addressed to, for plain http.
    pub(crate) proxy: Option<Proxy>,
}

impl Connector {
    /// Connects to the host of a URL. It stores the address as soon as it is known, so that the
    /// address is not lost on a timeout.
    pub(crate) async fn connect(
        &self,
        url: &Url,
        address: &mut Option<SocketAddr>,
    ) -> Result<Connection, Failure> {
        let proxy = self.proxies.as_ref().map(|proxies| proxies.of(url)).transpose()?.flatten();
        let port = url.port_or_known_default().unwrap_or(80);
        let is_tls = url.scheme() == "https";
        let stream: Box<dyn Stream> = match &proxy {
            None => {
                let addresses = self.addresses(url).await?;
                Box::new(tcp(addresses, port, address).await?)
            }
            Some(proxy) => {
                let by =
                    |error| Failure::new(FailureKind::Proxy, format!("{}: {error}", proxy.host));
                // The operator chose the proxy, so the guard does not apply to it.
                let found = match proxy.host.parse::<IpAddr>() {
                    Ok(found) => vec![found],
                    Err(_) => self.resolver.resolve(&proxy.host).await.map_err(by)?,
                };
                let stream = tcp(found, proxy.port, address).await;
                let stream = stream.map_err(|error| by(io::Error::other(error)))?;
                if is_tls { self.tunnel(stream, proxy, url, port).await? } else { Box::new(stream) }
            }
        };
        if !is_tls {
            return Ok(Connection { stream, proxy });
        }
        let stream = self.tls.connect(server_name(url)?, stream).await.map_err(tls_failure)?;
        Ok(Connection { stream: Box::new(stream), proxy: None })
    }

    /// Returns the addresses of a URL's host that the guard accepts.
    async fn addresses(&self, url: &Url) -> Result<Vec<IpAddr>, Failure> {
        let mut addresses = match url.host() {
            Some(Host::Ipv4(address)) => vec![address.into()],
            Some(Host::Ipv6(address)) => vec![address.into()],
            Some(Host::Domain(name)) => {
                let failure = |error| Failure::new(FailureKind::Name, format!("{name}: {error}"));
                self.resolver.resolve(name).await.map_err(failure)?
            }
            None => Vec::new(),
        };
        if addresses.is_empty() {
            return Err(Failure::new(FailureKind::Name, url.host_str().unwrap_or_default()));
        }
        let mut refused = None;
        if let Some(guard) = &self.guard {
            addresses
                .retain(|address| guard.check(*address).map_err(|e| refused = Some(e)).is_ok());
        }
        match refused {
            Some(refused) if addresses.is_empty() => {
                Err(Failure::new(FailureKind::AddressRefused, refused))
            }
            _ => Ok(addresses),
        }
    }

    /// Opens a tunnel to the host through a proxy: RFC 9110 section 9.3.6.
    async fn tunnel(
        &self,
        stream: TcpStream,
        proxy: &Proxy,
        url: &Url,
        port: u16,
    ) -> Result<Box<dyn Stream>, Failure> {
        let by = |detail: &dyn std::fmt::Display| {
            Failure::new(FailureKind::Proxy, format!("{}: {detail}", proxy.host))
        };
        let host = format!("{}:{port}", url.host_str().unwrap_or_default());
        let mut request = Request::builder()
            .method(Method::CONNECT)
            .uri(&host)
            .header(HOST, &host)
            .header(USER_AGENT, &self.user_agent);
        if let Some(authorization) = &proxy.authorization {
            request = request.header(PROXY_AUTHORIZATION, authorization);
        }
        let request = request.body(Empty::<Bytes>::new()).map_err(|error| by(&error))?;
        let (mut sender, connection) =
            http1::handshake(TokioIo::new(stream)).await.map_err(|error| by(&error))?;
        let mut driver = JoinSet::new();
        driver.spawn(connection.with_upgrades());
        let answer = sender.send_request(request).await.map_err(|error| by(&root(&error)))?;
        if !answer.status().is_success() {
            return Err(by(&format!("status {}", answer.status().as_u16())));
        }
        let upgraded = hyper::upgrade::on(answer).await.map_err(|error| by(&root(&error)))?;
        Ok(Box::new(TokioIo::new(upgraded)))
    }
}

/// Connects to the first address that answers.
async fn tcp(
    addresses: Vec<IpAddr>,
    port: u16,
    connected: &mut Option<SocketAddr>,
) -> Result<TcpStream, Failure> {
    let mut tries = JoinSet::new();
    for (at, address) in addresses.into_iter().take(TRIED).enumerate() {
        let address = SocketAddr::new(address, port);
        connected.get_or_insert(address);
        tries.spawn(async move {
            tokio::time::sleep(APART * at as u32).await;
            (address, TcpStream::connect(address).await)
        });
    }
    let mut failure = Failure::new(FailureKind::Connection, "");
    while let Some(done) = tries.join_next().await {
        match done {
            // The other attempts are cancelled when `tries` is dropped.
            Ok((address, Ok(stream))) => {
                *connected = Some(address);
                return Ok(stream);
            }
            Ok((address, Err(error))) => {
                failure = Failure::new(FailureKind::Connection, format!("{address}: {error}"));
            }
            Err(error) => failure = Failure::new(FailureKind::Internal, error),
        }
    }
    Err(failure)
}

fn server_name(url: &Url) -> Result<ServerName<'static>, Failure> {
    let failure = |detail: String| Failure::new(FailureKind::Tls, detail);
    match url.host() {
        Some(Host::Ipv4(address)) => Ok(IpAddr::from(address).into()),
        Some(Host::Ipv6(address)) => Ok(IpAddr::from(address).into()),
        Some(Host::Domain(name)) => {
            let name = name.strip_suffix('.').unwrap_or(name).to_owned();
            ServerName::try_from(name).map_err(|error| failure(error.to_string()))
        }
        None => Err(failure("no host".to_owned())),
    }
}

fn tls_failure(error: io::Error) -> Failure {
    let is_tls = error.get_ref().is_some_and(|inner| inner.is::<rustls::Error>());
    Failure::new(if is_tls { FailureKind::Tls } else { FailureKind::Connection }, error)
}

/// Returns the root cause of an error, which is the most specific.
pub(crate) fn root(error: &(dyn Error + 'static)) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}

/// Configures TLS for HTTP/1.1 with the given root certificates.
pub(crate) fn tls(roots: rustls::RootCertStore) -> Result<TlsConnector, rustls::Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsConnector::from(Arc::new(config)))
}
