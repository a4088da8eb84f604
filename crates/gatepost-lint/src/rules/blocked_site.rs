use gatepost::ProductToken;
use gatepost_crawlers::{by_token, crawlers};
use gatepost_prove::{PathSet, always};

use crate::class::{Class, GroupKey};
use crate::file::File;
use crate::finding::Finding;
use crate::rule::{Meta, Rule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A file that disallows everything for every crawler, or for Googlebot or bingbot alone.
    ///
    /// ## Why it matters
    /// That is right for a site that is being built, and takes one off the search engines that went live with
    /// it. It is proved over all URLs, so that no `Allow` is overlooked. It hides nothing: pages that others
    /// link to may still be listed by their address. Files that leave the site to a few crawlers are meant so.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /
    /// ```
    ///
    /// Write instead, once the site is live:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    /// None: it may be meant.
    ///
    /// ## Source
    /// - [Introduction to robots.txt](https://developers.google.com/search/docs/crawling-indexing/robots/intro):
    ///   Google: "it is not a mechanism for keeping a web page out of Google".
    BlockedSite { name: "blocked-site", since: "0.1.0", severity: Warning }
}

/// Without one of these, most visitors do not find a site.
const SEARCH: &[&str] = &["Googlebot", "bingbot"];

impl Rule for BlockedSite {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let star = &file.classes()[0];
        if is_blocked(file, star) {
            // Others that may come are the few to whom the site is left.
            let is_for_all = file.classes().iter().all(|class| is_blocked(file, class));
            return is_for_all.then(|| for_all(file, star)).into_iter().flatten().collect();
        }
        let search = SEARCH.iter().filter_map(|token| by_token(token));
        let index = file.robots().group_index();
        let blocked = search.filter_map(|crawler| {
            let taken = crawler.group_in_index(&index);
            let key = GroupKey::of(taken.group());
            let class = file.classes().iter().find(|class| *class.key() == key)?;
            if class.is_unnamed() || !is_blocked(file, class) {
                return None;
            }
            let name = class.group().user_agents().next()?;
            let message = format!("everything is disallowed for `{}`", crawler.token());
            Some(with_rule(file, class, Finding::new(&Self::META, name.value_span(), message)))
        });
        blocked.collect()
    }
}

/// Whether everything is disallowed for the crawlers of a class: proved.
fn is_blocked(file: &File<'_>, class: &Class<'_>) -> bool {
    // Asking for one path is cheap, and enough for most.
    class.example("/").is_some_and(|root| !root.is_allowed)
        && file.spend(class.rule_count())
        && always(class.rules(), &PathSet::new("/", file.robots().dialect()), false).is_proved()
}

fn for_all(file: &File<'_>, star: &Class<'_>) -> Option<Finding> {
    let name = star.group().user_agents().next()?;
    let finding = Finding::new(
        &BlockedSite::META,
        name.value_span(),
        "everything is disallowed for every crawler",
    );
    let is_named = |token: &str| {
        let token = [ProductToken::verbatim(token)];
        file.robots().group_for_any_of(&token).chosen_by() == gatepost::ChosenBy::Name
    };
    let heedless = crawlers().filter(|crawler| crawler.ignores_star() && !crawler.is_retired());
    let heedless: Vec<&str> =
        heedless.map(|crawler| crawler.token()).filter(|token| !is_named(token)).collect();
    let finding = with_rule(file, star, finding);
    Some(match heedless.is_empty() {
        true => finding,
        false => finding
            .note(format!("but for crawlers that take no group for `*`: {}", heedless.join(", "))),
    })
}

/// The finding with the rule that decides for the root.
fn with_rule(file: &File<'_>, class: &Class<'_>, finding: Finding) -> Finding {
    let Some(root) = class.example("/") else { return finding };
    let rule = file.rules().find(|rule| Some(rule.line()) == root.line);
    match rule {
        Some(rule) => finding.label(rule.value_span(), "by this rule").example(root),
        None => finding.example(root),
    }
}

#[cfg(test)]
mod tests {
    use super::BlockedSite;
    use crate::rule_test::check;

    #[test]
    fn for_everyone() {
        check(
            &BlockedSite,
            "\
User-agent: *
#           ^ everything is disallowed for every crawler
Disallow: /

User-agent: Googlebot
Disallow: /*
Disallow: /a
",
        );
    }

    #[test]
    fn for_a_search_engine() {
        check(
            &BlockedSite,
            "\
User-agent: Googlebot
#           ^^^^^^^^^ everything is disallowed for `Googlebot`
User-agent: Baiduspider
Disallow: /

User-agent: *
Disallow: /a
",
        );
    }

    #[test]
    fn not_everything() {
        check(&BlockedSite, "User-agent: *\nDisallow: /\nAllow: /$\n");
        check(&BlockedSite, "User-agent: *\nDisallow: /\nAllow: /a\n");
        check(&BlockedSite, "User-agent: *\nDisallow: /\n\nUser-agent: bingbot\nDisallow:\n");
        check(&BlockedSite, "User-agent: Baiduspider\nDisallow: /\n");
    }
}
