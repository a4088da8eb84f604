//! One JSON object a line. The names of the fields are stable; the words in `reason` are not.

use std::io::{self, Write};

use gatepost::{Explanation, Verdict};
use serde::Serialize;

use crate::render::Out;

pub(crate) struct JsonLines {
    out: Out,
}

#[derive(Serialize)]
struct UrlVerdict<'v> {
    url: &'v str,
    crawler: &'v str,
    #[serde(flatten)]
    verdict: &'v Verdict<'v>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<&'v Explanation<'v, 'v>>,
}

impl JsonLines {
    pub(crate) fn new(out: Out) -> JsonLines {
        JsonLines { out }
    }

    pub(crate) fn verdict(
        &mut self,
        url: &str,
        crawler: &str,
        verdict: &Verdict<'_>,
        explanation: Option<&Explanation<'_, '_>>,
    ) -> io::Result<()> {
        self.line(&UrlVerdict { url, crawler, verdict, explanation })
    }

    pub(crate) fn line(&mut self, object: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, object)?;
        self.out.write_all(b"\n")
    }

    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}
