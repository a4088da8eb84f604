//! Verdicts on URLs, for people: a table, or crawlers with one verdict together.

use std::io::Write;

use gatepost_report::{Decider, UrlVerdict};

use crate::render::text::{Cell, Row, Table, printable, wrapped};

const WRITES: &str = "memory takes all that is written";

/// Adds the row of a URL. One crawler has its line, rule and reason there, and several have a
/// column each.
pub(crate) fn push_row(table: &mut Table, of_url: &[UrlVerdict]) {
    match of_url {
        [] => {}
        [only] => table.push(row(only)),
        several => {
            let mut cells = vec![Cell::plain(printable(&several[0].url))];
            cells.extend(several.iter().map(cell));
            let differs = several.iter().filter_map(|verdict| {
                let differs = verdict.differs.as_deref()?;
                Some(printable(&format!("{}: {differs}", verdict.crawler)).into_owned())
            });
            table.push(Row { remarks: differs.collect(), ..Row::of(cells) });
        }
    }
}

/// Writes the verdicts of many crawlers on a URL, with equal verdicts together.
pub(crate) fn write_by_verdict(bytes: &mut Vec<u8>, of_url: &[UrlVerdict], width: usize) {
    let Some(first) = of_url.first() else { return };
    let mut together: Vec<(Cell, Vec<&str>)> = Vec::new();
    for verdict in of_url {
        let cell = cell(verdict);
        match together.iter_mut().find(|(known, _)| *known == cell) {
            Some((_, names)) => names.push(&verdict.crawler),
            None => together.push((cell, vec![&verdict.crawler])),
        }
    }
    writeln!(bytes, "{}", printable(&first.url)).expect(WRITES);
    let differs = of_url.iter().filter(|verdict| verdict.differs.is_some());
    let differs: Vec<&str> = differs.map(|verdict| verdict.crawler.as_str()).collect();
    if !differs.is_empty() {
        writeln!(bytes, "  RFC 9309 answers otherwise for {}", differs.join(", ")).expect(WRITES);
    }
    for (cell, names) in together {
        writeln!(bytes, "  {cell}").expect(WRITES);
        for line in wrapped(&names, width.saturating_sub(4)) {
            writeln!(bytes, "    {line}").expect(WRITES);
        }
    }
}

fn row(verdict: &UrlVerdict) -> Row {
    let Some(allowed) = verdict.allowed else {
        let cells = vec![Cell::plain(printable(&verdict.url)), cell(verdict)];
        return Row { reason: printable(&verdict.reason).into_owned(), ..Row::of(cells) };
    };
    let mut row = Row::verdict_on(
        &verdict.url,
        allowed,
        verdict.line,
        verdict.rule.as_deref(),
        &verdict.reason,
        verdict.remarks.as_deref().unwrap_or_default(),
    );
    row.remarks.extend(verdict.differs.clone());
    row
}

/// Returns the cell of a verdict: the answer, and the line that decides.
fn cell(verdict: &UrlVerdict) -> Cell {
    let Some(is_allowed) = verdict.allowed else { return Cell::open("not covered") };
    let allowed = match verdict.decided_by {
        Decider::DoesNotAsk => "does not ask",
        _ => "allowed",
    };
    let line = verdict.line.map(|line| format!(" {line}")).unwrap_or_default();
    let (yes, no) = (format!("{allowed}{line}"), format!("disallowed{line}"));
    Cell::yes_or_no(is_allowed, &yes, &no)
}
