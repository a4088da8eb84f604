//! Phrases that several messages share: lists of lines and of names.

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
    use super::{lines, quoted};

    #[test]
    fn long_lists_are_counted() {
        assert_eq!(lines(&[3, 7]), "lines 3 and 7");
        assert_eq!(lines(&[3, 5, 7]), "lines 3, 5 and 7");
        assert_eq!(lines(&[3, 5, 7, 9]), "line 3 and 3 others");
        assert_eq!(quoted(&["a", "b", "c"]), "`a`, `b` and `c`");
        assert_eq!(quoted(&["a", "b", "c", "d"]), "`a`, `b` and 2 others");
    }
}
