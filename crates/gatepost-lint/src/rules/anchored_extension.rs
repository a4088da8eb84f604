use crate::example_path::{example_path, extension};
use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A `Disallow` of a file extension that ends in `$`, where the same file with a query is
    /// allowed.
    ///
    /// ## Why it matters
    /// Crawlers compare a pattern with the path and its query, so `/*.pdf$` does not match
    /// `/report.pdf?download=1`. A link with a query that the server ignores still reaches the
    /// file.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /*.pdf$
    /// ```
    ///
    /// Write instead, if addresses with a query are meant too:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /*.pdf$
    /// Disallow: /*.pdf?
    /// ```
    ///
    /// ## Fix
    /// None: the owner may want either.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.3): `$`
    ///   designates the end of the match pattern.
    AnchoredExtension { name: "anchored-extension", since: "0.1.0", severity: Info }
}

impl LintRule for AnchoredExtension {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let rules = file.rules().filter(|rule| !rule.is_allow());
        rules
            .filter_map(|rule| {
                let open = rule.value().strip_suffix(b"$")?;
                extension(open).filter(|_| open.contains(&b'*'))?;
                let pattern = file.text(rule.value_span());
                let with_query = format!("{}?v=1", example_path(&pattern));
                let example = file.missed(&rule, &with_query)?;
                let message =
                    format!("`{pattern}` does not match `{with_query}`: the query is compared too");
                let end = rule.value_span().end;
                Some(Finding::new(&Self::META, end - 1..end, message).example(example))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::AnchoredExtension;
    use crate::rule_test::check;

    #[test]
    fn query() {
        check(
            &AnchoredExtension,
            "\
User-agent: *
Disallow: /*.pdf$
#               ^ `/*.pdf$` does not match `/x.pdf?v=1`: the query is compared too
Disallow: /shop/*.php$
Disallow: /shop/*?
Disallow: /$
Allow: /*.css$
",
        );
    }
}
