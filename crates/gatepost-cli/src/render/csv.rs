//! A table with a header, for spreadsheets: RFC 4180.

use std::fmt::Write;

use gatepost::Verdict;

use crate::commands::test::Crawler;

pub(crate) struct CsvTable {
    // Boxed, as it is many times the size of the other layouts.
    writer: Box<csv::Writer<Vec<u8>>>,
    field: String,
}

impl Default for CsvTable {
    fn default() -> CsvTable {
        CsvTable { writer: Box::new(csv::Writer::from_writer(Vec::new())), field: String::new() }
    }
}

impl CsvTable {
    pub(crate) fn new(header: &[&str]) -> CsvTable {
        let mut table = CsvTable::default();
        table.push(header);
        table
    }

    pub(crate) fn of_verdicts() -> CsvTable {
        CsvTable::new(&[
            "url",
            "crawler",
            "allowed",
            "decided_by",
            "line",
            "rule",
            "reason",
            "selected_by",
            "group",
        ])
    }

    pub(crate) fn push_verdict(&mut self, url: &str, crawler: &Crawler<'_>, verdict: &Verdict<'_>) {
        let rule = verdict.rule();
        let (decided_by, instead) = crawler.decided_by(verdict);
        self.field(url);
        self.field(crawler.name());
        self.field(if verdict.is_allowed() { "true" } else { "false" });
        self.field(decided_by);
        self.display(rule.map(|rule| rule.line()));
        self.display(rule);
        match instead {
            Some(instead) => self.display(Some(instead)),
            None => self.display(Some(verdict.reason())),
        }
        self.field(crawler.taken.selected_by().name());
        self.field(crawler.taken.name_in_file().unwrap_or_default());
        self.end_row();
    }

    /// The verdict where nobody knows what the file says.
    pub(crate) fn push_unreachable(&mut self, url: &str, crawler: &Crawler<'_>, why: &str) {
        let selected_by = crawler.taken.selected_by().name();
        self.push(&[url, crawler.name(), "false", "unreachable", "", "", why, selected_by, ""]);
    }

    pub(crate) fn push(&mut self, row: &[&str]) {
        row.iter().for_each(|field| self.field(field));
        self.end_row();
    }

    fn field(&mut self, text: &str) {
        self.writer.write_field(text).expect("memory takes all that is written");
    }

    fn display(&mut self, value: Option<impl std::fmt::Display>) {
        self.field.clear();
        if let Some(value) = value {
            write!(self.field, "{value}").expect("memory takes all that is written");
        }
        self.writer.write_field(&self.field).expect("memory takes all that is written");
    }

    fn end_row(&mut self) {
        self.writer.write_record(None::<&[u8]>).expect("memory takes all that is written");
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.writer.into_inner().expect("memory takes all that is written")
    }
}
