use crate::file::File;
use crate::finding::Finding;
use crate::rule::{Meta, Rule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A pattern that is written as a regular expression.
    ///
    /// ## Why it matters
    /// Patterns have two special characters: `*` matches any text, and `$` at the very end closes
    /// the pattern. All others are literal, so `/shop/.*` matches only paths with a dot after the
    /// slash.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /shop/.*
    /// Disallow: /item/[0-9]+
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /shop/
    /// Disallow: /item/
    /// ```
    ///
    /// ## Fix
    /// None: the rule has to be expressed differently.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.3): the special
    ///   characters.
    RegularExpression { name: "regular-expression", since: "0.1.0", severity: Error }
}

impl Rule for RegularExpression {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let found = file.rules().filter_map(|rule| {
            let value = file.text(rule.value_span());
            let syntax = syntax(&value)?.to_owned();
            let at = rule.value_span().start + value.find(&syntax)?;
            Some((rule, syntax.clone(), at..at + syntax.len()))
        });
        found
            .map(|(_, syntax, span)| {
                let message = format!(
                    "`{syntax}` is regular expression syntax, which robots.txt does not support"
                );
                Finding::new(&Self::META, span, message)
                    .note("the only special characters are `*`, and `$` at the end")
            })
            .collect()
    }
}

/// Returns the part of a pattern that makes sense only in a regular expression.
pub(crate) fn syntax(value: &str) -> Option<&str> {
    if value.starts_with('^') {
        return Some("^");
    }
    escape(value)
        .or_else(|| dot_star(value))
        .or_else(|| class(value))
        .or_else(|| alternatives(value))
}

/// Finds `\.`, `\?`, `\d`: a backslash before a character that it would make literal, or a class.
fn escape(value: &str) -> Option<&str> {
    let at = value.match_indices('\\').map(|(at, _)| at).find(|at| {
        let mut after = value[at + 1..].chars();
        match after.next() {
            Some('.' | '?' | '/' | '+' | '(' | '[' | '-') => true,
            // A folder can be called `\d`, but not `\d+`.
            Some('d' | 'w' | 's') => matches!(after.next(), Some('+' | '*' | '{')),
            _ => false,
        }
    })?;
    value.get(at..at + 2)
}

/// Finds `/.*` after a folder. At the top level, it usually means hidden files.
fn dot_star(value: &str) -> Option<&str> {
    let at = value.find("/.*").or_else(|| value.find("(.*").or_else(|| value.find("/.+")))?;
    let is_top =
        value.starts_with("/.*") || value.starts_with("*/.*") || value.starts_with("/*/.*");
    (!is_top).then_some(&value[at + 1..at + 3])
}

/// Finds `[0-9]`, `[a-zA-Z]+`: brackets that contain only ranges.
fn class(value: &str) -> Option<&str> {
    let start = value.find('[')?;
    let length = value[start..].find(']')? + 1;
    let inside = &value.as_bytes()[start + 1..start + length - 1];
    let is_range = |three: &[u8]| {
        let [from, dash, to] = *three else { return false };
        let is_kind = |kind: fn(&u8) -> bool| kind(&from) && kind(&to);
        let is_one_kind = is_kind(u8::is_ascii_digit)
            || is_kind(u8::is_ascii_lowercase)
            || is_kind(u8::is_ascii_uppercase);
        dash == b'-' && from < to && is_one_kind
    };
    let are_ranges = !inside.is_empty() && inside.chunks(3).all(is_range);
    are_ranges.then_some(&value[start..start + length])
}

/// Finds `(a|b)` and `(?:...)`.
fn alternatives(value: &str) -> Option<&str> {
    let start = value.find('(')?;
    let length = value[start..].find(')')? + 1;
    let group = &value[start..start + length];
    (group.contains('|') || group.starts_with("(?:") || group.starts_with("(?!")).then_some(group)
}

#[cfg(test)]
mod tests {
    use super::RegularExpression;
    use crate::rule_test::check;

    #[test]
    fn syntax() {
        check(
            &RegularExpression,
            "\
User-agent: *
Disallow: /video/.*
#                ^^ `.*` is regular expression syntax, which robots.txt does not support
Disallow: /search\\?q
#                ^^ `\\?` is regular expression syntax, which robots.txt does not support
Disallow: /(en|de)/shop
#          ^^^^^^^ `(en|de)` is regular expression syntax, which robots.txt does not support
Disallow: /item/[0-9]
#               ^^^^^ `[0-9]` is regular expression syntax, which robots.txt does not support
",
        );
    }

    #[test]
    fn what_paths_have() {
        check(
            &RegularExpression,
            "\
User-agent: *
Disallow: /.*
Disallow: /index.*
Disallow: /AboutUs\\News
Disallow: /Plan(A)
Disallow: /*&f[]=
Disallow: /*f[price-min]
Disallow: /a+b
Disallow: /*|*
",
        );
    }
}
