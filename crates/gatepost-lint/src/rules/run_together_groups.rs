use gatepost::{Dialect, Group, Record, UserAgentLine};
use gatepost_prove::{PathSet, RuleList, always};

use crate::file::File;
use crate::finding::{Example, Finding};
use crate::fix::Fix;
use crate::insertion;
use crate::lint_rule::{LintRule, declare_rule};
use crate::phrases::quoted;

declare_rule! {
    /// ## What it finds
    /// A group that ends with a directive instead of a rule, so that the next group is part of it.
    ///
    /// ## Why it matters
    /// Only a rule ends a list of `User-agent` lines. A `Crawl-delay`, a `Sitemap` or a blank line
    /// does not. What looks like a new group is one more name in the list above the next rules, and
    /// the crawlers of the first group obey those rules. Some parsers do end the list there, so
    /// nobody can be sure who obeys what.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: bingbot
    /// Crawl-delay: 5
    ///
    /// User-agent: GPTBot
    /// Disallow: /
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: bingbot
    /// Crawl-delay: 5
    /// Disallow:
    ///
    /// User-agent: GPTBot
    /// Disallow: /
    /// ```
    ///
    /// ## Fix
    /// Ends the first group with an empty `Disallow`, which disallows nothing. Changes answers.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.4](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.4): other
    ///   records do not interfere with groups.
    /// - [google/robotstxt](https://github.com/google/robotstxt) parses the file this way; Protego,
    ///   robots-parser and Python's `urllib.robotparser` end the list.
    RunTogetherGroups { name: "run-together-groups", since: "0.1.0", severity: Error }
}

impl LintRule for RunTogetherGroups {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        file.robots().groups().filter_map(|group| finding(file, &group)).collect()
    }
}

/// Reports the first place in a group where another group seems to begin.
struct Seam<'r> {
    above: Vec<UserAgentLine<'r>>,
    record: Record<'r>,
    below: UserAgentLine<'r>,
}

fn finding(file: &File<'_>, group: &Group<'_>) -> Option<Finding> {
    let seam = seam(group)?;
    let names: Vec<String> = seam.above.iter().map(|line| file.text(line.value_span())).collect();
    let example = disallowed(group, &names[0])?;
    let above = quoted(&names);
    let (verb, own) = if names.len() == 1 { ("obeys", "its") } else { ("obey", "their") };
    let key = file.text(seam.record.key_span());
    let message = format!(
        "{above} {verb} the rules below `{}` too: `{key}` does not end {own} group; only a rule \
         does",
        file.text(seam.below.value_span())
    );
    let edit = insertion::after(file, seam.record.line(), &["Disallow:".to_owned()]);
    let title = format!("end the group for {above} with an empty `Disallow`");
    let last = seam.above.last()?;
    Some(
        Finding::new(&RunTogetherGroups::META, last.value_span(), message)
            .label(seam.record.key_span(), "this does not end the list of `User-agent` lines")
            .label(seam.below.value_span(), "one more name in the same list")
            .example(example)
            .fix(Fix::of_edits(title, vec![edit])),
    )
}

fn seam<'r>(group: &Group<'r>) -> Option<Seam<'r>> {
    let mut others = group.other_records().peekable();
    let mut above: Vec<UserAgentLine<'r>> = Vec::new();
    for line in group.user_agents() {
        let mut between = None;
        while let Some(record) = others.next_if(|record| record.line() < line.line()) {
            between = Some(record);
        }
        // A crawler that is named above and below obeys the rules below anyway.
        let is_other =
            |above: &&UserAgentLine<'r>| !above.value().eq_ignore_ascii_case(line.value());
        if let Some(record) = between {
            let others: Vec<_> = above.iter().filter(is_other).copied().collect();
            if !others.is_empty() {
                return Some(Seam { above: others, record, below: line });
            }
        }
        above.push(line);
    }
    None
}

/// Returns a path that the rules of a group disallow. If there is none, nothing is lost.
fn disallowed(group: &Group<'_>, crawler: &str) -> Option<Example> {
    let rules: Vec<_> = group.rules().collect();
    let dialect = Dialect::RFC9309;
    let rules = RuleList::new(rules, dialect);
    let found = always(&rules, &PathSet::new("/", dialect), true);
    let found = found.counterexample()?;
    let crawler = if crawler == "*" { "crawlers that no group names" } else { crawler };
    Some(Example {
        path: found.path.clone(),
        crawler: crawler.to_owned(),
        is_allowed: false,
        line: found.decision.line,
    })
}

#[cfg(test)]
mod tests {
    use super::RunTogetherGroups;
    use crate::rule_test::{check, fixed};

    #[test]
    fn other_records_end_nothing() {
        check(
            &RunTogetherGroups,
            "\
User-agent: A
User-agent: B
#           ^ `A` and `B` obey the rules below `C` too: `Crawl-delay` does not end their group; only a rule does
Crawl-delay: 5

User-agent: C
Disallow: /
",
        );
    }

    #[test]
    fn rules_do() {
        check(
            &RunTogetherGroups,
            "User-agent: A\nDisallow:\nCrawl-delay: 5\nUser-agent: B\nDisallow: /\n",
        );
    }

    #[test]
    fn nothing_is_lost_where_nothing_is_disallowed() {
        check(&RunTogetherGroups, "User-agent: A\nCrawl-delay: 5\nUser-agent: B\nDisallow:\n");
        check(&RunTogetherGroups, "User-agent: A\nCrawl-delay: 5\nUser-agent: a\nDisallow: /\n");
    }

    #[test]
    fn group_ends() {
        fixed(
            &RunTogetherGroups,
            "User-agent: *\nCrawl-delay: 5\n\nUser-agent: B\nDisallow: /\n",
            "User-agent: *\nCrawl-delay: 5\nDisallow:\n\nUser-agent: B\nDisallow: /\n",
        );
    }
}
