//! The kinds of differences between a dialect and the implementation that it describes, each with the
//! predicate by which it is known and the reason why the dialect does not have it.

use gatepost::Dialect;

use crate::peers::engine::{Answer, Question};

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
    /// In which dialects.
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
        why: "the implementation raises an exception or says neither yes nor no: a URL that its parser \
              refuses, or a file that is no UTF-8",
        dialects: &[],
        is_so: |case| matches!(case.their, Answer::Nothing(_)),
    },
    Kind {
        name: "robots.txt with a query",
        why: "Protego always allows `/robots.txt?x` too; the dialect, like the RFC, `/robots.txt` alone",
        dialects: &["protego"],
        is_so: |case| path_of(&case.question.url).starts_with(b"/robots.txt?"),
    },
    Kind {
        name: "URL without a path",
        why: "of `https://example.com?x` the implementation compares `?x`, without a slash in front, which no \
              rule matches; the dialect compares `/?x`, which is what a crawler requests",
        dialects: &["python-3.11", "python"],
        is_so: |case| !path_of(&case.question.url).starts_with(b"/"),
    },
    Kind {
        name: "path that begins with two slashes",
        why: "`urlunsplit` of CPython 3.15 puts two more in front, lest the path be taken for a host, so that \
              of `//a` it compares `////a`",
        dialects: &["python"],
        is_so: |case| path_of(&case.question.url).starts_with(b"//"),
    },
    Kind {
        name: "URL whose host is none",
        why: "the implementation takes the whole text for a path when its parser refuses it as a URL",
        dialects: &["texting_robots"],
        is_so: |case| !has_host(&case.question.url),
    },
    Kind {
        name: "URL that a browser's parser changes",
        why: "the implementation parses URLs as the WHATWG has it: controls and spaces around them go, tabs \
              and line ends within them too, dot segments are resolved, and a backslash is a slash; the \
              dialect takes path and query as they came",
        dialects: &["robots-parser", "texting_robots", "robotxt"],
        is_so: |case| is_changed_by_whatwg(&case.question.url),
    },
];

/// Whether a URL has a host of letters, digits, `.` and `-`, and perhaps a port.
fn has_host(url: &[u8]) -> bool {
    let host = url.windows(3).position(|three| three == b"://").map_or(0, |at| at + 3);
    let host = url[host..].split(|byte| matches!(byte, b'/' | b'?' | b'#')).next();
    host.unwrap_or_default()
        .iter()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':'))
}

/// Path, query and fragment of a whole URL.
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
