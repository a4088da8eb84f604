//! Rules sorted by their heads. The head of a rule is the literal prefix of its pattern, with which
//! every path begins that the rule matches.
//!
//! A rule can match a path only if its head is a prefix of the path. Two rules can match a common path
//! only if one head is a prefix of the other. In sorted order those rules are found by binary search
//! and a short walk. Equal rules are neighbours, so that only the first of them is compared.

use std::borrow::Cow;
use std::ops::Range;

use gatepost::Rule;

use crate::pattern_traits::is_plain;

/// The rules of a class, sorted by head.
#[derive(Debug)]
pub(crate) struct Heads<'f> {
    heads: Vec<Head<'f>>,
    sorted: Vec<Sorted>,
}

/// A head, with the rules that have it.
#[derive(Debug)]
struct Head<'f> {
    bytes: Cow<'f, [u8]>,
    rules: Range<usize>,
    /// The longest other head that is a prefix of this one.
    shorter: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Sorted {
    /// The index of the rule in its class.
    place: usize,
    /// Whether it equals the rule before it. Equal rules keep the order of the file.
    is_repeated: bool,
}

impl<'f> Heads<'f> {
    pub(crate) fn new(rules: &[Rule<'f>]) -> Heads<'f> {
        let bytes: Vec<Cow<'f, [u8]>> = rules.iter().map(head).collect();
        let said = |place: usize| (rules[place].value(), rules[place].is_allow());
        let mut places: Vec<usize> = (0..rules.len()).collect();
        places.sort_unstable_by(|one, other| {
            let by_head = bytes[*one].cmp(&bytes[*other]);
            by_head.then_with(|| said(*one).cmp(&said(*other))).then(one.cmp(other))
        });
        let mut heads = Heads { heads: Vec::new(), sorted: Vec::with_capacity(rules.len()) };
        for of_head in places.chunk_by(|one, other| bytes[*one] == bytes[*other]) {
            let start = heads.sorted.len();
            for (at, place) in of_head.iter().copied().enumerate() {
                let is_repeated = at > 0 && said(of_head[at - 1]) == said(place);
                heads.sorted.push(Sorted { place, is_repeated });
            }
            let bytes = bytes[of_head[0]].clone();
            let shorter = heads.beginning(heads.heads.len(), &bytes).next();
            heads.heads.push(Head { bytes, rules: start..heads.sorted.len(), shorter });
        }
        heads
    }

    /// The rules that can match a path in common with a rule of one of these heads, except those that
    /// are left out. Of equal rules, only the first.
    pub(crate) fn meeting(
        &self,
        mut heads: Vec<Cow<'_, [u8]>>,
        is_left_out: impl Fn(usize) -> bool,
    ) -> Vec<usize> {
        heads.sort_unstable();
        heads.dedup_by(|longer, shorter| longer.starts_with(shorter));
        let mut found: Vec<usize> = Vec::new();
        for head in heads {
            let start = self.heads.partition_point(|other| other.bytes < head);
            found.extend(self.beginning(start, &head));
            let longer = self.heads[start..].iter();
            let longer = longer.take_while(|other| other.bytes.starts_with(&head));
            found.extend(start..start + longer.count());
        }
        found.sort_unstable();
        found.dedup();
        self.firsts(found, is_left_out)
    }

    /// The rules that can match a path in its compared form. Of equal rules, only the first.
    pub(crate) fn of_path(&self, path: &[u8]) -> Vec<usize> {
        let behind = self.heads.partition_point(|head| *head.bytes <= *path);
        self.firsts(self.beginning(behind, path), |_| false)
    }

    /// The rules of some heads that are not left out. Of equal rules, only the first.
    fn firsts(
        &self,
        heads: impl IntoIterator<Item = usize>,
        is_left_out: impl Fn(usize) -> bool,
    ) -> Vec<usize> {
        let mut firsts = Vec::new();
        let mut has_first = false;
        for rule in heads.into_iter().flat_map(|head| &self.sorted[self.heads[head].rules.clone()])
        {
            has_first &= rule.is_repeated;
            if !has_first && !is_left_out(rule.place) {
                firsts.push(rule.place);
                has_first = true;
            }
        }
        firsts
    }

    /// Of the heads before a place, which all sort before a head, those that are a prefix of it.
    fn beginning(&self, place: usize, head: &[u8]) -> impl Iterator<Item = usize> {
        // A head that sorts between a prefix and a head also starts with that prefix.
        let chain = std::iter::successors(place.checked_sub(1), |at| self.heads[*at].shorter);
        chain.filter(move |at| head.starts_with(&self.heads[*at].bytes))
    }
}

/// The bytes with which every path begins that a rule matches: up to the first star, and only up to
/// the last slash if an `Allow` of an index page opens the folder in some dialect.
pub(crate) fn head<'r>(rule: &Rule<'r>) -> Cow<'r, [u8]> {
    let value = rule.value();
    if is_plain(value) {
        let length = head_length(value, rule.is_allow());
        return Cow::Borrowed(&value[..length]);
    }
    let pattern = rule.pattern();
    let length = head_length(pattern.as_bytes(), rule.is_allow());
    Cow::Owned(pattern.as_bytes()[..length].to_vec())
}

fn head_length(bytes: &[u8], allows: bool) -> usize {
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
    fn rules_that_can_meet() {
        let file = "User-agent: *\nDisallow: /b\nAllow: /\nDisallow: /a\nDisallow: /ab*c\n\
                    Disallow: /a\nAllow: /a\nDisallow: /a/x/index.html\nDisallow: /ac\n";
        let robots = RobotsTxt::parse(file);
        let rules = || robots.groups().flat_map(|group| group.rules());
        let rules: Vec<Rule<'_>> = rules().collect();
        let heads = Heads::new(&rules);
        let meeting = |line: usize| {
            let rule = rules.iter().find(|rule| rule.line() == line).unwrap();
            let met = heads.meeting(vec![head(rule)], |other| rules[other].line() == line);
            let mut lines: Vec<usize> = met.iter().map(|at| rules[*at].line()).collect();
            lines.sort_unstable();
            lines
        };
        assert_eq!(meeting(2), [3]);
        assert_eq!(meeting(3), [2, 4, 5, 7, 8, 9]);
        assert_eq!(meeting(4), [3, 5, 6, 7, 8, 9]);
        assert_eq!(meeting(5), [3, 4, 7]);
        let of_path = |path: &[u8]| {
            let mut lines: Vec<usize> =
                heads.of_path(path).iter().map(|at| rules[*at].line()).collect();
            lines.sort_unstable();
            lines
        };
        assert_eq!(of_path(b"/"), [3]);
        assert_eq!(of_path(b"/a/x/index.html"), [3, 4, 7, 8]);
        assert_eq!(of_path(b"/abc"), [3, 4, 5, 7]);
    }
}
