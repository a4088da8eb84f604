//! One object a finding and line. The names of the fields are stable; the words are not.

use gatepost_lint::{Finding, Fix, LineIndex, Safety};
use gatepost_prove::Decision;
use serde::Serialize;

use super::{Linted, Place, file_name, page};
use crate::render::json::JsonLines;

#[derive(Serialize)]
struct FindingReport<'f> {
    file: &'f str,
    rule: &'static str,
    severity: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    message: &'f str,
    labels: Vec<LabelReport<'f>>,
    notes: &'f [String],
    example: Option<ExampleReport<'f>>,
    fix: Option<FixReport<'f>>,
    page: String,
}

#[derive(Serialize)]
struct LabelReport<'f> {
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    message: &'f str,
}

#[derive(Serialize)]
struct ExampleReport<'f> {
    path: &'f str,
    crawler: &'f str,
    allowed: bool,
    line: Option<usize>,
}

#[derive(Serialize)]
struct FixReport<'f> {
    message: &'f str,
    safety: &'static str,
    changes: Option<ChangeReport<'f>>,
    edits: Vec<EditReport>,
}

#[derive(Serialize)]
struct ChangeReport<'f> {
    path: &'f str,
    crawler: &'f str,
    dialect: &'static str,
    before: AnswerReport,
    after: AnswerReport,
}

#[derive(Serialize)]
struct AnswerReport {
    allowed: bool,
    line: Option<usize>,
}

/// Offsets are bytes of the file, as columns could not tell apart what is no UTF-8.
#[derive(Serialize)]
struct EditReport {
    start: usize,
    end: usize,
    text: String,
}

pub(super) fn lines(linted: &Linted<'_>) -> Vec<u8> {
    let positions = LineIndex::new(linted.bytes);
    let file = file_name(linted.path);
    let mut lines = JsonLines::default();
    for finding in &linted.findings {
        lines.push(&FindingReport::new(&file, finding, &positions));
    }
    lines.into_bytes()
}

impl<'f> FindingReport<'f> {
    fn new(file: &'f str, finding: &'f Finding, positions: &LineIndex<'_>) -> FindingReport<'f> {
        let Place { line, column, end_line, end_column } = Place::new(positions, &finding.span);
        let labels = finding.labels.iter().map(|label| {
            let Place { line, column, end_line, end_column } = Place::new(positions, &label.span);
            LabelReport { line, column, end_line, end_column, message: &label.text }
        });
        let example = finding.example.as_ref();
        FindingReport {
            file,
            rule: finding.rule,
            severity: finding.severity.to_string(),
            line,
            column,
            end_line,
            end_column,
            message: &finding.message,
            labels: labels.collect(),
            notes: &finding.notes,
            example: example.map(|example| ExampleReport {
                path: &example.path,
                crawler: &example.crawler,
                allowed: example.is_allowed,
                line: example.line,
            }),
            fix: finding.fix.as_ref().map(FixReport::new),
            page: page(finding.rule),
        }
    }
}

impl<'f> FixReport<'f> {
    fn new(fix: &'f Fix) -> FixReport<'f> {
        let (safety, change) = match &fix.safety {
            Safety::KeepsEveryAnswer => ("keeps-every-answer", None),
            Safety::ChangesAnswers(change) => ("changes-answers", Some(change)),
            _ => ("not-proved", None),
        };
        let report =
            |answer: Decision| AnswerReport { allowed: answer.is_allowed, line: answer.line };
        let edits = fix.edits.iter().map(|edit| EditReport {
            start: edit.span.start,
            end: edit.span.end,
            text: String::from_utf8_lossy(&edit.text).into_owned(),
        });
        FixReport {
            message: &fix.title,
            safety,
            changes: change.map(|change| ChangeReport {
                path: &change.path,
                crawler: &change.crawler,
                dialect: change.dialect.name,
                before: report(change.before),
                after: report(change.after),
            }),
            edits: edits.collect(),
        }
    }
}
