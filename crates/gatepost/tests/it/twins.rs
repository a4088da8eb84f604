//! The crate against the naive twin: on all short inputs, and at random.
//!
//! `naive` is the definition, written as directly as possible; whatever the crate does to be fast
//! must not show. Real files are in `corpus.rs`, and the fuzzer goes on where this ends.

use std::ops::Range;

use crate::agreement;
use crate::naive::{self, Reading};
use gatepost::{PathPattern, RobotsTxt, UrlPath};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// All texts over an alphabet, from the empty one to those of `longest` letters.
fn all_texts<L: Clone>(alphabet: &[L], longest: usize) -> Vec<Vec<L>> {
    let mut texts = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..longest {
        let to = texts.len();
        for shorter in from..to {
            for letter in alphabet {
                texts.push([&texts[shorter][..], std::slice::from_ref(letter)].concat());
            }
        }
        from = to;
    }
    texts
}

/// All paths over an alphabet: a slash, and up to `longest` bytes.
fn all_paths(alphabet: &[u8], longest: usize) -> Vec<Vec<u8>> {
    all_texts(alphabet, longest).into_iter().map(|text| [b"/", &text[..]].concat()).collect()
}

fn url_paths(paths: &[Vec<u8>]) -> Vec<UrlPath<'_>> {
    paths.iter().map(|path| UrlPath::new(path).unwrap()).collect()
}

#[test]
fn both_naive_matchers_agree_on_all_short_patterns() {
    let paths = all_paths(b"/ab", 4);
    for pattern in all_texts(b"/ab*$", 6) {
        for path in &paths {
            assert_eq!(
                naive::matches(&pattern, path),
                naive::matches_by_places(&pattern, path),
                "{} {}",
                pattern.escape_ascii(),
                path.escape_ascii(),
            );
        }
    }
}

#[test]
fn all_short_patterns_match_what_the_definition_matches() {
    let paths = all_paths(b"/ab", 5);
    let url_paths = url_paths(&paths);
    for value in all_texts(b"/a*$", 7) {
        let pattern = PathPattern::new(&value);
        let (compared, length) = naive::pattern(&value, Reading::Rfc9309);
        assert_eq!(pattern.length(), length, "{}", value.escape_ascii());
        for (path, url_path) in paths.iter().zip(&url_paths) {
            assert_eq!(
                pattern.matches(url_path),
                naive::matches(&compared, path),
                "{} {}",
                value.escape_ascii(),
                path.escape_ascii(),
            );
        }
    }
}

#[test]
fn what_the_stars_took_spells_the_path() {
    let paths = all_paths(b"/ab", 4);
    let url_paths = url_paths(&paths);
    for value in all_texts(b"/ab*$", 5) {
        let pattern = PathPattern::new(&value);
        for (path, url_path) in paths.iter().zip(&url_paths) {
            let stars = pattern.stars(url_path);
            assert_eq!(stars.is_some(), pattern.matches(url_path));
            let Some(stars) = stars else { continue };
            let spelt = spell(pattern.as_bytes(), path, &stars);
            let is_right =
                if pattern.is_closed() { *path == spelt } else { path.starts_with(&spelt) };
            assert!(is_right, "{} {} {stars:?}", value.escape_ascii(), path.escape_ascii());
        }
    }
}

/// The pattern with its stars replaced by what they took.
fn spell(pattern: &[u8], path: &[u8], stars: &[Range<usize>]) -> Vec<u8> {
    let mut stars = stars.iter();
    let mut spelt = Vec::new();
    for byte in pattern {
        match byte {
            b'*' => spelt.extend_from_slice(&path[stars.next().unwrap().clone()]),
            byte => spelt.push(*byte),
        }
    }
    assert_eq!(stars.next(), None, "as many spans as stars");
    spelt
}

#[test]
fn all_short_encodings_come_to_the_same_normal_form() {
    let paths = all_paths(b"%24Aa*$", 5);
    for path in &paths {
        let normal = naive::path(path, Reading::Rfc9309);
        assert_eq!(UrlPath::new(path).unwrap().normal(), normal, "{}", path.escape_ascii());
        let (compared, length) = naive::pattern(path, Reading::Rfc9309);
        let pattern = PathPattern::new(path);
        assert_eq!(pattern.to_string().as_bytes(), compared, "{}", path.escape_ascii());
        assert_eq!(pattern.length(), length, "{}", path.escape_ascii());
    }
}

#[test]
fn every_byte_has_one_normal_form_encoded_or_not() {
    for byte in 0..=255 {
        let path = [b'/', byte];
        let normal = naive::path(&path, Reading::Rfc9309);
        assert_eq!(UrlPath::new(&path).unwrap().normal(), normal, "{byte:02X}");
        for path in [format!("/%{byte:02X}"), format!("/%{byte:02x}.")] {
            let normal = naive::path(path.as_bytes(), Reading::Rfc9309);
            assert_eq!(UrlPath::new(&path).unwrap().normal(), normal, "{path}");
        }
    }
}

fn one_rule(key: &str, value: &[u8]) -> Vec<u8> {
    [b"User-agent: *\n", key.as_bytes(), b": ", value, b"\n"].concat()
}

#[test]
fn all_files_of_one_short_rule_get_the_same_verdicts() {
    let paths = all_paths(b"/ab", 5);
    for value in all_texts(b"/a*$", 5) {
        agreement::check(&one_rule("Disallow", &value), &["x"], &paths);
    }
}

#[test]
fn all_files_of_one_short_encoded_rule_get_the_same_verdicts() {
    let paths = all_paths(b"%2A4", 4);
    for value in all_paths(b"%2A4", 4) {
        agreement::check(&one_rule("Disallow", &value), &["x"], &paths);
    }
    let paths = all_paths(b"%2Aa4*$", 3);
    for value in &paths {
        agreement::check(&one_rule("Allow", value), &["x"], &paths);
    }
}

#[test]
fn all_files_of_two_short_rules_get_the_same_verdicts() {
    let paths = all_paths(b"a$", 3);
    let values = all_texts(b"/a*$", 3);
    for first in &values {
        for second in &values {
            let file = [&one_rule("Disallow", first), &b"Allow: "[..], second].concat();
            agreement::check(&file, &["x"], &paths);
        }
    }
}

#[test]
fn two_short_rules_are_ranked_as_every_dialect_defines_it() {
    let paths = all_paths(b"a$", 2);
    let values = all_texts(b"/a*$", 2);
    for first in &values {
        for second in &values {
            let file = [&one_rule("Disallow", first), &b"Allow: "[..], second].concat();
            agreement::check_every_dialect(&file, &["x"], &paths);
        }
    }
}

#[test]
fn all_short_files_get_the_same_verdicts() {
    let lines = [
        "User-agent: a\n",
        "User-agent: *\n",
        "User-agent: b\n",
        "Allow: /\n",
        "Disallow: /a\n",
        "Disallow:\n",
        "Crawl-delay: 1\n",
        "Allow: /a*\n",
        "\n",
    ];
    for file in all_texts(&lines, 5) {
        agreement::check(file.concat().as_bytes(), &["a", "b", "*"], &["/", "/a", "/b"]);
    }
}

#[test]
fn all_short_lines_are_read_the_same() {
    let parts = ["Disallow", "Allow", ":", " ", "\t", "/", "#", "\0", "\r", "\n", "\u{B}"];
    for line in all_texts(&parts, 5) {
        let file = format!("User-agent: *\n{}", line.concat());
        agreement::check(file.as_bytes(), &["x"], &["/"]);
    }
}

#[test]
fn all_short_index_pages_open_the_same_folders() {
    let parts = ["/", "a", "index.htm", "l", "*", "$"];
    let urls: Vec<String> = all_texts(&parts[..4], 3).iter().map(|url| url.concat()).collect();
    for value in all_texts(&parts, 4) {
        for (key, other) in [("Allow", "Disallow"), ("Disallow", "Allow")] {
            let file = format!("User-agent: *\n{key}: /{}\n{other}: /\n", value.concat());
            agreement::check(file.as_bytes(), &["x"], &urls);
        }
    }
}

#[test]
fn all_short_user_agent_values_name_the_same_crawlers() {
    let parts = ["a", "B", "*", "/", " ", ",", "1", "-"];
    for value in all_texts(&parts, 4) {
        let file = format!("User-agent: {}\nDisallow: /\n", value.concat());
        let crawlers = ["a", "A", "ab", "a b", "a1", "a-b", "1", "", "*", "a*", "a/b", "a-", "*a"];
        agreement::check(file.as_bytes(), &crawlers, &["/"]);
    }
}

#[test]
fn all_short_urls_have_the_same_path() {
    let parts = ["a", ":", "//", "/", "?", ";", "#", "%2f", "\0", "http://", "robots.txt"];
    let files = [b"User-agent: *\nDisallow: /a\n".as_slice(), b"User-agent: *\nDisallow: /*?\n"];
    let urls: Vec<String> = all_texts(&parts, 5).into_iter().map(|url| url.concat()).collect();
    for url in &urls {
        if let Ok(path) = UrlPath::new(url) {
            assert_eq!(path.normal(), naive::path(url.as_bytes(), Reading::Rfc9309), "{url:?}");
        }
        let path = UrlPath::from_anything(url);
        assert_eq!(path.raw(), naive::path(url.as_bytes(), Reading::Google), "{url:?}");
    }
    for file in files {
        agreement::check(file, &["x"], &urls);
    }
}

/// The limit comes to lie on each byte of what follows the filler.
#[test]
fn bytes_around_the_limits_are_read_the_same() {
    let file_limit = 512_000;
    let line_limit = 16_663;
    for (filler, limit) in [
        ("#", file_limit),
        ("# another comment that says little\r", file_limit),
        ("/x", line_limit),
    ] {
        for end in ["a\r\nAllow: /ab\r\nAllow: /abc\n", "a#b\n\nAllow: /ab\n"] {
            for before_limit in 0..=end.len() {
                let mut file = b"User-agent: *\nDisallow: ".to_vec();
                let line_start = if limit == line_limit { file.len() - 10 } else { 0 };
                file.extend(filler.bytes().cycle().take(limit + line_start - file.len()));
                file.truncate(file.len() - before_limit);
                file.extend_from_slice(end.as_bytes());
                let mut urls = vec![&b"/a"[..], b"/abc"];
                if limit == line_limit {
                    let value = &file[line_start + b"Disallow: ".len()..];
                    let longest = limit - b"Disallow: ".len();
                    urls.extend([&value[..longest], &value[..longest - 1]]);
                }
                agreement::check(&file, &["a"], &urls);
            }
        }
    }
}

/// A line end, mostly an ordinary one.
fn line_end() -> impl Strategy<Value = &'static str> {
    prop_oneof![5 => Just("\n"), 1 => Just("\r\n"), 1 => Just("\r"), 1 => Just("\n\r")]
}

/// A key: right, in another letter case, misspelt, longer, and other records.
fn key() -> impl Strategy<Value = &'static str> {
    let rules = select(&["Allow", "Disallow", "allow", "DISALLOW", "Dissallow", "Disalow"][..]);
    let longer = ["Disallow-AI", "Allowed", "Disallowance", "User-agents", "useragent x", "alow"];
    let other = ["Sitemap", "Site-map", "Crawl-delay", "Host", "Noindex", "", "<p>", "desallow"];
    prop_oneof![
        6 => rules,
        3 => select(&["User-agent", "user-agent", "USER-AGENT", "Useragent", "User agent"][..]),
        1 => select(longer.to_vec()),
        1 => select(other.to_vec()),
    ]
}

fn separator() -> impl Strategy<Value = &'static str> {
    let odd = [":", " : ", ":\t", "\t:\u{B}", " ", "\t \t", "", "::", ": #", "\u{A0}:\u{A0}"];
    prop_oneof![5 => Just(": "), 1 => select(odd.to_vec())]
}

/// A piece of a pattern or of a path.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let plain = ["/", "a", "b", "ab", "/a", "?", "=", "&x=1", ";p", "index.htm", "index.html", "~"];
    let special = ["*", "**", "$", "*a", "/*", "$*", "%24", "%2A"];
    let encoded = ["%61", "%2f", "%2F", "%7e", "%25", "%", "%6", "%zz", "é", "%C3%a9", " ", "\0"];
    let bytes =
        |texts: &[&str]| select(texts.iter().map(|t| t.as_bytes().to_vec()).collect::<Vec<_>>());
    prop_oneof![
        6 => bytes(&plain),
        3 => bytes(&special),
        2 => bytes(&encoded),
        1 => vec(any::<u8>(), 1..3),
    ]
}

fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let rest = vec(piece(), 0..6).prop_map(|pieces| pieces.concat());
    (prop_oneof![4 => Just("/"), 1 => Just(""), 1 => Just("*")], rest)
        .prop_map(|(start, rest)| [start.as_bytes(), &rest].concat())
}

fn name() -> impl Strategy<Value = &'static str> {
    let odd = ["a/1.0", "a, b", "a*", "a b", "", "**", "* x", "a b/2", "b;", "a1", "A-b", "é"];
    prop_oneof![2 => Just("*"), 3 => select(&["a", "b", "A", "Bot"][..]), 1 => select(odd.to_vec())]
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    let space = prop_oneof![8 => Just(""), 1 => Just(" "), 1 => Just("\t\u{C} ")];
    let comment = prop_oneof![8 => Just(""), 1 => Just(" # why"), 1 => Just("#")];
    let user_agent = (name(), line_end())
        .prop_map(|(name, end)| format!("User-agent: {name}{end}").into_bytes());
    let record = (space, key(), separator(), pieces(), comment, line_end()).prop_map(
        |(space, key, separator, value, comment, end)| {
            let start = [space, key, separator].concat();
            [start.as_bytes(), &value, comment.as_bytes(), end.as_bytes()].concat()
        },
    );
    let odd = prop_oneof![
        Just(b"\n".to_vec()),
        Just(b"# comment\r\n".to_vec()),
        Just(b"\0\n".to_vec()),
        Just(b"\xEF\xBB\xBF".to_vec()),
        vec(any::<u8>(), 0..20),
        (16_640..16_670usize).prop_map(|length| {
            [b"Disallow: /".to_vec(), vec![b'a'; length - 11], b"b\n".to_vec()].concat()
        }),
    ];
    prop_oneof![4 => user_agent, 10 => record, 1 => odd]
}

fn file() -> impl Strategy<Value = Vec<u8>> {
    let mark = b"\xEF\xBB\xBF";
    let start = prop_oneof![8 => Just(&mark[..0]), 1 => Just(&mark[..2]), 1 => Just(&mark[..])];
    let lines = vec(line(), 0..12).prop_map(|lines| lines.concat());
    (start, lines).prop_map(|(start, lines)| [start, &lines].concat())
}

fn url() -> impl Strategy<Value = Vec<u8>> {
    let host = ["", "", "", "https://h.example", "http://h.example:80", "//h.example", "h.example"];
    let end =
        prop_oneof![6 => Just(""), 1 => Just("#top"), 1 => Just("#/a?b"), 1 => Just("/robots.txt")];
    (select(host.to_vec()), pieces(), end)
        .prop_map(|(host, path, end)| [host.as_bytes(), &path, end.as_bytes()].concat())
}

const LETTERS: [&str; 9] = ["a", "b", "/", "ab", "aab", "*", "*", "?", "$"];

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 3_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_files_get_the_same_verdicts(
        file in file(),
        urls in vec(url(), 1..4),
        crawler in name(),
        cut in any::<Index>(),
    ) {
        let mut urls = urls;
        urls.extend(agreement::urls_from_rules(&file, 9));
        let crawlers = ["a", "*", crawler];
        prop_assert!(agreement::check(&file, &crawlers, &urls) > 0);
        agreement::check_every_dialect(&file, &crawlers, &urls[..urls.len().min(2)]);
        // Half a file is a file.
        let half = &file[..cut.index(file.len() + 1)];
        agreement::check(half, &crawlers[..1], &urls[..1]);
    }

    #[test]
    fn random_urls_have_the_same_path(url in url()) {
        if let Ok(path) = UrlPath::new(&url) {
            prop_assert_eq!(path.normal(), naive::path(&url, Reading::Rfc9309));
        }
        let path = UrlPath::from_anything(&url);
        prop_assert_eq!(path.raw(), naive::path(&url, Reading::Google));
    }

    #[test]
    fn random_bytes_are_a_file(bytes in vec(any::<u8>(), 0..200)) {
        let file = [b"User-agent: *\n", &bytes[..]].concat();
        agreement::check(&file, &["a"], &["/"]);
        prop_assert_eq!(RobotsTxt::parse(&bytes).unread(), 0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 600,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Enough rules for a sieve or an index, over so few letters that many match and share prefixes
    /// and grams.
    #[test]
    fn random_long_lists_get_the_same_verdicts(
        rules in prop_oneof![
            3 => vec((any::<bool>(), vec(select(&LETTERS[..]), 0..7)), 5..70),
            1 => vec((any::<bool>(), vec(select(&LETTERS[..]), 0..20)), 257..320),
        ],
        urls in vec(vec(select(&LETTERS[..]), 0..12), 8),
    ) {
        let mut file = "User-agent: *\n".to_owned();
        for (allow, value) in rules {
            file += if allow { "Allow: /" } else { "Disallow: /" };
            file += &value.concat();
            file += "\n";
        }
        let mut paths: Vec<_> = urls.iter().map(|url| format!("/{}", url.concat()).into_bytes()).collect();
        paths.extend(agreement::urls_from_rules(file.as_bytes(), 9));
        agreement::check(file.as_bytes(), &["x"], &paths);
        agreement::check_every_dialect(file.as_bytes(), &["x"], &paths[..paths.len().min(3)]);
    }

    /// Patterns with stars and pieces of all lengths, so that each way to look for them is taken,
    /// in lists short and long, against paths that have the pieces at any place.
    #[test]
    fn random_pieces_are_found_at_every_place(
        shortest in 1..8usize,
        rules in prop_oneof![
            4 => vec((0..4usize, "[ab]{1,4}[ab/]{6}", any::<bool>()), 3..40),
            1 => vec((0..4usize, "[a-d]{1,4}[a-z/]{6}", any::<bool>()), 60..300),
        ],
        before in vec("[ab/]{0,9}", 6),
    ) {
        let mut file = "User-agent: *\n".to_owned();
        let mut paths = Vec::new();
        for (at, (start, piece, is_closed)) in rules.iter().enumerate() {
            let piece = &piece[..piece.len().min(shortest + at % 3)];
            let start = ["*", "/*", "/a*", "/abba/ab*"][*start];
            file += &format!("Disallow: {start}{piece}{}\n", if *is_closed { "$" } else { "" });
            if at < before.len() {
                let start = start.trim_matches(['/', '*']);
                paths.push(format!("/{start}{}{piece}", before[at]));
                paths.push(format!("/{start}{}{piece}{}", before[at], before[0]));
            }
        }
        paths.extend(before.iter().map(|before| format!("/{before}")));
        agreement::check(file.as_bytes(), &["x"], &paths);
    }
}
