use crate::example_path::{example_path, extension};
use crate::file::File;
use crate::finding::Finding;
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// A `Disallow` of all files with an extension that people upload (documents, images, sound,
    /// video, archives or programs), where the same extension in the other letter case is allowed.
    ///
    /// ## Why it matters
    /// Patterns are case-sensitive: `/*.pdf` does not match `/PLAN.PDF`. Files that people upload
    /// have both.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /*.pdf
    /// ```
    ///
    /// Write instead, if both are meant:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /*.pdf
    /// Disallow: /*.PDF
    /// ```
    ///
    /// ## Fix
    /// None: the owner may want either.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2): the match
    ///   should be case sensitive.
    ExtensionLetterCase { name: "extension-letter-case", since: "0.1.0", severity: Info }
}

impl LintRule for ExtensionLetterCase {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        let rules = file.rules().filter(|rule| !rule.is_allow());
        rules
            .filter_map(|rule| {
                let value = rule.value();
                let open = value.strip_suffix(b"$").unwrap_or(value);
                let extension = extension(open)?;
                // The letter case of one named file is known; that of many files is not.
                let is_of_many = open[..open.len() - extension.len()].ends_with(b"*.");
                let is_uploaded =
                    UPLOADED.iter().any(|known| known.eq_ignore_ascii_case(extension));
                if !is_of_many || !is_uploaded {
                    return None;
                }
                let is_lower = extension.bytes().any(|byte| byte.is_ascii_lowercase());
                let other = match is_lower {
                    true => extension.to_ascii_uppercase(),
                    false => extension.to_ascii_lowercase(),
                };
                let pattern = file.text(rule.value_span());
                let path = example_path(&pattern);
                let stem = &path[..path.len() - extension.len()];
                let path = format!("{stem}{other}");
                // An extension without letters has no case.
                let example = file.missed(&rule, &path).filter(|_| other != extension)?;
                let end = rule.value_span().start + open.len();
                let message =
                    format!("`{pattern}` does not match `{path}`: patterns are case-sensitive");
                let span = end - extension.len()..end;
                Some(Finding::new(&Self::META, span, message).example(example))
            })
            .collect()
    }
}

/// Extensions of files that people name themselves; files that a server generates have one
/// spelling.
const UPLOADED: &[&str] = &[
    "pdf", "doc", "docx", "docm", "dot", "xls", "xlsx", "xlsm", "csv", "ppt", "pptx", "pps", "rtf",
    "txt", "odt", "ods", "odp", "eps", "ps", "psd", "dwg", "epub", "jpg", "jpeg", "gif", "png",
    "bmp", "tif", "tiff", "svg", "webp", "heic", "mp3", "wav", "ogg", "wma", "mp4", "m4a", "m4v",
    "avi", "mov", "mpg", "mpeg", "wmv", "flv", "swf", "zip", "rar", "7z", "gz", "tar", "tgz",
    "exe", "msi", "dmg", "apk", "iso",
];

#[cfg(test)]
mod tests {
    use super::ExtensionLetterCase;
    use crate::rule_test::check;

    #[test]
    fn letter_case() {
        check(
            &ExtensionLetterCase,
            "\
User-agent: *
Disallow: /*.pdf$
#            ^^^ `/*.pdf$` does not match `/x.PDF`: patterns are case-sensitive
Disallow: /*.doc
Disallow: /*.DOC
Disallow: /readme.txt
Disallow: /*/login.php
Disallow: /*-print.html$
Disallow: /*.php
Disallow: /*.123
",
        );
    }
}
