use std::collections::{BTreeMap, HashSet};

use gatepost::UrlPath;

use crate::class::Class;
use crate::file::File;
use crate::finding::{Example, Finding};
use crate::rule::{Meta, Rule, declare_rule};
use crate::words::{self, path_of};

declare_rule! {
    /// ## What it finds
    /// A rule on which the readers of Gatepost's dialects differ: a URL that is allowed in one and
    /// disallowed in another. The dialects that differ on the same rules are told together.
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
        file.classes().iter().flat_map(|class| of_class(file, class)).collect()
    }
}

/// A rule that decides a URL on which some dialects differ from the default.
struct Difference {
    line: usize,
    example: Example,
    dialects: Vec<&'static str>,
}

/// What some dialects say otherwise about the crawlers of a class: one finding for each set of dialects.
fn of_class<'s, 'f>(file: &'s File<'f>, class: &'s Class<'f>) -> Vec<Finding> {
    let crawler = &class.crawlers()[0];
    let others = file.readings()[1..].iter();
    let others: Vec<(&'static str, &Class<'f>)> =
        others.map(|reading| (reading.robots.dialect().name, reading.class_of(crawler))).collect();
    let mut differences: Vec<Difference> = Vec::new();
    let mut asked = HashSet::new();
    let of_all = std::iter::once(class).chain(others.iter().map(|(_, class)| *class));
    for rule in of_all.flat_map(|class| class.group().rules()) {
        let path = path_of(&String::from_utf8_lossy(rule.value()));
        let Ok(url) = UrlPath::new(&path) else { continue };
        // As it is compared, so that all readers see the same.
        let normal = String::from_utf8_lossy(url.normal()).into_owned();
        if normal == "/robots.txt" || !asked.insert(normal.clone()) {
            continue;
        }
        let Ok(url) = UrlPath::new(&normal) else { continue };
        let default = class.answer(&url);
        let differs =
            |(_, other): &&(_, &Class<'f>)| other.answer(&url).is_allowed != default.is_allowed;
        let dialects: Vec<_> = others.iter().filter(differs).map(|(name, _)| *name).collect();
        let line = default.line.unwrap_or(rule.line());
        if let Some(example) = class.example(&normal).filter(|_| !dialects.is_empty()) {
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
        _ => Some(finding.note(format!("they differ on {}", words::lines(&lines)))),
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
    fn plain_rules_are_read_alike() {
        assert!(found("User-agent: *\nDisallow: /shop\nDisallow: /cart/\n").is_empty());
    }
}
