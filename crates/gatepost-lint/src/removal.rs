//! Findings about lines without effect, whose fix removes them.

use gatepost::Dialect;

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::safety::Safety;
use crate::severity::Severity;

/// Dialects that decide whether a site is found. A line that one of them needs is hardly a mistake.
const SEARCH_ENGINES: &[Dialect] = &[Dialect::GOOGLE];

/// Adds a fix that removes lines without effect. If another dialect needs the lines, a note says
/// so; if that is the dialect of a search engine, the finding becomes a mere info.
pub(crate) fn with_removal(file: &File<'_>, finding: Finding, fix: Fix) -> Finding {
    let fix = file.grade(fix);
    let finding = match &fix.safety {
        Safety::ChangesAnswers(change) if change.dialect != file.robots().dialect() => {
            let is_needed_for_search = SEARCH_ENGINES.contains(&change.dialect);
            let severity = if is_needed_for_search { Severity::Info } else { finding.severity };
            finding.severity(severity).note(format!("without it, {change}"))
        }
        _ => finding,
    };
    finding.fix(fix)
}
