use gatepost_crawlers::{Crawler, crawlers};

use crate::class::Class;
use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};
use crate::named_crawlers;
use crate::phrases::quoted;

declare_rule! {
    /// ## What it finds
    /// A file that disallows every URL for every crawler. A note lists the crawlers that ignore the
    /// group for `*` and have no group of their own.
    ///
    /// ## Why it matters
    /// Sites under construction have such a file. If the file goes live with the site, the site
    /// drops out of search results within days.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    /// None: it may be intended.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): only
    ///   robots.txt itself is always allowed.
    EverythingDisallowed { name: "everything-disallowed", since: "0.1.0", severity: Warning }
}

impl LintRule for EverythingDisallowed {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        if !file.classes().iter().all(Class::is_fully_disallowed) {
            return Vec::new();
        }
        let example = file.classes()[0].example("/");
        let line = example.as_ref().and_then(|example| example.line);
        let Some(rule) = line.and_then(|line| file.rule_at(line)) else { return Vec::new() };
        let message = "every URL is disallowed for every crawler: was this file meant to go live?";
        let finding = Finding::new(&Self::META, rule.value_span(), message).example(example);
        let names = not_reached(file);
        vec![match names.as_slice() {
            [] => finding,
            [_] => finding.note(format!(
                "{} ignores `*` and obeys only a group that names it",
                quoted(&names)
            )),
            _ => finding
                .note(format!("{} ignore `*` and obey only groups that name them", quoted(&names))),
        }]
    }
}

/// Returns the crawlers that obey only a group with their name, and have none.
fn not_reached(file: &File<'_>) -> Vec<&'static str> {
    let named = named_crawlers::all(file);
    let is_named = |crawler: &Crawler| {
        named.iter().any(|named| named.crawler.is_some_and(|c| c.token() == crawler.token()))
    };
    let crawlers = crawlers().filter(|c| c.ignores_star() && !c.is_retired() && !is_named(c));
    crawlers.map(Crawler::token).collect()
}

#[cfg(test)]
mod tests {
    use gatepost_crawlers::crawlers;

    use super::EverythingDisallowed;
    use crate::rule_test::check;
    use crate::{Config, lint};

    #[test]
    fn staging() {
        check(
            &EverythingDisallowed,
            "\
User-agent: *
Disallow: /
#         ^ every URL is disallowed for every crawler: was this file meant to go live?

User-agent: A
Disallow: *
",
        );
    }

    #[test]
    fn who_takes_no_star_is_told() {
        let notes = |file: &str| {
            let findings = lint(file.as_bytes(), &Config::default()).findings;
            let found = findings.into_iter().find(|f| f.rule == "everything-disallowed");
            found.unwrap().notes.concat()
        };
        let of = |crawlers: &[&str]| {
            let lines: String = crawlers.iter().map(|c| format!("User-agent: {c}\n")).collect();
            notes(&format!("{lines}User-agent: *\nDisallow: /\n"))
        };
        let crawlers: Vec<_> = crawlers().filter(|c| c.ignores_star() && !c.is_retired()).collect();
        let tokens: Vec<&str> = crawlers.iter().map(|crawler| crawler.token()).collect();
        assert!(of(&[]).ends_with("obey only groups that name them"));
        let [last, named @ ..] = &tokens[..] else { panic!("there are some") };
        assert_eq!(of(named), format!("`{last}` ignores `*` and obeys only a group that names it"));
        assert_eq!(of(&tokens), "");
    }

    #[test]
    fn something_is_open() {
        check(&EverythingDisallowed, "User-agent: *\nDisallow: /\nAllow: /a$\n");
        check(&EverythingDisallowed, "User-agent: *\nDisallow: /\n\nUser-agent: A\nDisallow: /x\n");
        check(&EverythingDisallowed, "User-agent: A\nDisallow: /\n");
    }
}
