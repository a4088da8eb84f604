//! Chooses questions about a file: crawlers, and URLs for which a parser may misread its rules.
//!
//! Values are extracted crudely, from each line by itself. Values from the library's own parser
//! would lead to few questions about lines that it misreads.

use std::collections::HashSet;

use crate::cases::NOBODY;
use crate::driver::Question;
use crate::random::Random;

/// Names of crawlers that a robots.txt cannot contain, and some that resemble others.
const ODD_CRAWLERS: &[&str] = &[
    "",
    "*",
    " ",
    "-",
    "_",
    "FooBot",
    "foobot",
    "FooBot/2.1",
    "Foo Bar",
    "FooBot*",
    "Foo\tBot",
    "Foo\0Bot",
    "F\u{f6}\u{f6}Bot",
    "Googlebot-Image",
    "googlebot/",
    "360Spider",
    "AI",
    "Mozilla/5.0 (compatible; FooBot/2.1)",
];

const ODD_URLS: &[&[u8]] = &[
    b"",
    b"/",
    b"//",
    b"///a",
    b"//a/b",
    b"//a?b/c",
    b"a",
    b"a/b",
    b"a?b",
    b"?q",
    b";p",
    b"#",
    b"#/a",
    b"/#a",
    b"/a#b?c",
    b"/a#",
    b"//#/a",
    b"/#://a/b",
    b"://",
    b"://a/b",
    b"http:",
    b"http:/a",
    b"http://",
    b"http:///a",
    b"http://h",
    b"http://h?x",
    b"http://h;p",
    b"http://h#/a",
    b"http://h#x?/a",
    b"http://h/a#b",
    b"http://h/a;p?q#f",
    b"http://h/a?b://c/d",
    b"http://h?b://c/d",
    b"h?b://c/d",
    b"http://u:p@h:80/a",
    b"https://h/robots.txt",
    b"/robots.txt",
    b"mailto:a@h",
    b"/?",
    b"/a/../b",
    b"/a//b",
    b"/\0",
    b"\0",
    b"\0/a",
    b"/a\0b",
    b"http://h\0/a",
    b"http://h/a?\0",
    b"/a b",
    b" /a",
    b"/a\t",
    b"/a\r\nb",
    b"/\xe9",
    b"/\xc3\xa9",
    b"/%c3%a9",
    b"/%C3%A9",
    b"\xff\xfe",
    b"http://\xe9/a",
    b"/%",
    b"/%zz",
    b"/a%2",
    b"/%00",
    b"/*",
    b"/$",
    b"/a$",
    b"/index.html",
    b"/index.htm",
    b"/index.htmx?a",
    b"/a/index.html",
    b"/a/",
];

/// Bytes that are inserted into URLs that otherwise match.
const INSERTED: &[&[u8]] = &[
    b"\0", b"#", b"?", b"%", b"%e9", b"%E9", b"%2f", b"\xe9", b"/", b"//", b" ", b"*", b"$", b";",
    b"://",
];

/// The largest number of URLs that are made from one file's rules.
const MADE: usize = 60;

/// The largest number of bytes of a path for a pattern with stars.
///
/// The time of Google's library is proportional to pattern times path: a line of stars with an
/// equally long path would need a second.
const LONG: usize = 300;

/// Returns the questions about an undamaged file: the URLs of its site and URLs made from its
/// rules, for a crawler that it names, for Googlebot, and for one that no file names.
pub fn as_it_is(bytes: &[u8], urls: &[String], random: &mut Random) -> Vec<Question> {
    let mut crawlers = vec!["Googlebot".to_owned(), NOBODY.to_owned()];
    let named = named_crawlers(bytes);
    if !named.is_empty() {
        crawlers.push(named[random.below(named.len())].clone());
    }
    let mut asked: Vec<Vec<u8>> = urls.iter().map(|url| url.clone().into_bytes()).collect();
    asked.extend(made_from_rules(bytes, MADE, random));
    each_asks(&crawlers, &asked)
}

/// Returns the questions about a damaged file, with some odd crawlers and odd URLs.
pub fn of_mutant(bytes: &[u8], urls: &[String], random: &mut Random) -> Vec<Question> {
    let named = named_crawlers(bytes);
    let mut crawlers = vec![random.pick(ODD_CRAWLERS).to_owned()];
    crawlers.push(random.pick(&["Googlebot", "FooBot", NOBODY]).to_string());
    if !named.is_empty() {
        crawlers.push(named[random.below(named.len())].clone());
    }
    let mut asked: Vec<Vec<u8>> = (0..6).map(|_| random.pick(ODD_URLS).to_vec()).collect();
    if !urls.is_empty() {
        asked.extend((0..2).map(|_| urls[random.below(urls.len())].clone().into_bytes()));
    }
    let made = made_from_rules(bytes, 16, random);
    for url in made.iter().take(8) {
        let mut odd = url.clone();
        let insert = random.pick(INSERTED);
        let at = if random.once_in(3) { odd.len() } else { random.below(odd.len() + 1) };
        odd.splice(at..at, insert.iter().copied());
        asked.push(odd);
    }
    asked.extend(made);
    each_asks(&crawlers, &asked)
}

fn each_asks(crawlers: &[String], urls: &[Vec<u8>]) -> Vec<Question> {
    let mut seen = HashSet::new();
    let all = crawlers.iter().flat_map(|crawler| {
        urls.iter().map(|url| Question { crawler: crawler.clone(), url: url.clone() })
    });
    all.filter(|question| seen.insert(question.clone())).collect()
}

/// Finds the names in lines that could be `User-agent` lines, both whole and cut as Google's
/// library does.
fn named_crawlers(bytes: &[u8]) -> Vec<String> {
    let mut names = Vec::new();
    for line in lines(bytes) {
        let is_name = line.len() >= 5
            && (line[..4].eq_ignore_ascii_case(b"user")
                || line[..5].eq_ignore_ascii_case(b"\xef\xbb\xbfus"));
        let value = value(line);
        if !is_name || value.starts_with(b"*") {
            continue;
        }
        let of_token = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_');
        let cut = value.iter().take_while(|byte| of_token(byte)).count();
        names.push(String::from_utf8_lossy(&value[..cut]).into_owned());
        if cut != value.len() {
            names.push(String::from_utf8_lossy(value).into_owned());
        }
    }
    names
}

/// Makes at most `most` URLs from values that could be the patterns of rules.
fn made_from_rules(bytes: &[u8], most: usize, random: &mut Random) -> Vec<Vec<u8>> {
    let mut values: Vec<&[u8]> = lines(bytes).map(value).collect();
    values.retain(|value| value.iter().any(|byte| matches!(byte, b'/' | b'*' | b'?' | b'%')));
    random.shuffle(&mut values);
    values.truncate(most);
    let mut paths: Vec<Vec<u8>> = values.iter().flat_map(|value| near(value, random)).collect();
    random.shuffle(&mut paths);
    let mut seen = HashSet::new();
    paths.retain(|path| seen.insert(path.clone()));
    paths.truncate(most);
    paths.iter().map(|path| as_url(path, random)).collect()
}

/// Makes paths that a pattern matches or only just misses.
fn near(value: &[u8], random: &mut Random) -> Vec<Vec<u8>> {
    let star = random.pick(&["", "x", "a/b"]);
    let (open, is_closed) = match value.strip_suffix(b"$") {
        Some(open) => (open, true),
        None => (value, false),
    };
    let mut path = Vec::new();
    for byte in open {
        match byte {
            b'*' => path.extend_from_slice(star.as_bytes()),
            _ => path.push(*byte),
        }
    }
    let mut as_written = value;
    if value.len() > LONG && value.contains(&b'*') {
        as_written = &value[..LONG];
        path.truncate(LONG);
    }
    let mut near = vec![
        as_written.to_vec(),
        path[..path.len().saturating_sub(1)].to_vec(),
        [&path, random.pick(&["x", "/", "$", "*", "%", "\0", "\0x", "#x"]).as_bytes()].concat(),
        path.iter().map(|byte| byte ^ (u8::from(byte.is_ascii_alphabetic()) << 5)).collect(),
        [&path, b"?x=1".as_slice()].concat(),
    ];
    if is_closed {
        near.push([&path, b"$".as_slice()].concat());
    }
    if path.iter().any(|byte| *byte == b'%' || *byte >= 0x80) {
        near.push(change_percent_encoded_bytes(&path, u8::to_ascii_lowercase));
        near.push(change_percent_encoded_bytes(&path, u8::to_ascii_uppercase));
        near.push(percent_encode_high_bytes(&path));
    }
    if let Some(slash) = path.iter().rposition(|byte| *byte == b'/') {
        let folder = path[..=slash].to_vec();
        near.push([&folder, random.pick(&["index.html", "index.htm", "i"]).as_bytes()].concat());
        near.push(folder);
    }
    near.push(path);
    near
}

/// Changes the two bytes after each `%`.
fn change_percent_encoded_bytes(path: &[u8], change: fn(&u8) -> u8) -> Vec<u8> {
    let is_encoded = |at: usize| path[at.saturating_sub(2)..at].contains(&b'%') && path[at] != b'%';
    (0..path.len()).map(|at| if is_encoded(at) { change(&path[at]) } else { path[at] }).collect()
}

fn percent_encode_high_bytes(path: &[u8]) -> Vec<u8> {
    let mut encoded = Vec::new();
    for byte in path {
        match byte {
            0x80.. => encoded.extend(format!("%{byte:02X}").into_bytes()),
            _ => encoded.push(*byte),
        }
    }
    encoded
}

/// Makes an absolute URL of a path most of the time, and sometimes returns the path alone.
fn as_url(path: &[u8], random: &mut Random) -> Vec<u8> {
    match random.below(8) {
        0 => path.to_vec(),
        1 => [b"http://h".as_slice(), path].concat(),
        _ if path.starts_with(b"/") => [b"https://example.com".as_slice(), path].concat(),
        _ => [b"https://example.com/".as_slice(), path].concat(),
    }
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii)
}

/// Returns the text after the first colon, or else after the first white space, up to a comment.
fn value(line: &[u8]) -> &[u8] {
    let line = line.split(|byte| *byte == b'#').next().unwrap_or_default();
    let separator = line
        .iter()
        .position(|byte| *byte == b':')
        .or_else(|| line.iter().position(u8::is_ascii_whitespace));
    separator.map_or(&[][..], |at| line[at + 1..].trim_ascii())
}
