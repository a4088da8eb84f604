use gatepost::LineContent;

use crate::file::File;
use crate::finding::Finding;
use crate::fix::{Edit, Fix};
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A blank line between the `User-agent` lines of a group and its first rule, if the group
    /// disallows something. Reported once per file.
    ///
    /// ## Why it matters
    /// RFC 9309 and Google ignore blank lines. In the first description of the format, of 1994, a
    /// blank line ends a group. Parsers that follow it, such as `urllib.robotparser` of Python 3.14
    /// and older, see a group without rules and then rules without a group, and allow everything.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    ///
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
    /// Removes the blank lines.
    ///
    /// ## Source
    /// - [A standard for robot exclusion](https://www.robotstxt.org/orig.html): records are
    ///   separated by blank lines.
    BlankLineInGroup { name: "blank-line-in-group", since: "0.1.0", severity: Info }
}

impl LintRule for BlankLineInGroup {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let mut blanks: Vec<usize> = Vec::new();
        let mut groups = Vec::new();
        for group in file.robots().groups() {
            let Some(rule) = group.rules().next() else { continue };
            // A parser that drops these rules allows everything, which is the same answer here.
            if !group.rules().any(|rule| !rule.is_allow() && !rule.is_empty()) {
                continue;
            }
            let above = group.user_agents().take_while(|line| line.line() < rule.line());
            let Some(name) = above.last() else { continue };
            let between = name.line() + 1..rule.line();
            let is_blank =
                |number: &usize| matches!(file.line(*number).clone().content(), LineContent::Blank);
            let before = blanks.len();
            blanks.extend(between.filter(is_blank));
            if blanks.len() > before {
                groups.push((name, rule));
            }
        }
        let Some((name, rule)) = groups.first() else { return Vec::new() };
        let more = match groups.len() - 1 {
            0 => String::new(),
            1 => ", and so does another group".to_owned(),
            more => format!(", and so do {more} other groups"),
        };
        let message = format!(
            "`{}` has a blank line before its rules{more}: some parsers end the group there and \
             ignore them",
            file.text(name.value_span())
        );
        let edits = blanks.iter().map(|line| Edit::new(file.whole_line(*line), "")).collect();
        vec![
            Finding::new(&Self::META, name.value_span(), message)
                .label(rule.value_span(), "its first rule")
                .fix(Fix::of_edits("remove the blank lines", edits)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::BlankLineInGroup;
    use crate::rule_test::{check, fixed};

    #[test]
    fn before_the_first_rule() {
        check(
            &BlankLineInGroup,
            "\
User-agent: A
User-agent: B
#           ^ `B` has a blank line before its rules, and so does another group: some parsers end the group there and ignore them
# a comment

Disallow: /a

Disallow: /b

User-agent: *

Allow: /c
Disallow: /
",
        );
    }

    #[test]
    fn elsewhere() {
        check(&BlankLineInGroup, "User-agent: A\n# rules\nDisallow: /a\n\nDisallow: /b\n");
        check(&BlankLineInGroup, "User-agent: A\n\nDisallow:\n\nUser-agent: B\n\nAllow: /\n");
    }

    #[test]
    fn blank_lines_go() {
        fixed(
            &BlankLineInGroup,
            "User-agent: A\n\n# a\n \nDisallow: /a\n\nDisallow: /b\n",
            "User-agent: A\n# a\nDisallow: /a\n\nDisallow: /b\n",
        );
    }
}
