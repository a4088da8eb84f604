//! A crawl that ends or is killed, and resumes where it was.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use crate::server::{Clock, RULES, Server, answer, client, file};
use gatepost::MayFetch;
use gatepost_fetch::{CacheKey, DiskStore, RobotsCache, Store};

fn cache(path: &Path, clock: &Clock) -> (RobotsCache, Arc<DiskStore>) {
    let store = Arc::new(DiskStore::open(path).unwrap());
    let client = client().clock(clock.of()).build().unwrap();
    (RobotsCache::builder(client).store(store.clone()).build(), store)
}

async fn may(robots: &RobotsCache, page: &str) -> (bool, MayFetch) {
    let crawler = crate::server::identity().token().clone();
    let permission = robots.may_fetch(page, &crawler).await.unwrap();
    (permission.is_allowed(), permission.may_fetch())
}

#[tokio::test]
async fn crawl_resumes_without_asking_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("robots.redb");
    let clock = Clock::new();
    let there = Server::start(|asked| match asked.headers.get("if-none-match") {
        Some(_) => answer(304, &[], ""),
        None => answer(200, &[("ETag", "\"v1\"")], RULES),
    })
    .await;
    let missing = Server::start(|_| answer(404, &[], "")).await;
    let page = there.url("a.example", "/private");
    let open = missing.url("b.example", "/private");
    for _ in 0..3 {
        let (robots, store) = cache(&path, &clock);
        assert_eq!(may(&robots, &page).await, (false, MayFetch::WhatTheRulesAllow));
        assert_eq!(may(&robots, &open).await, (true, MayFetch::Everything));
        store.flush().unwrap();
        drop((robots, store));
    }
    assert_eq!(there.targets().len(), 1);
    assert_eq!(missing.targets().len(), 1);
    // And a day later it only wants to know whether it has changed.
    clock.forward(24);
    let (robots, _store) = cache(&path, &clock);
    assert_eq!(may(&robots, &page).await, (false, MayFetch::WhatTheRulesAllow));
    assert_eq!(there.asked()[1].headers["if-none-match"], "\"v1\"");
}

#[tokio::test]
async fn copy_outlives_the_process() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("robots.redb");
    let clock = Clock::new();
    let page = {
        let server = Server::start(|_| file(RULES)).await;
        let (robots, _store) = cache(&path, &clock);
        let page = server.url("a.example", "/private");
        assert_eq!(may(&robots, &page).await, (false, MayFetch::WhatTheRulesAllow));
        page
    };
    clock.forward(24 * 29);
    let (robots, _store) = cache(&path, &clock);
    assert_eq!(may(&robots, &page).await, (false, MayFetch::WhatTheCopyAllows));
}

#[tokio::test]
async fn old_hosts_are_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("robots.redb");
    let clock = Clock::new();
    let server = Server::start(|_| file(RULES)).await;
    let (robots, store) = cache(&path, &clock);
    may(&robots, &server.url("a.example", "/")).await;
    clock.forward(24 * 20);
    may(&robots, &server.url("b.example", "/")).await;
    store.flush().unwrap();
    let days = |days: u64| Duration::from_secs(days * 24 * 60 * 60);
    clock.forward(24 * 20);
    assert_eq!(store.forget_older_than(days(31), clock.now()).unwrap(), 1);
    let known = |host: &str| {
        let key = CacheKey::of(&server.url(host, "/")).unwrap();
        store.load(&key).unwrap().is_some()
    };
    assert!(!known("a.example") && known("b.example"));
}

#[test]
fn what_is_no_store_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("robots.txt");
    std::fs::write(&path, RULES.repeat(1000)).unwrap();
    assert!(DiskStore::open(&path).is_err());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), RULES.repeat(1000), "and left alone");
    assert!(DiskStore::open(folder.path().join("no/such/folder")).is_err());
    let store = DiskStore::open(folder.path().join("one")).unwrap();
    assert!(DiskStore::open(folder.path().join("one")).is_err(), "one process at a time");
    drop(store);
    assert!(DiskStore::open(folder.path().join("one")).is_ok());
}

const CHILD: &str = "GATEPOST_TEST_STORE";

/// Not a test of its own: what [`crash_loses_nothing_that_was_flushed`] starts and lets die.
#[tokio::test]
#[ignore = "started by another test"]
async fn crashing_child() {
    let Some(path) = std::env::var_os(CHILD) else { return };
    let (robots, store) = cache(Path::new(&path), &Clock::new());
    let server = Server::start(|_| file(RULES)).await;
    may(&robots, &server.url("a.example", "/")).await;
    store.flush().unwrap();
    // In the middle of writing more.
    for host in 0..50 {
        may(&robots, &server.url(&format!("h{host}.example"), "/")).await;
    }
    println!("port {}", server.address.port());
    std::process::abort();
}

#[test]
fn crash_loses_nothing_that_was_flushed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("robots.redb");
    for _ in 0..3 {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "disk::crashing_child", "--nocapture"])
            .env(CHILD, &path)
            .output()
            .unwrap();
        assert!(!child.status.success(), "it was to die");
        let said = String::from_utf8_lossy(&child.stdout).into_owned();
        let port = said.lines().find_map(|line| line.split("port ").nth(1)).expect("its port");
        let store = DiskStore::open(&path).unwrap();
        let key = CacheKey::of(&format!("http://a.example:{port}/")).unwrap();
        let entry = store.load(&key).unwrap().expect("what was flushed");
        assert_eq!(&*entry.copy().unwrap().bytes, RULES.as_bytes());
    }
}
