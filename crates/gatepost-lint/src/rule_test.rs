//! Fixtures: files that state in comments what a rule should find, and where.
//!
//! A comment line `#   ^^^ message` expects a finding on the line above, at the bytes above the
//! carets, with this message. If the carets follow the `#` directly, the `#` stands for a caret
//! too, since nothing else can stand under the first byte. The comment is part of the linted file,
//! where it changes nothing.

use crate::config::Config;
use crate::fix;
use crate::lint::lint;
use crate::lint_rule::LintRule;

/// Checks that a rule finds exactly what a fixture states.
#[track_caller]
pub(crate) fn check(rule: &dyn LintRule, fixture: &str) {
    let mut expected = Vec::new();
    let (mut start, mut above) = (0, 0);
    for line in fixture.split_inclusive('\n') {
        match expectation(line) {
            Some((carets, length, message)) => {
                expected.push((above + carets..above + carets + length, message.to_owned()));
            }
            None => above = start,
        }
        start += line.len();
    }
    let findings = lint(fixture.as_bytes(), &Config::default()).findings;
    let found = findings.into_iter().filter(|finding| finding.rule == rule.info().name);
    let found: Vec<_> = found.map(|finding| (finding.span, finding.message)).collect();
    assert_eq!(found, expected, "{fixture}");
}

/// Returns the start of the carets of an expectation, their number, and its message.
fn expectation(line: &str) -> Option<(usize, usize, &str)> {
    let carets = line.strip_prefix('#')?.trim_start_matches(' ');
    let message = carets.trim_start_matches('^');
    let length = carets.len() - message.len();
    let start = line.len() - carets.len();
    let (start, length) = if start == 1 { (0, length + 1) } else { (start, length) };
    (carets.len() > message.len()).then(|| (start, length, message.trim()))
}

/// Checks the file that results from all fixes of a rule.
#[track_caller]
pub(crate) fn fixed(rule: &dyn LintRule, before: &str, after: &str) {
    let findings = lint(before.as_bytes(), &Config::default()).findings;
    let of_rule = findings.into_iter().filter(|finding| finding.rule == rule.info().name);
    let edits: Vec<_> = of_rule.filter_map(|f| f.fix).flat_map(|fix| fix.edits).collect();
    let bytes = fix::apply(before.as_bytes(), &edits);
    assert_eq!(String::from_utf8_lossy(&bytes), after);
}
