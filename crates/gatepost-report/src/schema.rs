//! The JSON Schema of each report that is printed as JSON, made from its type.
//!
//! `cargo xtask schema` writes them to `docs/schema/`.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

use crate::{
    CheckedExpectation, Coverage, CrawlerAccess, CrawlerReport, DialectDisagreement, DialectReport,
    FileDiff, FindReport, FindingReport, FormatReport, GroupReport, MinimiseReport,
    PatternComparison, PatternMatch, RuleReport, SplitReport, UrlVerdict,
};

/// The schema of one line of JSON.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReportSchema {
    /// The name of the file in `docs/schema/`, without its ending: `match`.
    pub name: &'static str,
    /// The command that prints this JSON: `gatepost match --format json`.
    pub command: &'static str,
    /// The schema.
    pub schema: Schema,
}

impl ReportSchema {
    /// Makes the schema of a report that another crate defines.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_report::schema::ReportSchema;
    ///
    /// let report = ReportSchema::of::<u64>("count", "a command that prints a number");
    /// assert_eq!(report.name, "count");
    /// ```
    #[must_use]
    pub fn of<T: JsonSchema>(name: &'static str, command: &'static str) -> ReportSchema {
        // The schema of what is written, not of what could be parsed: a field that is null is
        // present.
        let settings = SchemaSettings::default().for_serialize();
        let generator = settings.with_transform(RecursiveTransform(cut_headings)).into_generator();
        ReportSchema { name, command, schema: generator.into_root_schema_for::<T>() }
    }
}

/// Cuts the headings of a doc comment, with their Rust examples, off a description, and joins the
/// lines of its paragraphs.
fn cut_headings(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        text.truncate(text.find("\n\n# ").unwrap_or(text.len()));
        *text =
            text.split("\n\n").map(|part| part.replace('\n', " ")).collect::<Vec<_>>().join("\n\n");
    }
}

/// Returns the schemas of all reports of this crate.
///
/// # Example
///
/// ```
/// let all = gatepost_report::schema::all();
/// assert!(all.iter().any(|report| report.name == "match"));
/// ```
#[must_use]
pub fn all() -> Vec<ReportSchema> {
    vec![
        of::<CrawlerAccess>("access", "gatepost access --format json"),
        of::<CrawlerReport>("crawlers", "gatepost crawlers --format json"),
        of::<GroupReport>("groups", "gatepost groups --format json"),
        of::<FileDiff>("diff", "gatepost diff --format json"),
        of::<PatternMatch>("match", "gatepost match --format json"),
        of::<PatternComparison>("match-comparison", "gatepost match --format json, last lines"),
        of::<FindReport>("find", "gatepost find --format json"),
        of::<SplitReport>("find-splits", "gatepost find --splits --format json"),
        of::<FindingReport>("lint", "gatepost lint --format json"),
        of::<MinimiseReport>("minimise", "gatepost minimise --format json"),
        of::<UrlVerdict>("test", "gatepost test --format json"),
        of::<DialectDisagreement>("test-dialects", "gatepost test --dialect all --format json"),
        of::<DialectReport>("dialects", "gatepost dialects --format json"),
        of::<FormatReport>("fmt", "gatepost fmt --format json"),
        of::<RuleReport>("rules", "gatepost rules --format json"),
        of::<CheckedExpectation>("verify", "gatepost verify --format json"),
        of::<Coverage>("verify-coverage", "gatepost verify --format json, last line"),
    ]
}

fn of<T: JsonSchema>(name: &'static str, command: &'static str) -> ReportSchema {
    ReportSchema::of::<T>(name, command)
}
