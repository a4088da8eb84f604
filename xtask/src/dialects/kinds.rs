//! Lists the kinds of differences between a dialect and the implementation that it describes, each
//! with a predicate that recognises it, and the reason why the dialect does not do the same.

use gatepost::Dialect;
use runner::{Answer, Question};

/// A question that was answered differently.
pub(crate) struct Asked<'a> {
    pub(crate) dialect: Dialect,
    pub(crate) bytes: &'a [u8],
    pub(crate) question: &'a Question,
    pub(crate) their: &'a Answer,
}

/// One kind of difference.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) why: &'static str,
    /// The dialects in which it occurs; empty for all.
    dialects: &'static [&'static str],
    is_so: fn(&Asked<'_>) -> bool,
}

impl Kind {
    pub(crate) fn holds(&self, case: &Asked<'_>) -> bool {
        let is_here = self.dialects.is_empty() || self.dialects.contains(&case.dialect.name);
        is_here && (self.is_so)(case)
    }
}

pub(crate) const KINDS: &[Kind] = &[
    Kind {
        name: "no answer",
        why: "the implementation raises an exception or gives no verdict: its parser rejects \
              the URL, or the file is not UTF-8",
        dialects: &[],
        is_so: |case| matches!(case.their, Answer::Nothing(_)),
    },
    Kind {
        name: "robots.txt with a query",
        why: "Protego always allows `/robots.txt?x` too; the dialect, like the RFC, only \
              `/robots.txt`",
        dialects: &["protego"],
        is_so: |case| path_of(&case.question.url).starts_with(b"/robots.txt?"),
    },
    Kind {
        name: "URL without a path",
        why: "for `https://example.com?x` the implementation compares `?x`, without a leading \
              slash, which no rule matches; the dialect compares `/?x`, as a crawler requests \
              it",
        dialects: &["python-3.11", "python"],
        is_so: |case| !path_of(&case.question.url).starts_with(b"/"),
    },
    Kind {
        name: "path that begins with two slashes",
        why: "`urlunsplit` of CPython 3.15 puts two more in front, so that the path cannot be \
              read as a host: for `//a` it compares `////a`",
        dialects: &["python"],
        is_so: |case| path_of(&case.question.url).starts_with(b"//"),
    },
    Kind {
        name: "URL without a valid host",
        why: "the implementation uses the whole text as the path if its URL parser rejects it",
        dialects: &["texting_robots"],
        is_so: |case| !has_host(&case.question.url),
    },
    Kind {
        name: "URL that a browser's parser changes",
        why: "the implementation parses URLs by the WHATWG's standard, which removes controls \
              and spaces around a URL and tabs and line ends within it, resolves dot segments, \
              and reads a backslash as a slash; the dialect leaves path and query unchanged",
        dialects: &["robots-parser", "texting_robots", "robotxt"],
        is_so: |case| is_changed_by_whatwg(&case.question.url),
    },
];

/// Returns `true` if a URL has a host of letters, digits, `.` and `-`, and perhaps a port.
fn has_host(url: &[u8]) -> bool {
    let host = url.windows(3).position(|three| three == b"://").map_or(0, |at| at + 3);
    let host = url[host..].split(|byte| matches!(byte, b'/' | b'?' | b'#')).next();
    host.unwrap_or_default()
        .iter()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':'))
}

/// Returns path, query and fragment of an absolute URL.
fn path_of(url: &[u8]) -> &[u8] {
    let host = url.windows(3).position(|three| three == b"://").map_or(0, |at| at + 3);
    let is_start = |byte: &u8| matches!(byte, b'/' | b'?' | b'#');
    let path = url[host..].iter().position(is_start);
    path.map_or(b"", |at| &url[host + at..])
}

fn is_changed_by_whatwg(url: &[u8]) -> bool {
    let ends = [url.first(), url.last()];
    let path = path_of(url);
    let path = path.split(|byte| matches!(byte, b'?' | b'#')).next().unwrap_or_default();
    let is_dots = |part: &[u8]| {
        let part = part.to_ascii_lowercase();
        matches!(&*part, b"." | b".." | b"%2e" | b"%2e%2e" | b".%2e" | b"%2e.")
    };
    ends.into_iter().flatten().any(|byte| *byte <= b' ')
        || url.iter().any(|byte| matches!(byte, b'\t' | b'\n' | b'\r'))
        || path.contains(&b'\\')
        || path.split(|byte| *byte == b'/').any(is_dots)
}
