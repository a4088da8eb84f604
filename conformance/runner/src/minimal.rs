//! Reduces a file to the lines that still show a difference.

/// Drops lines as long as `shows` holds, first in halves and finally one by one.
///
/// This is Zeller's delta debugging without complements: it is cheap, and no single line of the
/// result can be dropped.
///
/// # Errors
///
/// This returns the error of `shows`.
pub fn minimal_lines(
    bytes: &[u8],
    mut shows: impl FnMut(&[u8]) -> Result<bool, String>,
) -> Result<Vec<u8>, String> {
    let mut kept: Vec<&[u8]> = lines(bytes);
    let mut size = kept.len().div_ceil(2);
    while size > 0 {
        let (mut at, mut dropped) = (0, false);
        while at < kept.len() {
            let end = kept.len().min(at + size);
            let rest = [&kept[..at], &kept[end..]].concat();
            if shows(&rest.concat())? {
                kept = rest;
                dropped = true;
            } else {
                at = end;
            }
        }
        match size {
            1 if !dropped => break,
            1 => {}
            _ => size = size.div_ceil(2),
        }
    }
    Ok(kept.concat())
}

/// Splits a file into lines with their ends; CR, LF and CRLF each end a line.
fn lines(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut lines = Vec::new();
    while !bytes.is_empty() {
        let end = match bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            Some(at) if bytes[at..].starts_with(b"\r\n") => at + 2,
            Some(at) => at + 1,
            None => bytes.len(),
        };
        lines.push(&bytes[..end]);
        bytes = &bytes[end..];
    }
    lines
}

/// Formats a file for people: line by line, with Rust's escapes for bytes that are not printable
/// ASCII.
pub fn escaped_lines(bytes: &[u8]) -> impl Iterator<Item = String> {
    lines(bytes).into_iter().map(|line| escaped(line.strip_suffix(b"\n").unwrap_or(line)))
}

/// Formats bytes for people; of many bytes, only both ends.
pub fn escaped(bytes: &[u8]) -> String {
    const SHOWN: usize = 200;
    if bytes.len() <= 3 * SHOWN {
        return bytes.escape_ascii().to_string();
    }
    let (start, rest) = bytes.split_at(SHOWN);
    let (middle, end) = rest.split_at(rest.len() - SHOWN);
    let (start, end) = (start.escape_ascii(), end.escape_ascii());
    format!("{start} [{} bytes more] {end}", middle.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_needed_together_are_kept() {
        let file = b"a\nb\r\nc\rd\ne";
        let has = |bytes: &[u8], what: &[u8]| bytes.windows(what.len()).any(|w| w == what);
        let minimal = minimal_lines(file, |bytes| Ok(has(bytes, b"b") && has(bytes, b"e")));
        assert_eq!(minimal.unwrap(), b"b\r\ne");
        assert_eq!(minimal_lines(file, |_| Ok(true)).unwrap(), b"");
        assert_eq!(minimal_lines(file, |bytes| Ok(bytes == file)).unwrap(), file);
    }
}
