//! Text with one URL per line. Blank lines and lines that start with `#` are skipped.
//!
//! White space around a URL is removed. Other text behind a URL, as in a table without a header, is
//! an error: no URL contains white space, and a comma at the end, or in front of a number at the
//! end, is more often the start of the next cell than a part of the URL.

use std::io::{self, BufRead};

use super::ListedUrls;
use crate::asked_url::NotAUrl;

pub(super) struct Lines<'r> {
    reader: Box<dyn BufRead + 'r>,
    /// Whether text behind a URL belongs to it.
    whole: bool,
    line: usize,
}

impl<'r> Lines<'r> {
    pub(super) fn new(reader: Box<dyn BufRead + 'r>, whole: bool) -> Lines<'r> {
        Lines { reader, whole, line: 0 }
    }

    pub(super) fn read(&mut self, urls: &mut ListedUrls, most: usize) -> io::Result<()> {
        let end = urls.urls.len().saturating_add(most);
        while urls.urls.len() < end {
            let start = urls.bytes.len();
            // Straight into the batch: lists of millions cost no allocation for each line.
            if self.reader.read_until(b'\n', &mut urls.bytes)? == 0 {
                break;
            }
            self.line += 1;
            let text = &urls.bytes[start..];
            let url = text.trim_ascii();
            if url.is_empty() || url.starts_with(b"#") {
                urls.bytes.truncate(start);
                continue;
            }
            let start = start + (text.len() - text.trim_ascii_start().len());
            match behind_url(url).filter(|_| !self.whole) {
                Some(error) => urls.push_error(error, self.line),
                None => urls.push_place(start..start + url.len(), self.line),
            }
        }
        Ok(())
    }
}

/// Returns the error about a line with text behind its URL.
fn behind_url(line: &[u8]) -> Option<NotAUrl> {
    let shown = || String::from_utf8_lossy(line);
    if let Some(at) = line.iter().position(|byte| matches!(byte, b' ' | b'\t')) {
        let (url, rest) = line.split_at(at);
        // Text that does not start with a URL has another error.
        if url.starts_with(b"/") || url.windows(3).any(|window| window == b"://") {
            let rest = String::from_utf8_lossy(rest.trim_ascii()).into_owned();
            return Some(NotAUrl::new(
                format_args!("`{}` has text behind the URL: `{rest}`", shown()),
                "write a space in a URL as `%20`; for a table, name the column of the URLs with \
                 --column",
            ));
        }
    }
    let comma = line.iter().rposition(|byte| matches!(byte, b',' | b';'))?;
    let last = &line[comma + 1..];
    let is_cell = last.iter().all(|byte| byte.is_ascii_digit() || *byte == b'"');
    (is_cell && (line[comma] == b',' || last.is_empty())).then(|| {
        let rest = String::from_utf8_lossy(&line[comma..]).into_owned();
        NotAUrl::new(
            format_args!("`{}` may have text behind the URL: `{rest}`", shown()),
            "use --whole-lines if it belongs to the URL; for a table, name the column of the URLs \
             with --column",
        )
    })
}
