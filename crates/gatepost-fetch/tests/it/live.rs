//! One attempt at a time, against real servers: every row of the tables of statuses, redirects and
//! failures.

use std::time::{Duration, Instant};

use gatepost::{AccessPolicy, MayFetch};
use gatepost_fetch::{AttemptOutcome, CacheKey, Client, Entry, FailureKind, FetchPolicy};

use crate::server::{RULES, Server, Step, after, answer, client, file, raw, redirect};

async fn fetch_with(client: &Client, url: &str) -> Entry {
    client.fetch(CacheKey::of(url).unwrap(), None, FetchPolicy::default()).await
}

async fn fetch(url: &str) -> Entry {
    fetch_with(&client().build().unwrap(), url).await
}

/// The same with a client that is quick to give up.
async fn fetch_impatiently(steps: Vec<Step>) -> Entry {
    let server = Server::start(move |_| steps.clone()).await;
    let client = client().request_timeout(Duration::from_millis(500)).build().unwrap();
    fetch_with(&client, &server.url("a.example", "/")).await
}

/// What a server's behaviour comes to.
async fn fetch_from(steps: Vec<Step>) -> Entry {
    let server = Server::start(move |_| steps.clone()).await;
    fetch(&server.url("a.example", "/page?x#y")).await
}

fn may(entry: &Entry) -> MayFetch {
    entry.may_fetch(AccessPolicy::RFC9309, entry.record().finished)
}

fn bytes(entry: &Entry) -> &[u8] {
    &entry.copy().expect("a file").bytes
}

#[track_caller]
fn check_failure(entry: &Entry, kind: FailureKind) {
    let failure = entry.record().failure().map(|failure| failure.kind());
    assert_eq!(failure, Some(kind), "{:?}", entry.record());
    assert_eq!(entry.record().outcome, AttemptOutcome::Failed);
    assert_eq!(may(entry), MayFetch::Nothing);
}

#[tokio::test]
async fn request_says_who_asks() {
    let server = Server::start(|_| file(RULES)).await;
    let entry = fetch(&server.url("a.example", "/page?x")).await;
    let [asked] = &server.asked()[..] else { panic!("one request") };
    assert_eq!((asked.method.as_str(), asked.target.as_str()), ("GET", "/robots.txt"));
    let header = |name: &str| asked.headers[name].as_str();
    assert_eq!(header("user-agent"), "ExampleBot/1.0 (+https://bot.example/)");
    assert_eq!(header("host"), format!("a.example:{}", server.address.port()));
    assert_eq!(header("accept-encoding"), "gzip, br");
    assert!(!asked.headers.contains_key("if-none-match"));
    assert_eq!(bytes(&entry), RULES.as_bytes());
    assert_eq!(entry.record().hops[0].address, Some(server.address));
    assert_eq!(entry.record().headers.content_type.as_deref(), Some("text/plain"));
}

/// The tables of the conformance suite, asked of a server each.
#[tokio::test]
async fn conformance_of_access_results() {
    let path = "../../conformance/rfc9309/2.3.1-access-results.toml";
    let text = std::fs::read_to_string(path).unwrap();
    let cases: toml::Table = toml::from_str(&text).unwrap();
    let cases = cases["access"].as_array().unwrap();
    assert!(cases.len() > 25);
    let client = client().build().unwrap();
    for case in cases {
        let text = |key: &str| case.get(key).and_then(|value| value.as_str());
        let number = |key: &str| case.get(key).and_then(|value| value.as_integer());
        let operator = text("policy").unwrap_or("rfc9309");
        let mut policy = FetchPolicy::default();
        policy.access =
            AccessPolicy::ALL.iter().copied().find(|known| known.name == operator).unwrap();
        let redirects = number("redirects").unwrap_or(0);
        let status = number("status").map(|status| status as u16);
        let server = Server::start(move |asked| {
            let hop = asked.target.trim_start_matches("/robots.txt").trim_start_matches('?');
            let hop: i64 = if hop.is_empty() { 0 } else { hop.parse().unwrap() };
            match status {
                _ if hop < redirects => redirect(&format!("/robots.txt?{}", hop + 1)),
                Some(status) => answer(status, &[], RULES),
                None => vec![Step::Reset],
            }
        })
        .await;
        let key = CacheKey::of(&server.url("a.example", "/")).unwrap();
        let entry = client.fetch(key, None, policy).await;
        let found = match entry.may_fetch(policy.access, entry.record().finished) {
            MayFetch::WhatTheRulesAllow => "what the rules allow",
            MayFetch::Everything => "everything",
            MayFetch::Nothing => "nothing",
            other => panic!("{other:?}"),
        };
        assert_eq!(Some(found), text("may-fetch"), "{case:?}");
        let result = format!("{:?}", entry.access_result(policy.access)).to_lowercase();
        assert_eq!(Some(result.as_str()), text("result"), "{case:?}");
    }
}

#[tokio::test]
async fn redirects_across_hosts_and_back() {
    let b = Server::start(|_| file(RULES)).await;
    let to_b = b.url("b.example", "/elsewhere?x=1");
    let a = Server::start(move |_| redirect(&to_b)).await;
    let entry = fetch(&a.url("a.example", "/")).await;
    assert_eq!(bytes(&entry), RULES.as_bytes());
    assert_eq!(b.targets(), ["/elsewhere?x=1"]);
    assert_eq!(b.asked()[0].headers["host"], format!("b.example:{}", b.address.port()));
    assert_eq!(entry.key().as_str(), a.url("a.example", ""));
    let statuses: Vec<_> = entry.record().hops.iter().map(|hop| hop.status.unwrap()).collect();
    assert_eq!(statuses, [302, 200]);
}

#[tokio::test]
async fn redirects_in_every_form() {
    let server = Server::start(|asked| match asked.target.as_str() {
        "/robots.txt" => answer(301, &[("Location", "one")], ""),
        "/one" => answer(303, &[("Location", "./two#fragment")], ""),
        "/two" => answer(307, &[("Location", "/caf\u{e9}")], ""),
        "/caf%C3%A9" => answer(308, &[("Location", "?x=a b")], ""),
        "/caf%C3%A9?x=a%20b" => answer(300, &[("Location", "//b.example:PORT/last")], ""),
        other => panic!("{other}"),
    })
    .await;
    let entry = fetch(&server.url("a.example", "/")).await;
    // The last one has no port that is a number: it leads nowhere.
    assert_eq!(entry.record().outcome, AttemptOutcome::RedirectNowhere(300));
    assert_eq!(entry.record().hops.len(), 5);
    assert_eq!(may(&entry), MayFetch::Everything);
}

#[tokio::test]
async fn circle_costs_no_more_than_its_length() {
    let server = Server::start(|_| redirect("/robots.txt")).await;
    let entry = fetch(&server.url("a.example", "/")).await;
    assert_eq!(entry.record().outcome, AttemptOutcome::RedirectLoop);
    assert_eq!(server.targets().len(), 1);
    assert_eq!(may(&entry), MayFetch::Everything);
}

#[tokio::test]
async fn body_of_a_redirect_is_not_looked_at() {
    let mut steps = answer(302, &[("Location", "/there")], "");
    steps = match &mut steps[..] {
        [Step::Send(head)] => {
            let head = String::from_utf8(head.clone()).unwrap();
            raw(&head.replace("Content-Length: 0", "Content-Length: 1000000"))
        }
        _ => unreachable!(),
    };
    steps.push(Step::Wait(Duration::from_secs(60)));
    let server = Server::start(move |asked| match asked.target.as_str() {
        "/there" => file(RULES),
        _ => steps.clone(),
    })
    .await;
    let entry = fetch(&server.url("a.example", "/")).await;
    assert_eq!(bytes(&entry), RULES.as_bytes());
}

/// <https://github.com/bopoda/robots-txt-parser/issues/24>
/// <https://github.com/zaproxy/zaproxy/issues/4988>
#[tokio::test]
async fn page_in_place_of_the_file_is_read_and_noted() {
    let page = "<!doctype html>\n<h1>Hello</h1>\nUser-agent: *\nDisallow: /\n";
    let entry =
        fetch_from(answer(200, &[("Content-Type", "text/html; charset=utf-8")], page)).await;
    assert_eq!(may(&entry), MayFetch::WhatTheRulesAllow);
    assert_eq!(bytes(&entry), page.as_bytes());
    assert!(entry.record().is_html);
    assert_eq!(entry.record().warnings().len(), 2);
}

#[tokio::test]
async fn no_content_is_a_file_without_rules() {
    for steps in [
        raw("HTTP/1.1 204 No Content\r\n\r\n"),
        answer(200, &[("Content-Encoding", "gzip")], ""),
        raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    ] {
        let entry = fetch_from(steps).await;
        assert_eq!(may(&entry), MayFetch::WhatTheRulesAllow);
        assert_eq!(bytes(&entry), b"");
    }
}

/// <https://github.com/ekalinin/robots.js/pull/4>
#[tokio::test]
async fn body_in_pieces_of_any_size() {
    let mut steps = raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    for byte in RULES.bytes() {
        steps.push(Step::Send(format!("1\r\n{}\r\n", byte as char).into_bytes()));
    }
    steps.extend(raw("0\r\n\r\n"));
    assert_eq!(bytes(&fetch_from(steps).await), RULES.as_bytes());
    let until_closed = raw(&format!("HTTP/1.0 200 OK\r\n\r\n{RULES}"));
    assert_eq!(bytes(&fetch_from(until_closed).await), RULES.as_bytes());
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[tokio::test]
async fn compressed_bodies() {
    // `User-agent: *` and a line end, as a brotli stream with one uncompressed block.
    let brotli = b"\xd0\x00\x10User-agent: *\n\x03";
    for (coding, body, expected) in [
        ("gzip", gzip(RULES.as_bytes()), RULES.as_bytes()),
        ("br", brotli.to_vec(), b"User-agent: *\n"),
    ] {
        let entry = fetch_from(answer(200, &[("Content-Encoding", coding)], body)).await;
        assert_eq!(bytes(&entry), expected, "{coding}");
    }
    let entry = fetch_from(answer(200, &[("Content-Encoding", "gzip")], RULES)).await;
    check_failure(&entry, FailureKind::ContentCoding);
    let entry = fetch_from(answer(200, &[("Content-Encoding", "zstd")], "x")).await;
    check_failure(&entry, FailureKind::ContentCoding);
    let half = &gzip(RULES.as_bytes())[..20];
    let entry = fetch_from(answer(200, &[("Content-Encoding", "gzip")], half)).await;
    check_failure(&entry, FailureKind::ContentCoding);
}

#[tokio::test]
async fn bomb_is_not_unpacked() {
    let bomb = gzip(&vec![b'\n'; 50_000_000]);
    assert!(bomb.len() < 200_000);
    let entry = fetch_from(answer(200, &[("Content-Encoding", "gzip")], bomb)).await;
    assert!(entry.record().is_cut);
    assert_eq!(bytes(&entry).len(), 512_000);
}

/// <https://github.com/apache/stormcrawler/issues/2087>
#[tokio::test]
async fn endless_body_is_read_up_to_the_limit() {
    let line = b"Disallow: /0123456789/0123456789/0123456789\n".repeat(1000);
    let start = Instant::now();
    let entry = fetch_from(vec![
        Step::Send(b"HTTP/1.1 200 OK\r\n\r\nUser-agent: *\n".to_vec()),
        Step::Endless(line.clone()),
    ])
    .await;
    assert!(entry.record().is_cut);
    assert!(bytes(&entry).len() <= 512_000 && bytes(&entry).len() > 511_900);
    assert!(bytes(&entry).ends_with(b"\n"));
    // The length was promised, and the rest is not waited for.
    let entry = fetch_from(vec![
        Step::Send(b"HTTP/1.1 200 OK\r\nContent-Length: 20000000\r\n\r\nUser-agent: *\n".to_vec()),
        Step::Send(line.repeat(12)),
        Step::Wait(Duration::from_secs(60)),
    ])
    .await;
    assert!(entry.record().is_cut);
    assert_eq!(may(&entry), MayFetch::WhatTheRulesAllow);
    // Just as much as is read, and then nothing more comes.
    let entry = fetch_impatiently(vec![
        Step::Send(b"HTTP/1.1 200 OK\r\nContent-Length: 20000000\r\n\r\n".to_vec()),
        Step::Send(b"#2345678\n".repeat(60_000)[..512_000].to_vec()),
        Step::Wait(Duration::from_secs(60)),
    ])
    .await;
    assert!(entry.record().is_cut, "{:?}", entry.record());
    assert_eq!(may(&entry), MayFetch::WhatTheRulesAllow);
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[tokio::test]
async fn file_of_exactly_the_limit_is_whole() {
    let body = b"#2345678\n".repeat(60_000)[..512_000].to_vec();
    let entry = fetch_from(file(&body)).await;
    assert!(!entry.record().is_cut);
    assert_eq!(bytes(&entry), body);
}

#[tokio::test]
async fn broken_connections() {
    let refused = {
        let server = Server::start(|_| file(RULES)).await;
        server.url("a.example", "/")
    };
    check_failure(&fetch(&refused).await, FailureKind::Connection);
    check_failure(&fetch("http://nowhere.invalid/").await, FailureKind::Name);
    check_failure(&fetch_from(vec![Step::Reset]).await, FailureKind::Connection);
    check_failure(&fetch_from(vec![]).await, FailureKind::Connection);
    check_failure(&fetch_from(raw("HTTP/1.1 200 OK\r\nContent-Le")).await, FailureKind::Connection);
    for truncated in [
        raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nUser-agent: *\n"),
        raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\nUser-agent: *\n"),
        raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nUser-\r\n"),
        raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n"),
        vec![raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nUser").remove(0), Step::Reset],
    ] {
        check_failure(&fetch_from(truncated).await, FailureKind::Truncated);
    }
}

#[tokio::test]
async fn answers_that_are_no_http() {
    for nonsense in [
        "SSH-2.0-OpenSSH_9.2\r\n\r\n",
        "\u{15}\u{3}\u{3}\0\u{2}\u{2}\u{28}",
        "HTTP/1.1 abc\r\n\r\n",
    ] {
        check_failure(&fetch_from(raw(nonsense)).await, FailureKind::InvalidResponse);
    }
    let endless_head = vec![
        Step::Send(b"HTTP/1.1 200 OK\r\n".to_vec()),
        Step::Endless(b"X-Padding: 0123456789012345678901234567890123456789\r\n".to_vec()),
    ];
    check_failure(&fetch_from(endless_head).await, FailureKind::InvalidResponse);
}

#[tokio::test]
async fn slow_servers() {
    let pause = Step::Wait(Duration::from_millis(50));
    // Something comes all the time, and never enough.
    let mut head = vec![Step::Send(b"HTTP/1.1 200 OK\r\n".to_vec())];
    let mut body = vec![Step::Send(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n".to_vec())];
    for _ in 0..1000 {
        head.extend([pause.clone(), Step::Send(b"X: y\r\n".to_vec())]);
        body.extend([pause.clone(), Step::Send(b"#".to_vec())]);
    }
    for steps in [vec![Step::Wait(Duration::from_secs(60))], head, body] {
        check_failure(&fetch_impatiently(steps).await, FailureKind::TimedOut);
    }
}

/// <https://github.com/xorbitsai/xagent/pull/2043>
#[tokio::test]
async fn all_hops_share_one_total_time() {
    let server = Server::start(|asked| {
        after(Duration::from_millis(500), redirect(&format!("{}x", asked.target)))
    })
    .await;
    let client = client().total_timeout(Duration::from_millis(1250)).build().unwrap();
    let entry = fetch_with(&client, &server.url("a.example", "/")).await;
    check_failure(&entry, FailureKind::TimedOut);
    assert_eq!(entry.record().hops.len(), 3, "{:?}", entry.record());
    assert!(entry.record().failure().unwrap().detail().contains("in total"));
}

#[tokio::test]
async fn information_before_the_answer_is_none() {
    let steps = raw(&format!(
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{RULES}",
        RULES.len()
    ));
    assert_eq!(bytes(&fetch_from(steps).await), RULES.as_bytes());
}

#[tokio::test]
async fn one_host_gets_few_requests_at_once() {
    let slow = Server::start(|_| after(Duration::from_millis(20), file(RULES))).await;
    let to = slow.url("slow.example", "/r");
    let many = Server::start(move |_| redirect(&to)).await;
    let client = client().max_concurrency_per_host(2).build().unwrap();
    let mut fetches = tokio::task::JoinSet::new();
    for host in 0..20 {
        let (client, url) = (client.clone(), many.url(&format!("h{host}.example"), "/"));
        fetches.spawn(async move { fetch_with(&client, &url).await });
    }
    for entry in fetches.join_all().await {
        assert_eq!(bytes(&entry), RULES.as_bytes());
    }
    assert!(slow.most_at_once() <= 2, "{}", slow.most_at_once());
}
