//! `gatepost rules`: what the linter looks for.

use std::io::Write;

use anstyle::Style;
use clap::Args;
use serde::Serialize;

use crate::arguments::TextOrJson;
use crate::render::json::JsonLines;
use crate::render::{self, text};
use crate::{Done, Status};
use gatepost_report::rule_page;

/// List the rules of the linter
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost rules
  gatepost rules --format json | jq -r .rule
  gatepost lint --explain dead-rule

JSON is one object a rule. These fields are stable:
  rule      string     its name, as in findings, gatepost.toml and comments
  severity  string     error, warning or info, if gatepost.toml says nothing
  fixes     boolean    whether it has fixes for its findings, or some of them
  since     string     the version that first had it
  summary   string     what it finds
  page      string     where its page is")]
pub(crate) struct RulesArgs {
    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: TextOrJson,
}

const BOLD: Style = Style::new().bold();

#[derive(Serialize)]
struct RuleReport {
    rule: &'static str,
    severity: String,
    fixes: bool,
    since: &'static str,
    summary: String,
    page: String,
}

pub(crate) fn run(args: &RulesArgs) -> Done {
    let rules = gatepost_lint::rules().map(|meta| RuleReport {
        rule: meta.name,
        severity: meta.severity.to_string(),
        fixes: meta.has_fixes(),
        since: meta.since,
        summary: meta.summary(),
        page: rule_page(meta.name),
    });
    let mut out = render::out(args.format == TextOrJson::Text);
    match args.format {
        TextOrJson::Json => {
            let mut lines = JsonLines::default();
            rules.for_each(|rule| lines.push(&rule));
            out.write_all(&lines.into_bytes())?;
        }
        TextOrJson::Text => {
            for (at, rule) in rules.enumerate() {
                let RuleReport { rule, severity, fixes, summary, .. } = rule;
                if at > 0 {
                    writeln!(out)?;
                }
                let fixes = if fixes { ", with fixes" } else { "" };
                writeln!(out, "{BOLD}{rule}{BOLD:#}: {severity}{fixes}")?;
                for line in text::wrap(&summary, text::width().min(90) - 4) {
                    writeln!(out, "    {line}")?;
                }
            }
        }
    }
    out.flush()?;
    Ok(Status::Yes)
}
