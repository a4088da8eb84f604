//! A whole file: RFC 9309 sections 2.1, 2.2 and 2.5.
//!
//! Parsing cannot fail and loses nothing. The file is read once, from the first line to the last;
//! kept are the places of `User-agent` lines, rules and other records, and where groups end. All
//! else (blank lines, comments, lines that say nothing) is found again from the bytes when it is
//! asked for, which costs no memory: see [`RobotsTxt::lines`].
//!
//! A group ends where a `User-agent` line follows a rule. By the RFC nothing else ends one: no blank
//! line, no `Sitemap`, no `Crawl-delay`, no unknown record (2.2.4); in other dialects some of these do.
//! Which groups a crawler obeys is `group.rs`; what a value means as a pattern is `path_pattern.rs`.
//!
//! Memory: the bytes, unless borrowed; 12 bytes a rule or `User-agent` line, 8 a record of another
//! kind, 12 a group.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use crate::dialect::{BlankLines, Dialect, ListEnd, RulesInFront};
use crate::group::{CrawlerGroup, Group};
use crate::key::{Key, Spelling};
use crate::line::{self, Parts};
use crate::product_token::ProductToken;
use crate::quick_line::{self, quick_line};
use crate::read_limit::ReadLimit;
use crate::record::{Line, LineContent, Lines, Record, Skipped};
use crate::url_path::UrlPath;
use crate::verdict::Verdict;

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

/// Where the line of another record starts; the rest is read from it again.
#[derive(Clone, Copy, Debug)]
struct LineStart {
    at: u32,
    number: u32,
}

/// Where a group ends in each of the lists; it starts where the one before ends.
#[derive(Clone, Copy, Debug, Default)]
struct GroupEnd {
    user_agents: u32,
    rules: u32,
    others: u32,
}

/// The group to which lines are added, while the file is read.
#[derive(Clone, Copy, Debug, Default)]
struct OpenGroup {
    /// Whether there is one.
    is_open: bool,
    /// Whether the next `User-agent` line begins another one.
    is_list_ended: bool,
    /// Whether it has a rule, or a delay between requests.
    says_something: bool,
}

/// Compares the bytes that were read, and the way in which they were read.
impl PartialEq for RobotsTxt<'_> {
    fn eq(&self, other: &RobotsTxt<'_>) -> bool {
        (&self.bytes, self.unread, self.dialect) == (&other.bytes, other.unread, other.dialect)
    }
}

impl Eq for RobotsTxt<'_> {}

impl BlankLines {
    /// Whether a line of white space ends a group; it may have nothing at all.
    pub(crate) fn end_group(self, is_empty: bool) -> bool {
        match self {
            BlankLines::SayNothing => false,
            BlankLines::EndGroups => true,
            BlankLines::EndGroupsIfEmpty => is_empty,
        }
    }
}

impl ListEnd {
    /// Whether this record, which is no rule, ends a list of `User-agent` lines.
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
    /// Any bytes are a file. What is past 512,000 bytes is not read.
    #[must_use]
    pub fn parse<O: AsRef<[u8]> + ?Sized>(bytes: &'o O) -> RobotsTxt<'o> {
        RobotsTxt::parse_as(bytes, Dialect::RFC9309)
    }

    /// Parses a file in the given dialect, up to the dialect's read limit.
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
        RobotsTxt { bytes: Cow::Borrowed(read), ..RobotsTxt::read(read, unread, dialect) }
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
        let robots = RobotsTxt::read(&bytes, unread, dialect);
        RobotsTxt { bytes: Cow::Owned(bytes), ..robots }
    }

    /// Reads the lines of a file. The result has no bytes yet: the caller knows who owns them.
    fn read(bytes: &[u8], unread: usize, dialect: Dialect) -> RobotsTxt<'static> {
        let mut robots = RobotsTxt {
            bytes: Cow::Borrowed(&[]),
            dialect,
            unread,
            user_agents: Vec::new(),
            rules: Vec::new(),
            others: Vec::new(),
            groups: Vec::new(),
            others_before_groups: 0,
        };
        robots.read_lines(bytes, &dialect);
        robots
    }

    fn read_lines(&mut self, bytes: &[u8], dialect: &Dialect) {
        // One allocation is enough for most files: a rule has some 25 bytes of a line on average.
        self.rules.reserve(bytes.len() / 40 + 4);
        // Rules before the first `User-agent` line, while they may be everybody's.
        let mut is_in_front = dialect.rules_in_front == RulesInFront::AreEverybodysIfAlone;
        let mut group = OpenGroup { is_open: is_in_front, ..OpenGroup::default() };
        let (mut at, mut number) = (line::byte_order_mark(bytes, dialect), 0);
        // Lines that a dialect cuts, and those that may end otherwise, are left to `line.rs`.
        let is_cut = dialect.nul_ends_line && memchr::memchr(0, bytes).is_some();
        let is_ordinary = dialect.has_ordinary_lines() && !is_cut;
        let line_limit = dialect.line_limit.unwrap_or(usize::MAX);
        while at < bytes.len() {
            number += 1;
            let start = at;
            let (key, value) = match quick_line(bytes, at) {
                Some(line)
                    if line.next - at <= line_limit
                        && (is_ordinary || quick_line::is_plain(&bytes[at..line.next])) =>
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
                            Key::read(&text[key], dialect).0,
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

    /// Ends a group, if one is open. Where the dialect has it, one that says nothing is forgotten.
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

    /// Forgets the `User-agent` lines behind the last group.
    #[cold]
    fn forget_list(&mut self) {
        let before = self.groups.last().map_or(0, |last| last.user_agents);
        self.user_agents.truncate(before as usize);
        if self.user_agents.is_empty() {
            self.others_before_groups = self.others.len() as u32;
        }
    }

    /// Makes a copy that does not borrow.
    #[must_use]
    pub fn into_owned(self) -> RobotsTxt<'static> {
        RobotsTxt { bytes: Cow::Owned(self.bytes.into_owned()), ..self }
    }

    /// The bytes that were read: all of the file, unless the read limit cut it.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many bytes at the end of the file were not read, since they are past the read limit or
    /// belong to the line that it cuts. The end of a line that was read does not count.
    #[must_use]
    pub fn unread(&self) -> usize {
        self.unread
    }

    /// The dialect in which the file was read.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Lends the dialect, which is too large to be copied for each line.
    pub(crate) fn dialect_ref(&self) -> &Dialect {
        &self.dialect
    }

    /// The groups, in the order of the file, each with its own lines.
    ///
    /// Those that name one crawler are not yet combined: that is [`RobotsTxt::group_for`].
    #[must_use]
    pub fn groups(&self) -> impl ExactSizeIterator<Item = Group<'_>> {
        (0..self.groups.len()).map(|index| Group::new(self, index))
    }

    /// The rules that a crawler obeys, from all groups that name it, or else from the groups for
    /// `*`.
    ///
    /// # Source
    ///
    /// [RFC 9309, section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1).
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(
    ///     "User-agent: A\nDisallow: /1\n\nUser-agent: *\nDisallow: /2\n\nUser-agent: a\nDisallow: /3\n",
    /// );
    /// let lines = |crawler| -> Vec<usize> {
    ///     let group = robots.group_for(&ProductToken::new(crawler).unwrap());
    ///     group.rules().map(|rule| rule.line()).collect()
    /// };
    /// assert_eq!(lines("A"), [2, 8]);
    /// assert_eq!(lines("B"), [5]);
    /// ```
    #[must_use]
    pub fn group_for(&self, crawler: &ProductToken) -> CrawlerGroup<'_> {
        self.group_for_any_of(core::slice::from_ref(crawler))
    }

    /// The rules that a crawler with several names obeys: the first name that a group has decides,
    /// and `*` only where no group has any of them.
    ///
    /// Which names a crawler falls back to is for the caller to know, as its operator says.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::{ProductToken, RobotsTxt};
    ///
    /// // Google's image crawler obeys the group for Googlebot where none names itself.
    /// let robots = RobotsTxt::parse("User-agent: Googlebot\nDisallow: /private\n");
    /// let names = [ProductToken::new("Googlebot-Image")?, ProductToken::new("Googlebot")?];
    /// assert_eq!(robots.group_for(&names[0]).rules().count(), 0);
    /// assert_eq!(robots.group_for_any_of(&names).rules().count(), 1);
    /// # Ok::<(), gatepost::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn group_for_any_of(&self, names: &[ProductToken]) -> CrawlerGroup<'_> {
        CrawlerGroup::select(self, names)
    }

    /// May this crawler fetch this URL, and which rule decided?
    ///
    /// This is for one question. For many about one crawler, ask its
    /// [`RuleSet`](crate::RuleSet): `robots.group_for(&crawler).rule_set()`.
    #[must_use]
    pub fn verdict(&self, crawler: &ProductToken, path: &UrlPath<'_>) -> Verdict<'_> {
        self.group_for(crawler).verdict(path)
    }

    /// Every line, with what it is.
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
        Lines::new(&self.bytes, &self.dialect)
    }

    /// The lines that say nothing to anybody, each with the reason.
    ///
    /// # Example
    ///
    /// ```
    /// use gatepost::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("Disallow: /a\nUser-agent: *\nNo robots here please\n");
    /// let skipped: Vec<_> = robots.skipped().map(|s| format!("{}: {}", s.line(), s.reason())).collect();
    /// assert_eq!(skipped, [
    ///     "1: a rule before the first `User-agent` line belongs to no crawler",
    ///     "3: no colon, and not two words either",
    /// ]);
    /// ```
    pub fn skipped(&self) -> impl Iterator<Item = Skipped> {
        Skipped::all(self)
    }

    /// The records that are neither `User-agent` lines nor rules, in the order of the file: sitemaps,
    /// crawl delays and whatever else has a key and a value.
    #[must_use]
    pub fn other_records(&self) -> impl ExactSizeIterator<Item = Record<'_>> {
        self.other_records_in(0..self.others.len())
    }

    pub(crate) fn other_records_in(
        &self,
        range: Range<usize>,
    ) -> impl ExactSizeIterator<Item = Record<'_>> {
        self.others[range].iter().map(|start| {
            let span = line::line_at(&self.bytes, start.at as usize, self.dialect.line_ends);
            match Line::read(&self.bytes, span, start.number as usize, &self.dialect).content() {
                LineContent::Record(record) => record,
                _ => unreachable!("the line was read as a record before"),
            }
        })
    }

    /// The values of the `Sitemap` lines, byte for byte, wherever they stand: they belong to no
    /// group.
    pub fn sitemaps(&self) -> impl Iterator<Item = &[u8]> {
        self.other_records().filter(|record| record.key() == Key::Sitemap).map(|r| r.value())
    }

    /// The `User-agent` lines, rules and other records that are written in a way that this dialect
    /// accepts out of leniency: misspelt, without a colon, or with more behind the key.
    pub fn leniently_read(&self) -> impl Iterator<Item = Record<'_>> {
        self.lines()
            .filter_map(|line| match line.content() {
                LineContent::Record(record) => Some(record),
                _ => None,
            })
            .filter(|record| record.spelling() != Spelling::Correct || !record.has_colon())
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

/// What is read of a file, whole lines within the limit, and how many bytes are lost by that. A line
/// end alone is nothing to lose.
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
