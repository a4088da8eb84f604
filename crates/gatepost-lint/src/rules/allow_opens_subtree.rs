use gatepost::Rule;
use gatepost::UrlPath;

use crate::example_path::example_path;
use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// An `Allow` whose star is meant to stand for one segment of the path but also opens the
    /// folders below it, which are otherwise disallowed. Rules for page resources (style sheets,
    /// scripts, images and fonts) are skipped, because those should be open in every folder.
    ///
    /// ## Why it matters
    /// A star matches slashes too. `Allow: /public/*.html$` does not stop at the pages directly in
    /// `/public/`: it also opens `/public/drafts/plan.html`.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /public/
    /// Allow: /public/*.html$
    /// ```
    ///
    /// Write instead, if the folders below should stay closed:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /public/
    /// Allow: /public/index.html$
    /// ```
    ///
    /// ## Fix
    /// None: the owner may want either.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.3](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.3): `*`
    ///   designates any characters; [section
    ///   5.1](https://www.rfc-editor.org/rfc/rfc9309#section-5.1) has an example in which it
    ///   matches across a slash.
    AllowOpensSubtree { name: "allow-opens-subtree", since: "0.1.0", severity: Info }
}

impl LintRule for AllowOpensSubtree {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let allows = file.rules().filter(|rule| rule.is_allow());
        allows.filter_map(|rule| finding(file, &rule)).collect()
    }
}

fn finding(file: &File<'_>, rule: &Rule<'_>) -> Option<Finding> {
    let value = std::str::from_utf8(rule.value()).ok()?;
    let star = value.find("/*")? + 1;
    // `/*.css` clearly means every folder; only below a folder might an author expect the star to
    // stop.
    let is_in_folder = star > 1 && !value[..star].contains(['*', '?']);
    let rest = &value[star + 1..];
    // A query parameter may occur in any folder.
    let goes_on = !rest.starts_with(['$', '*', '?']) && !rest.is_empty() && !rest.contains('=');
    if !is_in_folder || !goes_on || is_resource(rest) {
        return None;
    }
    let path = example_path(&format!("{}x/y{}", &value[..star], &value[star + 1..]));
    let example = file.decided(rule, &path)?;
    let url = UrlPath::new(&path).ok()?;
    let class = file.class_of_line(rule.line())?;
    let mut others = class.rules_by_prefix().of_path(url.normal());
    others.sort_unstable();
    let mut others = others.into_iter().map(|place| &class.written()[place]);
    let closes = others
        .find(|other| !other.is_allow() && !other.is_empty() && other.pattern().matches(&url))?;
    let at = rule.value_span().start + star;
    let message = format!("`*` matches slashes too, so this rule also allows `{path}`");
    Some(
        Finding::new(&AllowOpensSubtree::META, at..at + 1, message)
            .label(closes.value_span(), "this rule disallows it otherwise")
            .example(example),
    )
}

/// Extensions of the files that browsers need to render a page.
const RESOURCES: &[&str] = &[
    "css", "js", "gif", "ico", "jpeg", "jpg", "png", "svg", "webp", "eot", "otf", "ttf", "woff",
    "woff2",
];

/// Returns `true` if a pattern targets such files, by extension or by a word in it.
fn is_resource(pattern: &str) -> bool {
    let mut words = pattern.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| RESOURCES.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

#[cfg(test)]
mod tests {
    use super::AllowOpensSubtree;
    use crate::rule_test::check;

    #[test]
    fn folders_below() {
        check(
            &AllowOpensSubtree,
            "\
User-agent: *
Disallow: /public/
Allow: /public/*.html$
#              ^ `*` matches slashes too, so this rule also allows `/public/x/y.html`
Allow: /*.css
Allow: /public/*.css?
Allow: /public/*.min.JS$
Allow: /public/*.js.*.gzip
Allow: /public/*/css/
Allow: /public/*page=
Allow: /other/*.html
",
        );
    }
}
