//! Tables: cells between commas, semicolons or tabs, quoted as in RFC 4180.
//!
//! A row with more cells than the header has a separator that is not quoted. Its URL may be cut, so
//! the row is an error. Rows with an empty cell in the column, and rows of totals, are skipped. A
//! row of more than 1 MiB is an error too: it has a quote that is never closed. This bounds the
//! memory.

use std::io::{self, BufRead};

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::ListedUrls;
use super::layout::TableLayout;
use crate::asked_url::NotAUrl;

pub(super) struct Table<'r> {
    reader: Box<dyn BufRead + 'r>,
    rows: Rows,
    layout: TableLayout,
    /// The number of rows that were read.
    at: usize,
    is_over: bool,
}

/// The greatest length of a row in bytes, and its greatest number of cells.
const LONGEST: usize = 1 << 20;
const MOST_CELLS: usize = 1 << 14;

/// The first cells of rows that are not about one page, in lower case.
const NO_PAGES: &[&str] = &["total", "totals", "grand total", "(not set)", "(other)", "(none)"];

impl<'r> Table<'r> {
    pub(super) fn new(reader: Box<dyn BufRead + 'r>, layout: TableLayout) -> Table<'r> {
        let rows = Rows::new(layout.delimiter);
        Table { reader, rows, layout, at: 0, is_over: false }
    }

    pub(super) fn read(&mut self, urls: &mut ListedUrls, most: usize) -> io::Result<()> {
        let end = urls.urls.len().saturating_add(most);
        while urls.urls.len() < end && !self.is_over {
            let Some(found) = self.rows.next(&mut self.reader)? else {
                self.is_over = true;
                break;
            };
            let line = self.rows.line;
            if found == Found::NeverEnds {
                let what = "a quote that opens in this row is never closed";
                urls.push_error(NotAUrl::new(what, "the rest of the table is not read"), line);
                self.is_over = true;
                break;
            }
            self.at += 1;
            if self.at > self.layout.rows_before {
                self.push(urls, line);
            }
        }
        Ok(())
    }

    fn push(&self, urls: &mut ListedUrls, line: usize) {
        let TableLayout { column, width, .. } = self.layout;
        let cells = self.rows.len();
        if (0..cells).all(|at| self.rows.cell(at).is_empty()) {
            return;
        }
        if cells > width && (width..cells).any(|at| !self.rows.cell(at).is_empty()) {
            let separator = self.layout.separator();
            let what = format!("the row has {cells} cells, and the header {width}");
            let help = format!("put the text that has the {separator} in quotes");
            return urls.push_error(NotAUrl::new(what, help), line);
        }
        if column >= cells {
            let what = format!("the row has no cell in {}", self.layout.column_name());
            let help = "if another table begins here, save each as a file of its own";
            return urls.push_error(NotAUrl::new(what, help), line);
        }
        let cell = self.rows.cell(column).trim_ascii();
        let is_no_page = |word: &&str| cell.eq_ignore_ascii_case(word.as_bytes());
        if !cell.is_empty() && !NO_PAGES.iter().any(is_no_page) {
            urls.push_bytes(cell, line);
        }
    }
}

/// Reads the rows of a table, one at a time.
pub(super) struct Rows {
    csv: Reader,
    cells: Vec<u8>,
    ends: Vec<usize>,
    count: usize,
    /// The line on which the row begins.
    pub(super) line: usize,
    next_line: usize,
    last_byte: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Row,
    NeverEnds,
}

impl Rows {
    pub(super) fn new(delimiter: u8) -> Rows {
        Rows {
            csv: ReaderBuilder::new().delimiter(delimiter).comment(Some(b'#')).build(),
            cells: vec![0; 1024],
            ends: vec![0; 64],
            count: 0,
            line: 1,
            next_line: 1,
            last_byte: b'\n',
        }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    pub(super) fn cell(&self, at: usize) -> &[u8] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.cells[start..self.ends[at]]
    }

    /// Reads the next row that is not blank.
    pub(super) fn next(&mut self, reader: &mut dyn BufRead) -> io::Result<Option<Found>> {
        let (mut length, mut count, mut has_begun) = (0, 0, false);
        loop {
            let input = reader.fill_buf()?;
            let is_end = input.is_empty();
            let (result, read, written, ended) =
                self.csv.read_record(input, &mut self.cells[length..], &mut self.ends[count..]);
            let read_text = &input[..read];
            let mut breaks = read_text;
            if !has_begun {
                let blank = |byte: &u8| matches!(byte, b'\n' | b'\r');
                let start = read_text.iter().position(|byte| !blank(byte));
                let (before, row) = read_text.split_at(start.unwrap_or(read));
                self.next_line += line_breaks(before);
                (self.line, has_begun, breaks) = (self.next_line, start.is_some(), row);
            }
            self.next_line += line_breaks(breaks);
            self.last_byte = read_text
                .iter()
                .rfind(|byte| !matches!(byte, b'\n' | b'\r'))
                .copied()
                .unwrap_or(self.last_byte);
            reader.consume(read);
            length += written;
            count += ended;
            match result {
                ReadRecordResult::Record => {
                    self.count = count;
                    // The text behind an open quote belongs to its cell, to the end of the table.
                    let last = count.checked_sub(1).map(|last| self.cell(last));
                    let has_break = last.is_some_and(|cell| cell.contains(&b'\n'));
                    let is_open = is_end && has_break && self.last_byte != b'"';
                    return Ok(Some(if is_open { Found::NeverEnds } else { Found::Row }));
                }
                ReadRecordResult::End => return Ok(None),
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull if self.cells.len() < LONGEST => {
                    self.cells.resize(self.cells.len() * 2, 0);
                }
                ReadRecordResult::OutputEndsFull if self.ends.len() < MOST_CELLS => {
                    self.ends.resize(self.ends.len() * 2, 0);
                }
                ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {
                    return Ok(Some(Found::NeverEnds));
                }
            }
        }
    }
}

fn line_breaks(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::{Found, Rows};

    /// Cuts a text with the csv crate, which reads rows of any size.
    fn naive(text: &[u8]) -> Vec<Vec<Vec<u8>>> {
        let mut reader = csv::ReaderBuilder::new();
        let reader = reader.has_headers(false).flexible(true).comment(Some(b'#'));
        let rows = reader.from_reader(text).into_byte_records();
        rows.map(|row| row.unwrap().iter().map(<[u8]>::to_vec).collect()).collect()
    }

    /// All short texts of the characters that make a difference.
    #[test]
    fn rows_are_those_of_the_naive_twin() {
        let alphabet = b"a,\"\n#";
        for length in 0..=6_u32 {
            for number in 0..alphabet.len().pow(length) {
                let (mut rest, mut text) = (number, Vec::new());
                for _ in 0..length {
                    text.push(alphabet[rest % alphabet.len()]);
                    rest /= alphabet.len();
                }
                let (mut rows, mut input, mut found) = (Rows::new(b','), &text[..], Vec::new());
                while let Some(row) = rows.next(&mut input).unwrap() {
                    // The line on which a row begins is not blank.
                    let line = text.split(|byte| *byte == b'\n').nth(rows.line - 1).unwrap();
                    assert!(!line.is_empty(), "{text:?}");
                    found
                        .push((0..rows.len()).map(|at| rows.cell(at).to_vec()).collect::<Vec<_>>());
                    // Only a quote within a cell can look like one that is never closed.
                    assert!(row == Found::Row || text.contains(&b'"'), "{text:?}");
                }
                assert_eq!(found, naive(&text), "{:?}", String::from_utf8_lossy(&text));
            }
        }
    }
}
