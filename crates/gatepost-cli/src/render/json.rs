//! One JSON object a line. The names of the fields are stable; the words in `reason` are not.

use gatepost::{Explanation, Reason, Rule, Verdict};
use serde::Serialize;

#[derive(Default)]
pub(crate) struct JsonLines {
    octets: Vec<u8>,
}

#[derive(Serialize)]
struct UrlVerdict<'v> {
    url: &'v str,
    crawler: &'v str,
    allowed: bool,
    decided_by: &'static str,
    line: Option<usize>,
    rule: Option<Rule<'v>>,
    reason: Reason<'v>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<&'v Explanation<'v, 'v>>,
}

impl JsonLines {
    pub(crate) fn push_verdict(
        &mut self,
        url: &str,
        crawler: &str,
        verdict: &Verdict<'_>,
        explanation: Option<&Explanation<'_, '_>>,
    ) {
        let rule = verdict.rule();
        self.push(&UrlVerdict {
            url,
            crawler,
            allowed: verdict.is_allowed(),
            decided_by: verdict.decided_by().name(),
            line: rule.map(|rule| rule.line()),
            rule,
            reason: verdict.reason(),
            explanation,
        });
    }

    pub(crate) fn push(&mut self, object: &impl Serialize) {
        serde_json::to_writer(&mut self.octets, object).expect("memory takes all that is written");
        self.octets.push(b'\n');
    }

    pub(crate) fn octets(self) -> Vec<u8> {
        self.octets
    }
}
