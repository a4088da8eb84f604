//! Ten thousand hosts, a thousand at a time.

use std::time::Duration;

use crate::server::{RULES, Server, after, answer, client, file, redirect};
use gatepost::MayFetch;
use gatepost_fetch::RobotsCache;

/// A third of the hosts has a file, a third has none, and a third is down or redirects.
async fn crowd(hosts: usize, max_concurrency: usize) {
    let server = Server::start(|asked| {
        let host = asked.headers["host"].trim_start_matches('h');
        let number: usize = host.split('.').next().unwrap().parse().unwrap();
        let steps = match number % 6 {
            0 | 1 => file(RULES),
            2 | 3 => answer(404, &[], ""),
            4 => answer(503, &[], ""),
            _ if asked.target == "/robots.txt" => redirect("/there"),
            _ => file(RULES),
        };
        after(Duration::from_millis(20), steps)
    })
    .await;
    let client = client()
        .max_concurrency(max_concurrency)
        .request_timeout(Duration::from_secs(20))
        .total_timeout(Duration::from_secs(40))
        .build()
        .unwrap();
    let robots = RobotsCache::builder(client).build();
    let crawler = crate::server::identity().token().clone();
    let mut askers = tokio::task::JoinSet::new();
    for number in 0..hosts {
        let page = server.url(&format!("h{number}.example"), "/private");
        let (robots, crawler) = (robots.clone(), crawler.clone());
        askers.spawn(async move {
            // Everybody asks twice, at once.
            let twice =
                tokio::join!(robots.may_fetch(&page, &crawler), robots.may_fetch(&page, &crawler));
            let (first, second) = (twice.0.unwrap(), twice.1.unwrap());
            assert_eq!(first.may_fetch(), second.may_fetch());
            (number, first.may_fetch())
        });
    }
    for (number, may) in askers.join_all().await {
        let expected = match number % 6 {
            2 | 3 => MayFetch::Everything,
            4 => MayFetch::Nothing,
            _ => MayFetch::WhatTheRulesAllow,
        };
        assert_eq!(may, expected, "host {number}");
    }
    let redirecting = (0..hosts).filter(|number| number % 6 == 5).count();
    assert_eq!(server.targets().len(), hosts + redirecting);
    assert!(server.most_at_once() <= max_concurrency + 50, "{}", server.most_at_once());
    assert!(server.most_at_once() >= max_concurrency / 3, "{}", server.most_at_once());
}

#[tokio::test(flavor = "multi_thread")]
async fn three_hundred_hosts() {
    crowd(300, 100).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "opens two thousand sockets and takes seconds"]
async fn ten_thousand_hosts() {
    crowd(10_000, 1_000).await;
}
