//! Every JSON that a test sees is what `docs/schema/` says it is.

use std::path::Path;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

/// The schemas of each command: a line of its JSON has to be valid against one of them.
const COMMANDS: &[(&str, &[&str])] = &[
    ("test", &["test", "test-dialects"]),
    ("match", &["match", "match-comparison"]),
    ("groups", &["groups"]),
    ("access", &["access"]),
    ("diff", &["diff"]),
    ("find", &["find", "find-splits"]),
    ("verify", &["verify", "verify-coverage"]),
    ("minimise", &["minimise"]),
    ("lint", &["lint"]),
    ("fetch", &["fetch"]),
    ("dialects", &["dialects"]),
    ("fmt", &["fmt"]),
    ("crawlers", &["crawlers"]),
    ("rules", &["rules"]),
];

/// Validates what a command printed, if that is JSON.
#[track_caller]
pub(crate) fn validate(arguments: &[&str], stdout: &str) {
    let is_json = |two: &[&str]| matches!(two, ["-f" | "--format", "json"]);
    let Some((command, arguments)) = arguments.split_first() else { return };
    if !arguments.windows(2).any(is_json) {
        return;
    }
    let known = COMMANDS.iter().find(|(known, _)| known == command);
    let (_, names) = known.unwrap_or_else(|| panic!("the JSON of {command} has no schema"));
    let schemas: Vec<Compiled> = names.iter().map(|name| Compiled::new(name)).collect();
    for line in stdout.lines() {
        let value: Value = serde_json::from_str(line).expect("a line of JSON");
        let errors: Vec<_> = schemas.iter().filter_map(|schema| schema.error(&value)).collect();
        assert!(errors.len() < schemas.len(), "{line}\n{}", errors.join("\n"));
    }
}

/// A schema, compiled once for all lines.
struct Compiled {
    schema: Value,
    schemas: Schemas,
    index: SchemaIndex,
}

impl Compiled {
    fn new(name: &str) -> Compiled {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
        let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).expect(name);
        let schema: Value = serde_json::from_str(&text).expect(name);
        let (mut compiler, mut schemas) = (Compiler::new(), Schemas::new());
        compiler.add_resource("report.json", schema.clone()).expect("a schema");
        let index = compiler.compile("report.json", &mut schemas).expect("a valid schema");
        Compiled { schema, schemas, index }
    }

    /// Why a value does not have the schema: it is not valid, or has a field that the schema leaves
    /// out.
    fn error(&self, value: &Value) -> Option<String> {
        if let Err(error) = self.schemas.validate(value, self.index) {
            return Some(error.to_string());
        }
        let fields = value.as_object().expect("a report is an object").keys();
        let unknown = |field: &&String| !has_property(&self.schema, field);
        fields.into_iter().find(unknown).map(|field| format!("`{field}` is in no schema"))
    }
}

/// Whether a schema, or one that it refers to, has a property of this name.
fn has_property(schema: &Value, name: &str) -> bool {
    match schema {
        Value::Object(fields) => {
            let own = fields.get("properties").and_then(Value::as_object);
            own.is_some_and(|own| own.contains_key(name))
                || fields.values().any(|field| has_property(field, name))
        }
        Value::Array(items) => items.iter().any(|item| has_property(item, name)),
        _ => false,
    }
}
