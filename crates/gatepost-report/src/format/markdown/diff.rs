//! The changes between two files, as a comment on a pull request.

use super::{cell, code, table};
use crate::phrases;
use crate::{FileDiff, GateOutcome, PatternChange};

/// Lays out the changes between two files.
///
/// # Example
///
/// ```
/// use gatepost::RobotsTxt;
/// use gatepost_report::format::markdown;
///
/// let [old, new] = ["", "User-agent: *\nDisallow: /\n"].map(RobotsTxt::parse);
/// let text = markdown::diff(&gatepost_report::diff(&old, &new));
/// let warning = "> **The whole site is closed to crawlers without their own group.**";
/// assert!(text.contains(warning));
/// ```
#[must_use]
pub fn diff(report: &FileDiff) -> String {
    let mut text = format!("### robots.txt\n\n{}\n", cell(&report.title));
    for class in report.changed_classes() {
        if let Some(warning) = &class.warning {
            let (first, rest) = warning.split_once(". ").unwrap_or((warning, ""));
            text += &format!("\n> **{}.** {}\n", cell(first), cell(rest));
        }
    }
    for gate in report.gates.iter().filter(|gate| gate.outcome != GateOutcome::Kept) {
        text += &format!("\n> **Gate {}:** {}\n", code(&gate.gate), sentence(&gate.title));
    }
    if !report.moves.is_empty() {
        text.push('\n');
    }
    for moved in &report.moves {
        text += &format!("- {}\n", sentence(&moved.title));
    }
    for class in report.changed_classes() {
        text += &format!("\n**{}**\n\n", cell(&phrases::crawlers(&class.crawlers)));
        let rows = |what: &'static str, changes: &[PatternChange]| {
            let row = |change: &PatternChange| {
                let (pattern, path) = (code(&change.pattern), code(&change.path));
                let (before, after) = (change.before.to_string(), change.after.to_string());
                vec![what.to_owned(), pattern, path, before, after]
            };
            changes.iter().map(row).collect::<Vec<_>>()
        };
        let mut all = rows("newly disallowed", &class.newly_disallowed);
        all.extend(rows("newly allowed", &class.newly_allowed));
        if !all.is_empty() {
            text += &table(&["", "pattern", "for example", "before", "after"], all);
        }
        if let Some(why) = &class.not_decided {
            text += &format!("\nNot decided: there may be more changes, because {}.\n", cell(why));
        }
    }
    for note in &report.notes {
        text += &format!("\n{}\n", cell(note));
    }
    for urls in &report.urls {
        text += &format!("\n**{}**\n\n", cell(&urls.title));
        for url in &urls.changed {
            let (url, before, after) = (code(&url.url), &url.before, &url.after);
            text += &format!("- {url}: was {before}, now {after}\n");
        }
    }
    text
}

/// Escapes a sentence that quotes the file: quotes between backticks become code.
pub(super) fn sentence(text: &str) -> String {
    let part = |(at, part): (usize, &str)| if at % 2 == 1 { code(part) } else { cell(part) };
    // With an odd number of ticks, a quote has one of its own.
    match text.matches('`').count() % 2 {
        0 => text.split('`').enumerate().map(part).collect(),
        _ => cell(text),
    }
}
