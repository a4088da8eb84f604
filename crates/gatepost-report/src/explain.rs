//! `test --explain`: everything that led to one verdict, with places in the file.
//!
//! The sentences about rules are the core's ([`gatepost::Explanation`]); here they become data,
//! with lines and columns, and what the directory knows of the crawler is added.

use gatepost::{LostBy, NearMissKind};
use gatepost_crawlers::GroupSelectedBy;
use serde::Serialize;

use crate::phrases::text;
use crate::place::{Label, Places};

/// Everything that led to a verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Explanation {
    /// How the group was selected by the one name that found it: `name`, `star` or `no-group`. The
    /// verdict says why the crawler looks for that name.
    pub selected_by: GroupSelectedBy,
    /// The `User-agent` lines by which the group was selected.
    pub user_agent_lines: Vec<usize>,
    /// Every rule that matches, the deciding one first, then the runner-up, and so on.
    pub matching: Vec<MatchingRule>,
    /// The rules that nearly match and would then have decided.
    pub near_misses: Vec<NearMiss>,
    /// The reason of the verdict and the remarks, in one line. Words may change.
    pub reason: String,
    /// Labels for places in the file, in the order of the file. Words may change.
    pub labels: Vec<Label>,
    /// The authority for the verdict, and what each `*` matches. Words may change.
    pub notes: Vec<String>,
}

/// A rule that matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MatchingRule {
    /// The line of the rule.
    pub line: usize,
    /// The rule as text.
    pub rule: String,
    /// The length by which rules are compared: in most dialects, that of the pattern in bytes.
    pub length: usize,
    /// The text that each `*` matches.
    pub stars: Vec<String>,
    /// Why the rule does not decide, or null for the deciding rule: `allow-wins-tie`, `later-line`,
    /// `order`, or an object with `bytes` or `bytes-taken`, by how many bytes it lost.
    #[cfg_attr(feature = "schema", schemars(schema_with = "lost_by_schema"))]
    pub lost_by: Option<LostBy>,
}

/// A rule that nearly matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NearMiss {
    /// Its line.
    pub line: usize,
    /// The rule.
    pub rule: String,
    /// Why the rule does not match: `no-leading-slash`, `query-string`, `missing-slash`,
    /// `letter-case`, `percent-encoding`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub kind: NearMissKind,
}

#[cfg(feature = "schema")]
fn lost_by_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let bytes = |name: &str| {
        schemars::json_schema!({
            "type": "object",
            "properties": { name: { "type": "integer", "minimum": 0 } },
            "required": [name],
        })
    };
    schemars::json_schema!({
        "anyOf": [{ "type": "string" }, bytes("bytes"), bytes("bytes-taken"), { "type": "null" }],
    })
}

impl Explanation {
    /// Explains a verdict. `applies` is false if the file is not what decides, so that no section
    /// of the RFC applies.
    pub(crate) fn new(
        of: &gatepost::Explanation<'_>,
        places: &Places<'_>,
        applies: bool,
    ) -> Explanation {
        let path = of.path();
        let matching = of.matching().iter().map(|matching| {
            let pattern = matching.rule().pattern();
            let compared = pattern.compared(path);
            let stars = matching.stars().iter().map(|star| text(&compared[star.clone()]));
            MatchingRule {
                line: matching.rule().line(),
                rule: matching.rule().to_string(),
                length: matching.length(),
                stars: stars.collect(),
                lost_by: matching.lost_by(),
            }
        });
        let near_misses = of.near_misses().iter().map(|near_miss| NearMiss {
            line: near_miss.rule().line(),
            rule: near_miss.rule().to_string(),
            kind: *near_miss.kind(),
        });
        let labels = of.labels().into_iter();
        Explanation {
            selected_by: of.selected_by().into(),
            user_agent_lines: of.user_agents().iter().map(|line| line.line()).collect(),
            matching: matching.collect(),
            near_misses: near_misses.collect(),
            reason: of.reason(),
            labels: labels
                .map(|label| places.label(label.span, label.is_primary, label.text))
                .collect(),
            notes: if applies { of.notes() } else { Vec::new() },
        }
    }
}
