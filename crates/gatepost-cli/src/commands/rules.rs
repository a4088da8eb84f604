//! `gatepost rules`: the rules of the linter.

use std::io::Write;

use anstyle::Style;
use clap::Args;

use crate::arguments::{COMMENTS, Format, one_of};
use crate::render::{self, text};
use crate::{Done, Status};
use gatepost_report::format::{json, markdown};
use gatepost_report::{RuleReport, lint_rules};

/// List the rules of the linter
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gatepost rules
  gatepost rules --format json | jq -r .rule
  gatepost lint --explain dead-rule

JSON is one object a rule; docs/schema/README.md documents its fields: rule,
severity, fixes, since, summary and page.")]
pub(crate) struct RulesArgs {
    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    #[arg(value_parser = one_of(COMMENTS))]
    pub(crate) format: Format,
}

const BOLD: Style = Style::new().bold();

pub(crate) fn run(args: &RulesArgs) -> Done {
    let rules = lint_rules();
    let mut out = render::out(args.format == Format::Text);
    match args.format {
        Format::Json => out.write_all(&json::lines(rules))?,
        Format::Markdown => out.write_all(markdown::rules(rules).as_bytes())?,
        _ => {
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
