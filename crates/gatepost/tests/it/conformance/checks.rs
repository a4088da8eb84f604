//! What each kind of table asks of the library.

use gatepost::{
    AccessPolicy, AccessResult, Dialect, FetchOutcome, History, Key, LineContent, MayFetch,
    PathPattern, ProductToken, RobotsTxt, SelectedBy, UrlPath, robots_txt_url,
};

use super::format::{Access, Case, Count, CrawlDelay, File};

/// One expectation, and what is wrong if it is not met.
pub(crate) struct Expectation {
    pub(crate) wrong: Option<String>,
}

fn expect<T: PartialEq + std::fmt::Debug>(
    what: impl std::fmt::Display,
    found: T,
    expected: T,
) -> Expectation {
    let wrong = (found != expected).then(|| format!("{what}: {found:?}, expected {expected:?}"));
    Expectation { wrong }
}

/// All expectations of a file, by the names of the tables.
pub(crate) fn all(file: &File, dialect: Dialect) -> Vec<(String, Vec<Expectation>)> {
    let mut all = Vec::new();
    let mut add = |name: &Option<String>, kind: &str, at: usize, expectations: Vec<Expectation>| {
        assert!(!expectations.is_empty(), "{name:?} expects nothing");
        all.push((name.clone().unwrap_or_else(|| format!("{kind} {}", at + 1)), expectations));
    };
    for (at, case) in file.case.iter().enumerate() {
        assert!(case.name.is_some(), "case {} has no name", at + 1);
        add(&case.name, "case", at, check_case(case, dialect));
    }
    for (at, token) in file.token.iter().enumerate() {
        let is_valid = match dialect.name {
            // There a token is valid if a line with it names a crawler with it.
            "google" => {
                let file = format!("User-agent: {}\nDisallow: /\n", token.text);
                let robots = RobotsTxt::parse_as(&file, dialect);
                let group = robots.group_for(&ProductToken::verbatim(&token.text));
                !token.text.is_empty() && group.selected_by() == SelectedBy::Name
            }
            _ => ProductToken::new(&token.text).is_ok(),
        };
        add(&token.name, "token", at, vec![expect(&token.text, is_valid, token.valid)]);
    }
    for (at, url) in file.url.iter().enumerate() {
        let path = dialect.url_path(&url.url).map(|path| match dialect.name {
            "google" => path.raw().to_vec(),
            _ => path.normal().to_vec(),
        });
        let path =
            path.map(|path| String::from_utf8(path).unwrap()).unwrap_or_else(|e| e.to_string());
        add(&url.name, "url", at, vec![expect(&url.url, path, url.path.clone())]);
    }
    for (at, pattern) in file.pattern.iter().enumerate() {
        let normal = PathPattern::new_as(&pattern.value, dialect).to_string();
        add(
            &pattern.name,
            "pattern",
            at,
            vec![expect(&pattern.value, normal, pattern.normal.clone())],
        );
    }
    let same =
        |a: &str, b: &str| UrlPath::new(a).unwrap().normal() == UrlPath::new(b).unwrap().normal();
    for (pairs, expected) in [(&file.same, true), (&file.different, false)] {
        for (at, pair) in pairs.iter().enumerate() {
            let what = format!("{} and {}", pair.a, pair.b);
            add(&pair.name, &what, at, vec![expect(&what, same(&pair.a, &pair.b), expected)]);
        }
    }
    for (at, header) in file.header.iter().enumerate() {
        let token = ProductToken::from_header(&header.header);
        let token = token.as_ref().map_or("none", ProductToken::as_str);
        add(&header.name, "header", at, vec![expect(&header.header, token, &header.token)]);
    }
    for (at, url) in file.robots_url.iter().enumerate() {
        let robots = robots_txt_url(&url.page).unwrap_or_else(|error| error.to_string());
        add(&url.name, "robots-url", at, vec![expect(&url.page, robots, url.robots.clone())]);
    }
    for (at, access) in file.access.iter().enumerate() {
        add(&access.name, "access", at, check_access(access));
    }
    for (at, count) in file.count.iter().enumerate() {
        add(&count.name, "count", at, vec![expect("differ", differ(count), count.differ)]);
    }
    all
}

fn check_case(case: &Case, dialect: Dialect) -> Vec<Expectation> {
    let bytes = case.as_bytes();
    let robots = RobotsTxt::parse_as(&bytes, dialect);
    let mut expectations = Vec::new();
    if let Some(crawler) = &case.crawler {
        let crawler = match dialect.name {
            "google" => ProductToken::verbatim(crawler),
            // A parser that is given a whole header gets it; the others are asked by token.
            _ => ProductToken::new(crawler)
                .ok()
                .or_else(|| dialect.own_name_in(crawler))
                .expect("a product token or a header with one"),
        };
        let group = robots.group_for(&crawler);
        let rules = group.rule_set();
        for (url, allowed) in case.urls() {
            let what = url.escape_ascii().to_string();
            let what = what.get(..200).unwrap_or(&what);
            let path = match dialect.url_path(&url) {
                Ok(path) => path,
                Err(error) => {
                    expectations.push(Expectation { wrong: Some(error.to_string()) });
                    continue;
                }
            };
            let explanation = group.explain(&path);
            for verdict in [group.verdict(&path), rules.verdict(&path), explanation.verdict()] {
                expectations.push(expect(what, verdict.is_allowed(), allowed));
                if let Some(line) = case.line {
                    let found = verdict.rule().map_or(0, |rule| rule.line());
                    expectations.push(expect(format_args!("line for {what}"), found, line));
                }
            }
        }
        match &case.crawl_delay {
            None => {}
            Some(CrawlDelay::Seconds(seconds)) => {
                let delay = group.crawl_delay().map(|delay| delay.as_secs_f64());
                expectations.push(expect("crawl delay", delay, Some(*seconds)));
            }
            Some(CrawlDelay::Word(word)) => {
                assert_eq!(word, "none");
                expectations.push(expect("crawl delay", group.crawl_delay(), None));
            }
        }
    } else {
        assert!(
            case.urls().is_empty() && case.crawl_delay.is_none(),
            "{:?}: no crawler",
            case.name
        );
    }
    if let Some(expected) = &case.sitemaps {
        let found: Vec<_> =
            robots.sitemaps().map(|value| String::from_utf8_lossy(value).into_owned()).collect();
        expectations.push(expect("sitemaps", &found, expected));
    }
    let (mut understood, mut last, mut not_understood) = (0, 0, 0);
    for line in robots.lines() {
        let number = line.number();
        if let LineContent::Record(record) = line.content() {
            match record.key() {
                Key::UserAgent | Key::Allow | Key::Disallow => {
                    understood += 1;
                    last = number;
                }
                Key::Sitemap => {}
                _ => not_understood += 1,
            }
        }
    }
    for (what, found, expected) in [
        ("understood", understood, case.understood),
        ("last understood line", last, case.last_understood_line),
        ("not understood", not_understood, case.not_understood),
    ] {
        expectations.extend(expected.map(|expected| expect(what, found, expected)));
    }
    expectations
}

fn check_access(access: &Access) -> Vec<Expectation> {
    let name = access.policy.as_deref().unwrap_or("rfc9309");
    let policy = AccessPolicy::ALL.iter().copied().find(|policy| policy.name == name);
    let policy = policy.unwrap_or_else(|| panic!("no policy `{name}`"));
    let outcome = match (access.status, &access.network_error) {
        (None, Some(_)) => FetchOutcome::NetworkError,
        _ if access.redirects.is_some_and(|redirects| redirects > policy.redirects) => {
            FetchOutcome::TooManyRedirects
        }
        (Some(status), None) => FetchOutcome::Status(status),
        _ => panic!("{:?}: one of status and network-error", access.name),
    };
    let result = match policy.access_result(outcome) {
        AccessResult::Successful => "successful",
        AccessResult::Unavailable => "unavailable",
        AccessResult::Unreachable => "unreachable",
        _ => unreachable!(),
    };
    let may_fetch = match policy.may_fetch(outcome, History::default()) {
        MayFetch::WhatTheRulesAllow => "what the rules allow",
        MayFetch::Everything => "everything",
        MayFetch::Nothing => "nothing",
        other => panic!("{other:?} without a copy"),
    };
    vec![
        expect("result", result, &access.result),
        expect("may fetch", may_fetch, &access.may_fetch),
    ]
}

fn differ(count: &Count) -> usize {
    let matches =
        |pattern: &str, path: &str| PathPattern::new(pattern).matches(&UrlPath::new(path).unwrap());
    let differ = |[a, b]: &[String; 2]| {
        count.paths.iter().filter(|path| matches(a, path) != matches(b, path)).count()
    };
    count.pairs.iter().map(differ).sum()
}
