//! A table with a header, for spreadsheets: RFC 4180.

use std::io;

use gatepost::Verdict;

use crate::render::Out;

pub(crate) struct CsvTable {
    // Boxed, as it is many times the size of the other printers.
    writer: Box<csv::Writer<Out>>,
    has_header: bool,
}

impl CsvTable {
    pub(crate) fn new(out: Out) -> CsvTable {
        CsvTable { writer: Box::new(csv::Writer::from_writer(out)), has_header: false }
    }

    pub(crate) fn verdict(
        &mut self,
        url: &str,
        crawler: &str,
        verdict: &Verdict<'_>,
    ) -> io::Result<()> {
        let rule = verdict.rule();
        self.row(
            &["url", "crawler", "allowed", "decided_by", "line", "rule", "reason"],
            &[
                url,
                crawler,
                if verdict.is_allowed() { "true" } else { "false" },
                verdict.decided_by().name(),
                &rule.map(|rule| rule.line().to_string()).unwrap_or_default(),
                &rule.map(|rule| rule.to_string()).unwrap_or_default(),
                &verdict.reason().to_string(),
            ],
        )
    }

    /// Writes a row, and before the first the header.
    pub(crate) fn row(&mut self, header: &[&str], row: &[&str]) -> io::Result<()> {
        if !self.has_header {
            self.has_header = true;
            self.writer.write_record(header)?;
        }
        Ok(self.writer.write_record(row)?)
    }

    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.writer.flush()
    }
}
