//! A unified diff, byte for byte, so that `patch` and `git apply` accept it.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use similar::{Algorithm, DiffTag, capture_diff_slices_deadline, group_diff_ops};

use crate::input;
use crate::render::Out;
use crate::render::text::printable;

const RED: Style = AnsiColor::Red.on_default();
const GREEN: Style = AnsiColor::Green.on_default();
const CYAN: Style = AnsiColor::Cyan.on_default();

/// The number of lines shown around a difference.
const CONTEXT: usize = 3;

/// After this time, the rest is shown as one difference: the shortest diff of two long files with
/// nothing in common needs quadratic time.
const DEADLINE: Duration = Duration::from_secs(2);

pub(crate) fn print(out: &mut Out, path: &Path, old: &[u8], new: &[u8]) -> io::Result<()> {
    let is_for_people = io::stdout().is_terminal();
    let name = input::name(path);
    let name = name.strip_prefix("./").unwrap_or(&name);
    let mut print = |style: Style, mark: &str, line: &[u8]| -> io::Result<()> {
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        match is_for_people {
            true => {
                let text = String::from_utf8_lossy(text.strip_suffix(b"\r").unwrap_or(text));
                writeln!(out, "{style}{mark}{}{style:#}", printable(&text))?;
            }
            false => {
                out.write_all(mark.as_bytes())?;
                out.write_all(text)?;
                out.write_all(b"\n")?;
            }
        }
        if line.ends_with(b"\n") { Ok(()) } else { writeln!(out, "\\ No newline at end of file") }
    };
    let (old, new) = (lines(old), lines(new));
    print(CYAN, "", format!("--- {name}\n").as_bytes())?;
    print(CYAN, "", format!("+++ {name}\n").as_bytes())?;
    let deadline = Some(Instant::now() + DEADLINE);
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &old, &new, deadline);
    for group in group_diff_ops(ops, CONTEXT) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let range = |start: usize, end: usize| match end - start {
            1 => format!("{}", start + 1),
            0 => format!("{start},0"),
            length => format!("{},{length}", start + 1),
        };
        let before = range(first.old_range().start, last.old_range().end);
        let after = range(first.new_range().start, last.new_range().end);
        print(CYAN, "", format!("@@ -{before} +{after} @@\n").as_bytes())?;
        for op in &group {
            if op.tag() == DiffTag::Equal {
                old[op.old_range()].iter().try_for_each(|line| print(Style::new(), " ", line))?;
                continue;
            }
            old[op.old_range()].iter().try_for_each(|line| print(RED, "-", line))?;
            new[op.new_range()].iter().try_for_each(|line| print(GREEN, "+", line))?;
        }
    }
    Ok(())
}

/// Splits text into lines with their line feeds; in a diff, nothing else ends a line.
fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n').collect()
}
