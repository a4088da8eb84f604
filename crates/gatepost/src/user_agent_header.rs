//! Finds the product token in a whole `User-Agent` header.
//!
//! The RFC only requires the token to be a substring of the header (section 2.2.1). In practice
//! crawlers write it in one of four places, which this file tries in this order:
//!
//! 1. first: `CCBot/2.0 (https://commoncrawl.org/faq/)`
//! 2. after `compatible;`:
//!    `Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)`
//! 3. in a comment that holds an address: `... Safari/605.1.15 (Applebot/0.1; +http://...)`
//! 4. among the products of a browser: `Mozilla/5.0 ... Safari/537.36 Storebot-Google/1.0`
//!
//! A browser's own header has no product token of a crawler. This file does not know robots.txt.

use alloc::vec::Vec;

use crate::dialect::{Dialect, OwnName};
use crate::product_token::ProductToken;

/// Products and comments that browsers send, and that crawlers copy.
const BROWSERS: &[&str] = &[
    "AppleWebKit",
    "Chrome",
    "Chromium",
    "Edg",
    "Edge",
    "EdgA",
    "EdgiOS",
    "Firefox",
    "FxiOS",
    "CriOS",
    "Gecko",
    "HeadlessChrome",
    "KHTML",
    "Mobile",
    "Mozilla",
    "MSIE",
    "Opera",
    "OPR",
    "Presto",
    "Safari",
    "SamsungBrowser",
    "Trident",
    "Version",
    "Vivaldi",
    "YaBrowser",
];

impl ProductToken {
    /// Finds the product token in a whole `User-Agent` header.
    ///
    /// The search follows conventions, not a grammar. It returns `None` for a browser's header,
    /// even if a crawler sends it.
    ///
    /// # Source
    ///
    /// [RFC 9309, section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1), Figure 1.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::ProductToken;
    ///
    /// let header = "Mozilla/5.0 (compatible; ExampleBot/0.1; https://www.example.com/bot.html)";
    /// assert_eq!(ProductToken::from_header(header), ProductToken::new("ExampleBot").ok());
    ///
    /// let browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    /// assert_eq!(ProductToken::from_header(browser), None);
    /// ```
    #[must_use]
    pub fn from_header(header: &str) -> Option<ProductToken> {
        let header = header.trim();
        let first = name(header.split('(').next()?);
        if first.is_some_and(|first| !is_browser(first)) {
            return ProductToken::new(first?).ok();
        }
        let (comments, products) = comments_and_products(header);
        let found = comments.iter().find_map(|comment| after_compatible(comment));
        let found = found.or_else(|| comments.iter().find_map(|comment| beside_address(comment)));
        let found = found.or_else(|| {
            let words = products.iter().flat_map(|text| text.split_whitespace()).rev();
            words.filter(|word| word.contains('/')).filter_map(name).find(|name| !is_browser(name))
        });
        ProductToken::new(found?).ok()
    }
}

impl Dialect {
    /// Returns the name under which a crawler that sends this `User-Agent` header looks for its
    /// group: the header itself, or the product token in it. Returns `None` if the parser is given
    /// a token, and the header has none.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    ///
    /// let header = "Mozilla/5.0 (compatible; ExampleBot/1.0; +http://example.com/bot)";
    /// let name = |dialect: Dialect| dialect.own_name_in(header).unwrap();
    /// assert_eq!(name(Dialect::RFC9309).as_str(), "ExampleBot");
    /// assert_eq!(name(Dialect::PROTEGO).as_str(), header);
    /// assert_eq!(Dialect::RFC9309.own_name_in("Mozilla/5.0 (X11) Firefox/140.0"), None);
    /// ```
    #[must_use]
    pub fn own_name_in(self, header: &str) -> Option<ProductToken> {
        match self.own_name {
            OwnName::Token => ProductToken::from_header(header),
            OwnName::Header => Some(ProductToken::verbatim(header)),
        }
    }
}

/// Splits a header into its comments, without their parentheses, and the text between them.
fn comments_and_products(header: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut comments, mut products) = (Vec::new(), Vec::new());
    let (mut depth, mut start) = (0_usize, 0);
    for (at, byte) in header.bytes().enumerate() {
        match byte {
            b'(' => {
                if depth == 0 {
                    products.push(&header[start..at]);
                    start = at + 1;
                }
                depth += 1;
            }
            b')' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    comments.push(&header[start..at]);
                    start = at + 1;
                }
            }
            _ => {}
        }
    }
    (if depth == 0 { &mut products } else { &mut comments }).push(&header[start..]);
    (comments, products)
}

/// Returns the name after `compatible;`.
fn after_compatible(comment: &str) -> Option<&str> {
    let mut segments = comment.split(';').map(str::trim);
    segments.find(|segment| segment.eq_ignore_ascii_case("compatible"))?;
    segments.find_map(name).filter(|name| !is_browser(name))
}

/// Returns the name in a comment that contains an address, or is followed by one.
fn beside_address(comment: &str) -> Option<&str> {
    if !comment.contains("://") && !comment.contains('@') {
        return None;
    }
    let segments = comment.split([';', ',']).map(str::trim);
    segments.filter(|segment| segment.contains('/')).filter_map(name).find(|name| !is_browser(name))
}

/// Returns the name before a version or an address.
fn name(segment: &str) -> Option<&str> {
    let end = segment.find(['/', ';', ',']).unwrap_or(segment.len());
    let name = segment[..end].split(" +").next().unwrap_or_default();
    let name = name.trim_end_matches("https:").trim_end_matches("http:").trim();
    let name = match name.rsplit_once(' ') {
        Some((name, version)) if version.bytes().all(|b| b.is_ascii_digit() || b == b'.') => name,
        _ => name,
    };
    (!name.is_empty() && !name.starts_with('+') && !name.contains(':')).then_some(name)
}

fn is_browser(name: &str) -> bool {
    let first = name.split_whitespace().next().unwrap_or_default();
    BROWSERS.iter().any(|browser| first.eq_ignore_ascii_case(browser))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(header: &str, expected: Option<&str>) {
        let found = ProductToken::from_header(header);
        assert_eq!(found.as_ref().map(ProductToken::as_str), expected, "{header}");
    }

    #[test]
    fn first() {
        check("CCBot/2.0 (https://commoncrawl.org/faq/)", Some("CCBot"));
        check("Googlebot-Image/1.0", Some("Googlebot-Image"));
        check("Screaming Frog SEO Spider/19.0", Some("Screaming Frog SEO Spider"));
        check(
            "Sogou web spider/4.0(+http://www.sogou.com/docs/help.htm)",
            Some("Sogou web spider"),
        );
        check(
            "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
            Some("Slackbot-LinkExpanding"),
        );
        check("ia_archiver (+http://www.alexa.com/site/help/webmasters)", Some("ia_archiver"));
    }

    #[test]
    fn after_the_word_compatible() {
        check(
            "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; \
             +https://openai.com/gptbot)",
            Some("GPTBot"),
        );
        check(
            "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, \
             like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; \
             +http://www.google.com/bot.html)",
            Some("Googlebot"),
        );
        check(
            "Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)",
            Some("archive.org_bot"),
        );
        check("Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0)", None);
    }

    #[test]
    fn beside_an_address() {
        check(
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like \
             Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)",
            Some("Applebot"),
        );
    }

    #[test]
    fn among_the_products_of_a_browser() {
        check(
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; \
             Storebot-Google/1.0) Chrome/79.0.3945.88 Safari/537.36 Storebot-Google/1.0",
            Some("Storebot-Google"),
        );
        check(
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) \
             Chrome/137.0.0.0 Safari/537.36; Devin/1.0; +https://devin.ai",
            Some("Devin"),
        );
    }

    #[test]
    fn headers_without_a_crawler() {
        check("", None);
        check("()", None);
        check("Mozilla/5.0 (((", None);
        check("Mozilla/5.0", None);
    }
}
