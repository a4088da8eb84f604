//! Rules found by their heads: the octets with which every path begins that a rule matches.
//!
//! Two rules have paths in common only if the head of one begins the head of the other. Sorted by head,
//! those are found without a look at the rest. Rules that are written alike stand together, since of
//! those that no edit touches the first one says all.

use std::borrow::Cow;

use gatepost::Rule;

/// The rules of a class, sorted by head.
#[derive(Debug)]
pub(crate) struct Heads<'f>(Vec<Head<'f>>);

/// The rules that have a head.
#[derive(Debug)]
struct Head<'f> {
    octets: Cow<'f, [u8]>,
    /// Rules that are written alike stand together, in the order of the file.
    rules: Vec<Vec<Rule<'f>>>,
    /// The longest other head that begins this one.
    shorter: Option<usize>,
}

impl<'f> Heads<'f> {
    pub(crate) fn new(rules: impl Iterator<Item = Rule<'f>>) -> Heads<'f> {
        let mut sorted: Vec<(Cow<'f, [u8]>, Rule<'f>)> =
            rules.map(|rule| (head(&rule), rule)).collect();
        let said = |rule: &Rule<'f>| (rule.value(), rule.is_allow());
        sorted.sort_by(|(one, a), (other, b)| {
            one.cmp(other).then(said(a).cmp(&said(b))).then(a.line().cmp(&b.line()))
        });
        let mut heads = Heads(Vec::new());
        for of_head in sorted.chunk_by(|(one, _), (other, _)| one == other) {
            let octets = of_head[0].0.clone();
            let alike = of_head.chunk_by(|(_, one), (_, other)| said(one) == said(other));
            let rules = alike.map(|alike| alike.iter().map(|(_, rule)| *rule).collect()).collect();
            let shorter = heads.beginning(heads.0.len(), &octets).next();
            heads.0.push(Head { octets, rules, shorter });
        }
        heads
    }

    /// The rules that can have paths in common with any that has one of these heads, but for those that
    /// are left out. Of rules that are written alike, only the first.
    pub(crate) fn meeting(
        &self,
        mut heads: Vec<Cow<'_, [u8]>>,
        is_left_out: impl Fn(&Rule<'f>) -> bool,
    ) -> Vec<Rule<'f>> {
        heads.sort_unstable();
        heads.dedup_by(|longer, shorter| longer.starts_with(shorter));
        let mut found: Vec<usize> = Vec::new();
        for head in heads {
            let start = self.0.partition_point(|other| other.octets < head);
            found.extend(self.beginning(start, &head));
            let longer = self.0[start..].iter().take_while(|other| other.octets.starts_with(&head));
            found.extend(start..start + longer.count());
        }
        found.sort_unstable();
        found.dedup();
        let alike = found.into_iter().flat_map(|at| &self.0[at].rules);
        alike.filter_map(|alike| alike.iter().find(|rule| !is_left_out(rule)).copied()).collect()
    }

    /// Of the heads in front of a place, which all sort before a head, those that begin it.
    fn beginning(&self, place: usize, head: &[u8]) -> impl Iterator<Item = usize> {
        // What sorts between a head and one that begins it begins with that one too.
        let chain = std::iter::successors(place.checked_sub(1), |at| self.0[*at].shorter);
        chain.filter(move |at| head.starts_with(&self.0[*at].octets))
    }
}

/// Octets with which every path begins that a rule matches: up to its first star, and no further than
/// its last slash, since some dialects read an index page as its folder.
pub(crate) fn head<'r>(rule: &Rule<'r>) -> Cow<'r, [u8]> {
    let value = rule.value();
    if is_plain(value) {
        let length = head_length(value, rule.is_allow());
        return Cow::Borrowed(&value[..length]);
    }
    let pattern = rule.pattern();
    let length = head_length(pattern.octets(), rule.is_allow());
    Cow::Owned(pattern.octets()[..length].to_vec())
}

fn head_length(octets: &[u8], allows: bool) -> usize {
    let literal = octets.iter().position(|octet| *octet == b'*').unwrap_or(octets.len());
    let slash = octets[..literal].iter().rposition(|octet| *octet == b'/').map_or(0, |at| at + 1);
    let is_index = octets[slash..literal].starts_with(b"index.htm") && allows;
    if is_index { slash } else { literal }
}

/// Whether the pattern of a value is the value, in each dialect, as far as stars are special there.
pub(crate) fn is_plain(value: &[u8]) -> bool {
    let is_plain = |octet: &u8| octet.is_ascii_alphanumeric() || b"/-_.*".contains(octet);
    value.starts_with(b"/") && value.iter().all(is_plain)
}

#[cfg(test)]
mod tests {
    use gatepost::{Dialect, RobotsTxt};

    use super::*;

    #[test]
    fn rules_that_can_meet() {
        let file = "User-agent: *\nDisallow: /b\nAllow: /\nDisallow: /a\nDisallow: /ab*c\n\
                    Disallow: /a\nAllow: /a\nDisallow: /a/x/index.html\nDisallow: /ac\n";
        let robots = RobotsTxt::parse(file);
        let rules = || robots.groups().flat_map(|group| group.rules());
        let heads = Heads::new(rules());
        let meeting = |line: usize| {
            let rule = rules().find(|rule| rule.line() == line).unwrap();
            let met = heads.meeting(vec![head(&rule)], |other| other.line() == line);
            let mut lines: Vec<usize> = met.iter().map(Rule::line).collect();
            lines.sort_unstable();
            lines
        };
        assert_eq!(meeting(2), [3]);
        assert_eq!(meeting(3), [2, 4, 5, 7, 8, 9]);
        assert_eq!(meeting(4), [3, 5, 6, 7, 8, 9]);
        assert_eq!(meeting(5), [3, 4, 7]);
    }

    /// What is taken for plain is its own pattern everywhere.
    #[test]
    fn plain_values() {
        for dialect in Dialect::ALL {
            for value in ["/", "/a-b_c.d/E0", "/a*b", "/*", "/%41", "/a$", "/~", "a"] {
                let file = format!("User-agent: *\nDisallow: {value}\n");
                let robots = RobotsTxt::parse_as(&file, dialect);
                let rule = robots.groups().next().unwrap().rules().next().unwrap();
                let pattern = rule.pattern();
                let literal = value.replace('*', "%2A");
                let is_same = [value, &*literal].iter().any(|v| v.as_bytes() == pattern.octets());
                assert!(is_same || !is_plain(value.as_bytes()), "{dialect} {value}");
            }
        }
    }
}
