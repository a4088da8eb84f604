//! The guard of a server that fetches on behalf of strangers, and every known way around it.
//!
//! Everything runs on loopback: 127.0.0.2 is excepted and plays the public internet, and 127.0.0.1
//! must never receive a request.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::server::{RULES, Server, client, file, redirect};
use gatepost::{AccessPolicy, MayFetch};
use gatepost_fetch::{
    AddressGuard, Addresses, CacheKey, Client, Entry, FailureKind, FetchPolicy, Proxies, Resolve,
};

const PUBLIC: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
const PRIVATE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// `public.example` is public, `private.example` is not, and `rebinding.example` is public whenever
/// it is looked up for the first time.
#[derive(Default)]
struct Names(AtomicUsize);

impl Resolve for Names {
    fn resolve<'a>(&'a self, host: &'a str) -> Addresses<'a> {
        let found = match host {
            "public.example" => vec![PUBLIC],
            "private.example" => vec![PRIVATE],
            "mixed.example" => vec![PRIVATE, PUBLIC],
            "mapped.example" => vec!["::ffff:127.0.0.1".parse().unwrap()],
            "rebinding.example" => match self.0.fetch_add(1, Ordering::Relaxed) {
                0 => vec![PUBLIC],
                _ => vec![PRIVATE],
            },
            _ => Vec::new(),
        };
        Box::pin(async move { Ok(found) })
    }
}

fn guarded() -> Client {
    let guard = AddressGuard::public_only().except(PUBLIC);
    client().guard(guard).resolver(Names::default()).build().unwrap()
}

async fn fetch(url: &str) -> Entry {
    guarded().fetch(CacheKey::of(url).unwrap(), None, FetchPolicy::default()).await
}

#[track_caller]
fn check_refused(entry: &Entry) {
    let failure = entry.record().failure().map(|failure| failure.kind());
    assert_eq!(failure, Some(FailureKind::AddressRefused), "{:?}", entry.record());
    let may = entry.may_fetch(AccessPolicy::RFC9309, entry.record().finished);
    assert_eq!(may, MayFetch::Nothing);
}

/// The secret server, and a way to say each address that leads to it.
async fn private() -> Server {
    Server::start(|_| file("secret")).await
}

#[tokio::test]
async fn public_addresses_pass() {
    let server = Server::start_at("127.0.0.2", None, |_| file(RULES)).await;
    let entry = fetch(&server.url("public.example", "/")).await;
    assert_eq!(&*entry.copy().unwrap().bytes, RULES.as_bytes());
    // Of several addresses those that are public.
    let entry = fetch(&server.url("mixed.example", "/")).await;
    assert_eq!(&*entry.copy().unwrap().bytes, RULES.as_bytes());
    assert_eq!(entry.record().hops[0].address.unwrap().ip(), PUBLIC);
}

/// Hosts that all are the machine itself.
const WAYS: [&str; 16] = [
    "private.example",
    "mapped.example",
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "017700000001",
    "%31%32%37.0.0.1",
    "127.0.0.1.",
    "\u{ff11}27.0.0.1",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
];

#[tokio::test]
async fn no_way_of_writing_an_address_passes() {
    let server = private().await;
    for host in WAYS {
        check_refused(&fetch(&server.url(host, "/")).await);
    }
    check_refused(&fetch(&server.url("user:pw@127.0.0.1", "/")).await);
    check_refused(&fetch("http://169.254.169.254/latest/meta-data/").await);
    check_refused(&fetch("http://[fd00:ec2::254]/").await);
    check_refused(&fetch("http://0/").await);
    check_refused(&fetch("http://[::1]/").await);
    check_refused(&fetch("http://100.100.100.200/").await);
    assert_eq!(server.targets(), [""; 0], "nothing was sent");
    assert_eq!(server.most_at_once(), 0, "nobody connected");
}

#[tokio::test]
async fn no_redirect_passes() {
    let secret = private().await;
    for host in WAYS {
        let to = secret.url(host, "/robots.txt");
        let public = Server::start_at("127.0.0.2", None, move |_| redirect(&to)).await;
        let entry = fetch(&public.url("public.example", "/")).await;
        check_refused(&entry);
        assert_eq!(entry.record().hops.len(), 2, "{host}");
    }
    assert_eq!(secret.most_at_once(), 0, "nobody connected");
}

// What was checked is what is connected to: the name is not looked up in between.
#[tokio::test]
async fn name_that_leads_elsewhere_the_second_time() {
    let secret = private().await;
    let public = Server::start_at("127.0.0.2", None, |_| redirect("/again")).await;
    let entry = fetch(&public.url("rebinding.example", "/")).await;
    // The first request went to the address that was checked; the second one's is checked anew.
    assert_eq!(public.targets(), ["/robots.txt"]);
    assert_eq!(entry.record().hops[0].address, Some(public.address));
    check_refused(&entry);
    assert_eq!(secret.most_at_once(), 0);
}

#[tokio::test]
async fn guard_and_proxy_exclude_each_other() {
    let both = client()
        .guard(AddressGuard::public_only())
        .proxies(Proxies::all("http://proxy.example:3128", ""))
        .build();
    assert_eq!(
        both.unwrap_err().to_string(),
        "a guarded client cannot use a proxy: it could not check which address the proxy connects to"
    );
}
