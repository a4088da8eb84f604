//! Words that several rules need.

/// "line 3", "lines 3 and 7", "lines 3, 5 and 7", "line 3 and 12 others".
pub(crate) fn lines(lines: &[usize]) -> String {
    match lines {
        [] => "no line".to_owned(),
        [one] => format!("line {one}"),
        [one, other] => format!("lines {one} and {other}"),
        [one, other, third] => format!("lines {one}, {other} and {third}"),
        [one, others @ ..] => format!("line {one} and {} others", others.len()),
    }
}

/// A path that a pattern matches, for showing: stars take as little as makes a path of it.
pub(crate) fn path_of(pattern: &str) -> String {
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

/// The file extension that an open pattern ends with: letters and digits, five at the most.
pub(crate) fn extension(pattern: &[u8]) -> Option<&str> {
    let dot = pattern.iter().rposition(|byte| *byte == b'.')?;
    let extension = &pattern[dot + 1..];
    let is_one = (1..=5).contains(&extension.len())
        && extension.iter().all(u8::is_ascii_alphanumeric)
        && !pattern[..dot].contains(&b'?');
    std::str::from_utf8(extension).ok().filter(|_| is_one)
}

/// "`a`", "`a` and `b`", "`a`, `b` and `c`", "`a`, `b` and 12 others".
pub(crate) fn quoted(names: &[impl AsRef<str>]) -> String {
    let quote = |name: &dyn AsRef<str>| format!("`{}`", name.as_ref());
    match names {
        [] => "none".to_owned(),
        [one] => quote(one),
        [one, other] => format!("{} and {}", quote(one), quote(other)),
        [one, other, third] => format!("{}, {} and {}", quote(one), quote(other), quote(third)),
        [one, other, others @ ..] => {
            format!("{}, {} and {} others", quote(one), quote(other), others.len())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::path_of;

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
            assert_eq!(path_of(pattern), path);
        }
    }
}
