//! A file with its fixes applied, together and until there are none.
//!
//! Each fix is proved alone. Two that are safe alone need not be together: of two equal rules either can go,
//! and not both. So what is applied together is proved together, in halves where that fails. What is left
//! is looked at again in the next round, as the file is then.

use gatepost::{Dialect, RobotsTxt};
use gatepost_prove::file_changes;

use crate::config::Config;
use crate::finding::Finding;
use crate::fix::{self, Edit, Fix};
use crate::lint::{Report, lint};
use crate::position::Positions;
use crate::safety::Safety;

/// How often the file is looked at again. Fixes take away what they mend, so that few rounds are needed.
const ROUNDS: usize = 32;

/// How many groups of fixes may fail to be proved in one round.
const FAILURES: usize = 32;

/// A file with fixes, made by [`mend`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Mended {
    /// All of it.
    pub bytes: Vec<u8>,
    /// The fixes, in the order in which they were applied.
    pub applied: Vec<Applied>,
    /// What is found in it now.
    pub left: Report,
}

/// A fix that was applied.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Applied {
    /// The rule whose finding it mends.
    pub rule: &'static str,
    /// The line of the finding, as the file was when the fix was found.
    pub line: usize,
    /// What it does, as an instruction.
    pub title: String,
    /// What it does to verdicts: never [`Safety::ChangesAnswers`] unless that was asked for.
    pub safety: Safety,
}

/// Which fixes are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixes {
    /// Those that change no answer, for any crawler in any dialect: proved, each and all together.
    Safe,
    /// All. What those change that are not safe is theirs to say, each for itself.
    All,
}

/// Applies fixes until there are none left.
///
/// Whatever is no part of an edit stays as it is: comments, order and line ends.
///
/// # Example
///
/// ```
/// use gatepost_lint::{Config, Fixes, mend};
///
/// let file = b"User-agent: *\nDisallow: /a\nDisallow: /a\nDisallow: b\n";
/// let mended = mend(file, &Config::default(), Fixes::Safe);
/// assert_eq!(mended.bytes, b"User-agent: *\nDisallow: /a\nDisallow: b\n");
///
/// let mended = mend(file, &Config::default(), Fixes::All);
/// assert_eq!(mended.bytes, b"User-agent: *\nDisallow: /a\nDisallow: /b\n");
/// ```
pub fn mend(bytes: &[u8], config: &Config, fixes: Fixes) -> Mended {
    let left = lint(bytes, config);
    let mut mended = Mended { bytes: bytes.to_vec(), applied: Vec::new(), left };
    let mut before: Vec<(Vec<u8>, usize)> = Vec::new();
    for _ in 0..ROUNDS {
        if let Some(first) = before.iter().position(|(bytes, _)| *bytes == mended.bytes) {
            // Two rules mend what the other one did. Wherever such a round began, it ends in the same file.
            let shortest = before[first..].iter().min_by_key(|(bytes, _)| (bytes.len(), bytes));
            let (bytes, applied) = shortest.expect("the round has a file").clone();
            mended.applied.truncate(applied);
            mended.left = lint(&bytes, config);
            mended.bytes = bytes;
            break;
        }
        before.push((mended.bytes.clone(), mended.applied.len()));
        let findings = &mended.left.findings;
        let is_safe = |fix: &Fix| fix.safety == Safety::KeepsEveryAnswer;
        let safe = apart(findings, is_safe);
        let mut chosen = proved_together(&mended.bytes, &safe);
        if chosen.is_empty() && fixes == Fixes::All {
            chosen = apart(findings, |fix| !is_safe(fix));
        }
        if chosen.is_empty() {
            break;
        }
        let positions = Positions::new(&mended.bytes);
        let applied = chosen.iter().map(|(finding, fix)| Applied {
            rule: finding.rule,
            line: positions.at(finding.span.start).0,
            title: fix.title.clone(),
            safety: fix.safety.clone(),
        });
        mended.applied.extend(applied);
        mended.bytes = together(&mended.bytes, &chosen);
        mended.left = lint(&mended.bytes, config);
    }
    mended
}

type Chosen<'f> = (&'f Finding, &'f Fix);

/// Fixes of which no two touch: of those that do, the first.
fn apart(findings: &[Finding], is_wanted: impl Fn(&Fix) -> bool) -> Vec<Chosen<'_>> {
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

/// As many of some fixes as are proved to change no answer together.
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
        if keeps_every_answer(bytes, &together(bytes, &with_them)) {
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

fn together(bytes: &[u8], fixes: &[Chosen<'_>]) -> Vec<u8> {
    let mut edits: Vec<Edit> = fixes.iter().flat_map(|(_, fix)| fix.edits.clone()).collect();
    edits.sort_by_key(|edit| edit.span.start);
    fix::apply(bytes, &edits)
}

/// Whether two files are proved to say the same to every crawler, in every dialect.
pub(crate) fn keeps_every_answer(before: &[u8], after: &[u8]) -> bool {
    before == after
        || Dialect::ALL.iter().copied().all(|dialect| {
            let [before, after] = [before, after].map(|bytes| RobotsTxt::parse_as(bytes, dialect));
            let changes = file_changes(&before, &after);
            // Who falls back to whose group is not known here, so a name that comes or goes may count.
            changes.is_none()
                && changes.newly_named.is_empty()
                && changes.no_longer_named.is_empty()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn mended(fixes: Fixes, before: &str, after: &str) {
        let once = mend(before.as_bytes(), &Config::default(), fixes);
        assert_eq!(String::from_utf8_lossy(&once.bytes), after);
        let twice = mend(&once.bytes, &Config::default(), fixes);
        assert_eq!(String::from_utf8_lossy(&twice.bytes), after);
        assert!(twice.applied.is_empty());
    }

    // Each is redundant for the others, and one has to stay.
    #[test]
    fn fixes_that_are_safe_only_alone() {
        mended(
            Fixes::Safe,
            "User-agent: *\nDisallow: /b\nDisallow: /a\nDisallow: /a\nDisallow: /a\n",
            "User-agent: *\nDisallow: /b\nDisallow: /a\n",
        );
    }

    #[test]
    fn comments_order_and_line_ends_stay() {
        mended(
            Fixes::Safe,
            "# all\r\nUser-agent: *\r\nDisallow: /b # why\r\n\r\nDisallow: /b\r\nDisallow: /c\r\n# end",
            "# all\r\nUser-agent: *\r\nDisallow: /b # why\r\n\r\nDisallow: /c\r\n# end",
        );
    }

    #[test]
    fn what_changes_answers_is_asked_for() {
        let file = "User-agent: *\nDisallow: a\n";
        mended(Fixes::Safe, file, file);
        mended(Fixes::All, file, "User-agent: *\nDisallow: /a\n");
    }
}
