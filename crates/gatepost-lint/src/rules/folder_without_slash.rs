use gatepost::Rule;

use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A `Disallow` of a name without a slash at its end, where another line of the file shows that
    /// the name is a folder.
    ///
    /// ## Why it matters
    /// A pattern matches every path that starts with it: `/shop` matches `/shop/cart`, but also
    /// `/shopping-tips.html`. With the slash, it matches only the folder, without the page `/shop`
    /// itself.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /shop
    /// Allow: /shop/catalogue
    /// ```
    ///
    /// Write instead, if only the folder is meant:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /shop/
    /// Allow: /shop/catalogue
    /// ```
    ///
    /// ## Fix
    /// None: the owner may want either.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): the path
    ///   is compared from its first byte, and the pattern is open at its end.
    FolderWithoutSlash { name: "folder-without-slash", since: "0.1.0", severity: Info }
}

impl LintRule for FolderWithoutSlash {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let mut sorted: Vec<Rule<'_>> = file.rules().collect();
        sorted.sort_by_key(|rule| (rule.value(), rule.line()));
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"/-_".contains(byte);
        let names = file.rules().filter(|rule| !rule.is_allow());
        let names = names.filter(|rule| {
            let value = rule.value();
            value.len() > 1
                && value.iter().all(is_name)
                && value[0] == b'/'
                && !value.ends_with(b"/")
        });
        names
            .filter_map(|rule| {
                let folder = [rule.value(), b"/"].concat();
                let first = sorted.partition_point(|other| other.value() < &folder[..]);
                let within =
                    sorted.get(first).filter(|other| other.value().starts_with(&folder))?;
                let name = file.text(rule.value_span());
                let path = format!("{name}-x");
                let example = file.decided(&rule, &path)?;
                let message = format!(
                    "`{name}` also matches `{path}`: `{name}/` would match only the folder"
                );
                Some(
                    Finding::new(&Self::META, rule.value_span(), message)
                        .label(within.value_span(), "this line shows that it is a folder")
                        .example(example),
                )
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::FolderWithoutSlash;
    use crate::rule_test::check;

    #[test]
    fn folders() {
        check(
            &FolderWithoutSlash,
            "\
User-agent: *
Disallow: /shop
#         ^^^^^ `/shop` also matches `/shop-x`: `/shop/` would match only the folder
Allow: /shop/catalogue
Disallow: /admin
Disallow: /cart/
Disallow: /cart/x
",
        );
    }
}
