use std::cell::OnceCell;

use gatepost::{Rule, UrlPath};

use crate::class::Class;
use crate::example_path::example_path;
use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};
use crate::severity::Severity;

declare_rule! {
    /// ## What it finds
    /// A rule with a star that loses to a longer rule of the opposite kind for a folder, wherever
    /// both match. A warning if an `Allow` of all style sheets or scripts loses to a folder that
    /// has them by its name. A `Disallow` is reported only if it is for a query or a file
    /// extension, which any folder may have.
    ///
    /// ## Why it matters
    /// A rule such as `Allow: /*.css` looks as if it applied everywhere. But the longest rule wins,
    /// so `Disallow: /assets/` disallows the style sheets in its folder, and crawlers cannot render
    /// pages. In the same way, an `Allow` for a folder opens the addresses with a query that
    /// `Disallow: /*?` seems to close.
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
    /// None: only the owner knows which of the two should win.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): the match
    ///   with the most bytes is used.
    OutrankedRule { name: "outranked-rule", since: "0.1.0", severity: Info }
}

impl LintRule for OutrankedRule {
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

/// The most pairs of rules that are compared in one file.
const PAIRS: usize = 1 << 17;

/// Returns `true` if something follows a star.
fn has_star(rule: &Rule<'_>) -> bool {
    let value = rule.value();
    let star = value.iter().position(|byte| *byte == b'*');
    star.is_some_and(|star| value[star..].iter().any(|byte| !matches!(byte, b'*' | b'$')))
}

fn finding(
    file: &File<'_>,
    class: &Class<'_>,
    folders: &[usize],
    rule: &Rule<'_>,
    pairs_left: &mut usize,
) -> Option<Finding> {
    let value = file.text(rule.value_span());
    let star = value.find('*')?;
    let (head, end) = value.split_at(star);
    if !rule.is_allow() && !is_anywhere(end) {
        return None;
    }
    let end = example_path(&format!("/{end}"));
    let pattern = rule.pattern();
    let is_resource = rule.is_allow()
        && matches!(head, "" | "/")
        && RESOURCES.iter().any(|known| end[1..].trim_start_matches('x') == *known);
    let others = folders.iter().map(|place| &class.written()[*place]);
    let others = others.filter(|other| other.is_allow() != rule.is_allow() && other.outranks(rule));
    // Report the rule where it matters most.
    let grave = is_resource.then(|| others.clone().filter(|other| has_resources(other.value())));
    for other in grave.into_iter().flatten().chain(others) {
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
        let is_grave = is_resource && has_resources(other.value());
        let severity = if is_grave { Severity::Warning } else { Severity::Info };
        let line = other.line();
        let message = match other.pattern().length() == pattern.length() {
            true => format!(
                "this rule does not decide `{path}`: line {line} is as long, and `Allow` wins a tie"
            ),
            false => format!("this rule does not decide `{path}`: line {line} is longer and wins"),
        };
        return Some(
            Finding::new(&OutrankedRule::META, rule.value_span(), message)
                .severity(severity)
                .label(
                    other.value_span(),
                    format!("this rule has {} characters", other.pattern().length()),
                )
                .label(rule.value_span(), format!("this rule has {} characters", pattern.length()))
                .example(example),
        );
    }
    None
}

/// Returns `true` if what follows a star may occur in any folder: a query or a file extension. A
/// folder or a word may not exist in the folder that is allowed.
fn is_anywhere(end: &str) -> bool {
    let is_below_a_folder = end.trim_start_matches('*').starts_with('/') && !end.contains('?');
    end.contains(['?', '=', '&', '.']) && !is_below_a_folder
}

/// Returns `true` if a pattern is a folder below the root, with everything in it.
fn is_folder(value: &[u8]) -> bool {
    let folder = value.strip_suffix(b"*").unwrap_or(value);
    folder.len() > 1 && folder.ends_with(b"/") && !folder.iter().any(|byte| b"*$?".contains(byte))
}

/// Extensions of the files that browsers need to render a page.
const RESOURCES: &[&str] = &[".css", ".js"];

/// Names of folders that usually contain such files.
const RESOURCE_FOLDERS: &[&str] = &[
    "assets",
    "build",
    "bundles",
    "cassette.axd",
    "components",
    "css",
    "dist",
    "includes",
    "js",
    "lib",
    "libraries",
    "libs",
    "misc",
    "modules",
    "plugins",
    "resources",
    "script",
    "scripts",
    "skin",
    "static",
    "style",
    "styles",
    "template",
    "templates",
    "theme",
    "themes",
    "vendor",
    "wp-content",
    "wp-includes",
];

/// Returns `true` if a folder is one of those, or is below one.
fn has_resources(folder: &[u8]) -> bool {
    let mut names = folder.split(|byte| *byte == b'/');
    names.any(|name| {
        RESOURCE_FOLDERS.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
    })
}

#[cfg(test)]
mod tests {
    use super::OutrankedRule;
    use crate::rule_test::check;
    use crate::{Config, Severity, lint};

    #[test]
    fn both_ways() {
        check(
            &OutrankedRule,
            "\
User-agent: *
Allow: /*.css$
#      ^^^^^^^ this rule does not decide `/assets/x.css`: line 4 is longer and wins
Disallow: /assets/

User-agent: B
Disallow: /*?
#         ^^^ this rule does not decide `/blog/?`: line 9 is longer and wins
Allow: /blog/
",
        );
    }

    #[test]
    fn resources_are_where_folders_say_so() {
        let severities = |file: &str| {
            let findings = lint(file.as_bytes(), &Config::default()).findings;
            let found = findings.into_iter().filter(|f| f.rule == "outranked-rule");
            found.map(|f| (f.severity, f.labels[0].span.start)).collect::<Vec<_>>()
        };
        let file = "User-agent: *\nAllow: /*.js\nDisallow: /comments/\nDisallow: /web/Scripts/*\n";
        assert_eq!(severities(file), [(Severity::Warning, file.find("/web").unwrap())]);
        let file = "User-agent: *\nAllow: /*.js\nDisallow: /comments/\n";
        assert_eq!(severities(file), [(Severity::Info, file.find("/comments").unwrap())]);
    }

    #[test]
    fn of_the_same_length() {
        check(
            &OutrankedRule,
            "\
User-agent: *
Disallow: /*?sort=
#         ^^^^^^^^ this rule does not decide `/assets/?sort=`: line 4 is as long, and `Allow` wins a tie
Allow: /assets/
",
        );
    }

    #[test]
    fn folders_that_nobody_has() {
        check(
            &OutrankedRule,
            "User-agent: *\nDisallow: */feed/\nDisallow: *word\nAllow: /uploads/files/\n",
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
