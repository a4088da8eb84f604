//! SARIF 2.1.0, which code scanning reads: <https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/sarif-v2.1.0-os.html>.
//!
//! Only what a reader shows is here; `cargo xtask sarif` validates it against the schema. Columns are
//! counted in characters, as everywhere in the command, and `columnKind` says so.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use gatepost_lint::{Finding, Fix, LineIndex, Severity};
use serde::Serialize;

use super::{Linted, Place, file_name};
use crate::input;
use crate::render::json::JsonLines;

/// One run of the linter, over all files.
#[derive(Default)]
pub(crate) struct SarifRun {
    results: Vec<SarifResult>,
    unread: Vec<Notification>,
}

impl SarifRun {
    pub(super) fn push(&mut self, linted: &Linted<'_>) {
        let source = Source { positions: LineIndex::new(linted.bytes), uri: uri(linted.path) };
        self.results.extend(linted.findings.iter().map(|finding| source.result(finding)));
    }

    pub(super) fn push_unread(&mut self, path: &Path, why: &str) {
        self.unread.push(Notification {
            level: "error",
            message: Message::new(why),
            locations: [Location::new(uri(path), None)],
        });
    }

    /// The whole log.
    pub(super) fn log(mut self) -> Vec<u8> {
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
        let mut lines = JsonLines::default();
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

/// A file that findings are in.
struct Source<'f> {
    positions: LineIndex<'f>,
    uri: String,
}

impl Source<'_> {
    fn result(&self, finding: &Finding) -> SarifResult {
        let mut message = finding.message.clone();
        for more in finding.example.iter().map(ToString::to_string).chain(finding.notes.clone()) {
            message += "\n";
            message += &more;
        }
        let related = finding.labels.iter().map(|label| {
            let mut location = self.location(&label.span);
            location.message = Some(Message::new(&label.text));
            location
        });
        SarifResult {
            rule_id: finding.rule,
            rule_index: 0,
            level: level(finding.severity),
            message: Message { text: message },
            locations: [self.location(&finding.span)],
            related_locations: related.collect(),
            fixes: finding.fix.iter().map(|fix| self.fix(fix)).collect(),
        }
    }

    fn location(&self, span: &Range<usize>) -> Location {
        Location::new(self.uri.clone(), Some(self.region(span)))
    }

    fn region(&self, span: &Range<usize>) -> Region {
        let Place { line, column, end_line, end_column } = Place::new(&self.positions, span);
        Region { start_line: line, start_column: column, end_line, end_column }
    }

    fn fix(&self, fix: &Fix) -> SarifFix {
        let replacements = fix.edits.iter().map(|edit| Replacement {
            deleted_region: self.region(&edit.span),
            inserted_content: Message::new(&String::from_utf8_lossy(&edit.text)),
        });
        SarifFix {
            description: Message::new(&fix.title),
            artifact_changes: [ArtifactChange {
                artifact_location: ArtifactLocation { uri: self.uri.clone() },
                replacements: replacements.collect(),
            }],
        }
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// A path as a URI reference: what RFC 3986 has in no path is percent-encoded. That of a site is a URI.
fn uri(path: &Path) -> String {
    if input::is_url(&path.to_string_lossy()) {
        return file_name(path);
    }
    let name = file_name(path).replace(std::path::MAIN_SEPARATOR, "/");
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

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    column_kind: &'static str,
    invocations: [Invocation; 1],
    results: Vec<SarifResult>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    version: &'static str,
    information_uri: &'static str,
    rules: Vec<ReportingDescriptor>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReportingDescriptor {
    id: &'static str,
    short_description: Message,
    help: Help,
    help_uri: String,
    default_configuration: DefaultConfiguration,
}

#[derive(Serialize)]
struct Help {
    text: String,
    markdown: String,
}

#[derive(Serialize)]
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
            help_uri: super::page(name),
            default_configuration: DefaultConfiguration { level: level(meta.severity) },
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    level: &'static str,
    message: Message,
    locations: [Location; 1],
}

#[derive(Serialize)]
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

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

impl Location {
    fn new(uri: String, region: Option<Region>) -> Location {
        let artifact_location = ArtifactLocation { uri };
        Location {
            physical_location: PhysicalLocation { artifact_location, region },
            message: None,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifFix {
    description: Message,
    artifact_changes: [ArtifactChange; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange {
    artifact_location: ArtifactLocation,
    replacements: Vec<Replacement>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement {
    deleted_region: Region,
    inserted_content: Message,
}

/// Both a message and an artifact's content have their text in this field.
#[derive(Serialize)]
struct Message {
    text: String,
}

impl Message {
    fn new(text: &str) -> Message {
        Message { text: text.to_owned() }
    }
}
