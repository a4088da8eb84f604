//! Findings as tests that fail: each is one, and a file in which nothing is found is one that passes.

use std::io;
use std::path::Path;

use gatepost_lint::{LineIndex, Severity};

use super::{Linted, Place, file_name, page};
use crate::render::junit::{self, Case, Outcome};
use crate::render::text::readable;

pub(crate) struct Report {
    fail_on: Severity,
    cases: Vec<Case>,
}

impl Report {
    pub(super) fn new(fail_on: Severity) -> Report {
        Report { fail_on, cases: Vec::new() }
    }

    pub(super) fn push(&mut self, linted: &Linted<'_>) {
        let positions = LineIndex::new(linted.bytes);
        let file = file_name(linted.path);
        for finding in &linted.findings {
            let Place { line, column, .. } = Place::new(&positions, &finding.span);
            let (severity, message) = (finding.severity, readable(&finding.message));
            let mut text = format!("{file}:{line}:{column}: {severity}: {message}\n");
            let example = finding.example.iter().map(ToString::to_string);
            let fix = finding.fix.iter().map(|fix| fix.title.clone());
            for more in example.chain(finding.notes.iter().cloned()).chain(fix) {
                text += &format!("{}\n", readable(&more));
            }
            text += &page(finding.rule);
            let outcome = match severity >= self.fail_on {
                true => Outcome::Failure(text),
                false => Outcome::Remark(text),
            };
            let name = format!("{} at {line}:{column}", finding.rule);
            self.cases.push(Case { class: file.clone(), name, outcome });
        }
        if linted.findings.is_empty() {
            self.cases.push(Case { class: file, name: "lint".into(), outcome: Outcome::Passed });
        }
    }

    pub(super) fn push_unread(&mut self, path: &Path, why: &str) {
        let outcome = Outcome::Error(why.to_owned());
        self.cases.push(Case { class: file_name(path), name: "lint".into(), outcome });
    }

    pub(super) fn as_bytes(&self) -> io::Result<Vec<u8>> {
        junit::report("gatepost lint", &self.cases)
    }
}
