//! Generates `docs/schema/`: a JSON Schema for each report, from its type, and a page of their
//! fields.
//!
//! The page lists the fields of all schemas in one place, for people.

use std::collections::BTreeMap;
use std::fmt::Write;

use gatepost_fetch::FetchReport;
use gatepost_report::schema::ReportSchema;
use serde_json::Value;

use crate::Outcome;
use crate::generated::Generated;

pub(crate) fn run(is_check: bool) -> Outcome {
    let schemas = Generated {
        command: "schema",
        folder: "docs/schema",
        owned: "",
        by_hand: &[],
        stranger: "this file does not belong to a report",
        files: files(),
    };
    crate::report("schema", schemas.update(is_check)?)
}

/// Returns the files of `docs/schema/`, by name.
fn files() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut page = INTRODUCTION.to_owned();
    let fetch = ReportSchema::of::<FetchReport>("fetch", "gatepost fetch --format json");
    for report in gatepost_report::schema::all().into_iter().chain([fetch]) {
        let file = format!("{}.json", report.name);
        let schema = report.schema.to_value();
        write!(page, "\n## [{}]({file})\n\n`{}`\n", report.name, report.command)
            .expect("writing to a String cannot fail");
        if let Some(about) = schema["description"].as_str() {
            write!(page, "\n{about}\n").expect("writing to a String cannot fail");
        }
        page += &fields(&schema);
        for (name, definition) in schema["$defs"].as_object().into_iter().flatten() {
            page += &definition_of(name, definition);
        }
        let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON");
        files.insert(file, text + "\n");
    }
    files.insert("README.md".to_owned(), page);
    files
}

const INTRODUCTION: &str = "\
# Reports as JSON

Every command that prints JSON prints one object a line. These are its fields, from the types in
`crates/gatepost-report`; `cargo xtask schema` writes this page and the schemas beside it.

The names and types of fields are stable: a new version may add a field, but neither renames nor drops
one. Lists of words such as `rule, no-group` may grow. Fields with sentences are for people, and their
words may change; everything that they say is in other fields too.
";

/// Describes a part of a report: an object with fields, or a list of words.
fn definition_of(name: &str, definition: &Value) -> String {
    let about = definition["description"].as_str().unwrap_or_default();
    let mut text = format!("\n**{name}**: {}\n", one_line(about));
    text += &fields(definition);
    for one in definition["oneOf"].as_array().into_iter().flatten() {
        let about = one["description"].as_str().map(one_line).unwrap_or_default();
        for word in words(one) {
            writeln!(text, "- `{word}`: {about}").expect("writing to a String cannot fail");
        }
    }
    let plain = definition["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
    for word in plain {
        writeln!(text, "- `{word}`").expect("writing to a String cannot fail");
    }
    text
}

/// Returns the words of one alternative of an enum.
fn words(one: &Value) -> Vec<&str> {
    if let Some(word) = one["const"].as_str() {
        return vec![word];
    }
    let all = one["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let keys = one["properties"].as_object().into_iter().flatten().map(|(key, _)| key.as_str());
    all.chain(keys).collect()
}

/// Makes a table of the fields of an object; empty for other types.
fn fields(object: &Value) -> String {
    let Some(properties) = object["properties"].as_object() else { return String::new() };
    let mut text = "\n| field | type | |\n| --- | --- | --- |\n".to_owned();
    // Required fields come in the order of the type.
    let required = object["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let required: Vec<&str> = required.collect();
    let place = |name: &str| required.iter().position(|required| *required == name);
    let mut properties: Vec<_> = properties.iter().collect();
    properties.sort_by_key(|(name, _)| place(name).unwrap_or(usize::MAX));
    for (name, property) in properties {
        let about = property["description"].as_str().map(one_line).unwrap_or_default();
        let about = about.replace('|', "\\|");
        writeln!(text, "| `{name}` | {} | {about} |", kind(property))
            .expect("writing to a String cannot fail");
    }
    text
}

/// Names the type of a field in a word or two.
fn kind(property: &Value) -> String {
    if let Some(reference) = property["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(either) = property["anyOf"].as_array() {
        return either.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    let name = |kind: &Value| match kind.as_str().unwrap_or_default() {
        "string" => "text".to_owned(),
        "integer" | "number" => "number".to_owned(),
        "array" if property["items"].is_object() => format!("list of {}", kind_of_items(property)),
        "array" => "list".to_owned(),
        other => other.to_owned(),
    };
    match &property["type"] {
        Value::Array(kinds) => kinds.iter().map(name).collect::<Vec<_>>().join(" or "),
        kind => name(kind),
    }
}

fn kind_of_items(property: &Value) -> String {
    kind(&property["items"])
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
