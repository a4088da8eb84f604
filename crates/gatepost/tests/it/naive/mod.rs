//! The naive twin: the decision, written as directly as possible.
//!
//! It says what section 1 of DESIGN.md says and, for the other dialect, what Google's library does,
//! with no thought for time or memory, and shares no line and no constant with the crate. Where the
//! two differ, one of them is wrong: `tests/it/twins.rs` asks both on all short inputs and at random,
//! `tests/it/corpus.rs` on real files, and `fuzz/fuzz_targets/twins.rs` on whatever libFuzzer finds.

#![allow(dead_code, reason = "each test that includes it uses a part")]

use std::cmp::Reverse;

/// The two ways of reading a file that are written out here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    Rfc9309,
    Google,
}

use Reading::{Google, Rfc9309};

#[derive(Default)]
pub(crate) struct Group {
    user_agents: Vec<Vec<u8>>,
    rules: Vec<Rule>,
}

struct Rule {
    line: usize,
    allow: bool,
    value: Vec<u8>,
}

/// May the crawler fetch the URL, and which line decided? 0 where none did.
pub(crate) fn decide(groups: &[Group], crawler: &[u8], url: &[u8], how: Reading) -> (bool, usize) {
    let path = path(url, how);
    if how == Rfc9309 && path == b"/robots.txt" {
        return (true, 0);
    }
    let for_whom = |is_meant: &dyn Fn(&[u8]) -> bool| -> Vec<&Group> {
        groups.iter().filter(|group| group.user_agents.iter().any(|u| is_meant(u))).collect()
    };
    let mut obeyed = for_whom(&|user_agent| names(user_agent, crawler, how));
    if obeyed.is_empty() {
        obeyed = for_whom(&is_global);
    }
    let rules = obeyed.iter().flat_map(|group| &group.rules);
    let matching = rules.filter_map(|rule| {
        let length = matching_length(rule, &path, how)?;
        Some((length, rule.allow, Reverse(rule.line)))
    });
    // The longest; of these an Allow; of these the first.
    let decides = matching.max();
    decides.map_or((true, 0), |(length, allow, Reverse(line))| (allow || length == 0, line))
}

pub(crate) fn groups(file: &[u8], how: Reading) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (index, line) in lines(file, how).iter().enumerate() {
        let Some((meaning, value)) = meaning_and_value(line, how) else { continue };
        if meaning == "user-agent" {
            if groups.last().is_none_or(|group| !group.rules.is_empty()) {
                groups.push(Group::default());
            }
            groups.last_mut().unwrap().user_agents.push(value);
        } else if let Some(group) = groups.last_mut() {
            group.rules.push(Rule { line: index + 1, allow: meaning == "allow", value });
        }
    }
    groups
}

/// What is read of each line.
fn lines(file: &[u8], how: Reading) -> Vec<Vec<u8>> {
    let mark = file.iter().zip(b"\xEF\xBB\xBF").take_while(|(byte, of_mark)| byte == of_mark);
    let mut lines = vec![Vec::new()];
    let mut last = 0;
    for (at, byte) in file.iter().enumerate().skip(mark.count()) {
        let ends_line = matches!(byte, b'\n' | b'\r');
        if how == Rfc9309 && at == 512_000 {
            // The line that goes on is dropped.
            lines.truncate(if ends_line { lines.len() } else { lines.len() - 1 });
            break;
        }
        if !ends_line {
            lines.last_mut().unwrap().push(*byte);
        } else if (last, *byte) != (b'\r', b'\n') {
            lines.push(Vec::new());
        }
        last = *byte;
    }
    for line in lines.iter_mut().filter(|_| how == Google) {
        line.truncate(16_663);
        line.truncate(until(line, |byte| byte == 0).len());
    }
    lines
}

/// What the key means, and the value.
fn meaning_and_value(line: &[u8], how: Reading) -> Option<(&'static str, Vec<u8>)> {
    let content = trim(until(line, |byte| byte == b'#'));
    let is_blank = |byte: u8| byte == b' ' || byte == b'\t';
    let words = content.split(|byte| is_blank(*byte)).filter(|word| !word.is_empty());
    let key = match (content.contains(&b':'), words.count()) {
        (true, _) => until(content, |byte| byte == b':'),
        (false, 2) => until(content, is_blank),
        (false, _) => return None,
    };
    let value = trim(&content[key.len() + 1..]).to_vec();
    let key = trim(key).to_ascii_lowercase();
    let keys = [
        ("user-agent", &["user-agent", "useragent", "user agent"][..]),
        ("allow", &["allow"]),
        ("disallow", &["disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"]),
    ];
    let is = |word: &&str| match how {
        Rfc9309 => key == word.as_bytes(),
        Google => key.starts_with(word.as_bytes()),
    };
    let (meaning, _) = keys.into_iter().find(|(_, words)| words.iter().any(is))?;
    Some((meaning, value))
}

fn is_global(user_agent: &[u8]) -> bool {
    user_agent.first() == Some(&b'*') && user_agent.get(1).is_none_or(|next| is_space(*next))
}

fn names(user_agent: &[u8], crawler: &[u8], how: Reading) -> bool {
    if is_global(user_agent) {
        return false;
    }
    if how == Google {
        let of_name = |byte: u8| byte.is_ascii_alphabetic() || byte == b'-' || byte == b'_';
        return until(user_agent, |byte| !of_name(byte)).eq_ignore_ascii_case(crawler);
    }
    let words = trim(until(user_agent, |byte| b"/,;".contains(&byte)));
    let token = until(words, is_space);
    [words, token].iter().any(|name| {
        let stars = name.iter().rev().take_while(|byte| **byte == b'*').count();
        name[..name.len() - stars].eq_ignore_ascii_case(crawler)
    })
}

/// The length with which a rule matches, if it does.
fn matching_length(rule: &Rule, path: &[u8], how: Reading) -> Option<usize> {
    if rule.value.is_empty() {
        return (how == Google).then_some(0);
    }
    let length_of_match = |value: &[u8]| {
        let (pattern, length) = pattern(value, how);
        matches_by_places(&pattern, path).then_some(length)
    };
    let slash = rule.value.iter().rposition(|byte| *byte == b'/').unwrap_or_default();
    let opens_folder =
        how == Google && rule.allow && rule.value[slash..].starts_with(b"/index.htm");
    let folder = opens_folder.then(|| [&rule.value[..slash], b"/$"].concat());
    length_of_match(&rule.value).or_else(|| length_of_match(&folder?))
}

/// Whether a pattern matches a path, both as compared: the definition.
pub(crate) fn matches(pattern: &[u8], path: &[u8]) -> bool {
    match pattern {
        [] => true,
        b"$" => path.is_empty(),
        [b'*', rest @ ..] => (0..=path.len()).any(|at| matches(rest, &path[at..])),
        [byte, rest @ ..] => path.first() == Some(byte) && matches(rest, &path[1..]),
    }
}

/// The same with all the places in the path up to which the pattern so far can reach: slow too, but
/// not exponential where there are many stars.
pub(crate) fn matches_by_places(pattern: &[u8], path: &[u8]) -> bool {
    let mut places = vec![0];
    for byte in pattern.strip_suffix(b"$").unwrap_or(pattern) {
        let first = places.first().copied().unwrap_or(path.len() + 1);
        match byte {
            b'*' => places = (first..=path.len()).collect(),
            byte => {
                places.retain(|place| path.get(*place) == Some(byte));
                places.iter_mut().for_each(|place| *place += 1);
            }
        }
    }
    if pattern.ends_with(b"$") { places.contains(&path.len()) } else { !places.is_empty() }
}

/// What patterns are compared with.
pub(crate) fn path(url: &[u8], how: Reading) -> Vec<u8> {
    let is_start = |byte: u8| b"/?;".contains(&byte);
    let mut rest = until(url, |byte| byte == b'#');
    if how == Google && rest.starts_with(b"//") {
        rest = &rest[2..];
    }
    // What is a path already has no host, whatever stands in it.
    match rest.windows(3).position(|three| three == b"://") {
        Some(colon) if colon < until(rest, is_start).len() => rest = &rest[colon + 3..],
        _ => {}
    }
    let mut path = rest[until(rest, is_start).len()..].to_vec();
    if path.first() != Some(&b'/') {
        path.insert(0, b'/');
    }
    match how {
        Google => until(&path, |byte| byte == 0).to_vec(),
        Rfc9309 => encoded(&path, how, b"*$"),
    }
}

/// A pattern as it is compared, and how many bytes it counts.
pub(crate) fn pattern(value: &[u8], how: Reading) -> (Vec<u8>, usize) {
    let (body, end) = value.split_at(value.len() - usize::from(value.ends_with(b"$")));
    let also: &[u8] = if how == Rfc9309 { b"$" } else { b"" };
    let length = encoded(body, how, b"").len() + end.len();
    ([&encoded(body, how, also), end].concat(), length)
}

/// Percent-encodes what a reading encodes, and the bytes of `also`.
fn encoded(text: &[u8], how: Reading, also: &[u8]) -> Vec<u8> {
    let hex = |at: usize| text.get(at).and_then(|digit| (*digit as char).to_digit(16));
    let (mut out, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let encoded = match (text[at], hex(at + 1), hex(at + 2)) {
            (b'%', Some(high), Some(low)) => Some((high * 16 + low) as u8),
            _ => None,
        };
        let byte = encoded.unwrap_or(text[at]);
        let stays_plain = match (how, encoded) {
            (Rfc9309, Some(byte)) => byte.is_ascii_alphanumeric() || b"-._~".contains(&byte),
            (Rfc9309, None) => byte > b' ' && byte < 0x7F && !also.contains(&byte),
            (Google, Some(_)) => false,
            (Google, None) => byte < 0x80,
        };
        match stays_plain {
            true => out.push(byte),
            false => out.extend(format!("%{byte:02X}").bytes()),
        }
        at += if encoded.is_some() { 3 } else { 1 };
    }
    out
}

fn until(text: &[u8], ends: impl Fn(u8) -> bool) -> &[u8] {
    text.split(|byte| ends(*byte)).next().unwrap()
}

fn trim(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|byte| !is_space(*byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|byte| !is_space(*byte)).map_or(start, |last| last + 1);
    &text[start..end]
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\x0B' | b'\x0C' | b'\r')
}
