use gatepost::{Key, Record};

use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A `Clean-param` directive that is not a list of parameter names, joined by `&`, with an
    /// optional path after a space.
    ///
    /// ## Why it matters
    /// Only Yandex reads `Clean-param`, and it ignores what it does not understand: it then fetches
    /// the URLs that differ by these parameters one by one.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow:
    /// Clean-param: /forum/?sid=
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow:
    /// Clean-param: sid&sort /forum/
    /// ```
    ///
    /// ## Fix
    /// None: only the owner knows which parameters are meant.
    ///
    /// ## Source
    /// - Yandex, [the Clean-param
    ///   directive](https://yandex.com/support/webmaster/robot-workings/clean-param.html):
    ///   `Clean-param: p0[&p1&p2&..&pn] [path]`, at most 500 characters.
    MalformedCleanParam { name: "malformed-clean-param", since: "0.1.0", severity: Error }
}

impl LintRule for MalformedCleanParam {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let records = file.records().filter(|record| record.key() == Key::CleanParam);
        records
            .filter_map(|record| {
                let span =
                    if record.value().is_empty() { record.key_span() } else { record.value_span() };
                Some(Finding::new(&Self::META, span, wrong(&record)?))
            })
            .collect()
    }
}

/// Returns what is wrong with a directive.
fn wrong(record: &Record<'_>) -> Option<String> {
    let value = String::from_utf8_lossy(record.value());
    let mut words = value.split_ascii_whitespace();
    let Some(parameters) = words.next() else {
        return Some("`Clean-param` has no value, so Yandex ignores it".to_owned());
    };
    let (path, more) = (words.next(), words.next());
    if let Some(byte) = parameters.chars().find(|c| matches!(c, '/' | '?' | '=' | ',')) {
        return Some(format!(
            "`{parameters}` is not a list of parameters: join names with `&`; no name contains \
             `{byte}`"
        ));
    }
    if parameters.split('&').any(str::is_empty) {
        return Some(format!("`{parameters}` has an empty name: join names with a single `&`"));
    }
    if more.is_some() {
        return Some("`Clean-param` has a list of parameters and at most one path".to_owned());
    }
    if let Some(path) = path.filter(|path| !path.starts_with(['/', '*'])) {
        return Some(format!("`{path}` is not a path: join parameter names with `&`"));
    }
    (value.len() > 500)
        .then(|| "Yandex ignores a `Clean-param` of more than 500 characters".to_owned())
}

#[cfg(test)]
mod tests {
    use super::MalformedCleanParam;
    use crate::rule_test::check;

    #[test]
    fn names_and_a_path() {
        check(
            &MalformedCleanParam,
            "\
User-agent: Yandex
Clean-param: ref&sort= /a
#            ^^^^^^^^^^^^ `ref&sort=` is not a list of parameters: join names with `&`; no name contains `=`
Clean-param: ref sort
#            ^^^^^^^^ `sort` is not a path: join parameter names with `&`
Clean-param: ref& /a
#            ^^^^^^^ `ref&` has an empty name: join names with a single `&`
Clean-param: ref /a /b
#            ^^^^^^^^^ `Clean-param` has a list of parameters and at most one path
Clean-param:
#^^^^^^^^^^ `Clean-param` has no value, so Yandex ignores it
Clean-param: ref
Clean-param: ref&sort /a/*.html
Disallow:
",
        );
    }
}
