use std::collections::HashMap;

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::insertion;
use crate::lint_rule::{LintRule, declare_rule};
use crate::named_crawlers::{self, NamedCrawler};
use crate::phrases::quoted;
use crate::severity::Severity;

declare_rule! {
    /// ## What it finds
    /// A crawler that has a new name, if no group names the new one. Crawlers that no longer exist
    /// and have no successor are reported once per file, as info.
    ///
    /// ## Why it matters
    /// No crawler obeys a group for the old name. Under its new name, the crawler obeys some other
    /// group, usually the one for `*`.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: anthropic-ai
    /// Disallow: /
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: anthropic-ai
    /// User-agent: ClaudeBot
    /// Disallow: /
    /// ```
    ///
    /// ## Fix
    /// Adds the new name below the old one. Changes answers for the crawler with the new name.
    ///
    /// ## Source
    /// - The crawler directory of `gatepost-crawlers`, which cites its sources.
    RetiredCrawler { name: "retired-crawler", since: "0.1.0", severity: Warning }
}

impl LintRule for RetiredCrawler {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let all = named_crawlers::all(file);
        let mut first: HashMap<&'static str, &NamedCrawler<'_>> = HashMap::new();
        for named in &all {
            if let Some(crawler) = named.crawler {
                first.entry(crawler.token()).or_insert(named);
            }
        }
        let mut old: Vec<&&NamedCrawler<'_>> = first.values().collect();
        old.sort_by_key(|named| named.line.line());
        let mut findings = Vec::new();
        let mut gone: Vec<&NamedCrawler<'_>> = Vec::new();
        for named in old {
            let Some(crawler) = named.crawler else { continue };
            let new = crawler.renamed_to();
            if new.is_empty() && crawler.is_retired() {
                gone.push(named);
            } else if !new.is_empty() && !new.iter().any(|token| first.contains_key(token)) {
                findings.push(renamed(file, named, new));
            }
        }
        if let Some(first) = gone.first() {
            let names: Vec<&str> = gone.iter().map(|named| named.name.as_str()).collect();
            let what = if names.len() == 1 { "no longer exists" } else { "no longer exist" };
            let message =
                format!("{} {what}: no crawler obeys this group any more", quoted(&names));
            findings
                .push(Finding::new(&Self::META, first.span(), message).severity(Severity::Info));
        }
        findings
    }
}

fn renamed(file: &File<'_>, named: &NamedCrawler<'_>, new: &[&str]) -> Finding {
    let old = &named.name;
    let is_gone = named.crawler.is_some_and(|crawler| crawler.is_retired());
    let message = match is_gone {
        true => {
            format!("`{old}` is an old name: no group names {}, which replaced it", quoted(new))
        }
        false => format!("`{old}` is being replaced by {}, which no group names", quoted(new)),
    };
    let texts: Vec<String> = new.iter().map(|token| format!("User-agent: {token}")).collect();
    let edit = insertion::after(file, named.line.line(), &texts);
    let title = format!("also name {}", quoted(new));
    Finding::new(&RetiredCrawler::META, named.span(), message).fix(Fix::of_edits(title, vec![edit]))
}

#[cfg(test)]
mod tests {
    use super::RetiredCrawler;
    use crate::rule_test::{check, fixed};

    #[test]
    fn renamed_and_gone() {
        check(
            &RetiredCrawler,
            "\
User-agent: msnbot
#           ^^^^^^ `msnbot` is an old name: no group names `bingbot`, which replaced it
User-agent: ia_archiver
#           ^^^^^^^^^^^ `ia_archiver` no longer exists: no crawler obeys this group any more
User-agent: FacebookBot
#           ^^^^^^^^^^^ `FacebookBot` is being replaced by `meta-externalagent`, which no group names
Disallow: /
",
        );
    }

    #[test]
    fn new_name_is_there() {
        check(
            &RetiredCrawler,
            "User-agent: msnbot\nDisallow: /\n\nUser-agent: BingBot\nDisallow: /\n",
        );
    }

    #[test]
    fn new_name_is_added() {
        fixed(
            &RetiredCrawler,
            "User-agent: Claude-Web\nDisallow: /\n",
            "User-agent: Claude-Web\nUser-agent: ClaudeBot\nUser-agent: Claude-User\nDisallow: /\n",
        );
    }
}
