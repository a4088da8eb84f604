//! Paths that show what a pattern matches.

/// Returns the shortest readable path that a pattern matches: each star stands for nothing, or for
/// `x` where a path needs something.
pub(crate) fn example_path(pattern: &str) -> String {
    let pattern = pattern.strip_suffix('$').unwrap_or(pattern);
    let mut path = String::with_capacity(pattern.len() + 1);
    for (at, character) in pattern.char_indices() {
        let is_star = character == '*';
        if is_star && path.is_empty() {
            path.push('/');
        }
        if is_star && path.ends_with('/') && pattern[at + 1..].starts_with(['/', '.']) {
            path.push('x');
        } else if !is_star {
            if path.is_empty() && character != '/' {
                path.push('/');
            }
            path.push(character);
        }
    }
    if path.is_empty() { "/".to_owned() } else { path }
}

/// Returns the file extension that an open pattern ends with: at most five letters and digits.
pub(crate) fn extension(pattern: &[u8]) -> Option<&str> {
    let dot = pattern.iter().rposition(|byte| *byte == b'.')?;
    let extension = &pattern[dot + 1..];
    let is_one = (1..=5).contains(&extension.len())
        && extension.iter().all(u8::is_ascii_alphanumeric)
        && !pattern[..dot].contains(&b'?');
    std::str::from_utf8(extension).ok().filter(|_| is_one)
}

#[cfg(test)]
mod tests {
    use super::example_path;

    #[test]
    fn paths_of_patterns() {
        for (pattern, path) in [
            ("/shop", "/shop"),
            ("/*.pdf$", "/x.pdf"),
            ("/a/*/b*", "/a/x/b"),
            ("*?q=", "/?q="),
            ("*.pdf", "/x.pdf"),
            ("*/x", "/x/x"),
            ("*", "/"),
        ] {
            assert_eq!(example_path(pattern), path);
        }
    }
}
