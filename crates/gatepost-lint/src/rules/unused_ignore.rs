use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::ignore::Ignore;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A `# gatepost-ignore:` comment that suppresses no finding.
    ///
    /// ## Why it matters
    /// The mistake that it once excused is gone, or the name of the rule is misspelt. If the
    /// comment stays, it will hide the next mistake.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// # gatepost-ignore: missing-leading-slash the old shop
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
    /// Removes the comment, if it names no other rule. Comments change no verdict.
    ///
    /// ## Source
    /// - Gatepost's own: the comment is not part of RFC 9309.
    UnusedIgnore { name: "unused-ignore", since: "0.1.0", severity: Warning }
}

impl LintRule for UnusedIgnore {
    /// Finds nothing: unused comments are known only after all other rules have run (see
    /// [`unused`]).
    fn check(&self, _: &File<'_>) -> Vec<Finding> {
        Vec::new()
    }
}

/// Finds the comments that suppressed nothing.
///
/// `unknown` returns what is wrong with a name that no rule has.
pub(crate) fn unused(
    file: &File<'_>,
    ignores: &[Ignore],
    unknown: impl Fn(&str) -> Option<String>,
) -> Vec<Finding> {
    let unused = ignores.iter().filter(|ignore| !ignore.is_used);
    unused
        .map(|ignore| {
            let message = match unknown(&ignore.name) {
                None => format!(
                    "`{}` finds nothing here, so this comment suppresses nothing",
                    ignore.name
                ),
                Some(unknown) => unknown,
            };
            let finding = Finding::new(&UnusedIgnore::META, ignore.span.clone(), message);
            let is_alone =
                ignores.iter().filter(|other| other.comment == ignore.comment).count() == 1;
            finding.fix(is_alone.then(|| take_away(file, ignore)))
        })
        .collect()
}

/// Removes the comment with the spaces before it, and the whole line if nothing else is on it.
fn take_away(file: &File<'_>, ignore: &Ignore) -> Fix {
    let number = file.line_number(ignore.comment.start);
    let line = file.line(number).span();
    let before = &file.as_bytes()[line.start..ignore.comment.start];
    let kept = before.trim_ascii_end().len();
    let span = match kept {
        0 => file.whole_line(number),
        _ => line.start + kept..ignore.comment.end,
    };
    Fix::new("remove the comment", span, "")
}

#[cfg(test)]
mod tests {
    use super::UnusedIgnore;
    use crate::rule_test::{check, fixed};

    #[test]
    fn used_ones_are_fine() {
        check(
            &UnusedIgnore,
            "\
User-agent: *
Disallow: private # gatepost-ignore: missing-leading-slash the old shop
# gatepost-ignore: dead-rule,trailing-star both of them

Disallow: /page*
Allow: *page* # gatepost-ignore: trailing-star
",
        );
    }

    #[test]
    fn unused_and_unknown() {
        check(
            &UnusedIgnore,
            "\
User-agent: *
# gatepost-ignore: dead-rule, missing-slash
#                  ^^^^^^^^^ `dead-rule` finds nothing here, so this comment suppresses nothing
#                             ^^^^^^^^^^^^^ unknown rule `missing-slash`: did you mean `missing-leading-slash`?
Disallow: /
",
        );
    }

    #[test]
    fn comment_goes() {
        fixed(
            &UnusedIgnore,
            "User-agent: *\n# gatepost-ignore: dead-rule\nDisallow: / # gatepost-ignore: dead-rule\n",
            "User-agent: *\nDisallow: /\n",
        );
    }
}
