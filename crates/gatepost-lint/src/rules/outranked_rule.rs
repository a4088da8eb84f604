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
    /// For an `Allow` of all style sheets or scripts and a folder that has them by its name, this is a warning.
    /// A `Disallow` is told only where it is about a query or a file extension, which any folder may have.
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
    ///   most bytes is used.
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
    let star = value.iter().position(|byte| *byte == b'*');
    star.is_some_and(|star| value[star..].iter().any(|byte| !matches!(byte, b'*' | b'$')))
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
    if !rule.is_allow() && !is_anywhere(end) {
        return None;
    }
    let end = path_of(&format!("/{end}"));
    let pattern = rule.pattern();
    let is_resource = rule.is_allow()
        && matches!(head, "" | "/")
        && RESOURCES.iter().any(|known| end[1..].trim_start_matches('x') == *known);
    let others = folders.iter().map(|place| &class.written()[*place]);
    let others = others.filter(|other| other.is_allow() != rule.is_allow() && other.outranks(rule));
    // That by which it matters most is told.
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
                "line {line} is as long, and an `Allow`: it wins where both match: `{path}`"
            ),
            false => format!("line {line} is longer, and wins where both match: `{path}`"),
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

/// Whether what follows a star is to be thought of in any folder: a query or a file extension. A folder or
/// a word is not, as there may be none of this name in the folder that is open.
fn is_anywhere(end: &str) -> bool {
    let is_below_a_folder = end.trim_start_matches('*').starts_with('/') && !end.contains('?');
    end.contains(['?', '=', '&', '.']) && !is_below_a_folder
}

/// Whether a pattern is a folder below the root, with all that is in it.
fn is_folder(value: &[u8]) -> bool {
    let folder = value.strip_suffix(b"*").unwrap_or(value);
    folder.len() > 1 && folder.ends_with(b"/") && !folder.iter().any(|byte| b"*$?".contains(byte))
}

/// What pages are rendered with.
const RESOURCES: &[&str] = &[".css", ".js"];

/// Names of folders that it is kept in.
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

/// Whether a folder is, or is below, one of those.
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
#         ^^^^^^^^ line 4 is as long, and an `Allow`: it wins where both match: `/assets/?sort=`
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
