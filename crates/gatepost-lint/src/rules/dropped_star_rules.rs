use std::collections::HashSet;

use gatepost::{ProductToken, Rule, SelectedBy, UrlPath};
use gatepost_prove::{ProofOutcome, RuleList, changes, implies};

use crate::class::Class;
use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::insertion;
use crate::lint_rule::{LintRule, declare_rule};
use crate::named_crawlers;
use crate::phrases::quoted;
use crate::severity::Severity;

declare_rule! {
    /// ## What it finds
    /// A group for a named crawler that has none of the rules for `*`, and so allows what they
    /// disallow.
    ///
    /// ## Why it matters
    /// A crawler with its own group obeys only that group and ignores the group for `*`. A group
    /// that was meant to add one rule, or a `Crawl-delay`, therefore cancels all the others for
    /// that crawler. Gatepost proves what it opens. Groups that plainly allow everything
    /// (`Disallow:` without a value, `Allow: /`) are skipped, and so are sites that are closed to
    /// all but a few crawlers.
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
    /// Copies the rules for `*` into the group. Changes answers, but only for the crawlers of that
    /// group.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1): the group
    ///   for `*` is for crawlers that no other group matches.
    DroppedStarRules { name: "dropped-star-rules", since: "0.1.0", severity: Warning }
}

/// The most rules that are compared in one file, so that a hostile file takes seconds at most.
const COMPARED: usize = 1 << 17;

/// The most rules that a fix copies: more, in every group, would make the file many times longer.
const COPIED: usize = 200;

impl LintRule for DroppedStarRules {
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

/// Returns the names of crawlers that ignore the group for `*` anyway.
fn heedless(file: &File<'_>) -> HashSet<ProductToken> {
    let named = named_crawlers::all(file).into_iter();
    let heedless = named.filter(|named| {
        named.crawler.is_some_and(|crawler| crawler.ignores_star() || crawler.ignores_file())
    });
    heedless.map(|named| named.name).collect()
}

/// Returns `true` if a group neither plainly allows everything nor shares a rule with `*`.
fn drops(class: &Class<'_>, star: &HashSet<(bool, &[u8])>) -> bool {
    let opens_all = |rule: &Rule<'_>| match rule.is_allow() {
        true => matches!(rule.value(), b"/" | b"/*" | b"*" | b"/$"),
        false => rule.is_empty(),
    };
    let is_shared = |rule: &Rule<'_>| !rule.is_allow() && star.contains(&said(rule));
    !class.group().rules().any(|rule| opens_all(&rule) || is_shared(&rule))
}

fn said<'r>(rule: &Rule<'r>) -> (bool, &'r [u8]) {
    (rule.is_allow(), rule.value())
}

fn finding(file: &File<'_>, star: &Class<'_>, class: &Class<'_>) -> Option<Finding> {
    // What the group's own rules allow would stay allowed, and is meant to be.
    let rules = class.written().iter().chain(star.written()).copied();
    let with_star = RuleList::new(rules, class.dialect());
    let ProofOutcome::Refuted(reopened) = implies(class.rules(), &with_star) else { return None };
    let changed = changes(&with_star, class.rules()).newly_allowed;
    let open: Vec<&str> = changed.iter().map(|change| change.pattern.as_str()).collect();
    let named = class.group().user_agents().next()?;
    let name = file.text(named.value_span());
    let first = reopened.after.line.map(|line| file.line(line).span())?;
    let what = if class.rule_count() == 0 { "a group without rules" } else { "its own group" };
    let message = format!(
        "`{name}` has {what}, so it ignores the rules for `*` and may crawl `{}`",
        reopened.path
    );
    let finding = Finding::new(&DroppedStarRules::META, named.value_span(), message)
        .severity(Severity::Warning)
        .label(first, "applies only to crawlers that no group names")
        .example(class.example(&reopened.path));
    let finding = match open.len() {
        0 | 1 => finding,
        _ => finding
            .note(format!("it may crawl what these patterns disallow for `*`: {}", quoted(&open))),
    };
    Some(finding.fix(copy(file, star, class, &name)))
}

/// Copies the rules for `*` to the end of a class's first group that has rules.
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
    let title = format!("copy the rules for `*` into the group for `{name}`");
    Some(Fix::of_edits(title, vec![insertion::after(file, line, &texts)]))
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
#           ^^^^^^^^^ `Googlebot` has its own group, so it ignores the rules for `*` and may crawl `/private/`
Allow: /private/jobs/

User-agent: bingbot
#           ^^^^^^^ `bingbot` has a group without rules, so it ignores the rules for `*` and may crawl `/private/`
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
            // This crawler ignores `*` anyway.
            "AdsBot-Google\nDisallow: /b",
        ] {
            check(
                &DroppedStarRules,
                &format!("User-agent: *\nDisallow: /a\n\nUser-agent: {group}\n"),
            );
        }
        check(&DroppedStarRules, "User-agent: *\nDisallow: /\n\nUser-agent: A\nDisallow: /a\n");
        // Its own rule allows the URL, and the rules for `*` would not outrank it.
        let own = "User-agent: A\nDisallow: /*a\nAllow: /a//b\nAllow: /ab\n";
        check(&DroppedStarRules, &format!("User-agent: *\nDisallow: /a\n\n{own}"));
        // The group allows nothing that `*` disallows.
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
