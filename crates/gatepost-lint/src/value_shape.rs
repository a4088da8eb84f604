//! Values of rules that are something other than a path pattern.
//!
//! People write whole URLs, regular expressions and further directives where a pattern belongs.
//! Several rules have to distinguish these, so that each mistake is reported once, by its own rule.

use gatepost::Key;

/// Top-level domains that are not also file extensions.
const ENDINGS: &[&str] =
    &["com", "org", "net", "edu", "gov", "info", "biz", "uk", "de", "fr", "au", "ca"];

/// Returns the host and the path of a value that is a whole URL, with or without its scheme.
pub(crate) fn host_and_path(value: &[u8]) -> Option<(String, String)> {
    let text = String::from_utf8_lossy(value);
    if text.starts_with(['/', '*']) {
        return None;
    }
    let (scheme, rest) = text.split_once("://").unwrap_or(("", &text));
    let end = rest.find(['/', '?', '*']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(end);
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':');
    let ending = host.rsplit('.').next().unwrap_or_default();
    let is_host = host.contains('.')
        && host.chars().all(is_word)
        && (ENDINGS.contains(&ending) || host.starts_with("www."));
    if text.contains("://") && scheme.chars().all(|c| c.is_ascii_alphabetic()) || is_host {
        let slash = if path.starts_with('/') { "" } else { "/" };
        return Some((host.to_owned(), format!("{slash}{path}")));
    }
    None
}

/// Returns the first part of a pattern that makes sense only in a regular expression.
///
/// # Example
///
/// ```
/// use gatepost_lint::regex_syntax;
///
/// assert_eq!(regex_syntax("^/a"), Some("^"));
/// assert_eq!(regex_syntax("/item/[0-9]"), Some("[0-9]"));
/// assert_eq!(regex_syntax("/a*$"), None);
/// ```
#[must_use]
pub fn regex_syntax(value: &str) -> Option<&str> {
    if value.starts_with('^') {
        return Some("^");
    }
    escape(value)
        .or_else(|| dot_star(value))
        .or_else(|| class(value))
        .or_else(|| alternatives(value))
}

/// `\.`, `\?`, `\d`: a backslash before what it would make literal, or a class.
fn escape(value: &str) -> Option<&str> {
    let at = value.match_indices('\\').map(|(at, _)| at).find(|at| {
        let mut after = value[at + 1..].chars();
        match after.next() {
            Some('.' | '?' | '/' | '+' | '(' | '[' | '-') => true,
            // A folder can be called `\d`, but not `\d+`.
            Some('d' | 'w' | 's') => matches!(after.next(), Some('+' | '*' | '{')),
            _ => false,
        }
    })?;
    value.get(at..at + 2)
}

/// `/.*` after a folder. At the top of the path it usually stands for hidden files.
fn dot_star(value: &str) -> Option<&str> {
    let at = value.find("/.*").or_else(|| value.find("(.*").or_else(|| value.find("/.+")))?;
    let is_top =
        value.starts_with("/.*") || value.starts_with("*/.*") || value.starts_with("/*/.*");
    (!is_top).then_some(&value[at + 1..at + 3])
}

/// `[0-9]`, `[a-zA-Z]+`: brackets that hold nothing but ranges.
fn class(value: &str) -> Option<&str> {
    let start = value.find('[')?;
    let length = value[start..].find(']')? + 1;
    let inside = &value.as_bytes()[start + 1..start + length - 1];
    let is_range = |three: &[u8]| {
        let [from, dash, to] = *three else { return false };
        let is_kind = |kind: fn(&u8) -> bool| kind(&from) && kind(&to);
        let is_one_kind = is_kind(u8::is_ascii_digit)
            || is_kind(u8::is_ascii_lowercase)
            || is_kind(u8::is_ascii_uppercase);
        dash == b'-' && from < to && is_one_kind
    };
    let are_ranges = !inside.is_empty() && inside.chunks(3).all(is_range);
    are_ranges.then_some(&value[start..start + length])
}

/// `(a|b)`, `(?:...)`.
fn alternatives(value: &str) -> Option<&str> {
    let start = value.find('(')?;
    let length = value[start..].find(')')? + 1;
    let group = &value[start..start + length];
    (group.contains('|') || group.starts_with("(?:") || group.starts_with("(?!")).then_some(group)
}

/// Returns whether a value is another directive or rule: `Sitemap: https://...`, `/User-agent:
/// ExampleBot`.
pub(crate) fn is_directive(value: &[u8]) -> bool {
    starts_with_key(value.strip_prefix(b"/").unwrap_or(value)).is_some()
}

/// Finds where a value continues with a second directive or path: the place of the blank before it,
/// and its own place.
pub(crate) fn second_value(value: &[u8]) -> Option<(usize, usize)> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let (mut first, mut at) = (0, 0);
    loop {
        let blank = at + value[at..].iter().position(is_blank)?;
        let second = blank + value[blank..].iter().position(|byte| !is_blank(byte))?;
        let word = &value[second..];
        // A slash of its own merely separates words, as in `/bed / breakfast`.
        let is_slash = matches!(word.get(1), None | Some(b' ' | b'\t'));
        let are_paths = value[first] == b'/' && word[0] == b'/' && !is_slash;
        if starts_with_key(word).is_some() || are_paths && value[blank - 1] != b'*' {
            return Some((blank, second));
        }
        (first, at) = (second, second);
    }
}

/// Returns the key that a text starts with.
pub(crate) fn starts_with_key(word: &[u8]) -> Option<Key> {
    let keys: [(&[u8], Key); 4] = [
        (b"user-agent:", Key::UserAgent),
        (b"disallow:", Key::Disallow),
        (b"allow:", Key::Allow),
        (b"sitemap:", Key::Sitemap),
    ];
    let begins = |name: &[u8]| word.get(..name.len()).is_some_and(|w| w.eq_ignore_ascii_case(name));
    keys.into_iter().find(|(name, _)| begins(name)).map(|(_, key)| key)
}
