use std::collections::{BTreeSet, HashSet};

use gatepost::{Group, Rule, UserAgentLine};

use crate::class::Class;
use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};
use crate::phrases::lines;
use crate::severity::Severity;

declare_rule! {
    /// ## What it finds
    /// A crawler that several groups name, with different rules. A warning if one of the groups has
    /// an empty `Disallow`, which is meant to allow everything; otherwise info.
    ///
    /// ## Why it matters
    /// RFC 9309 combines all groups of a crawler, so the rules of all of them apply. Some parsers
    /// obey only the first group, or only the last. And someone who edits one group may not know
    /// about the other: an empty `Disallow` that was meant to open the site has no effect next to
    /// the rules of another group.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow:
    ///
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    /// None: only the owner knows which group is meant.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1): groups of
    ///   the same crawler are combined.
    CrawlerInSeveralGroups { name: "crawler-in-several-groups", since: "0.1.0", severity: Info }
}

/// The most rules that are compared in one file, so that a hostile file cannot make this slow.
const COMPARED: usize = 1 << 19;

impl LintRule for CrawlerInSeveralGroups {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let mut compared = 0;
        let classes = file.classes().iter().filter(|class| class.group().groups().len() > 1);
        let classes = classes.take_while(|class| {
            compared += class.rule_count();
            compared <= COMPARED
        });
        classes.filter_map(|class| finding(file, class)).collect()
    }
}

fn finding<'f>(file: &File<'f>, class: &Class<'f>) -> Option<Finding> {
    let groups: Vec<Group<'f>> =
        class.group().groups().filter(|group| group.rules().len() > 0).collect();
    if groups.len() < 2 {
        return None;
    }
    let said: BTreeSet<BTreeSet<_>> = groups.iter().map(said).collect();
    if said.len() < 2 {
        return None;
    }
    let opens = groups.iter().any(|group| group.rules().all(|rule| opens_all(&rule)));
    let closes =
        groups.iter().any(|group| group.rules().any(|rule| !rule.is_allow() && !opens_all(&rule)));
    let named: HashSet<usize> = class.group().user_agents().map(|line| line.line()).collect();
    let names = |group: &Group<'f>| group.user_agents().find(|line| named.contains(&line.line()));
    let named: Vec<UserAgentLine<'f>> = groups.iter().filter_map(names).collect();
    let [first, .., last] = named.as_slice() else { return None };
    let name = file.text(last.value_span());
    let places: Vec<usize> = named.iter().map(|line| line.line()).collect();
    let message = match opens && closes {
        true => format!(
            "`{name}` has several groups ({}): the empty `Disallow` of one does not cancel the \
             rules of the others",
            lines(&places)
        ),
        false => {
            format!(
                "`{name}` has several groups ({}): it obeys the rules of all of them",
                lines(&places)
            )
        }
    };
    let severity = if opens && closes { Severity::Warning } else { Severity::Info };
    Some(
        Finding::new(&CrawlerInSeveralGroups::META, last.value_span(), message)
            .severity(severity)
            .label(first.value_span(), "first named here"),
    )
}

/// Returns the rules of a group, regardless of order.
fn said<'r>(group: &Group<'r>) -> BTreeSet<(bool, &'r [u8])> {
    group.rules().map(|rule| (rule.is_allow(), rule.value())).collect()
}

/// Returns `true` if a rule is an empty `Disallow`. `Allow: /` does not mean the same: longer rules
/// are meant to win over it, wherever they stand.
fn opens_all(rule: &Rule<'_>) -> bool {
    !rule.is_allow() && rule.is_empty()
}

#[cfg(test)]
mod tests {
    use super::CrawlerInSeveralGroups;
    use crate::rule_test::check;

    #[test]
    fn groups_are_combined() {
        check(
            &CrawlerInSeveralGroups,
            "\
User-agent: A
Disallow: /a

User-agent: a
#           ^ `a` has several groups (lines 1 and 4): it obeys the rules of all of them
User-agent: B
Disallow: /b
",
        );
    }

    #[test]
    fn one_opens_and_one_closes() {
        check(
            &CrawlerInSeveralGroups,
            "\
User-agent: *
Disallow:

User-agent: *
#           ^ `*` has several groups (lines 1 and 4): the empty `Disallow` of one does not cancel the rules of the others
Disallow: /
",
        );
    }

    #[test]
    fn groups_that_say_the_same() {
        check(
            &CrawlerInSeveralGroups,
            "User-agent: A\nDisallow: /\n\nUser-agent: A\nDisallow: /\n",
        );
        check(&CrawlerInSeveralGroups, "User-agent: A\nUser-agent: A\nDisallow: /\n");
    }
}
