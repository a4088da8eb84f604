use crate::example_path::example_path;
use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A `Disallow` of a query parameter with any value that also matches every parameter whose
    /// name ends the same way, if many sites have such a parameter.
    ///
    /// ## Why it matters
    /// A star matches any text, including the beginning of a longer name: `/*?*size=` also matches
    /// `?pagesize=`, and `/*id=` also matches `?paid=`.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /*?*size=
    /// ```
    ///
    /// Write instead, one rule for the first parameter and one for those that follow:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /*?size=
    /// Disallow: /*?*&size=
    /// ```
    ///
    /// ## Fix
    /// None: the owner may mean the longer names too.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.3): `*`
    ///   designates any characters.
    ParameterNameEnd { name: "parameter-name-end", since: "0.1.0", severity: Info }
}

impl LintRule for ParameterNameEnd {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let rules = file.rules().filter(|rule| !rule.is_allow());
        rules
            .filter_map(|rule| {
                let value = std::str::from_utf8(rule.value()).ok()?;
                let equals = value.find('=')?;
                let before = &value[..equals];
                let star = before.rfind('*')?;
                let name = &before[star + 1..];
                // A rule with a value hardly matches another parameter.
                if !value[equals + 1..].trim_end_matches(['*', '$']).is_empty() {
                    return None;
                }
                let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
                if name.is_empty() || !name.chars().all(is_name) {
                    return None;
                }
                let longer = longer_name(name)?;
                let head = example_path(&value[..star]);
                let mark = if head.contains('?') { "" } else { "?" };
                let path = format!("{head}{mark}{longer}{}", &example_path(&value[equals..])[1..]);
                let example = file.decided(&rule, &path)?;
                let start = rule.value_span().start;
                let message = format!("this rule matches `{longer}=` as well as `{name}=`");
                Some(
                    Finding::new(&Self::META, start + star..start + equals, message)
                        .example(example),
                )
            })
            .collect()
    }
}

/// Parameter names that many sites use.
const COMMON: &[&str] = &[
    "keywords",
    "pagesize",
    "homepage",
    "subpage",
    "productid",
    "userid",
    "catid",
    "groupid",
    "gclid",
    "fbclid",
    "paid",
    "resize",
    "preview",
    "tags",
    "slang",
    "postcode",
    "barcode",
    "username",
    "filename",
    "startdate",
    "enddate",
    "reorder",
    "preorder",
    "orderby",
    "subtype",
    "faq",
    "href",
    "utm_source",
    "utm_medium",
    "utm_campaign",
    "utm_term",
    "utm_content",
    "context",
    "prefsort",
    "bgcolor",
    "subcategory",
    "subcat",
    "mapview",
    "returnurl",
    "maxprice",
    "minprice",
    "step",
    "shop",
    "transaction",
    "research",
    "nocache",
];

/// Returns a common name that ends with another, in the same letter case.
fn longer_name(name: &str) -> Option<&'static str> {
    COMMON.iter().copied().find(|common| common.len() > name.len() && common.ends_with(name))
}

#[cfg(test)]
mod tests {
    use super::ParameterNameEnd;
    use crate::rule_test::check;

    #[test]
    fn names() {
        check(
            &ParameterNameEnd,
            "\
User-agent: *
Disallow: /*?*size=
#            ^^^^^ this rule matches `pagesize=` as well as `size=`
Disallow: /*sort=*
#          ^^^^^ this rule matches `prefsort=` as well as `sort=`
Disallow: /*?page=
Disallow: /*&q=
Disallow: /*mkt_tok=
Disallow: /*N=
Disallow: /*action=login$
Disallow: /*/x/*=
",
        );
    }
}
