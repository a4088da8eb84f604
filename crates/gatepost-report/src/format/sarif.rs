//! SARIF 2.1.0, which code scanning reads:
//! <https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/sarif-v2.1.0-os.html>.
//!
//! The log contains only what code scanning shows; `cargo xtask sarif` validates it against the
//! schema. Columns count characters, and `columnKind` says so.

use std::collections::BTreeMap;

use gatepost_lint::Severity;
use serde::Serialize;

use crate::format::json::Lines;
use crate::{FindingReport, FixReport, LintReport, Region, rule_page};

/// Collects the findings of many files into one log.
///
/// # Example
///
/// ```
/// use gatepost_lint::{Config, Severity, lint};
/// use gatepost_report::LintReport;
/// use gatepost_report::format::sarif::SarifLog;
///
/// let file = b"User-agent: *\nDisallow: private/\n";
/// let found = lint(file, &Config::default());
/// let mut log = SarifLog::default();
/// log.push(&LintReport::new("robots.txt", file, &found, Severity::Warning));
/// let json = String::from_utf8(log.into_bytes()).unwrap();
/// assert!(json.contains(r#""ruleId":"missing-leading-slash""#));
/// ```
#[derive(Debug, Default)]
pub struct SarifLog {
    results: Vec<SarifResult>,
    unread: Vec<Notification>,
}

impl SarifLog {
    /// Adds the findings of a file.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost_lint::{Config, Severity, lint};
    /// use gatepost_report::LintReport;
    /// use gatepost_report::format::sarif::SarifLog;
    ///
    /// let report = LintReport::new("-", b"", &lint(b"", &Config::default()), Severity::Error);
    /// SarifLog::default().push(&report);
    /// ```
    pub fn push(&mut self, report: &LintReport) {
        let uri = uri(&report.file);
        self.results.extend(report.findings.iter().map(|finding| result(finding, &uri)));
    }

    /// Adds a file that could not be read, and why.
    ///
    /// # Example
    ///
    /// ```
    /// let mut log = gatepost_report::format::sarif::SarifLog::default();
    /// log.push_unread("robots.txt", "no such file");
    /// let json = String::from_utf8(log.into_bytes()).unwrap();
    /// assert!(json.contains(r#""executionSuccessful":false"#));
    /// ```
    pub fn push_unread(&mut self, file: &str, why: &str) {
        self.unread.push(Notification {
            level: "error",
            message: Message::new(why),
            locations: [Location::new(uri(file), None)],
        });
    }

    /// Returns the log as JSON.
    ///
    /// # Example
    ///
    /// ```
    /// let json = gatepost_report::format::sarif::SarifLog::default().into_bytes();
    /// assert!(json.ends_with(b"\n"));
    /// ```
    #[must_use]
    pub fn into_bytes(mut self) -> Vec<u8> {
        let mut indexes = BTreeMap::new();
        for result in &mut self.results {
            let next = indexes.len();
            result.rule_index = *indexes.entry(result.rule_id).or_insert(next);
        }
        let mut rules: Vec<_> = indexes.into_iter().collect();
        rules.sort_by_key(|(_, index)| *index);
        let driver = Driver {
            name: "gatepost",
            version: env!("CARGO_PKG_VERSION"),
            information_uri: env!("CARGO_PKG_REPOSITORY"),
            rules: rules.into_iter().map(|(name, _)| ReportingDescriptor::new(name)).collect(),
        };
        let mut lines = Lines::default();
        lines.push(&Log {
            schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
            version: "2.1.0",
            runs: [Run {
                tool: Tool { driver },
                column_kind: "unicodeCodePoints",
                invocations: [Invocation {
                    execution_successful: self.unread.is_empty(),
                    tool_execution_notifications: self.unread,
                }],
                results: self.results,
            }],
        });
        lines.into_bytes()
    }
}

fn result(finding: &FindingReport, uri: &str) -> SarifResult {
    let mut message = finding.message.clone();
    let example = finding.example.iter().map(|example| &example.message);
    for more in example.chain(&finding.notes) {
        message += "\n";
        message += more;
    }
    let related = finding.labels.iter().map(|label| {
        let mut location = location(&label.region, uri);
        location.message = Some(Message::new(&label.message));
        location
    });
    SarifResult {
        rule_id: finding.rule,
        rule_index: 0,
        level: level(finding.severity),
        message: Message { text: message },
        locations: [location(&finding.region, uri)],
        related_locations: related.collect(),
        fixes: finding.fix.iter().map(|fix| sarif_fix(fix, uri)).collect(),
    }
}

fn location(region: &Region, uri: &str) -> Location {
    Location::new(uri.to_owned(), Some(SarifRegion::from(region)))
}

fn sarif_fix(fix: &FixReport, uri: &str) -> SarifFix {
    let replacements = fix.edits.iter().map(|edit| Replacement {
        deleted_region: SarifRegion::from(&edit.region),
        inserted_content: Message::new(&edit.text),
    });
    SarifFix {
        description: Message::new(&fix.message),
        artifact_changes: [ArtifactChange {
            artifact_location: ArtifactLocation { uri: uri.to_owned() },
            replacements: replacements.collect(),
        }],
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// Turns a path into a URI reference by percent-encoding what RFC 3986 does not allow in a path.
/// The name of a live site is a URI already.
fn uri(file: &str) -> String {
    let lower = file.to_ascii_lowercase();
    if lower.starts_with("https://") || lower.starts_with("http://") {
        return file.to_owned();
    }
    let name = file.replace(std::path::MAIN_SEPARATOR, "/");
    let mut uri = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => uri.push(byte.into()),
            b'-' | b'.' | b'_' | b'~' | b'/' | b'+' | b'@' => uri.push(byte.into()),
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

#[derive(Debug, Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    column_kind: &'static str,
    invocations: [Invocation; 1],
    results: Vec<SarifResult>,
}

#[derive(Debug, Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    version: &'static str,
    information_uri: &'static str,
    rules: Vec<ReportingDescriptor>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ReportingDescriptor {
    id: &'static str,
    short_description: Message,
    help: Help,
    help_uri: String,
    default_configuration: DefaultConfiguration,
}

#[derive(Debug, Serialize)]
struct Help {
    text: String,
    markdown: String,
}

#[derive(Debug, Serialize)]
struct DefaultConfiguration {
    level: &'static str,
}

impl ReportingDescriptor {
    fn new(name: &'static str) -> ReportingDescriptor {
        let meta = gatepost_lint::rule(name).expect("findings name rules that exist");
        let summary = meta.summary();
        ReportingDescriptor {
            id: name,
            short_description: Message::new(&summary),
            help: Help { text: summary, markdown: meta.markdown() },
            help_uri: rule_page(name),
            default_configuration: DefaultConfiguration { level: level(meta.severity) },
        }
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Debug, Serialize)]
struct Notification {
    level: &'static str,
    message: Message,
    locations: [Location; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Message,
    locations: [Location; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<SarifFix>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

impl Location {
    fn new(uri: String, region: Option<SarifRegion>) -> Location {
        let artifact_location = ArtifactLocation { uri };
        Location {
            physical_location: PhysicalLocation { artifact_location, region },
            message: None,
        }
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<SarifRegion>,
}

#[derive(Debug, Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRegion {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
}

impl From<&Region> for SarifRegion {
    fn from(region: &Region) -> SarifRegion {
        let &Region { line, column, end_line, end_column, .. } = region;
        SarifRegion { start_line: line, start_column: column, end_line, end_column }
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifFix {
    description: Message,
    artifact_changes: [ArtifactChange; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange {
    artifact_location: ArtifactLocation,
    replacements: Vec<Replacement>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement {
    deleted_region: SarifRegion,
    inserted_content: Message,
}

/// The text of a message or of an artifact's content.
#[derive(Debug, Serialize)]
struct Message {
    text: String,
}

impl Message {
    fn new(text: &str) -> Message {
        Message { text: text.to_owned() }
    }
}
