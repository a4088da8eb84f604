//! Fixtures: files that say what a rule should find in them, and where.
//!
//! A comment line `#   ^^^ message` expects a finding on the line above, at the bytes above the
//! carets, and with this message. Where the carets follow the `#` at once, it is one of them, since
//! nothing else can be under the first byte. The line stays in the file: a comment changes nothing.

use crate::config::Config;
use crate::fix;
use crate::lint::lint;
use crate::rule::Rule;

/// Checks that a rule finds what a fixture says, and nothing else.
#[track_caller]
pub(crate) fn check(rule: &dyn Rule, fixture: &str) {
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
    let found = findings.into_iter().filter(|finding| finding.rule == rule.meta().name);
    let found: Vec<_> = found.map(|finding| (finding.span, finding.message)).collect();
    assert_eq!(found, expected, "{fixture}");
}

/// Where the carets of an expectation start, how many there are, and its message.
fn expectation(line: &str) -> Option<(usize, usize, &str)> {
    let carets = line.strip_prefix('#')?.trim_start_matches(' ');
    let message = carets.trim_start_matches('^');
    let length = carets.len() - message.len();
    let start = line.len() - carets.len();
    let (start, length) = if start == 1 { (0, length + 1) } else { (start, length) };
    (carets.len() > message.len()).then(|| (start, length, message.trim()))
}

/// Checks what a file becomes when all fixes of a rule are applied.
#[track_caller]
pub(crate) fn fixed(rule: &dyn Rule, before: &str, after: &str) {
    let findings = lint(before.as_bytes(), &Config::default()).findings;
    let of_rule = findings.into_iter().filter(|finding| finding.rule == rule.meta().name);
    let edits: Vec<_> = of_rule.filter_map(|f| f.fix).flat_map(|fix| fix.edits).collect();
    let bytes = fix::apply(before.as_bytes(), &edits);
    assert_eq!(String::from_utf8_lossy(&bytes), after);
}
