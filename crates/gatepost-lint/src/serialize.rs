//! How findings are serialised: with the fields of `gatepost lint --format json`, but places in
//! byte offsets, since lines and columns need the file.
//!
//! The shapes are spelled out here instead of derived, so that a field can be renamed in Rust
//! without a change to the JSON.

use serde::{Serialize, Serializer};

use crate::finding::{Example, Finding, Label};
use crate::fix::{Edit, Fix};
use crate::fix_all::AppliedFix;
use crate::safety::{AnswerChange, Safety};
use crate::severity::Severity;

#[derive(Serialize)]
struct FindingShape<'a> {
    rule: &'static str,
    severity: Severity,
    start: usize,
    end: usize,
    message: &'a str,
    labels: &'a [Label],
    notes: &'a [String],
    example: &'a Option<Example>,
    fix: &'a Option<Fix>,
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        FindingShape {
            rule: self.rule,
            severity: self.severity,
            start: self.span.start,
            end: self.span.end,
            message: &self.message,
            labels: &self.labels,
            notes: &self.notes,
            example: &self.example,
            fix: &self.fix,
        }
        .serialize(serializer)
    }
}

#[derive(Serialize)]
struct LabelShape<'a> {
    start: usize,
    end: usize,
    message: &'a str,
}

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        LabelShape { start: self.span.start, end: self.span.end, message: &self.text }
            .serialize(serializer)
    }
}

#[derive(Serialize)]
struct ExampleShape<'a> {
    path: &'a str,
    crawler: &'a str,
    allowed: bool,
    line: Option<usize>,
}

impl Serialize for Example {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ExampleShape {
            path: &self.path,
            crawler: &self.crawler,
            allowed: self.is_allowed,
            line: self.line,
        }
        .serialize(serializer)
    }
}

#[derive(Serialize)]
struct FixShape<'a> {
    message: &'a str,
    safety: &'static str,
    changes: Option<&'a AnswerChange>,
    edits: &'a [Edit],
}

impl Serialize for Fix {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        FixShape {
            message: &self.title,
            safety: self.safety.name(),
            changes: self.safety.change(),
            edits: &self.edits,
        }
        .serialize(serializer)
    }
}

#[derive(Serialize)]
struct EditShape<'a> {
    start: usize,
    end: usize,
    text: &'a str,
}

/// Replaces bytes of the text that are not UTF-8 by U+FFFD.
impl Serialize for Edit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = String::from_utf8_lossy(&self.text);
        EditShape { start: self.span.start, end: self.span.end, text: &text }.serialize(serializer)
    }
}

#[derive(Serialize)]
struct ChangeShape<'a> {
    path: &'a str,
    crawler: &'a str,
    dialect: &'static str,
    before: AnswerShape,
    after: AnswerShape,
}

#[derive(Serialize)]
struct AnswerShape {
    allowed: bool,
    line: Option<usize>,
}

impl Serialize for AnswerChange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shape = |answer: gatepost_prove::Decision| AnswerShape {
            allowed: answer.is_allowed,
            line: answer.line,
        };
        ChangeShape {
            path: &self.path,
            crawler: &self.crawler,
            dialect: self.dialect.name,
            before: shape(self.before),
            after: shape(self.after),
        }
        .serialize(serializer)
    }
}

#[derive(Serialize)]
struct AppliedFixShape<'a> {
    rule: &'static str,
    line: usize,
    message: &'a str,
    safety: &'static str,
    changes: Option<&'a AnswerChange>,
}

impl Serialize for AppliedFix {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        AppliedFixShape {
            rule: self.rule,
            line: self.line,
            message: &self.title,
            safety: self.safety.name(),
            changes: self.safety.change(),
        }
        .serialize(serializer)
    }
}

/// Writes the name of the safety; the URL that changes is part of the fix.
impl Serialize for Safety {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use crate::{ColumnEncoding, Config, FixSet, lint};

    #[test]
    fn settings_are_words() {
        assert_eq!(serde_json::json!(FixSet::Safe), "safe");
        assert_eq!(serde_json::json!(ColumnEncoding::Utf16), "utf16");
    }

    #[test]
    fn fields_of_the_command() {
        let file = b"User-agent: *\nDisallow: private/\n";
        let finding = lint(file, &Config::default()).findings.remove(0);
        let mut json = serde_json::to_value(&finding).unwrap();
        for words in ["message", "labels", "notes"] {
            json.as_object_mut().unwrap().remove(words).unwrap();
        }
        json["fix"].as_object_mut().unwrap().remove("message").unwrap();
        let answer = |allowed: bool, line: Option<usize>| serde_json::json!({ "allowed": allowed, "line": line });
        let expected = serde_json::json!({
            "rule": "missing-leading-slash",
            "severity": "error",
            "start": 24,
            "end": 32,
            "example":
                { "path": "/private/", "crawler": "every crawler", "allowed": true, "line": null },
            "fix": {
                "safety": "changes-answers",
                "changes": {
                    "path": "/private/",
                    "crawler": "*",
                    "dialect": "rfc9309",
                    "before": answer(true, None),
                    "after": answer(false, Some(2)),
                },
                "edits": [{ "start": 24, "end": 32, "text": "/private/" }],
            },
        });
        assert_eq!(json, expected);
    }
}
