//! A table with a header, for spreadsheets: RFC 4180.

use std::fmt::Write;

use gatepost::Verdict;

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
        CsvTable::new(&["url", "crawler", "allowed", "decided_by", "line", "rule", "reason"])
    }

    pub(crate) fn push_verdict(&mut self, url: &str, crawler: &str, verdict: &Verdict<'_>) {
        let rule = verdict.rule();
        self.field(url);
        self.field(crawler);
        self.field(if verdict.is_allowed() { "true" } else { "false" });
        self.field(verdict.decided_by().name());
        self.display(rule.map(|rule| rule.line()));
        self.display(rule);
        self.display(Some(verdict.reason()));
        self.end_row();
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

    pub(crate) fn octets(self) -> Vec<u8> {
        self.writer.into_inner().expect("memory takes all that is written")
    }
}
