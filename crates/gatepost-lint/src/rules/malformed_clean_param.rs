use gatepost::{Key, Record};

use crate::file::File;
use crate::finding::Finding;
use crate::rule::{Meta, Rule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A `Clean-param` record that is not names of parameters, joined by `&`, with a path after a space.
    ///
    /// ## Why it matters
    /// Yandex alone reads it, and passes over what it does not understand: the URLs that differ by these
    /// parameters are then fetched each for itself.
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
    /// None: which parameters are meant, only the owner knows.
    ///
    /// ## Source
    /// - Yandex, [the Clean-param directive](https://yandex.com/support/webmaster/robot-workings/clean-param.html):
    ///   `Clean-param: p0[&p1&p2&..&pn] [path]`, 500 characters at the most.
    MalformedCleanParam { name: "malformed-clean-param", since: "0.1.0", severity: Error }
}

impl Rule for MalformedCleanParam {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

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

/// What is wrong with a record.
fn wrong(record: &Record<'_>) -> Option<String> {
    let value = String::from_utf8_lossy(record.value());
    let mut words = value.split_ascii_whitespace();
    let Some(parameters) = words.next() else {
        return Some("`Clean-param` without a value says nothing".to_owned());
    };
    let (path, more) = (words.next(), words.next());
    if let Some(byte) = parameters.chars().find(|c| matches!(c, '/' | '?' | '=' | ',')) {
        return Some(format!(
            "`{parameters}` is no list of parameters: names are joined by `&`, and `{byte}` is in none"
        ));
    }
    if parameters.split('&').any(str::is_empty) {
        return Some(format!("`{parameters}` has an empty name: names are joined by one `&`"));
    }
    if more.is_some() {
        return Some("`Clean-param` is a list of parameters and one path".to_owned());
    }
    if let Some(path) = path.filter(|path| !path.starts_with(['/', '*'])) {
        return Some(format!("`{path}` is no path: names of parameters are joined by `&`"));
    }
    (value.len() > 500)
        .then(|| "Yandex reads no `Clean-param` of more than 500 characters".to_owned())
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
#            ^^^^^^^^^^^^ `ref&sort=` is no list of parameters: names are joined by `&`, and `=` is in none
Clean-param: ref sort
#            ^^^^^^^^ `sort` is no path: names of parameters are joined by `&`
Clean-param: ref& /a
#            ^^^^^^^ `ref&` has an empty name: names are joined by one `&`
Clean-param: ref /a /b
#            ^^^^^^^^^ `Clean-param` is a list of parameters and one path
Clean-param:
#^^^^^^^^^^ `Clean-param` without a value says nothing
Clean-param: ref
Clean-param: ref&sort /a/*.html
Disallow:
",
        );
    }
}
