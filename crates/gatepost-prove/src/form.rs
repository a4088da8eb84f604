//! Patterns in a normal form, so that a single word stands for all paths of a pattern.
//!
//! A form starts with `/`, has no two adjacent stars, and has neither a star nor a closed end after
//! its last star: `/a**`, `/a*` and `/a*$` all become the form `/a`, which is open. A pattern that
//! starts with a star becomes its intersections with `/`: `*/x` becomes `/x` and `/*/x`. A pattern
//! that no path can match has no form.
//!
//! # Canonical words
//!
//! Replace each star of a form, and its open end, by the *fresh letter*: a letter that no pattern
//! has. The result is the canonical word of the form. A pattern matches the word if and only if it
//! matches *every* path that the form matches, since only a star or an open end can match a fresh
//! letter, and whatever they matched may be replaced by any text. So if several patterns together
//! match all paths of a form, one of them matches all of these paths alone: the one that matches
//! the word.
//!
//! The line feed is fresh in every dialect: no line of a file contains one, so no pattern does.
//!
//! Forms have a matcher of their own, because an intersection can be a pattern that no file can
//! spell: in the `google` dialect, `/%*` and `/*aa` have `/%aa` in common, which a file would turn
//! into `/%AA`.

use gatepost::PathPattern;

use crate::steps::count;

/// The fresh letter: it stands for any text in a canonical word.
pub(crate) const FRESH: u8 = b'\n';

/// A pattern that starts with `/`, in normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Form {
    bytes: Vec<u8>,
    is_closed: bool,
    /// The length of its literal prefix: the position of the first star, or the end.
    literal: usize,
}

impl Form {
    /// Returns the forms whose paths together are those of a pattern: none, one or two.
    pub(crate) fn all_of(pattern: &PathPattern<'_>) -> Vec<Form> {
        let (bytes, is_closed) = (pattern.as_bytes(), pattern.is_closed());
        let new = |bytes: &[u8]| Form::new(bytes, is_closed);
        match bytes {
            _ if !pattern.can_match() => Vec::new(),
            // An empty pattern, in dialects in which it decides, matches all paths.
            [] if !is_closed => vec![new(b"/")],
            [b'/', ..] => vec![new(bytes)],
            [b'*', ..] => {
                let stars = bytes.iter().take_while(|byte| **byte == b'*').count();
                let rest = &bytes[stars..];
                let swallows = new(&[b"/*", rest].concat());
                match rest.first() {
                    // Stars alone match every path.
                    None => vec![swallows],
                    Some(b'/') => vec![new(rest), swallows],
                    Some(_) => vec![swallows],
                }
            }
            _ => Vec::new(),
        }
    }

    /// Creates the normal form of a pattern that starts with `/`.
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

    /// Returns its bytes without the `$` that closes it.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Returns the bytes before its first star: all its paths begin with them.
    pub(crate) fn literal_prefix(&self) -> &[u8] {
        &self.bytes[..self.literal]
    }

    /// Returns the number of places where any text can stand.
    pub(crate) fn gaps(&self) -> usize {
        let stars = self.bytes.iter().filter(|byte| **byte == b'*').count();
        stars + usize::from(!self.is_closed)
    }

    /// Returns its canonical word.
    pub(crate) fn word(&self) -> Vec<u8> {
        self.filled(|_| &[FRESH])
    }

    /// Returns the path in which each gap, numbered from zero, contains the given text.
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

    /// Returns whether it matches every path that the other matches.
    pub(crate) fn covers(&self, other: &Form) -> bool {
        self.covers_word(&other.word())
    }

    /// Returns whether it matches a canonical word.
    pub(crate) fn covers_word(&self, word: &[u8]) -> bool {
        count(1 + word.len());
        let literal = self.literal_prefix();
        let Some(mut path) = word.strip_prefix(literal) else { return false };
        // Each piece between stars is matched at its leftmost place: see `path_pattern.rs` of
        // `gatepost`.
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

    /// Returns the pattern as a file spells it.
    pub(crate) fn text(&self) -> Vec<u8> {
        let mut text = self.bytes.clone();
        match (self.is_closed, text.last()) {
            (true, _) => text.push(b'$'),
            // Without the star, the dollar would close the pattern.
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

/// Finds the leftmost place of a piece.
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
    fn redundant_stars_are_removed() {
        check("/a***b", &["/a*b"]);
        check("/a*", &["/a"]);
        check("/a*$", &["/a"]);
        check("/a**$", &["/a"]);
        check("/a$", &["/a$"]);
    }

    #[test]
    fn a_leading_star_becomes_a_slash_with_and_without_more() {
        check("*/x", &["/x", "/*/x"]);
        check("**x$", &["/*x$"]);
        check("*", &["/"]);
        check("*$", &["/"]);
        check("*/$", &["/$", "/*/$"]);
    }

    #[test]
    fn a_pattern_that_no_path_matches_has_no_form() {
        check("a", &[]);
        check("$", &[]);
    }

    #[test]
    fn canonical_words() {
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
