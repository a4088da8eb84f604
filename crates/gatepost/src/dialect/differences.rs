//! The differences between two dialects, field by field, in words.

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
    /// The topic of the field, such as `precedence`.
    pub about: &'static str,
    /// The words for its value in the first dialect.
    pub first: String,
    /// The words for its value in the second dialect.
    pub second: String,
    #[cfg_attr(feature = "serde", serde(skip))]
    take_over: TakeOver,
}

/// Ignores the function that copies the field: the name of the field determines it.
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

/// Copies one field from one dialect to another.
type TakeOver = fn(&mut Dialect, &Dialect);

impl FieldDifference {
    /// Returns `base` with this one field of `from`.
    ///
    /// This finds the fields that make two dialects disagree about a URL: take them over one by
    /// one, and ask again.
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
    /// assert_eq!(decides.about, "precedence");
    /// assert_eq!(decides.first, "longest pattern; on a tie, `Allow`");
    /// assert_eq!(decides.second, "first in the file");
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
            None => "none".to_string(),
        };
        let read_limit = Some(self.read_limit.bytes());
        let read_limit = read_limit.filter(|_| self.read_limit != crate::ReadLimit::NONE);

        field!(
            byte_order_mark_is_skipped,
            "byte order mark",
            whether(self.byte_order_mark_is_skipped, "ignored", "part of the first key")
        );
        field!(line_ends, "line ends", self.line_ends.to_string());
        field!(
            white_space,
            "white space trimmed from keys and values",
            self.white_space.to_string()
        );
        field!(
            nul_ends_line,
            "NUL byte",
            whether(self.nul_ends_line, "ends its line", "an ordinary byte",)
        );
        field!(line_limit, "line length limit", bytes(self.line_limit));
        field!(read_limit, "read limit", bytes(read_limit));
        field!(missing_colon, "separator without a colon", self.missing_colon.to_string());
        field!(keys, "keys", self.keys.to_string());
        let misspellings: Vec<_> =
            self.misspellings.iter().map(|(_, word)| alloc::format!("`{word}`")).collect();
        field!(
            misspellings,
            "accepted misspellings",
            if misspellings.is_empty() { "none".to_string() } else { misspellings.join(", ") }
        );
        field!(list_end, "end of a list of `User-agent` lines", self.list_end.to_string());
        field!(blank_lines, "effect of a blank line", self.blank_lines.to_string());
        field!(
            empty_groups_count,
            "`User-agent` lines without rules",
            whether(self.empty_groups_count, "a group that allows everything", "ignored")
        );
        field!(
            rules_in_front,
            "crawlers that obey rules before the first `User-agent` line",
            self.rules_in_front.to_string()
        );
        field!(token_end, "end of a name in the file", self.token_end.to_string());
        field!(own_name, "name that a crawler gives the parser", self.own_name.to_string());
        field!(names, "user-agent matching", self.names.to_string());
        field!(
            group_selection,
            "groups that a crawler obeys, of those that name it",
            self.group_selection.to_string()
        );
        field!(percent_encoding, "percent-encoding", self.percent_encoding.to_string());
        field!(specials, "special characters in patterns", self.specials.to_string());
        field!(missing_slash, "pattern without a leading `/`", self.missing_slash.to_string());
        field!(precedence, "precedence", self.precedence.to_string());
        field!(empty_rules, "rule without a value", self.empty_rules.to_string());
        field!(
            index_pages,
            "effect of `Allow` for an index page on its folder",
            self.index_pages.to_string()
        );
        field!(urls, "accepted URLs", self.urls.to_string());
        field!(
            robots_txt_is_exempt,
            "`/robots.txt` itself",
            whether(self.robots_txt_is_exempt, "always allowed", "the rules decide")
        );
        fields
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A field without words would be a difference without a reason.
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
