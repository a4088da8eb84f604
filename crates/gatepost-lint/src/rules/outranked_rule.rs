use std::cell::OnceCell;

use gatepost::{Rule as RobotsRule, UrlPath};

use crate::class::Class;
use crate::file::File;
use crate::finding::Finding;
use crate::rule::{Meta, Rule, declare_rule};
use crate::severity::Severity;
use crate::words::path_of;

declare_rule! {
    /// ## What it finds
    /// A rule with a star that loses to the longer rule of a folder, of the other kind, on what both match.
    /// For an `Allow` of all style sheets or scripts this is a warning.
    ///
    /// ## Why it matters
    /// A rule such as `Allow: /*.css` looks as if it held everywhere. But the longest rule wins, so that
    /// `Disallow: /assets/` closes the style sheets in its folder, and pages cannot be rendered. In the same
    /// way an `Allow` of a folder opens the addresses with a query that `Disallow: /*?` seems to close.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Allow: /*.css
    /// Disallow: /assets/
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Allow: /assets/*.css
    /// Disallow: /assets/
    /// ```
    ///
    /// ## Fix
    /// None: which of the two should win only the owner knows.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): the match with the
    ///   most octets is used.
    OutrankedRule { name: "outranked-rule", since: "0.1.0", severity: Info }
}

impl Rule for OutrankedRule {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let rules = file.rules().filter(|rule| has_star(rule));
        let mut pairs_left = PAIRS;
        let folders = |class: &Class<'_>| -> Vec<usize> {
            let rules = class.written().iter().enumerate();
            rules.filter(|(_, rule)| is_folder(rule.value())).map(|(place, _)| place).collect()
        };
        let classes = file.classes().iter().map(|class| (class, OnceCell::new()));
        let classes: Vec<(&Class<'_>, OnceCell<Vec<usize>>)> = classes.collect();
        let found = rules.filter_map(|rule| {
            let (class, known) = classes.iter().find(|(class, _)| class.has_line(rule.line()))?;
            let folders = known.get_or_init(|| folders(class));
            finding(file, class, folders, &rule, &mut pairs_left)
        });
        found.collect()
    }
}

/// How many pairs of rules are looked at in one file.
const PAIRS: usize = 1 << 17;

/// Whether a star stands before something else.
fn has_star(rule: &RobotsRule<'_>) -> bool {
    let value = rule.value();
    let star = value.iter().position(|octet| *octet == b'*');
    star.is_some_and(|star| value[star..].iter().any(|octet| !matches!(octet, b'*' | b'$')))
}

fn finding(
    file: &File<'_>,
    class: &Class<'_>,
    folders: &[usize],
    rule: &RobotsRule<'_>,
    pairs_left: &mut usize,
) -> Option<Finding> {
    let value = file.text(rule.value_span());
    let star = value.find('*')?;
    let (head, end) = value.split_at(star);
    let end = path_of(&format!("/{end}"));
    let pattern = rule.pattern();
    let others = folders.iter().map(|place| &class.written()[*place]);
    let others = others.filter(|other| other.is_allow() != rule.is_allow() && other.outranks(rule));
    for other in others {
        *pairs_left = pairs_left.checked_sub(1)?;
        let folder = file.text(other.value_span());
        let folder = folder.trim_end_matches('*');
        let path = format!("{folder}{}", &end[1..]);
        let is_matched = || UrlPath::new(&path).is_ok_and(|path| pattern.matches(&path));
        if !folder.starts_with(head) || !is_matched() {
            continue;
        }
        let Some(example) = class.example(&path).filter(|e| e.line == Some(other.line())) else {
            continue;
        };
        let is_resource = rule.is_allow()
            && matches!(head, "" | "/")
            && RESOURCES.iter().any(|known| end[1..].trim_start_matches('x') == *known);
        let severity = if is_resource { Severity::Warning } else { Severity::Info };
        let message =
            format!("line {} is longer, and wins where both match: `{path}`", other.line());
        return Some(
            Finding::new(&OutrankedRule::META, rule.value_span(), message)
                .severity(severity)
                .label(
                    other.value_span(),
                    format!("this rule has {} octets", other.pattern().length()),
                )
                .label(rule.value_span(), format!("this rule has {} octets", pattern.length()))
                .example(example),
        );
    }
    None
}

/// Whether a pattern is a folder below the root, with all that is in it.
fn is_folder(value: &[u8]) -> bool {
    let folder = value.strip_suffix(b"*").unwrap_or(value);
    folder.len() > 1 && folder.ends_with(b"/") && !folder.iter().any(|octet| b"*$?".contains(octet))
}

/// What pages are rendered with.
const RESOURCES: &[&str] = &[".css", ".js"];

#[cfg(test)]
mod tests {
    use super::OutrankedRule;
    use crate::rule_test::check;

    #[test]
    fn both_ways() {
        check(
            &OutrankedRule,
            "\
User-agent: *
Allow: /*.css$
#      ^^^^^^^ line 4 is longer, and wins where both match: `/assets/x.css`
Disallow: /assets/

User-agent: B
Disallow: /*?
#         ^^^ line 9 is longer, and wins where both match: `/blog/?`
Allow: /blog/
",
        );
    }

    #[test]
    fn exceptions_within() {
        check(
            &OutrankedRule,
            "\
User-agent: *
Disallow: /*?
Allow: /*?page=
Allow: /shop
Disallow: /*.css
",
        );
    }
}
