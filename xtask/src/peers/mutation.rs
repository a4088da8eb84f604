//! Damages real files where parsers are known to differ, which gives files that nobody would write.
//!
//! Half of the time only a run of lines is kept, so that the questions are likely to concern the
//! damage.

use runner::random::Random;

/// Bytes that have a meaning for some parser, somewhere.
const SNIPPETS: &[&[u8]] = &[
    b"\0",
    b"\r",
    b"\n",
    b"\r\n",
    b"\n\r",
    b"\x0b",
    b"\x0c",
    b"\x85",
    b"\xe2\x80\xa8",
    b"\xc2\xa0",
    b"\xef",
    b"\xef\xbb",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xe9",
    b"\xc3\xa9",
    b"\xe3\x83\x84",
    b":",
    b"::",
    b" : ",
    b"#",
    b" # ",
    b"*",
    b"**",
    b"$",
    b"$$",
    b"*$",
    b"%",
    b"%zz",
    b"%aa",
    b"%aA",
    b"%e",
    b"%2f",
    b"%2A",
    b"%24",
    b"%00",
    b" ",
    b"  ",
    b"\t",
    b" x",
    b"/",
    b"//",
    b"?",
    b";",
    b",",
    b"1",
    b"-",
    b"index.html",
    b"/index.htm",
    b"/index.html$",
    b"/index.htmx",
];

const KEYS: &[&[u8]] = &[
    b"User-agent",
    b"user-agent",
    b"USER-AGENT",
    b"useragent",
    b"user agent",
    b"user_agent",
    b"User-agents",
    b"useragent-name",
    b"user",
    b"Allow",
    b"allow",
    b"Allowance",
    b"Allowed",
    b"alow",
    b"Disallow",
    b"disallow",
    b"DISALLOW",
    b"Disallowed",
    b"Disallow-AI",
    b"Disallow all",
    b"dissallow",
    b"dissalow",
    b"disalow",
    b"diasllow",
    b"disallaw",
    b"desallow",
    b"Sitemap",
    b"site-map",
    b"sitemaps",
    b"Crawl-delay",
    b"Noindex",
    b"Host",
    b"",
    b" ",
    b"\xef\xbb\xbfUser-agent",
];

const LINES: &[&[u8]] = &[
    b"User-agent: *",
    b"User-agent: Googlebot",
    b"User-agent: FooBot",
    b"User-agent: FooBot/2.1",
    b"User-agent: Foo Bar",
    b"User-agent: foobot *",
    b"User-agent: * FooBot",
    b"User-agent: *FooBot",
    b"User-agent: *\tx",
    b"User-agent: *\x0bx",
    b"User-agent: * # all",
    b"User-agent:",
    b"User-agent *",
    b"user agent: FooBot",
    b"Disallow: /",
    b"Disallow:",
    b"Disallow",
    b"Disallow /",
    b"Disallow / x",
    b"Disallow /\x0cx",
    b"Disallow\x0b/ x",
    b"Disallow: /$",
    b"Disallow: *",
    b"Disallow: $",
    b"Disallow: a",
    b"Allow: /",
    b"Allow:",
    b"Allow: /$",
    b"Allow: /index.html",
    b"Allow: */index.htm",
    b"Allow: /a/index.html",
    b"Disallow: /a/index.html",
    b"Allow: /a",
    b"Disallow: /a",
    b"Allow: /*a",
    b"Disallow: /*a",
    b"Disallow: /%e9",
    b"Disallow: /\xe9",
    b"Disallow: /a%2",
    b"Crawl-delay: 10",
    b"Sitemap: https://h/s.xml",
    b"Sitemap https://h/s.xml",
    b"# comment",
    b": /",
    b"",
    b" ",
    b"<html>",
];

const SEPARATORS: &[&[u8]] = &[b":", b": ", b" : ", b" ", b"\t", b"  ", b"=", b":\t"];

/// Starts of files that a parser may read as a byte order mark.
const MARKS: &[&[u8]] = &[
    b"\xef",
    b"\xef\xbb",
    b"\xef\xbb\xbf",
    b"\xef\xbb\xbf\xef\xbb\xbf",
    b"\xef\x11\xbf",
    b"\xbb",
    b"\xff\xfe",
];

/// The number of bytes of a line that Google's library reads.
const LINE_LIMIT: usize = 16_663;

/// Makes a damaged version of a file, now and then with a part of another one.
pub(crate) fn mutate(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = run_of_lines(bytes, random);
    if random.once_in(6) {
        let at = random.below(lines.len() + 1);
        let inserted: Vec<Vec<u8>> = run_of_lines(other, random).into_iter().take(12).collect();
        lines.splice(at..at, inserted);
    }
    for _ in 0..=random.below(8) {
        change_lines(&mut lines, random);
    }
    let mut file = lines.concat();
    if random.once_in(8) {
        let end = random.pick(&[b"\r".as_slice(), b"\r\n", b"\n\r", b"\n\n"]);
        file = file.split(|byte| *byte == b'\n').collect::<Vec<_>>().join(end);
    }
    if random.once_in(8) {
        file = [random.pick(MARKS), &file].concat();
    }
    if random.once_in(8) {
        file.truncate(file.trim_ascii_end().len());
    }
    file
}

/// Returns the lines of a file with their ends: all of them, or a run of at most thirty.
fn run_of_lines(bytes: &[u8], random: &mut Random) -> Vec<Vec<u8>> {
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let run = match lines.len() > 3 && random.once_in(2) {
        true => {
            let start = random.below(lines.len());
            &lines[start..lines.len().min(start + 1 + random.below(30))]
        }
        false => &lines[..],
    };
    run.iter().map(|line| line.to_vec()).collect()
}

fn change_lines(lines: &mut Vec<Vec<u8>>, random: &mut Random) {
    if lines.is_empty() || random.once_in(5) {
        let at = random.below(lines.len() + 1);
        return lines.insert(at, [random.pick(LINES), b"\n"].concat());
    }
    let at = random.below(lines.len());
    match random.below(20) {
        0 => drop(lines.remove(at)),
        1 => {
            let to = random.below(lines.len() + 1);
            lines.insert(to, lines[at].clone());
        }
        2 => {
            let to = random.below(lines.len());
            lines.swap(at, to);
        }
        3 => {
            // Repeats a `User-agent` line, which most files have.
            let is_name = |line: &&Vec<u8>| line.to_ascii_lowercase().starts_with(b"user");
            if let Some(name) = lines.iter().find(is_name).cloned() {
                lines.insert(at, name);
            }
        }
        4 => lengthen(&mut lines[at], random),
        5..=8 => change_key(&mut lines[at], random),
        _ => change_bytes(&mut lines[at], random),
    }
}

fn change_bytes(line: &mut Vec<u8>, random: &mut Random) {
    let snippet = random.pick(SNIPPETS);
    let at = place(line, random);
    let until = (at + random.below(4)).min(line.len());
    match random.below(4) {
        0 => drop(line.drain(at..until)),
        1 => drop(line.splice(at..until, snippet.iter().copied())),
        2 if at < line.len() => line[at] ^= 1 << random.below(8),
        _ => drop(line.splice(at..at, snippet.iter().copied())),
    }
}

/// Chooses a position in a line, most often at the start or end of a key or value.
fn place(line: &[u8], random: &mut Random) -> usize {
    let content = line.trim_ascii_end().len();
    let separator = line.iter().position(|byte| *byte == b':').unwrap_or(0);
    match random.below(6) {
        0 => 0,
        1 => separator,
        2 => separator + 1,
        3 => content,
        4 => content.saturating_sub(1),
        _ => random.below(line.len() + 1),
    }
    .min(line.len())
}

fn change_key(line: &mut Vec<u8>, random: &mut Random) {
    let Some(separator) = line.iter().position(|byte| *byte == b':') else { return };
    let key = random.pick(KEYS);
    match random.below(3) {
        0 => drop(line.splice(separator..=separator, random.pick(SEPARATORS).iter().copied())),
        1 => drop(line.splice(..=separator, [key, random.pick(SEPARATORS)].concat())),
        _ => drop(line.splice(..separator, key.iter().copied())),
    }
}

/// Makes a line about as long as the part of a line that Google's library reads.
fn lengthen(line: &mut Vec<u8>, random: &mut Random) {
    let wanted = LINE_LIMIT - 8 + random.below(16);
    let filler = random.pick(&[b"a".as_slice(), b" ", b"/a*", b"%e9", b"\xe9"]);
    let at = place(line, random);
    let missing = wanted.saturating_sub(line.trim_ascii_end().len());
    line.splice(at..at, filler.iter().copied().cycle().take(missing));
}
