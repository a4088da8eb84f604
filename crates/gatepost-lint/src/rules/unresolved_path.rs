use std::ops::Range;

use gatepost::Rule as RobotsRule;

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::rule::{Meta, Rule, declare_rule};
use crate::rules::regular_expression::syntax;
use crate::severity::Severity;
use crate::words::path_of;

declare_rule! {
    /// ## What it finds
    /// A `.` or `..` between the slashes of a pattern, and as a warning a backslash.
    ///
    /// ## Why it matters
    /// Whoever follows a link resolves it first: `/old/../shop` is asked for as `/shop`, and browsers send a
    /// slash for a backslash. A rule with either matches no URL that anyone asks for.
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
    /// Resolves the path, where no star stands for what is left out. Changes answers.
    ///
    /// ## Source
    /// - [RFC 3986, section 5.2.4](https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4): dot segments are removed
    ///   when a reference is resolved.
    /// - [URL Standard, path state](https://url.spec.whatwg.org/#path-state): a backslash ends a segment as a
    ///   slash does.
    UnresolvedPath { name: "unresolved-path", since: "0.1.0", severity: Error }
}

impl Rule for UnresolvedPath {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        file.rules().filter_map(|rule| finding(file, &rule)).collect()
    }
}

fn finding(file: &File<'_>, rule: &RobotsRule<'_>) -> Option<Finding> {
    let value = std::str::from_utf8(rule.value()).ok()?;
    // Other patterns match nothing, and are told by other rules.
    if !value.starts_with(['/', '*']) || syntax(value).is_some() {
        return None;
    }
    let (path, query) = value.split_at(value.find('?').unwrap_or(value.len()));
    let (place, severity, message) = match (dot_segment(path), path.find('\\')) {
        (Some(place), _) => {
            let dots = &path[place.clone()];
            let message = format!("no URL is asked for with `{dots}`: it is resolved before");
            (place, Severity::Error, message)
        }
        (None, Some(at)) => {
            let message = "no URL has a backslash: browsers send a slash for it".to_owned();
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
        finding = finding.example(file.missed(rule, &path_of(&meant))).fix(Fix::new(
            file,
            title,
            rule.value_span(),
            meant,
        ));
    }
    Some(finding)
}

/// Where a segment of dots is, with its slashes. What is open at the end may go on as a name.
fn dot_segment(path: &str) -> Option<Range<usize>> {
    let inner = ["/../", "/./"].iter().filter_map(|dots| Some((path.find(dots)?, dots.len())));
    let last = ["/..$", "/.$"].iter().filter(|dots| path.ends_with(**dots));
    let last = last.map(|dots| (path.len() - dots.len(), dots.len() - 1));
    inner.chain(last).min().map(|(at, length)| at..at + length)
}

/// The path as it is asked for; none where it is not known what the dots leave out.
fn resolved(path: &str) -> Option<String> {
    let path = path.replace('\\', "/");
    let mut segments: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "." => {}
            ".." => match segments.pop()? {
                left_out if left_out.contains('*') => return None,
                // Above the root is the root.
                "" if segments.is_empty() => segments.push(""),
                _ => {}
            },
            // Its slash would be lost with it.
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
#           ^^^^ no URL is asked for with `/../`: it is resolved before
Disallow: /*/./b?/../
#           ^^^ no URL is asked for with `/./`: it is resolved before
Disallow: /c/..$
#           ^^^ no URL is asked for with `/..`: it is resolved before
Disallow: /News\\2009
#              ^ no URL has a backslash: browsers send a slash for it
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
