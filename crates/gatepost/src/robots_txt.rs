//! A whole file: RFC 9309 sections 2.1, 2.2 and 2.5.
//!
//! Parsing cannot fail and loses nothing. The parser reads the file once, and stores the positions
//! of `User-agent` lines, rules and directives, and the ends of groups. Blank lines, comments and
//! lines without effect are not stored: [`RobotsTxt::lines`] parses them again from the bytes.
//!
//! A group ends at a `User-agent` line that follows a rule. In the RFC nothing else ends a group:
//! no blank line, `Sitemap`, `Crawl-delay` or unknown directive (2.2.4). In other dialects some of
//! these do. `group_selection.rs` selects the groups that a crawler obeys, and `path_pattern.rs`
//! parses a value as a pattern.
//!
//! Memory: the bytes, unless borrowed; 12 bytes per rule or `User-agent` line, 8 per directive, and
//! 12 per group.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use crate::dialect::{BlankLines, Dialect, ListEnd, RulesInFront};
use crate::key::Key;
use crate::key_names;
use crate::line::{self, Parts};
use crate::line_fast_path;
use crate::read_limit::ReadLimit;

/// A robots.txt file, parsed.
///
/// It borrows the bytes that it was parsed from; [`RobotsTxt::into_owned`] makes one that can be
/// kept. It can be asked from many threads at once.
///
/// # Example
///
/// ```
/// use gatepost::{ProductToken, RobotsTxt, UrlPath};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\nAllow: /shop/catalogue\n");
/// let crawler = ProductToken::new("ExampleBot")?;
///
/// let url = UrlPath::new("https://example.com/shop/catalogue?page=2")?;
/// let verdict = robots.verdict(&crawler, &url);
/// assert!(verdict.is_allowed());
/// assert_eq!(verdict.rule().unwrap().line(), 3);
///
/// let url = UrlPath::new("/shop/cart")?;
/// assert!(!robots.verdict(&crawler, &url).is_allowed());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RobotsTxt<'o> {
    bytes: Cow<'o, [u8]>,
    dialect: Dialect,
    /// Bytes of the file that were not read.
    unread: usize,
    user_agents: Vec<ValueSpan>,
    rules: Vec<ValueSpan>,
    others: Vec<LineStart>,
    groups: Vec<GroupEnd>,
    others_before_groups: u32,
}

/// The value of a `User-agent` line or a rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ValueSpan {
    start: u32,
    end: u32,
    /// Twice the line's number, plus one for an `Allow`.
    line_and_allow: u32,
}

impl ValueSpan {
    fn new(span: Range<usize>, line: usize, allow: bool) -> ValueSpan {
        // The read limit keeps offsets and line numbers below 2^31.
        ValueSpan {
            start: span.start as u32,
            end: span.end as u32,
            line_and_allow: (line as u32) << 1 | u32::from(allow),
        }
    }

    pub(crate) fn span(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub(crate) fn line(self) -> usize {
        (self.line_and_allow >> 1) as usize
    }

    pub(crate) fn is_allow(self) -> bool {
        self.line_and_allow & 1 == 1
    }
}

/// The start of a directive's line; the rest is parsed again from there.
#[derive(Clone, Copy, Debug)]
struct LineStart {
    at: u32,
    number: u32,
}

/// The end of a group in each of the lists; the group starts where the previous one ends.
#[derive(Clone, Copy, Debug, Default)]
struct GroupEnd {
    user_agents: u32,
    rules: u32,
    others: u32,
}

/// The group to which lines are added while the file is parsed.
#[derive(Clone, Copy, Debug, Default)]
struct OpenGroup {
    /// Whether a group is open.
    is_open: bool,
    /// Whether the next `User-agent` line begins another group.
    is_list_ended: bool,
    /// Whether the group has a rule or a crawl delay.
    says_something: bool,
}

/// Compares the bytes that were read, and the dialect in which they were parsed.
impl PartialEq for RobotsTxt<'_> {
    fn eq(&self, other: &RobotsTxt<'_>) -> bool {
        (&self.bytes, self.unread, self.dialect) == (&other.bytes, other.unread, other.dialect)
    }
}

impl Eq for RobotsTxt<'_> {}

impl BlankLines {
    /// Returns `true` if a line of white space, or an empty line, ends a group.
    pub(crate) fn end_group(self, is_empty: bool) -> bool {
        match self {
            BlankLines::SayNothing => false,
            BlankLines::EndGroups => true,
            BlankLines::EndGroupsIfEmpty => is_empty,
        }
    }
}

impl ListEnd {
    /// Returns `true` if a directive with this key ends a list of `User-agent` lines.
    fn is_at(self, key: Key) -> bool {
        match self {
            ListEnd::Rule => false,
            ListEnd::RuleOrCrawlDelay => key == Key::CrawlDelay,
            ListEnd::RuleDelayOrRate => matches!(key, Key::CrawlDelay | Key::RequestRate),
            ListEnd::AnyButSitemapAndHost => !matches!(key, Key::Sitemap | Key::Host),
            ListEnd::Any => true,
        }
    }
}

impl<'o> RobotsTxt<'o> {
    /// Parses a file in the default dialect.
    ///
    /// Never fails: any byte sequence is accepted. Bytes past the 512,000-byte read limit are
    /// ignored: see [`RobotsTxt::unread`].
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /shop\n");
    /// assert_eq!(robots.groups().len(), 1);
    /// ```
    #[must_use]
    pub fn parse<O: AsRef<[u8]> + ?Sized>(bytes: &'o O) -> RobotsTxt<'o> {
        RobotsTxt::parse_as(bytes, Dialect::RFC9309)
    }

    /// Parses a file in the given dialect, up to the dialect's read limit.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse_as("User-agent: *\nDisallow: /\n", Dialect::GOOGLE);
    /// assert_eq!(robots.dialect(), Dialect::GOOGLE);
    /// ```
    #[must_use]
    pub fn parse_as<O: AsRef<[u8]> + ?Sized>(bytes: &'o O, dialect: Dialect) -> RobotsTxt<'o> {
        RobotsTxt::parse_up_to(bytes, dialect, dialect.read_limit)
    }

    /// Parses a file in the given dialect, up to the given read limit.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, ReadLimit, RobotsTxt};
    ///
    /// // A line that the limit cuts is dropped whole: `Disallow: /a` is not what was written.
    /// let file = "User-agent: *\nDisallow: /archive/\n";
    /// let limit = ReadLimit::below_floor(26);
    /// let robots = RobotsTxt::parse_up_to(file, Dialect::RFC9309, limit);
    /// assert_eq!(robots.as_bytes(), b"User-agent: *\n");
    /// assert_eq!(robots.unread(), 20);
    /// ```
    #[must_use]
    pub fn parse_up_to<O: AsRef<[u8]> + ?Sized>(
        bytes: &'o O,
        dialect: Dialect,
        limit: ReadLimit,
    ) -> RobotsTxt<'o> {
        let (read, unread) = whole_lines(bytes.as_ref(), limit);
        let mut robots = RobotsTxt::unparsed(read, unread, dialect);
        robots.read_lines(read, &dialect);
        robots
    }

    /// Parses a file in the default dialect and keeps its bytes, without a copy.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt, UrlPath};
    ///
    /// fn downloaded() -> Vec<u8> {
    ///     b"User-agent: *\nDisallow: /shop\n".to_vec()
    /// }
    ///
    /// let robots: RobotsTxt<'static> = RobotsTxt::from_vec(downloaded());
    /// let verdict = robots.verdict(&ProductToken::any(), &UrlPath::new("/shop")?);
    /// assert!(!verdict.is_allowed());
    /// # Ok::<(), gatepost::InvalidUrl>(())
    /// ```
    #[must_use]
    pub fn from_vec(bytes: Vec<u8>) -> RobotsTxt<'static> {
        RobotsTxt::from_vec_as(bytes, Dialect::RFC9309)
    }

    /// Parses a file in the given dialect and keeps its bytes, without a copy.
    ///
    /// Bytes past the dialect's read limit are dropped: see [`RobotsTxt::unread`].
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, RobotsTxt};
    ///
    /// let file = b"User-agent: *\nDisallow: /\n".to_vec();
    /// let robots = RobotsTxt::from_vec_as(file, Dialect::GOOGLE);
    /// assert_eq!(robots.groups().len(), 1);
    /// ```
    #[must_use]
    pub fn from_vec_as(mut bytes: Vec<u8>, dialect: Dialect) -> RobotsTxt<'static> {
        let (read, unread) = whole_lines(&bytes, dialect.read_limit);
        let kept = read.len();
        bytes.truncate(kept);
        let mut robots = RobotsTxt::unparsed(&[], unread, dialect);
        robots.read_lines(&bytes, &dialect);
        robots.bytes = Cow::Owned(bytes);
        robots
    }

    fn unparsed(bytes: &'o [u8], unread: usize, dialect: Dialect) -> RobotsTxt<'o> {
        RobotsTxt {
            bytes: Cow::Borrowed(bytes),
            dialect,
            unread,
            user_agents: Vec::new(),
            rules: Vec::new(),
            others: Vec::new(),
            groups: Vec::new(),
            others_before_groups: 0,
        }
    }

    fn read_lines(&mut self, bytes: &[u8], dialect: &Dialect) {
        // One allocation is enough for most files: a rule has some 25 bytes of a line on average.
        self.rules.reserve(bytes.len() / 40 + 4);
        // Rules before the first `User-agent` line, while they may still be for every crawler.
        let mut is_in_front = dialect.rules_in_front == RulesInFront::AreEverybodysIfAlone;
        let mut group = OpenGroup { is_open: is_in_front, ..OpenGroup::default() };
        let (mut at, mut number) = (line::byte_order_mark(bytes, dialect), 0);
        // Lines that a dialect cuts or ends elsewhere are not for the fast path.
        let is_cut = dialect.nul_ends_line && memchr::memchr(0, bytes).is_some();
        let is_ordinary = dialect.has_ordinary_lines() && !is_cut;
        let line_limit = dialect.line_limit.unwrap_or(usize::MAX);
        // Not split into an iterator of lines: that costs a quarter more instructions, since its
        // state is in memory.
        while at < bytes.len() {
            number += 1;
            let start = at;
            let (key, value) = match line_fast_path::read(bytes, at) {
                Some(line)
                    if line.next - at <= line_limit
                        && (is_ordinary || line_fast_path::is_plain(&bytes[at..line.next])) =>
                {
                    at = line.next;
                    (line.key, line.value)
                }
                _ => {
                    let span = line::line_at(bytes, at, dialect.line_ends);
                    at = span.next;
                    let text = &bytes[span.start..span.end];
                    match line::parts(text, dialect) {
                        Parts::Record { key, value, .. } => (
                            key_names::read(&text[key], dialect).0,
                            start + value.start..start + value.end,
                        ),
                        Parts::Blank if dialect.blank_lines.end_group(text.is_empty()) => {
                            self.end_group(&mut group);
                            continue;
                        }
                        _ => continue,
                    }
                }
            };
            match key {
                Key::UserAgent => {
                    if is_in_front {
                        self.rules.clear();
                        is_in_front = false;
                        group = OpenGroup::default();
                    }
                    if group.is_list_ended {
                        self.end_group(&mut group);
                    } else if self.user_agents.is_empty() {
                        self.others_before_groups = self.others.len() as u32;
                    }
                    self.user_agents.push(ValueSpan::new(value, number, false));
                    group.is_open = true;
                }
                key if key.is_rule() => {
                    // A rule before the first `User-agent` line belongs to no group (2.2.2).
                    if group.is_open {
                        self.rules.push(ValueSpan::new(value, number, key == Key::Allow));
                        group.is_list_ended = true;
                        group.says_something = true;
                    }
                }
                key => {
                    self.others.push(LineStart { at: start as u32, number: number as u32 });
                    if group.is_open {
                        group.is_list_ended |= dialect.list_end.is_at(key);
                        group.says_something |= key == Key::CrawlDelay
                            || key == Key::RequestRate
                                && dialect.list_end == ListEnd::RuleDelayOrRate;
                    }
                }
            }
        }
        self.end_group(&mut group);
    }

    /// Ends the open group, if any. In some dialects a group without rules is dropped.
    // Inlined, so that the group can stay in registers while lines are read.
    #[inline]
    fn end_group(&mut self, group: &mut OpenGroup) {
        // A list without a single line is no group.
        if !group.is_open || (self.user_agents.is_empty() && self.rules.is_empty()) {
            return;
        }
        if group.says_something || self.dialect.empty_groups_count {
            self.groups.push(GroupEnd {
                user_agents: self.user_agents.len() as u32,
                rules: self.rules.len() as u32,
                others: self.others.len() as u32,
            });
        } else {
            self.forget_list();
        }
        *group = OpenGroup::default();
    }

    /// Drops the `User-agent` lines after the last group.
    #[cold]
    fn forget_list(&mut self) {
        let before = self.groups.last().map_or(0, |last| last.user_agents);
        self.user_agents.truncate(before as usize);
        if self.user_agents.is_empty() {
            self.others_before_groups = self.others.len() as u32;
        }
    }

    /// Copies the bytes that the file borrows, so that it can be kept.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let text = String::from("User-agent: *\nDisallow: /\n");
    /// let robots: RobotsTxt<'static> = RobotsTxt::parse(&text).into_owned();
    /// drop(text);
    /// assert_eq!(robots.groups().len(), 1);
    /// ```
    #[must_use]
    pub fn into_owned(self) -> RobotsTxt<'static> {
        RobotsTxt { bytes: Cow::Owned(self.bytes.into_owned()), ..self }
    }

    /// Returns the bytes that were read: the whole file, unless the read limit cut it.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// assert_eq!(RobotsTxt::parse("Allow: /\n").as_bytes(), b"Allow: /\n");
    /// ```
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns how many bytes at the end of the file were ignored, because they are past the read
    /// limit or in the line that it cuts. The line end of the last line that was read is not
    /// included.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// assert_eq!(RobotsTxt::parse("User-agent: *\n").unread(), 0);
    /// ```
    #[must_use]
    pub fn unread(&self) -> usize {
        self.unread
    }

    /// Returns the dialect in which the file was parsed.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{Dialect, RobotsTxt};
    ///
    /// assert_eq!(RobotsTxt::parse("").dialect(), Dialect::RFC9309);
    /// ```
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Lends the dialect, which is too large to be copied for each line.
    pub(crate) fn dialect_ref(&self) -> &Dialect {
        &self.dialect
    }

    pub(crate) fn group_count(&self) -> usize {
        self.groups.len()
    }

    /// Returns `true` if the file starts with a group without any `User-agent` line, which is for
    /// every crawler.
    pub(crate) fn has_group_for_everybody(&self) -> bool {
        !self.groups.is_empty() && self.group_bounds(0)[0].is_empty()
    }

    pub(crate) fn directive_count(&self) -> usize {
        self.others.len()
    }

    /// Returns where the line of a directive starts, and its number.
    pub(crate) fn directive_at(&self, index: usize) -> (usize, usize) {
        let LineStart { at, number } = self.others[index];
        (at as usize, number as usize)
    }

    pub(crate) fn user_agent_at(&self, index: usize) -> ValueSpan {
        self.user_agents[index]
    }

    pub(crate) fn rule_at(&self, index: usize) -> ValueSpan {
        self.rules[index]
    }

    pub(crate) fn group_bounds(&self, index: usize) -> [Range<usize>; 3] {
        let start = match index {
            0 => GroupEnd { others: self.others_before_groups, ..GroupEnd::default() },
            _ => self.groups[index - 1],
        };
        let end = self.groups[index];
        [
            start.user_agents as usize..end.user_agents as usize,
            start.rules as usize..end.rules as usize,
            start.others as usize..end.others as usize,
        ]
    }
}

/// Returns the whole lines of a file within the limit, and the number of bytes past them. A line
/// end alone is not included in that number.
fn whole_lines(bytes: &[u8], limit: ReadLimit) -> (&[u8], usize) {
    let Some((within, past)) = bytes.split_at_checked(limit.bytes()) else {
        return (bytes, 0);
    };
    let read = match past {
        [] | [b'\n' | b'\r', ..] => within,
        _ => &within[..memchr::memrchr2(b'\n', b'\r', within).map_or(0, |last| last + 1)],
    };
    let line_end = match past {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        _ => 0,
    };
    (read, bytes.len() - read.len() - line_end)
}
