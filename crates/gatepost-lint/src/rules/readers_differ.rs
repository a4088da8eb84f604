use std::collections::BTreeMap;

use gatepost::Dialect;
use gatepost_prove::{Change, dialect_differences};

use crate::class::Class;
use crate::file::File;
use crate::finding::{Example, Finding};
use crate::rule::{Meta, Rule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A rule on which the readers of Gatepost's dialects differ: a URL that is allowed in one and
    /// disallowed in another.
    ///
    /// ## Why it matters
    /// Not everyone reads robots.txt as RFC 9309 has it. Where a rule has to hold for all, it is best
    /// written so that all understand the same.
    ///
    /// ## Example
    /// Google's library takes any key that begins with `Disallow`:
    /// ```robots,bad
    /// User-agent: *
    /// Disallow-AI: /
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: GPTBot
    /// Disallow: /
    /// ```
    ///
    /// ## Fix
    /// None.
    ///
    /// ## Source
    /// - The dialects and their sources: `gatepost::Dialect`.
    ReadersDiffer { name: "readers-differ", since: "0.1.0", severity: Info }
}

impl Rule for ReadersDiffer {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let mut by_line: BTreeMap<usize, Vec<Difference>> = BTreeMap::new();
        for class in file.classes() {
            for dialect in &Dialect::ALL[1..] {
                if !file.spend(4 * file.robots().groups().len() + 2 * class.rule_count()) {
                    return findings(file, by_line);
                }
                for difference in differences(file, class, dialect) {
                    by_line.entry(difference.line).or_default().push(difference);
                }
            }
        }
        findings(file, by_line)
    }
}

/// What one dialect says otherwise because of one line.
struct Difference {
    line: usize,
    dialect: &'static Dialect,
    example: Example,
    is_allowed_there: bool,
}

fn differences(file: &File<'_>, class: &Class<'_>, dialect: &'static Dialect) -> Vec<Difference> {
    let crawler = &class.crawlers()[0];
    let there = file.read_as(dialect).class_of(crawler).rules();
    let changes = dialect_differences(class.rules(), there);
    let difference = |change: &Change| {
        let found = &change.counterexample;
        // Whether robots.txt itself is allowed concerns nobody who reads it.
        if found.path == "/robots.txt" {
            return None;
        }
        Some(Difference {
            line: found.before.line.or(found.after.line)?,
            dialect,
            example: class.example(&found.path)?,
            is_allowed_there: found.after.is_allowed,
        })
    };
    changes.newly_disallowed.iter().chain(&changes.newly_allowed).filter_map(difference).collect()
}

fn findings(file: &File<'_>, by_line: BTreeMap<usize, Vec<Difference>>) -> Vec<Finding> {
    let found = by_line.into_iter().filter(|(line, _)| *line <= file.lines().len());
    found
        .map(|(line, differences)| {
            let span = match file.rule_at(line) {
                Some(rule) => rule.value_span(),
                None => file.line(line).span(),
            };
            let mut names: Vec<&str> = differences.iter().map(|d| d.dialect.name).collect();
            names.sort_unstable();
            names.dedup();
            let first = &differences[0];
            let says = if first.is_allowed_there { "allowed" } else { "disallowed" };
            let others = match names.len() {
                1 => String::new(),
                count => format!(", and {} more differ", count - 1),
            };
            let message = format!(
                "`{}` is {says} in the {} dialect{others}",
                first.example.path, first.dialect
            );
            let finding =
                Finding::new(&ReadersDiffer::META, span, message).example(first.example.clone());
            match names.len() {
                1 => finding,
                _ => finding.note(format!("dialects that differ: {}", names.join(", "))),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::{Config, Finding, lint};

    fn found(file: &str) -> Vec<Finding> {
        let mut findings = lint(file.as_bytes(), &Config::default()).findings;
        findings.retain(|finding| finding.rule == "readers-differ");
        findings
    }

    #[test]
    fn keys_that_begin_alike() {
        let found = found("User-agent: *\nDisallow-AI: /\n");
        assert!(found[0].message.starts_with("`/` is disallowed in the google dialect"));
        assert!(found[0].example.as_ref().unwrap().is_allowed);
    }

    #[test]
    fn plain_rules_are_read_alike() {
        assert!(found("User-agent: *\nDisallow: /shop\nDisallow: /cart/\n").is_empty());
    }
}
