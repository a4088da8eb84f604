//! Rules found by their literal prefixes: bytes that begin every path that a rule matches.
//!
//! `LiteralPrefixes` of `gatepost-prove` finds the rules that can match a path or overlap with
//! another rule without looking at the rest. This file adds the prefix of a rule and, since a file
//! can have thousands of equal lines, leaves out rules that repeat another one: the first says
//! everything.

use std::borrow::Cow;

use gatepost::Rule;
use gatepost_prove::LiteralPrefixes;

use crate::pattern_traits::is_plain;

/// The rules of a class, sorted by literal prefix.
#[derive(Debug)]
pub(crate) struct RulesByPrefix<'f> {
    /// Numbers are places in `sorted`.
    prefixes: LiteralPrefixes<Cow<'f, [u8]>>,
    /// Equal rules side by side.
    sorted: Vec<Sorted>,
}

#[derive(Clone, Copy, Debug)]
struct Sorted {
    /// The place of the rule in its class.
    place: usize,
    /// Whether the rule in front is equal; of equal rules, the first in the file comes first.
    is_repeated: bool,
}

impl<'f> RulesByPrefix<'f> {
    pub(crate) fn new(rules: &[Rule<'f>]) -> RulesByPrefix<'f> {
        let text = |place: usize| (rules[place].value(), rules[place].is_allow());
        let mut places: Vec<usize> = (0..rules.len()).collect();
        places.sort_unstable_by(|one, other| text(*one).cmp(&text(*other)).then(one.cmp(other)));
        let sorted = places.iter().enumerate().map(|(at, place)| Sorted {
            place: *place,
            is_repeated: at > 0 && text(places[at - 1]) == text(*place),
        });
        let prefixes = places.iter().map(|place| literal_prefix(&rules[*place]));
        RulesByPrefix { prefixes: LiteralPrefixes::new(prefixes), sorted: sorted.collect() }
    }

    /// Returns the places of the rules that can overlap with a rule that has one of these prefixes,
    /// without those left out. Of equal rules, only the first.
    pub(crate) fn overlapping(
        &self,
        mut prefixes: Vec<Cow<'_, [u8]>>,
        is_left_out: impl Fn(usize) -> bool,
    ) -> Vec<usize> {
        prefixes.sort_unstable();
        prefixes.dedup_by(|longer, shorter| longer.starts_with(shorter));
        let found = prefixes.iter().flat_map(|prefix| self.prefixes.overlapping(prefix));
        let mut found: Vec<&[usize]> = found.collect();
        // One prefix has one slice of numbers, so its first number stands for it.
        found.sort_unstable_by_key(|numbers| numbers[0]);
        found.dedup_by_key(|numbers| numbers[0]);
        self.firsts(found, is_left_out)
    }

    /// Returns the places of the rules that can match a path, given as compared. Of equal rules,
    /// only the first.
    pub(crate) fn of_path(&self, path: &[u8]) -> Vec<usize> {
        self.firsts(self.prefixes.prefixes_of(path), |_| false)
    }

    /// Returns the first place of each set of equal rules that are not left out.
    fn firsts<'n>(
        &self,
        found: impl IntoIterator<Item = &'n [usize]>,
        is_left_out: impl Fn(usize) -> bool,
    ) -> Vec<usize> {
        let mut firsts = Vec::new();
        let mut has_first = false;
        for rule in found.into_iter().flatten().map(|number| self.sorted[*number]) {
            has_first &= rule.is_repeated;
            if !has_first && !is_left_out(rule.place) {
                firsts.push(rule.place);
                has_first = true;
            }
        }
        firsts
    }
}

/// Returns the bytes of a rule up to its first star; for an `Allow` of an index page up to its
/// folder, since it opens the folder too in some dialects.
pub(crate) fn literal_prefix<'r>(rule: &Rule<'r>) -> Cow<'r, [u8]> {
    let value = rule.value();
    if is_plain(value) {
        let length = prefix_length(value, rule.is_allow());
        return Cow::Borrowed(&value[..length]);
    }
    let pattern = rule.pattern();
    let length = prefix_length(pattern.as_bytes(), rule.is_allow());
    Cow::Owned(pattern.as_bytes()[..length].to_vec())
}

fn prefix_length(bytes: &[u8], allows: bool) -> usize {
    let literal = bytes.iter().position(|byte| *byte == b'*').unwrap_or(bytes.len());
    let slash = bytes[..literal].iter().rposition(|byte| *byte == b'/').map_or(0, |at| at + 1);
    let is_index = bytes[slash..literal].starts_with(b"index.htm") && allows;
    if is_index { slash } else { literal }
}

#[cfg(test)]
mod tests {
    use gatepost::RobotsTxt;

    use super::*;

    #[test]
    fn rules_that_can_overlap() {
        let file = "User-agent: *\nDisallow: /b\nAllow: /\nDisallow: /a\nDisallow: /ab*c\n\
                    Disallow: /a\nAllow: /a\nDisallow: /a/x/index.html\nDisallow: /ac\n";
        let robots = RobotsTxt::parse(file);
        let rules = || robots.groups().flat_map(|group| group.rules());
        let rules: Vec<Rule<'_>> = rules().collect();
        let by_prefix = RulesByPrefix::new(&rules);
        let overlapping = |line: usize| {
            let rule = rules.iter().find(|rule| rule.line() == line).unwrap();
            let found = by_prefix
                .overlapping(vec![literal_prefix(rule)], |other| rules[other].line() == line);
            let mut lines: Vec<usize> = found.iter().map(|at| rules[*at].line()).collect();
            lines.sort_unstable();
            lines
        };
        assert_eq!(overlapping(2), [3]);
        assert_eq!(overlapping(3), [2, 4, 5, 7, 8, 9]);
        assert_eq!(overlapping(4), [3, 5, 6, 7, 8, 9]);
        assert_eq!(overlapping(5), [3, 4, 7]);
        let of_path = |path: &[u8]| {
            let mut lines: Vec<usize> =
                by_prefix.of_path(path).iter().map(|at| rules[*at].line()).collect();
            lines.sort_unstable();
            lines
        };
        assert_eq!(of_path(b"/"), [3]);
        assert_eq!(of_path(b"/a/x/index.html"), [3, 4, 7, 8]);
        assert_eq!(of_path(b"/abc"), [3, 4, 5, 7]);
    }
}
