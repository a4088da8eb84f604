use gatepost::{LineContent, UserAgentLine};
use gatepost_crawlers::by_token;

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::insertion;
use crate::lint_rule::{LintRule, declare_rule};
use crate::phrases::quoted;

declare_rule! {
    /// ## What it finds
    /// Several crawlers on one `User-agent` line.
    ///
    /// ## Why it matters
    /// A `User-agent` line names one crawler. From a list, parsers read only the first name or none
    /// at all, so the other crawlers obey some other group, usually the one for `*`.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: GPTBot, CCBot
    /// Disallow: /
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: GPTBot
    /// User-agent: CCBot
    /// Disallow: /
    /// ```
    ///
    /// ## Fix
    /// Puts each crawler on its own line. Changes answers for the crawlers that were not named
    /// before.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1): a
    ///   `User-agent` line has one product token.
    CrawlersOnOneLine { name: "crawlers-on-one-line", since: "0.1.0", severity: Error }
}

impl LintRule for CrawlersOnOneLine {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let lines = file.robots().groups().flat_map(|group| group.user_agents());
        lines.filter_map(|line| finding(file, &line)).collect()
    }
}

fn finding(file: &File<'_>, line: &UserAgentLine<'_>) -> Option<Finding> {
    let crawlers = crawlers_in(std::str::from_utf8(line.value()).ok()?)?;
    let message = match (line.is_global(), crawlers.as_slice()) {
        (true, [_, others @ ..]) => {
            format!("a `User-agent` line names only one crawler: parsers ignore {}", quoted(others))
        }
        (_, [first, others @ ..]) => format!(
            "a `User-agent` line names only one crawler: this one names `{first}`, but not {}",
            quoted(others)
        ),
        _ => return None,
    };
    let LineContent::Record(record) = file.line(line.line()).clone().content() else { return None };
    let separator =
        format!("{}{}: ", insertion::line_end(file, line.line()), file.text(record.key_span()));
    let fix =
        Fix::new("put each crawler on its own line", line.value_span(), crawlers.join(&separator));
    Some(Finding::new(&CrawlersOnOneLine::META, line.value_span(), message).fix(fix))
}

/// Splits a list of crawlers: words separated by commas or the like, or words that are all known
/// crawlers.
fn crawlers_in(value: &str) -> Option<Vec<&str>> {
    let listed: Vec<&str> =
        value.split([',', ';', '|']).map(str::trim).filter(|name| !name.is_empty()).collect();
    let is_name = |name: &&str| {
        let of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
        by_token(name).is_some()
            || *name == "*"
            || name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(of_name)
    };
    if listed.len() > 1 {
        return listed.iter().all(is_name).then_some(listed);
    }
    let is_between = |word: &&str| matches!(*word, "&" | "+" | "and");
    let words: Vec<&str> =
        value.split_ascii_whitespace().filter(|word| !is_between(word)).collect();
    let is_known = |word: &&str| by_token(word).is_some() || *word == "*";
    let is_list = words.len() > 1 && by_token(value).is_none() && words.iter().all(is_known);
    is_list.then_some(words)
}

#[cfg(test)]
mod tests {
    use super::CrawlersOnOneLine;
    use crate::rule_test::{check, fixed};

    #[test]
    fn lists() {
        check(
            &CrawlersOnOneLine,
            "\
User-agent: GPTBot, CCBot/2.0
#           ^^^^^^^^^^^^^^^^^ a `User-agent` line names only one crawler: this one names `GPTBot`, but not `CCBot/2.0`
User-agent: Googlebot bingbot
#           ^^^^^^^^^^^^^^^^^ a `User-agent` line names only one crawler: this one names `Googlebot`, but not `bingbot`
User-agent: Googlebot & bingbot and GPTBot
#           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ a `User-agent` line names only one crawler: this one names `Googlebot`, but not `bingbot` and `GPTBot`
Disallow: /
",
        );
    }

    #[test]
    fn no_lists() {
        check(
            &CrawlersOnOneLine,
            "User-agent: Sogou web spider\nUser-agent: A;\nUser-agent: b v7.3 - www, c\nUser-agent: * all\nDisallow: /\n",
        );
    }

    #[test]
    fn each_gets_its_line() {
        fixed(
            &CrawlersOnOneLine,
            "User-Agent: A, B # two\r\nDisallow: /\r\n",
            "User-Agent: A\r\nUser-Agent: B # two\r\nDisallow: /\r\n",
        );
    }
}
