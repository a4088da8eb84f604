//! The changes between two files, as text for people.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use gatepost_report::{FileDiff, GateOutcome, phrases};

use crate::render::Out;
use crate::render::text::printable;

const BOLD: Style = Style::new().bold();
const RED: Style = AnsiColor::Red.on_default();
const GREEN: Style = AnsiColor::Green.on_default();

pub(crate) fn print(out: &mut Out, report: &FileDiff) -> io::Result<()> {
    for warning in report.changed_classes().filter_map(|class| class.warning.as_ref()) {
        writeln!(out, "{RED}WARNING:{RED:#} {}", printable(warning))?;
    }
    for moved in &report.moves {
        writeln!(out, "{}", printable(&moved.title))?;
    }
    for class in report.changed_classes() {
        let names = phrases::crawlers(&class.crawlers);
        writeln!(out, "{BOLD}{}{BOLD:#}", printable(&names))?;
        for (what, style, changes) in [
            ("newly disallowed", RED, &class.newly_disallowed),
            ("newly allowed   ", GREEN, &class.newly_allowed),
        ] {
            for change in changes {
                writeln!(out, "  {style}{what}{style:#}  {}", printable(&change.pattern))?;
                writeln!(out, "    {}", printable(&change.title))?;
            }
        }
        if let Some(why) = &class.not_decided {
            writeln!(out, "  not decided: there may be more changes, because {why}")?;
        }
    }
    writeln!(out, "{}", report.title)?;
    for note in &report.notes {
        writeln!(out, "{}", printable(note))?;
    }
    for gate in report.gates.iter().filter(|gate| gate.outcome != GateOutcome::Broken) {
        writeln!(out, "--deny {}: {}", printable(&gate.gate), printable(&gate.title))?;
    }
    for urls in &report.urls {
        writeln!(out, "\n{BOLD}{}{BOLD:#}", printable(&urls.title))?;
        for url in &urls.changed {
            let style = if url.after.allowed { GREEN } else { RED };
            writeln!(out, "  {style}{}{style:#}", printable(&url.title))?;
        }
    }
    Ok(())
}
