use std::collections::BTreeMap;

use gatepost::UrlPath;
use gatepost_crawlers::{Crawler, GroupSelectedBy, Purpose, RobotsBehaviour, crawlers};

use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};
use crate::named_crawlers;
use crate::phrases::quoted;

declare_rule! {
    /// ## What it finds
    /// An operator whose crawler for AI training is disallowed by name, while its crawlers for AI
    /// search or for users, which no group names, may fetch the site; or the other way round.
    /// Reported once per file.
    ///
    /// ## Why it matters
    /// Operators run a crawler for each purpose, and a group for one does not apply to the others.
    /// It may be intended: an operator that answers with a page may send visitors, and one that
    /// trains on it does not.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: GPTBot
    /// Disallow: /
    /// ```
    ///
    /// Write instead, to disallow all of them:
    /// ```robots,good
    /// User-agent: GPTBot
    /// User-agent: OAI-SearchBot
    /// User-agent: ChatGPT-User
    /// Disallow: /
    /// ```
    ///
    /// ## Fix
    /// None: it may be intended. Naming the others with an `Allow` says so.
    ///
    /// ## Source
    /// - The crawler directory of `gatepost-crawlers`, which cites its sources.
    PartlyBlockedAi { name: "partly-blocked-ai", since: "0.1.0", severity: Info }
}

/// The crawlers of one operator, by their verdicts.
#[derive(Default)]
struct Operator {
    /// Disallowed by name.
    blocked: Vec<&'static Crawler>,
    /// Not named, and allowed.
    open: Vec<&'static Crawler>,
}

impl LintRule for PartlyBlockedAi {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let named = named_crawlers::all(file);
        if !named.iter().any(|named| named.crawler.is_some_and(Crawler::is_ai)) {
            return Vec::new();
        }
        let mut operators: BTreeMap<&str, Operator> = BTreeMap::new();
        let index = file.robots().group_index();
        let root = UrlPath::from_anything("/");
        for crawler in crawlers().filter(|crawler| is_asking_for_ai(crawler)) {
            let Some(name) = crawler.operator() else { continue };
            let taken = crawler.group_in_index(&index);
            let is_named =
                matches!(taken.selected_by(), GroupSelectedBy::Name | GroupSelectedBy::Alias(_));
            let operator = operators.entry(name).or_default();
            match (is_named, taken.group().verdict(&root).is_allowed()) {
                (true, false) => operator.blocked.push(crawler),
                (false, true) => operator.open.push(crawler),
                _ => {}
            }
        }
        let mut messages = operators.iter().filter_map(|(name, operator)| {
            let (blocked, open) = split(operator)?;
            let message = format!(
                "{} may not fetch the site, but {} of {name} may",
                quoted(&blocked),
                quoted(&open)
            );
            let span = named
                .iter()
                .find(|named| named.crawler.is_some_and(|crawler| crawler.token() == blocked[0]))?;
            Some((span.span(), message))
        });
        let Some((span, message)) = messages.next() else { return Vec::new() };
        let finding = Finding::new(&Self::META, span, message);
        vec![messages.fold(finding, |finding, (_, message)| finding.note(message))]
    }
}

/// Returns `true` if a crawler for AI reads robots.txt before it fetches pages.
fn is_asking_for_ai(crawler: &Crawler) -> bool {
    crawler.is_ai()
        && !crawler.is_retired()
        && crawler.renamed_to().is_empty()
        && matches!(crawler.robots(), RobotsBehaviour::Obeys | RobotsBehaviour::MayIgnoreFile)
}

/// Returns the tokens that are disallowed for one purpose, and those that are allowed for another.
fn split(operator: &Operator) -> Option<(Vec<&'static str>, Vec<&'static str>)> {
    let trains = |crawler: &&&Crawler| crawler.purposes().first() == Some(&Purpose::AiTraining);
    let answers = |crawler: &&&Crawler| {
        matches!(crawler.purposes().first(), Some(Purpose::AiSearch | Purpose::UserFetch))
    };
    let tokens = |crawlers: &[&'static Crawler], is_for: &dyn Fn(&&&Crawler) -> bool| {
        let of_purpose = crawlers.iter().filter(|crawler| is_for(crawler));
        of_purpose.map(|crawler| crawler.token()).collect::<Vec<_>>()
    };
    let pairs = [
        (tokens(&operator.blocked, &trains), tokens(&operator.open, &answers)),
        (tokens(&operator.blocked, &answers), tokens(&operator.open, &trains)),
    ];
    pairs.into_iter().find(|(blocked, open)| !blocked.is_empty() && !open.is_empty())
}

#[cfg(test)]
mod tests {
    use super::PartlyBlockedAi;
    use crate::rule_test::check;

    #[test]
    fn training_and_not_search() {
        check(
            &PartlyBlockedAi,
            "\
User-agent: GPTBot
#           ^^^^^^ `GPTBot` may not fetch the site, but `OAI-SearchBot` and `ChatGPT-User` of OpenAI may
User-agent: CCBot
Disallow: /
",
        );
    }

    #[test]
    fn search_and_not_training() {
        check(
            &PartlyBlockedAi,
            "\
User-agent: Claude-User
#           ^^^^^^^^^^^ `Claude-User` may not fetch the site, but `ClaudeBot` of Anthropic may
Disallow: /
",
        );
    }

    #[test]
    fn said_to_be_meant() {
        check(
            &PartlyBlockedAi,
            "User-agent: GPTBot\nDisallow: /\n\nUser-agent: OAI-SearchBot\nUser-agent: ChatGPT-User\nAllow: /\n",
        );
        check(&PartlyBlockedAi, "User-agent: *\nDisallow: /\n");
        check(&PartlyBlockedAi, "User-agent: GPTBot\nDisallow: /a\n");
    }
}
