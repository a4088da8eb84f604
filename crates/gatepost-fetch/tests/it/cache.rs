//! The cache in front of real servers: what is requested once, what is requested again, and what an
//! answer contains.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::server::{Clock, RULES, Server, Step, after, answer, client, file, redirect};
use gatepost::{AccessPolicy, MayFetch, ProductToken};
use gatepost_fetch::{Addresses, AttemptOutcome, FetchPolicy, Permission, Resolve, RobotsCache};

fn crawler() -> ProductToken {
    crate::server::identity().token().clone()
}

async fn ask(robots: &RobotsCache, page: &str) -> Permission {
    robots.may_fetch(page, &crawler()).await.unwrap()
}

fn cache() -> RobotsCache {
    RobotsCache::builder(client().build().unwrap()).build()
}

#[tokio::test]
async fn one_request_answers_for_all_pages_and_crawlers() {
    let server = Server::start(|_| {
        file("User-agent: *\nDisallow: /private\n\nUser-agent: OtherBot\nDisallow: /\nCrawl-delay: 3\n")
    })
    .await;
    let robots = cache();
    let page = |path: &str| server.url("a.example", path);
    assert!(ask(&robots, &page("/")).await.is_allowed());
    let denied = ask(&robots, &page("/private/x?y")).await;
    assert!(!denied.is_allowed());
    assert_eq!((denied.line(), denied.may_fetch()), (Some(2), MayFetch::WhatTheRulesAllow));
    assert_eq!(denied.crawl_delay(), None);
    assert_eq!(denied.robots().unwrap().groups().len(), 2);
    let other = ProductToken::new("OtherBot").unwrap();
    let permission = robots.may_fetch(&page("/"), &other).await.unwrap();
    assert!(!permission.is_allowed());
    assert_eq!(permission.crawl_delay(), Some(Duration::from_secs(3)));
    let names = [ProductToken::new("NewsBot").unwrap(), other];
    assert!(!robots.may_fetch_as_any_of(&page("/"), &names).await.unwrap().is_allowed());
    assert_eq!(server.targets(), ["/robots.txt"]);
}

/// <https://github.com/kreuzberg-dev/kreuzcrawl/issues/43>
/// <https://github.com/gocolly/colly/pull/39>
#[tokio::test]
async fn ports_are_hosts_of_their_own() {
    let open = Server::start(|_| answer(404, &[], "")).await;
    let closed = Server::start(|_| file("User-agent: *\nDisallow: /\n")).await;
    let robots = cache();
    assert!(ask(&robots, &open.url("a.example", "/x")).await.is_allowed());
    assert!(!ask(&robots, &closed.url("a.example", "/x")).await.is_allowed());
    assert_eq!(robots.len(), 2);
}

/// A page may redirect to another host: each address is asked about by itself.
///
/// <https://github.com/ropensci/robotstxt/issues/27>
#[tokio::test]
async fn target_of_a_pages_redirect_is_another_question() {
    let a = Server::start(|_| answer(404, &[], "")).await;
    let b = Server::start(|_| file("User-agent: *\nDisallow: /target\n")).await;
    let robots = cache();
    assert!(ask(&robots, &a.url("a.example", "/source")).await.is_allowed());
    assert!(!ask(&robots, &b.url("b.example", "/target")).await.is_allowed());
}

/// <https://github.com/scrapy/scrapy/pull/896>
#[tokio::test]
async fn file_itself_may_always_be_asked_for() {
    let server = Server::start(|_| answer(503, &[], "")).await;
    let robots = cache();
    assert!(!ask(&robots, &server.url("a.example", "/")).await.is_allowed());
    assert!(ask(&robots, &server.url("a.example", "/robots.txt")).await.is_allowed());
}

/// Nothing is asked for but on behalf of a question.
///
/// <https://github.com/spatie/crawler/pull/485>
#[tokio::test]
async fn what_is_no_page_is_an_error_and_no_request() {
    let robots = cache();
    for page in ["", "/a", "a.example", "ftp://a.example/", "mailto:a@b.example"] {
        assert!(robots.may_fetch(page, &crawler()).await.is_err(), "{page}");
    }
    assert!(robots.is_empty());
}

/// All of them wait for the answer before they fetch anything.
///
/// <https://github.com/webrecorder/browsertrix-crawler/pull/888>
/// <https://github.com/dondai1234/master-fetch/pull/39>
/// <https://github.com/scrapy/scrapy/issues/2014>
#[tokio::test(flavor = "multi_thread")]
async fn thousand_askers_make_one_request() {
    let server = Server::start(|_| after(Duration::from_millis(100), file(RULES))).await;
    let robots = cache();
    let mut askers = tokio::task::JoinSet::new();
    for number in 0..1000 {
        let (robots, page) =
            (robots.clone(), server.url("a.example", &format!("/private/{number}")));
        askers.spawn(async move { ask(&robots, &page).await.is_allowed() });
    }
    assert!(askers.join_all().await.into_iter().all(|allowed| !allowed));
    assert_eq!(server.targets().len(), 1);
}

#[tokio::test]
async fn whoever_stops_waiting_takes_nothing_from_the_others() {
    let server = Server::start(|_| after(Duration::from_millis(100), file(RULES))).await;
    let robots = cache();
    let page = server.url("a.example", "/private");
    // The first, who began it, is the first to go.
    let short = Duration::from_millis(20);
    assert!(tokio::time::timeout(short, ask(&robots, &page)).await.is_err());
    let (second, third) =
        tokio::join!(ask(&robots, &page), tokio::time::timeout(short, ask(&robots, &page)),);
    assert!(!second.is_allowed() && third.is_err());
    assert_eq!(server.targets().len(), 1);
    assert!(!ask(&robots, &page).await.is_allowed());
    assert_eq!(server.targets().len(), 1);
}

/// Panics for some time, then works.
struct Bad(Arc<AtomicUsize>);

impl Resolve for Bad {
    fn resolve<'a>(&'a self, host: &'a str) -> Addresses<'a> {
        assert!(self.0.fetch_add(1, Ordering::Relaxed) >= 3, "a resolver that panics");
        crate::server::Loopback.resolve(host)
    }
}

#[tokio::test]
async fn attempt_that_dies_is_no_answer() {
    let server = Server::start(|_| answer(404, &[], "")).await;
    let asked = Arc::new(AtomicUsize::new(0));
    let client = client().resolver(Bad(asked.clone())).build().unwrap();
    let robots = RobotsCache::builder(client).build();
    let page = server.url("a.example", "/");
    let first = ask(&robots, &page).await;
    assert!(!first.is_allowed());
    assert_eq!(first.may_fetch(), MayFetch::Nothing);
    assert_eq!(asked.load(Ordering::Relaxed), 2, "begun again once");
    assert!(robots.is_empty(), "and kept nowhere");
    assert!(ask(&robots, &page).await.is_allowed());
}

fn cache_at(clock: &Clock, access: AccessPolicy) -> RobotsCache {
    let mut policy = FetchPolicy::default();
    policy.access = access;
    let client = client().clock(clock.of()).build().unwrap();
    RobotsCache::builder(client).policy(policy).build()
}

/// A server that answers each request with the next of a list, and then with the last.
async fn changing(answers: Vec<Vec<Step>>) -> Server {
    let at = AtomicUsize::new(0);
    Server::start(move |_| {
        let at = at.fetch_add(1, Ordering::Relaxed);
        answers[at.min(answers.len() - 1)].clone()
    })
    .await
}

/// <https://github.com/D4Vinci/Scrapling/issues/437>
/// <https://github.com/aden-hive/hive/issues/2279>
#[tokio::test]
async fn server_that_changes_its_mind() {
    let server = changing(vec![
        answer(503, &[], ""),
        file("User-agent: *\nDisallow: /\n"),
        answer(404, &[], ""),
        file("User-agent: *\nDisallow: /a\n"),
        vec![Step::Reset],
        file("User-agent: *\nDisallow:\n"),
    ])
    .await;
    let clock = Clock::new();
    let robots = cache_at(&clock, AccessPolicy::RFC9309);
    let page = server.url("a.example", "/a");
    for (allowed, may) in [
        (false, MayFetch::Nothing),
        (false, MayFetch::WhatTheRulesAllow),
        (true, MayFetch::Everything),
        (false, MayFetch::WhatTheRulesAllow),
        (false, MayFetch::WhatTheCopyAllows),
        (true, MayFetch::WhatTheRulesAllow),
    ] {
        let permission = ask(&robots, &page).await;
        assert_eq!((permission.is_allowed(), permission.may_fetch()), (allowed, may));
        // While it counts, nobody is asked.
        let before = server.targets().len();
        ask(&robots, &page).await;
        assert_eq!(server.targets().len(), before);
        clock.forward(24);
    }
    assert_eq!(server.targets().len(), 6);
}

/// <https://github.com/dondai1234/master-fetch/pull/39>
/// <https://github.com/mwmbl/mwmbl/pull/337>
#[tokio::test]
async fn failure_counts_for_minutes_and_no_file_for_an_hour() {
    let clock = Clock::new();
    let robots = cache_at(&clock, AccessPolicy::RFC9309);
    let down = changing(vec![answer(503, &[], ""), file(RULES)]).await;
    let missing = changing(vec![answer(404, &[], ""), file(RULES)]).await;
    let ask_both = async || {
        let down = ask(&robots, &down.url("a.example", "/private")).await.may_fetch();
        (down, ask(&robots, &missing.url("b.example", "/private")).await.may_fetch())
    };
    assert_eq!(ask_both().await, (MayFetch::Nothing, MayFetch::Everything));
    clock.forward(0);
    assert_eq!(ask_both().await, (MayFetch::Nothing, MayFetch::Everything));
    clock.forward(1);
    let rules = MayFetch::WhatTheRulesAllow;
    assert_eq!(ask_both().await, (rules, rules));
}

#[tokio::test]
async fn unchanged_file_is_not_sent_again() {
    let server = Server::start(|asked| match asked.headers.get("if-none-match") {
        Some(etag) if etag == "\"v1\"" => answer(304, &[("ETag", "\"v1\"")], ""),
        _ => answer(
            200,
            &[("ETag", "\"v1\""), ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")],
            RULES,
        ),
    })
    .await;
    let clock = Clock::new();
    let robots = cache_at(&clock, AccessPolicy::RFC9309);
    let page = server.url("a.example", "/private");
    for _ in 0..3 {
        let permission = ask(&robots, &page).await;
        assert!(!permission.is_allowed());
        assert_eq!(permission.may_fetch(), MayFetch::WhatTheRulesAllow);
        clock.forward(24);
    }
    let asked = server.asked();
    assert_eq!(asked.len(), 3);
    assert!(!asked[0].headers.contains_key("if-none-match"));
    assert_eq!(asked[2].headers["if-modified-since"], "Sun, 06 Nov 1994 08:49:37 GMT");
    let entry = ask(&robots, &page).await.entry().clone();
    assert_eq!(entry.record().outcome, AttemptOutcome::NotModified);
}

/// <https://github.com/fooock/robots.txt/issues/5>
/// <https://github.com/h5bp/server-configs-apache/issues/132>
#[tokio::test]
async fn owner_says_how_long_it_counts() {
    let clock = Clock::new();
    let robots = cache_at(&clock, AccessPolicy::RFC9309);
    let hour = Server::start(|_| answer(200, &[("Cache-Control", "max-age=3600")], RULES)).await;
    let year =
        Server::start(|_| answer(200, &[("Cache-Control", "max-age=31536000")], RULES)).await;
    for _ in 0..24 {
        ask(&robots, &hour.url("a.example", "/")).await;
        ask(&robots, &year.url("a.example", "/")).await;
        clock.forward(1);
    }
    ask(&robots, &year.url("a.example", "/")).await;
    assert_eq!(hour.targets().len(), 24);
    assert_eq!(year.targets().len(), 2, "a day at most");
}

#[tokio::test]
async fn copy_lasts_thirty_days() {
    let clock = Clock::new();
    let server = changing(vec![file(RULES), answer(500, &[], "")]).await;
    let robots = cache_at(&clock, AccessPolicy::RFC9309);
    let page = server.url("a.example", "/private");
    assert!(!ask(&robots, &page).await.is_allowed());
    clock.forward(24);
    for _ in 0..30 {
        let permission = ask(&robots, &page).await;
        assert_eq!(permission.may_fetch(), MayFetch::WhatTheCopyAllows);
        assert!(!permission.is_allowed());
        clock.forward(24);
    }
    assert!(ask(&robots, &page).await.is_allowed());
}

#[tokio::test]
async fn clock_that_is_put_back_asks_again_once() {
    let clock = Clock::new();
    clock.forward(24 * 365);
    let server = Server::start(|_| file(RULES)).await;
    let robots = cache_at(&clock, AccessPolicy::RFC9309);
    let page = server.url("a.example", "/private");
    ask(&robots, &page).await;
    let earlier = Clock::new();
    let robots_then = cache_at(&earlier, AccessPolicy::RFC9309);
    ask(&robots_then, &page).await;
    ask(&robots_then, &page).await;
    assert_eq!(server.targets().len(), 2);
    clock.back(24 * 365);
    ask(&robots, &page).await;
    ask(&robots, &page).await;
    assert_eq!(server.targets().len(), 3);
}

/// <http://a.example/robots.txt> leads to <https://www.a.example/robots.txt> on half of the web.
///
/// <https://github.com/seomoz/reppy/issues/80>
/// <https://github.com/apache/stormcrawler/pull/1057>
#[tokio::test]
async fn own_file_of_a_redirects_target_is_not_fetched_again() {
    let b = Server::start(|_| file(RULES)).await;
    let (own, other) = (b.url("b.example", "/robots.txt"), b.url("c.example", "/r.txt"));
    let a = Server::start(move |asked| {
        redirect(if asked.headers["host"].starts_with("a.") { &own } else { &other })
    })
    .await;
    let robots = cache();
    assert!(!ask(&robots, &a.url("a.example", "/private")).await.is_allowed());
    let permission = ask(&robots, &b.url("b.example", "/private")).await;
    assert!(!permission.is_allowed());
    assert_eq!(permission.entry().record().hops.len(), 1);
    assert_eq!(b.targets(), ["/robots.txt"]);
    // Another file of another host says nothing about that host.
    ask(&robots, &a.url("x.example", "/private")).await;
    ask(&robots, &b.url("c.example", "/private")).await;
    assert_eq!(b.targets(), ["/robots.txt", "/r.txt", "/robots.txt"]);
}

/// <https://github.com/apache/stormcrawler/issues/265>
/// <https://github.com/h4ckf0r0day/obscura/issues/1061>
#[tokio::test]
async fn memory_is_bounded() {
    let body = "#".repeat(100_000);
    let server = Server::start(move |_| file(&body)).await;
    let robots = RobotsCache::builder(client().build().unwrap()).memory(0).build();
    for host in 0..50 {
        ask(&robots, &server.url(&format!("h{host}.example"), "/")).await;
    }
    assert!(robots.len() > 5 && robots.len() <= 20, "{}", robots.len());
    // The largest file that is read has its place in the least memory.
    let whole = "#2345678\n".repeat(60_000);
    let large = Server::start(move |_| file(&whole)).await;
    for _ in 0..3 {
        ask(&robots, &large.url("a.example", "/")).await;
    }
    assert_eq!(large.targets().len(), 1);
}

/// <https://github.com/riceharvest/agents-first-toolkit/issues/2>
#[tokio::test(start_paused = true)]
async fn crawl_delay_is_waited_for() {
    let server = Server::start(|_| file(RULES)).await;
    let robots = cache();
    let permission = ask(&robots, &server.url("a.example", "/")).await;
    assert_eq!(permission.crawl_delay(), Some(Duration::from_millis(2500)));
    let start = tokio::time::Instant::now();
    for _ in 0..3 {
        robots.wait_turn(&permission).await;
    }
    assert_eq!(start.elapsed().as_millis() / 100, 50, "two waits of 2.5 s");
    robots.back_off(&permission, "60");
    robots.wait_turn(&permission).await;
    assert_eq!(start.elapsed().as_secs(), 65);
}
