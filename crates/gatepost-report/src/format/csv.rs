//! Tables with a header, for spreadsheets: RFC 4180.
//!
//! A report that fits into a table implements [`Csv`]: its columns, and a row or more. The columns
//! of all reports are here, so that they can be read side by side.

use std::fmt::{Display, Write};

use gatepost_crawlers::{Purpose, RobotsBehaviour};

use crate::{
    CrawlerAccess, CrawlerReport, DialectDisagreement, FindReport, GroupReport, PatternMatch,
    SplitReport, UrlVerdict,
};

const WRITES: &str = "writing to memory succeeds";
const AS_LONG: &str = "a row as long as the first one";

/// A report that fits into a table.
pub trait Csv {
    /// The names of the columns.
    const HEADER: &'static [&'static str];

    /// Adds the report to a table, in one row or more.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    /// use gatepost_report::PatternMatcher;
    /// use gatepost_report::format::csv::{Csv, Table};
    ///
    /// let mut table = Table::default();
    /// let mut matcher = PatternMatcher::new(["/a"], Dialect::RFC9309);
    /// matcher.test(b"/a,b")?[0].push_to(&mut table);
    /// assert_eq!(table.into_bytes(), b"\"/a,b\",/a,true,2,\n");
    /// # Ok::<(), gatepost_report::NotAUrl>(())
    /// ```
    fn push_to(&self, table: &mut Table);
}

/// Lays out reports as a table with a header.
///
/// # Example
///
/// ```
/// use gatepost::Dialect;
/// use gatepost_report::{PatternMatcher, format};
///
/// let mut matcher = PatternMatcher::new(["/*/b"], Dialect::RFC9309);
/// let reports = matcher.test(b"/a/b")?;
/// assert_eq!(
///     format::csv::table(&reports),
///     b"url,pattern,matches,length,stars\n/a/b,/*/b,true,4,a\n",
/// );
/// # Ok::<(), gatepost_report::NotAUrl>(())
/// ```
#[must_use]
pub fn table<'r, R: Csv + 'r>(reports: impl IntoIterator<Item = &'r R>) -> Vec<u8> {
    rows(R::HEADER, reports)
}

/// Lays out reports as rows, below a header if there is one.
///
/// A long list is written in parts: the first with the header, the others without.
///
/// # Example
///
/// ```
/// use gatepost::Dialect;
/// use gatepost_report::{PatternMatcher, format};
///
/// let mut matcher = PatternMatcher::new(["/a"], Dialect::RFC9309);
/// let reports = matcher.test(b"/a/b")?;
/// assert_eq!(format::csv::rows(&[], &reports), b"/a/b,/a,true,2,\n");
/// # Ok::<(), gatepost_report::NotAUrl>(())
/// ```
#[must_use]
pub fn rows<'r, R: Csv + 'r>(header: &[&str], reports: impl IntoIterator<Item = &'r R>) -> Vec<u8> {
    let mut table = if header.is_empty() { Table::default() } else { Table::with_header(header) };
    reports.into_iter().for_each(|report| report.push_to(&mut table));
    table.into_bytes()
}

/// A table that is written a field at a time.
///
/// # Example
///
/// ```
/// use gatepost_report::format::csv::Table;
///
/// let mut table = Table::with_header(&["crawler", "line"]);
/// table.row(&["GPTBot", "2"]);
/// assert_eq!(table.into_bytes(), b"crawler,line\nGPTBot,2\n");
/// ```
pub struct Table {
    // Boxed, as it is many times the size of other layouts.
    writer: Box<csv::Writer<Vec<u8>>>,
    field: String,
}

impl Default for Table {
    fn default() -> Table {
        Table { writer: Box::new(csv::Writer::from_writer(Vec::new())), field: String::new() }
    }
}

impl Table {
    /// Starts a table with the names of its columns.
    ///
    /// # Example
    ///
    /// ```
    /// let table = gatepost_report::format::csv::Table::with_header(&["a", "b"]);
    /// assert_eq!(table.into_bytes(), b"a,b\n");
    /// ```
    #[must_use]
    pub fn with_header(header: &[&str]) -> Table {
        let mut table = Table::default();
        table.row(header);
        table
    }

    /// Adds a row.
    ///
    /// # Panics
    ///
    /// This panics when the row is longer or shorter than the first row.
    ///
    /// # Example
    ///
    /// ```
    /// let mut table = gatepost_report::format::csv::Table::default();
    /// table.row(&["/a,b", ""]);
    /// assert_eq!(table.into_bytes(), b"\"/a,b\",\n");
    /// ```
    pub fn row(&mut self, fields: &[&str]) {
        fields.iter().for_each(|field| self.field(field));
        self.end_row();
    }

    /// Adds a field to the current row.
    ///
    /// # Example
    ///
    /// ```
    /// let mut table = gatepost_report::format::csv::Table::default();
    /// table.field("a");
    /// table.end_row();
    /// assert_eq!(table.into_bytes(), b"a\n");
    /// ```
    #[expect(clippy::missing_panics_doc, reason = "writing to memory succeeds")]
    pub fn field(&mut self, text: &str) {
        self.writer.write_field(text).expect(WRITES);
    }

    /// Adds a field with a value, or an empty field.
    ///
    /// # Panics
    ///
    /// This panics when the value returns an error from its `Display` implementation.
    ///
    /// # Example
    ///
    /// ```
    /// let mut table = gatepost_report::format::csv::Table::default();
    /// table.value(Some(true));
    /// table.value(None::<usize>);
    /// table.end_row();
    /// assert_eq!(table.into_bytes(), b"true,\n");
    /// ```
    pub fn value(&mut self, value: Option<impl Display>) {
        self.field.clear();
        if let Some(value) = value {
            write!(self.field, "{value}").expect("the value can be printed");
        }
        self.writer.write_field(&self.field).expect(WRITES);
    }

    /// Ends the current row.
    ///
    /// # Panics
    ///
    /// This panics when the row is longer or shorter than the first row.
    ///
    /// # Example
    ///
    /// ```
    /// let mut table = gatepost_report::format::csv::Table::default();
    /// table.value(Some(1));
    /// table.end_row();
    /// assert_eq!(table.into_bytes(), b"1\n");
    /// ```
    pub fn end_row(&mut self) {
        self.writer.write_record(None::<&[u8]>).expect(AS_LONG);
    }

    /// Returns the table.
    ///
    /// # Example
    ///
    /// ```
    /// let table = gatepost_report::format::csv::Table::default();
    /// assert!(table.into_bytes().is_empty());
    /// ```
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "writing to memory succeeds")]
    pub fn into_bytes(self) -> Vec<u8> {
        self.writer.into_inner().expect(WRITES)
    }
}

impl Csv for PatternMatch {
    const HEADER: &'static [&'static str] = &["url", "pattern", "matches", "length", "stars"];

    fn push_to(&self, table: &mut Table) {
        table.field(&self.url);
        table.field(&self.pattern);
        table.value(Some(self.matches));
        table.value(Some(self.length));
        table.field(&self.stars.as_deref().unwrap_or_default().join(" "));
        table.end_row();
    }
}

impl Csv for UrlVerdict {
    const HEADER: &'static [&'static str] = &[
        "url",
        "crawler",
        "allowed",
        "decided_by",
        "line",
        "rule",
        "reason",
        "selected_by",
        "group",
    ];

    fn push_to(&self, table: &mut Table) {
        table.field(&self.url);
        table.field(&self.crawler);
        table.value(self.allowed);
        table.value(Some(self.decided_by));
        table.value(self.line);
        table.field(self.rule.as_deref().unwrap_or_default());
        table.field(&self.reason);
        table.field(self.selected_by.name());
        table.field(self.group.as_deref().unwrap_or_default());
        table.end_row();
    }
}

impl Csv for CrawlerAccess {
    const HEADER: &'static [&'static str] = &[
        "crawler",
        "operator",
        "purposes",
        "reaches",
        "selected_by",
        "group",
        "lines",
        "robots",
        "page",
    ];

    fn push_to(&self, table: &mut Table) {
        let lines: Vec<_> = self.rules.iter().map(|rule| rule.line.to_string()).collect();
        table.field(&self.crawler);
        table.field(self.operator.unwrap_or_default());
        table.field(&purposes(self.purposes));
        table.value(Some(self.reaches));
        table.field(self.selected_by.name());
        table.field(self.group.as_deref().unwrap_or_default());
        table.field(&lines.join(" "));
        table.field(self.robots.map_or("", RobotsBehaviour::name));
        table.field(self.page.unwrap_or_default());
        table.end_row();
    }
}

fn purposes(purposes: &[Purpose]) -> String {
    purposes.iter().map(|purpose| purpose.name()).collect::<Vec<_>>().join(" ")
}

impl Csv for CrawlerReport {
    const HEADER: &'static [&'static str] = &[
        "crawler",
        "operator",
        "purposes",
        "ai",
        "robots",
        "falls_back_to",
        "retired",
        "page",
        "known_by",
        "source",
        "read",
    ];

    fn push_to(&self, table: &mut Table) {
        table.field(self.crawler);
        table.field(self.operator.unwrap_or_default());
        table.field(&purposes(self.purposes));
        table.value(Some(self.ai));
        table.field(self.robots.name());
        table.field(&self.falls_back_to.join(" "));
        table.value(Some(self.retired));
        table.field(self.page.unwrap_or_default());
        table.field(self.known_by.name());
        table.field(self.source);
        table.field(self.read);
        table.end_row();
    }
}

impl Csv for DialectDisagreement {
    const HEADER: &'static [&'static str] =
        &["url", "crawler", "dialect", "allowed", "line", "rule", "because"];

    fn push_to(&self, table: &mut Table) {
        for answer in &self.answers {
            let because: Vec<_> = answer.because.iter().map(|cause| cause.field.as_str()).collect();
            for dialect in &answer.dialects {
                table.field(&self.url);
                table.field(&self.crawler);
                table.field(dialect);
                table.value(Some(answer.allowed));
                table.value(answer.line);
                table.field(answer.rule.as_deref().unwrap_or_default());
                table.field(&because.join(" "));
                table.end_row();
            }
        }
    }
}

impl Csv for GroupReport {
    const HEADER: &'static [&'static str] = &["crawler", "line", "rule", "length"];

    fn push_to(&self, table: &mut Table) {
        for rule in &self.rules {
            table.field(&self.crawler);
            table.value(Some(rule.line));
            table.field(&rule.rule);
            table.value(Some(rule.length));
            table.end_row();
        }
    }
}

impl Csv for FindReport {
    const HEADER: &'static [&'static str] =
        &["outcome", "path", "allowed", "line", "rule", "crawlers", "reason"];

    fn push_to(&self, table: &mut Table) {
        let rule = self.verdict.as_ref().and_then(|verdict| verdict.rule.as_deref());
        let mut row = |crawlers: &[String], reason: &str| {
            table.value(Some(self.outcome));
            table.field(self.path.as_deref().unwrap_or_default());
            table.value(self.verdict.as_ref().map(|verdict| verdict.allowed));
            table.value(self.verdict.as_ref().and_then(|verdict| verdict.line));
            table.field(rule.unwrap_or_default());
            table.field(&crawlers.join(" "));
            table.field(reason);
            table.end_row();
        };
        if self.none.is_empty() {
            row(&self.crawlers, self.reason.as_deref().unwrap_or_default());
        }
        self.none.iter().for_each(|none| row(&none.crawlers, &none.reason));
    }
}

impl Csv for SplitReport {
    const HEADER: &'static [&'static str] = &[
        "crawlers",
        "outcome",
        "pattern",
        "path",
        "first",
        "first_allowed",
        "second",
        "second_allowed",
        "because",
    ];

    fn push_to(&self, table: &mut Table) {
        let crawlers = self.crawlers.join(" ");
        for region in &self.regions {
            let because: Vec<_> = region.because.iter().map(|cause| cause.field.as_str()).collect();
            table.field(&crawlers);
            table.value(Some(self.outcome));
            table.field(&region.pattern);
            table.field(&region.path);
            for decision in [&region.first, &region.second] {
                table.field(&decision.dialect);
                table.value(Some(decision.allowed));
            }
            table.field(&because.join(" "));
            table.end_row();
        }
        if self.regions.is_empty() {
            table.field(&crawlers);
            table.value(Some(self.outcome));
            (0..Self::HEADER.len() - 2).for_each(|_| table.field(""));
            table.end_row();
        }
    }
}
