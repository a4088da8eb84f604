//! The state machine, without a network and without a clock.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use gatepost::{AccessPolicy, AccessResult, MayFetch};
use gatepost_fetch::{
    Action, AttemptOutcome, CacheKey, Entry, Failure, FailureKind, FetchPolicy, FetchState,
    Headers, Request, Response,
};

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A site, told by what it answers.
struct Site {
    policy: FetchPolicy,
    now: SystemTime,
    known: Option<Arc<Entry>>,
    asked: Vec<Request>,
}

fn site() -> Site {
    let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000);
    Site { policy: FetchPolicy::default(), now, known: None, asked: Vec::new() }
}

fn site_of(policy: AccessPolicy) -> Site {
    let mut site = site();
    site.policy.access = policy;
    site
}

impl Site {
    /// One attempt, with an answer for each request.
    #[track_caller]
    fn attempt(&mut self, answer: impl Fn(&str) -> Result<Response, Failure>) -> Arc<Entry> {
        self.asked.clear();
        let key = CacheKey::of("https://a.example/page").unwrap();
        let (mut state, mut request) =
            FetchState::start(key, self.known.take(), self.policy, self.now);
        for _ in 0..100 {
            self.asked.push(request.clone());
            match state.next(answer(request.url.as_str()), None, self.now) {
                Action::Request(next) => request = next,
                Action::Done(entry) => {
                    let entry = Arc::new(*entry);
                    self.known = Some(entry.clone());
                    return entry;
                }
            }
        }
        panic!("it goes on for ever: {:?}", self.asked);
    }

    fn may(&self) -> MayFetch {
        self.known.as_ref().unwrap().may_fetch(self.policy.access, self.now)
    }

    fn is_fresh(&self) -> bool {
        self.known.as_ref().unwrap().is_fresh(self.now)
    }

    /// How long what is known counts.
    fn life(&self) -> Duration {
        self.known.as_ref().unwrap().fresh_until().duration_since(self.now).unwrap()
    }
}

fn answer(status: u16, headers: &[(&str, &str)], body: &str) -> Result<Response, Failure> {
    let headers = headers.iter().map(|(name, value)| (*name, value.as_bytes()));
    Ok(Response { status, headers: Headers::from_iter(headers), body: body.into(), is_cut: false })
}

fn status(status: u16) -> Result<Response, Failure> {
    answer(status, &[], "User-agent: *\nDisallow: /\n")
}

fn redirect(to: &str) -> Result<Response, Failure> {
    answer(302, &[("Location", to)], "")
}

fn failed() -> Result<Response, Failure> {
    Err(Failure::new(FailureKind::TimedOut, "5 s"))
}

const RULES: &str = "User-agent: *\nDisallow: /private\n";

/// A chain of redirects that ends at the given hop.
fn chain(url: &str, hops: usize, last: Result<Response, Failure>) -> Result<Response, Failure> {
    let hop = match url.split_once("/hop/") {
        None => 0,
        Some((_, number)) => number.parse().unwrap(),
    };
    // Across hosts, since the rules count for the first one whatever it is.
    if hop < hops { redirect(&format!("http://b{hop}.example/hop/{}", hop + 1)) } else { last }
}

/// <https://github.com/apache/stormcrawler/issues/1058>
#[test]
fn five_redirects_are_followed_and_six_are_not() {
    for hops in 0..=5 {
        let mut site = site();
        let entry = site.attempt(|url| chain(url, hops, answer(200, &[], RULES)));
        assert_eq!(site.asked.len(), hops + 1);
        assert_eq!(entry.record().redirects(), hops);
        assert_eq!(entry.key().as_str(), "https://a.example");
        assert_eq!(&*entry.copy().unwrap().bytes, RULES.as_bytes());
        assert_eq!(site.may(), MayFetch::WhatTheRulesAllow);
    }
    let mut site = site();
    let entry = site.attempt(|url| chain(url, 6, answer(200, &[], RULES)));
    assert_eq!(site.asked.len(), 6, "the sixth redirect is not followed");
    assert_eq!(entry.record().outcome, AttemptOutcome::TooManyRedirects);
    assert_eq!(site.may(), MayFetch::Everything);
}

#[test]
fn what_ends_a_chain_counts_like_a_first_answer() {
    for (last, expected) in [
        (status(404), MayFetch::Everything),
        (status(503), MayFetch::Nothing),
        (failed(), MayFetch::Nothing),
        (status(200), MayFetch::WhatTheRulesAllow),
    ] {
        let mut site = site();
        site.attempt(|url| chain(url, 5, last.clone()));
        assert_eq!(site.may(), expected);
    }
}

#[test]
fn circles_are_not_walked_to_their_end() {
    for first in ["/robots.txt", "https://a.example/robots.txt#x", "?"] {
        let mut site = site();
        let entry = site.attempt(|url| {
            if url.ends_with('?') { redirect("/robots.txt") } else { redirect(first) }
        });
        assert_eq!(entry.record().outcome, AttemptOutcome::RedirectLoop);
        assert!(site.asked.len() <= 2);
        assert_eq!(site.may(), MayFetch::Everything);
    }
}

#[test]
fn redirects_out_of_the_web_lead_nowhere() {
    for location in ["ftp://a.example/robots.txt", "javascript:0", "file:///etc/passwd", ""] {
        let mut site = site();
        let entry = site.attempt(|_| redirect(location));
        assert_eq!(entry.record().outcome, AttemptOutcome::RedirectNowhere(302), "{location}");
        assert_eq!(site.may(), MayFetch::Everything);
    }
}

#[test]
fn credentials_in_a_redirect_are_not_sent() {
    let mut site = site();
    site.attempt(|url| match url {
        "https://a.example/robots.txt" => redirect("https://me:secret@b.example/r#x"),
        "https://b.example/r" => answer(200, &[], RULES),
        other => panic!("{other}"),
    });
    assert_eq!(site.may(), MayFetch::WhatTheRulesAllow);
}

#[test]
fn statuses_by_policy() {
    use MayFetch::{Everything, Nothing, WhatTheRulesAllow};
    let table: [(u16, [MayFetch; 4]); 15] = [
        (200, [WhatTheRulesAllow; 4]),
        (203, [WhatTheRulesAllow; 4]),
        (204, [WhatTheRulesAllow; 4]),
        (206, [WhatTheRulesAllow; 4]),
        // Nobody asked whether it was modified.
        (304, [Everything; 4]),
        (400, [Everything; 4]),
        (401, [Everything; 4]),
        (403, [Everything, Everything, Nothing, Everything]),
        (404, [Everything; 4]),
        (410, [Everything; 4]),
        (429, [Everything, Nothing, Nothing, Everything]),
        (451, [Everything; 4]),
        (500, [Nothing, Nothing, Nothing, Everything]),
        (503, [Nothing, Nothing, Nothing, Everything]),
        (999, [Nothing, Nothing, Nothing, Everything]),
    ];
    for (code, expected) in table {
        for (policy, expected) in AccessPolicy::ALL.iter().copied().zip(expected) {
            let mut site = site_of(policy);
            site.attempt(|_| status(code));
            assert_eq!(site.may(), expected, "{code} for {}", policy.name);
        }
    }
}

#[test]
fn media_types_are_noted_and_change_nothing() {
    let page = "<!DOCTYPE html>\n<title>Welcome</title>\nUser-agent: *\nDisallow: /\n";
    for (headers, body, warnings) in [
        (&[("Content-Type", "text/plain; charset=utf-8")][..], RULES, &[][..]),
        (
            &[("Content-Type", "text/html")],
            page,
            &[
                "the media type is text/html; it should be text/plain",
                "this looks like an HTML page, not like robots.txt; crawlers obey any rules in it all the same",
            ],
        ),
        (&[], RULES, &["the response has no media type; it should be text/plain"]),
        (&[("Content-Type", "text/plain")], "", &["the file is empty, so everything is allowed"]),
    ] {
        let mut site = site();
        let entry = site.attempt(|_| answer(200, headers, body));
        let found: Vec<_> = entry.record().warnings().iter().map(ToString::to_string).collect();
        assert_eq!(found, warnings);
        assert_eq!(site.may(), MayFetch::WhatTheRulesAllow);
        assert_eq!(&*entry.copy().unwrap().bytes, body.as_bytes());
    }
}

#[test]
fn leaving_tls_is_noted() {
    let mut site = site();
    let entry = site.attempt(|url| match url {
        "https://a.example/robots.txt" => redirect("http://a.example/robots.txt"),
        _ => answer(200, &[("Content-Type", "text/plain")], RULES),
    });
    let warnings = entry.record().warnings();
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].to_string().contains("https to http"));
}

#[test]
fn read_limit_keeps_whole_lines() {
    let line = "Disallow: /0123456789/0123456789/0123456789\n";
    let mut body = String::from("User-agent: *\n");
    while body.len() <= 512_000 {
        body.push_str(line);
    }
    let read = |body: &[u8], is_cut| {
        let mut site = site();
        let outcome =
            Ok(Response { status: 200, body: body.to_vec(), is_cut, ..Response::default() });
        let entry = site.attempt(|_| outcome.clone());
        (entry.copy().unwrap().bytes.to_vec(), entry.record().is_cut)
    };
    let expected = gatepost::RobotsTxt::parse(&body).as_bytes().to_vec();
    assert!(expected.len() > 511_900 && expected.len() < 512_000);
    assert_eq!(read(body.as_bytes(), false), (expected.clone(), true));
    // A client that stopped at the limit does not know what follows.
    assert_eq!(read(&body.as_bytes()[..512_000], true), (expected, true));
    // One that was told that this is all.
    let whole = &body.as_bytes()[..512_000];
    assert_eq!(read(whole, false), (whole.to_vec(), false));
    assert_eq!(read(b"User-agent: *\nDisallow: /a", true), (b"User-agent: *\n".to_vec(), true));
}

#[test]
fn unchanged_file_is_confirmed() {
    let mut site = site();
    let headers = [("ETag", "\"v1\""), ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")];
    let first = site.attempt(|_| answer(200, &headers, RULES));
    assert_eq!(site.asked[0].if_none_match, None);
    site.now += DAY;
    assert!(!site.is_fresh());
    let not_modified = answer(304, &[("Cache-Control", "max-age=7200")], "");
    let second = site.attempt(|_| not_modified.clone());
    assert_eq!(site.asked[0].if_none_match.as_deref(), Some("\"v1\""));
    assert_eq!(site.asked[0].if_modified_since.as_deref(), Some("Sun, 06 Nov 1994 08:49:37 GMT"));
    assert_eq!(second.record().outcome, AttemptOutcome::NotModified);
    assert_eq!(second.access_result(site.policy.access), AccessResult::Successful);
    assert_eq!(second.copy().unwrap().bytes, first.copy().unwrap().bytes);
    assert_eq!(site.may(), MayFetch::WhatTheRulesAllow);
    assert_eq!(site.life(), 2 * HOUR);
    // And again: the name of the version is still known.
    site.now += DAY;
    site.attempt(|_| answer(304, &[], ""));
    assert_eq!(site.asked[0].if_none_match.as_deref(), Some("\"v1\""));
    assert_eq!(site.life(), 2 * HOUR, "the headers that renewed it still count");
}

#[test]
fn conditions_are_for_the_address_that_the_copy_is_from() {
    let mut site = site();
    let found = |url: &str| match url {
        "https://a.example/robots.txt" => redirect("https://b.example/r"),
        "https://b.example/r" => answer(200, &[("ETag", "\"v1\"")], RULES),
        other => panic!("{other}"),
    };
    site.attempt(found);
    site.attempt(found);
    assert_eq!(site.asked[0].if_none_match, None);
    assert_eq!(site.asked[1].if_none_match.as_deref(), Some("\"v1\""));
    // It moves: nothing of the old address is said to the new one.
    site.attempt(|url| match url {
        "https://a.example/robots.txt" => redirect("https://c.example/r"),
        _ => answer(200, &[], RULES),
    });
    assert_eq!(site.asked[1].if_none_match, None);
}

#[test]
fn header_that_no_request_may_carry_is_not_sent_back() {
    let mut site = site();
    site.attempt(|_| answer(200, &[("ETag", "\"a\u{e9}\"")], RULES));
    site.attempt(|_| answer(200, &[], RULES));
    assert_eq!(site.asked[0].if_none_match, None);
}

#[test]
fn copy_is_used_while_the_file_is_unreachable_for_thirty_days() {
    let mut site = site();
    site.attempt(|_| answer(200, &[], RULES));
    site.now += DAY;
    let down = site.now;
    let entry = site.attempt(|_| status(503));
    assert_eq!(site.may(), MayFetch::WhatTheCopyAllows);
    assert_eq!(&*entry.copy().unwrap().bytes, RULES.as_bytes());
    assert_eq!(entry.missing_since(), Some(down));
    site.now = down + 29 * DAY;
    site.attempt(|_| failed());
    assert_eq!(site.known.as_ref().unwrap().missing_since(), Some(down), "since the first failure");
    assert_eq!(site.may(), MayFetch::WhatTheCopyAllows);
    site.now = down + 30 * DAY;
    site.attempt(|_| status(500));
    assert_eq!(site.may(), MayFetch::Everything);
    // And it comes back.
    site.attempt(|_| answer(200, &[], "User-agent: *\nDisallow: /\n"));
    assert_eq!(site.may(), MayFetch::WhatTheRulesAllow);
    assert_eq!(site.known.as_ref().unwrap().missing_since(), None);
}

#[test]
fn google_keeps_out_for_twelve_hours_and_then_uses_its_copy() {
    for has_copy in [true, false] {
        let mut site = site_of(AccessPolicy::GOOGLE);
        if has_copy {
            site.attempt(|_| answer(200, &[], RULES));
        }
        let down = site.now;
        for (after, with_copy, without) in [
            (Duration::ZERO, MayFetch::Nothing, MayFetch::Nothing),
            (11 * HOUR, MayFetch::Nothing, MayFetch::Nothing),
            (12 * HOUR, MayFetch::WhatTheCopyAllows, MayFetch::Everything),
            (12 * HOUR + 29 * DAY, MayFetch::WhatTheCopyAllows, MayFetch::Everything),
            (12 * HOUR + 30 * DAY, MayFetch::Everything, MayFetch::Everything),
        ] {
            site.now = down + after;
            site.attempt(|_| status(429));
            let expected = if has_copy { with_copy } else { without };
            assert_eq!(site.may(), expected, "after {after:?}, copy: {has_copy}");
        }
    }
}

#[test]
fn amazon_uses_its_copy_also_when_there_seems_to_be_no_file() {
    let mut site = site_of(AccessPolicy::AMAZON);
    site.attempt(|_| answer(200, &[], RULES));
    let gone = site.now;
    for outcome in [status(404), status(503), redirect("/robots.txt"), failed()] {
        site.now += DAY;
        site.attempt(|_| outcome.clone());
        assert_eq!(site.may(), MayFetch::WhatTheCopyAllows);
    }
    site.now = gone + 31 * DAY;
    site.attempt(|_| status(404));
    assert_eq!(site.may(), MayFetch::Everything);
}

#[test]
fn file_that_is_gone_is_forgotten() {
    let mut site = site();
    site.attempt(|_| answer(200, &[], RULES));
    site.attempt(|_| status(404));
    assert_eq!(site.may(), MayFetch::Everything);
    assert!(site.known.as_ref().unwrap().copy().is_none());
    site.attempt(|_| status(503));
    assert_eq!(site.may(), MayFetch::Nothing);
}

#[test]
fn answers_count_for_a_day_at_most_and_failures_for_minutes() {
    let mut site = site();
    let mut life = |outcome: Result<Response, Failure>| {
        site.known = None;
        site.attempt(|_| outcome.clone());
        site.life()
    };
    assert_eq!(life(answer(200, &[], RULES)), DAY);
    assert_eq!(life(answer(200, &[("Cache-Control", "max-age=31536000")], RULES)), DAY);
    assert_eq!(life(answer(200, &[("Cache-Control", "max-age=3600")], RULES)), HOUR);
    assert_eq!(life(answer(200, &[("Cache-Control", "no-store")], RULES)), 5 * HOUR / 60);
    assert_eq!(life(status(404)), HOUR);
    assert_eq!(life(answer(404, &[("Cache-Control", "max-age=999999")], "")), DAY);
    assert_eq!(life(status(503)), HOUR / 60);
    assert_eq!(life(failed()), HOUR / 60);
    assert_eq!(life(answer(503, &[("Retry-After", "1800")], "")), HOUR / 2);
    assert_eq!(life(answer(503, &[("Retry-After", "99999999999")], "")), DAY);
    assert_eq!(life(answer(429, &[("Retry-After", "1800")], "")), HOUR / 2);
}

/// <https://github.com/yasserg/crawler4j/issues/266>
#[test]
fn day_is_twenty_four_hours() {
    let mut site = site();
    site.attempt(|_| answer(200, &[], RULES));
    let fetched = site.now;
    site.now = fetched + DAY - Duration::from_secs(1);
    assert!(site.is_fresh());
    site.now = fetched + DAY;
    assert!(!site.is_fresh());
}

/// <https://github.com/D4Vinci/Scrapling/issues/437>
#[test]
fn failure_never_sticks() {
    let mut site = site();
    site.attempt(|_| status(503));
    assert_eq!(site.may(), MayFetch::Nothing);
    site.now += site.life();
    assert!(!site.is_fresh(), "it is asked again");
    let entry = site.attempt(|_| answer(200, &[], RULES));
    assert_eq!(&*entry.copy().unwrap().bytes, RULES.as_bytes());
    assert_eq!(site.may(), MayFetch::WhatTheRulesAllow);
}

#[test]
fn clock_that_is_put_back_ages_everything() {
    let mut site = site();
    site.attempt(|_| answer(200, &[], RULES));
    site.now -= DAY;
    assert!(!site.is_fresh());
    site.attempt(|_| status(503));
    assert_eq!(site.may(), MayFetch::WhatTheCopyAllows);
    let down = site.now;
    site.now -= 365 * DAY;
    assert_eq!(site.may(), MayFetch::WhatTheCopyAllows, "no time below zero");
    site.attempt(|_| status(503));
    let since = site.known.as_ref().unwrap().missing_since().unwrap();
    assert!(since < down, "counted anew");
}

#[test]
fn response_of_an_archive_is_what_a_fetch_would_bring() {
    for answer in [answer(200, &[("ETag", "\"v1\"")], RULES), status(404), status(503)] {
        let mut site = site();
        let fetched = site.attempt(|_| answer.clone());
        let key = fetched.key().clone();
        let entry = Entry::from_response(key, answer.unwrap(), site.policy, site.now);
        assert_eq!(entry, *fetched);
    }
}

#[test]
fn redirect_of_an_archive_is_not_followed() {
    let key = CacheKey::of("https://a.example/").unwrap();
    let redirect = redirect("https://b.example/robots.txt").unwrap();
    let entry = Entry::from_response(key, redirect, FetchPolicy::default(), site().now);
    assert_eq!(entry.record().outcome, AttemptOutcome::TooManyRedirects);
    assert_eq!(entry.access_result(AccessPolicy::RFC9309), AccessResult::Unavailable);
}

#[test]
fn reasons_in_words() {
    let mut site = site();
    let mut reason = |outcome: Result<Response, Failure>| {
        let entry = site.attempt(|_| outcome.clone());
        entry.reason(site.policy.access, site.now).to_string()
    };
    assert_eq!(
        reason(status(404)),
        "404 Not Found: there is no robots.txt, so everything may be fetched"
    );
    assert_eq!(
        reason(status(503)),
        "503 Service Unavailable: robots.txt is unreachable, so nothing may be fetched"
    );
    assert_eq!(
        reason(failed()),
        "timed out: 5 s: robots.txt is unreachable, so nothing may be fetched"
    );
    assert_eq!(
        reason(answer(200, &[], RULES)),
        "200 OK: robots.txt was fetched, and its rules apply"
    );
    assert_eq!(
        reason(status(502)),
        "502 Bad Gateway: robots.txt is unreachable, so the rules of the copy from \
         Fri, 15 Jan 2027 08:00:00 GMT apply",
    );
    assert_eq!(
        reason(status(403)),
        "403 Forbidden: robots.txt could not be read, so everything may be fetched",
    );
    assert_eq!(
        reason(redirect("/robots.txt")),
        "redirect loop: robots.txt could not be read, so everything may be fetched",
    );
    assert_eq!(
        reason(redirect("ftp://a/")),
        "302 Found, a redirect without a usable target: robots.txt could not be read, so everything \
         may be fetched",
    );
}

#[test]
fn entry_can_be_written_down() {
    let mut site = site();
    site.attempt(|_| answer(200, &[("ETag", "\"v1\"")], RULES));
    let entry = site.attempt(|url| chain(url, 2, failed()));
    let json = serde_json::to_string(&*entry).unwrap();
    let mut read: Entry = serde_json::from_str(&json).unwrap();
    assert!(read.copy().unwrap().bytes.is_empty(), "stored separately: {json}");
    read.set_bytes(entry.copy().unwrap().bytes.clone());
    assert_eq!(read, *entry);
}

/// Whatever a site answers, an attempt ends, and what it comes to counts for a minute to a day.
#[test]
fn whatever_comes_ends_soon() {
    let mut seed = 1_u64;
    let mut below = |end: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % end
    };
    let statuses = [0, 100, 200, 204, 299, 300, 301, 302, 304, 307, 399, 403, 404, 429, 500, 999];
    let locations = ["", "/", "/a", "?b", "//b.example/", "http://a.example/", "ftp://a", "\0"];
    let values = ["", "0", "-1", "60", "99999999999999999999", "no-store", "max-age=\"5", "\u{e9}"];
    let names = ["Cache-Control", "Expires", "Age", "Retry-After", "ETag", "Last-Modified", "Date"];
    for _ in 0..2_000 {
        let mut site = site_of(AccessPolicy::ALL[below(AccessPolicy::ALL.len())]);
        for _ in 0..4 {
            let answers: Vec<Result<Response, Failure>> = (0..10)
                .map(|_| match below(8) {
                    0 => failed(),
                    _ => {
                        let name = names[below(names.len())];
                        let headers = [
                            ("Location", locations[below(locations.len())]),
                            (name, values[below(values.len())]),
                        ];
                        answer(statuses[below(statuses.len())], &headers, RULES)
                    }
                })
                .collect();
            let at = std::cell::Cell::new(0);
            let entry = site.attempt(|_| {
                at.set(at.get() + 1);
                answers[at.get() - 1].clone()
            });
            assert!(site.asked.len() <= 6);
            assert_eq!(entry.record().hops.len(), site.asked.len());
            assert!(site.life() >= Duration::from_secs(60) && site.life() <= DAY);
            assert!(site.is_fresh());
            if site.may() == MayFetch::WhatTheCopyAllows {
                assert!(entry.copy().is_some() && entry.missing_since().is_some());
            }
            site.now += HOUR * below(1000) as u32;
        }
    }
}
