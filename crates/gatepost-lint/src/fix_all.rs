//! Applies all fixes of a file, together and repeatedly, until none is left.
//!
//! Each fix is proved on its own. Two fixes that are safe alone need not be safe together: of two
//! equal rules either can be removed, but not both. So the fixes of one round are proved together,
//! and in halves where that fails. Whatever remains is considered again in the next round, on the
//! file as it is then.

use gatepost::{Dialect, RobotsTxt};
use gatepost_prove::file_changes;

use crate::config::Config;
use crate::finding::Finding;
use crate::fix::{self, Edit, Fix};
use crate::line_index::LineIndex;
use crate::lint::{Report, lint};
use crate::safety::Safety;

/// The maximum number of rounds. Fixes remove the mistakes that they are about, so few rounds are
/// needed.
const ROUNDS: usize = 32;

/// The number of groups of fixes that may fail to be proved in one round.
const FAILURES: usize = 32;

/// A file after its fixes, returned by [`fix_all`].
///
/// # Example
///
/// ```
/// use gatepost_lint::{Config, FixSet, fix_all};
///
/// let fixed = fix_all(b"User-agent: *\nDisallow: b\n", &Config::default(), FixSet::All);
/// assert_eq!(fixed.applied[0].rule, "missing-leading-slash");
/// assert!(fixed.remaining.findings.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fixed {
    /// The whole file.
    pub bytes: Vec<u8>,
    /// The fixes, in the order in which they were applied.
    pub applied: Vec<AppliedFix>,
    /// The findings in the file as it is now.
    pub remaining: Report,
}

/// A fix that was applied.
///
/// # Example
///
/// ```
/// use gatepost_lint::{Config, FixSet, fix_all};
///
/// let file = b"User-agent: *\nDisallow: /a\nDisallow: /a\n";
/// let applied = &fix_all(file, &Config::default(), FixSet::Safe).applied[0];
/// assert_eq!((applied.rule, applied.line), ("duplicate-rule", 3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AppliedFix {
    /// The name of the rule whose finding is fixed.
    pub rule: &'static str,
    /// The line of the finding, in the file in which it was found.
    pub line: usize,
    /// The fix as an instruction.
    pub title: String,
    /// The effect of the fix on verdicts: never [`Safety::ChangesAnswers`] under [`FixSet::Safe`].
    pub safety: Safety,
}

/// Chooses which fixes are applied.
///
/// # Example
///
/// ```
/// use gatepost_lint::{Config, FixSet, fix_all};
///
/// // The slash makes the rule block URLs that were allowed, so that it is not safe.
/// let file = b"User-agent: *\nDisallow: b\n";
/// assert!(fix_all(file, &Config::default(), FixSet::Safe).applied.is_empty());
/// assert_eq!(fix_all(file, &Config::default(), FixSet::All).applied.len(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum FixSet {
    /// Fixes that keep every verdict of every crawler in every dialect, each alone and all
    /// together.
    Safe,
    /// All fixes. [`Fix::safety`] says which verdict each of the others changes.
    All,
}

/// Applies fixes until none is left.
///
/// Everything outside of the edits stays as it is: comments, order and line ends.
///
/// # Example
///
/// ```
/// use gatepost_lint::{Config, FixSet, fix_all};
///
/// let file = b"User-agent: *\nDisallow: /a\nDisallow: /a\nDisallow: b\n";
/// let fixed = fix_all(file, &Config::default(), FixSet::Safe);
/// assert_eq!(fixed.bytes, b"User-agent: *\nDisallow: /a\nDisallow: b\n");
///
/// let fixed = fix_all(file, &Config::default(), FixSet::All);
/// assert_eq!(fixed.bytes, b"User-agent: *\nDisallow: /a\nDisallow: /b\n");
/// ```
#[must_use]
pub fn fix_all(bytes: &[u8], config: &Config, fixes: FixSet) -> Fixed {
    let remaining = lint(bytes, config);
    let mut fixed = Fixed { bytes: bytes.to_vec(), applied: Vec::new(), remaining };
    let mut before: Vec<(Vec<u8>, usize)> = Vec::new();
    for _ in 0..ROUNDS {
        // Two rules may undo each other's fixes. Whichever file such a loop starts from, the result
        // is the shortest file in it.
        let in_loop = before.iter().skip_while(|(bytes, _)| *bytes != fixed.bytes);
        if let Some((bytes, applied)) = in_loop.min_by_key(|(bytes, _)| (bytes.len(), bytes)) {
            fixed.applied.truncate(*applied);
            fixed.remaining = lint(bytes, config);
            fixed.bytes.clone_from(bytes);
            break;
        }
        before.push((fixed.bytes.clone(), fixed.applied.len()));
        let findings = &fixed.remaining.findings;
        let is_safe = |fix: &Fix| fix.safety == Safety::KeepsEveryAnswer;
        let safe = without_overlaps(findings, is_safe);
        let mut chosen = proved_together(&fixed.bytes, &safe);
        if chosen.is_empty() && fixes == FixSet::All {
            chosen = without_overlaps(findings, |fix| !is_safe(fix));
        }
        if chosen.is_empty() {
            break;
        }
        let lines = LineIndex::new(&fixed.bytes);
        let applied = chosen.iter().map(|(finding, fix)| AppliedFix {
            rule: finding.rule,
            line: lines.line_column(finding.span.start).0,
            title: fix.title.clone(),
            safety: fix.safety.clone(),
        });
        fixed.applied.extend(applied);
        fixed.bytes = with_fixes(&fixed.bytes, &chosen);
        fixed.remaining = lint(&fixed.bytes, config);
    }
    fixed
}

type Chosen<'f> = (&'f Finding, &'f Fix);

/// Returns the wanted fixes, without those that touch an earlier one.
fn without_overlaps(findings: &[Finding], is_wanted: impl Fn(&Fix) -> bool) -> Vec<Chosen<'_>> {
    let mut taken = std::collections::BTreeMap::new();
    let mut chosen = Vec::new();
    let fixes = findings.iter().filter_map(|finding| Some((finding, finding.fix.as_ref()?)));
    for (finding, fix) in fixes.filter(|(_, fix)| is_wanted(fix)) {
        let is_free = |edit: &Edit| {
            let mut before = taken.range(..=edit.span.end);
            before.next_back().is_none_or(|(_, end)| *end < edit.span.start)
        };
        if fix.edits.iter().all(is_free) {
            taken.extend(fix.edits.iter().map(|edit| (edit.span.start, edit.span.end)));
            chosen.push((finding, fix));
        }
    }
    chosen
}

/// Returns fixes that are proved to keep every verdict together: as many as were found.
fn proved_together<'f>(bytes: &[u8], fixes: &[Chosen<'f>]) -> Vec<Chosen<'f>> {
    let mut proved = Vec::new();
    let mut failures = 0;
    let mut left = vec![fixes];
    while let Some(some) = left.pop() {
        if some.is_empty() || failures >= FAILURES {
            continue;
        }
        let mut with_them = proved.clone();
        with_them.extend_from_slice(some);
        if keeps_every_answer(bytes, &with_fixes(bytes, &with_them)) {
            proved = with_them;
            continue;
        }
        failures += 1;
        if some.len() > 1 {
            let (first, second) = some.split_at(some.len() / 2);
            left.extend([second, first]);
        }
    }
    proved
}

/// Applies fixes that do not overlap.
fn with_fixes(bytes: &[u8], fixes: &[Chosen<'_>]) -> Vec<u8> {
    let mut edits: Vec<Edit> = fixes.iter().flat_map(|(_, fix)| fix.edits.clone()).collect();
    edits.sort_by_key(|edit| edit.span.start);
    fix::apply(bytes, &edits)
}

/// Returns whether two files are proved to give the same verdicts to every crawler in every
/// dialect.
pub(crate) fn keeps_every_answer(before: &[u8], after: &[u8]) -> bool {
    before == after
        || Dialect::ALL.iter().all(|&dialect| {
            let [before, after] = [before, after].map(|bytes| RobotsTxt::parse_as(bytes, dialect));
            let changes = file_changes(&before, &after);
            // Which crawlers fall back to which group is not known here, so a name that appears or
            // disappears may make a difference.
            changes.is_none()
                && changes.newly_named.is_empty()
                && changes.no_longer_named.is_empty()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fixes: FixSet, before: &str, after: &str) {
        let once = fix_all(before.as_bytes(), &Config::default(), fixes);
        assert_eq!(String::from_utf8_lossy(&once.bytes), after);
        let twice = fix_all(&once.bytes, &Config::default(), fixes);
        assert_eq!(String::from_utf8_lossy(&twice.bytes), after);
        assert!(twice.applied.is_empty());
    }

    // Each makes the others redundant, and one has to stay.
    #[test]
    fn fixes_that_are_safe_only_alone() {
        check(
            FixSet::Safe,
            "User-agent: *\nDisallow: /b\nDisallow: /a\nDisallow: /a\nDisallow: /a\n",
            "User-agent: *\nDisallow: /b\nDisallow: /a\n",
        );
    }

    #[test]
    fn comments_order_and_line_ends_stay() {
        check(
            FixSet::Safe,
            "# all\r\nUser-agent: *\r\nDisallow: /b # why\r\n\r\nDisallow: /b\r\nDisallow: /c\r\n# end",
            "# all\r\nUser-agent: *\r\nDisallow: /b # why\r\n\r\nDisallow: /c\r\n# end",
        );
    }

    #[test]
    fn what_changes_answers_is_asked_for() {
        let file = "User-agent: *\nDisallow: a\n";
        check(FixSet::Safe, file, file);
        check(FixSet::All, file, "User-agent: *\nDisallow: /a\n");
    }
}
