//! Servers on loopback that send what the tests ask for, byte by byte.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use base64::Engine;
use gatepost_fetch::{Addresses, Client, ClientBuilder, Identity, Resolve};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;

pub(crate) const RULES: &str = "User-agent: *\nDisallow: /private\nCrawl-delay: 2.5\n";

/// A request that a server was sent.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) method: String,
    pub(crate) target: String,
    pub(crate) headers: HashMap<String, String>,
}

/// What a server does with a request, step by step; then it closes the connection.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Send(Vec<u8>),
    Wait(Duration),
    /// Send this for ever.
    Endless(Vec<u8>),
    /// Break the connection off instead of closing it.
    Reset,
}

/// A server, until it goes.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
    most: Arc<Mutex<(usize, usize)>>,
    _tasks: JoinSet<()>,
}

type Behaviour = Arc<dyn Fn(&Asked) -> Vec<Step> + Send + Sync>;

impl Server {
    pub(crate) async fn start(
        behaviour: impl Fn(&Asked) -> Vec<Step> + Send + Sync + 'static,
    ) -> Server {
        Server::start_at("127.0.0.1", None, behaviour).await
    }

    pub(crate) async fn start_at(
        host: &str,
        tls: Option<TlsAcceptor>,
        behaviour: impl Fn(&Asked) -> Vec<Step> + Send + Sync + 'static,
    ) -> Server {
        let listener = TcpListener::bind((host, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let most = Arc::new(Mutex::new((0, 0)));
        let behaviour: Behaviour = Arc::new(behaviour);
        let (log, counter) = (asked.clone(), most.clone());
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut connections = JoinSet::new();
            loop {
                let Ok((stream, _)) = listener.accept().await else { continue };
                let (log, counter, behaviour) = (log.clone(), counter.clone(), behaviour.clone());
                let tls = tls.clone();
                connections.spawn(async move {
                    {
                        let mut counter = counter.lock().unwrap();
                        counter.0 += 1;
                        counter.1 = counter.1.max(counter.0);
                    }
                    // Broken off unless it is closed, which drops what was not read.
                    let is_reset = match tls {
                        None => {
                            let (stream, is_reset) = serve(stream, &log, &behaviour).await;
                            if is_reset {
                                let _ = stream.set_zero_linger();
                            }
                            is_reset
                        }
                        Some(tls) => match tls.accept(stream).await {
                            Ok(stream) => serve(stream, &log, &behaviour).await.1,
                            Err(_) => false,
                        },
                    };
                    let _ = is_reset;
                    counter.lock().unwrap().0 -= 1;
                });
                while connections.try_join_next().is_some() {}
            }
        });
        Server { address, asked, most, _tasks: tasks }
    }

    /// The URL of a host with this server's port.
    pub(crate) fn url(&self, host: &str, path: &str) -> String {
        format!("http://{host}:{}{path}", self.address.port())
    }

    /// What it was asked for.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    pub(crate) fn targets(&self) -> Vec<String> {
        self.asked().into_iter().map(|asked| asked.target).collect()
    }

    /// How many connections there were at once.
    pub(crate) fn most_at_once(&self) -> usize {
        self.most.lock().unwrap().1
    }
}

async fn serve<S: AsyncRead + AsyncWrite + Unpin>(
    mut stream: S,
    log: &Mutex<Vec<Asked>>,
    behaviour: &Behaviour,
) -> (S, bool) {
    let mut head = Vec::new();
    let mut byte = [0; 1024];
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read(&mut byte).await {
            Ok(0) | Err(_) => return (stream, false),
            Ok(count) => head.extend_from_slice(&byte[..count]),
        }
    }
    let head = String::from_utf8(head).unwrap();
    let mut lines = head.lines();
    let mut first = lines.next().unwrap().split(' ');
    let headers = lines.filter_map(|line| line.split_once(": "));
    let asked = Asked {
        method: first.next().unwrap().to_owned(),
        target: first.next().unwrap().to_owned(),
        headers: headers
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect(),
    };
    log.lock().unwrap().push(asked.clone());
    for step in behaviour(&asked) {
        let sent = match step {
            Step::Send(bytes) => stream.write_all(&bytes).await,
            Step::Wait(time) => {
                tokio::time::sleep(time).await;
                Ok(())
            }
            Step::Endless(bytes) => loop {
                if let Err(error) = stream.write_all(&bytes).await {
                    break Err(error);
                }
            },
            Step::Reset => return (stream, true),
        };
        if sent.is_err() {
            return (stream, false);
        }
    }
    let _ = stream.shutdown().await;
    (stream, false)
}

/// An answer with a length.
pub(crate) fn answer(status: u16, headers: &[(&str, &str)], body: impl AsRef<[u8]>) -> Vec<Step> {
    let body = body.as_ref();
    let mut bytes = format!("HTTP/1.1 {status} Whatever\r\nContent-Length: {}\r\n", body.len());
    for (name, value) in headers {
        bytes.push_str(&format!("{name}: {value}\r\n"));
    }
    let mut bytes = (bytes + "\r\n").into_bytes();
    bytes.extend_from_slice(body);
    vec![Step::Send(bytes)]
}

/// The same steps, after a pause.
pub(crate) fn after(pause: Duration, mut steps: Vec<Step>) -> Vec<Step> {
    steps.insert(0, Step::Wait(pause));
    steps
}

pub(crate) fn file(body: impl AsRef<[u8]>) -> Vec<Step> {
    answer(200, &[("Content-Type", "text/plain")], body)
}

pub(crate) fn redirect(to: &str) -> Vec<Step> {
    answer(302, &[("Location", to)], "")
}

pub(crate) fn raw(bytes: &str) -> Vec<Step> {
    vec![Step::Send(bytes.as_bytes().to_vec())]
}

/// Every name that ends in `.example` is this machine.
#[derive(Clone, Copy)]
pub(crate) struct Loopback;

impl Resolve for Loopback {
    fn resolve<'a>(&'a self, host: &'a str) -> Addresses<'a> {
        Box::pin(async move {
            if host.ends_with(".example") {
                Ok(vec![IpAddr::from([127, 0, 0, 1])])
            } else {
                Err(std::io::Error::other("no such name"))
            }
        })
    }
}

pub(crate) fn identity() -> Identity {
    Identity::new("ExampleBot", "ExampleBot/1.0 (+https://bot.example/)").unwrap()
}

/// A client that trusts nobody. Its limits are for a busy machine.
pub(crate) fn client() -> ClientBuilder {
    let authority = Authority::new();
    Client::builder(identity())
        .resolver(Loopback)
        .only_trust(&authority.pem)
        .request_timeout(Duration::from_secs(10))
        .total_timeout(Duration::from_secs(20))
}

/// A clock that tests set.
#[derive(Clone)]
pub(crate) struct Clock(Arc<Mutex<SystemTime>>);

impl Clock {
    pub(crate) fn new() -> Clock {
        Clock(Arc::new(Mutex::new(SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000))))
    }

    pub(crate) fn now(&self) -> SystemTime {
        *self.0.lock().unwrap()
    }

    pub(crate) fn forward(&self, hours: u64) {
        *self.0.lock().unwrap() += Duration::from_secs(hours * 60 * 60);
    }

    pub(crate) fn back(&self, hours: u64) {
        *self.0.lock().unwrap() -= Duration::from_secs(hours * 60 * 60);
    }

    pub(crate) fn of(&self) -> impl Fn() -> SystemTime + Send + Sync + 'static {
        let clock = self.clone();
        move || clock.now()
    }
}

/// A certificate authority.
pub(crate) struct Authority {
    pub(crate) pem: String,
    issuer: rcgen::Issuer<'static, rcgen::KeyPair>,
}

impl Authority {
    pub(crate) fn new() -> Authority {
        let mut params = rcgen::CertificateParams::new(Vec::<String>::new()).unwrap();
        params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
        let key = rcgen::KeyPair::generate().unwrap();
        let pem = pem(params.self_signed(&key).unwrap().der());
        Authority { pem, issuer: rcgen::Issuer::new(params, key) }
    }

    /// A server's side of TLS for these names.
    pub(crate) fn acceptor(&self, names: &[&str]) -> TlsAcceptor {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let key = rcgen::KeyPair::generate().unwrap();
        let params = rcgen::CertificateParams::new(names).unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let config = tokio_rustls::rustls::ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(
                vec![certificate.der().clone()],
                tokio_rustls::rustls::pki_types::PrivateKeyDer::try_from(key.serialize_der())
                    .unwrap(),
            )
            .unwrap();
        TlsAcceptor::from(Arc::new(config))
    }
}

/// RFC 7468.
fn pem(der: &[u8]) -> String {
    let text = base64::engine::general_purpose::STANDARD.encode(der);
    format!("-----BEGIN CERTIFICATE-----\n{text}\n-----END CERTIFICATE-----\n")
}
