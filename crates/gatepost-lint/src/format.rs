//! The canonical layout of a file, proved to change nothing.
//!
//! Layout is what is not said: the byte order mark, line ends, the spelling of keys in one letter case,
//! the blanks around a colon and in front of a comment, and blank lines. There is one way for each, and
//! no settings. Words and order stay.
//!
//! Each step is proved to keep every answer for every crawler in every dialect, and every other record;
//! one that does not (a blank line can end a group for old readers) is left out.

use gatepost::{Key, Line, LineContent, Record, RobotsTxt};

use crate::safety::{self, Safety};

/// A file in its canonical layout, made by [`format()`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Formatted {
    /// All of the file.
    pub octets: Vec<u8>,
    /// What was left as it was, since some reader would understand the file otherwise.
    pub left_out: Vec<&'static str>,
}

/// A step: what it lays out, and how.
type Step = (&'static str, fn(&[u8]) -> Vec<u8>);

const STEPS: &[Step] = &[
    ("byte order mark", without_mark),
    ("line ends", with_line_feeds),
    ("keys and spaces", with_canonical_lines),
    ("blank lines", with_canonical_blank_lines),
];

/// Lays a file out: `Key: value # comment`, a blank line between groups and nowhere twice, LF.
///
/// # Example
///
/// ```
/// use gatepost_lint::format;
///
/// let file = b"user-agent:*\r\n\r\n\r\nDISALLOW :/a   #old\r\nUser-Agent: b\r\nAllow: /";
/// let formatted = format(file);
/// assert_eq!(
///     String::from_utf8(formatted.octets)?,
///     "User-agent: *\n\nDisallow: /a #old\n\nUser-agent: b\nAllow: /\n",
/// );
/// # Ok::<(), std::string::FromUtf8Error>(())
/// ```
pub fn format(octets: &[u8]) -> Formatted {
    let mut formatted = Formatted { octets: octets.to_vec(), left_out: Vec::new() };
    // A shorter file would have more of it within the read limit.
    if RobotsTxt::parse(octets).unread() > 0 {
        formatted.left_out.extend(STEPS.iter().map(|(what, _)| *what));
        return formatted;
    }
    for (what, step) in STEPS {
        let next = step(&formatted.octets);
        if next == formatted.octets {
            continue;
        }
        if has_same_records(&formatted.octets, &next)
            && safety::of_files(&formatted.octets, &next) == Safety::KeepsEveryAnswer
        {
            formatted.octets = next;
        } else {
            formatted.left_out.push(what);
        }
    }
    formatted
}

/// Whether two files have the same records, but for the letter case of known keys.
fn has_same_records(before: &[u8], after: &[u8]) -> bool {
    let [before, after] = [before, after].map(RobotsTxt::parse);
    let records = |robots: &RobotsTxt<'_>| -> Vec<(Key, Vec<u8>, Vec<u8>)> {
        let records = robots.lines().filter_map(|line| match line.content() {
            LineContent::Record(record) => Some(record),
            _ => None,
        });
        let said = |record: Record<'_>| {
            (record.key(), record.key_octets().to_ascii_lowercase(), record.value().to_vec())
        };
        records.map(said).collect()
    };
    records(&before) == records(&after)
}

fn without_mark(octets: &[u8]) -> Vec<u8> {
    octets.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(octets).to_vec()
}

fn with_line_feeds(octets: &[u8]) -> Vec<u8> {
    lines(octets, |line| octets[line.span()].to_vec())
}

fn with_canonical_lines(octets: &[u8]) -> Vec<u8> {
    lines(octets, |line| {
        let text = octets[line.span()].trim_ascii();
        let LineContent::Record(record) = line.clone().content() else { return text.to_vec() };
        if !record.has_colon() {
            return text.to_vec();
        }
        let mut laid_out = canonical_key(&record);
        laid_out.push(b':');
        let comment = text.iter().position(|octet| *octet == b'#').map(|hash| &text[hash..]);
        for part in [Some(record.value()), comment].into_iter().flatten() {
            if !part.is_empty() {
                laid_out.push(b' ');
                laid_out.extend_from_slice(part);
            }
        }
        laid_out
    })
}

/// A known key in its usual letter case, misspelt or not; any other as it is.
fn canonical_key(record: &Record<'_>) -> Vec<u8> {
    let known = KEYS.iter().find(|key| key.as_bytes().eq_ignore_ascii_case(record.key_octets()));
    known.map_or_else(|| record.key_octets().to_vec(), |key| key.as_bytes().to_vec())
}

/// Known keys, in the letter case in which their sources write them.
const KEYS: &[&str] = &[
    "User-agent",
    "Allow",
    "Disallow",
    "Sitemap",
    "Crawl-delay",
    "Request-rate",
    "Visit-time",
    "Host",
    "Clean-param",
    "Noindex",
    "Content-Signal",
    "Content-Usage",
];

fn with_canonical_blank_lines(octets: &[u8]) -> Vec<u8> {
    let robots = RobotsTxt::parse(octets);
    let mut laid_out: Vec<Vec<u8>> = Vec::new();
    let mut has_rules = false;
    for line in robots.lines() {
        let text = octets[line.span()].to_vec();
        match line.content() {
            LineContent::Blank => {
                if laid_out.last().is_some_and(|last| !last.is_empty()) {
                    laid_out.push(Vec::new());
                }
                continue;
            }
            LineContent::Record(record) if record.key() == Key::UserAgent && has_rules => {
                has_rules = false;
                blank_before_comments(&mut laid_out);
            }
            LineContent::Record(record) => has_rules |= record.key().is_rule(),
            _ => {}
        }
        laid_out.push(text);
    }
    while laid_out.last().is_some_and(Vec::is_empty) {
        laid_out.pop();
    }
    laid_out.into_iter().flat_map(|text| [text, b"\n".to_vec()].concat()).collect()
}

/// Puts a blank line where a group ends: in front of the comments that belong to the next.
fn blank_before_comments(laid_out: &mut Vec<Vec<u8>>) {
    let comments = laid_out.iter().rev().take_while(|text| text.starts_with(b"#")).count();
    let at = laid_out.len() - comments;
    if at > 0 && !laid_out[at - 1].is_empty() {
        laid_out.insert(at, Vec::new());
    }
}

/// Every line, made anew, with LF behind it.
fn lines(octets: &[u8], anew: impl Fn(&Line<'_>) -> Vec<u8>) -> Vec<u8> {
    let robots = RobotsTxt::parse(octets);
    let mark = robots.lines().next().map_or(0, |line| line.span().start);
    let mut laid_out = octets[..mark].to_vec();
    for line in robots.lines() {
        laid_out.extend(anew(&line));
        laid_out.push(b'\n');
    }
    laid_out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(file: &str, expected: &str) {
        let formatted = format(file.as_bytes());
        assert_eq!(String::from_utf8(formatted.octets.clone()).unwrap(), expected);
        assert_eq!(formatted.left_out, Vec::<&str>::new());
        assert_eq!(format(&formatted.octets), formatted);
    }

    #[test]
    fn lines_are_laid_out() {
        check(
            " USER-AGENT :  * \t# all\r\nDisallow:\r\ncrawl-Delay:5\r\nFoo  :b  c\r\n  # d  ",
            "User-agent: * # all\nDisallow:\nCrawl-delay: 5\nFoo: b  c\n# d\n",
        );
    }

    #[test]
    fn what_is_no_record_stays() {
        check(
            "User-agent *\n\tDisallow /a  # b\nno robots here\n",
            "User-agent *\nDisallow /a  # b\nno robots here\n",
        );
    }

    #[test]
    fn blank_lines_are_between_groups() {
        check(
            "\n\nUser-agent: a\nDisallow: /\n# b's\n# rules\nUser-agent: b\nAllow: /\n\n\n\nSitemap: c\n\n",
            "User-agent: a\nDisallow: /\n\n# b's\n# rules\nUser-agent: b\nAllow: /\n\nSitemap: c\n",
        );
    }

    #[test]
    fn nothing_stays_nothing() {
        check("", "");
        check("\u{FEFF}", "");
    }
}
