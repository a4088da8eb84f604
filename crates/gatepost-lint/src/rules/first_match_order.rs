use gatepost::UrlPath;

use crate::class::Class;
use crate::example_path::example_path;
use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A rule that decides a URL although a rule of the opposite kind above it matches the same
    /// URL.
    ///
    /// ## Why it matters
    /// Under RFC 9309, the order of rules never matters. For parsers that use the first match, such
    /// as those that follow the 1996 draft and some libraries, the rule above decides. If the
    /// exception comes first, both kinds of parser agree.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /
    /// Allow: /public/
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Allow: /public/
    /// Disallow: /
    /// ```
    ///
    /// ## Fix
    /// None.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): the
    ///   longest match is used; the [1996 draft](https://www.robotstxt.org/norobots-rfc.txt),
    ///   section 3.2.2: the first match is used.
    FirstMatchOrder { name: "first-match-order", since: "0.1.0", severity: Info }
}

impl LintRule for FirstMatchOrder {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        file.classes().iter().filter_map(|class| finding(file, class)).collect()
    }
}

/// The most rules of a class that are checked, because each is compared with all rules above it.
const RULES: usize = 2_000;

/// Finds the first rule of a class that a first-match parser never reaches.
fn finding(file: &File<'_>, class: &Class<'_>) -> Option<Finding> {
    let rules = class.written();
    let has = |allows| rules.iter().any(|rule| rule.is_allow() == allows);
    if !has(true) || !has(false) {
        return None;
    }
    for (at, rule) in rules.iter().enumerate().take(RULES).filter(|(_, rule)| !rule.is_empty()) {
        let path = example_path(&file.text(rule.value_span()));
        let Ok(url) = UrlPath::new(&path) else { continue };
        let can_match = class.rules_by_prefix().of_path(url.normal()).into_iter();
        let above = can_match.filter(|place| *place < at && rules[*place].pattern().matches(&url));
        let Some(above) = above.min().map(|above| &rules[above]) else { continue };
        if above.is_allow() == rule.is_allow() || above.is_empty() {
            continue;
        }
        let Some(example) = class.example(&path).filter(|e| e.line == Some(rule.line())) else {
            continue;
        };
        let says = if above.is_allow() { "allow" } else { "disallow" };
        let message = format!(
            "parsers that use the first match {says} `{path}`: line {} comes first",
            above.line()
        );
        return Some(
            Finding::new(&FirstMatchOrder::META, rule.value_span(), message)
                .label(above.value_span(), "this rule comes first")
                .example(example),
        );
    }
    None
}

#[cfg(test)]
mod tests {
    use super::FirstMatchOrder;
    use crate::rule_test::check;

    #[test]
    fn exception_behind() {
        check(
            &FirstMatchOrder,
            "\
User-agent: *
Disallow: /
Allow: /public/
#      ^^^^^^^^ parsers that use the first match disallow `/public/`: line 2 comes first

User-agent: B
Allow: /public/
Disallow: /
",
        );
    }
}
