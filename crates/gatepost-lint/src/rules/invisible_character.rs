use std::ops::Range;

use gatepost::Record;

use crate::example_path::example_path;
use crate::file::File;
use crate::finding::Finding;
use crate::fix::{Edit, Fix};
use crate::lint_rule::{LintRule, declare_rule};

declare_rule! {
    /// ## What it finds
    /// An invisible character in a key or a value: a zero-width space, a direction mark, a no-break
    /// space, a byte order mark in the middle of the file, or a control character.
    ///
    /// ## Why it matters
    /// Parsers trim only ASCII white space. Any other invisible character is part of the key or the
    /// value: no crawler knows the key, or the pattern matches no URL, and nobody can see why. Such
    /// characters come from copying text out of documents and web pages.
    ///
    /// ## Example
    /// ```robots,bad
    /// User-agent: *
    /// Disallow: /private/\xE2\x80\x8E
    /// ```
    ///
    /// Write instead:
    /// ```robots,good
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    /// Removes the characters. Changes answers, unless the rule had no effect either way.
    ///
    /// ## Source
    /// - [RFC 9309, section 2.2](https://www.rfc-editor.org/rfc/rfc9309#section-2.2): `WS` is space
    ///   and tab.
    InvisibleCharacter { name: "invisible-character", since: "0.1.0", severity: Error }
}

impl LintRule for InvisibleCharacter {
    fn check(&self, file: &File<'_>) -> Vec<Finding> {
        if file.is_utf_16() {
            return Vec::new();
        }
        file.records().filter_map(|record| finding(file, &record)).collect()
    }
}

fn finding(file: &File<'_>, record: &Record<'_>) -> Option<Finding> {
    let parts = [
        (record.key_bytes(), record.key_span().start),
        (record.value(), record.value_span().start),
    ];
    let invisible = parts.iter().flat_map(|(bytes, start)| invisible(bytes, *start));
    let invisible: Vec<(char, Range<usize>)> = invisible.collect();
    let (first, span) = invisible.first()?.clone();
    let what = match first {
        '\u{A0}' => "a no-break space".to_owned(),
        '\u{200B}' => "a zero-width space".to_owned(),
        '\u{FEFF}' => "a byte order mark".to_owned(),
        '\u{AD}' => "a soft hyphen".to_owned(),
        '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' => "a direction mark".to_owned(),
        other => format!("the invisible character U+{:04X}", other as u32),
    };
    let of = if span.start < record.key_span().end { "key" } else { "value" };
    let more = match invisible.len() {
        1 => String::new(),
        count => format!(" and {} more", count - 1),
    };
    let message = format!("this {of} contains {what}{more}, which parsers do not ignore");
    let edits: Vec<Edit> = invisible.iter().map(|(_, span)| Edit::new(span.clone(), "")).collect();
    let title = if edits.len() == 1 { "remove the character" } else { "remove the characters" };
    let seen = file.text(record.value_span()).replace(is_invisible, "");
    let example = file.rule_at(record.line());
    let example = example.and_then(|rule| file.missed(rule, &example_path(seen.trim_end())));
    Some(
        Finding::new(&InvisibleCharacter::META, span, message)
            .example(example)
            .fix(Fix::of_edits(title, edits)),
    )
}

/// Finds the invisible characters of a text and their places.
fn invisible(bytes: &[u8], start: usize) -> Vec<(char, Range<usize>)> {
    let mut found = Vec::new();
    let mut at = start;
    for chunk in bytes.utf8_chunks() {
        for (offset, character) in chunk.valid().char_indices() {
            if is_invisible(character) {
                found.push((character, at + offset..at + offset + character.len_utf8()));
            }
        }
        at += chunk.valid().len() + chunk.invalid().len();
    }
    found
}

fn is_invisible(character: char) -> bool {
    character.is_control() && character != '\t'
        || matches!(
            character,
            '\u{A0}' | '\u{AD}' | '\u{180E}' | '\u{2000}'..='\u{200F}' | '\u{2028}'..='\u{202F}'
                | '\u{2060}'..='\u{206F}' | '\u{3000}' | '\u{FEFF}'
        )
}

#[cfg(test)]
mod tests {
    use super::InvisibleCharacter;
    use crate::rule_test::{check, fixed};

    #[test]
    fn in_keys_and_values() {
        check(
            &InvisibleCharacter,
            "\
User-agent: *
Disallow: /a\u{200E}
#           ^^^ this value contains a direction mark, which parsers do not ignore
\u{FEFF}Disallow: /b\u{A0}
#^^ this key contains a byte order mark and 1 more, which parsers do not ignore
Disallow: /caf\u{E9} # \u{A0}
",
        );
    }

    #[test]
    fn all_of_a_line_go() {
        fixed(
            &InvisibleCharacter,
            "User-agent: *\nDisallow: /a\u{200B}b\u{200B}\n",
            "User-agent: *\nDisallow: /ab\n",
        );
    }
}
