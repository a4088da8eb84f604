use std::collections::{BTreeMap, HashSet};

use gatepost_crawlers::{by_token, crawlers};

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::named::{self, Named};
use crate::rule::{Meta, Rule, declare_rule};
use crate::severity::Severity;
use crate::slip;
use crate::words::quoted;

declare_rule! {
    /// ## What it finds
    /// A name that is a slip away from that of a crawler, or is its operator's. All other names that are in
    /// no directory are one finding for a file, as information.
    ///
    /// ## Why it matters
    /// Names are compared whole. A group for `Googelbot` or `Bing` is nobody's, and the crawler that is meant
    /// obeys some other group. A name that nobody knows is no mistake: it may be new, or the site's own, or
    /// that of a tool that is gone.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: Googelbot
    /// User-agent: Bing
    /// Disallow: /private/
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: Googlebot
    /// User-agent: bingbot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    /// Writes the name that is nearly the same. Changes answers.
    ///
    /// ## Source
    /// - The directory of `gatepost-crawlers`, which names its sources.
    /// - [RFC 9309, section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1): product tokens are
    ///   compared whole, in any letter case.
    UnknownCrawler { name: "unknown-crawler", since: "0.1.0", severity: Warning }
}

/// So many names that nobody knows are a list that somebody else wrote, in which slips are no matter.
const LIST: usize = 20;

impl Rule for UnknownCrawler {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let mut seen = HashSet::new();
        let mut unknown = named::all(file);
        unknown.retain(|named| {
            is_one_name(&named.name)
                && !named::is_known(file, &named.name)
                && seen.insert(named.name.to_ascii_lowercase())
        });
        let is_list = unknown.len() > LIST;
        let mut findings = Vec::new();
        let mut others: Vec<&Named<'_>> = Vec::new();
        let short = short_names();
        for named in &unknown {
            match meant(&named.name, &short) {
                Some(meant) if !is_list => findings.push(misspelt(file, named, meant)),
                _ => others.push(named),
            }
        }
        if let Some(first) = others.first() {
            let names: Vec<&str> = others.iter().map(|named| named.name.as_str()).collect();
            let verb = if names.len() == 1 { "is" } else { "are" };
            let message = format!("{} {verb} in no directory of crawlers", quoted(&names));
            findings
                .push(Finding::new(&Self::META, first.span(), message).severity(Severity::Info));
        }
        findings
    }
}

/// Whether a text can be a name at all: other rules are about stars, headers and addresses.
fn is_one_name(name: &str) -> bool {
    !name.contains(['*', '(', '@', ':']) && !name.eq_ignore_ascii_case("Mozilla")
}

fn misspelt(file: &File<'_>, named: &Named<'_>, meant: &str) -> Finding {
    let message = format!("`{}` is no crawler's name: is `{meant}` meant?", named.name);
    let fix = Fix::new(file, format!("write `{meant}`"), named.span(), meant);
    Finding::new(&UnknownCrawler::META, named.span(), message).fix(fix)
}

/// The crawler that is meant by a name that nobody has.
fn meant(name: &str, short: &BTreeMap<String, &'static str>) -> Option<&'static str> {
    if let Some(token) = short.get(&letters(name)) {
        return Some(token);
    }
    let live = crawlers().filter(|crawler| !crawler.is_retired());
    let tokens = live.map(|crawler| crawler.token());
    // Short names are near to too many others.
    let most = |token: &str| match token.len() {
        0..6 => 0,
        6..12 => 1,
        _ => 2,
    };
    slip::nearest(name, tokens, most)
}

/// Names that leave out what makes a token, by their letters: `bing` and `bing-bot` for `bingbot`.
fn short_names() -> BTreeMap<String, &'static str> {
    let mut short = BTreeMap::new();
    for crawler in crawlers().filter(|crawler| !crawler.is_retired()) {
        let token = crawler.token();
        let whole = letters(token);
        for ending in ["bot", "spider", "crawler"] {
            let stem = whole.strip_suffix(ending).filter(|stem| stem.len() > 3);
            if let Some(stem) = stem.filter(|stem| by_token(stem).is_none()) {
                short.entry(stem.to_owned()).or_insert(token);
            }
        }
        short.insert(whole, token);
    }
    short
}

/// A name without what people put between its words, in small letters.
fn letters(name: &str) -> String {
    let letters = name.chars().filter(|c| !matches!(c, ' ' | '-' | '_' | '.'));
    letters.collect::<String>().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::UnknownCrawler;
    use crate::rule_test::{check, fixed};
    use crate::{Config, lint};

    #[test]
    fn slips_and_short_names() {
        check(
            &UnknownCrawler,
            "\
User-agent: Googelbot/2.1
#           ^^^^^^^^^ `Googelbot` is no crawler's name: is `Googlebot` meant?
User-agent: Bing
#           ^^^^ `Bing` is no crawler's name: is `bingbot` meant?
User-agent: Google bot image
#           ^^^^^^^^^^^^^^^^ `Google bot image` is no crawler's name: is `Googlebot-Image` meant?
User-agent: Gigabot
#           ^^^^^^^ `Gigabot`, `EmailSiphon` and `psbot` are in no directory of crawlers
User-agent: EmailSiphon
User-agent: psbot
User-agent: gigabot
Disallow: /
",
        );
    }

    #[test]
    fn known_ones() {
        check(
            &UnknownCrawler,
            "User-agent: Yandex\nUser-agent: gptbot/1\nUser-agent: __usage_ai-training\nUser-agent: Mozilla/5.0 (x)\nDisallow: /\n",
        );
    }

    #[test]
    fn known_to_the_site() {
        let mut config = Config::default();
        config.add_known_crawler("OurBot");
        assert!(lint(b"User-agent: ourbot\nDisallow: /a\n", &config).findings.is_empty());
    }

    #[test]
    fn name_is_written() {
        fixed(
            &UnknownCrawler,
            "User-agent: Googelbot/2\nDisallow: /\n",
            "User-agent: Googlebot/2\nDisallow: /\n",
        );
    }
}
