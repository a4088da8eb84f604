use gatepost::{ProductToken, UserAgentLine};
use gatepost_crawlers::by_header;

use crate::file::File;
use crate::finding::Finding;
use crate::fix::Fix;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A whole `User-Agent` header, or a web address, where a crawler's name should be.
    ///
    /// ## Why it matters
    /// A crawler looks for its product token in `User-agent` lines. Parsers read only `Mozilla`
    /// from a header that starts with `Mozilla/5.0`, and no crawler uses that name.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)
    /// Disallow: /
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: AhrefsBot
    /// Disallow: /
    /// ```
    ///
    /// ## Fix
    /// Writes the product token, if the header has one. Changes answers.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1): a
    ///   crawler's product token is part of its `User-Agent` header.
    HeaderForToken { name: "header-for-token", since: "0.1.0", severity: Error }
}

impl LintRule for HeaderForToken {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let lines = file.robots().groups().flat_map(|group| group.user_agents());
        lines.filter_map(|line| finding(&line)).collect()
    }
}

fn finding(line: &UserAgentLine<'_>) -> Option<Finding> {
    let value = std::str::from_utf8(line.value()).ok()?;
    let starts =
        |start: &str| value.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start));
    let is_address = starts("http://") || starts("https://") || starts("www.");
    let message = if is_address {
        format!("`{value}` names no crawler: write the crawler's name, not an address")
    } else if starts("Mozilla/") {
        "this line names no crawler: parsers read only `Mozilla` from a header".to_owned()
    } else {
        return None;
    };
    let token = token_in(value).filter(|_| !is_address);
    let fix = token.map(|t| Fix::new(format!("write `{t}`"), line.value_span(), t.as_str()));
    Some(Finding::new(&HeaderForToken::META, line.value_span(), message).fix(fix))
}

/// Finds the product token of a crawler in a header, skipping the names of browsers.
fn token_in(header: &str) -> Option<String> {
    if let Some(crawler) = by_header(header) {
        return Some(crawler.token().to_owned());
    }
    let token = ProductToken::from_header(header)?;
    const BROWSERS: &[&str] = &["Mozilla", "MSIE", "Windows", "http", "https", "www", "compatible"];
    let is_browser = BROWSERS.iter().any(|browser| token == ProductToken::verbatim(browser));
    (!is_browser).then(|| token.as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use super::HeaderForToken;
    use crate::rule_test::{check, fixed};

    #[test]
    fn headers_and_addresses() {
        check(
            &HeaderForToken,
            "\
User-agent: Mozilla/4.0 (compatible; MSIE 4.0; Windows 98)
#           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ this line names no crawler: parsers read only `Mozilla` from a header
User-agent: https://example.com/bot
#           ^^^^^^^^^^^^^^^^^^^^^^^ `https://example.com/bot` names no crawler: write the crawler's name, not an address
User-agent: facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)
User-agent: Mozilla
Disallow: /
",
        );
    }

    #[test]
    fn token_is_written() {
        fixed(
            &HeaderForToken,
            "User-agent: Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)\nUser-agent: Mozilla/4.0 (compatible; MSIE 4.0; Windows 98)\nDisallow: /\n",
            "User-agent: bingbot\nUser-agent: Mozilla/4.0 (compatible; MSIE 4.0; Windows 98)\nDisallow: /\n",
        );
    }
}
