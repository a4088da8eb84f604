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
