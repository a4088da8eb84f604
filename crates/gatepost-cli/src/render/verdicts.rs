//! Verdicts on URLs, for people: a table, or crawlers with one verdict together.

use std::io::Write;

use gatepost_report::{Decider, UrlVerdict};

use crate::render::text::{Cell, Row, Table, printable, wrapped};

const WRITES: &str = "memory takes all that is written";

/// A row for each URL. One crawler has its line, rule and reason there, and several have a column each,
/// with these names if it is the first part of the table.
pub(crate) fn table(names: &[&str], of_urls: &[Vec<UrlVerdict>], width: usize) -> Vec<u8> {
    let mut table = Table::new(names);
    for of_url in of_urls {
        match of_url.as_slice() {
            [] => {}
            [only] => table.push(row(only)),
            several => {
                let mut cells = vec![Cell::plain(printable(&several[0].url))];
                cells.extend(several.iter().map(cell));
                table.push(Row::of(cells));
            }
        }
    }
    table.lay_out(width)
}

/// The verdicts of many crawlers on each URL: those with the same together.
pub(crate) fn by_verdict(of_urls: &[Vec<UrlVerdict>], width: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for of_url in of_urls {
        let Some(first) = of_url.first() else { continue };
        let mut together: Vec<(Cell, Vec<&str>)> = Vec::new();
        for verdict in of_url {
            let cell = cell(verdict);
            match together.iter_mut().find(|(known, _)| *known == cell) {
                Some((_, names)) => names.push(&verdict.crawler),
                None => together.push((cell, vec![&verdict.crawler])),
            }
        }
        writeln!(bytes, "{}", printable(&first.url)).expect(WRITES);
        for (cell, names) in together {
            writeln!(bytes, "  {cell}").expect(WRITES);
            for line in wrapped(&names, width.saturating_sub(4)) {
                writeln!(bytes, "    {line}").expect(WRITES);
            }
        }
    }
    bytes
}

fn row(verdict: &UrlVerdict) -> Row {
    Row::verdict_on(
        &verdict.url,
        verdict.allowed,
        verdict.line,
        verdict.rule.as_deref(),
        &verdict.reason,
        verdict.remarks.as_deref().unwrap_or_default(),
    )
}

/// The verdict, and the line that decides.
fn cell(verdict: &UrlVerdict) -> Cell {
    let allowed = match verdict.decided_by {
        Decider::DoesNotAsk => "does not ask",
        _ => "allowed",
    };
    let line = verdict.line.map(|line| format!(" {line}")).unwrap_or_default();
    let (yes, no) = (format!("{allowed}{line}"), format!("disallowed{line}"));
    Cell::yes_or_no(verdict.allowed, &yes, &no)
}
