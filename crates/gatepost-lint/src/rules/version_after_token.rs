use gatepost::ProductToken;

use crate::file::File;
use crate::finding::Finding;
use crate::fix::{Edit, Fix};
use crate::lint_rule::{LintRule, declare_rule};
use crate::named_crawlers;
use crate::phrases::quoted;

declare_rule! {
    /// ## What it finds
    /// A version after the name of a crawler. Reported once per file.
    ///
    /// ## Why it matters
    /// Crawlers compare only the product token. A group for `Wget/1.6` applies to every Wget, and
    /// someone who adds a second group for another version has two groups for one crawler.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: Baiduspider/2.0
    /// Disallow: /
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: Baiduspider
    /// Disallow: /
    /// ```
    ///
    /// ## Fix
    /// Removes what is not compared.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1): the
    ///   product token ends at the first character that it cannot contain.
    VersionAfterToken { name: "version-after-token", since: "0.1.0", severity: Info }
}

impl LintRule for VersionAfterToken {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let mut named = named_crawlers::all(file);
        named.retain(|named| {
            let rest = &named.line.value()[named.name.as_str().len()..];
            // Other rules report lists, headers and addresses.
            is_version(rest)
                && !rest.contains(&b',')
                && named.name != ProductToken::verbatim("Mozilla")
        });
        let Some(first) = named.first() else { return Vec::new() };
        let mut names: Vec<&str> = Vec::new();
        for name in named.iter().map(|named| named.name.as_str()) {
            if names.len() < 3 && names.contains(&name) {
                continue;
            }
            names.push(name);
        }
        let rest = first.span().end..first.line.value_span().end;
        let message = format!(
            "crawlers ignore `{}`: {} {} named here in every version",
            file.text(rest.clone()),
            quoted(&names),
            if names.len() == 1 { "is" } else { "are" }
        );
        let edits =
            named.iter().map(|named| Edit::new(named.span().end..named.line.value_span().end, ""));
        let title = format!("write `{}`", names[0]);
        let title = if named.len() == 1 { title } else { "write only the names".to_owned() };
        vec![Finding::new(&Self::META, rest, message).fix(Fix::of_edits(title, edits.collect()))]
    }
}

/// Returns `true` if a slash and a digit follow, with or without a `v` between them.
fn is_version(rest: &[u8]) -> bool {
    match rest {
        [b'/', b'v' | b'V', digit, ..] | [b'/', digit, ..] => digit.is_ascii_digit(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::VersionAfterToken;
    use crate::rule_test::{check, fixed};

    #[test]
    fn once_for_a_file() {
        check(
            &VersionAfterToken,
            "\
User-agent: Wget/1.5.3
#               ^^^^^^ crawlers ignore `/1.5.3`: `Wget` and `moget` are named here in every version
User-agent: Wget/1.6
User-agent: moget/2.1 beta
User-agent: Mozilla/5.0 (compatible)
User-agent: A/b
User-agent: www.example.com/bot
Disallow: /
",
        );
    }

    #[test]
    fn names_stay() {
        fixed(
            &VersionAfterToken,
            "User-agent: Wget/1.5.3\nUser-agent: Sogou web spider/4.0(+http://a) # b\nDisallow: /\n",
            "User-agent: Wget\nUser-agent: Sogou web spider # b\nDisallow: /\n",
        );
    }
}
