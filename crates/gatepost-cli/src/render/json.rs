//! One JSON object a line. The names of the fields are stable; the words in `reason` are not.

use gatepost::{Explanation, Reason, Rule, Verdict};
use gatepost_crawlers::GroupSelectedBy;
use serde::Serialize;

use crate::commands::test::Crawler;

#[derive(Default)]
pub(crate) struct JsonLines {
    bytes: Vec<u8>,
}

#[derive(Serialize)]
struct UrlVerdict<'v> {
    url: &'v str,
    crawler: &'v str,
    allowed: bool,
    decided_by: &'static str,
    line: Option<usize>,
    rule: Option<Rule<'v>>,
    reason: Words<'v>,
    selected_by: &'static str,
    group: Option<&'v str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<&'v Explanation<'v>>,
}

/// Why: by the rules of the file, or without them.
enum Words<'v> {
    Reason(Reason<'v>),
    Instead(&'v GroupSelectedBy),
    Unreachable(&'v str),
}

impl Serialize for Words<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Words::Reason(reason) => serializer.collect_str(reason),
            Words::Instead(instead) => serializer.collect_str(instead),
            Words::Unreachable(why) => serializer.serialize_str(why),
        }
    }
}

impl JsonLines {
    pub(crate) fn push_verdict(
        &mut self,
        url: &str,
        crawler: &Crawler<'_>,
        verdict: &Verdict<'_>,
        explanation: Option<&Explanation<'_>>,
    ) {
        let rule = verdict.rule();
        let (decided_by, instead) = crawler.decided_by(verdict);
        self.push(&UrlVerdict {
            url,
            crawler: crawler.name(),
            allowed: verdict.is_allowed(),
            decided_by,
            line: rule.map(|rule| rule.line()),
            rule,
            reason: instead.map_or_else(|| Words::Reason(verdict.reason()), Words::Instead),
            selected_by: crawler.taken.selected_by().name(),
            group: crawler.taken.name_in_file(),
            explanation,
        });
    }

    /// The verdict where nobody knows what the file says.
    pub(crate) fn push_unreachable(&mut self, url: &str, crawler: &Crawler<'_>, why: &str) {
        self.push(&UrlVerdict {
            url,
            crawler: crawler.name(),
            allowed: false,
            decided_by: "unreachable",
            line: None,
            rule: None,
            reason: Words::Unreachable(why),
            selected_by: crawler.taken.selected_by().name(),
            group: None,
            explanation: None,
        });
    }

    pub(crate) fn push(&mut self, object: &impl Serialize) {
        serde_json::to_writer(&mut self.bytes, object).expect("memory takes all that is written");
        self.bytes.push(b'\n');
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
