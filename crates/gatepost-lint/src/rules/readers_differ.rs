use std::collections::{BTreeMap, HashSet};

use gatepost::UrlPath;

use crate::class::Class;
use crate::equivalence::EquivalentClasses;
use crate::example_path::example_path;
use crate::file::File;
use crate::finding::{Example, Finding};
use crate::lint_rule::{LintRule, declare_rule};
use crate::pattern_traits::is_plain;
use crate::phrases;
use crate::reading::Reading;

declare_rule! {
    /// ## What it finds
    /// A rule on which Gatepost's dialects differ: a URL that is allowed in one and disallowed in
    /// another. Dialects that differ on the same rules are reported together.
    ///
    /// ## Why it matters
    /// Not every parser follows RFC 9309. If a rule has to work everywhere, write it so that every
    /// parser understands it the same way.
    ///
    /// ## Example
    /// Google's library accepts any key that begins with `Disallow`:
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

impl LintRule for ReadersDiffer {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let mut steps_left = STEPS;
        let classes = file.classes().iter();
        classes.flat_map(|class| of_class(file, class, &mut steps_left)).collect()
    }
}

/// The most comparisons of a rule that has a star with a path in one file.
const STEPS: usize = 1 << 21;

/// A rule that decides a URL on which some dialects differ from the default.
struct Difference {
    line: usize,
    example: Example,
    dialects: Vec<&'static str>,
}

/// Finds where dialects differ for the crawlers of a class: one finding for each set of dialects.
fn of_class<'a, 'f>(
    file: &'a File<'f>,
    class: &'a Class<'f>,
    steps_left: &mut usize,
) -> Vec<Finding> {
    let crawler = &class.crawlers()[0];
    let of_reading = |reading: &'a Reading<'f>| reading.class_of(crawler);
    let all: Vec<&Class<'f>> = file.readings().iter().filter_map(of_reading).collect();
    let EquivalentClasses { first_with_same_rules, representative, stars } =
        EquivalentClasses::new(&all);
    let mut differences: Vec<Difference> = Vec::new();
    let mut asked = HashSet::new();
    let is_first = |at: &usize| first_with_same_rules[*at] == *at;
    for rule in (0..all.len()).filter(is_first).flat_map(|at| all[at].written()) {
        let path = example_path(&String::from_utf8_lossy(rule.value()));
        let Ok(url) = UrlPath::new(&path) else { continue };
        // As it is compared, so that all dialects see the same path.
        let normal = String::from_utf8_lossy(url.normal()).into_owned();
        if normal == "/robots.txt" || !asked.insert(normal.clone()) {
            continue;
        }
        let Ok(url) = UrlPath::new(&normal) else { continue };
        let is_plain = is_plain(normal.as_bytes());
        let is_asked = |at: &usize| !is_plain || representative[*at] == *at;
        let steps = (0..all.len()).filter(is_asked).map(|at| 1 + stars[at]).sum();
        let Some(left) = steps_left.checked_sub(steps) else { break };
        *steps_left = left;
        let default = class.answer(&url);
        let mut is_allowed = vec![default.is_allowed; all.len()];
        for at in 1..all.len() {
            is_allowed[at] = match is_asked(&at) {
                true => all[at].answer(&url).is_allowed,
                false => is_allowed[representative[at]],
            };
        }
        let differs = |at: &usize| is_allowed[*at] != default.is_allowed;
        let dialects = (0..all.len()).filter(differs).map(|at| all[at].dialect().name);
        let dialects: Vec<_> = dialects.collect();
        let line = default.line.unwrap_or(rule.line());
        if dialects.is_empty() {
            continue;
        }
        if let Some(example) = class.example(&normal) {
            differences.push(Difference { line, example, dialects });
        }
    }
    let mut sets: BTreeMap<Vec<&str>, Vec<Difference>> = BTreeMap::new();
    for difference in differences {
        sets.entry(difference.dialects.clone()).or_default().push(difference);
    }
    sets.into_values().filter_map(|differences| finding(file, &differences)).collect()
}

fn finding(file: &File<'_>, differences: &[Difference]) -> Option<Finding> {
    let first = differences.iter().find(|difference| difference.line <= file.lines().len())?;
    let span = match file.rule_at(first.line) {
        Some(rule) => rule.value_span(),
        None => file.line(first.line).span(),
    };
    let says = if first.example.is_allowed { "disallowed" } else { "allowed" };
    let dialects = match first.dialects.as_slice() {
        [one] => format!("the {one} dialect"),
        several => format!("{} dialects", several.len()),
    };
    let message = format!("`{}` is {says} in {dialects}", first.example.path);
    let mut finding =
        Finding::new(&ReadersDiffer::META, span, message).example(first.example.clone());
    if first.dialects.len() > 1 {
        finding = finding.note(format!("the dialects are {}", first.dialects.join(", ")));
    }
    let mut lines: Vec<usize> = differences.iter().map(|difference| difference.line).collect();
    lines.sort_unstable();
    lines.dedup();
    match lines.len() {
        1 => Some(finding),
        _ => Some(finding.note(format!("they differ on {}", phrases::lines(&lines)))),
    }
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
    fn a_name_that_is_in_part_no_text() {
        // In the default dialect the name is `A:`; dialects that compare parts of names read more
        // of the value, which is not text as a whole.
        let file = b"User-agent: A: *\xF6\nDisallow: /\n";
        let findings = lint(file, &Config::default()).findings;
        let found = findings.iter().find(|finding| finding.rule == "readers-differ").unwrap();
        assert_eq!(found.example.as_ref().unwrap().crawler, "A:");
    }

    #[test]
    fn plain_rules_are_read_alike() {
        assert!(found("User-agent: *\nDisallow: /shop\nDisallow: /cart/\n").is_empty());
    }
}
