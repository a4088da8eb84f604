//! Applies the fixes of a file until none is left.
//!
//! Fixes that are each proved to keep every answer may not do so together: of two equal rules either can
//! go, and not both. So those that are applied together are proved together, in halves where that
//! fails. Each round applies at least one, and then looks again, so that fixing a fixed file changes
//! nothing.

use std::collections::{BTreeMap, HashSet};

use crate::config::Config;
use crate::finding::Finding;
use crate::fix::{self, Edit, Fix};
use crate::lint::lint;
use crate::position::Positions;
use crate::safety::{self, Safety};

/// A file with its fixes, made by [`fix`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fixed {
    /// All of the file.
    pub octets: Vec<u8>,
    /// What was applied, in the order in which it was.
    pub applied: Vec<Applied>,
}

/// A fix that was applied.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Applied {
    /// The rule whose finding it mends.
    pub rule: &'static str,
    /// What it does.
    pub title: String,
    /// The line of the finding, in the file as it was when the fix was applied.
    pub line: usize,
    /// What it does to verdicts, if it alone is applied.
    pub safety: Safety,
}

/// Which fixes are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Which {
    /// Those that are proved to change no verdict, for any crawler, in any dialect.
    Safe,
    /// All of them.
    All,
}

/// Applies the fixes of a file until none is left.
///
/// Comments, order and line ends stay as they are, but for what a fix is about.
///
/// # Example
///
/// ```
/// use gatepost_lint::{Config, Which, fix};
///
/// let file = b"User-agent: *\r\nDisallow: /a # old\r\nDisallow: b\r\nDisallow: /a\r\n";
/// let fixed = fix(file, &Config::default(), Which::Safe);
/// assert_eq!(fixed.octets, b"User-agent: *\r\nDisallow: /a # old\r\nDisallow: b\r\n");
///
/// let fixed = fix(file, &Config::default(), Which::All);
/// assert_eq!(fixed.octets, b"User-agent: *\r\nDisallow: /a # old\r\nDisallow: /b\r\n");
/// assert_eq!(fixed.applied[0].rule, "missing-leading-slash");
/// ```
pub fn fix(octets: &[u8], config: &Config, which: Which) -> Fixed {
    let mut fixed = Fixed { octets: octets.to_vec(), applied: Vec::new() };
    // Two fixes that undo each other would be a mistake of theirs, and must not go on for ever.
    let mut known = HashSet::new();
    while known.insert(fixed.octets.clone()) {
        let findings = lint(&fixed.octets, config).findings;
        let with_fix = findings.iter().filter_map(|finding| Some((finding, finding.fix.as_ref()?)));
        let fixes: Vec<(&Finding, &Fix)> = with_fix
            .filter(|(_, fix)| which == Which::All || fix.safety == Safety::KeepsEveryAnswer)
            .collect();
        let mut chosen = without_overlaps(&fixes);
        if which == Which::Safe {
            chosen = keeping_every_answer(&fixed.octets, &chosen);
        }
        let positions = Positions::new(&fixed.octets);
        let applied = chosen.iter().map(|(finding, fix)| Applied {
            rule: finding.rule,
            title: fix.title.clone(),
            line: positions.at(finding.span.start).0,
            safety: fix.safety.clone(),
        });
        fixed.applied.extend(applied);
        fixed.octets = applied_together(&fixed.octets, &chosen);
    }
    fixed
}

/// Of fixes that change the same place, the first.
fn without_overlaps<'f>(fixes: &[(&'f Finding, &'f Fix)]) -> Vec<(&'f Finding, &'f Fix)> {
    let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
    let mut chosen = Vec::new();
    for &(finding, fix) in fixes {
        let is_free = |edit: &Edit| {
            let before = taken.range(..edit.span.end.max(edit.span.start + 1)).next_back();
            before.is_none_or(|(start, end)| *end <= edit.span.start && *start != edit.span.start)
        };
        if fix.edits.iter().all(is_free) {
            taken.extend(fix.edits.iter().map(|edit| (edit.span.start, edit.span.end)));
            chosen.push((finding, fix));
        }
    }
    chosen
}

/// As many fixes as are proved to keep every answer together.
fn keeping_every_answer<'f>(
    octets: &[u8],
    fixes: &[(&'f Finding, &'f Fix)],
) -> Vec<(&'f Finding, &'f Fix)> {
    // Each alone is proved already.
    let is_proved = |fixes: &[(&Finding, &Fix)]| {
        fixes.len() < 2
            || safety::of_files(octets, &applied_together(octets, fixes))
                == Safety::KeepsEveryAnswer
    };
    if is_proved(fixes) {
        return fixes.to_vec();
    }
    let (first, second) = fixes.split_at(fixes.len() / 2);
    let [first, second] = [first, second].map(|half| keeping_every_answer(octets, half));
    let both = [&first[..], &second[..]].concat();
    // What is left out is looked at again in the next round.
    if is_proved(&both) { both } else { first }
}

fn applied_together(octets: &[u8], fixes: &[(&Finding, &Fix)]) -> Vec<u8> {
    let mut edits: Vec<Edit> = fixes.iter().flat_map(|(_, fix)| fix.edits.clone()).collect();
    edits.sort_by_key(|edit| edit.span.start);
    fix::apply(octets, &edits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(file: &str, which: Which) -> String {
        let fixed = fix(file.as_bytes(), &Config::default(), which);
        let again = fix(&fixed.octets, &Config::default(), which);
        assert_eq!(again.octets, fixed.octets, "{file}");
        assert!(again.applied.is_empty(), "{file}");
        String::from_utf8(fixed.octets).unwrap()
    }

    #[test]
    fn of_two_that_can_go_one_stays() {
        // Each of the two allows what the other allows.
        let file = "User-agent: *\nDisallow: /\nAllow: /a\nAllow: /a$\nAllow: /a\n";
        assert_eq!(fixed(file, Which::Safe), "User-agent: *\nDisallow: /\nAllow: /a\n");
    }

    #[test]
    fn what_changes_answers_is_asked_for() {
        let file = "User-agent: *\nDisallow: private # old\nDisallow: /caf%c3%a9\n";
        assert_eq!(
            fixed(file, Which::Safe),
            "User-agent: *\nDisallow: private # old\nDisallow: /caf%C3%A9\n"
        );
        assert_eq!(
            fixed(file, Which::All),
            "User-agent: *\nDisallow: /private # old\nDisallow: /caf%C3%A9\n"
        );
    }

    #[test]
    fn every_small_file_says_the_same_when_fixed_safely() {
        const LINES: &[&str] = &[
            "Disallow: /a\n",
            "Allow: /a*\n",
            "Disallow: /a*b\n",
            "Allow: /*b$\r\n",
            "Disallow:\n",
            "Disallow: b\n",
            "Allow: /a/index.html\n",
            "User-agent: a\n",
            "User-agent: *\n",
            "Disalow: /%c3\n",
        ];
        for choice in 0..LINES.len().pow(3) {
            let lines = (0..3).map(|at| LINES[choice / LINES.len().pow(at) % LINES.len()]);
            let file = ["User-agent: a\nUser-agent: b\n"].into_iter().chain(lines);
            let file: String = file.collect();
            let safe = fixed(&file, Which::Safe);
            let safety = safety::of_files(file.as_bytes(), safe.as_bytes());
            assert_eq!(safety, Safety::KeepsEveryAnswer, "{file}\n{safe}");
        }
    }
}
