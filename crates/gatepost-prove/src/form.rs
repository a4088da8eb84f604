//! Patterns in a normal form, so that each can be asked about as one word.
//!
//! A form starts with `/`, has no two stars side by side, and neither an open nor a closed end that
//! follows a star: `/a**`, `/a*` and `/a*$` are all the form `/a`, which is open. A pattern that
//! starts with a star stands for its intersections with `/`: `*/x` is `/x` and `/*/x`. A pattern that
//! no path can match has no form at all.
//!
//! # Canonical words
//!
//! Replace each star of a form, and its open end, by the *fresh letter*: one that no pattern has. The
//! result is its canonical word. A pattern matches it if and only if it matches *every* path that
//! the form matches, since only a star or an open end can take a fresh letter, and what they took may
//! be anything. So if several patterns together match all paths of a form, one of them does alone:
//! the one that matches the word.
//!
//! The line feed is fresh in every dialect: no line of a file, and so no pattern, has one.
//!
//! Forms are matched here and not by `PathPattern`, because an intersection can be a pattern that no
//! file can spell: in the `google` dialect, `/%*` and `/*aa` have `/%aa` in common, which written down
//! would be read as `/%AA`.

use gatepost::PathPattern;

use crate::steps::count;

/// What stands for any text in a canonical word.
pub(crate) const FRESH: u8 = b'\n';

/// A pattern that starts with `/`, in normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Form {
    bytes: Vec<u8>,
    is_closed: bool,
    /// Where its first star is, or else its end.
    literal: usize,
}

impl Form {
    /// The forms whose paths together are those of a pattern: none, one or two.
    pub(crate) fn all_of(pattern: &PathPattern<'_>) -> Vec<Form> {
        let (bytes, is_closed) = (pattern.as_bytes(), pattern.is_closed());
        let new = |bytes: &[u8]| Form::new(bytes, is_closed);
        match bytes {
            _ if !pattern.can_match() => Vec::new(),
            // An empty rule, where it decides: all paths.
            [] if !is_closed => vec![new(b"/")],
            [b'/', ..] => vec![new(bytes)],
            [b'*', ..] => {
                let stars = bytes.iter().take_while(|byte| **byte == b'*').count();
                let rest = &bytes[stars..];
                let swallows = new(&[b"/*", rest].concat());
                match rest.first() {
                    // All that follows a slash begins with one, so it is nothing more.
                    None => vec![swallows],
                    Some(b'/') => vec![new(rest), swallows],
                    Some(_) => vec![swallows],
                }
            }
            _ => Vec::new(),
        }
    }

    /// Brings a pattern that starts with `/` to normal form.
    pub(crate) fn new(bytes: &[u8], is_closed: bool) -> Form {
        count(bytes.len());
        let mut collapsed = bytes.to_vec();
        collapsed.dedup_by(|next, last| *next == b'*' && *last == b'*');
        let ends_in_star = collapsed.last() == Some(&b'*');
        collapsed.truncate(collapsed.len() - usize::from(ends_in_star));
        let star = collapsed.iter().position(|byte| *byte == b'*');
        let literal = star.unwrap_or(collapsed.len());
        Form { bytes: collapsed, is_closed: is_closed && !ends_in_star, literal }
    }

    /// Its bytes, without the `$` that closes it.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// The bytes before its first star: all its paths begin with them.
    pub(crate) fn literal_prefix(&self) -> &[u8] {
        &self.bytes[..self.literal]
    }

    /// How many places it has where any text can stand.
    pub(crate) fn gaps(&self) -> usize {
        let stars = self.bytes.iter().filter(|byte| **byte == b'*').count();
        stars + usize::from(!self.is_closed)
    }

    /// Its canonical word.
    pub(crate) fn word(&self) -> Vec<u8> {
        self.filled(|_| &[FRESH])
    }

    /// The path in which each gap, counted from zero, holds the given text.
    pub(crate) fn filled<'t>(&self, text: impl Fn(usize) -> &'t [u8]) -> Vec<u8> {
        count(self.bytes.len());
        let mut filled = Vec::with_capacity(self.bytes.len() + 8);
        let mut gap = 0;
        for byte in &self.bytes {
            if *byte == b'*' {
                filled.extend_from_slice(text(gap));
                gap += 1;
            } else {
                filled.push(*byte);
            }
        }
        if !self.is_closed {
            filled.extend_from_slice(text(gap));
        }
        filled
    }

    /// Whether it matches every path that the other matches.
    pub(crate) fn covers(&self, other: &Form) -> bool {
        self.covers_word(&other.word())
    }

    /// Whether it matches a canonical word.
    pub(crate) fn covers_word(&self, word: &[u8]) -> bool {
        count(1 + word.len());
        let literal = self.literal_prefix();
        let Some(mut path) = word.strip_prefix(literal) else { return false };
        // The pieces between stars, each at its leftmost place: see `path_pattern.rs` of `gatepost`.
        let mut pieces = self.bytes[literal.len()..].split(|byte| *byte == b'*').skip(1).peekable();
        if pieces.peek().is_none() {
            return !self.is_closed || path.is_empty();
        }
        while let Some(piece) = pieces.next() {
            if self.is_closed && pieces.peek().is_none() {
                return path.ends_with(piece);
            }
            match find(path, piece) {
                Some(at) => path = &path[at + piece.len()..],
                None => return false,
            }
        }
        true
    }

    /// The pattern as a file would have it.
    pub(crate) fn text(&self) -> Vec<u8> {
        let mut text = self.bytes.clone();
        match (self.is_closed, text.last()) {
            (true, _) => text.push(b'$'),
            // Without the star the dollar would close it.
            (false, Some(b'$')) => text.push(b'*'),
            (false, _) => {}
        }
        text
    }
}

/// Pairs each form of one slice with each form of the other.
pub(crate) fn pairs<'f>(
    ones: &'f [Form],
    others: &'f [Form],
) -> impl Iterator<Item = (&'f Form, &'f Form)> {
    ones.iter().flat_map(move |one| others.iter().map(move |other| (one, other)))
}

/// The leftmost place of a piece.
fn find(path: &[u8], piece: &[u8]) -> Option<usize> {
    let Some((first, others)) = piece.split_first() else { return Some(0) };
    let begins = |at: &usize| path[*at] == *first && path[at + 1..].starts_with(others);
    (0..path.len()).find(begins)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatepost::UrlPath;

    #[track_caller]
    fn check(value: &str, expected: &[&str]) {
        let texts: Vec<String> = Form::all_of(&PathPattern::new(value))
            .iter()
            .map(|form| String::from_utf8(form.text()).unwrap())
            .collect();
        assert_eq!(texts, expected, "{value}");
    }

    #[test]
    fn stars_that_say_nothing_go() {
        check("/a***b", &["/a*b"]);
        check("/a*", &["/a"]);
        check("/a*$", &["/a"]);
        check("/a**$", &["/a"]);
        check("/a$", &["/a$"]);
    }

    #[test]
    fn star_in_front_stands_for_a_slash_and_more() {
        check("*/x", &["/x", "/*/x"]);
        check("**x$", &["/*x$"]);
        check("*", &["/"]);
        check("*$", &["/"]);
        check("*/$", &["/$", "/*/$"]);
    }

    #[test]
    fn what_no_path_matches_has_no_form() {
        check("a", &[]);
        check("$", &[]);
    }

    #[test]
    fn words() {
        assert_eq!(Form::new(b"/a*b", false).word(), b"/a\nb\n");
        assert_eq!(Form::new(b"/a*b", true).word(), b"/a\nb");
    }

    #[test]
    fn forms_match_what_patterns_match() {
        let mut values = vec![Vec::new()];
        for at in 0.. {
            let value: &Vec<u8> = &values[at];
            if value.len() == 4 {
                break;
            }
            let longer = b"/a*$".map(|byte| [&value[..], &[byte]].concat());
            values.extend(longer);
        }
        let forms: Vec<Vec<Form>> =
            values.iter().map(|value| Form::all_of(&PathPattern::new(value))).collect();
        for (value, of_value) in values.iter().zip(&forms).filter(|(value, _)| !value.is_empty()) {
            for other in forms.iter().flatten() {
                let word = other.word();
                assert_eq!(
                    of_value.iter().any(|form| form.covers_word(&word)),
                    PathPattern::new(value).matches(&UrlPath::as_compared(&word)),
                    "{} {}",
                    value.escape_ascii(),
                    word.escape_ascii(),
                );
            }
        }
    }
}
