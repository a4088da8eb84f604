//! Comments that suppress findings: `# gatepost-ignore: rule-name reason`.
//!
//! A comment at the end of a rule or directive applies to that line. A comment on a line of its own
//! applies to the next line that is a rule or directive, and to all lines up to there, its own
//! included.

use std::ops::Range;

use gatepost::LineContent;

use crate::file::File;
use crate::finding::Finding;

const MARK: &[u8] = b"gatepost-ignore:";

/// A rule whose findings a comment suppresses.
#[derive(Clone, Debug)]
pub(crate) struct Ignore {
    /// The name of the rule as written, and its place.
    pub(crate) name: String,
    pub(crate) span: Range<usize>,
    /// The whole comment.
    pub(crate) comment: Range<usize>,
    /// The lines that the comment applies to.
    lines: Range<usize>,
    /// Whether a finding was suppressed.
    pub(crate) is_used: bool,
}

/// Finds the rules that the comments of a file suppress.
pub(crate) fn all(file: &File<'_>) -> Vec<Ignore> {
    let mut ignores = Vec::new();
    for (at, line) in file.lines().iter().enumerate() {
        let text = &file.as_bytes()[line.span()];
        let Some(hash) = text.iter().position(|byte| *byte == b'#') else { continue };
        let comment = line.span().start + hash..line.span().end;
        let is_blank = |byte: &u8| byte.is_ascii_whitespace();
        let blanks = text[hash + 1..].iter().take_while(|byte| is_blank(byte)).count();
        let Some(names) = text[hash + 1 + blanks..].strip_prefix(MARK) else { continue };
        let is_record = |line: &gatepost::Line<'_>| {
            !matches!(line.clone().content(), LineContent::Blank | LineContent::Comment)
        };
        let last = match is_record(line) {
            true => at,
            false => {
                let next = file.lines()[at..].iter().position(is_record);
                next.map_or(file.lines().len() - 1, |next| at + next)
            }
        };
        let lines = at + 1..last + 2;
        for span in names_in(names, line.span().end - names.len()) {
            ignores.push(Ignore {
                name: file.text(span.clone()),
                span,
                comment: comment.clone(),
                lines: lines.clone(),
                is_used: false,
            });
        }
    }
    ignores
}

/// Returns the places of the names, which commas separate; the list ends at the first white space
/// without a comma before it.
fn names_in(text: &[u8], offset: usize) -> Vec<Range<usize>> {
    let mut names = Vec::new();
    let mut at = 0;
    loop {
        let is_separator = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
        at += text[at..].iter().take_while(|byte| is_separator(byte)).count();
        let length = text[at..].iter().take_while(|byte| !is_separator(byte)).count();
        if length == 0 {
            return names;
        }
        names.push(offset + at..offset + at + length);
        at += length;
        if text.get(at) != Some(&b',') {
            return names;
        }
    }
}

/// Removes the findings that comments suppress, and marks those comments as used.
pub(crate) fn filter(
    file: &File<'_>,
    findings: Vec<Finding>,
    ignores: &mut [Ignore],
) -> Vec<Finding> {
    let is_kept = |finding: &Finding| {
        let line = file.line_number(finding.span.start);
        let mut of_finding = ignores
            .iter_mut()
            .filter(|ignore| ignore.name == finding.rule && ignore.lines.contains(&line));
        let ignored = of_finding.next().map(|ignore| ignore.is_used = true);
        ignored.is_none()
    };
    let mut findings = findings;
    findings.retain(is_kept);
    findings
}
