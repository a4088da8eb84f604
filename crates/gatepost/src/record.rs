//! Lines and directives as a caller sees them: RFC 9309 sections 2.2 and 2.2.4.
//!
//! These are views into the bytes. Nothing is stored; [`Lines`] reads the file again.
//! `record_value.rs` interprets the values of directives.

use core::fmt;
use core::ops::Range;

use crate::dialect::Dialect;
use crate::key::{Key, Spelling};
use crate::key_names;
use crate::line::{self, LineSpan, Parts};
use crate::robots_txt::RobotsTxt;

/// One line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Line<'r> {
    number: usize,
    span: Range<usize>,
    content: LineContent<'r>,
}

/// The content of a line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LineContent<'r> {
    /// White space or nothing.
    Blank,
    /// A comment with nothing before it.
    Comment,
    /// A key with a value.
    Record(Record<'r>),
    /// A line without effect, and the reason.
    Skipped(SkipReason),
}

/// A line with a key and a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Record<'r> {
    key: Key,
    spelling: Spelling,
    has_colon: bool,
    is_cut: bool,
    line: usize,
    key_bytes: &'r [u8],
    key_start: usize,
    value: &'r [u8],
    value_start: usize,
}

impl<'r> Line<'r> {
    pub(crate) fn read(
        bytes: &'r [u8],
        span: LineSpan,
        number: usize,
        dialect: &Dialect,
    ) -> Line<'r> {
        let text = &bytes[span.start..span.end];
        let content = match line::parts(text, dialect) {
            Parts::Blank => LineContent::Blank,
            Parts::Comment => LineContent::Comment,
            Parts::NoSeparator => LineContent::Skipped(SkipReason::NoSeparator),
            Parts::EmptyKey => LineContent::Skipped(SkipReason::EmptyKey),
            Parts::Record { key: key_span, value, colon } => {
                let (key, spelling) = key_names::read(&text[key_span.clone()], dialect);
                LineContent::Record(Record {
                    key,
                    spelling,
                    has_colon: colon,
                    is_cut: line::bytes_read(text, dialect) < text.len(),
                    line: number,
                    key_start: span.start + key_span.start,
                    key_bytes: &text[key_span],
                    value_start: span.start + value.start,
                    value: &text[value],
                })
            }
        };
        Line { number, span: span.start..span.end, content }
    }

    /// Returns the number of the line; the first line is 1.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("Sitemap: https://example.com/map.xml\n\n: x\n");
    /// let line = robots.lines().next().unwrap();
    /// assert_eq!(line.number(), 1);
    /// ```
    #[must_use]
    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns the place of the line in the file, without its line end.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("Sitemap: https://example.com/map.xml\n\n: x\n");
    /// let line = robots.lines().next().unwrap();
    /// assert_eq!(line.span(), 0..36);
    /// ```
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Returns what the line is.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{LineContent, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse("Sitemap: https://example.com/map.xml\n\n: x\n");
    /// let line = robots.lines().next().unwrap();
    /// assert!(matches!(line.content(), LineContent::Record(_)));
    /// ```
    #[must_use]
    pub fn content(self) -> LineContent<'r> {
        self.content
    }
}

impl<'r> Record<'r> {
    /// Returns the key that the line has.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Key, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse("Sitemap: https://example.com/map.xml\n");
    /// let record = robots.other_records().next().unwrap();
    /// assert_eq!(record.key(), Key::Sitemap);
    /// ```
    #[must_use]
    pub fn key(&self) -> Key {
        self.key
    }

    /// Returns how the key is spelt.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{RobotsTxt, Spelling};
    ///
    /// let robots = RobotsTxt::parse("Sitemap: https://example.com/map.xml\n");
    /// let record = robots.other_records().next().unwrap();
    /// assert_eq!(record.spelling(), Spelling::Correct);
    /// ```
    #[must_use]
    pub fn spelling(&self) -> Spelling {
        self.spelling
    }

    /// Returns `true` if a colon separates key and value, and `false` if white space does.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("Sitemap: https://example.com/map.xml\n");
    /// let record = robots.other_records().next().unwrap();
    /// assert!(record.has_colon());
    /// ```
    #[must_use]
    pub fn has_colon(&self) -> bool {
        self.has_colon
    }

    /// Returns `true` if the dialect reads only the beginning of this line.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("Sitemap: https://example.com/map.xml\n");
    /// let record = robots.other_records().next().unwrap();
    /// assert!(!record.is_cut());
    /// ```
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Returns the number of the line; the first line is 1.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("Sitemap: https://example.com/map.xml\n");
    /// let record = robots.other_records().next().unwrap();
    /// assert_eq!(record.line(), 1);
    /// ```
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the key as written.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("Sitemap: https://example.com/map.xml\n");
    /// let record = robots.other_records().next().unwrap();
    /// assert_eq!(record.key_bytes(), b"Sitemap");
    /// ```
    #[must_use]
    pub fn key_bytes(&self) -> &'r [u8] {
        self.key_bytes
    }

    /// Returns the place of the key in the file.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("Sitemap: https://example.com/map.xml\n");
    /// let record = robots.other_records().next().unwrap();
    /// assert_eq!(record.key_span(), 0..7);
    /// ```
    #[must_use]
    pub fn key_span(&self) -> Range<usize> {
        self.key_start..self.key_start + self.key_bytes.len()
    }

    /// Returns the value as written, byte for byte, without the white space around it.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("Sitemap: https://example.com/map.xml\n");
    /// let record = robots.other_records().next().unwrap();
    /// assert_eq!(record.value(), b"https://example.com/map.xml");
    /// ```
    #[must_use]
    pub fn value(&self) -> &'r [u8] {
        self.value
    }

    /// Returns the place of the value in the file.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("Sitemap: https://example.com/map.xml\n");
    /// let record = robots.other_records().next().unwrap();
    /// assert_eq!(record.value_span(), 9..36);
    /// ```
    #[must_use]
    pub fn value_span(&self) -> Range<usize> {
        self.value_start..self.value_start + self.value.len()
    }
}

/// The lines of a file, made by [`RobotsTxt::lines`].
#[derive(Clone, Debug)]
pub struct Lines<'r> {
    bytes: &'r [u8],
    dialect: &'r Dialect,
    at: usize,
    number: usize,
}

impl<'r> Lines<'r> {
    pub(crate) fn new(bytes: &'r [u8], dialect: &'r Dialect) -> Lines<'r> {
        Lines { bytes, dialect, at: line::byte_order_mark(bytes, dialect), number: 0 }
    }
}

impl<'r> Iterator for Lines<'r> {
    type Item = Line<'r>;

    fn next(&mut self) -> Option<Line<'r>> {
        if self.at >= self.bytes.len() {
            return None;
        }
        let span = line::line_at(self.bytes, self.at, self.dialect.line_ends);
        self.at = span.next;
        self.number += 1;
        Some(Line::read(self.bytes, span, self.number, self.dialect))
    }
}

impl RobotsTxt<'_> {
    /// Returns every line, in the order of the file, with what it is.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{LineContent, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse("# staff only\nDisallow /a\n");
    /// let mut lines = robots.lines();
    /// assert!(matches!(lines.next().unwrap().content(), LineContent::Comment));
    /// let line = lines.next().unwrap();
    /// let LineContent::Record(record) = line.content() else { panic!() };
    /// assert!(record.key().is_rule() && !record.has_colon());
    /// ```
    #[must_use]
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(self.as_bytes(), self.dialect_ref())
    }

    /// Returns the lines that have no effect on any crawler, each with the reason.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("Disallow: /a\nUser-agent: *\nNo robots here please\n");
    /// let skipped: Vec<_> = robots.skipped().map(|s| format!("{}: {}", s.line(), s.reason())).collect();
    /// assert_eq!(skipped, [
    ///     "1: a rule before the first `User-agent` line applies to no crawler",
    ///     "3: no colon, and not exactly two words",
    /// ]);
    /// ```
    pub fn skipped(&self) -> impl Iterator<Item = Skipped> {
        Skipped::all(self)
    }

    /// Returns the directives in the order of the file: sitemaps, crawl delays, and all other lines
    /// with a key that are neither `User-agent` lines nor rules.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("Sitemap: https://example.com/map.xml\n");
    /// assert_eq!(robots.other_records().len(), 1);
    /// ```
    #[must_use]
    pub fn other_records(&self) -> impl ExactSizeIterator<Item = Record<'_>> {
        self.other_records_in(0..self.directive_count())
    }

    pub(crate) fn other_records_in(
        &self,
        range: Range<usize>,
    ) -> impl ExactSizeIterator<Item = Record<'_>> {
        range.map(|index| {
            let (start, number) = self.directive_at(index);
            let span = line::line_at(self.as_bytes(), start, self.dialect_ref().line_ends);
            match Line::read(self.as_bytes(), span, number, self.dialect_ref()).content() {
                LineContent::Record(record) => record,
                _ => unreachable!("the line was read as a record before"),
            }
        })
    }

    /// Returns the values of the `Sitemap` lines, byte for byte. They belong to no group, wherever
    /// they are.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("Sitemap: https://example.com/map.xml\n");
    /// assert_eq!(robots.sitemaps().next(), Some(&b"https://example.com/map.xml"[..]));
    /// ```
    pub fn sitemaps(&self) -> impl Iterator<Item = &[u8]> {
        self.other_records().filter(|record| record.key() == Key::Sitemap).map(|r| r.value())
    }

    /// Returns the lines that the dialect accepts out of leniency: with a misspelt key, without a
    /// colon, or with more text behind the key.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDissallow: /\n");
    /// assert_eq!(robots.leniently_read().next().unwrap().line(), 2);
    /// ```
    pub fn leniently_read(&self) -> impl Iterator<Item = Record<'_>> {
        self.lines()
            .filter_map(|line| match line.content() {
                LineContent::Record(record) => Some(record),
                _ => None,
            })
            .filter(|record| record.spelling() != Spelling::Correct || !record.has_colon())
    }
}

/// A line that has no effect on any crawler, and why.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Skipped {
    line: usize,
    span: Range<usize>,
    reason: SkipReason,
}

/// The reason why a line has no effect on any crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum SkipReason {
    /// The line has no colon, and is not two words either.
    NoSeparator,
    /// The line has nothing before the colon.
    EmptyKey,
    /// The line is a rule before the first `User-agent` line: RFC 9309, section 2.2.2.
    RuleBeforeGroup,
    /// The line is a rule after a blank line, in a dialect in which blank lines end groups.
    RuleAfterGroup,
    /// The line is past the read limit, or cut by it: RFC 9309, section 2.5.
    PastReadLimit,
}

impl Skipped {
    pub(crate) fn all<'r>(robots: &'r RobotsTxt<'_>) -> impl Iterator<Item = Skipped> + use<'r> {
        // In a file without any `User-agent` line, rules may be for every crawler.
        let mut in_group = robots.has_group_for_everybody();
        let mut was_group = in_group;
        let mut last = 0;
        let read = robots.as_bytes().len();
        let unread = robots.unread();
        let blank_lines = robots.dialect_ref().blank_lines;
        let skipped = robots.lines().map(move |line| {
            let (number, span) = (line.number(), line.span());
            let reason = match line.content() {
                LineContent::Skipped(reason) => Some(reason),
                LineContent::Record(record) => {
                    in_group |= record.key() == Key::UserAgent;
                    was_group |= in_group;
                    let why = match was_group {
                        true => SkipReason::RuleAfterGroup,
                        false => SkipReason::RuleBeforeGroup,
                    };
                    (record.key().is_rule() && !in_group).then_some(why)
                }
                LineContent::Blank => {
                    in_group &= !blank_lines.end_group(span.is_empty());
                    None
                }
                LineContent::Comment => None,
            };
            (number, reason.map(|reason| Skipped { line: number, span, reason }))
        });
        let cut = core::iter::once_with(move || {
            let span = read..read + unread;
            (
                0,
                (unread > 0).then_some(Skipped {
                    line: 0,
                    span,
                    reason: SkipReason::PastReadLimit,
                }),
            )
        });
        skipped.chain(cut).filter_map(move |(number, skipped)| {
            last = last.max(number);
            skipped.map(|s| if s.line == 0 { Skipped { line: last + 1, ..s } } else { s })
        })
    }

    /// Returns the number of the line; the first line is 1. For bytes past the read limit, this is
    /// the first line that was cut.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\n: x\n");
    /// let skipped = robots.skipped().next().unwrap();
    /// assert_eq!(skipped.line(), 2);
    /// ```
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the place of the line in the file.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\n: x\n");
    /// let skipped = robots.skipped().next().unwrap();
    /// assert_eq!(skipped.span(), 14..17);
    /// ```
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Returns why the line has no effect.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{RobotsTxt, SkipReason};
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\n: x\n");
    /// let skipped = robots.skipped().next().unwrap();
    /// assert_eq!(skipped.reason(), SkipReason::EmptyKey);
    /// ```
    #[must_use]
    pub fn reason(&self) -> SkipReason {
        self.reason
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SkipReason::NoSeparator => "no colon, and not exactly two words",
            SkipReason::EmptyKey => "nothing before the colon",
            SkipReason::RuleBeforeGroup => {
                "a rule before the first `User-agent` line applies to no crawler"
            }
            SkipReason::RuleAfterGroup => {
                "a rule after a blank line, which ends the group, applies to no crawler"
            }
            SkipReason::PastReadLimit => "past the read limit",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReadLimit;

    fn skipped(file: &str, limit: usize) -> Vec<(usize, SkipReason)> {
        let limit = ReadLimit::below_floor(limit);
        let robots = RobotsTxt::parse_up_to(file, Dialect::RFC9309, limit);
        robots.skipped().map(|skipped| (skipped.line(), skipped.reason())).collect()
    }

    #[test]
    fn lines_past_the_limit_are_reported() {
        assert_eq!(skipped("a: b\nc: d\n", 7), [(2, SkipReason::PastReadLimit)]);
        assert_eq!(skipped("a: b\nc: d\n", 5), [(2, SkipReason::PastReadLimit)]);
        assert_eq!(skipped("a: b\nc: d\n", 4), [(2, SkipReason::PastReadLimit)]);
        assert_eq!(skipped("a: b\n", 2), [(1, SkipReason::PastReadLimit)]);
    }

    #[test]
    fn a_line_end_past_the_limit_is_no_loss() {
        assert_eq!(skipped("a: b\n", 4), []);
        assert_eq!(skipped("a: b\r\n", 4), []);
        assert_eq!(skipped("a: b\r\n", 5), []);
        assert_eq!(skipped("a: b", 4), []);
    }
}
