use std::ops::Range;

use gatepost::Rule;

use crate::example_path::example_path;
use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};
use crate::severity::Severity;
use crate::value_shape::regex_syntax;

declare_rule! {
    /// ## What it finds
    /// A `.` or `..` segment in a pattern or, as a warning, a backslash.
    ///
    /// ## Why it matters
    /// Browsers and crawlers resolve a link before they follow it: they request `/old/../shop` as
    /// `/shop`, and browsers send a slash instead of a backslash. A rule with either matches no URL
    /// that anyone requests.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /old/../shop/
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /shop/
    /// ```
    ///
    /// ## Fix
    /// Resolves the path, unless a star stands for a segment that would be removed. Changes
    /// answers.
    ///
    /// ## Source
    /// - [RFC 3986, section 5.2.4](https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4): dot
    ///   segments are removed when a reference is resolved.
    /// - [URL Standard, path state](https://url.spec.whatwg.org/#path-state): a backslash ends a
    ///   segment like a slash.
    UnresolvedPath { name: "unresolved-path", since: "0.1.0", severity: Error }
}

impl LintRule for UnresolvedPath {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        file.rules().filter_map(|rule| finding(file, &rule)).collect()
    }
}

fn finding(file: &File<'_>, rule: &Rule<'_>) -> Option<Finding> {
    let value = std::str::from_utf8(rule.value()).ok()?;
    // Other patterns match nothing, and other rules report them.
    if !value.starts_with(['/', '*']) || regex_syntax(value).is_some() {
        return None;
    }
    let (path, query) = value.split_at(value.find('?').unwrap_or(value.len()));
    let (place, severity, message) = match (dot_segment(path), path.find('\\')) {
        (Some(place), _) => {
            let dots = &path[place.clone()];
            let message =
                format!("crawlers never request a URL with `{dots}`: they resolve it first");
            (place, Severity::Error, message)
        }
        (None, Some(at)) => {
            let message = "no URL contains a backslash: browsers send a slash instead".to_owned();
            (at..at + 1, Severity::Warning, message)
        }
        (None, None) => return None,
    };
    let start = rule.value_span().start;
    let mut finding =
        Finding::new(&UnresolvedPath::META, start + place.start..start + place.end, message)
            .severity(severity);
    if let Some(meant) = resolved(path).map(|path| path + query) {
        let title = format!("write `{meant}`");
        finding = finding.example(file.missed(rule, &example_path(&meant))).fix(Fix::new(
            title,
            rule.value_span(),
            meant,
        ));
    }
    Some(finding)
}

/// Returns where a dot segment is, with its slashes. At an open end, dots may begin a name.
fn dot_segment(path: &str) -> Option<Range<usize>> {
    let inner = ["/../", "/./"].iter().filter_map(|dots| Some((path.find(dots)?, dots.len())));
    let last = ["/..$", "/.$"].iter().filter(|dots| path.ends_with(**dots));
    let last = last.map(|dots| (path.len() - dots.len(), dots.len() - 1));
    inner.chain(last).min().map(|(at, length)| at..at + length)
}

/// Returns the path as it is requested, or `None` if it is unknown what the dots remove.
fn resolved(path: &str) -> Option<String> {
    let path = path.replace('\\', "/");
    let mut segments: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "." => {}
            ".." => match segments.pop()? {
                left_out if left_out.contains('*') => return None,
                // The parent of the root is the root.
                "" if segments.is_empty() => segments.push(""),
                _ => {}
            },
            // Its slash would be lost too.
            ".$" | "..$" => return None,
            segment => segments.push(segment),
        }
    }
    Some(segments.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{UnresolvedPath, resolved};
    use crate::rule_test::{check, fixed};

    #[test]
    fn dots_and_backslashes() {
        check(
            &UnresolvedPath,
            "\
User-agent: *
Disallow: /a/../b
#           ^^^^ crawlers never request a URL with `/../`: they resolve it first
Disallow: /*/./b?/../
#           ^^^ crawlers never request a URL with `/./`: they resolve it first
Disallow: /c/..$
#           ^^^ crawlers never request a URL with `/..`: they resolve it first
Disallow: /News\\2009
#              ^ no URL contains a backslash: browsers send a slash instead
",
        );
    }

    #[test]
    fn names_that_begin_with_dots() {
        check(
            &UnresolvedPath,
            "User-agent: *\nDisallow: /.\nDisallow: /a/..\nDisallow: /.well-known/\nDisallow: /*.../\nDisallow: /?/../\nDisallow: /search\\?q\n",
        );
    }

    #[test]
    fn paths_are_resolved() {
        for (path, meant) in [
            ("/a/../b/", Some("/b/")),
            ("/a/./b", Some("/a/b")),
            ("/../b", Some("/b")),
            ("/a/b/../../c*", Some("/c*")),
            ("\\a\\b", Some("/a/b")),
            ("/*/../b", None),
            ("*/../b", None),
        ] {
            assert_eq!(resolved(path).as_deref(), meant, "{path}");
        }
        fixed(
            &UnresolvedPath,
            "User-agent: *\nDisallow: /a/../b?c\n",
            "User-agent: *\nDisallow: /b?c\n",
        );
    }
}
