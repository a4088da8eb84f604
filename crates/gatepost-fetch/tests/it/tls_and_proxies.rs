//! Trusted and untrusted certificates, and requests through a proxy.

use std::sync::Arc;
use std::time::Duration;

use crate::server::{Authority, RULES, Server, client, file, raw};
use gatepost::{AccessPolicy, MayFetch};
use gatepost_fetch::{CacheKey, Client, Entry, FailureKind, FetchPolicy, Proxies};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

async fn fetch(client: &Client, url: &str) -> Entry {
    client.fetch(CacheKey::of(url).unwrap(), None, FetchPolicy::default()).await
}

#[track_caller]
fn check_failure(entry: &Entry, kind: FailureKind, says: &str) {
    let failure = entry.record().failure().expect("a failure");
    assert_eq!(failure.kind(), kind, "{failure}");
    assert!(failure.to_string().contains(says), "{failure}");
    let may = entry.may_fetch(AccessPolicy::RFC9309, entry.record().finished);
    assert_eq!(may, MayFetch::Nothing);
}

async fn secure(authority: &Authority, names: &[&str]) -> Server {
    Server::start_at("127.0.0.1", Some(authority.acceptor(names)), |_| file(RULES)).await
}

fn https(server: &Server, host: &str) -> String {
    server.url(host, "/").replace("http:", "https:")
}

#[tokio::test]
async fn trusted_certificate() {
    let authority = Authority::new();
    let server = secure(&authority, &["a.example", "127.0.0.1"]).await;
    let client = client().only_trust(&authority.pem).build().unwrap();
    for host in ["a.example", "127.0.0.1"] {
        let entry = fetch(&client, &https(&server, host)).await;
        assert_eq!(&*entry.copy().expect("a file").bytes, RULES.as_bytes(), "{host}");
    }
}

#[tokio::test]
async fn certificates_that_are_refused() {
    let authority = Authority::new();
    let server = secure(&authority, &["a.example"]).await;
    let stranger = client().build().unwrap();
    let entry = fetch(&stranger, &https(&server, "a.example")).await;
    check_failure(&entry, FailureKind::Tls, "certificate");
    let client = client().only_trust(&authority.pem).build().unwrap();
    let entry = fetch(&client, &https(&server, "b.example")).await;
    check_failure(&entry, FailureKind::Tls, "not valid for name");
    assert_eq!(server.targets(), [""; 0], "nothing was sent");
}

#[tokio::test]
async fn plain_http_where_tls_is_wanted() {
    let server = Server::start(|_| raw("HTTP/1.1 400 Bad Request\r\n\r\n")).await;
    let client = client().request_timeout(Duration::from_millis(500)).build().unwrap();
    let entry = fetch(&client, &https(&server, "a.example")).await;
    let kind = entry.record().failure().map(|failure| failure.kind());
    assert!(matches!(
        kind,
        Some(FailureKind::Tls | FailureKind::Connection | FailureKind::TimedOut)
    ));
}

#[tokio::test]
async fn no_certificates_are_an_error_at_once() {
    let error = client().only_trust("").build().unwrap_err();
    assert!(error.to_string().starts_with("no certificates to trust"), "{error}");
    assert!(client().only_trust("-----BEGIN CERTIFICATE-----\n!\n").build().is_err());
}

#[tokio::test]
async fn plain_http_is_asked_of_the_proxy() {
    let proxy = Server::start(|_| file(RULES)).await;
    let address = format!("http://me:secret@{}", proxy.address);
    let client = client().proxies(Proxies::all(&address, "direct.example")).build().unwrap();
    // The proxy looks the name up, and nobody else does.
    let entry = fetch(&client, "http://nowhere.invalid/page").await;
    assert_eq!(&*entry.copy().expect("a file").bytes, RULES.as_bytes());
    let [asked] = &proxy.asked()[..] else { panic!("one request") };
    assert_eq!(asked.target, "http://nowhere.invalid/robots.txt");
    assert_eq!(asked.headers["host"], "nowhere.invalid");
    assert_eq!(asked.headers["proxy-authorization"], "Basic bWU6c2VjcmV0");
    // And some hosts go without.
    let direct = Server::start(|_| file(RULES)).await;
    fetch(&client, &direct.url("direct.example", "/")).await;
    assert_eq!(direct.targets(), ["/robots.txt"]);
    assert!(!direct.asked()[0].headers.contains_key("proxy-authorization"));
}

/// A proxy that connects to one server, whatever it is asked for.
async fn tunnel_to(
    server: &Server,
    answer: &'static str,
) -> (String, Arc<std::sync::Mutex<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (to, heads) = (server.address, Arc::new(std::sync::Mutex::new(String::new())));
    let log = heads.clone();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        log.lock().unwrap().push_str(&String::from_utf8(head).unwrap());
        stream.write_all(answer.as_bytes()).await.unwrap();
        let mut server = TcpStream::connect(to).await.unwrap();
        let _ = tokio::io::copy_bidirectional(&mut stream, &mut server).await;
    });
    (address, heads)
}

#[tokio::test]
async fn https_goes_through_the_proxy_unread() {
    let authority = Authority::new();
    let server = secure(&authority, &["nowhere.invalid"]).await;
    let (address, heads) = tunnel_to(&server, "HTTP/1.1 200 Connection established\r\n\r\n").await;
    let proxies = Proxies::all(&address, "");
    let client = client().only_trust(&authority.pem).proxies(proxies).build().unwrap();
    let entry = fetch(&client, "https://nowhere.invalid/page").await;
    assert_eq!(&*entry.copy().expect("a file").bytes, RULES.as_bytes());
    let heads = heads.lock().unwrap().clone();
    assert!(heads.starts_with("CONNECT nowhere.invalid:443 HTTP/1.1\r\n"), "{heads}");
    assert_eq!(server.targets(), ["/robots.txt"]);
    assert!(!server.asked()[0].headers.contains_key("proxy-authorization"));
}

#[tokio::test]
async fn proxy_that_does_not_connect_is_no_answer_of_the_site() {
    let server = Server::start(|_| file(RULES)).await;
    let (address, _) =
        tunnel_to(&server, "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n").await;
    let forbidding = client().proxies(Proxies::all(&address, "")).build().unwrap();
    let entry = fetch(&forbidding, "https://a.example/").await;
    check_failure(&entry, FailureKind::Proxy, "status 403");
    // 407 is from the proxy; taken for the site's, it would allow everything.
    let proxy =
        Server::start(|_| raw("HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n")).await;
    let proxies = Proxies::all(&format!("http://{}", proxy.address), "");
    let unknown = client().proxies(proxies).build().unwrap();
    let entry = fetch(&unknown, "http://a.example/").await;
    check_failure(&entry, FailureKind::Proxy, "status 407");
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let proxies = Proxies::all(&format!("http://{closed}"), "");
    let nobody = client().proxies(proxies).request_timeout(Duration::from_secs(5)).build().unwrap();
    let entry = fetch(&nobody, "http://a.example/").await;
    check_failure(&entry, FailureKind::Proxy, "127.0.0.1");
}
