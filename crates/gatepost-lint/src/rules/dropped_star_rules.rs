use std::collections::HashSet;

use gatepost::{ProductToken, Rule as PathRule, SelectedBy, UrlPath};
use gatepost_prove::{Outcome, RuleList, changes, implies};

use crate::class::Class;
use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::insertion;
use crate::named;
use crate::rule::{Meta, Rule, declare_rule};
use crate::severity::Severity;
use crate::words::quoted;

declare_rule! {
    /// ## What it finds
    /// A group for a named crawler that has none of the rules for `*`, and so opens what they disallow.
    ///
    /// ## Why it matters
    /// A crawler that a group names obeys that group and no other: nothing of the group for `*` holds for
    /// it. A group that was to add a rule, or a `Crawl-delay`, thereby takes all others back. What it
    /// reopens is proved. Groups that plainly open everything (`Disallow:` without a value, `Allow: /`),
    /// and sites that are closed for all but a few, are left alone.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// User-agent: Googlebot
    /// Disallow: /search
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// User-agent: Googlebot
    /// Disallow: /search
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    /// Copies the rules for `*` into the group. Changes answers, for the crawlers of that group alone.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1): the group for `*` is
    ///   for crawlers that no other group matches.
    DroppedStarRules { name: "dropped-star-rules", since: "0.1.0", severity: Warning }
}

/// How many rules are compared in all: no more than some seconds allow, in files made to be slow.
const COMPARED: usize = 1 << 17;

/// How many rules a fix copies at the most: more in every group would be a file many times as long.
const COPIED: usize = 200;

impl Rule for DroppedStarRules {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let [star, others @ ..] = file.classes() else { return Vec::new() };
        let root = UrlPath::from_anything("/");
        let has_rules = star.group().selected_by() == SelectedBy::Star
            && star.group().rules().any(|rule| !rule.is_allow() && !rule.is_empty());
        if !has_rules || !star.answer(&root).is_allowed {
            return Vec::new();
        }
        let heedless = heedless(file);
        let said: HashSet<_> = star.group().rules().map(|rule| said(&rule)).collect();
        let mut findings = Vec::new();
        let mut compared = 0;
        for class in others.iter().filter(|class| !class.is_unnamed()) {
            let is_heeded = class.crawlers().iter().any(|crawler| !heedless.contains(crawler));
            if is_heeded && drops(class, &said) && class.answer(&root).is_allowed {
                compared += star.rule_count() + class.rule_count();
                if compared > COMPARED {
                    break;
                }
                findings.extend(finding(file, star, class));
            }
        }
        findings
    }
}

/// Names of crawlers for which the rules for `*` would not count anyway.
fn heedless(file: &File<'_>) -> HashSet<ProductToken> {
    let named = named::all(file).into_iter();
    let heedless = named.filter(|named| {
        named.crawler.is_some_and(|crawler| crawler.ignores_star() || crawler.ignores_file())
    });
    heedless.map(|named| named.name).collect()
}

/// Whether a group neither opens everything by its words, nor has a rule of those for `*`.
fn drops(class: &Class<'_>, star: &HashSet<(bool, &[u8])>) -> bool {
    let opens_all = |rule: &PathRule<'_>| match rule.is_allow() {
        true => matches!(rule.value(), b"/" | b"/*" | b"*" | b"/$"),
        false => rule.is_empty(),
    };
    let is_shared = |rule: &PathRule<'_>| !rule.is_allow() && star.contains(&said(rule));
    !class.group().rules().any(|rule| opens_all(&rule) || is_shared(&rule))
}

fn said<'r>(rule: &PathRule<'r>) -> (bool, &'r [u8]) {
    (rule.is_allow(), rule.value())
}

fn finding(file: &File<'_>, star: &Class<'_>, class: &Class<'_>) -> Option<Finding> {
    // What the group opens by rules of its own would stay open, and is meant.
    let rules = class.written().iter().chain(star.written()).copied();
    let with_star = RuleList::new(rules, class.dialect());
    let Outcome::Refuted(reopened) = implies(class.rules(), &with_star) else { return None };
    let changed = changes(&with_star, class.rules()).newly_allowed;
    let open: Vec<&str> = changed.iter().map(|change| change.pattern.as_str()).collect();
    let named = class.group().user_agents().next()?;
    let name = file.text(named.value_span());
    let first = reopened.after.line.map(|line| file.line(line).span())?;
    let what =
        if class.rule_count() == 0 { "has no rules" } else { "has none of the rules for `*`" };
    let message = format!(
        "the group of `{name}` {what}, and nothing else holds for it: `{}` is open to it",
        reopened.path
    );
    let finding = Finding::new(&DroppedStarRules::META, named.value_span(), message)
        .severity(Severity::Warning)
        .label(first, "holds for crawlers that no group names")
        .example(class.example(&reopened.path));
    let finding = match open.len() {
        0 | 1 => finding,
        _ => finding.note(format!("open to it is what `*` disallows: {}", quoted(&open))),
    };
    Some(finding.fix(copy(file, star, class, &name)))
}

/// Puts the rules for `*` behind those of a class, in its first group that has rules.
fn copy(file: &File<'_>, star: &Class<'_>, class: &Class<'_>, name: &str) -> Option<Fix> {
    let rules = star.group().rules().filter(|rule| !rule.is_empty());
    let texts: Vec<String> = rules
        .map(|rule| {
            let key = if rule.is_allow() { "Allow" } else { "Disallow" };
            format!("{key}: {}", file.text(rule.value_span()))
        })
        .take(COPIED + 1)
        .collect();
    if texts.len() > COPIED {
        return None;
    }
    let last_rule = class.group().groups().find_map(|group| group.rules().last());
    let group = class.group().groups().next()?;
    let last_name = group.user_agents().last()?;
    let line = last_rule.map_or(last_name.line(), |rule| rule.line());
    let title = format!("copy the rules for `*` into the group of `{name}`");
    Some(Fix::of_edits(file, title, vec![insertion::after(file, line, &texts)]))
}

#[cfg(test)]
mod tests {
    use super::DroppedStarRules;
    use crate::rule_test::{check, fixed};

    #[test]
    fn nothing_of_star_holds() {
        check(
            &DroppedStarRules,
            "\
User-agent: *
Disallow: /private/

User-agent: Googlebot
#           ^^^^^^^^^ the group of `Googlebot` has none of the rules for `*`, and nothing else holds for it: `/private/` is open to it
Allow: /private/jobs/

User-agent: bingbot
#           ^^^^^^^ the group of `bingbot` has no rules, and nothing else holds for it: `/private/` is open to it
Crawl-delay: 5
",
        );
    }

    #[test]
    fn meant_so() {
        for group in [
            "Googlebot\nDisallow:",
            "Googlebot\nAllow: /",
            "Googlebot\nDisallow: /",
            "Googlebot\nDisallow: /b\nDisallow: /a",
            "Googlebot\nDisallow: /*",
            // `*` is not for it in the first place.
            "AdsBot-Google\nDisallow: /b",
        ] {
            check(
                &DroppedStarRules,
                &format!("User-agent: *\nDisallow: /a\n\nUser-agent: {group}\n"),
            );
        }
        check(&DroppedStarRules, "User-agent: *\nDisallow: /\n\nUser-agent: A\nDisallow: /a\n");
        // What is open is so by a rule of its own, which those for `*` would not outrank.
        let own = "User-agent: A\nDisallow: /*a\nAllow: /a//b\nAllow: /ab\n";
        check(&DroppedStarRules, &format!("User-agent: *\nDisallow: /a\n\n{own}"));
        // Nothing is reopened.
        check(&DroppedStarRules, "User-agent: *\nDisallow: /a/b\n\nUser-agent: A\nDisallow: /a\n");
    }

    #[test]
    fn rules_are_copied() {
        fixed(
            &DroppedStarRules,
            "User-agent: *\nDisallow: /a\nAllow: /a/b\n\nUser-agent: A\nDisallow: /c\n\nUser-agent: B\nCrawl-delay: 1",
            "User-agent: *\nDisallow: /a\nAllow: /a/b\n\nUser-agent: A\nDisallow: /c\nDisallow: /a\nAllow: /a/b\n\nUser-agent: B\nDisallow: /a\nAllow: /a/b\nCrawl-delay: 1",
        );
    }
}
