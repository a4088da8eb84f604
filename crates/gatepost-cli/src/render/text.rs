//! Tables for people: aligned columns, colour on a terminal, nothing cut.
//!
//! Reasons that do not fit into the width, and remarks, have lines of their own. Widths are those
//! of a terminal: a Chinese character takes two columns.

use std::fmt;
use std::io::Write;

use anstyle::{AnsiColor, Style};
use gatepost_report::phrases;
pub(crate) use gatepost_report::phrases::printable;
use unicode_width::UnicodeWidthStr;

const GREEN: Style = AnsiColor::Green.on_default();
const RED: Style = AnsiColor::Red.on_default();
const YELLOW: Style = AnsiColor::Yellow.on_default();
const BOLD: Style = Style::new().bold();

const WRITES: &str = "memory takes all that is written";

/// Returns the maximum width of a line: that of the terminal, or 80 without one.
pub(crate) fn width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0).max(40))
}

/// Shortens the long quotes of a message, and puts it on one line: a line end in the name of a file
/// is escaped too.
pub(crate) fn readable(message: &str) -> String {
    printable(&phrases::readable(message)).into_owned()
}

/// Wraps text in lines of at most `width` characters, if its words allow.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Joins names with commas, in lines of at most `width` characters if they fit.
pub(crate) fn wrapped(names: &[&str], width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for (at, name) in names.iter().enumerate() {
        let mut name = printable(name).into_owned();
        if at + 1 < names.len() {
            name.push(',');
        }
        let line = lines.last_mut().expect("there is a line from the start");
        if !line.is_empty() && line.width() + 1 + name.width() > width {
            lines.push(name);
        } else {
            let gap = if line.is_empty() { "" } else { " " };
            *line += &format!("{gap}{name}");
        }
    }
    lines
}

/// A table with one row a URL, and a column with a name for each crawler or pattern, if there are
/// several.
#[derive(Default)]
pub(crate) struct Table {
    rows: Vec<Row>,
}

pub(crate) struct Row {
    pub(crate) cells: Vec<Cell>,
    /// The reason: after the cells, or below them if it does not fit.
    pub(crate) reason: String,
    /// Remarks below the row.
    pub(crate) remarks: Vec<String>,
}

#[derive(PartialEq, Eq)]
pub(crate) struct Cell {
    text: String,
    style: Style,
}

impl Cell {
    pub(crate) fn plain(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), style: Style::new() }
    }

    pub(crate) fn yes_or_no(is_yes: bool, yes: &str, no: &str) -> Cell {
        let (text, style) = if is_yes { (yes, GREEN) } else { (no, RED) };
        Cell { text: text.to_owned(), style }
    }

    /// Neither yes nor no.
    pub(crate) fn open(text: &str) -> Cell {
        Cell { text: text.to_owned(), style: YELLOW }
    }

    fn width(&self) -> usize {
        self.text.width()
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cell { text, style } = self;
        write!(f, "{style}{text}{style:#}")
    }
}

impl Row {
    pub(crate) fn of(cells: Vec<Cell>) -> Row {
        Row { cells, reason: String::new(), remarks: Vec::new() }
    }

    /// Writes a verdict with its line, its rule and the reason, and `notes` below.
    pub(crate) fn verdict_on(
        url: &str,
        is_allowed: bool,
        line: Option<usize>,
        rule: Option<&str>,
        reason: &str,
        notes: &[String],
    ) -> Row {
        // The verdict shows which kind of rule it is; what is left to see is the pattern.
        let pattern = rule.map(|rule| match rule.split_once(": ") {
            Some((_, pattern)) if !pattern.is_empty() => pattern,
            _ => rule,
        });
        let cells = vec![
            Cell::plain(printable(url)),
            Cell::yes_or_no(is_allowed, "allowed", "disallowed"),
            Cell::plain(line.map(|line| format!("line {line}")).unwrap_or_default()),
            Cell::plain(printable(pattern.unwrap_or_default())),
        ];
        let remarks = notes.iter().map(|note| printable(note).into_owned()).collect();
        Row { cells, reason: printable(reason).into_owned(), remarks }
    }
}

impl Table {
    /// Creates a table; `columns` are the names of the columns after the first, if they need names.
    pub(crate) fn new(columns: &[impl AsRef<str>]) -> Table {
        let mut cells = vec![Cell::plain("")];
        let name = |name: &str| Cell { text: printable(name).into_owned(), style: BOLD };
        cells.extend(columns.iter().map(|column| name(column.as_ref())));
        Table { rows: if columns.is_empty() { Vec::new() } else { vec![Row::of(cells)] } }
    }

    pub(crate) fn push(&mut self, row: Row) {
        self.rows.push(row);
    }

    /// Aligns the columns; `width` is the maximum width of a line.
    pub(crate) fn lay_out(self, width: usize) -> Vec<u8> {
        let rows = self.rows;
        let mut widths: Vec<usize> = Vec::new();
        for row in &rows {
            widths.resize(row.cells.len().max(widths.len()), 0);
            for (width, cell) in widths.iter_mut().zip(&row.cells) {
                *width = (*width).max(cell.width());
            }
        }
        // A column with nothing in it takes no room.
        let with_gap = |width: usize| if width == 0 { 0 } else { width + 2 };
        let cells: usize = widths.iter().map(|width| with_gap(*width)).sum();
        let reasons = rows.iter().map(|row| row.reason.width()).max().unwrap_or(0);
        let fits = cells + reasons <= width;
        let mut bytes = Vec::new();
        for Row { cells, reason, remarks } in &rows {
            let start = bytes.len();
            for (cell, width) in cells.iter().zip(&widths) {
                let padding = with_gap(*width) - cell.width();
                write!(bytes, "{cell}{:padding$}", "").expect(WRITES);
            }
            if fits {
                bytes.extend(reason.bytes());
            }
            bytes.truncate(start + bytes[start..].trim_ascii_end().len());
            bytes.push(b'\n');
            let below = (!fits && !reason.is_empty()).then_some(reason);
            for text in below.into_iter().chain(remarks) {
                writeln!(bytes, "    {text}").expect(WRITES);
            }
        }
        bytes
    }
}
