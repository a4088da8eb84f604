//! How two dialects differ, field by field, in words.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use crate::dialect::Dialect;

/// One field in which two dialects differ, made by [`Dialect::differences`].
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FieldDifference {
    /// The field's name in [`Dialect`].
    pub field: &'static str,
    /// What the field is about, such as `which of the rules that match decides`.
    pub about: &'static str,
    /// What it is in the first dialect.
    pub first: String,
    /// What it is in the second dialect.
    pub second: String,
    #[cfg_attr(feature = "serde", serde(skip))]
    take_over: TakeOver,
}

/// Compares what two differences say. The field determines how it is taken over.
impl PartialEq for FieldDifference {
    fn eq(&self, other: &FieldDifference) -> bool {
        (self.field, &self.first, &self.second) == (other.field, &other.first, &other.second)
    }
}

impl Eq for FieldDifference {}

impl Hash for FieldDifference {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.field, &self.first, &self.second).hash(state);
    }
}

/// Gives a dialect one field of another.
type TakeOver = fn(&mut Dialect, &Dialect);

impl FieldDifference {
    /// Returns `base` with this one field of `from`.
    ///
    /// This finds the fields that make two dialects disagree about a URL: take them over one by one, and ask
    /// again.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, Precedence};
    ///
    /// let differences = Dialect::RFC9309.differences(Dialect::BAIDU);
    /// let decides = differences.iter().find(|found| found.field == "precedence").unwrap();
    /// let first_match = decides.taken_over(Dialect::RFC9309, Dialect::BAIDU);
    /// assert_eq!(first_match.precedence, Precedence::FirstMatch);
    /// assert_eq!(first_match.differences(Dialect::RFC9309).len(), 1);
    /// ```
    #[must_use]
    pub fn taken_over(&self, base: Dialect, from: Dialect) -> Dialect {
        let mut dialect = base;
        (self.take_over)(&mut dialect, &from);
        dialect
    }
}

/// A field of a dialect in words.
struct Field {
    name: &'static str,
    about: &'static str,
    words: String,
    take_over: TakeOver,
}

impl Dialect {
    /// Returns every field in which this dialect differs from another, in words.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::Dialect;
    ///
    /// let differences = Dialect::RFC9309.differences(Dialect::BAIDU);
    /// let decides = differences.iter().find(|found| found.field == "precedence").unwrap();
    /// assert_eq!(decides.about, "which of the rules that match decides");
    /// assert_eq!(decides.first, "the one with the longest pattern, or else an `Allow`");
    /// assert_eq!(decides.second, "the first in the file");
    /// assert!(Dialect::GOOGLE.differences(Dialect::GOOGLE).is_empty());
    /// ```
    #[must_use]
    pub fn differences(&self, other: Dialect) -> Vec<FieldDifference> {
        let both = self.fields().into_iter().zip(other.fields());
        both.filter(|(first, second)| first.words != second.words)
            .map(|(first, second)| FieldDifference {
                field: first.name,
                about: first.about,
                first: first.words,
                second: second.words,
                take_over: first.take_over,
            })
            .collect()
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields = Vec::new();
        macro_rules! field {
            ($field:ident, $about:expr, $words:expr) => {
                fields.push(Field {
                    name: stringify!($field),
                    about: $about,
                    words: $words,
                    take_over: |into, from| into.$field = from.$field,
                })
            };
        }
        let whether = |yes: bool, if_yes: &str, if_not: &str| {
            if yes { if_yes.to_string() } else { if_not.to_string() }
        };
        let bytes = |limit: Option<usize>| match limit {
            Some(limit) => alloc::format!("{limit} bytes"),
            None => "all of it".to_string(),
        };
        let read_limit = Some(self.read_limit.bytes());
        let read_limit = read_limit.filter(|_| self.read_limit != crate::ReadLimit::NONE);

        field!(
            byte_order_mark_is_skipped,
            "what a byte order mark is",
            whether(self.byte_order_mark_is_skipped, "nothing", "a part of the first key")
        );
        field!(line_ends, "which bytes end a line", self.line_ends.to_string());
        field!(white_space, "what is trimmed of keys and values", self.white_space.to_string());
        field!(
            nul_ends_line,
            "what a NUL is",
            whether(self.nul_ends_line, "the end of what is read of a line", "a byte like others",)
        );
        field!(line_limit, "how much of a line is read", bytes(self.line_limit));
        field!(read_limit, "how much of a file is read", bytes(read_limit));
        field!(
            missing_colon,
            "what separates key and value without a colon",
            self.missing_colon.to_string()
        );
        field!(keys, "which keys are known", self.keys.to_string());
        let misspellings: Vec<_> =
            self.misspellings.iter().map(|(_, word)| alloc::format!("`{word}`")).collect();
        field!(
            misspellings,
            "which misspellings are accepted",
            if misspellings.is_empty() { "none".to_string() } else { misspellings.join(", ") }
        );
        field!(list_end, "what ends a list of `User-agent` lines", self.list_end.to_string());
        field!(blank_lines, "what a blank line is", self.blank_lines.to_string());
        field!(
            empty_groups_count,
            "what `User-agent` lines without rules are",
            whether(self.empty_groups_count, "a group without rules", "nothing")
        );
        field!(
            rules_in_front,
            "whose the rules are before the first `User-agent` line",
            self.rules_in_front.to_string()
        );
        field!(token_end, "where a name in a file ends", self.token_end.to_string());
        field!(names, "which name in a file is for a crawler", self.names.to_string());
        field!(
            group_selection,
            "which of the groups that name a crawler it obeys",
            self.group_selection.to_string()
        );
        field!(
            percent_encoding,
            "how percent-encoding is compared",
            self.percent_encoding.to_string()
        );
        field!(specials, "what is special in a pattern", self.specials.to_string());
        field!(
            missing_slash,
            "what becomes of a pattern without a `/` in front",
            self.missing_slash.to_string()
        );
        field!(precedence, "which of the rules that match decides", self.precedence.to_string());
        field!(empty_rules, "what a rule without a value says", self.empty_rules.to_string());
        field!(
            index_pages,
            "what an `Allow` of an index page says of its folder",
            self.index_pages.to_string()
        );
        field!(urls, "what is taken for a URL", self.urls.to_string());
        field!(
            robots_txt_is_exempt,
            "what decides about `/robots.txt` itself",
            whether(self.robots_txt_is_exempt, "it is always allowed", "the rules")
        );
        fields
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A field that two dialects differ in and the words do not would be a difference without a
    /// reason.
    #[test]
    fn every_field_has_words() {
        for first in Dialect::ALL.iter().copied() {
            for second in Dialect::ALL.iter().copied() {
                // What they are called is no difference in reading.
                let reading = |dialect: Dialect| {
                    let text = alloc::format!("{dialect:?}");
                    text[text.find("byte_order_mark").unwrap()..].to_string()
                };
                let differs = reading(first) != reading(second);
                assert_eq!(!first.differences(second).is_empty(), differs, "{first} {second}");
            }
        }
        let fields = Dialect::RFC9309.fields();
        let debug = alloc::format!("{:#?}", Dialect::RFC9309);
        let named = debug.lines().filter(|line| line.starts_with("    ") && line.contains(": "));
        let named: Vec<_> = named.filter(|line| !line.starts_with("     ")).collect();
        // Without the name and the description.
        assert_eq!(named.len() - 2, fields.len(), "{named:?}");
    }
}
